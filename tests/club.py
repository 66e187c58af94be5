"""A tournament in the terms of the game: entrants, draws, scores, results.

    club = opened(app, "Anna Bo Cara Dilan", cut=2)
    club.draws()
    club.scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    assert club.places() == [("Anna", 10, 1), …]

Each call is a transaction of its own, like a request.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask

from game.tournament.facts import Plan
from game.tournament.state import TournamentState
from game.variants.custom.definition import GameDefinition
from models import Change, ChangeStamp, Group, Link, Role, Session, Tournament, db
from models.custom_games import create_game, variant_of_game
from models.database import new_id
from models.table.starting import create_group
from models.tournament import deciding, drawing, entering
from models.tournament.reading import tournament_state_of
from models.tournament.undo import undo_tournament_change
from models.tournament.variants import tournament_games
from tests.table import Clock, Table, at_work


class Club:
    """A tournament, in the terms of an umpire."""

    def __init__(self, app: Flask, group_id: uuid.UUID, tournament_id: uuid.UUID, clock: Clock) -> None:
        self.app, self.group_id, self.id, self.clock = app, group_id, tournament_id, clock

    @property
    def group_path(self) -> str:
        return f"/groups/{self.group_id}"

    @property
    def path(self) -> str:
        return f"{self.group_path}/tournaments/{self.id}"

    @contextmanager
    def open(self) -> Iterator[Tournament]:
        """The tournament, locked; changes are committed at the end."""
        with at_work(self.app):
            yield self._tournament()
            db.session.commit()

    @contextmanager
    def seen(self) -> Iterator[tuple[Tournament, TournamentState]]:
        with at_work(self.app):
            tournament = self._tournament()
            yield tournament, tournament_state_of(tournament)

    def _tournament(self) -> Tournament:
        tournament = Tournament.of(self.group_id, self.id, lock=True)
        assert tournament is not None
        return tournament

    def change_stamp(self) -> ChangeStamp:
        return ChangeStamp(new_id(), "Umpire’s laptop", self.clock.now())

    def link(self, role: str, **about: Any) -> str:
        """The address of a new link."""
        with at_work(self.app):
            _link, secret = Link.make(self._group(), Role(role), self.clock.now(), **about)
            db.session.commit()
        return f"/join/{secret}"

    # Actions of the umpire

    def enters(self, names: str, **about: Any) -> Club:
        with self.open() as tournament:
            entering.enter(tournament, self._group(), names.split(), self.change_stamp(), **about)
        return self

    def draws(self, seed: int = 1, *tables: str) -> Club:
        """By the seed, or by hand as in `tables`."""
        with self.open() as tournament:
            state = tournament_state_of(tournament)
            stage = drawing.stage_due(tournament, state) or 0
            own = {entrant.player.name: entrant.player.id for entrant in tournament.playing}
            seated: Sequence[Any] = [[own[name] for name in table.split()] for table in tables]
            drawn = seated or drawing.proposed(tournament, state, seed)
            how = {"stage": stage, "seed": seed, "method": "by_hand" if tables else "balanced"}
            drawing.seat(tournament, state, drawn, self.change_stamp(), **how)
        return self

    def scores(self, **totals: int) -> Club:
        """Each table of the last stage plays all its rounds, and each player gets this total."""
        for table in self.tables():
            names = table.who_plays(len(table.numbers()) + 1)
            first = ", ".join(f"{name} ={totals[name]}" for name in names)
            others = ", ".join(f"{name} =0" for name in names)
            table.plays(f"nobody out, {first}")
            while not table.is_finished():
                table.plays(f"nobody out, {others}")
        return self

    def withdraws(self, name: str, *, after: int, at: Table | None = None) -> Club:
        with self.open() as tournament:
            entrant = next(e for e in tournament.playing if e.player.name == name)
            session = Session.of(self.group_id, at.session_id, lock=True) if at else None
            entering.withdraw(entrant, tournament, self.change_stamp(), after=after, at=session)
        return self

    def plays_on(self, name: str) -> Club:
        """After leaving a table or the tournament."""
        with self.open() as tournament:
            entrant = next(e for e in tournament.playing if e.player.name == name)
            deciding.play_on(tournament, tournament_state_of(tournament), entrant, self.change_stamp())
        return self

    def chooses(self, names: str, note: str = "") -> Club:
        with self.open() as tournament:
            deciding.choose(
                tournament,
                tournament_state_of(tournament),
                ids_in(tournament, names),
                self.change_stamp(),
                note,
            )
        return self

    def settles(self, names: str, note: str = "") -> Club:
        with self.open() as tournament:
            deciding.break_tie(
                tournament,
                tournament_state_of(tournament),
                ids_in(tournament, names),
                self.change_stamp(),
                note,
            )
        return self

    def admits(self, name: str) -> Club:
        """The request under that name."""
        with self.open() as tournament:
            entrant = next(e for e in tournament.asking if e.requested_name == name)
            entering.admit(tournament, self._group(), entrant, self.change_stamp())
        return self

    def gets_request(self, name: str) -> Club:
        with self.open() as tournament:
            entering.request_entry(tournament, name, new_id())
        return self

    def takes_back(self, kind: str) -> Club:
        """The last change of that kind."""
        with self.open() as tournament:
            own = db.select(Change).where(Change.tournament_id == self.id, Change.kind == kind)
            change = db.session.scalars(own.order_by(*Change.newest_first())).first()
            assert change is not None
            undo_tournament_change(tournament, change, self.change_stamp())
        return self

    # Results

    def tables(self, stage: int | None = None) -> list[Table]:
        """Those of the last stage, or of `stage`."""
        with self.seen() as (tournament, _state):
            last = stage or max(table.stage for table in tournament.tables)
            found = [table.session_id for table in tournament.tables_of(last)]
        return [Table(self.app, self.group_id, session_id, self.clock) for session_id in found]

    def table_ids(self) -> list[uuid.UUID]:
        """Of all tables, by round and number."""
        with self.seen() as (tournament, _state):
            return [table.id for table in tournament.tables]

    def places(self) -> list[tuple[str, int, int | None]]:
        """Standings over all rounds."""
        with self.seen() as (tournament, state):
            own = names_in(tournament)
            return [(own[place.player], place.total, place.rank) for place in state.combined]

    def final(self) -> list[tuple[str, int, int | None]]:
        with self.seen() as (tournament, state):
            own = names_in(tournament)
            return [(own[place.player], place.total, place.rank) for place in state.final]

    def winners(self) -> list[str]:
        with self.seen() as (tournament, state):
            own = names_in(tournament)
            return [own[player] for player in state.winners]

    def qualifying(self) -> tuple[set[str], set[str]]:
        """Players who would qualify for the play-off now, and those who might."""
        with self.seen() as (tournament, state):
            own = names_in(tournament)
            would, might = (
                {own[player] for player in some} for some in (state.would_qualify, state.might_qualify)
            )
            return would, might

    def has_left(self) -> list[str]:
        """Players about whom the umpire must decide."""
        with self.seen() as (tournament, state):
            own = names_in(tournament)
            return [own[player] for player in state.awaiting_decision]

    def due(self) -> list[str]:
        """The players of the next draw."""
        with self.seen() as (tournament, state):
            own = names_in(tournament)
            return [own[player] for player in state.next_players]

    def phase(self) -> str:
        with self.seen() as (_tournament, state):
            return state.phase.value

    def kinds(self) -> list[str]:
        """The kinds of change, oldest first."""
        with at_work(self.app):
            own = db.select(Change.kind).where(Change.tournament_id == self.id)
            return list(db.session.scalars(own.order_by(Change.number)))

    def people(self) -> list[str]:
        """All players of the group."""
        with at_work(self.app):
            return sorted(player.name for player in self._group().players)

    def entrant_id(self, name: str) -> uuid.UUID:
        with self.seen() as (tournament, _state):
            return next(e.id for e in tournament.playing if e.player.name == name)

    def ids(self, names: str) -> list[uuid.UUID]:
        with at_work(self.app):
            own = {player.name: player.id for player in self._group().players}
        return [own[name] for name in names.split()]

    def _group(self) -> Group:
        return db.session.get_one(Group, self.group_id)


def ids_in(tournament: Tournament, names: str) -> list[uuid.UUID]:
    own = {name: player_id for player_id, name in names_in(tournament).items()}
    return [own[name] for name in names.split()]


def names_in(tournament: Tournament) -> dict[Any, str]:
    return {entrant.player_id: entrant.player.name for entrant in tournament.playing}


def opened(
    app: Flask,
    names: str = "",
    *,
    variant: str | GameDefinition = "swedish_pursuit",
    options: Mapping[str, Any] | None = None,
    group_id: uuid.UUID | None = None,
    at: datetime | None = None,
    **plan: Any,
) -> Club:
    """A tournament of these players, in a new group or in that with `group_id`.

    variant: a key, or the definition of a custom game, which is added to the group.
    """
    clock = Clock(at or datetime.now(UTC) - timedelta(hours=5))
    with at_work(app):
        moment = clock.now()
        group = db.session.get(Group, group_id) if group_id else None
        if group is None:
            group, _link = create_group("Thursday club", new_id(), moment)
        stamp = ChangeStamp(new_id(), "Umpire’s laptop", moment)
        if isinstance(variant, GameDefinition):
            made = variant_of_game(create_game(group, new_id(), variant, stamp))
            (game,) = tournament_games([made]).values()
            variant, options = made.key, game.options
        invitation = entering.Invitation("The cup", variant, options or {}, Plan(**plan))
        tournament = entering.open_tournament(group, invitation, new_id(), stamp, today=moment.date())
        db.session.commit()
        club = Club(app, group.id, tournament.id, clock)
    return club.enters(names) if names else club
