"""What outcomes add up to is kept, and read instead of them."""

from datetime import date

import pytest

from models import Outcome, Player, db
from models.alone import alone
from models.deleting import delete_session
from models.session import Session
from models.statistics.choices import choices_of
from models.statistics.honours import honours_of
from models.statistics.measures import BEST_HAND, CLEAREST, COMEBACK, OUT_RUN, WINS_RUN, WORST_SESSION
from models.statistics.nights import most_rounds, most_sessions
from models.statistics.points import accounts_of, caught_with
from models.statistics.records import records_of
from models.statistics.rivals.everybody import rivals
from models.statistics.selection import Selection
from models.statistics.sums.adding import ADDED
from models.statistics.sums.keeping import (
    EDITION,
    LEFT,
    add_up_all_left,
    keep_all_sums,
    keep_or_leave_sums,
    lock_statistics,
)
from models.statistics.sums.tables import PlayerSums, SumsEdition
from models.statistics.tally import overview_of, tallies_of
from tests.golden.evenings import golden_group
from tests.models.statistics.outcomes_kept import assert_kept_right, assert_sums_right
from tests.table import at_work, start

pytestmark = pytest.mark.both_databases

LONG_AGO = date(1900, 1, 1)
APART, TOGETHER = (BEST_HAND, WORST_SESSION, COMEBACK, CLEAREST), (OUT_RUN, WINS_RUN)


@pytest.fixture
def group_id(app):
    return golden_group(app)[0].tables[0].group_id


def added_up(selection):
    """Everything that grows with no session."""
    players = db.session.scalars(
        db.select(Player.id).where(Player.group_id == selection.group_id).order_by(Player.id)
    ).all()
    tallies, everybody = tallies_of(selection), rivals(selection)
    return {
        "tallies": {player: by_variant for player, by_variant in tallies.items() if by_variant},
        "overview": overview_of(selection, tallies),
        "honours": honours_of(selection),
        "nights": (most_rounds(selection), most_sessions(selection)),
        "rivals": (everybody.meetings, [(own.player.id, own.sessions) for own in everybody.everybody]),
        "accounts": [accounts_of(selection.of(player)) for player in players],
        "caught": [caught_with(selection.of(player)) for player in players],
    }


def records(selection):
    return [(r.key, r.variant, r.scale, r.since, r.value, r.times, r.holders) for r in _records(selection)]


def _records(selection):
    return records_of(selection, APART, TOGETHER)


def test_no_outcome_is_read_for_them(app, group_id):
    with at_work(app):
        everything = Selection(group_id)
        before, choices = added_up(everything), choices_of(group_id)
        assert before["honours"]
        assert before["tallies"]
        db.session.execute(db.delete(Outcome).where(Outcome.group_id == group_id))
        assert added_up(everything) == before
        assert choices_of(group_id) == choices
        db.session.rollback()


@pytest.mark.parametrize("chosen", [{}, {"variant": "vatikan"}, {"players": 4}])
def test_of_all_days_they_are_what_is_added_up_for_days(app, group_id, chosen):
    """One way reads the sums, the other adds up outcomes."""
    with at_work(app):
        kept, of_days = Selection(group_id, **chosen), Selection(group_id, **chosen, first_day=LONG_AGO)
        assert added_up(kept) == added_up(of_days)
        assert records(kept) == records(of_days) != []


def test_a_day_before_anything_was_played_has_none(app, group_id):
    with at_work(app):
        nothing = Selection(group_id, last_day=LONG_AGO)
        assert tallies_of(nothing) == {}
        assert _records(nothing) == []
        assert (most_rounds(nothing), most_sessions(nothing)) == (None, None)


def test_they_are_added_up_anew_as_often_as_one_likes(app, group_id):
    with at_work(app):
        before = added_up(Selection(group_id))
        db.session.execute(db.update(PlayerSums).values(wins=99))
        db.session.execute(db.update(SumsEdition).values(sums=EDITION - 1))
        for _again in range(2):
            lock_statistics(group_id)
            keep_all_sums(group_id)
            assert added_up(Selection(group_id)) == before
            assert db.session.scalar(db.select(SumsEdition.sums)) == EDITION


def leave(group_id):
    """As a long file does; whatever was kept is wrong from then on."""
    lock_statistics(group_id)
    keep_or_leave_sums(group_id, None, [])
    for table in ADDED:
        db.session.execute(db.delete(table).where(table.group_id == group_id))
    db.session.commit()


def test_sums_that_were_left_are_added_up_by_whoever_reads(app, group_id):
    with at_work(app):
        everything = Selection(group_id)
        before, best, choices = added_up(everything), records(everything), choices_of(group_id)
        leave(group_id)
        assert (added_up(everything), records(everything), choices_of(group_id)) == (before, best, choices)


def test_sums_that_were_left_are_added_up_later_whatever_ends_meanwhile(app, group_id, monkeypatch):
    with at_work(app):
        leave(group_id)

    def end_one():
        monkeypatch.undo()
        start(app, "derange", "Anna Bo Cara", group_id=group_id).plays("Anna out, Bo 8, Cara K").stops()

    monkeypatch.setattr("models.statistics.sums.keeping.give_way", end_one)
    with at_work(app):
        add_up_all_left()
        assert_sums_right(group_id)
        assert db.session.scalar(db.select(SumsEdition.sums)) == EDITION
        assert added_up(Selection(group_id)) == added_up(Selection(group_id, first_day=LONG_AGO))


def test_who_is_alone_with_the_group_adds_up_what_they_left_themselves(app, group_id):
    with at_work(app):
        leave(group_id)
        with alone(group_id):
            add_up_all_left()
            assert db.session.scalar(db.select(SumsEdition.sums)) == LEFT


def test_a_record_says_how_often_and_by_whom_first(app):
    """Anna goes out twice running in two sessions of two variants, Bo in a third."""
    first = start(app, "derange", "Anna Bo Cara")
    annas, bos = "Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"
    for variant, deal in (("derange", annas), ("derange", bos), ("vandatta", annas)):
        table = start(app, variant, "Anna Bo Cara", group_id=first.group_id, clock=first.clock)
        table.plays(deal, deal).stops()
    with at_work(app):
        [record] = records_of(Selection(first.group_id), (), (OUT_RUN,))
        names = dict(db.session.execute(db.select(Player.id, Player.name)).all())
        assert (record.value, record.times) == (2, 3)
        assert [names[holder.player_id] for holder in record.holders] == ["Anna", "Bo", "Anna"]


class TestWhatIsTouched:
    """Only what a session is part of is added up anew; everything else must stand already."""

    @pytest.fixture
    def tables(self, app):
        """Two variants, tables of two sizes, one player in all of them."""
        first = start(app, "derange", "Anna Bo Cara").plays("Anna out, Bo 8, Cara K").stops()
        beside = {"group_id": first.group_id, "clock": first.clock}
        return [
            first,
            start(app, "derange", "Anna Bo", **beside).plays("Bo out, Anna 8").stops(),
            start(app, "vandatta", "Anna Cara Dilan", rounds=2, **beside)
            .plays("Anna out, Cara 8, Dilan K")
            .stops(),
        ]

    def test_somebody_who_leaves_a_session_that_is_over_makes_its_table_smaller(self, app, tables):
        tables[0].reopens().leaves("Cara").stops()
        assert_kept_right(app, tables[0].group_id)

    def test_a_session_that_is_opened_again_is_in_no_sum(self, app, tables):
        for table in tables:
            table.reopens()
        with at_work(app):
            assert_sums_right(tables[0].group_id)
            assert db.session.scalars(db.select(PlayerSums)).all() == []

    def test_a_streak_that_breaks_is_broken_in_other_variants_too(self, app, tables):
        table = tables[2]
        with at_work(app):
            assert records_of(Selection(table.group_id), (), (WINS_RUN,)) == []
        tables[1].corrects(1, "Anna out, Bo 8")
        with at_work(app):
            [run] = records_of(Selection(table.group_id), (), (WINS_RUN,))
            assert (run.value, run.holders[0].session_id) == (3, table.session_id)
        with at_work(app):
            delete_session(Session.of(table.group_id, tables[0].session_id, lock=True), table.author())
            db.session.commit()
        assert_kept_right(app, table.group_id)
