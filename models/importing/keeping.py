"""Files that wait to be looked at, and what the table has chosen for them.

Choices: {"people": {id in the file: a player's id, or "new"}, "games": {name in the file: key of a way to
count (variants/naming.py), or "" to leave it out}}. Where nothing is chosen the names decide.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from models.change import Author
from models.database import db
from models.group import Group
from models.importing.draft import Draft, packed
from models.importing.people import NEW
from models.importing.record import Arrival, State

LONGEST_WAIT = timedelta(days=1)
MOST_SHOWN = 50
FILE_NAME_LENGTH = 120
Choices = dict[str, dict[str, str]]


def bring(group: Group, kind: str, draft: Draft, file_name: str, author: Author) -> Arrival:
    """Keep a file waiting; it becomes what the form was called. What nobody came back for in a day goes."""
    db.session.execute(
        db.delete(Arrival).where(
            Arrival.group_id == group.id,
            Arrival.state == State.WAITING,
            Arrival.at < author.at - LONGEST_WAIT,
        )
    )
    arrival = Arrival(
        id=author.change_id,
        group_id=group.id,
        state=State.WAITING,
        kind=kind,
        file_name=file_name[:FILE_NAME_LENGTH],
        by=author.by,
        at=author.at,
        document=packed(draft),
        choices=_chosen_before(group, draft),
        made={},
    )
    db.session.add(arrival)
    db.session.flush()
    return arrival


def arrival_of(group_id: uuid.UUID, arrival_id: uuid.UUID, *, lock: bool = False) -> Arrival | None:
    """The group's file with this id; `lock` keeps every other writer out."""
    query = db.select(Arrival).where(Arrival.id == arrival_id, Arrival.group_id == group_id)
    return db.session.scalar(query.with_for_update() if lock else query)


def arrivals(group: Group) -> list[Any]:
    """The newest of what was brought, without what is in it: id, state, kind, file_name, by, at, made."""
    columns = [getattr(Arrival, name) for name in ("id", "state", "kind", "file_name", "by", "at", "made")]
    newest = db.select(*columns).where(Arrival.group_id == group.id).order_by(Arrival.at.desc(), Arrival.id)
    return list(db.session.execute(newest.limit(MOST_SHOWN)))


def remember_choices(arrival: Arrival, choices: Choices) -> None:
    """Remember what the table has chosen; what it was not asked stays as it was."""
    arrival.choices = {
        part: {**arrival.choices.get(part, {}), **choices.get(part, {})} for part in ("people", "games")
    }


def _chosen_before(group: Group, draft: Draft) -> Choices:
    """What was chosen for the same people and games when an earlier file was taken in."""
    earlier = db.session.scalars(
        db.select(Arrival.choices)
        .where(Arrival.group_id == group.id, Arrival.state == State.TAKEN_IN)
        .order_by(Arrival.at)
    )
    people = {told["id"] for told in draft["players"]}
    names = {told["game"] for told in draft["sessions"] if "game" in told}
    found: Choices = {"people": {}, "games": {}}
    for choices in earlier:
        found["people"].update(
            {k: v for k, v in choices.get("people", {}).items() if k in people and v != NEW}
        )
        found["games"].update({k: v for k, v in choices.get("games", {}).items() if k in names})
    return found
