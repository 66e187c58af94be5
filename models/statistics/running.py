"""The book of a group: what the order of its sessions tells, kept beside each outcome (review/running.py).

A session that ends as the last one writes its own pages. One whose ranks change later, or that goes, makes
those of every session that was started after it be written anew: 0.4 ms for each on SQLite, twice that on
PostgreSQL, so that a correction of the oldest of 3,000 takes a second or two.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, bindparam, not_, or_
from sqlalchemy.dialects import postgresql, sqlite

from models.database import db, new_id
from models.player import Player
from models.statistics.outcome import Outcome
from models.statistics.version import Edition
from review.running import Book, Finish, Page, Rating

Place = tuple[datetime, uuid.UUID]
Fields = dict[str, Any]
INSERTS: Mapping[str, Any] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
PAGE = ("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")


def rewrite_book(group_id: uuid.UUID, *, since: Place | None = None) -> None:
    """Write the book's pages from one place in the history on; all of it where no place is given."""
    rows = _in_order(group_id, since)
    book = _book_before(group_id, since, rows) if since else Book()
    pages: list[Fields] = []
    for _place, sitting in groupby(rows, key=lambda row: (row.started_at, row.session_id)):
        stayed = [row for row in sitting if row.rank is not None]
        if not stayed:
            continue
        written = book.write(stayed[0].variant, _finishes(stayed))
        pages += [{"id": row.seat_id, **_page_fields(written[row.player_id])} for row in stayed]
    if pages:
        table = db.metadata.tables[Outcome.__tablename__]
        fields: Fields = {column: bindparam(f"page_{column}") for column in PAGE}
        db.session.execute(table.update().where(table.c.seat_id == bindparam("id")).values(fields), pages)


def open_book(group_id: uuid.UUID) -> None:
    """For a new edition of the group's figures: whatever changes an outcome comes here in its transaction.

    One writer at a time; after every lock of sessions and nights, so that nobody waits in a circle.
    """
    mark = new_id()
    insert = INSERTS[db.engine.dialect.name](Edition).values(group_id=group_id, mark=mark)
    db.session.execute(insert.on_conflict_do_update(index_elements=[Edition.group_id], set_={"mark": mark}))


def edition_of(group_id: uuid.UUID) -> uuid.UUID | None:
    """Another one whenever an outcome of the group is another; None before there were any."""
    return db.session.scalar(db.select(Edition.mark).where(Edition.group_id == group_id))


def _in_order(group_id: uuid.UUID, since: Place | None) -> Sequence[Row[Any]]:
    query = (
        db.select(
            Outcome.seat_id,
            Outcome.session_id,
            Outcome.player_id,
            Outcome.started_at,
            Outcome.variant,
            Outcome.side,
            Outcome.rank,
        )
        .where(Outcome.group_id == group_id)
        .order_by(Outcome.started_at, Outcome.session_id, Outcome.player_id)
    )
    return db.session.execute(query.where(not_(_before(since))) if since else query).all()


def _before(place: Place) -> ColumnElement[bool]:
    at, session_id = place
    return or_(Outcome.started_at < at, and_(Outcome.started_at == at, Outcome.session_id < session_id))


def _book_before(group_id: uuid.UUID, place: Place, rows: Sequence[Row[Any]]) -> Book:
    """The book as it stood for everybody in these rows: their last page, and their last in each variant."""
    players = {row.player_id for row in rows}
    book = Book()
    for row in _last_pages(group_id, place, players):
        rating, own_rating = Rating(row.mu, row.sigma), Rating(row.own_mu, row.own_sigma)
        book.pages[row.player_id] = Page(row.nth, row.wins, row.streak, rating, own_rating)
    for variant in {row.variant for row in rows}:
        for row in _last_pages(group_id, place, players, Outcome.variant == variant):
            book.own_ratings[row.player_id, variant] = Rating(row.own_mu, row.own_sigma)
    return book


def _last_pages(
    group_id: uuid.UUID, place: Place, players: Iterable[uuid.UUID], *also: ColumnElement[bool]
) -> Sequence[Row[Any]]:
    last = (
        db.select(Outcome.seat_id)
        .where(Outcome.player_id == Player.id, Outcome.group_id == group_id, Outcome.nth.is_not(None))
        .where(_before(place), *also)
        .order_by(Outcome.started_at.desc(), Outcome.session_id.desc())
        .limit(1)
        .correlate(Player)
        .scalar_subquery()
    )
    columns = [getattr(Outcome, column) for column in ("player_id", *PAGE)]
    seats = db.select(last).where(Player.id.in_(players))
    return db.session.execute(db.select(*columns).where(Outcome.seat_id.in_(seats))).all()


def _finishes(stayed: Sequence[Row[Any]]) -> list[Finish]:
    """The sides as their players’ ids sort: swapped seats or an import change no last digit of a rating."""
    sides: dict[int, list[Row[Any]]] = {}
    for row in stayed:
        sides.setdefault(row.side, []).append(row)
    return [Finish(tuple(row.player_id for row in rows), rows[0].rank) for rows in sides.values()]


def _page_fields(page: Page) -> Fields:
    return {
        "page_nth": page.nth,
        "page_wins": page.wins,
        "page_streak": page.streak,
        "page_mu": page.rating.mu,
        "page_sigma": page.rating.sigma,
        "page_own_mu": page.own_rating.mu,
        "page_own_sigma": page.own_rating.sigma,
    }
