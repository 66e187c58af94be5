"""Our files in LibreOffice: exactly the numbers, days and names that were entered."""

from __future__ import annotations

import csv
import io
from datetime import date

import pytest

from files.cells import as_written
from files.export.rounds_csv import COLUMNS
from models import Player, db
from tests.files.libreoffice import Formula, needs_libreoffice, opened
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work

pytestmark = needs_libreoffice

NUMBERS = ("round", "cards_dealt", "seat", "went_out", "points", "running_total", "rank", "dealer_seat")
NAMES = {"Anna": "=1+1", "Bo": "-Bo", "Cara": "@Åsa “Ö”, 李小龙"}


# Vändåtta: eights 10, aces 5, others 1. The names of Anna, Bo and Cara look like formulas.
#
#      cards  dealer  Anna              Bo                Cara
# 1    7      Anna    8 3 = 11   11     out        0      A = 5      5
# 2    7      Bo      out        11     8 = 10    10      typed 7   12
@pytest.fixture
def files(app, game, tmp_path):
    """The files of one session, in English and in Swedish, by name."""
    table = game("vandatta_pagat", "Anna Bo Cara", rounds=2)
    table.plays("Bo out, Anna 8 3, Cara A", "Anna out, Bo 8, Cara =7")
    with at_work(app):
        for player in db.session.scalars(db.select(Player)):
            player.name = NAMES[player.name]
        db.session.commit()
    paths = {}
    for language in ("en", "sv"):
        phone = Phone(app, language=language)
        phone.get(table.link("scorer"))
        for of, address in (("session", table.path), ("group", table.group_path)):
            for name in ("rounds.csv", "workbook.xlsx"):
                phone.get(f"{address}/export/{name}")
                paths[language, of, name] = tmp_path / language / of / name
                paths[language, of, name].parent.mkdir(parents=True, exist_ok=True)
                paths[language, of, name].write_bytes(phone.answer.data)
    return paths


@full_only
def test_cells_contain_what_was_played(files):
    check_workbook(opened(files["en", "group", "workbook.xlsx"]))
    for language, separator in (("en", ","), ("sv", ";")):
        check_table(files[language, "session", "rounds.csv"], separator)


def check_workbook(sheets):
    summary, rounds, (title, sheet) = sheets.pop("Games"), sheets.pop("Rounds"), *sheets.items()
    day = summary[1][0]
    assert isinstance(day, date)
    assert title == f"{day} Vändåtta"
    assert not [
        cell for rows in (summary, rounds, sheet) for row in rows for cell in row if isinstance(cell, Formula)
    ]
    assert [row[4:9] for row in summary] == [
        ["Player", "Total", "Rank", "Winner", "Rounds"],
        ["=1+1", 11, 2, 0, 2],
        ["-Bo", 10, 1, 1, 2],
        ["@Åsa “Ö”, 李小龙", 12, 3, 0, 2],
    ]
    assert [row[2:] for row in rounds[:4]] == [
        ["Round", "Cards dealt", "Dealer", "Player", "out", "Points", "Total", "Rank", "Cards left"],
        [1, 7, "=1+1", "=1+1", 0, 11, 11, 3, "8, other"],
        [1, 7, "=1+1", "-Bo", 1, 0, 0, 1],
        [1, 7, "=1+1", "@Åsa “Ö”, 李小龙", 0, 5, 5, 2, "A"],
    ]
    assert len(rounds) == 7
    assert sheet == [
        [None, None, None, "=1+1", None, None, "-Bo", None, None, "@Åsa “Ö”, 李小龙"],
        ["Round", "Cards dealt", "Dealer", *["Points", "Total", "Cards left"] * 3],
        [1, 7, "=1+1", 11, 11, "8, other", 0, 0, "out", 5, 5, "A"],
        [2, 7, "-Bo", 0, 11, "out", 10, 10, "8", 7, 12],
        ["Total", None, None, None, 11, None, None, 10, None, None, 12],
        ["Rank", None, None, None, 2, None, None, 1, None, None, 3],
    ]


def check_table(file, separator):
    """Every cell in LibreOffice equals the one of Python's csv module."""
    (rows,) = opened(file, separator=separator).values()
    assert rows[0] == list(COLUMNS)
    text = io.StringIO(file.read_text(encoding="utf-8-sig"), newline="")
    for seen, written in zip(rows[1:], csv.DictReader(text, delimiter=separator), strict=True):
        shown = dict(zip(COLUMNS, seen, strict=False))
        for column in ("session_id", "game_id", "variant", "player", "dealer", "cards", "player_id"):
            assert ("" if shown[column] is None else str(shown[column])) == written[column]
        for column in NUMBERS:
            assert shown[column] == (int(written[column]) if written[column] else None)
        assert shown["date"] == date.fromisoformat(written["date"])
        assert as_written(shown["player"]) in NAMES.values()
        assert not isinstance(shown["player"], Formula)
