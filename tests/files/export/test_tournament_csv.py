"""Results of a tournament as files."""

from __future__ import annotations

import csv
import io
import json

import pytest

from files.cells import as_written
from files.document import validate
from files.export.formats import formats_of
from models import Player, db
from tests.club import opened
from tests.files.document.files import document_of
from tests.files.libreoffice import Formula, needs_libreoffice
from tests.files.libreoffice import opened as in_libreoffice
from tests.golden.club_sheets import ClubSheets
from tests.golden.test_tournaments import twelve
from tests.once import played_once
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work

FOUR = "Anna Bo Cara Dilan"


def fetched(app, club, file, language="en"):
    phone = Phone(app, language=language)
    phone.get(club.link("watcher"))
    phone.get(f"{club.path}/export/{file}")
    return phone.answer.data


def rows(app, club, language="en", delimiter=","):
    text = fetched(app, club, "places.csv", language).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


@pytest.fixture
def club(app):
    return drawn_twice(app)


@played_once
def drawn_twice(app):
    # Combined: Bo 25, Cara 40, Anna 60, Dilan 100.
    club = opened(app, FOUR, cut=2)
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    return club.draws().scores(Anna=50, Bo=5, Cara=10, Dilan=60)


def test_the_twelve_players_as_worked_out(app):
    # tests/golden/club/twelve.txt
    club, sheets = twelve(app), ClubSheets.of("twelve")
    found = rows(app, club)
    assert list(found[0])[:6] == ["place", "player", "round_1_table", "round_1", "round_2_table", "round_2"]
    combined = {name: (str(total), str(rank)) for name, total, rank in sheets.places["Combined"]}
    assert {row["player"]: (row["total"], row["total_rank"]) for row in found} == combined
    playoff = [(row["player"], row["playoff"], row["place"]) for row in found if row["playoff"]]
    assert playoff == [
        (name, str(total), str(rank)) for name, total, rank in sheets.places["Play-off totals"]
    ]
    jon = {**found[0], "player_id": ""}
    assert list(jon.values()) == ["1", "Jon", "3", "35", "3", "65", "0", "10", "100", "7", "1", "2", "14", ""]
    ida = ",".join(list(found[-1].values())[:13])
    assert ida == "12,Ida,3,61,2,79,0,10,140,12,0,,"


def test_there_are_no_places_before_it_is_over(app, club):
    found = rows(app, club)
    assert [(row["place"], row["player"], row["went_on"]) for row in found] == [
        ("", "Bo", "1"),
        ("", "Cara", "1"),
        ("", "Anna", "0"),
        ("", "Dilan", "0"),
    ]


def test_a_player_who_missed_a_round_has_no_table_there_and_substitute_points(app):
    club = opened(app, FOUR, cut=None).draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.enters("Eva", joined_round=2, start_points=25)
    eva = next(row for row in rows(app, club) if row["player"] == "Eva")
    assert (eva["round_1_table"], eva["round_1"], eva["start_points"], eva["total"]) == ("", "", "25", "25")


def test_in_swedish_it_is_separated_as_swedish_spreadsheets_want_it(app, club):
    assert [row["player"] for row in rows(app, club, "sv", ";")] == ["Bo", "Cara", "Anna", "Dilan"]


def test_no_name_is_a_formula(app, club):
    with at_work(app):
        for player in db.session.scalars(db.select(Player)):
            player.name = f"=1+1 {player.name}"
        db.session.commit()
    found = [row["player"] for row in rows(app, club)]
    assert found[0] == "'=1+1 Bo"
    assert as_written(found[0]) == "=1+1 Bo"


@full_only
def test_pandas_reads_both(app, club):
    import pandas  # noqa: PLC0415 - takes half a second

    club.draws().scores(Bo=31, Cara=30)
    table = pandas.read_csv(io.BytesIO(fetched(app, club, "places.csv")))
    assert table[["round_1", "round_2"]].sum(axis=1).tolist() == table["total"].tolist() == [40, 25, 60, 100]
    book = pandas.read_excel(io.BytesIO(fetched(app, club, "workbook.xlsx")), sheet_name=None)
    assert list(book) == ["The cup", "Games", "Round 1, table 1", "Round 2, table 1", "Play-off, table 1"]
    assert book["The cup"]["Player"].tolist() == ["Cara", "Bo", "Anna", "Dilan"]
    assert book["The cup"]["Play-off"].tolist()[:2] == [30, 31]
    assert book["Games"]["Sheet"].tolist()[:4] == ["Round 1, table 1"] * 4


@full_only
@needs_libreoffice
def test_libreoffice_shows_what_was_played(app, club, tmp_path):
    with at_work(app):
        db.session.scalar(db.select(Player).where(Player.name == "Cara")).name = "=1+1"
        db.session.commit()
    club.draws().scores(**{"Bo": 31, "=1+1": 30})
    for name in ("workbook.xlsx", "places.csv"):
        (tmp_path / name).write_bytes(fetched(app, club, name))
    book = in_libreoffice(tmp_path / "workbook.xlsx")
    heads = [
        "Rank",
        "Player",
        "Round 1, table",
        "Round 1",
        "Round 2, table",
        "Round 2",
        "Began with",
        "Deals",
        "Total",
    ]
    assert book["The cup"][0][:9] == heads
    assert book["The cup"][1] == [1, "=1+1", 1, 30, 1, 10, 0, 10, 40, 2, 1, 1, 30]
    assert book["The cup"][3] == [3, "Anna", 1, 10, 1, 50, 0, 10, 60, 3, 0]
    (seen,) = in_libreoffice(tmp_path / "places.csv", separator=",").values()
    assert seen[1][:9] == [1, "'=1+1", 1, 30, 1, 10, 0, 10, 40]
    cells = [cell for sheet in (*book.values(), seen) for row in sheet for cell in row]
    assert not [cell for cell in cells if isinstance(cell, Formula)]


def test_rounds_and_document_contain_the_tables_of_this_tournament_only(app, club):
    other = opened(app, "Eva Finn Gun", group_id=club.group_id, at=club.clock.now())
    other.draws().scores(Eva=1, Finn=2, Gun=3)
    text = fetched(app, club, "rounds.csv").decode("utf-8-sig")
    players = {row["player"] for row in csv.DictReader(io.StringIO(text, newline=""))}
    assert players == set(FOUR.split())
    document = json.loads(fetched(app, club, "document.json"))
    assert [each["id"] for each in document["tournaments"]] == [str(club.id)]
    assert len(document["sessions"]) == 2
    with at_work(app):
        validate(document_of(document))


def test_the_page_links_its_files_once_tables_are_drawn(app):
    club = opened(app, FOUR)
    phone = Phone(app)
    phone.get(club.link("watcher"))
    assert f"{club.path}/export" not in phone.get(club.path).hrefs()
    club.draws()
    assert f"{club.path}/export" in phone.get(club.path).hrefs()
    listed = phone.get(f"{club.path}/export").hrefs("[aria-labelledby=files] a")
    files = [href.rsplit("/", 1)[1] for href in listed]
    assert files == [each.file_name for each in formats_of("tournament").values()]
    assert files[0] == "places.csv"
    Phone(app).get(f"{club.path}/export/places.csv", status=404)


def test_the_file_name_has_the_group_the_day_and_the_tournament(app, club):
    phone = Phone(app)
    phone.get(club.link("watcher"))
    phone.get(f"{club.path}/export/workbook.xlsx")
    assert phone.answer.headers["Content-Disposition"].split('"')[1].startswith("Thursday club 20")
    assert phone.answer.headers["Content-Disposition"].split('"')[1].endswith(" The cup.xlsx")
