"""What is deleted is nowhere, and comes back exactly as it was, for seven days."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from models import Change, ChangeStamp, Group, Link, Night, Outcome, Player, Session, Tournament, db
from models.database import new_id, writing
from models.deletion import Deletion
from models.migrating import fill_figures
from models.night_notes import describe
from models.people.anonymising import anonymise
from models.people.group_undo import undo_group_change
from models.people.merging import CannotMergePlayers, Merge
from models.people.people import group_history
from models.purging import purge_hidden
from models.recycle_bin import (
    RETENTION,
    delete_group,
    delete_night,
    delete_session,
    delete_tournament,
    entries_of,
    lock_content,
    purge_expired,
    restore,
    restore_group,
)
from tests.club import opened
from tests.models.rows import every_row, every_text, row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = full_only

THREE = "Anna Bo Cara"
SHORT = ("Anna out, Bo 8, Cara K", "Bo out, Anna K, Cara Q", "Cara out, Anna 9, Bo 5 5")


def finished(app, group_id=None, *, clock=None, names=THREE):
    table = start(app, "derange", names, group_id=group_id, clock=clock)
    return table.plays(*(words for words in SHORT[: 3 if names == THREE else 0])).stops()


@pytest.fixture
def table(app):
    """The first of three games on one night, each finished."""
    first = finished(app)
    for _game in range(2):
        finished(app, first.group_id, clock=first.clock)
    return first


def deletes(table):
    with table.open() as session:
        stamp = table.change_stamp()
        delete_session(session, stamp)
    return stamp.change_id


def restores(table, bin_id):
    with at_work(table.app):
        deletion = restore(table.group_id, bin_id, table.change_stamp())
        db.session.commit()
        return deletion is not None


def night_is_there(app, group_id, night_id):
    with at_work(app):
        return Night.of(group_id, night_id) is not None


def without_history(rows, group_id):
    """All rows but the group's own history and the version of its statistics."""
    changes = {row for row in rows["changes"] if "delete_" not in row and "'undo'" not in row}
    return {**rows, "changes": changes, "statistics_versions": set()}


def lively(app):
    """A club evening with its codes and decisions on one night, and other games before and after it."""
    before = finished(app)
    club = opened(app, "Anna Bo Cara Dilan", group_id=before.group_id, cut=2)
    club.draws(1, "Anna Bo Cara Dilan").scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.link("umpire", tournament_id=club.id)
    club.link("table", session_id=club.tables()[0].session_id)
    club.draws()
    after = finished(app, before.group_id, clock=before.clock)
    return before, club, after


class TestBack:
    @pytest.mark.both_databases
    def test_a_game_comes_back_as_it_was(self, app, table):
        table.corrects(2, "Bo out, Anna K, Cara J").takes_back()
        before = every_row(app)
        bin_id = deletes(table)
        assert every_row(app) != before
        assert restores(table, bin_id)
        assert without_history(every_row(app), table.group_id) == without_history(before, table.group_id)
        assert_outcomes_match(app, table.group_id)

    @pytest.mark.both_databases
    def test_a_game_that_is_being_played_comes_back_with_its_night(self, app):
        table = start(app, "derange", THREE).plays(SHORT[0])
        before, night_id = every_row(app), table.night_id()
        bin_id = deletes(table)
        with at_work(app):
            assert Night.of(table.group_id, night_id) is None
        assert restores(table, bin_id)
        assert without_history(every_row(app), table.group_id) == without_history(before, table.group_id)
        assert table.plays(SHORT[1]).numbers() == [1, 2]

    @pytest.mark.both_databases
    def test_a_club_evening_comes_back_with_tables_links_and_decisions(self, app):
        _before, club, _after = lively(app)
        rows = every_row(app)
        stamp = club.change_stamp()
        with club.open() as tournament:
            delete_tournament(tournament, stamp)
        assert_outcomes_match(app, club.group_id)
        with at_work(app):
            assert Tournament.of(club.group_id, club.id) is None
            assert restore(club.group_id, stamp.change_id, club.change_stamp())
            db.session.commit()
        assert without_history(every_row(app), club.group_id) == without_history(rows, club.group_id)
        assert_outcomes_match(app, club.group_id)

    @pytest.mark.both_databases
    def test_a_night_comes_back_with_all_its_games_and_its_note(self, app):
        table, club, _after = lively(app)
        night_id = table.night_id()
        with at_work(app):
            group, night = db.session.get_one(Group, table.group_id), db.session.get_one(Night, night_id)
            describe(group, night, table.change_stamp(), place="Home", note="Rain")
            db.session.commit()
        rows, stamp = every_row(app), table.change_stamp()
        with at_work(app):
            night = db.session.get_one(Night, night_id)
            lock_content(night)
            delete_night(night, stamp)
            db.session.commit()
            assert not db.session.scalars(db.select(Session).where(Session.visible_in(table.group_id))).all()
            assert not db.session.scalars(db.select(Outcome)).all()
        assert restores(table, stamp.change_id)
        assert without_history(every_row(app), table.group_id) == without_history(rows, table.group_id)
        assert_outcomes_match(app, club.group_id)

    @pytest.mark.both_databases
    def test_a_group_comes_back_with_its_links(self, app, table):
        table.link("owner")
        rows = every_row(app)
        with at_work(app):
            delete_group(db.session.get_one(Group, table.group_id), table.change_stamp())
            db.session.commit()
            restore_group(db.session.get_one(Group, table.group_id), table.change_stamp())
            db.session.commit()
        assert without_history(every_row(app), table.group_id) == without_history(rows, table.group_id)

    def test_two_games_of_one_night_come_back_in_any_order(self, app):
        one = finished(app)
        other = finished(app, one.group_id, clock=one.clock)
        rows = every_row(app)
        bins = deletes(one), deletes(other)
        for bin_id in bins:
            assert restores(one, bin_id)
        assert without_history(every_row(app), one.group_id) == without_history(rows, one.group_id)
        bins = deletes(one), deletes(other)
        for bin_id in reversed(bins):
            assert restores(one, bin_id)
        assert without_history(every_row(app), one.group_id) == without_history(rows, one.group_id)

    @pytest.mark.both_databases
    def test_a_night_goes_with_its_last_game_and_comes_back_with_any(self, app):
        one = finished(app)
        other, night_id = finished(app, one.group_id, clock=one.clock), one.night_id()
        first = deletes(one)
        assert night_is_there(app, one.group_id, night_id)
        deletes(other)
        assert not night_is_there(app, one.group_id, night_id)
        assert restores(one, first)
        assert night_is_there(app, one.group_id, night_id)
        assert one.night_id() == night_id

    @pytest.mark.both_databases
    def test_a_game_that_starts_after_the_night_went_has_a_night_of_its_own(self, app):
        one = finished(app)
        night_id, deletion = one.night_id(), deletes(one)
        other = finished(app, one.group_id, clock=one.clock)
        assert other.night_id() != night_id
        assert restores(one, deletion)
        assert (one.night_id(), night_is_there(app, one.group_id, night_id)) == (night_id, True)

    def test_twice_is_once(self, table):
        bin_id = deletes(table)
        assert restores(table, bin_id)
        assert not restores(table, bin_id)

    def test_the_history_says_both(self, app, table):
        bin_id = deletes(table)
        restores(table, bin_id)
        with at_work(app):
            undo, deletion = group_history(db.session.get_one(Group, table.group_id))[:2]
            assert (undo.kind, undo.undoes_id, deletion.kind) == ("undo", bin_id, "delete_game")
            assert not deletion.is_active

    def test_a_start_of_the_server_computes_nothing_of_a_bin(self, app, table):
        deletes(table)
        with at_work(app):
            before = row_counts(app)
            fill_figures()
        assert row_counts(app) == before


class TestPlayers:
    @pytest.mark.both_databases
    def test_a_game_comes_back_to_the_player_that_was_merged_meanwhile(self, app, table):
        other = start(app, "derange", "Bosse Dilan", group_id=table.group_id, clock=table.clock)
        bin_id = deletes(other)
        merges(table, "Bosse", "Bo")
        assert restores(table, bin_id)
        assert other.seats() == ["Bo", "Dilan"]
        assert_outcomes_match(app, table.group_id)

    def test_separated_again_while_it_is_in_the_bin(self, app, table):
        other = start(app, "derange", "Bosse Dilan", group_id=table.group_id, clock=table.clock)
        merges(table, "Bosse", "Bo")
        bin_id = deletes(other)
        takes_merge_back(table)
        assert restores(table, bin_id)
        assert other.seats() == ["Bosse", "Dilan"]

    def test_a_merge_can_be_undone_after_one_of_the_games_is_gone_for_good(self, app, table):
        other = start(app, "derange", "Bosse Dilan", group_id=table.group_id, clock=table.clock)
        merges(table, "Bosse", "Bo")
        deletes(other)
        expires(app)
        takes_merge_back(table)
        with at_work(app):
            assert "Bosse" in db.session.scalars(db.select(Player.name)).all()

    def test_who_played_together_in_a_deleted_game_are_two_people(self, table):
        other = start(table.app, "derange", "Bosse Bo", group_id=table.group_id, clock=table.clock)
        deletes(other)
        with pytest.raises(CannotMergePlayers):
            merges(table, "Bosse", "Bo")

    @pytest.mark.both_databases
    def test_a_club_evening_comes_back_after_its_players_were_merged(self, app):
        table, club, _after = lively(app)
        start(app, "derange", "Didi Bo", group_id=club.group_id, clock=club.clock)
        stamp = club.change_stamp()
        with club.open() as tournament:
            delete_tournament(tournament, stamp)
        merges(table, "Dilan", "Didi")
        assert restores(table, stamp.change_id)
        with club.seen() as (tournament, _state):
            assert "Didi" in [entrant.player.name for entrant in tournament.playing]
        assert_outcomes_match(app, club.group_id)

    @pytest.mark.both_databases
    def test_a_forgotten_name_is_nowhere_in_the_bin(self, app):
        table = (
            start(app, "derange", "Zacharias Bo").signs_as("Zacharias’ phone").plays("Bo out, Zacharias 8")
        )
        kept = start(app, "derange", "Zacharias Bo", group_id=table.group_id, clock=table.clock)
        bin_id = deletes(table)
        club = opened(app, "Zacharias Bo Cara", group_id=table.group_id).draws()
        with club.open() as tournament:
            delete_tournament(tournament, ChangeStamp(new_id(), "Zacharias", club.clock.now()))
        player_id = kept.player_id("Zacharias")
        with at_work(app):
            group, player = db.session.get_one(Group, table.group_id), db.session.get_one(Player, player_id)
            anonymise(group, player, "Player 1", kept.change_stamp())
            db.session.commit()
        assert not [text for text in every_text(app) if "Zacharias" in text]
        assert restores(table, bin_id)
        assert table.seats() == ["Player 1", "Bo"]


class TestGoneForGood:
    @pytest.mark.both_databases
    def test_after_seven_days_nothing_is_left_of_a_game(self, app, table):
        other = finished(app, table.group_id, clock=table.clock)
        deletes(table)
        expires(app, RETENTION - timedelta(hours=1), table)
        with at_work(app):
            assert db.session.get(Session, table.session_id)
        expires(app)
        with at_work(app):
            assert db.session.get(Session, table.session_id) is None
            assert not db.session.scalars(db.select(Deletion)).all()
            assert db.session.get(Session, other.session_id)

    @pytest.mark.both_databases
    def test_after_seven_days_nothing_is_left_of_a_group_and_its_bin(self, app, table):
        table.link("owner")
        deletes(table)
        with at_work(app):
            delete_group(db.session.get_one(Group, table.group_id), table.change_stamp())
            db.session.commit()
        expires(app)
        assert not {name: count for name, count in row_counts(app).items() if count}

    @pytest.mark.both_databases
    def test_what_was_deleted_last_takes_the_night_along_and_nothing_that_was_restored(self, app):
        one = finished(app)
        other, night_id = finished(app, one.group_id, clock=one.clock), one.night_id()
        first = deletes(one)
        deletes(other)
        restores(one, first)
        expires(app)
        assert one.numbers() == [1, 2, 3]
        assert night_is_there(app, one.group_id, night_id)
        deletes(one)
        expires(app)
        assert row_counts(app)["nights"] == row_counts(app)["sessions"] == 0

    @pytest.mark.both_databases
    def test_a_night_stays_for_a_game_that_was_deleted_before_and_expires_later(self, app):
        """The clock was set back between the two."""
        one = finished(app)
        other, night_id = finished(app, one.group_id, clock=one.clock), one.night_id()
        first, at = deletes(one), one.clock.time
        with other.open() as session:
            delete_session(session, replace(other.change_stamp(), at=at - timedelta(days=10)))
        with app.app_context(), writing():
            assert purge_expired(at) == 1
            db.session.remove()
        assert row_counts(app)["sessions"] == row_counts(app)["nights"] == 1
        assert restores(one, first)
        assert (one.night_id(), one.numbers()) == (night_id, [1, 2, 3])

    @pytest.mark.both_databases
    def test_a_bin_that_expires_leaves_the_games_that_were_restored(self, app):
        one = finished(app)
        other = finished(app, one.group_id, clock=one.clock)
        deletes(one)
        bin_id = deletes(other)
        restores(other, bin_id)
        expires(app)
        assert other.numbers() == [1, 2, 3]
        assert_outcomes_match(app, one.group_id)

    def test_a_group_deleted_again_after_the_clock_was_set_back_is_restored_from_the_newest(self, app, table):
        """Ids of changes begin with their time, too."""
        for deletion_id in sorted((new_id(), new_id()), reverse=True):
            with at_work(app):
                group = db.session.get_one(Group, table.group_id)
                delete_group(group, table.change_stamp(deletion_id))
                restore_group(group, table.change_stamp())
                db.session.commit()
        with at_work(app):
            deletions = db.select(Change.is_active).where(Change.kind == "delete_group")
            assert db.session.scalars(deletions).all() == [False, False]

    def test_links_of_a_deleted_group_stay_until_then(self, app, table):
        table.link("owner")
        with at_work(app):
            delete_group(db.session.get_one(Group, table.group_id), table.change_stamp())
            db.session.commit()
            assert db.session.scalars(db.select(Link)).all()


def test_the_list_takes_as_many_queries_for_many_deletions(app, table):
    def look():
        with at_work(app):
            return [entry.sessions[0].id for entry in entries_of(table.group_id)]

    deletes(table)
    few = queries_of(app, look)
    for _game in range(3):
        deletes(finished(app, table.group_id, clock=table.clock))
    assert queries_of(app, look) == few
    assert len(look()) == 4
    assert look()[-1] == table.session_id


def merges(table, gone, kept):
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        own = {player.name: player for player in group.players}
        Merge(own[gone], own[kept]).carry_out(group, table.change_stamp())
        db.session.commit()


def takes_merge_back(table):
    with at_work(table.app):
        group = db.session.get_one(Group, table.group_id)
        merge = next(change for change in group_history(group) if change.kind == "merge")
        undo_group_change(group, db.session.get_one(Change, merge.id), table.change_stamp())
        db.session.commit()


def expires(app, later=RETENTION + timedelta(hours=1), table=None):
    """The worker looks for what is too long in recycle bins, so much later."""
    now = table.clock.time if table else datetime.now(UTC)
    with app.app_context(), writing():
        purge_expired(now + later)
        purge_hidden()
        db.session.remove()
