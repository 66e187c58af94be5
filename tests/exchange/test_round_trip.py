"""Export and import give the same bytes, with the document and with the long table."""

import json

import pytest

from exchange.document import document_text
from exchange.document.scope import Scope
from exchange.export.rounds_csv import rounds_csv
from models import Group, Player, db
from tests.exchange.document.files import NOW, exported, import_document
from tests.exchange.document.test_round_trip import lively
from tests.exchange.drafts import read, refused
from tests.exchange.importing.files import TOTALS, File
from tests.sampling import full_only
from tests.table import at_work


def as_json(app, group_id):
    with at_work(app):
        return "".join(document_text(db.session.get_one(Group, group_id), NOW))


def as_table(app, group_id, delimiter=","):
    with at_work(app):
        lines = rounds_csv(Scope(group_id), delimiter=delimiter, language="en")
        return "".join(lines).encode()


def empty_group(app, group_id):
    with at_work(app):
        db.session.add(Group(id=group_id, name="Friday table", created_at=NOW))
        db.session.commit()


@pytest.fixture
def table(app):
    table = lively(app)
    with at_work(app):  # names and places that look like formulas in a spreadsheet
        for player, name in zip(
            db.session.scalars(db.select(Player).order_by(Player.id)), ("=1+1", 'B"o;,'), strict=False
        ):
            player.name = name
        db.session.commit()
    File(app, table.group_id, TOTALS).apply()
    return table


@pytest.mark.both_databases
def test_the_document(app, app_with, table):
    first, other = as_json(app, table.group_id), app_with()
    empty_group(other, table.group_id)
    File(other, table.group_id, first).apply()
    assert as_json(other, table.group_id) == first


@pytest.mark.parametrize("delimiter", [",", ";"])
def test_the_long_table(app, app_with, table, delimiter):
    first, other = as_table(app, table.group_id, delimiter), app_with()
    empty_group(other, table.group_id)
    File(other, table.group_id, first).apply()
    assert as_table(other, table.group_id, delimiter) == first
    there = {s["id"]: s for s in exported(other, table.group_id)["sessions"]}
    here = {s["id"]: s for s in exported(app, table.group_id)["sessions"] if s["rounds"]}
    assert there == here


def test_the_table_of_an_existing_history_adds_nothing(app, table):
    with File(app, table.group_id, as_table(app, table.group_id)).previewed() as preview:
        assert preview.is_empty
        assert preview.known == 8  # one has no round, so no row


@full_only
def test_a_table_sorted_in_any_order(app, app_with, table):
    lines = as_table(app, table.group_id).decode("utf-8-sig").splitlines(keepends=True)
    if any(line.count('"') % 2 for line in lines):
        pytest.fail("a cell of several lines")
    shuffled = lines[:1] + sorted(lines[1:], key=lambda line: line[::-1])
    other = app_with()
    empty_group(other, table.group_id)
    File(other, table.group_id, "".join(shuffled)).apply()
    assert as_table(other, table.group_id) == as_table(app, table.group_id)


@pytest.fixture
def two_of_a_kind(app, game):
    """Header and rows of two sessions; the later one refers to the earlier one for its rules."""
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8")
    game("derange", "Anna Bo", mode="short", group_id=table.group_id).plays("Bo out, Anna 8")
    header, *rows = as_table(app, table.group_id).decode("utf-8-sig").splitlines(keepends=True)
    assert ["rules_of" in row for row in rows] == [False, False, True, False]
    return header, rows


def test_rules_are_found_in_any_row(two_of_a_kind):
    header, rows = two_of_a_kind
    newest_first = read("".join([header, *rows[2:], *rows[:2]]))
    rules = [session["rules"] for session in newest_first["sessions"]]
    assert rules[0] == rules[1]


def test_rules_in_a_missing_row_are_not_invented(two_of_a_kind):
    header, rows = two_of_a_kind
    missing = "the rules of this game were in a row that is missing"
    assert str(refused("".join([header, *rows[2:]]))) == f"2: {missing}"


class TestTypedByHand:
    """The first fifteen columns, or fewer, typed by hand."""

    ROWS = (
        "session_id,date,game_id,round,dealer,player,went_out,points,cards\n"
        "first,2024-02-02,derange,1,Bo,Anna,0,60,8×1 5×2\n"
        "first,2024-02-02,derange,1,Bo,Bo,1,0,\n"
        "first,2024-02-02,derange,2,Anna,Anna,1,,\n"
        "first,2024-02-02,derange,2,Anna,Bo,0,12,\n"
    )

    def session(self, rows):
        return read(rows)["sessions"][0]

    def test_missing_values_are_computed(self, app):
        group_id, _report = import_document(app, read(self.ROWS))
        session = exported(app, group_id)["sessions"][0]
        names = {p["id"]: p["name"] for p in exported(app, group_id)["players"]}
        assert [names[r["dealer"]] for r in session["rounds"]] == ["Bo", "Anna"]
        assert [[h["points"] for h in r["hands"]] for r in session["rounds"]] == [[60, 0], [0, 12]]
        assert session["finished_at"] is None

    def test_the_same_rows_are_the_same_session(self):
        assert self.session(self.ROWS)["id"] == self.session(self.ROWS.replace(",12,", ",13,"))["id"]

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            (",60,8×1 5×2", ",61,8×1 5×2", "2.points: the cards make 60, not 61"),
            ("8×1 5×2", "8×x", "I2: “8×x” is no card"),
            ("8×1 5×2", "11×1", '2.cards: no card "11"'),
            (",12,", ",twelve,", "H5: not a whole number: twelve"),
            ("Bo,0,12", "Bo,1,12", "G4: more than one went out"),
            ("first,2024-02-02,derange,2,Anna,Bo,0,12,\n", "", "4.hands: the hand of Bo is missing"),
            ("derange", "whist", "2.variant: no variant “whist”"),
            ("2024-02-02", "soon", 'nights[0].date: not a valid date: "soon"'),
            (",date,", ",day,", "1: the column “date” is missing"),
        ],
    )
    def test_an_error_is_reported_with_its_row(self, old, new, message):
        assert str(refused(self.ROWS.replace(old, new))) == message


def test_the_document_of_a_long_table_can_be_read(app, table):
    document = read(as_table(app, table.group_id))
    assert json.loads(json.dumps(document)) == document
