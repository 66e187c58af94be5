"""Checks of the stored outcomes, the figures derived from them and the cached ones against a plain replay."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import Flask
from sqlalchemy import inspect

from game.analysis.outcome import scale_of
from game.analysis.rating import RunningRatings, SideFinish
from game.variants import VARIANTS
from models import Seat, Session, db
from models.database import reading
from models.statistics.outcome import STAYED, Outcome
from models.statistics.ratings import ratings_after
from models.statistics.selection import Selection
from models.statistics.tally import tallies_of
from models.statistics.timeline import numbered
from tests.figures import assert_same_figures
from tests.game.analysis.plain_replay import FILE, as_outcome_fields, expected_outcomes
from tests.table import at_work

Outcomes = dict[str, dict[str, Any]]  # by player and seat
NOT_REPLAYED = {"seat_id", "side"}


def assert_outcomes_match(app: Flask, group_id: uuid.UUID) -> None:
    """Compare all outcomes of the group with a replay of its sessions in the order they were played."""
    __tracebackhide__ = True
    with at_work(app):
        sessions = _in_order(group_id)
        assert_same_figures(_stored(group_id), _expected(sessions), replay=FILE)
    with app.app_context(), reading():
        everything = Selection(group_id)
        assert tallies_of(everything) == tallies_of.__wrapped__(everything)


def running_of(app: Flask, group_id: uuid.UUID) -> dict[tuple[Any, Any], tuple[Any, ...]]:
    """The derived running figures by session and player."""
    with at_work(app):
        return {key: tuple(figures.values()) for key, figures in _running(group_id).items()}


def _running(group_id: uuid.UUID) -> dict[tuple[Any, Any], dict[str, Any]]:
    """By session and player: numbers of sessions, and the ratings over all variants and the own one."""
    run = numbered(Outcome.group_id == group_id)
    rows = db.session.execute(
        db.select(Outcome.session_id, Outcome.player_id, run.c.nth, run.c.wins, run.c.streak).join(
            run, run.c.seat_id == Outcome.seat_id
        )
    )
    found = {(row[0], row[1]): dict(zip(_NUMBERS, row[2:], strict=True)) for row in rows}
    variants = db.session.scalars(
        db.select(Outcome.variant).where(Outcome.group_id == group_id, STAYED).distinct()
    )
    for variant in (None, *variants):
        for player, line in ratings_after(group_id, variant).lines.items():
            for played in line:
                of_scope = f"rating in {variant and 'its variant'}"
                found[played.session, player][of_scope] = played.rating.mu, played.rating.sigma
    return found


def _in_order(group_id: uuid.UUID) -> list[Session]:
    found = db.session.scalars(db.select(Session).where(Session.visible_in(group_id)))
    return sorted(found, key=lambda session: (session.started_at, session.id))


def _expected(sessions: list[Session]) -> Outcomes:
    running, expected = PlainRunning(), {}
    for session in sessions:
        if not session.is_finished:
            continue
        rules = session.rules
        facts = (rules, session.scored.seats, session.rounds)
        outcomes: Mapping[Any, Any] = expected_outcomes(*facts, totals_only=session.totals_only)
        players = {seat.id: seat.player_id for seat in session.seats}
        after = _added(running, session, outcomes, players)
        for seat_id, figures in outcomes.items():
            expected[_seat(seat_id)] = {
                **_about(session, players[seat_id]),
                **as_outcome_fields(figures, rules),
                **after.get(players[seat_id], {}),
                "eights": _eights(session.variant, figures),
            }
    return expected


_NUMBERS = ("nth", "wins", "streak")


class PlainRunning:
    """What is added up from session to session."""

    def __init__(self) -> None:
        self.ratings: dict[str | None, RunningRatings] = defaultdict(RunningRatings)
        self.won: dict[Any, list[bool]] = defaultdict(list)

    def add(self, variant: str, session: Any, at: datetime, sides: Sequence[SideFinish]) -> dict[Any, Any]:
        """The figures of every player after a session."""
        for scope in (None, variant):
            self.ratings[scope].add(session, at, sides)
        return {player: self._after(player, variant, side) for side in sides for player in side.players}

    def _after(self, player: Any, variant: str, side: SideFinish) -> dict[str, Any]:
        won = self.won[player]
        won.append(side.rank == 1)
        streak = next((back for back, own in enumerate(reversed(won)) if not own), len(won))
        last = [self.ratings[scope].lines[player][-1].rating for scope in (None, variant)]
        return {
            **dict(zip(_NUMBERS, (len(won), sum(won), streak), strict=True)),
            "rating in None": (last[0].mu, last[0].sigma),
            "rating in its variant": (last[1].mu, last[1].sigma),
        }


def _added(
    running: PlainRunning, session: Session, outcomes: Mapping[Any, Any], players: Mapping[Any, Any]
) -> dict[Any, dict[str, Any]]:
    """The running figures of every player after a session."""
    sides: dict[tuple[Any, ...], int] = {}
    for figures in outcomes.values():
        if figures["rank"] is not None:
            mates = tuple(sorted(players[seat_id] for seat_id in figures["mates"]))
            sides[mates] = figures["rank"]
    if not sides:
        return {}
    finishes = [SideFinish(mates, sides[mates]) for mates in sorted(sides)]
    return running.add(session.variant, session.id, session.started_at, finishes)


def _about(session: Session, player_id: uuid.UUID) -> dict[str, Any]:
    return {
        "player_id": player_id,
        "session_id": session.id,
        "night_id": session.night_id,
        "group_id": session.group_id,
        "variant": session.variant,
        "scale": scale_of(session.rules),
        "started_at": session.started_at,
        "day": session.night.date,
    }


def _eights(variant: str, figures: Mapping[str, Any]) -> int | None:
    keys = [card_class.key for card_class in VARIANTS[variant].classes if card_class.ranks == ("8",)]
    return sum(figures["cards_by_class"].get(key, (0, 0))[0] for key in keys) if keys else None


def _stored(group_id: uuid.UUID) -> Outcomes:
    rows = db.session.scalars(db.select(Outcome).where(Outcome.group_id == group_id))
    names = {attribute.key for attribute in inspect(Outcome).column_attrs} - NOT_REPLAYED
    running = _running(group_id)
    stored: dict[uuid.UUID, dict[str, Any]] = {
        row.seat_id: {
            **{name: getattr(row, name) for name in names},
            **running.get((row.session_id, row.player_id), {}),
            "cards_by_class": {key: tuple(of_class) for key, of_class in row.cards_by_class.items()},
        }
        for row in rows
    }
    return {_seat(seat_id): figures for seat_id, figures in stored.items()}


def _seat(seat_id: uuid.UUID) -> str:
    seat = db.session.get(Seat, seat_id)
    return f"{seat.player.name} (seat {seat_id})" if seat else f"seat {seat_id}"
