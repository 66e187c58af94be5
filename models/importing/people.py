"""Who the people of a file are: known by their id, taken for somebody of the same name, or new."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func

from models.database import db
from models.document.ids import owned
from models.group import Group
from models.player import Player, same_name
from models.seat import Seat
from models.table.starting import remembered_players

NEW = "new"


@dataclass(frozen=True)
class Acquaintance:
    """A player of the group that somebody in a file may be, and in how many sessions it sat here."""

    player: Player
    sessions: int


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


def acquaintances(group: Group) -> list[Acquaintance]:
    """Everybody of the group who has a name, most recent first."""
    sat = dict(
        db.session.execute(
            db.select(Seat.player_id, func.count())
            .join(Player, Player.id == Seat.player_id)
            .where(Player.group_id == group.id)
            .group_by(Seat.player_id)
        ).all()
    )
    return [Acquaintance(player, sat.get(player.id, 0)) for player in remembered_players(group)]


def matches(
    group: Group,
    players: Sequence[Mapping[str, Any]],
    sessions: Iterable[Mapping[str, Any]],
    here: Sequence[Acquaintance],
    chosen: Mapping[str, str],
) -> list[Match]:
    """Who each of these people of a file is; `chosen` by the table goes before the same name.

    Who wants to stay unknown is never known by name.
    """
    sat = Counter(seat["player"] for told in sessions for seat in told["seats"])
    ids = owned(Player, group.id, [told["id"] for told in players])
    everybody = {str(player.id): player.id for player in group.players}
    found = []
    for told in players:
        own, known = ids[told["id"]]
        who = own if known else _chosen(told, here, everybody, chosen.get(told["id"]))
        asked = not known and not _is_nameless(told)
        found.append(Match(told["id"], told.get("told", told["name"]), sat[told["id"]], who, asked))
    return found


def clashes(people: Sequence[Match], sessions: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Names of people who were said to be one player but sat at one table."""
    names = {match.key: match.name for match in people}
    who = {match.key: match.player for match in people if match.player}
    found: dict[tuple[str, str], None] = {}
    for told in sessions:
        sitting: dict[uuid.UUID, str] = {}
        for key in (seat["player"] for seat in told["seats"]):
            other = sitting.setdefault(who[key], key) if key in who else key
            if other != key:
                found[names[other], names[key]] = None
    return list(found)


def _chosen(
    told: Mapping[str, Any],
    here: Sequence[Acquaintance],
    everybody: Mapping[str, uuid.UUID],
    choice: str | None,
) -> uuid.UUID | str | None:
    if choice is not None:
        return NEW if choice == NEW else everybody.get(choice)
    if _is_nameless(told):
        return NEW
    called = [a.player.id for a in here if same_name(a.player.name, told["name"])]
    if len(called) > 1:
        return None
    return called[0] if called else NEW


def _is_nameless(told: Mapping[str, Any]) -> bool:
    return bool(told.get("nameless") or told.get("anonymised_at"))
