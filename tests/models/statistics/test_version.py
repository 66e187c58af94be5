"""Figures are cached by the version of their group's statistics, which changes with every outcome."""

import json
from contextlib import contextmanager
from datetime import date

import pytest

from models import Group, Night, Player, Session, db
from models.database import reading
from models.deleting import delete_session
from models.night_notes import describe
from models.people.group_undo import undo_group_change
from models.people.merging import Merge
from models.people.people import group_history
from models.statistics.rivals import duels
from models.statistics.selection import Selection
from models.statistics.tally import add_up, tallies_of
from models.statistics.version import CACHE, lock_statistics, statistics_version
from tests.exchange.document.files import exported
from tests.exchange.importing.files import File
from tests.queries import statements_of
from tests.table import at_work, start

pytestmark = pytest.mark.both_databases

ANNA_WINS, BO_WINS = "Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"


@pytest.fixture
def table(app):
    return start(app, "derange", "Anna Bo Cara").plays(ANNA_WINS).stops()


@contextmanager
def looking(app):
    """As a page does: one transaction that changes nothing."""
    with app.app_context(), reading():
        yield


def wins(app, group_id, **chosen):
    with looking(app):
        names = dict(db.session.execute(db.select(Player.id, Player.name)).all())
        tallies = tallies_of(Selection(group_id, **chosen))
        return {names[player]: sum(own.wins for own in by.values()) for player, by in tallies.items()}


def reads_outcomes(app, look):
    return any("FROM outcomes" in statement for statement in statements_of(app, look))


def test_figures_are_computed_once_for_all_who_look(app, table):
    def look():
        return wins(app, table.group_id)

    assert reads_outcomes(app, look)
    assert not reads_outcomes(app, look)
    assert reads_outcomes(app, lambda: wins(app, table.group_id, variant="derange"))


def test_the_version_is_read_once_in_a_transaction(app, table):
    def look():
        with looking(app):
            tallies_of(Selection(table.group_id))
            duels(Selection(table.group_id), {})
            tallies_of(Selection(table.group_id, players=3))

    assert sum("statistics_versions" in statement for statement in statements_of(app, look)) == 1


def test_a_group_in_which_nothing_has_ended_has_no_version_and_no_figures(app):
    table = start(app, "derange", "Anna Bo Cara").plays(ANNA_WINS)
    with at_work(app):
        assert statistics_version(table.group_id) is None
    assert wins(app, table.group_id) == {}
    table.stops()
    assert wins(app, table.group_id) == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_whoever_writes_sees_each_of_its_own_changes_and_nobody_else_does(app, table):
    selection = Selection(table.group_id)
    before = wins(app, table.group_id)
    with at_work(app):
        lock_statistics(table.group_id)
        assert add_up(own["derange"] for own in tallies_of(selection).values()).wins == 1
        db.session.execute(db.text("UPDATE outcomes SET won = NOT won"))
        assert add_up(own["derange"] for own in tallies_of(selection).values()).wins == 2
    assert wins(app, table.group_id) == before == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_a_place_may_be_written_down_later(app, table):
    assert wins(app, table.group_id, places=("Bo’s",)) == {}
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        describe(group, db.session.scalars(db.select(Night)).one(), table.author(), place="Bo’s", note="")
        db.session.commit()
    assert wins(app, table.group_id, places=("Bo’s",)) == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_a_process_caches_only_so_many(app, table, monkeypatch):
    monkeypatch.setattr("models.statistics.version.MOST_CACHED", 2)
    for year in range(2000, 2007):
        wins(app, table.group_id, first_day=date(year, 1, 1))
        assert len(CACHE) <= 2
    assert not reads_outcomes(app, lambda: wins(app, table.group_id, first_day=date(2006, 1, 1)))


class TestEveryChangeOfAnOutcomeIsAnotherVersion:
    @pytest.fixture
    def changed(self, app, table):
        """Whether the version is another one than when it was asked last."""
        seen = []

        def is_another():
            with at_work(app):
                seen.append(statistics_version(table.group_id))
            return len(set(seen)) == len(seen)

        assert is_another()
        return is_another

    def test_a_session_that_ends_is_opened_again_and_corrected(self, table, changed):
        for verb in (
            table.reopens,
            table.stops,
            lambda: table.corrects(1, BO_WINS),
            table.takes_back,
            lambda: table.corrects(1, "Anna out, Bo 8, Cara 8"),
        ):
            verb()
            assert changed()

    def test_a_round_of_a_session_that_is_not_over_is_none(self, app, table, changed):
        start(app, "derange", "Anna Bo", group_id=table.group_id, clock=table.clock).plays("Anna out, Bo 8")
        assert not changed()

    def test_a_session_that_is_deleted(self, app, table, changed):
        with at_work(app):
            delete_session(Session.of(table.group_id, table.session_id, lock=True), table.author())
            db.session.commit()
        assert changed()

    def test_people_that_are_merged_and_parted(self, app, table, changed):
        guests = start(app, "derange", "Annika Bo Cara", group_id=table.group_id, clock=table.clock)
        guests.plays("Annika out, Bo 8, Cara K").stops()
        assert changed()
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            of = {player.name: player for player in group.players}
            Merge(of["Annika"], of["Anna"]).carry_out(group, table.author())
            db.session.commit()
        assert changed()
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            undo_group_change(group, group_history(group)[0], table.author())
            db.session.commit()
        assert changed()

    def test_a_file_that_is_applied_and_reverted(self, app, table, changed):
        other = start(app, "derange", "Anna Bo Cara").plays(BO_WINS).stops()
        file = File(app, table.group_id, json.dumps(exported(app, other.group_id)))
        file.apply()
        assert changed()
        file.revert()
        assert changed()
