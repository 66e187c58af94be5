"""Tournaments and changes of their group: merged players, anonymized players, deleted sessions."""

from contextlib import contextmanager

import pytest

from models import ChangeStamp, Group, Player, Session, Tournament, db
from models.database import new_id
from models.people.anonymising import anonymise
from models.people.group_undo import undo_group_change
from models.people.merging import CannotMergePlayers, Merge
from models.people.people import group_history, rename
from models.purging import delete_for_good
from models.recycle_bin import CannotDelete, delete_session
from models.table.seating import SeatingProblem
from models.table.undo import CannotUndo
from models.tournament.entering import request_entry, turn_away
from tests.club import opened
from tests.models.rows import every_text, row_counts
from tests.sampling import full_only
from tests.table import at_work, start

pytestmark = full_only

FOUR = "Anna Bo Cara Dilan"


@pytest.fixture
def club(app):
    return opened(app, FOUR, cut=2)


@contextmanager
def people(club):
    """The group, and its players by name."""
    with at_work(club.app):
        group = db.session.get_one(Group, club.group_id)
        yield group, {player.name: player for player in group.players}
        db.session.commit()


def merge(club, source, target):
    with people(club) as (group, own):
        Merge(own[source], own[target]).carry_out(group, club.change_stamp())


def undo_newest(club):
    with people(club) as (group, _own):
        undo_group_change(group, group_history(group)[0], club.change_stamp())


def forget(club, name):
    with people(club) as (group, own):
        anonymise(group, own[name], "Player 1", club.change_stamp())


class TestMerging:
    @pytest.mark.both_databases
    def test_places_and_decisions_are_moved_to_the_other_player_and_restored(self, app, club):
        start(app, "derange", "Bosse Anna", group_id=club.group_id)
        club.draws(1, FOUR).scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0).chooses("Bo")
        with club.seen() as (tournament, _evening):
            version = tournament.version
        merge(club, "Bo", "Bosse")
        assert club.phase() == "playoff_draw"
        assert ("Bosse", 50, 2) in club.places()
        with club.seen() as (tournament, state):
            bosse = next(own.player_id for own in tournament.playing if own.player.name == "Bosse")
            assert bosse in state.cut.through
            assert tournament.version > version
        undo_newest(club)
        assert ("Bo", 50, 2) in club.places()
        assert club.phase() == "playoff_draw"
        assert sorted(club.draws().tables()[0].seats()) == ["Bo", "Dilan"]

    def test_entrants_of_one_tournament_cannot_be_merged(self, club):
        with people(club) as (group, own):
            plan = Merge(own["Anna"], own["Bo"])
            assert [state.id for state in plan.shared_tournaments] == [club.id]
            with pytest.raises(CannotMergePlayers):
                plan.carry_out(group, club.change_stamp())

    def test_a_merged_entrant_cannot_be_let_in_again_by_undoing(self, app, club):
        start(app, "derange", "Bosse Anna", group_id=club.group_id)
        with club.open() as tournament:
            bo = next(entrant for entrant in tournament.playing if entrant.player.name == "Bo")
            turn_away(tournament, bo, club.change_stamp())
        merge(club, "Bo", "Bosse")
        with pytest.raises(CannotUndo, match="changed"):
            club.takes_back("turn_away")

    def test_a_player_let_in_again_is_not_let_in_twice_by_undoing(self, club):
        with club.open() as tournament:
            bo = next(entrant for entrant in tournament.playing if entrant.player.name == "Bo")
            turn_away(tournament, bo, club.change_stamp())
        club.enters("Bo")
        with pytest.raises(CannotUndo, match="changed"):
            club.takes_back("turn_away")


def test_a_new_name_is_shown_on_the_screen(club):
    with club.seen() as (tournament, _evening):
        version = tournament.version
    with people(club) as (group, own):
        rename(group, own["Bo"], "Bosse", club.change_stamp())
    with club.seen() as (tournament, _evening):
        assert tournament.version > version


class TestAnonymizing:
    @pytest.mark.both_databases
    def test_the_name_is_left_only_in_free_texts(self, app, club):
        with club.open() as tournament:
            request_entry(tournament, "Cara Berg", new_id())
            request_entry(tournament, "Caras kusin", new_id())
            own = tournament.asking[0]
            turn_away(tournament, own, ChangeStamp(new_id(), "Cara’s phone", club.clock.now()))
        club.draws(1, FOUR).scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        club.draws().scores(Anna=40, Bo=30, Cara=20, Dilan=0)
        club.change_stamp = lambda: ChangeStamp(new_id(), "Caras telefon", club.clock.now())
        club.chooses("Bo", "Cara agrees.")
        forget(club, "Cara")
        assert [text for text in every_text(app) if "Cara" in text and "Cara agrees." not in text] == []
        assert ("Player 1", 50, 2) in club.places()

    def test_decisions_can_still_be_undone(self, club):
        club.change_stamp = lambda: ChangeStamp(new_id(), "Caras telefon", club.clock.now())
        club.withdraws("Cara", after=0)
        forget(club, "Cara")
        club.takes_back("withdraw")
        with club.seen() as (tournament, _evening):
            assert [entrant.withdrew_after for entrant in tournament.playing] == [None] * 4


@pytest.mark.both_databases
def test_no_player_is_seated_at_two_tables_of_one_round(app):
    club = opened(app, f"{FOUR} Eva Finn Gun Hugo", cut=None).draws(1, FOUR, "Eva Finn Gun Hugo")
    one, other = club.tables()
    with pytest.raises(SeatingProblem, match="elsewhere"):
        one.sits_down("Eva")
    one.sits_down("Ida")
    assert "Eva" in other.seats()


class TestDeleting:
    def delete(self, app, club, session_id):
        with at_work(app):
            delete_session(Session.of(club.group_id, session_id, lock=True), club.change_stamp())
            db.session.commit()

    def test_a_table_is_not_deleted_before_its_draw_is_undone(self, app, club):
        (table,) = club.draws().tables()
        with pytest.raises(CannotDelete, match="The cup"):
            self.delete(app, club, table.session_id)
        club.takes_back("draw")
        assert club.phase() == "draw"

    def test_the_night_of_a_tournament_stays_when_its_last_session_is_deleted(self, app, club):
        with club.seen() as (tournament, _evening):
            night_id = tournament.night_id
        table = start(app, "derange", "Anna Bo", group_id=club.group_id, clock=club.clock)
        with table.open() as session:
            session.night_id = night_id
        self.delete(app, club, table.session_id)
        with club.seen() as (tournament, _evening):
            assert tournament.night_id == night_id

    @pytest.mark.both_databases
    def test_nothing_is_left_of_a_deleted_group(self, app, club):
        club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
        with at_work(app):
            delete_for_good(db.session.get_one(Group, club.group_id))
        assert set(row_counts(app).values()) <= {0, 1}
        with at_work(app):
            assert db.session.scalars(db.select(Tournament.id)).all() == []
            assert db.session.scalars(db.select(Player.id)).all() == []


def test_colours_are_assigned_in_turn_and_seated_players_have_played_last(app):
    club = opened(app, f"{FOUR} Eva Finn Gun Hugo")
    with people(club) as (_group, own):
        assert sorted(player.colour for player in own.values()) == list(range(1, 9))
        latest = max(player.last_played_at for player in own.values())
    club.draws()
    with people(club) as (_group, own):
        assert all(player.last_played_at > latest for player in own.values())
