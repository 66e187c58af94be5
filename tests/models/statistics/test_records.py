"""Records: number and players, and updates after changes to a session."""

import pytest

from models import Player, Session, db
from models.recycle_bin import delete_session
from models.statistics.records import OUT_RUN, WINS_RUN, records_of
from models.statistics.selection import Selection
from models.statistics.tally import tallies_of
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.table import at_work, start

pytestmark = pytest.mark.both_databases


def test_a_record_has_a_number_and_its_first_holders(app):
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


class TestUpdates:
    """Figures follow a changed session, and the sessions after it."""

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

    def test_a_player_leaving_a_finished_session_makes_its_table_smaller(self, app, tables):
        tables[0].reopens().leaves("Cara").stops()
        assert_outcomes_match(app, tables[0].group_id)

    def test_a_reopened_session_is_not_counted(self, app, tables):
        for table in tables:
            table.reopens()
        with at_work(app):
            assert tallies_of(Selection(tables[0].group_id)) == {}

    def test_a_broken_streak_is_broken_in_other_variants_too(self, app, tables):
        table = tables[2]
        with at_work(app):
            assert records_of(Selection(table.group_id), (), (WINS_RUN,)) == []
        tables[1].corrects(1, "Anna out, Bo 8")
        with at_work(app):
            [run] = records_of(Selection(table.group_id), (), (WINS_RUN,))
            assert (run.value, run.holders[0].session_id) == (3, table.session_id)
        with at_work(app):
            delete_session(Session.of(table.group_id, tables[0].session_id, lock=True), table.change_stamp())
            db.session.commit()
        assert_outcomes_match(app, table.group_id)
