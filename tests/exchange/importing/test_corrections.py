"""Corrected points in a later version of a file: shown, offered, applied, and reverted with the file."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from msgspec import structs

from exchange.importing.applying import CannotApply
from models import Change, Session, db
from models.change import ChangeStamp
from models.database import new_id
from models.table.rounds import correct, fingerprint
from models.table.undo import undo_change
from tests.exchange.document.files import NOW, exported
from tests.exchange.importing.files import LOG_TABLES, TOTALS, File, rows_except
from tests.table import at_work

pytestmark = pytest.mark.table(
    "derange", "Anna Bo", plays=["Anna out, Bo K"], mode="short", at=datetime(2024, 1, 5, 18, tzinfo=UTC)
)

WIDE = "Date;Round;Anna;Bo\n2024-02-02;1;0;4\n;2;5;0\n;3;0;7\n"


@pytest.fixture
def file(app, table):
    return lambda content: File(app, table.group_id, content)


def differences(file):
    with file.previewed() as preview:
        found = preview.corrections.found
        return [[(d.number, d.name, d.here, d.file) for d in each.differences] for each in found]


def totals(app, table):
    sessions = exported(app, table.group_id)["sessions"]
    names = {p["id"]: p["name"] for p in exported(app, table.group_id)["players"]}
    return [{names[x["player"]]: x["total"] for x in s["standings"]} for s in sessions][1:]


def corrected_by_hand(app, table):
    """Correct the first round of the newest session: every player with points gets 50."""
    with at_work(app):
        newest = db.session.scalar(db.select(Session.id).order_by(Session.started_at.desc()).limit(1))
        session = Session.of(table.group_id, newest)
        wrong = session.round_number(1)
        facts = wrong.facts()
        hands = tuple(
            structs.replace(hand, points=50, cards=None) if hand.points else hand for hand in facts.hands
        )
        stamp = ChangeStamp(new_id(), "a phone", NOW)
        correct(session, wrong, replace(facts, hands=hands), stamp, shown=fingerprint(facts))
        db.session.commit()


class TestWrongTotal:
    def test_an_unchanged_file_has_nothing_to_correct(self, file):
        file(TOTALS).apply()
        with file(TOTALS).previewed() as preview:
            assert (preview.known, preview.corrections.found, preview.is_empty) == (1, [], True)

    def test_the_difference_is_shown_and_not_reported_as_nothing_new(self, file):
        file(TOTALS).apply()
        again = file(TOTALS.replace("12", "21"))
        assert differences(again) == [[(None, "Bo", 12, 21)]]
        with again.previewed() as preview:
            assert not preview.is_empty

    def test_it_is_corrected_by_an_ordinary_change(self, app, table, file):
        file(TOTALS).apply()
        file(TOTALS.replace("12", "21")).apply()
        assert totals(app, table) == [{"Anna": 30, "Bo": 21}]
        with at_work(app):
            changes = db.session.scalars(db.select(Change).where(Change.kind == "correct_from_file")).all()
            assert [change.about for change in changes] == [{"file": "a file"}]

    def test_reverting_the_file_reverts_the_correction(self, app, table, file):
        file(TOTALS).apply()
        before = rows_except(app, *LOG_TABLES, "sessions")
        again = file(TOTALS.replace("12", "21"))
        again.apply()
        again.revert()
        assert totals(app, table) == [{"Anna": 30, "Bo": 12}]
        assert rows_except(app, *LOG_TABLES, "sessions") == before
        again.apply()
        assert totals(app, table) == [{"Anna": 30, "Bo": 21}]

    def test_undoing_the_change_in_the_session_reverts_it_too(self, app, table, file):
        file(TOTALS).apply()
        again = file(TOTALS.replace("12", "21"))
        again.apply()
        with at_work(app):
            change = db.session.scalar(db.select(Change).where(Change.kind == "correct_from_file"))
            session = Session.of(table.group_id, change.session_id)
            undo_change(session, change, ChangeStamp(new_id(), "a phone", NOW))
            db.session.commit()
        assert totals(app, table) == [{"Anna": 30, "Bo": 12}]
        assert again.revert() == (0, [], [])

    def test_new_sessions_in_the_file_are_applied_as_well(self, app, table, file):
        file(TOTALS).apply()
        more = TOTALS.replace("12", "21") + "2024-03-03,Derange,Anna,3\n2024-03-03,Derange,Bo,4\n"
        file(more).choose(games={"Derange": "derange"}).apply()
        assert totals(app, table) == [{"Anna": 30, "Bo": 21}, {"Anna": 3, "Bo": 4}]


@pytest.mark.both_databases
class TestRounds:
    def test_each_hand_is_shown_by_its_round(self, file):
        file(WIDE).apply()
        assert differences(file(WIDE.replace("3;0;7", "3;0;8"))) == [[(3, "Bo", 7, 8)]]

    def test_swapped_points_of_two_players(self, app, table, file):
        file(WIDE).apply()
        other = WIDE.replace("2;5;0", "2;0;5")
        assert differences(file(other)) == [[(2, "Anna", 5, 0), (2, "Bo", 0, 5)]]
        file(other).apply()
        assert totals(app, table) == [{"Anna": 0, "Bo": 16}]

    def test_a_missing_round(self, app, table, file):
        file(WIDE).apply()
        more = file(WIDE + ";4;6;0\n")
        assert differences(more) == [[(4, "Anna", None, 6), (4, "Bo", None, 0)]]
        more.apply()
        assert totals(app, table) == [{"Anna": 11, "Bo": 11}]
        more.revert()
        assert totals(app, table) == [{"Anna": 5, "Bo": 11}]

    def test_an_extra_round(self, app, table, file):
        file(WIDE).apply()
        file(WIDE.replace(";3;0;7\n", "")).apply()
        assert totals(app, table) == [{"Anna": 5, "Bo": 4}]

    def test_rounds_won(self, app, table, file):
        won = "date,game,player,points\n2024-02-02,Vatikan,Anna,3\n2024-02-02,Vatikan,Bo,1\n"
        file(won).apply()
        assert totals(app, table) == [{"Anna": 3, "Bo": 1}]
        file(won.replace("Anna,3", "Anna,1").replace("Bo,1", "Bo,3")).apply()
        assert totals(app, table) == [{"Anna": 1, "Bo": 3}]


class TestLocalCorrections:
    def test_a_local_correction_is_kept_by_default(self, app, table, file):
        file(WIDE).apply()
        corrected_by_hand(app, table)
        again = file(WIDE)
        assert differences(again) == [[(1, "Bo", 50, 4)]]
        with again.previewed() as preview:
            assert [(each.changed, each.chosen) for each in preview.corrections.found] == [(True, "leave")]
        with pytest.raises(CannotApply, match="nothing"):
            again.apply()
        assert totals(app, table) == [{"Anna": 5, "Bo": 57}]

    def test_the_version_of_the_file_can_be_chosen(self, app, table, file):
        file(WIDE).apply()
        corrected_by_hand(app, table)
        again = file(WIDE)
        with again.previewed() as preview:
            own = str(preview.corrections.found[0].session.id)
        with at_work(app):
            again._import().choose({"fixes": {own: "take"}})
            db.session.commit()
        again.apply()
        assert totals(app, table) == [{"Anna": 5, "Bo": 11}]
        again.revert()
        assert totals(app, table) == [{"Anna": 5, "Bo": 57}]

    def test_a_later_correction_is_kept(self, app, table, file):
        file(WIDE).apply()
        again = file(WIDE.replace("1;0;4", "1;0;9"))
        again.apply()
        corrected_by_hand(app, table)
        again.revert()
        assert totals(app, table) == [{"Anna": 5, "Bo": 57}]
        with at_work(app):
            assert again._import().result["stayed"] == 1

    def test_an_export_corrected_in_the_file(self, app, table, file):
        document = exported(app, table.group_id)
        hand = next(h for h in document["sessions"][0]["rounds"][0]["hands"] if h["points"])
        hand.update(cards=None, points=11)
        del document["sessions"][0]["standings"]
        again = file(json.dumps(document))
        assert differences(again) == [[(1, "Bo", 20, 11)]]
        with again.previewed() as preview:
            assert [(each.changed, each.chosen) for each in preview.corrections.found] == [(True, "leave")]
