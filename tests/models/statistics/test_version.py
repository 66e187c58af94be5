"""Figures are cached by the version of their group's statistics, which changes with every outcome."""

import json
from contextlib import contextmanager
from datetime import date

import pytest

from models import Group, Night, Player, Session, db
from models.database import reading
from models.night_notes import describe
from models.people.group_undo import undo_group_change
from models.people.merging import Merge
from models.people.people import group_history
from models.recycle_bin import delete_session
from models.statistics.rivals import duels
from models.statistics.selection import Selection
from models.statistics.tally import add_up, tallies_of
from models.statistics.version import CACHE, lock_statistics, statistics_version
from tests.files.document.files import exported
from tests.files.importing.files import File
from tests.queries import statements_of
from tests.table import at_work, start

pytestmark = pytest.mark.both_databases

ANNA_WINS, BO_WINS = "Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"


@pytest.fixture
def table(app):
    return start(app, "derange", "Anna Bo Cara").plays(ANNA_WINS).stops()


@contextmanager
def reading_page(app):
    """A transaction that changes nothing, as of a page."""
    with app.app_context(), reading():
        yield


def wins(app, group_id, **chosen):
    with reading_page(app):
        names = dict(db.session.execute(db.select(Player.id, Player.name)).all())
        tallies = tallies_of(Selection(group_id, **chosen))
        return {names[player]: sum(own.wins for own in by.values()) for player, by in tallies.items()}


def reads_outcomes(app, look):
    return any("FROM outcomes" in statement for statement in statements_of(app, look))


def test_figures_are_computed_once_for_all_readers(app, table):
    def look():
        return wins(app, table.group_id)

    assert reads_outcomes(app, look)
    assert not reads_outcomes(app, look)
    assert reads_outcomes(app, lambda: wins(app, table.group_id, variant="derange"))


def test_the_version_is_read_once_in_a_transaction(app, table):
    def look():
        with reading_page(app):
            tallies_of(Selection(table.group_id))
            duels(Selection(table.group_id), {})
            tallies_of(Selection(table.group_id, players=3))

    assert sum("statistics_versions" in statement for statement in statements_of(app, look)) == 1


def test_a_group_without_ended_sessions_has_no_version_and_no_figures(app):
    table = start(app, "derange", "Anna Bo Cara").plays(ANNA_WINS)
    with at_work(app):
        assert statistics_version(table.group_id) is None
    assert wins(app, table.group_id) == {}
    table.stops()
    assert wins(app, table.group_id) == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_uncommitted_changes_are_visible_in_their_own_transaction_only(app, table):
    selection = Selection(table.group_id)
    before = wins(app, table.group_id)
    with at_work(app):
        lock_statistics(table.group_id)
        assert add_up(own["derange"] for own in tallies_of(selection).values()).wins == 1
        db.session.execute(db.text("UPDATE outcomes SET won = NOT won"))
        assert add_up(own["derange"] for own in tallies_of(selection).values()).wins == 2
    assert wins(app, table.group_id) == before == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_a_place_may_be_added_later(app, table):
    assert wins(app, table.group_id, places=("Bo’s",)) == {}
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        describe(
            group, db.session.scalars(db.select(Night)).one(), table.change_stamp(), place="Bo’s", note=""
        )
        db.session.commit()
    assert wins(app, table.group_id, places=("Bo’s",)) == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_the_size_of_the_cache_is_limited(app, table, monkeypatch):
    monkeypatch.setattr("models.statistics.version.MAX_CACHED", 2)
    for year in range(2000, 2007):
        wins(app, table.group_id, first_day=date(year, 1, 1))
        assert len(CACHE) <= 2
    assert not reads_outcomes(app, lambda: wins(app, table.group_id, first_day=date(2006, 1, 1)))


class TestChangesOfTheVersion:
    @pytest.fixture
    def has_new_version(self, app, table):
        """Whether the version differs from the previous call."""
        seen = []

        def is_another():
            with at_work(app):
                seen.append(statistics_version(table.group_id))
            return len(set(seen)) == len(seen)

        assert is_another()
        return is_another

    def test_an_ended_reopened_or_corrected_session(self, table, has_new_version):
        for verb in (
            table.reopens,
            table.stops,
            lambda: table.corrects(1, BO_WINS),
            table.takes_back,
            lambda: table.corrects(1, "Anna out, Bo 8, Cara 8"),
        ):
            verb()
            assert has_new_version()

    def test_a_round_of_an_unfinished_session_does_not_change_it(self, app, table, has_new_version):
        start(app, "derange", "Anna Bo", group_id=table.group_id, clock=table.clock).plays("Anna out, Bo 8")
        assert not has_new_version()

    def test_a_deleted_session(self, app, table, has_new_version):
        with at_work(app):
            delete_session(Session.of(table.group_id, table.session_id, lock=True), table.change_stamp())
            db.session.commit()
        assert has_new_version()

    def test_merged_and_separated_people(self, app, table, has_new_version):
        guests = start(app, "derange", "Annika Bo Cara", group_id=table.group_id, clock=table.clock)
        guests.plays("Annika out, Bo 8, Cara K").stops()
        assert has_new_version()
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            of = {player.name: player for player in group.players}
            Merge(of["Annika"], of["Anna"]).carry_out(group, table.change_stamp())
            db.session.commit()
        assert has_new_version()
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            undo_group_change(group, group_history(group)[0], table.change_stamp())
            db.session.commit()
        assert has_new_version()

    def test_an_applied_and_reverted_file(self, app, table, has_new_version):
        other = start(app, "derange", "Anna Bo Cara").plays(BO_WINS).stops()
        file = File(app, table.group_id, json.dumps(exported(app, other.group_id)))
        file.apply()
        assert has_new_version()
        file.revert()
        assert has_new_version()
