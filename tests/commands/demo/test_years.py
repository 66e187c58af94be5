"""A group of several years, written in bulk, with the same result as normal operations."""

import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import inspect
from sqlalchemy.orm import joinedload, selectinload

from commands.demo.years import GROUP, make_years_group
from game.scoring.round_warnings import round_warnings
from game.scoring.standings import winners
from models import Change, ChangeStamp, Group, Night, Player, Session, db
from models.database import new_id
from models.season import Season
from models.statistics.outcome import Outcome
from models.statistics.storing import save_outcomes
from models.table.undo import undo_change
from tests.databases import app_on, let_go, migrated_sqlite
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only

STOCKHOLM = ZoneInfo("Europe/Stockholm")
NOW = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
NIGHTS = 10


@pytest.fixture(scope="module")
def app_of_years(tmp_path_factory):
    app = app_on(f"sqlite:///{migrated_sqlite(tmp_path_factory.mktemp('years') / 't.sqlite3')}")
    yield app
    let_go(app)


@pytest.fixture(scope="module")
def made(app_of_years):
    """A group of some nights in a separate database; changes by a test are rolled back."""
    with at_work(app_of_years):
        group = make_years_group(NIGHTS, NOW, STOCKHOLM, Random(3))
        db.session.commit()
        db.session.refresh(group)
        db.session.expunge(group)
        return group


@pytest.fixture
def sessions(app_of_years, made):
    of_group = db.select(Session).where(Session.visible_in(made.id))
    whole = joinedload(Session.stored_sheet), selectinload(Session.seats)
    with at_work(app_of_years):
        yield list(db.session.scalars(of_group.order_by(Session.started_at).options(*whole)))


def rows(model):
    columns = [attribute.key for attribute in inspect(model).column_attrs]
    found = db.session.execute(db.select(*(getattr(model, column) for column in columns)))
    return {repr(tuple(row)) for row in found}


def played_in(group):
    """The sessions of a group, in order."""
    of_group = db.select(Session).where(Session.visible_in(group.id))
    return db.session.scalars(of_group.order_by(Session.started_at)).all()


@pytest.mark.both_databases
def test_its_outcomes_equal_those_of_the_models(app):
    with at_work(app):
        made = make_years_group(3, NOW, STOCKHOLM, Random(8))
        stored, ids = rows(Outcome), [own.id for own in played_in(made) if own.is_finished]
        assert len(stored) > len(ids)
        db.session.execute(db.delete(Outcome))
        save_outcomes(made.id, ids)
        assert rows(Outcome) == stored


def test_every_night_has_three_sessions_and_a_unique_date(made, sessions):
    past = [session for session in sessions if session.is_finished]
    assert Counter(Counter(session.night_id for session in past).values()) == {3: NIGHTS}
    nights = db.session.scalars(db.select(Night).where(Night.visible_in(made.id))).all()
    assert len({night.date for night in nights}) == NIGHTS + 1
    assert {session.night_id for session in past} | {sessions[-1].night_id} == {n.id for n in nights}


def test_two_nights_never_overlap(sessions):
    for one, other in pairwise(sessions):
        pause = other.started_at - one.last_played_at
        assert (pause > timedelta(hours=8)) == (one.night_id != other.night_id)


def test_all_five_variants_and_some_options_were_played(sessions):
    played = {(session.variant, repr(session.options)) for session in sessions}
    assert len({variant for variant, _options in played}) == 5
    assert len(played) > 8


def test_a_hand_has_no_warnings(sessions):
    for session in sessions:
        for played in session.rounds:
            assert round_warnings(played, session.rules) == []


def test_final_results_match_the_hands(sessions):
    for session in sessions:
        for standing in session.standings():
            for seat in standing.seats:
                expected = standing.total if session.is_finished else None
                assert session.seat(seat).final_total == expected


def test_there_are_late_joiners_leavers_stopped_sessions_and_joint_winners(sessions):
    seats = [seat for session in sessions for seat in session.seats]
    assert any(seat.facts().joined_round > 1 for seat in seats)
    assert any(seat.has_left for seat in seats)
    assert any(session.sheet.stopped for session in sessions)
    assert any(len(winners(s.standings(), s.rounds)) > 1 for s in sessions)


def test_tonight_round_six_is_next_and_the_last_change_can_be_undone(sessions):
    [tonight] = [session for session in sessions if not session.is_finished]
    assert (tonight.variant, tonight.upcoming_deal().number) == ("derange", 6)
    assert tonight.last_played_at <= NOW
    undo_change(tonight, Change.last_of(tonight), ChangeStamp(new_id(), "Bo’s phone", NOW))
    assert len(tonight.rounds) == 4


def test_players_have_the_time_of_their_last_session(made, sessions):
    last = {}
    for session in sessions:
        first = [seat.player for seat in session.sheet.seats if seat.joined_round == 1]
        last |= dict.fromkeys(first, session.started_at)
    for player in db.session.scalars(db.select(Player).where(Player.group_id == made.id)):
        assert player.last_played_at >= last.get(player.id, player.created_at)


def test_winters_are_seasons_and_every_night_is_in_one(made, sessions):
    seasons = db.session.scalars(db.select(Season).where(Season.group_id == made.id)).all()
    assert len({season.name for season in seasons}) == len(seasons)
    for night in db.session.scalars(db.select(Night).where(Night.visible_in(made.id))):
        assert sum(season.first_day <= night.date <= season.last_day for season in seasons) == 1


def test_the_same_seed_plays_the_same_games(app):
    def totals(seed):
        made = make_years_group(1, NOW, STOCKHOLM, Random(seed))
        histories = [(s.variant, [x.history for x in s.standings()]) for s in played_in(made)]
        db.session.rollback()
        return histories

    with at_work(app):
        assert totals(4) == totals(4)
        assert totals(4) != totals(5)


def test_the_command_makes_the_requested_number_of_years(app, monkeypatch):
    monkeypatch.setattr(sys.modules["commands.demo.command"], "NIGHTS_A_YEAR", 1)
    result = app.test_cli_runner().invoke(args=["demo", "--years", "2", "--base-url", "http://table.example"])
    assert result.exit_code == 0, result.output
    assert result.output.startswith("owner: http://table.example/join/")
    with app.app_context():
        [group] = db.session.scalars(db.select(Group))
        assert group.name == GROUP
        assert db.session.scalar(db.select(db.func.count()).select_from(Night)) == 3
        assert sum(len(session.rounds) for session in played_in(group)) > 60
