"""Every field of a sheet, set to another value than its default, survives whatever happens to a session.

What happens is the store, undo and redo, the session document, the pad, and a count on a player's own phone.
The board of a phone without a network adds up the same sheets in tests/browser/test_score_sheet.py.
"""

from __future__ import annotations

import uuid
from typing import Any

import msgspec
import pytest
from msgspec import structs

from game.scoring.facts import Sheet
from game.scoring.round_warnings import round_warnings
from models import Session, db
from models.change import UNDO
from tests.counting import OwnHands
from tests.files.document.custom import defined, play, start_custom
from tests.files.document.files import exported, import_document
from tests.game.scoring.test_sheet_value import values_in
from tests.once import played_once
from tests.table import Table, at_work, start

MULTIPLIED = defined(
    scoring="cards",
    hand_sizes=[5],
    values={**dict.fromkeys(("A", "2", "3", "4", "5", "6", "7", "9", "10", "J", "Q", "K"), 5), "8": 50},
    first_to=500,
    multipliers=[
        {"factor": 2, "of": "hand", "reason": "Knocked"},
        {"factor": 3, "of": "round", "reason": "Last card an eight"},
    ],
)


@played_once
def tables(app) -> list[Table]:
    """Sessions of one group that set all fields between them."""
    own = start_custom(app, MULTIPLIED, ["Anna", "Bo", "Cara"])
    play(own, out="Anna", Bo="25+25", Cara={"8": 1, "4": 2})
    with own.seen() as session:
        hand, of_round = (each.key for each in session.rules.multipliers)
    play(own, out="Anna", multipliers=[of_round], Bo=("12", (hand,)), Cara="4")
    group = {"group_id": own.group_id}
    table = start(app, "derange", "Anna Bo Cara", mode="short", **group).misdeals()
    table.plays("Cara out, Anna 8 5 5, Bo K 2 2, chain 1 Bo", "Anna out, Bo =12, Cara 4")
    table.adjusts("Bo", 10, "forgot to say last card").leaves("Cara").sits_down("Dilan", start="average")
    table.plays("Anna out, Bo 8, Dilan K").comes_back("Cara", start="worst").takes_over("Eva", of="Bo")
    table.misdeals().lets_deal("Dilan")
    teams = start(app, "vatikan", "Anna Bo Cara Dilan", teams=True, sides="1 2 1 2", **group)
    teams.plays("Anna out, Bo 4, Cara 5, Dilan 6").stops()
    extended = (
        start(app, "vandatta", "Anna Bo", rounds=1, **group).plays("nobody out, Anna 8, Bo 8").reopens()
    )
    alone = start(app, "derange", "Anna Bo", **group).plays("Anna out, Bo 8").has(totals_only=True)
    paper = start(app, "derange", "Anna Bo", **group).plays("Anna out, Bo 8").has(no_times=True)
    return [own, table, teams, extended, alone, paper]


def sheet_of(table: Table) -> Sheet:
    with table.seen() as session:
        return session.sheet


def by_name(session: Session) -> Any:
    """The sheet as plain data, with the names of the players for their seats and without ids of rounds."""
    names = {str(seat.id): seat.player.name for seat in session.seats}

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: named(each) for key, each in value.items() if key not in ("player", "recorded_at")}
        if isinstance(value, (list, tuple)):
            return [named(each) for each in value]
        return names.get(value, value) if isinstance(value, str) else value

    plain = named(msgspec.to_builtins(session.sheet))
    for played in plain.get("rounds", []):
        del played["id"]
    return plain


def has_warnings(table: Table, number: int) -> bool:
    with table.seen() as session:
        played = session.round_number(number)
        return bool(played and round_warnings(played, session.rules))


def of_group(app, group_id: uuid.UUID) -> list[Any]:
    with at_work(app):
        own = db.select(Session).where(Session.visible_in(group_id))
        return sorted((by_name(session) for session in db.session.scalars(own)), key=repr)


def test_every_field_is_set_by_one_of_the_sessions(app):
    unset = {
        (type(value).__name__, field.name)
        for table in tables(app)
        for value in values_in(sheet_of(table))
        for field in structs.fields(value)
    }
    for table in tables(app):
        for value in values_in(sheet_of(table)):
            for field in structs.fields(value):
                if field.required or getattr(value, field.name) != field.default:
                    unset.discard((type(value).__name__, field.name))
    assert unset == set()


@pytest.mark.both_databases
def test_the_session_document_has_them_all(app):
    group_id = tables(app)[0].group_id
    again, report = import_document(app, exported(app, group_id))
    assert report.sessions == 6
    assert of_group(app, again) == of_group(app, group_id)


def test_all_changes_can_be_taken_back_and_put_back(app):
    for table in tables(app):
        before = table.snapshot()
        done = [change for change, kind, is_active in table.changes() if is_active and kind != UNDO]
        taken_back = []
        for change in done:
            table.takes_back(change)
            taken_back.append(table.last_change())
        assert table.numbers() == []
        for change in reversed(taken_back):
            table.takes_back(change)
        assert table.snapshot() == before


def test_a_pad_that_is_sent_as_it_is_changes_nothing(app, phone_of):
    for table in tables(app):
        phone, before = phone_of(table), table.snapshot()
        for number in table.numbers():
            phone.get(f"{table.path}/rounds/{number}")
            if has_warnings(table, number):
                phone.submit("#round", status=422)
            phone.submit("#round")
            assert "Nothing was changed." in phone.page.words
        assert table.snapshot() == before


def test_hands_counted_on_phones_are_those_that_a_scorer_enters(app):
    [own, *_others] = tables(app)
    words = {"Bo": "=12+13 ×1", "Cara": "8 5 ×1"}
    own.plays("Anna out, " + ", ".join(f"{name} {held}" for name, held in words.items()))
    entered = sheet_of(own).rounds[-1].hands
    own.takes_back()
    hands = OwnHands(own).out("Anna")
    for name, held in words.items():
        hands.sends(name, held)
    hands.saves()
    assert sheet_of(own).rounds[-1].hands == entered
