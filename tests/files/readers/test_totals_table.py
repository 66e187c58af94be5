"""A table of totals in CSV."""

import io
import zipfile

import pytest

from files.readers.dates import MAX_DATE_LENGTH
from tests.files.drafts import kind_of, plays_in, read, reasons, refused, sample
from tests.files.readers.tables.drawing import draft_of, games, unanswered

BY_BG_STATS = (
    "plays of BoardGameGeek come by way of BG Stats: fetch them there, and import the file that it exports"
)
NO_TABLE = "1: neither JSON nor a table with the names of two or more players above their points"
ONE = "date,game,player,points\n2024-02-02,Vatikan,Anna,3\n2024-02-02,Vatikan,Bo,1\n"


def test_rows_of_a_day_and_game_are_one_game():
    assert plays_in(read(ONE)) == [("2024-02-02", "Vatikan", {"Anna": 3, "Bo": 1})]


def test_a_column_separates_several_games_of_a_day():
    draft = read(sample("totals.csv"))
    assert kind_of(sample("totals.csv")) == "wide"
    day = ("2024-02-02", "Derange Order of Eight")
    assert plays_in(draft) == [(*day, {"Anna": 50, "Bo": 12}), (*day, {"Anna": 5, "Bo": 60})]


def test_without_it_it_is_asked_whether_they_are_rounds_or_games():
    text = ONE + "2024-02-02,Vatikan,Anna,5\n2024-02-02,Vatikan,Bo,6\n"
    assert unanswered(draft_of(text)) == ["rows"]
    assert games(draft_of(text, rows="rounds")) == ["2024-02-02 Vatikan Anna 8 Bo 7"]
    assert len(games(draft_of(text, rows="games"))) == 2


def test_players_who_are_there_twice_are_no_game():
    draft = read(ONE + "2024-02-02,Vatikan,Anna,5\n")
    assert reasons(draft) == {"D4": "Anna is here twice: a column “session” would tell the games apart"}


def test_a_time_of_day_separates_them_too():
    rows = (
        ONE.replace("2024-02-02,", "2024-02-02 19:30,")
        + ONE.replace("2024-02-02,", "2024-02-02 20:30,").partition("\n")[2]
    )
    assert len(read(rows)["sessions"]) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_formats_of_swedish_spreadsheets(encoding, separator):
    text = sample("totaler.csv").decode("utf-8-sig").replace(";", separator)
    assert plays_in(read(text.encode(encoding))) == [("2024-02-02", "Vändåtta", {"Åsa": 30, "Örjan": 15})]


def test_a_guard_before_a_formula_is_removed():
    assert plays_in(read(ONE.replace("Anna", "'=Anna")))[0][2] == {"=Anna": 3, "Bo": 1}


@pytest.mark.parametrize(
    "day",
    [
        *("2024-02-02", "20240202", "2024/02/02", "2.2.2024", "02.02.2024", "2024-02-02T00:00:00"),
        *("02/02/2024", "2 Feb 2024", "2024-02-02T19:30:00Z"),
    ],
)
def test_readable_days(day):
    assert plays_in(read(ONE.replace("2024-02-02", day)))[0][0] == "2024-02-02"


@pytest.mark.parametrize("day", ["Friday", "", "2024-02-31", "1700-01-01", "2024-02-02 25:00"])
def test_unreadable_days(day):
    draft = read(ONE.replace("2024-02-02", day))
    assert draft["sessions"] == []
    assert reasons(draft) == {"A2": f"not a date that can be read: {day}"}


def test_an_ambiguous_date_is_asked():
    assert unanswered(draft_of(ONE.replace("2024-02-02", "02/03/2024"))) == ["dates"]
    swedish = draft_of(ONE.replace("2024-02-02", "02/03/2024"), dates="dmy")
    assert games(swedish) == ["2024-03-02 Vatikan Anna 3 Bo 1"]
    again = draft_of(ONE.replace("2024-02-02", "02/03/2024"), dates="mdy")
    assert games(again) == ["2024-02-03 Vatikan Anna 3 Bo 1"]


def test_one_date_decides_for_all():
    rows = "2/3/2024,Vatikan,Anna,3\n2/3/2024,Vatikan,Bo,1\n"
    draft = read(ONE.replace("2024-02-02", "2/17/2024") + rows)
    assert [day for day, _game, _totals in plays_in(draft)] == ["2024-02-03", "2024-02-17"]


def test_a_text_longer_than_any_date_is_not_parsed():
    day = "2024-02-02" + " " * MAX_DATE_LENGTH + "19:30"
    assert reasons(read(ONE.replace("2024-02-02", day))) == {"A2": f"not a date that can be read: {day[:40]}"}


def test_games_of_one_day_are_separated_by_their_players():
    others = ONE.replace("Anna", "Cara")
    assert only_id(ONE) != only_id(others)


def test_corrected_points_and_another_order_of_rows_are_the_same_game():
    header, anna, bo, _end = ONE.split("\n")
    assert only_id(ONE) == only_id(ONE.replace("Anna,3", "anna,4"))
    assert only_id(ONE) == only_id("\n".join([header, bo, anna]))


def only_id(table):
    (session,) = read(table)["sessions"]
    return session["id"]


def test_a_very_long_note_is_truncated():
    rows = ONE.replace("points\n", "points,note\n").replace("Anna,3", "Anna,3,fine" + " " * 2_000 + "day")
    assert read(rows)["sessions"][0]["note"] == "fine"


@pytest.mark.parametrize(
    ("old", "new", "place", "reason"),
    [
        ("Bo,1", "Bo,1x", "D3", "row 2, column “Bo”: “1x” is no number"),
        ("Bo,1", "Bo,-1", "D3", "row 2, column “Bo”: “-1” is below zero"),
        ("Bo,1", "Bo,", "D3", "no points given for Bo"),
        ("Bo,1", ",1", "C3", "somebody here has no name"),
        ("2024-02-02,Vatikan,Bo,1\n", "", "D2", "a game takes two or more players"),
    ],
)
def test_an_invalid_game_is_named_by_its_cell(old, new, place, reason):
    assert reasons(read(ONE.replace(old, new))) == {place: reason}


SAVE_AS_XLSX = "open this file in a spreadsheet program, and save it as .xlsx or CSV"


def packed(*names, first=b""):
    """A file that packs parts of these names. first: the content of a part that is not compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        if first:
            archive.writestr("mimetype", first)
        for name in names:
            archive.writestr(name, "x" * 99, zipfile.ZIP_DEFLATED)
    return out.getvalue()


OTHER_WORKBOOKS = (
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),  # .xls
    packed("content.xml", first=b"application/vnd.oasis.opendocument.spreadsheet"),  # .ods
    packed("Index/Document.iwa"),  # .numbers
    packed("xl/workbook.bin"),  # .xlsb
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b"  \n ", "the file is empty"),
        (b"PK\x03\x04rest", "the file is packed: unpack it first, or save a spreadsheet as CSV"),
        (b"\x00\x01\x02\xff" * 90, "the file is no text"),
        *((content, SAVE_AS_XLSX) for content in OTHER_WORKBOOKS),
        (
            "hello",
            NO_TABLE,
        ),
        ("<plays><play/></plays>", BY_BG_STATS),
        ("See https://boardgamegeek.com/using_the_xml_api", BY_BG_STATS),
        ("<error>see boardgamegeek.com/using_the_xml_api</error>", BY_BG_STATS),
        ("<html><table>", "XML and HTML cannot be read: save the table as CSV or XLSX, or paste it"),
        (ONE + 'x,"y\n', "4: this row is not well-formed"),
        ("{", "line 1: this is where the JSON breaks off"),
        ('{"plays": [}', "line 1: this is where the JSON breaks off"),
        ("[" * 100_000, "line 1: a JSON object is expected"),
        ("[]", "line 1: a JSON object is expected"),
    ],
)
def test_an_unknown_file_is_refused_with_location_and_reason(content, message):
    assert str(refused(content)) == message


def test_one_player_is_no_game():
    assert reasons(draft_of("player,points\nAnna,3\n")) == {"B2": "a game takes two or more players"}


def test_a_truncated_file():
    assert "well-formed" in str(refused(sample("torn.csv")))


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (ONE + "\n" * 400_000, "more than %(most)s rows"),
        ("player,points" + "," * 2_000_000, "more cells than columns"),
        (ONE + "," * 2_000_000, "more cells than columns"),
    ],
    ids=["rows", "columns", "cells"],
)
def test_a_huge_table_is_not_read_to_the_end(table, reason):
    assert refused(table).reason == reason


def winners(anna, bo, points=("3", "1"), head="won"):
    """Who won by a column about both; None if the game is left out."""
    text = f"date;game;player;points;{head}\n2024-02-02;Uno;Anna;{points[0]};{anna}\n"
    draft = read(text + f"2024-02-02;Uno;Bo;{points[1]};{bo}\n")
    names = {player["id"]: player["name"] for player in draft["players"]}
    return [[names[each] for each in session["winners"]] for session in draft["sessions"]] or None


@pytest.mark.parametrize("head", ["won", "vann", "winner", "vinnare"])
@pytest.mark.parametrize(
    ("yes", "no"),
    [
        *[("1", "0"), ("1.0", "0.0"), ("1,0", "0,0"), ("1.0", ""), ("1,00", "")],
        *[
            ("✓", ""),
            ("✔", "–"),
            ("x", ""),
            ("X", "-"),
            ("vann", "förlorade"),
            ("won", "lost"),
            ("Anna", "Anna"),
        ],
        *[("WAHR", "FALSCH"), ("SANT", "FALSKT"), ("TRUE", "FALSE"), ("VRAI", "FAUX"), ("ja", "nej")],
    ],
)
def test_who_won_is_said_in_many_ways(head, yes, no):
    assert winners(yes, no, head=head) == [["Anna"]]


@pytest.mark.parametrize("word", ["2", "0.5", "kanske", "?", "×", "Cara", "1st"])
@pytest.mark.parametrize("points", [("3", "1"), ("", "")])
def test_an_unknown_word_is_not_taken_for_no(word, points):
    assert winners(word, "0", points) is None
    assert winners("1", word, points) is None


def test_an_unknown_word_is_named_with_its_cell():
    draft = read("date,game,player,points,won\n2024-02-02,Uno,Anna,3,kanske\n2024-02-02,Uno,Bo,1,\n")
    assert reasons(draft) == {"E2": "“kanske” does not say whether Anna has won"}
