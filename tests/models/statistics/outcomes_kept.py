"""Are the kept outcomes those of the rounds, and is the book the one written from scratch?"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from flask import Flask

from models import Session, db
from models.statistics.outcome import CardsLeft, Outcome
from review.outcome import scale_of
from review.running import Book, Finish
from tests.review.plain_replay import came_to
from tests.table import at_work
from variants import VARIANTS

AS_THEY_ARE = (
    *("players", "winners", "won", "rank", "total", "margin", "rounds", "outs", "outs_run", "cards_dealt"),
    *("caught", "cards_left", "behind", "behind_after", "last_midway", "led"),
)
Kept = dict[uuid.UUID, dict[str, Any]]


def assert_kept_right(app: Flask, group_id: uuid.UUID) -> None:
    """All rows of the group’s outcomes, against a replay of its sessions in the order they were played."""
    with at_work(app):
        sessions = _in_order(group_id)
        kept, true = _kept(group_id), _true(sessions)
        assert kept.keys() == true.keys(), "who has an outcome"
        for seat_id, figures in true.items():
            different = {k: (kept[seat_id][k], v) for k, v in figures.items() if kept[seat_id][k] != v}
            assert different == {}, "kept and true"


def book_of(app: Flask, group_id: uuid.UUID) -> dict[tuple[Any, Any], tuple[Any, ...]]:
    """The book's pages by session and player."""
    with at_work(app):
        columns = ("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")
        rows = db.session.execute(db.select(Outcome.__table__).where(Outcome.group_id == group_id)).mappings()
        return {
            (row["session_id"], row["player_id"]): tuple(row[column] for column in columns) for row in rows
        }


def _in_order(group_id: uuid.UUID) -> list[Session]:
    found = db.session.scalars(db.select(Session).where(Session.group_id == group_id))
    return sorted(found, key=lambda session: (session.started_at, session.id))


def _true(sessions: list[Session]) -> Kept:
    book, true = Book(), {}
    for session in sessions:
        if not session.is_finished:
            continue
        rules = session.scoring_rules
        facts = (rules, session.seat_facts(), session.round_facts())
        told: Mapping[Any, Any] = came_to(*facts, summed=session.summed)
        players = {seat.id: seat.player_id for seat in session.seats}
        pages = _pages(book, session, told, players)
        for seat_id, figures in told.items():
            true[seat_id] = {
                **_about(session, players[seat_id]),
                **_figures(figures, counts_points=not rules.counts_wins),
                **pages.get(players[seat_id], dict.fromkeys(_BOOK)),
                "eights": _eights(session.variant, figures),
            }
    return true


_BOOK = ("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")


def _pages(book: Book, session: Session, told: Mapping[Any, Any], players: Mapping[Any, Any]) -> Any:
    sides: dict[tuple[Any, ...], int] = {}
    for figures in told.values():
        if figures["rank"] is not None:
            mates = tuple(sorted(players[seat_id] for seat_id in figures["mates"]))
            sides[mates] = figures["rank"]
    if not sides:
        return {}
    written = book.write(session.variant, [Finish(mates, sides[mates]) for mates in sorted(sides)])
    return {
        player: dict(
            zip(
                _BOOK,
                (
                    *(page.nth, page.wins, page.streak, page.rating.mu, page.rating.sigma),
                    *(page.own_rating.mu, page.own_rating.sigma),
                ),
                strict=True,
            )
        )
        for player, page in written.items()
    }


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


def _figures(figures: Mapping[str, Any], *, counts_points: bool) -> dict[str, Any]:
    told = {key: figures[key] for key in AS_THEY_ARE}
    told["points"] = figures["points"] if counts_points else None
    for cost in ("dearest", "cheapest"):
        told[cost], told[f"{cost}_round"] = figures[cost] or (None, None)
    for part in ("dealer", "leader"):
        rounds, points, outs = figures[part]
        told[f"{part}_rounds"], told[f"{part}_outs"] = rounds, outs
        told[f"{part}_points"] = points if counts_points else None
    told["left"] = {
        key: (cards, points if counts_points else None) for key, (cards, points) in figures["left"].items()
    }
    return told


def _eights(variant: str, figures: Mapping[str, Any]) -> int | None:
    usual = VARIANTS[variant].frozen["classes"]
    keys = [card_class["key"] for card_class in usual if list(card_class["ranks"]) == ["8"]]
    return sum(figures["left"].get(key, (0, 0))[0] for key in keys) if keys else None


def _kept(group_id: uuid.UUID) -> Kept:
    rows = db.session.execute(db.select(Outcome.__table__).where(Outcome.group_id == group_id)).mappings()
    kept: Kept = {row["seat_id"]: {**row, "left": {}} for row in rows}
    for cards in db.session.execute(db.select(CardsLeft.__table__)):
        if cards.seat_id in kept:
            kept[cards.seat_id]["left"][cards.card_class] = (cards.cards, cards.points)
    return kept
