"""Points of a file put in the place of those here, and back again."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from game.scoring import facts
from models.change import Author, Change, changing
from models.database import db
from models.imported_file import Import
from models.round import Round
from models.session import Session
from models.table.taking_back import CannotTakeBack, take_back

KIND = "from_file"  # as the history of a session calls it


def correct(session: Session, rounds: Sequence[facts.Round], file: Import, author: Author) -> uuid.UUID:
    """Put the rounds of the file in the place of those here, as one change; its id."""
    own = replace(author, change_id=uuid.uuid5(author.change_id, str(session.id)))
    with changing(session, KIND, own, {"file": file.name}):
        for played in rounds:
            kept = session.round_number(played.number)
            if kept is None:
                kept = Round(number=played.number, recorded_at=session.last_played_at)
                kept.take(played)
                session.rounds.append(kept)
            else:
                kept.take(played)
        for unwanted in [r for r in session.rounds if r.number > len(rounds)]:
            session.rounds.remove(unwanted)
    return own.change_id


def take_corrections_back(group_id: uuid.UUID, made: Mapping[str, Sequence[str]], author: Author) -> int:
    """Of what `correct` has made; how many stay, for something later stands on them."""
    stay = 0
    for text in reversed(made.get("corrected", [])):
        change = Change.of(group_id, uuid.UUID(text))
        if change is None or change.session_id is None or not change.in_force:
            continue
        session = Session.of(group_id, change.session_id, lock=True)
        own = replace(author, change_id=uuid.uuid5(author.change_id, text))
        stay += 1
        if session is not None:
            with suppress(CannotTakeBack), db.session.begin_nested():
                take_back(session, change, own)
                stay -= 1
    return stay
