"""A database as it was before sheets: the rows of rounds and hands, made from the sheets of today."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import flask_migrate
import sqlalchemy as sa
from flask import Flask
from msgspec.structs import asdict
from sqlalchemy import MetaData

from game.scoring.facts import Round, SeatFacts, Sheet, decoded
from models import db
from models.migrating import FOLDER
from tests.table import at_work

BEFORE = "0019"


def make_older(app: Flask) -> None:
    """Put the schema of BEFORE, with the same content, in the place of the database."""
    with at_work(app), db.engine.connect() as connection:
        kept = {
            table.name: [row._asdict() for row in connection.execute(table.select())]
            for table in db.metadata.sorted_tables
        }
    with app.app_context():
        with db.engine.begin() as connection, _without_keys(connection):
            for table in (*reversed(db.metadata.sorted_tables), sa.table("alembic_version")):
                connection.execute(sa.text(f"DROP TABLE {table.name}"))
        db.engine.dispose()
        flask_migrate.upgrade(directory=str(FOLDER), revision=BEFORE)
        _add_older_rows(kept)
        older = MetaData()
        older.reflect(db.engine)
        with db.engine.begin() as connection, _without_keys(connection):
            for table in older.sorted_tables:
                rows = [
                    {column.name: row[column.name] for column in table.c} for row in kept.get(table.name, ())
                ]
                if rows:
                    connection.execute(sa.insert(_typed(table)), rows)
        db.engine.dispose()


def _typed(table: sa.Table) -> sa.TableClause:
    """The table with the types that the models give to its columns, as far as they have it."""
    known = db.metadata.tables.get(table.name)
    own = {**OLDER.get(table.name, {}), **({c.name: c.type for c in known.c} if known is not None else {})}
    return sa.table(table.name, *(sa.column(c.name, own[c.name]) for c in table.c))


_moment = sa.DateTime(timezone=True)
OLDER: dict[str, dict[str, Any]] = {
    "groups": {"bin_of_id": sa.Uuid()},
    "sessions": {
        "rules": sa.JSON(),
        "first_dealers": sa.JSON(none_as_null=True),
        "next_deal": sa.JSON(none_as_null=True),
    }
    | dict.fromkeys(("stopped", "extended"), sa.Boolean()),
    "seats": {"team": sa.String(), "joined_round": sa.Integer(), "away": sa.JSON(), "origin_id": sa.Uuid()}
    | {"start_points": sa.Integer(), "adjustments": sa.JSON(none_as_null=True)},
    "outcomes": dict.fromkeys(("nth", "wins", "streak"), sa.Integer())
    | dict.fromkeys(("mu", "sigma", "own_mu", "own_sigma"), sa.Double()),
    "rounds": dict.fromkeys(("id", "session_id", "dealer_id", "out_id"), sa.Uuid())
    | dict.fromkeys(("number", "hand_size", "misdeals"), sa.Integer())
    | dict.fromkeys(("chain", "multipliers"), sa.JSON(none_as_null=True))
    | {"recorded_at": _moment},
    "hands": dict.fromkeys(("round_id", "seat_id"), sa.Uuid())
    | dict.fromkeys(("cards", "multipliers"), sa.JSON(none_as_null=True))
    | {"points": sa.Integer(), "typed": sa.String()},
}


def _add_older_rows(kept: dict[str, list[dict[str, Any]]]) -> None:
    """Add what the sheets have to the rows of sessions and seats, and the rows of rounds and hands."""
    _add_bins(kept)
    sheets = {row["session_id"]: decoded(row["sheet"]) for row in kept.pop("sheets")}
    seats = {seat.id: seat for sheet in sheets.values() for seat in sheet.seats}
    rules = {row["id"]: json.loads(row["text"]) for row in kept.pop("rules")}
    for row in kept["sessions"]:
        row["rules"] = rules[row["rules_id"]]
        row.update(_of_session(sheets[row["id"]]))
        row["counting"] = row["counting"] and _older_counts(row["counting"])
    for row in kept["seats"]:
        row.update(_of_seat(seats[row["id"]]))
    for row in kept["outcomes"]:
        row.update(dict.fromkeys(("nth", "wins", "streak", "mu", "sigma", "own_mu", "own_sigma")))
    for row in kept["statistics_versions"]:
        row["edition"] = 2
    kept["rounds"] = [_of_round(key, played) for key, sheet in sheets.items() for played in sheet.rounds]
    kept["hands"] = [
        {
            "round_id": played.id,
            "seat_id": hand.seat,
            "cards": hand.cards,
            "points": hand.points,
            "typed": hand.typed,
            "multipliers": list(hand.multipliers) or None,
        }
        for sheet in sheets.values()
        for played in sheet.rounds
        for hand in played.hands
    ]


def _add_bins(kept: dict[str, list[dict[str, Any]]]) -> None:
    """Move what is deleted to hidden groups, with copies of the nights."""
    groups = {row["id"]: row | {"bin_of_id": None} for row in kept["groups"]}
    for deletion in kept.pop("deletions"):
        own, at = deletion["id"], deletion["at"]
        hidden = {"name": "", "created_at": at, "deleted_at": at, "merged_into_id": None}
        groups[own] = {"id": own, "bin_of_id": deletion["group_id"], **hidden}
        may_be = [*kept["sessions"], *kept["tournaments"]]
        moved = [row for row in may_be if row["deletion_id"] == own]
        used = {row["night_id"] for row in moved}
        copies = {
            night["id"]: night | {"id": uuid4(), "group_id": own}
            for night in kept["nights"]
            if night["id"] in used or night["deletion_id"] == own
        }
        kept["nights"] += copies.values()
        ids = {row["id"] for row in moved}
        for row in moved:
            row |= {"group_id": own, "night_id": copies[row["night_id"]]["id"]}
        for change in kept["changes"]:
            if change["session_id"] in ids or change["tournament_id"] in ids:
                change["group_id"] = own
            if change["id"] == own:
                originals = {str(copy["id"]): str(night) for night, copy in copies.items()}
                change["about"] = {**change["about"], "nights": originals}
    of_bins = {own for own, group in groups.items() if group["bin_of_id"]}
    kept["nights"] = [n for n in kept["nights"] if n["group_id"] in of_bins or n["deletion_id"] is None]
    kept["groups"] = list(groups.values())


def _older_counts(counting: dict[str, Any]) -> dict[str, Any]:
    changed = {"chain": None, "out": None, "by": "", "counts": {}} | counting
    changed["is_said"] = changed.pop("out_is_declared", False)
    usual = {"cards": None, "points": None, "is_right": None, "checked_by": "", "overruled": []}
    changed["counts"] = {
        seat: usual | {k: v for k, v in (count | count["hand"]).items() if k not in ("hand", "seat")}
        for seat, count in changed["counts"].items()
    }
    return changed


def _of_session(sheet: Sheet) -> dict[str, Any]:
    deal = sheet.next_deal
    return {
        "first_dealers": [str(dealer) for dealer in sheet.first_dealers],
        "next_deal": deal and json.loads(json.dumps(asdict(deal), default=str)),
        "stopped": sheet.stopped,
        "extended": sheet.extended,
    }


def _of_seat(seat: SeatFacts) -> dict[str, Any]:
    return {
        "team": seat.team,
        "joined_round": seat.joined_round,
        "away": [asdict(away) for away in seat.away],
        "start_points": seat.start_points,
        "adjustments": [asdict(each) for each in seat.adjustments] or None,
        "origin_id": seat.origin,
    }


def _of_round(session_id: object, played: Round) -> dict[str, Any]:
    chain = played.chain
    return {
        "id": played.id,
        "session_id": session_id,
        "number": played.number,
        "dealer_id": played.dealer,
        "hand_size": played.hand_size,
        "out_id": played.out,
        "chain": chain and {"cards": chain.cards, "drawer": str(chain.drawer)},
        "multipliers": list(played.multipliers) or None,
        "misdeals": played.misdeals,
        "recorded_at": played.recorded_at,
    }


@contextmanager
def _without_keys(connection: sa.Connection) -> Iterator[None]:
    """Groups refer to each other: without checks, their order does not matter."""
    if connection.dialect.name == "sqlite":
        connection.execute(sa.text("PRAGMA defer_foreign_keys=ON"))
    else:
        connection.execute(sa.text("SET session_replication_role = replica"))
    yield
    if connection.dialect.name != "sqlite":
        connection.execute(sa.text("SET session_replication_role = DEFAULT"))
