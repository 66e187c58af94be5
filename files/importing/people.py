"""Match the players of a file: by id, by name, or new."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func

from files.document.records import SessionRecord
from files.importing.draft import DraftPlayer
from models.database import db
from models.group import Group
from models.ids import owned
from models.imported_file import NEW
from models.player import Player, same_name
from models.session import Seat, Session
from models.table.starting import remembered_players


@dataclass(frozen=True)
class Match:
    """A player of a file and the player of the group.

    key: the id in the file. sessions: number of its sessions in the file. chosen: a player's id, NEW, or
    None if several have that name and the table has to choose. is_open: false if the id decides.
    """

    key: str
    name: str
    sessions: int
    chosen: uuid.UUID | str | None
    is_open: bool = True

    @property
    def player(self) -> uuid.UUID | None:
        return self.chosen if isinstance(self.chosen, uuid.UUID) else None


def existing_players(group: Group) -> dict[Player, int]:
    """Players of the group with a name, most recent first, with the number of their sessions."""
    sat = dict(
        db.session.execute(
            db.select(Seat.player_id, func.count())
            .join(Session, Session.id == Seat.session_id)
            .where(Session.visible_in(group.id))
            .group_by(Seat.player_id)
        ).all()
    )
    return {player: sat.get(player.id, 0) for player in remembered_players(group)}


def match_people(
    group: Group,
    players: Sequence[DraftPlayer],
    sessions: Iterable[SessionRecord],
    here: Iterable[Player],
    chosen: Mapping[str, str],
) -> list[Match]:
    """Match players of a file; a choice of the table takes precedence over the name.

    Anonymous players are never matched by name.
    """
    sat = Counter(seat.player for session in sessions for seat in session.seats)
    ids = owned(Player, group.id, [player.id for player in players])
    everybody = {str(player.id): player.id for player in group.players}
    matches = []
    for record in players:
        key, (player_id, known) = record.id, ids[record.id]
        choice = player_id if known else _chosen(record, here, everybody, chosen.get(key))
        is_open = not known and not _is_nameless(record)
        matches.append(Match(key, record.source_name or record.name, sat[key], choice, is_open))
    return matches


def clashes(people: Sequence[Match], together: Iterable[Sequence[str]]) -> list[tuple[str, str]]:
    """Pairs of names that are matched with one player but were at one table."""
    names = {match.key: match.name for match in people}
    players = {match.key: match.player for match in people if match.player}
    pairs: dict[tuple[str, str], None] = {}
    for keys in together:
        here: dict[uuid.UUID, str] = {}
        for key in keys:
            other = here.setdefault(players[key], key) if key in players else key
            if other != key:
                pairs[names[other], names[key]] = None
    return list(pairs)


def _chosen(
    record: DraftPlayer, here: Iterable[Player], everybody: Mapping[str, uuid.UUID], choice: str | None
) -> uuid.UUID | str | None:
    if choice is not None:
        return NEW if choice == NEW else everybody.get(choice)
    if _is_nameless(record):
        return NEW
    called = [player.id for player in here if same_name(player.name, record.name)]
    if len(called) > 1:
        return None
    return called[0] if called else NEW


def _is_nameless(record: DraftPlayer) -> bool:
    return record.nameless or bool(record.anonymised_at)
