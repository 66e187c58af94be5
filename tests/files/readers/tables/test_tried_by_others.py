"""Tables that others invented to break the reader: they come back right, or something is left to choose."""

import pytest

from tests.files.readers.tables.drawing import draft_of, games, unanswered, warnings

TWO_DAYS = ["2024-05-17 Anna 10 Bo 20", "2024-05-18 Anna 30 Bo 0"]
RIGHT = {
    "a Saturday is no sum": ("Datum;Anna;Bo\nFr 17.05.2024;10;20\nSa 18.05.2024;30;0", TWO_DAYS),
    "weekdays beside the day": ("Datum;Tag;Anna;Bo\n17.05.2024;Fr;10;20\n18.05.2024;Sa;30;0", TWO_DAYS),
    "weekdays before the day": ("Day,Date,Anna,Bo\nFri,2024-05-17,10,20\nSat,2024-05-18,30,0", TWO_DAYS),
    "a place called Stand": ("Datum;Ort;Anna;Bo\n2024-05-17;Köln;10;20\n2024-05-18;Stand;30;0", TWO_DAYS),
    "a note says total": ("Datum;Anna;Bo;Anm\n2024-05-17;10;20;\n2024-05-18;30;0;totalt", TWO_DAYS),
    "a duration": ("Date,Duration,Anna,Bo\n2024-05-17,45 min,10,20\n2024-05-18,60 min,30,0", TWO_DAYS),
    "the day in the corner": (
        "2024-05-17;Anna;Bo\n1;10;20\n2;0;0\nSumma;10;20\n\n2024-05-18;Anna;Bo\n1;30;0\n2;0;0\nSumma;30;0",
        TWO_DAYS,
    ),
    "the day in the corner, names to the left": (
        "17.05.2024;Runde 1;Runde 2;Gesamt\nAnna;4;6;10\nBo;20;0;20",
        TWO_DAYS[:1],
    ),
    "a Swedish day in a title": (
        "Plump 17/5 2024\nRunda;Anna;Bo\n1;10;20\n2;0;0\n\nPlump 18/5 2024\nRunda;Anna;Bo\n1;30;0\n2;0;0",
        TWO_DAYS,
    ),
    "a ranking below a table with names in cells": (
        "Datum;Spieler;Punkte\n17.05.2024;Anna;10\n17.05.2024;Bo;20\n18.05.2024;Anna;30\n18.05.2024;Bo;0\n\n"
        "Rangliste\nSpieler;Punkte\nAnna;40\nBo;20",
        TWO_DAYS,
    ),
    "a ranking below a table of columns": (
        "Datum;Anna;Bo\n2024-05-17;10;20\n2024-05-18;30;0\n;;\nNamn;Totalt;Vinster\nAnna;40;1\nBo;20;1",
        TWO_DAYS,
    ),
    "a summary above the list": (
        "Player,Wins,Points\nAnna,1,40\nBo,1,20\n\nDate,Anna,Bo\n17 May 2024,10,20\n18 May 2024,30,0",
        TWO_DAYS,
    ),
    "sums among names": (
        "Date,Player,Score\n2024-05-17,Anna,10\n2024-05-17,Bo,20\n2024-05-17,Total,30\n"
        "2024-05-18,Anna,30\n2024-05-18,Bo,0\n2024-05-18,Total,30",
        TWO_DAYS,
    ),
    "a day on a row of its own": (
        "Datum;Spelare;Poäng\n2024-05-17;;\n;Anna;10\n;Bo;20\n2024-05-18;;\n;Anna;30\n;Bo;0",
        TWO_DAYS,
    ),
    "blocks with a line of the day": (
        "Datum;17.05.2024\nName;Punkte\nAnna;10\nBo;20\nDatum;18.05.2024\nName;Punkte\nAnna;30\nBo;0",
        TWO_DAYS,
    ),
    "rounds of days in a list": (
        "17.05.2024\nRunde 1: Anna 4, Bo 20\nRunde 2: Anna 6, Bo 0\n\n18.05.2024\nRunde 1: Anna 30, Bo 0",
        TWO_DAYS,
    ),
    "numbered rounds of days in a list": (
        "17 maj 2024\n1. Anna 4, Bo 20\n2. Anna 6, Bo 0\n18 maj 2024\n1. Anna 30, Bo 0\n2. Anna 0, Bo 0",
        TWO_DAYS,
    ),
    "a day and a game, each with a colon": (
        "2024-05-17: Plump: Anna 10, Bo 20\n2024-05-18: Plump: Anna 30, Bo 0",
        ["2024-05-17 Plump Anna 10 Bo 20", "2024-05-18 Plump Anna 30 Bo 0"],
    ),
    "games of a day in a list": (
        "2024-05-17 Plump: Anna 10, Bo 20\n2024-05-17 Skat: Anna 30, Bo 0",
        ["2024-05-17 Plump Anna 10 Bo 20", "2024-05-17 Skat Anna 30 Bo 0"],
    ),
    "repeated heads": (
        "Datum;Name;Punkte;Name;Punkte\n17.05.2024;Anna;10;Bo;20\n18.05.2024;Anna;30;Bo;0",
        TWO_DAYS,
    ),
    "rounds under Players": (
        "Players,Anna,Bo\nRound 1,10,0\nRound 2,5,20\nTotal,15,20",
        ["2026-11-24 Anna 15 Bo 20"],
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_they_are_read_as_they_were_played(name):
    text, played = RIGHT[name]
    draft = (
        draft_of(text, rows="games" if "Plump" in played[0] else "rounds")
        if "list" in name
        else draft_of(text)
    )
    assert sorted(games(draft)) == sorted(played), (unanswered(draft), warnings(draft))


OPEN = {
    "Date,Anna,Anna rank,Ben,Ben rank\n2024-05-17,10,1,20,2\n2024-05-18,5,1,7,2": [
        "column_Anna rank",
        "column_Ben rank",
    ],
    "Datum;Anna;Bo;Lisa (ny)\n2024-05-17;12;8;4\n2024-05-18;6;9;5": ["column_Lisa (ny)"],
    "Datum;Anna (60);Bo (90)\n2024-05-17;50;20\n2024-05-18;1;2": ["column_Anna (60)", "column_Bo (90)"],
    "Datum;Anna;Bo\n17.05.2024 20:15;10;20\n17.05.2024 21:40;30;0": ["rows"],
    "År;Anna;Bo\n2021;5;3\n2022;6;2\n2023;8;7": ["rows"],
    "Vecka;Anna;Bo\n20;5;3\n21;6;2": ["rows"],
    "Plump 17/5\nRunda;Anna;Bo\n1;10;20\n2;5;5": ["year"],
    "Minutes;Cards\n12;8\n6;9": ["column_Minutes", "column_Cards"],
}


@pytest.mark.parametrize("text", OPEN)
def test_what_is_not_clear_is_left_to_choose(text):
    assert set(OPEN[text]) <= set(unanswered(draft_of(text)))


def test_an_overview_of_the_days_is_left_out():
    import io  # noqa: PLC0415

    import openpyxl  # noqa: PLC0415

    book = openpyxl.Workbook()
    for title, rows in {
        "17.5.24": [("Runde", "Anna", "Bo"), (1, 4, 20), (2, 6, 0)],
        "18.5.24": [("Runde", "Anna", "Bo"), (1, 30, 0), (2, 0, 0)],
        "Gesamt": [("Datum", "Anna", "Bo"), ("2024-05-17", 10, 20), ("2024-05-18", 30, 0)],
    }.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    del book["Sheet"]
    out = io.BytesIO()
    book.save(out)
    assert games(draft_of(out.getvalue())) == TWO_DAYS
