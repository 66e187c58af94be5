"""Sessions of a file that the group has: equal ones are known, others are named, and none is changed."""

import json
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from files.importing.applying import CannotApply
from game.scoring.shown import shown_of
from models import Player, Session, db
from models.change import ChangeStamp
from models.database import new_id
from models.table.rounds import correct
from tests.files.document.files import ANNA, BO, CARA, NOW, brief, exported, import_document, round_of
from tests.files.importing.files import LOG_TABLES, TOTALS, File, rows_except
from tests.table import at_work

pytestmark = pytest.mark.table(
    "derange", "Anna Bo", plays=["Anna out, Bo K"], mode="short", at=datetime(2024, 1, 5, 18, tzinfo=UTC)
)

WIDE = "Date;Round;Anna;Bo\n2024-02-02;1;0;4\n;2;5;0\n;3;0;7\n"
WON = "date,game,player,points\n2024-02-02,Vatikan,Anna,3\n2024-02-02,Vatikan,Bo,1\n"
NAMED = "2024-02-02 · Derange Order of Eight"


@pytest.fixture
def file(app, table):
    return lambda content: File(app, table.group_id, content)


def compared(file):
    """How many sessions the group has, and those that differ."""
    with file.previewed() as preview:
        return preview.known, [item.what for item in preview.left_out]


def corrected_by_hand(app, table):
    """Correct the first round of the newest session: every player with points gets 50."""
    with at_work(app):
        newest = db.session.scalar(db.select(Session.id).order_by(Session.started_at.desc()).limit(1))
        session = Session.of(table.group_id, newest)
        wrong = session.round_number(1)
        hands = tuple(replace(hand, points=50, cards=None) if hand.points else hand for hand in wrong.hands)
        stamp = ChangeStamp(new_id(), "a phone", NOW)
        correct(session, wrong, replace(wrong, hands=hands), stamp, shown=shown_of(wrong))
        db.session.commit()


class TestEqual:
    @pytest.mark.both_databases
    @pytest.mark.parametrize("content", [TOTALS, WIDE, WON])
    def test_the_same_table(self, file, content):
        file(content).apply()
        assert compared(file(content)) == (1, [])

    def test_rows_in_another_order(self, file):
        file(TOTALS).apply()
        head, anna, bo = TOTALS.splitlines()
        assert compared(file(f"{head}\n{bo}\n{anna}\n")) == (1, [])

    def test_a_player_who_has_another_name_here(self, app, file):
        file(TOTALS).apply()
        with at_work(app):
            db.session.scalar(db.select(Player).where(Player.name == "Bo")).name = "Bosse"
            db.session.commit()
        assert compared(file(TOTALS)) == (1, [])

    def test_the_document_of_the_group(self, app, table, file):
        assert compared(file(json.dumps(exported(app, table.group_id)))) == (1, [])

    def test_cards_without_their_points(self, app):
        group_id, _report = import_document(app, brief())
        assert compared(File(app, group_id, json.dumps(brief()))) == (1, [])


@pytest.mark.both_databases
class TestDiffering:
    @pytest.mark.parametrize(
        ("content", "other"),
        [
            (TOTALS, TOTALS.replace("12", "21")),
            (TOTALS, TOTALS.replace("Anna", "?").replace("Bo", "Anna").replace("?", "Bo")),
            (TOTALS.replace("12", "0"), TOTALS.replace("12", "30").replace("Anna,30", "Anna,0")),
            (WIDE, WIDE.replace("2;5;0", "2;0;5")),
            (WIDE, WIDE + ";4;6;0\n"),
            (WIDE, WIDE.replace(";3;0;7\n", "")),
        ],
        ids=["total", "totals swapped", "with a zero", "points swapped", "one round more", "one round less"],
    )
    def test_other_points(self, file, content, other):
        file(content).apply()
        assert compared(file(other)) == (1, [NAMED])

    def test_rounds_won(self, file):
        file(WON).apply()
        swapped = WON.replace("Anna,3", "Anna,1").replace("Bo,1", "Bo,3")
        assert compared(file(swapped)) == (1, ["2024-02-02 · Vatikan"])

    def test_a_correction_at_the_table(self, app, table, file):
        file(WIDE).apply()
        corrected_by_hand(app, table)
        assert compared(file(WIDE)) == (1, [NAMED])

    def test_an_export_changed_in_the_file(self, app, table, file):
        document = exported(app, table.group_id)
        hand = next(h for h in document["sessions"][0]["rounds"][0]["hands"] if h["points"])
        hand.update(cards=None, points=11)
        del document["sessions"][0]["standings"]
        assert compared(file(json.dumps(document))) == (1, ["2024-01-05 · Derange Order of Eight"])

    def test_other_cards_without_their_points(self, app):
        group_id, _report = import_document(app, brief())
        document = brief()
        document["sessions"][0]["rounds"][0] = round_of(1, CARA, {ANNA: {"8": 1}, BO: {"K": 1}})
        known, differing = compared(File(app, group_id, json.dumps(document)))
        assert (known, len(differing)) == (1, 1)


class TestApplying:
    def test_nothing_is_imported_if_all_sessions_are_here(self, app, file):
        file(TOTALS).apply()
        before = rows_except(app, "imports")
        again = file(TOTALS.replace("12", "21"))
        with again.previewed() as preview:
            assert preview.is_empty
        with pytest.raises(CannotApply, match="nothing"):
            again.apply()
        assert rows_except(app, "imports") == before

    def test_new_sessions_are_imported_and_the_others_stay(self, app, file):
        file(TOTALS).apply()
        before = rows_except(app, *LOG_TABLES)
        more = "2024-03-03,Derange,Anna,3\n2024-03-03,Derange,Bo,4\n"
        again = file(TOTALS.replace("12", "21") + more).choose(games={"Derange": "derange"})
        assert again.apply().sessions == 1
        after = rows_except(app, *LOG_TABLES)
        for table in ("sessions", "sheets", "seats", "outcomes"):
            assert set(before[table]) < set(after[table]), table
