"""Keep the outcomes of finished sessions consistent with their rounds.

A round of a running session costs nothing here; a session that ends writes one row per seat.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import joinedload, selectinload

from game.analysis.figures import cards_left_are_bad
from game.analysis.outcome import SeatOutcome, scale_of, seat_outcomes
from game.variants.eights import class_of_eights
from models.database import db
from models.night import Night
from models.session import Seat, Session
from models.statistics.outcome import CardsLeft, Outcome
from models.statistics.running import RUNNING, rewrite_running
from models.statistics.version import EDITION, StatisticsVersion, lock_statistics

Fields = dict[str, Any]


def update_outcomes(session: Session, *, was_finished: bool) -> None:
    """Update outcomes and running figures after Session.finalize."""
    if not (was_finished or session.is_finished):
        return
    night = db.select(Night.id).where(Night.id == session.night_id)
    # outcomes refer to it; locked before the statistics
    db.session.execute(night.with_for_update(read=True, key_share=True))
    lock_statistics(session.group_id)
    known = {row.player_id: row._asdict() for row in _written(session.id)}
    rows, cards = outcome_rows(session) if session.is_finished else ([], [])
    outdated = db.delete(Outcome).where(Outcome.session_id == session.id)  # cascades to CardsLeft
    db.session.execute(outdated.execution_options(synchronize_session=False))
    same_finish = _finish(known.values()) == _finish(rows)
    for row in rows:
        row.update({c: known[row["player_id"]][c] if same_finish else None for c in RUNNING})
    _insert(rows, cards)
    if not same_finish:
        rewrite_running(session.group_id, since=(session.started_at, session.id))


def save_outcomes(group_id: uuid.UUID, session_ids: Sequence[uuid.UUID]) -> None:
    """Insert outcomes of finished sessions that have none, as many as memory holds, and update the running
    figures.
    """
    ended = db.session.scalars(
        db.select(Session)
        .where(Session.id.in_(session_ids))
        .options(
            joinedload(Session.night),
            joinedload(Session.stored_sheet),
            selectinload(Session.seats),
        )
    ).all()
    insert_outcomes(ended)  # before the lock is held
    lock_statistics(group_id)
    rewrite_running(group_id, since=min((session.started_at, session.id) for session in ended))


def insert_outcomes(ended: Iterable[Session]) -> None:
    """Insert outcomes of sessions that have none; the caller writes the running figures."""
    rows: list[Fields] = []
    cards: list[Fields] = []
    for session in ended:
        own_rows, own_cards = outcome_rows(session)
        rows += own_rows
        cards += own_cards
    _insert(rows, cards)


def reassign_outcomes(group_id: uuid.UUID) -> None:
    """Update Outcome.player_id from the seats, then rewrite all running figures."""
    lock_statistics(group_id)
    db.session.flush()
    owner = db.select(Seat.player_id).where(Seat.id == Outcome.seat_id).scalar_subquery()
    db.session.execute(
        db.update(Outcome)
        .where(Outcome.group_id == group_id, Outcome.player_id != owner)
        .values(player_id=owner)
        .execution_options(synchronize_session=False)
    )
    rewrite_all(group_id)


def rewrite_all(group_id: uuid.UUID) -> None:
    """Rewrite all running figures from the outcomes."""
    lock_statistics(group_id)
    rewrite_running(group_id)
    db.session.execute(
        db.update(StatisticsVersion).where(StatisticsVersion.group_id == group_id).values(edition=EDITION)
    )


def outcome_rows(session: Session) -> tuple[list[Fields], list[Fields]]:
    """The rows of `outcomes` and `cards_left` for a finished session, without the running figures."""
    rules, sheet = session.scoring_rules, session.sheet
    outcomes = seat_outcomes(rules, session.scored.seats, sheet.rounds, totals_only=sheet.totals_only)
    players = {seat.id: seat.player_id for seat in session.seats}
    eights = class_of_eights(session.variant, rules) if cards_left_are_bad(rules) else None
    about: Fields = {
        "group_id": session.group_id,
        "night_id": session.night_id,
        "session_id": session.id,
        "variant": session.variant,
        "scale": scale_of(rules),
        "started_at": session.started_at,
        "day": session.night.date,
    }
    rows = [
        {
            **about,
            "player_id": players[own.seat_id],
            **own.columns,
            "eights": _eights(own, eights),
        }
        for own in outcomes
    ]
    cards = [
        {"seat_id": own.seat_id, "card_class": key, "cards": count, "points": points}
        for own in outcomes
        for key, (count, points) in own.cards_by_class.items()
    ]
    return rows, cards


def _eights(seat_outcome: SeatOutcome, card_class: str | None) -> int | None:
    """Eights in the counted hands of a session; None if it does not distinguish them."""
    if card_class is None:
        return None
    cards, _points = seat_outcome.cards_by_class.get(card_class, (0, 0))
    return cards


def _insert(rows: list[Fields], cards: list[Fields]) -> None:
    db.session.flush()
    for model, fields in ((Outcome, rows), (CardsLeft, cards)):
        if fields:
            db.session.execute(db.insert(model), fields)


def _written(session_id: uuid.UUID) -> Sequence[Row[Any]]:
    columns = [getattr(Outcome, column) for column in ("player_id", "side", "rank", "players", *RUNNING)]
    return db.session.execute(db.select(*columns).where(Outcome.session_id == session_id)).all()


def _finish(rows: Iterable[Mapping[str, Any]]) -> set[tuple[int | None, int, frozenset[uuid.UUID]]]:
    """All that running figures read of a session: which players finished together, at which rank, of how
    many.

    The number is included because the outcome of a removed seat is deleted.
    """
    sides: dict[tuple[int, int | None, int], set[uuid.UUID]] = {}
    for row in rows:
        sides.setdefault((row["side"], row["rank"], row["players"]), set()).add(row["player_id"])
    return {(rank, count, frozenset(players)) for (_side, rank, count), players in sides.items()}


def move_outcomes(hidden_id: uuid.UUID, group_id: uuid.UUID) -> None:
    """Move all outcomes of a staging group to the group, each row once: it is in five indexes.

    Night and player are read from their sessions and seats, which have been moved already.
    """
    night = db.select(Session.night_id).where(Session.id == Outcome.session_id).scalar_subquery()
    player = db.select(Seat.player_id).where(Seat.id == Outcome.seat_id).scalar_subquery()
    _update_outcomes(Outcome.group_id == hidden_id, group_id=group_id, night_id=night, player_id=player)


def hide_outcomes(
    session_ids: Sequence[uuid.UUID], hidden_id: uuid.UUID, *, player_id: uuid.UUID, night_id: uuid.UUID
) -> None:
    """Move the outcomes of these sessions to a staging group, to be deleted there."""
    of_sessions = Outcome.session_id.in_(session_ids)
    _update_outcomes(of_sessions, group_id=hidden_id, player_id=player_id, night_id=night_id)


def _update_outcomes(which: Any, **values: Any) -> None:
    update = db.update(Outcome).where(which).values(**values)
    db.session.execute(update.execution_options(synchronize_session=False))
