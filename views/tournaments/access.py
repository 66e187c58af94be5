"""The version of a tournament, which covers all its tables, and the permissions of this phone."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import g

from game.tournament.draw import Person
from game.tournament.state import TournamentState
from models import Entrant, Group, Player, Session, Tournament, TournamentTable, db
from models.tournament.reading import AtTable, at_tables, tournament_state_from
from views.web.access import Membership, may_umpire, not_in_group, reader, tournament_of
from views.web.language import current_language
from views.web.phone import own_player_ids

MAX_REQUESTS_SHOWN = 20


@dataclass(frozen=True)
class TournamentAccess:
    """version: changes with the tournament or any of its tables. is_umpire: whether this phone is."""

    member: Membership
    tournament_id: uuid.UUID
    version: str
    is_umpire: bool

    @property
    def group(self) -> Group:
        return self.member.group

    @property
    def tag(self) -> str:
        """An ETag that changes whenever anything on the tournament's pages may have changed."""
        role = "umpire" if self.is_umpire else self.member.role.value
        players = "".join(player_id.hex[-4:] for player_id in own_player_ids(self.group.id))
        return f"{self.version}-{role}-{current_language()}-{players}"


def tournament_access(group_id: uuid.UUID, tournament_id: uuid.UUID) -> TournamentAccess:
    """Check that this phone may read the tournament; three queries.

    Raises 404 for a stranger and for an unknown tournament alike, 410 for a deleted one.
    """
    member = reader(group_id)
    tables = db.select(db.func.sum(Session.version)).join(
        TournamentTable, TournamentTable.session_id == Session.id
    )
    versions = db.select(
        Tournament.version,
        tables.where(TournamentTable.tournament_id == tournament_id).scalar_subquery().label("tables"),
    )
    row = db.session.execute(
        versions.where(Tournament.id == tournament_id, Tournament.visible_in(group_id))
    ).one_or_none()
    if row is None:
        raise not_in_group(Tournament, group_id, tournament_id)
    version = f"{row.version}.{row.tables or 0}"
    return TournamentAccess(member, tournament_id, version, may_umpire(group_id, tournament_id))


class CurrentTournament:
    """A tournament and its computed state."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        g.tournament = tournament

    @classmethod
    def of(cls, group_id: uuid.UUID, tournament_id: uuid.UUID) -> CurrentTournament:
        return cls(tournament_of(group_id, tournament_id))

    @cached_property
    def tables(self) -> list[AtTable]:
        return at_tables(self.tournament)

    @cached_property
    def tournament_state(self) -> TournamentState:
        return tournament_state_from(self.tournament, self.tables)

    @cached_property
    def people(self) -> dict[Any, Any]:
        """Players by id."""
        return {entrant.player_id: entrant.player for entrant in self.tournament.playing}

    @cached_property
    def left(self) -> list[tuple[Entrant, AtTable]]:
        """Entrants who have left a table, with that table: the umpire decides whether they play on."""
        left = self.tournament_state.awaiting_decision
        return [
            (entrant, self._table_of(entrant.player_id, left[entrant.player_id]))
            for entrant in self.tournament.playing
            if entrant.player_id in left
        ]

    @cached_property
    def requests(self) -> list[list[Entrant]]:
        """The oldest MAX_REQUESTS_SHOWN open requests, those of one phone together."""
        by_phone: dict[uuid.UUID, list[Entrant]] = {}
        for entrant in self.tournament.asking[:MAX_REQUESTS_SHOWN]:
            by_phone.setdefault(entrant.requested_by or entrant.id, []).append(entrant)
        return list(by_phone.values())

    @cached_property
    def guests(self) -> list[tuple[Player, AtTable]]:
        """Players at a table who are no entrants, with that table: the umpire may admit them."""
        stages = self.tournament_state.guests
        if not stages:
            return []
        players = db.session.scalars(db.select(Player).where(Player.id.in_(stages)).order_by(Player.id))
        return [(player, self._table_of(player.id, stages[player.id])) for player in players]

    @cached_property
    def free_seats(self) -> list[tuple[Player, AtTable]]:
        """Players who went home before their table of the play-off began, while nobody has their seat."""
        stood_down = self.tournament_state.stood_down
        tables = [at for at in self.tables if at.table.stage == self.tournament.playoff and not at.rounds]
        return [
            (self.people[player], at)
            for at in tables
            for player in at.seats
            if player in stood_down and not at.is_over and player not in at.took_over.values()
        ]

    def _table_of(self, player: Person, stage: int) -> AtTable:
        return next(at for at in self.tables if at.table.stage == stage and player in at.seats)

    @property
    def ids(self) -> dict[str, Any]:
        return {"group_id": self.tournament.group_id, "tournament_id": self.tournament.id}
