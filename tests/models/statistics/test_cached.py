"""Figures cached between requests are those of the outcomes as they stand, whatever happens meanwhile."""

import json
from contextlib import contextmanager

import pytest

from models import Session, db
from models.deleting import delete_group, delete_session
from models.group import Group
from models.people.merging import Merge
from models.player import Player
from models.statistics import cached as caching
from models.statistics.cached import MOST_CACHED, cached
from models.statistics.running import statistics_version
from models.statistics.selection import Selection
from models.statistics.tally import tallies_of
from tests.models.document.files import take_in, written
from tests.table import at_work, start

OUT = {"Anna": "Anna out, Bo 8, Cara K", "Bo": "Bo out, Anna 8, Cara K"}


@contextmanager
def asked(app, method="GET"):
    """Within a request, with nothing left of an earlier one."""
    with app.test_request_context("/", method=method):
        try:
            yield
        finally:
            db.session.rollback()


@pytest.fixture
def table(app):
    return start(app, "derange", "Anna Bo Cara").plays(OUT["Anna"]).stops()


@pytest.fixture
def counted(app):
    """A figure that says how often it was added up: counted.figure(selection), counted.times."""

    class Counted:
        times = 0

    @cached
    def figure(selection, *others, **named):
        Counted.times += 1
        return [Counted.times, selection, others, named]

    Counted.figure = staticmethod(figure)
    return Counted


def wins(app, table):
    """By name, as a page tells them."""
    with asked(app):
        names = dict(db.session.execute(db.select(Player.id, Player.name)).all())
        tallies = tallies_of(Selection(table.group_id))
        return {names[player]: sum(t.wins for t in own.values()) for player, own in tallies.items()}


def test_a_second_request_adds_nothing_up(app, table, counted):
    everything = Selection(table.group_id)
    with asked(app):
        first = counted.figure(everything)
    with asked(app):
        assert counted.figure(everything) is first
    assert counted.times == 1


def test_every_question_has_its_own_answer(app, table, counted):
    everything = Selection(table.group_id)
    questions = [
        ((everything,), {}),
        ((Selection(table.group_id, variant="derange"),), {}),
        ((everything.of(table.player_id("Anna")),), {}),
        ((everything, 1), {}),
        ((everything,), {"most": 1}),
        ((everything,), {"most": 2}),
    ]
    with asked(app):
        for _again in range(2):
            for others, named in questions:
                assert counted.figure(*others, **named)[1:] == [others[0], others[1:], named]
    assert counted.times == len(questions)


def test_whoever_may_change_something_sees_what_is_there(app, table, counted):
    everything = Selection(table.group_id)
    with asked(app):
        counted.figure(everything)
    with asked(app, method="POST"):
        counted.figure(everything)
        counted.figure(everything)
    with app.app_context():
        counted.figure(everything)
    assert counted.times == 4


def test_what_was_rolled_back_is_not_cached(app, table):
    before = wins(app, table)
    with asked(app, method="POST"):
        delete_session(db.session.get_one(Session, table.session_id))
        assert tallies_of(Selection(table.group_id)) == {}
    assert wins(app, table) == before == {"Anna": 1, "Bo": 0, "Cara": 0}


def test_the_store_does_not_grow_for_ever(app, table, counted):
    everything = Selection(table.group_id)
    with asked(app):
        for number in range(2 * MOST_CACHED + 10):
            counted.figure(everything, number)
    assert len(caching._store) <= MOST_CACHED


class TestTheNextVersion:
    """Whatever changes the outcomes is told at once."""

    def test_a_round_of_a_running_session_is_none(self, app, table):
        with app.app_context():
            before = statistics_version(table.group_id)
        start(app, "derange", "Anna Bo Cara", group_id=table.group_id, clock=table.clock).plays(OUT["Bo"])
        with app.app_context():
            assert statistics_version(table.group_id) == before

    def test_another_session_ends(self, app, table):
        assert wins(app, table) == {"Anna": 1, "Bo": 0, "Cara": 0}
        again = start(app, "derange", "Anna Bo Cara", group_id=table.group_id, clock=table.clock)
        again.plays(OUT["Bo"]).stops()
        assert wins(app, table) == {"Anna": 1, "Bo": 1, "Cara": 0}

    def test_a_correction_and_its_way_back(self, app, table):
        assert wins(app, table) == {"Anna": 1, "Bo": 0, "Cara": 0}
        table.corrects(1, OUT["Bo"])
        assert wins(app, table) == {"Anna": 0, "Bo": 1, "Cara": 0}
        table.takes_back()
        assert wins(app, table) == {"Anna": 1, "Bo": 0, "Cara": 0}

    def test_a_session_goes(self, app, table):
        assert wins(app, table)
        with at_work(app):
            delete_session(db.session.get_one(Session, table.session_id))
            db.session.commit()
        assert wins(app, table) == {}

    def test_two_become_one(self, app, table):
        other = start(app, "derange", "Anna Bo Dilan", group_id=table.group_id, clock=table.clock)
        other.plays("Dilan out, Anna 8, Bo K").stops()
        assert wins(app, table) == {"Anna": 1, "Bo": 0, "Cara": 0, "Dilan": 1}
        with at_work(app):
            group = db.session.get_one(Group, table.group_id)
            by_name = {player.name: player for player in group.players}
            Merge(by_name["Dilan"], by_name["Cara"]).carry_out(group, table.author())
            db.session.commit()
        assert wins(app, table) == {"Anna": 1, "Bo": 0, "Cara": 1}

    def test_a_group_that_goes_and_comes_back_from_a_file(self, app, table):
        """Its id is the same, and what it once was is not told again."""
        other_way = written(app, table.group_id)
        assert wins(app, table) == {"Anna": 1, "Bo": 0, "Cara": 0}
        with at_work(app):
            delete_group(db.session.get_one(Group, table.group_id))
            db.session.commit()
        first = other_way["sessions"][0]
        del first["standings"]
        anna, bo = (str(player["id"]) for player in other_way["players"] if player["name"] in OUT)
        rounds = json.dumps(first["rounds"])
        first["rounds"] = json.loads(rounds.replace(anna, "?").replace(bo, anna).replace("?", bo))
        take_in(app, other_way, table.group_id)
        assert wins(app, table) == {"Anna": 0, "Bo": 1, "Cara": 0}
