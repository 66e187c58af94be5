"""The long table: a row for each player in each round."""

import csv
import io
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from files.cells import as_written
from files.document.scope import Export, Scope
from files.export.rounds_csv import COLUMNS, rounds_csv
from models import Night, Player, db
from tests.files.document.custom import adjust, defined, play, start_custom
from tests.files.document.files import exported
from tests.files.document.test_round_trip import lively
from tests.table import at_work

NOW = datetime(2026, 11, 20, 21, tzinfo=UTC)
STOCKHOLM = ZoneInfo("Europe/Stockholm")
WISHED_FOR = (
    "session_id,date,place,game_id,variant,round,cards_dealt,dealer,player,seat,went_out,points,"
    "running_total,rank,cards"
)


def text_of(table, language="en", **scope):
    with at_work(table.app):
        scope = Scope(table.group_id, **scope)
        return "".join(rounds_csv(Export(scope, NOW, language, STOCKHOLM)))


def rows_of(text, delimiter=","):
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter))


def test_the_documented_columns_come_first():
    assert ",".join(COLUMNS).startswith(WISHED_FOR + ",")


# Derange, short: four cards, then three. Eights 50, kings 20, fives 5.
#
#     cards  dealer   Anna           Bo           Cara
# 1   4      Anna     8 5 = 55       K = 20       out
# 2   3      Bo       out            typed 12     K K = 40
def test_a_session_row_by_row(game):
    table = game("derange", "Anna Bo Cara", mode="short", decks=2)
    table.plays("Cara out, Anna 8 5, Bo K", "Anna out, Bo =12, Cara K K")
    columns = ("round", "cards_dealt", "dealer", "player", "seat", "went_out", "points")
    columns += ("running_total", "rank", "cards")
    assert [" ".join(row[column] or "·" for column in columns) for row in rows_of(text_of(table))] == [
        "1 4 Anna Anna 1 0 55 55 3 8×1 5×1",
        "1 4 Anna Bo 2 0 20 20 2 K×1",
        "1 4 Anna Cara 3 1 0 0 1 0",
        "2 3 Bo Anna 1 1 0 55 3 0",
        "2 3 Bo Bo 2 0 12 32 1 ·",
        "2 3 Bo Cara 3 0 40 40 2 K×2",
    ]


def test_every_row_names_its_night_and_game(game):
    table = game("vandatta_pagat", "Anna Bo").plays("Anna out, Bo 8")
    with at_work(table.app):
        db.session.scalar(db.select(Night)).place = "=Bo’s"
        db.session.commit()
        day = db.session.scalar(db.select(Night)).date.isoformat()
    for row in rows_of(text_of(table)):
        assert row["session_id"] == str(table.session_id)
        assert (row["date"], row["place"], row["game_id"], row["variant"]) == (
            day,
            "'=Bo’s",
            "vandatta_pagat",
            "Vändåtta",
        )


def test_encoding_and_line_ends_suit_spreadsheets(game):
    text = text_of(game("derange", "Åke Örjan").plays("Åke out, Örjan 8"))
    assert text.startswith("\ufeffsession_id,")
    assert text.count("\r\n") == 3


def test_for_swedish_spreadsheets_a_semicolon(game):
    text = text_of(game("derange", "Anna Bo").plays("Anna out, Bo 8"), language="sv")
    assert rows_of(text, ";")[1]["player"] == "Bo"


@pytest.mark.parametrize("name", ["=1+1", "'=1", "@Bo", '"Bo"', "B,o", "B;o", "-", "李小龙", "ليلى"])
def test_no_name_breaks_the_table(game, name):
    table = game("derange", "Anna Bo").plays("Bo out, Anna 8")
    with at_work(table.app):
        db.session.get_one(Player, table.player_id("Anna")).name = name
        db.session.commit()
    rows = rows_of(text_of(table))
    assert [as_written(row["player"]) for row in rows] == [name, "Bo"]
    assert as_written(rows[0]["dealer"]) == name


@pytest.mark.both_databases
def test_the_rows_contain_every_round_of_the_session_document(app):
    table = lively(app)
    document = exported(table.app, table.group_id)
    rows = rows_of(text_of(table))
    names = {player["id"]: player["name"] for player in document["players"]}
    for record in document["sessions"]:
        own = [row for row in rows if row["session_id"] == record["id"]]
        for row in own:
            assert as_written(row["player"]) == names[row["player_id"]]
        assert rounds_in(own, record["seats"]) == record["rounds"]


def rounds_in(rows, seats):
    at = {str(number): seat["player"] for number, seat in enumerate(seats, 1)}
    rounds = {}
    for row in rows:
        assert at[row["seat"]] == row["player_id"]
        record = rounds.setdefault(
            row["round"],
            {
                "number": int(row["round"]),
                "dealer": at[row["dealer_seat"]],
                "hand_size": int(row["cards_dealt"]),
                "out": None,
                "recorded_at": row["recorded_at"],
                "hands": [],
            },
        )
        if row["went_out"] == "1":
            record["out"] = row["player_id"]
        points = int(row["points"]) if row["points"] else None
        hand = {"player": row["player_id"], "cards": cards_in(row["cards"]), "points": points}
        record["hands"].append(hand)
        if row["chain"]:
            record["chain"] = {"cards": int(row["chain"]), "drawer": at[row["chain_seat"]]}
        if row["misdeals"]:
            record["misdeals"] = int(row["misdeals"])
    return list(rounds.values())


def cards_in(cell):
    parts = [part.split("×") for part in cell.split() if part != "0"]
    return {key: int(count) for key, count in parts} if cell else None


# Multipliers: 2 of a hand, 3 of the round. Anna: (12 + 11) × 2 × 3 = 138, Bo: -5 × 3 = -15.
def test_typed_points_multipliers_and_adjustments(app):
    twice = {"factor": 2, "of": "hand", "reason": "Out"}
    thrice = {"factor": 3, "of": "round", "reason": "Last"}
    table = start_custom(app, defined(negative=True, multipliers=[twice, thrice]))
    play(table, Anna=("12+11", ["1"]), Bo="-5", Cara="0", multipliers=["2"])
    adjust(table, "Bo", (0, 20, "Host"), (1, -15, "=Late"))
    columns = ("round", "player", "points", "typed", "multipliers", "round_multipliers", "gain", "reason")
    rows = rows_of(text_of(table))
    assert [" ".join(row[column] or "·" for column in columns) for row in rows] == [
        "0 Bo 20 · · · 20 Host",
        "1 Anna 138 12+11 1 2 138 ·",
        "1 Bo -15 '-5 · 2 -15 ·",
        "1 Cara 0 · · 2 0 ·",
        "1 Bo -15 · · · -15 '=Late",
    ]
    assert [bool(row["adjustment"]) for row in rows] == [True, False, False, False, True]


def test_the_rank_in_the_last_row_is_that_of_the_result(game):
    table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8, Bo 8").stops()
    last = {row["player"]: row["rank"] for row in rows_of(text_of(table))}
    assert last == {"Anna": "2", "Bo": "2", "Cara": "1"}
