"""Checks of the stored outcomes, the running figures and the cached figures against a plain replay."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from flask import Flask
from sqlalchemy import inspect

from game.analysis.outcome import scale_of
from game.analysis.running import RunningRatings, SideFinish
from game.variants import VARIANTS
from models import Seat, Session, db
from models.database import reading
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.selection import Selection
from models.statistics.tally import tallies_of
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
    """The running figures by session and player."""
    with at_work(app):
        rows = db.session.execute(db.select(Outcome.__table__).where(Outcome.group_id == group_id)).mappings()
        return {
            (row["session_id"], row["player_id"]): tuple(row[column] for column in _RUNNING) for row in rows
        }


def _in_order(group_id: uuid.UUID) -> list[Session]:
    found = db.session.scalars(db.select(Session).where(Session.group_id == group_id))
    return sorted(found, key=lambda session: (session.started_at, session.id))


def _expected(sessions: list[Session]) -> Outcomes:
    running, expected = RunningRatings(), {}
    for session in sessions:
        if not session.is_finished:
            continue
        rules = session.scoring_rules
        facts = (rules, session.scored.seats, session.rounds)
        outcomes: Mapping[Any, Any] = expected_outcomes(*facts, totals_only=session.totals_only)
        players = {seat.id: seat.player_id for seat in session.seats}
        after = _added(running, session, outcomes, players)
        for seat_id, figures in outcomes.items():
            expected[_seat(seat_id)] = {
                **_about(session, players[seat_id]),
                **as_outcome_fields(figures, rules),
                **after.get(players[seat_id], dict.fromkeys(_RUNNING)),
                "eights": _eights(session.variant, figures),
            }
    return expected


_RUNNING = ("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")


def _added(
    running: RunningRatings, session: Session, outcomes: Mapping[Any, Any], players: Mapping[Any, Any]
) -> dict[Any, dict[str, Any]]:
    """The running figures of every player after a session."""
    sides: dict[tuple[Any, ...], int] = {}
    for figures in outcomes.values():
        if figures["rank"] is not None:
            mates = tuple(sorted(players[seat_id] for seat_id in figures["mates"]))
            sides[mates] = figures["rank"]
    if not sides:
        return {}
    after = running.add(
        session.variant, session.started_at, [SideFinish(mates, sides[mates]) for mates in sorted(sides)]
    )
    return {player: {name: getattr(own, name) for name in _RUNNING} for player, own in after.items()}


def _about(session: Session, player_id: uuid.UUID) -> dict[str, Any]:
    return {
        "player_id": player_id,
        "session_id": session.id,
        "night_id": session.night_id,
        "group_id": session.group_id,
        "variant": session.variant,
        "scale": scale_of(session.scoring_rules),
        "started_at": session.started_at,
        "day": session.night.date,
    }


def _eights(variant: str, figures: Mapping[str, Any]) -> int | None:
    usual = VARIANTS[variant].frozen["classes"]
    keys = [card_class["key"] for card_class in usual if list(card_class["ranks"]) == ["8"]]
    return sum(figures["cards_by_class"].get(key, (0, 0))[0] for key in keys) if keys else None


def _stored(group_id: uuid.UUID) -> Outcomes:
    rows = db.session.scalars(db.select(Outcome).where(Outcome.group_id == group_id))
    names = {attribute.key for attribute in inspect(Outcome).column_attrs} - NOT_REPLAYED
    stored: dict[uuid.UUID, dict[str, Any]] = {
        row.seat_id: {**{name: getattr(row, name) for name in names}, "cards_by_class": {}} for row in rows
    }
    for cards in db.session.execute(db.select(CardsLeft.__table__)):
        if cards.seat_id in stored:
            stored[cards.seat_id]["cards_by_class"][cards.card_class] = (cards.cards, cards.points)
    return {_seat(seat_id): figures for seat_id, figures in stored.items()}


def _seat(seat_id: uuid.UUID) -> str:
    seat = db.session.get(Seat, seat_id)
    return f"{seat.player.name} (seat {seat_id})" if seat else f"seat {seat_id}"
