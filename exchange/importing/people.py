"""Who the people of a file are: known by their id, taken for somebody of the same name, or new."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func

from exchange.document.records import SessionRecord, TournamentRecord
from exchange.importing.draft import DraftPlayer
from models.database import db
from models.group import Group
from models.ids import owned
from models.imported_file import NEW
from models.player import Player, same_name
from models.seat import Seat
from models.table.starting import remembered_players


@dataclass(frozen=True)
class Match:
    """One person of a file and who that is here.

    key: the id in the file. sessions: in how many of the file's. chosen: a player's id, NEW, or None where
    several here have that name and the table has to say. asked: false where the id leaves no question.
    """

    key: str
    name: str
    sessions: int
    chosen: uuid.UUID | str | None
    asked: bool = True

    @property
    def player(self) -> uuid.UUID | None:
        return self.chosen if isinstance(self.chosen, uuid.UUID) else None


def players_here(group: Group) -> dict[Player, int]:
    """Everybody of the group who has a name, most recent first, and in how many sessions they sat here."""
    sat = dict(
        db.session.execute(
            db.select(Seat.player_id, func.count())
            .join(Player, Player.id == Seat.player_id)
            .where(Player.group_id == group.id)
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
    """Who each of these people of a file is; `chosen` by the table goes before the same name.

    Who wants to stay unknown is never known by name.
    """
    sat = Counter(seat.player for session in sessions for seat in session.seats)
    ids = owned(Player, group.id, [player.id for player in players])
    everybody = {str(player.id): player.id for player in group.players}
    found = []
    for record in players:
        key, (own, known) = record.id, ids[record.id]
        who = own if known else _chosen(record, here, everybody, chosen.get(key))
        asked = not known and not _is_nameless(record)
        found.append(Match(key, record.told or record.name, sat[key], who, asked))
    return found


def seated(session: SessionRecord) -> list[str]:
    """Who sat at one table."""
    return [seat.player for seat in session.seats]


def taking_part(evening: TournamentRecord) -> list[str]:
    return [entrant.player for entrant in evening.entrants]


def clashes(people: Sequence[Match], together: Iterable[Sequence[str]]) -> list[tuple[str, str]]:
    """Names of people who were said to be one player but were somewhere together."""
    names = {match.key: match.name for match in people}
    who = {match.key: match.player for match in people if match.player}
    found: dict[tuple[str, str], None] = {}
    for keys in together:
        here: dict[uuid.UUID, str] = {}
        for key in keys:
            other = here.setdefault(who[key], key) if key in who else key
            if other != key:
                found[names[other], names[key]] = None
    return list(found)


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
