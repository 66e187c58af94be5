"""Undo: every kind of change, undoing an undo, and obstacles."""

from datetime import timedelta

import pytest

from models import Change, Group, Player, db
from models.people.merging import Merge
from models.table.undo import CannotUndo
from tests.models.random_play import assert_sound
from tests.other_rules import ELIMINATION, start_with
from tests.table import at_work, seat_of

ROUND = "Cara out, Anna 8, Bo K"
KINDS = {
    "record": lambda t: t.plays("Anna out, Bo 4, Cara 4"),
    "correct": lambda t: t.corrects(1, "Anna out, Bo 4, Cara 4"),
    "insert": lambda t: t.inserts(1, "Anna out, Bo 4, Cara 4"),
    "remove": lambda t: t.removes(1),
    "join": lambda t: t.sits_down("Dilan", after="Anna", start="worst"),
    "leave": lambda t: t.leaves("Bo"),
    "take_over": lambda t: t.takes_over("Eva", of="Cara"),
    "swap": lambda t: t.swaps("Anna", "Cara"),
    "dealer": lambda t: t.lets_deal("Anna"),
    "misdeal": lambda t: t.misdeals(),
    "stop": lambda t: t.stops(),
}


pytestmark = pytest.mark.table(plays=[ROUND, ROUND])


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_change_can_be_undone_redone_and_so_on(table, kind):
    before = table.snapshot()
    KINDS[kind](table)
    after = table.snapshot()
    assert after != before
    assert table.kinds()[-1] == kind
    for expected in (before, after, before, after):
        table.takes_back(table.last_change() if table.kinds()[-1] == "undo" else None)
        assert table.snapshot() == expected


def test_reopening_can_be_undone(table):
    table.stops()
    before = table.snapshot()
    table.reopens().takes_back()
    assert table.snapshot() == before
    assert table.is_finished()


def test_coming_back_can_be_undone(table):
    table.leaves("Bo").plays("Cara out, Anna 8")
    before = table.snapshot()
    table.comes_back("Bo", start="worst").takes_back()
    assert table.snapshot() == before


def test_a_won_cut_can_be_undone(game):
    table = game("swedish_pursuit", "Anna Bo", rounds=2).plays(*["Anna out, Bo 8"] * 5)
    table.cuts("Bo").takes_back()
    assert table.next_dealer() is None


def test_undo_reverts_one_change_at_a_time(table):
    table.plays("Anna out, Bo 4, Cara 4").misdeals()
    table.takes_back().takes_back()
    assert table.numbers() == [1, 2]
    assert table.next_dealer() == "Cara"


@pytest.mark.parametrize("times", range(5))
def test_active_changes_are_marked_in_the_history(table, times):
    """After each undo and redo, the history marks the changes that are active."""
    table.plays("Anna out, Bo 4, Cara 4")
    recorded = table.last_change()
    for _ in range(times):
        table.takes_back(table.last_change())
    is_active = {change for change, _kind, holds in table.changes() if holds}
    assert (recorded in is_active) == (table.numbers() == [1, 2, 3])
    assert table.last_change() in is_active


def test_after_undoing_a_redo_the_next_undo_reverts_the_change_before(table):
    table.plays("Anna out, Bo 4, Cara 4")
    for _ in range(3):  # undone, redone, undone …
        table.takes_back(table.last_change())
    table.takes_back()
    assert table.numbers() == [1]


def test_an_older_change_may_be_undone_where_no_other_depends_on_it(table):
    table.plays("Anna out, Bo 4, Cara 4")
    second = table.changes()[1][0]
    table.takes_back(second)
    assert table.numbers() == [1, 2]
    assert table.totals() == {"Anna": 50, "Bo": 24, "Cara": 4}


def refused(table, change_id):
    """The reason, after checking that nothing has changed."""
    before = table.snapshot(), table.changes(), table.version()
    with pytest.raises(CannotUndo) as raised:
        table.takes_back(change_id)
    assert (table.snapshot(), table.changes(), table.version()) == before
    return raised.value.reason


def test_an_undone_change_cannot_be_undone_again(table):
    recorded = table.last_change()
    table.takes_back()
    assert refused(table, recorded) == "done"


def test_a_value_changed_since_cannot_be_undone(table):
    recorded = table.last_change()
    table.corrects(2, "Anna out, Bo 4, Cara 4")
    assert refused(table, recorded) == "changed"
    table.takes_back()
    table.takes_back(recorded)
    assert table.numbers() == [1]


def test_a_removed_round_cannot_be_uncorrected(table):
    table.corrects(1, "Anna out, Bo 4, Cara 4")
    corrected = table.last_change()
    table.removes(1)
    assert refused(table, corrected) == "changed"


def test_joining_cannot_be_undone_after_the_player_has_played(table):
    table.sits_down("Dilan")
    sat_down = table.last_change()
    table.plays("Cara out, Anna 8, Bo K, Dilan 4")
    assert refused(table, sat_down) == "needed"
    table.takes_back().takes_back(sat_down)
    assert table.seats() == ["Anna", "Bo", "Cara"]


def test_leaving_can_be_undone_only_before_the_next_round(table):
    table.leaves("Anna")
    left = table.last_change()
    table.plays("Cara out, Bo K")
    before = table.snapshot()
    assert refused(table, left) == "played"
    assert table.snapshot() == before
    table.takes_back().takes_back(left).plays("Cara out, Anna 8, Bo K")


def test_coming_back_can_be_undone_only_before_the_next_round(table):
    table.leaves("Anna").plays("Cara out, Bo K").comes_back("Anna")
    change = table.last_change()
    table.plays("Cara out, Anna 8, Bo K")
    assert refused(table, change) == "played"


def eliminated_and_corrected(app):
    """Bo was eliminated after round 1 and played no round 2; a correction of round 1 brings Bo back."""
    table = start_with(app, ELIMINATION, "Anna Bo Cara")
    table.plays("Anna =5, Bo =100, Cara =10", "Anna =1, Cara =2")
    return table.corrects(1, "Anna =5, Bo =10, Cara =10")


def test_a_correction_that_brings_an_eliminated_player_back_can_be_undone_and_redone(app):
    table = eliminated_and_corrected(app)
    after = table.snapshot()
    table.takes_back().takes_back(table.last_change())
    assert table.snapshot() == after


def test_a_round_is_not_restored_without_the_hand_of_a_player_who_is_back(app):
    table = eliminated_and_corrected(app).removes(2)
    removed = table.last_change()
    assert refused(table, removed) == "played"
    table.corrects(1, "Anna =5, Bo =100, Cara =10").takes_back(removed)
    assert table.numbers() == [1, 2]


def test_joining_of_the_named_next_dealer_can_be_undone(table):
    table.sits_down("Dilan")
    sat_down = table.last_change()
    table.lets_deal("Dilan")
    table.takes_back(sat_down)
    assert table.next_dealer() == "Cara"


def test_joining_of_the_winner_of_a_cut_cannot_be_undone(game):
    table = game("swedish_pursuit", "Anna Bo", rounds=2).plays(*["Anna out, Bo 8"] * 5).sits_down("Cara")
    sat_down = table.last_change()
    table.cuts("Cara")
    assert refused(table, sat_down) == "needed"


def test_a_chosen_dealer_who_has_dealt_since_is_undone_without_effect(table):
    table.lets_deal("Anna")
    chosen = table.last_change()
    table.plays(ROUND)
    before = table.snapshot()
    table.takes_back(chosen)
    assert table.snapshot() == before
    assert table.kinds()[-1] == "undo"


def test_a_round_is_restored_only_with_its_seats(table):
    """Dilan's only round was removed, then his joining undone: the round cannot be restored before Dilan."""
    table.sits_down("Dilan")
    sat_down = table.last_change()
    table.plays("Cara out, Anna 8, Bo K, Dilan 4").removes(3)
    removed = table.last_change()
    table.takes_back(sat_down)
    assert refused(table, removed) == "needed"


def test_a_merged_player_cannot_be_seated_again(game, app):
    table = game("derange", "Anna Bo Cara").plays(ROUND).sits_down("Dilan").takes_back()
    undone = table.last_change()
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        dilan = next(p for p in group.players if p.name == "Dilan")
        other = Player(group=group, name="Eva", colour=5, created_at=table.clock.now())
        db.session.add(other)
        db.session.flush()
        Merge(dilan, other).carry_out(group, table.change_stamp())
        db.session.commit()
    assert refused(table, undone) == "changed"


def test_each_change_has_author_and_time(table):
    table.phone = "Bo’s phone"
    table.corrects(1, "Anna out, Bo 4, Cara 4")
    with table.seen() as session:
        newest, *_older = Change.history_of(session)
        assert newest.by == "Bo’s phone"
        assert newest.at == table.clock.time
        assert newest.about == {
            "number": 1,
            "out": str(seat_of(session, "Anna").id),
            "points": {str(seat_of(session, n).id): p for n, p in (("Anna", 0), ("Bo", 4), ("Cara", 4))},
        }


def test_names_are_never_stored_in_the_history_of_a_session(table):
    for change in KINDS.values():
        change(table)
    with table.seen() as session:
        for change in Change.history_of(session):
            written = f"{change.about} {change.diff}"
            assert not [name for name in ("Anna", "Bo", "Cara", "Dilan", "Eva") if name in written]


class TestOlderChanges:
    """Players who joined since stay with their rounds when an earlier round is restored or removed."""

    @pytest.fixture
    def since(self, table):
        def since(table):
            table.sits_down("Dilan").leaves("Bo").plays("Cara out, Anna 8, Dilan 4")
            return table.comes_back("Bo").plays("Cara out, Anna 8, Bo K, Dilan 4")

        return since

    def test_undoing_a_removal(self, table, since):
        table.removes(1)
        removed = table.last_change()
        since(table).takes_back(removed)
        assert_sound(table)
        assert table.who_plays(2) == ["Anna", "Bo", "Cara"]
        assert table.who_plays(3) == ["Anna", "Cara", "Dilan"]
        assert table.who_plays(4) == ["Anna", "Bo", "Cara", "Dilan"]

    def test_undoing_an_insertion(self, table, since):
        table.inserts(1, "Anna out, Bo 4, Cara 4")
        inserted = table.last_change()
        since(table).takes_back(inserted)
        assert_sound(table)
        assert table.who_plays(2) == ["Anna", "Bo", "Cara"]
        assert table.who_plays(3) == ["Anna", "Cara", "Dilan"]
        assert table.who_plays(4) == ["Anna", "Bo", "Cara", "Dilan"]


class TestClockSetBack:
    """A server without a battery clock may start with an earlier time."""

    @pytest.fixture(autouse=True)
    def _earlier(self, table):
        table.clock.time -= timedelta(hours=2)
        table.plays("Anna out, Bo 4, Cara 4")

    def test_the_newest_change_is_taken_back(self, table):
        table.takes_back()
        assert table.totals() == {"Anna": 100, "Bo": 40, "Cara": 0}
        table.takes_back()
        assert table.numbers() == [1]

    def test_the_history_begins_with_the_newest_change(self, table):
        table.stops()
        assert table.kinds() == ["record", "record", "record", "stop"]
        with table.seen() as session:
            assert [change.about["number"] for change in Change.history_of(session)] == [3, 3, 2, 1]

    def test_the_last_change_of_a_round_is_the_newest(self, table):
        table.corrects(1, "Anna out, Bo 4, Cara 4")
        corrected = table.last_change()
        with table.seen() as session:
            assert Change.last_of_round(session, session.rounds[0]).id == corrected
            assert [change.id for change in Change.last_and_corrections(session)] == [corrected]
