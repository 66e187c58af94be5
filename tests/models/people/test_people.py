"""People of a group: renaming, merging, anonymizing, and deleting the group."""

from contextlib import contextmanager
from datetime import timedelta

import pytest

from models import Change, Group, Player, Session, db
from models.people.anonymising import anonymise
from models.people.group_undo import undo_group_change
from models.people.merging import CannotMergePlayers, Merge
from models.people.people import NameTaken, group_history, rename, rename_group
from models.purging import delete_for_good
from models.table.starting import remembered_players
from models.table.undo import CannotUndo
from tests.models.rows import every_text, row_counts
from tests.sampling import full_only
from tests.table import at_work, seat_of

ROUND = "Cara out, Anna 8, Bo K"


class People:
    """The people of a table's group; each verb is one transaction."""

    def __init__(self, table):
        self.table = table

    @contextmanager
    def open(self):
        with at_work(self.table.app):
            yield db.session.get_one(Group, self.table.group_id)
            db.session.commit()

    def names(self):
        with self.open() as group:
            return sorted(player.name for player in group.players)

    def rename(self, old, new):
        with self.open() as group:
            rename(group, player(group, old), new, self.table.change_stamp())

    def merge(self, source, target):
        with self.open() as group:
            Merge(player(group, source), player(group, target)).carry_out(group, self.table.change_stamp())

    def forget(self, name, placeholder="Player 1"):
        with self.open() as group:
            anonymise(group, player(group, name), placeholder, self.table.change_stamp())

    def undo(self, place=0):
        with self.open() as group:
            undo_group_change(group, group_history(group)[place], self.table.change_stamp())

    def undo_and_redo(self, times, verb, *names):
        """Do it, undo it, undo that …"""
        verb(*names)
        for _ in range(times):
            self.undo()

    def history(self):
        """Newest first: kind and whether it is in force."""
        with self.open() as group:
            return [(change.kind, change.is_active) for change in group_history(group)]


def player(group, name):
    return next(p for p in group.players if p.name == name)


pytestmark = pytest.mark.table(plays=[ROUND, ROUND])


@pytest.fixture
def people(table):
    return People(table)


class TestRenaming:
    def test_every_session_shows_the_new_name_and_has_a_new_version(self, table, people):
        version = table.version()
        people.rename("Anna", "Annika")
        assert table.totals()["Annika"] == 100
        assert table.version() > version

    def test_the_same_name_again_is_no_change(self, people):
        people.rename("Anna", "Anna")
        assert people.history() == []

    def test_renaming_can_be_undone_and_redone(self, people):
        people.rename("Anna", "Annika")
        people.undo()
        assert people.names() == ["Anna", "Bo", "Cara"]
        people.undo()
        assert people.names() == ["Annika", "Bo", "Cara"]
        people.undo()
        assert people.names() == ["Anna", "Bo", "Cara"]
        assert people.history()[-1] == ("rename", False)

    def test_a_later_name_prevents_undoing(self, people):
        people.rename("Anna", "Annika")
        people.rename("Annika", "Ann")
        with pytest.raises(CannotUndo, match="changed"):
            people.undo(1)
        assert people.names() == ["Ann", "Bo", "Cara"]

    def test_the_group_has_a_name_too(self, table, people):
        with people.open() as group:
            rename_group(group, "Saturday table", table.change_stamp())
        people.undo()
        with people.open() as group:
            assert group.name == "Friday table"


@pytest.mark.both_databases
class TestMerging:
    @pytest.fixture
    def other(self, table, game):
        """Another night, on which Bo was entered as Bosse."""
        return game("vandatta", "Dilan Bosse", group_id=table.group_id).plays("Dilan out, Bosse 8 A 5")

    def test_the_preview_shows_the_changes_and_changes_nothing(self, people, other, app):
        before = every_text(app)
        with people.open() as group:
            plan = Merge(player(group, "Bosse"), player(group, "Bo"))
            assert ([session.id for session in plan.newest], plan.count) == ([other.session_id], 1)
            assert plan.clashes == []
        assert every_text(app) == before

    def test_two_players_become_one_with_all_points(self, table, people, other):
        people.merge("Bosse", "Bo")
        assert people.names() == ["Anna", "Bo", "Cara", "Dilan"]
        assert other.totals() == {"Dilan": 0, "Bo": 16}
        assert table.totals() == {"Anna": 100, "Bo": 40, "Cara": 0}

    def test_players_at_one_table_cannot_be_merged(self, people, other, app):
        before = row_counts(app)
        with people.open() as group:
            clashes = Merge(player(group, "Anna"), player(group, "Bo")).clashes
            assert [session.id for session in clashes] == [people.table.session_id]
        with pytest.raises(CannotMergePlayers):
            people.merge("Anna", "Bo")
        assert row_counts(app) == before

    def test_merging_can_be_undone_and_redone(self, people, other):
        people.merge("Bosse", "Bo")
        for names, holds in (("Bosse", False), ("Bo", True), ("Bosse", False), ("Bo", True)):
            people.undo()
            assert list(other.totals()) == ["Dilan", names]
            assert people.history()[-1] == ("merge", holds)

    def test_sessions_played_since_stay_with_their_player(self, table, people, other, game):
        people.merge("Bosse", "Bo")
        later = game("vandatta", "Bo Dilan", group_id=table.group_id)
        people.undo()
        assert later.seats() == ["Bo", "Dilan"]
        assert other.seats() == ["Dilan", "Bosse"]

    def test_a_merge_is_not_redone_after_the_merged_player_has_played(self, table, people, other, game):
        people.merge("Bosse", "Bo")
        people.undo()
        later = game("vandatta", "Bosse Dilan", group_id=table.group_id)
        with pytest.raises(CannotUndo):
            people.undo()
        assert later.seats() == ["Bosse", "Dilan"]

    def test_a_renamed_player_is_not_split_twice(self, people, other):
        people.merge("Bosse", "Bo")
        people.undo()
        people.rename("Bosse", "Bosse B")
        with pytest.raises(CannotUndo):
            people.undo(1)
        assert "Bosse B" in people.names()


STORIES = {
    "nothing before": lambda _table, _people: None,
    "renamed": lambda table, people: people.rename("Cara", "Carita"),
    "renamed and back": lambda _table, people: people.undo_and_redo(1, people.rename, "Cara", "Carita"),
    "renamed, back, again": lambda _table, people: people.undo_and_redo(2, people.rename, "Cara", "Carita"),
    "merged": lambda table, people: people.merge("Carina", "Cara"),
    "merged, back": lambda _table, people: people.undo_and_redo(1, people.merge, "Carina", "Cara"),
    "merged, back, again": lambda _table, people: people.undo_and_redo(2, people.merge, "Carina", "Cara"),
    "signs with the name": lambda table, people: table.signs_as("cara"),
    "signs with a phone of that name": lambda table, people: table.signs_as("Cara’s phone"),
    "signs with a former name": lambda table, people: (
        people.rename("Cara", "Carita"),
        people.rename("Carita", "Cara"),
        table.signs_as("Caritas telefon"),
    ),
}


class TestForgetting:
    def traces(self, app, *names):
        return [text for text in every_text(app) if any(name.casefold() in text.casefold() for name in names)]

    def test_the_games_stay_and_the_name_is_removed(self, table, people, app):
        people.forget("Cara")
        assert table.totals() == {"Anna": 100, "Bo": 40, "Player 1": 0}
        assert self.traces(app, "Cara") == []

    def test_an_anonymized_player_is_not_matched_at_a_new_table(self, people):
        people.forget("Cara")
        with people.open() as group:
            assert "Player 1" not in [p.name for p in remembered_players(group)]

    def test_the_same_name_typed_again_is_a_new_player(self, table, people, game):
        people.forget("Cara")
        later = game("vandatta", "Cara Bo", group_id=table.group_id)
        assert later.player_id("Cara") != table.player_id("Player 1")

    @full_only
    @pytest.mark.parametrize("before", STORIES)
    def test_no_former_name_of_the_person_is_left(self, table, people, game, app, before):
        other = game("vandatta", "Dilan Carina", group_id=table.group_id).plays("Dilan out, Carina 8")
        STORIES[before](table, people)
        table.swaps("Anna", "Bo")
        people.forget("Carita" if "Carita" in people.names() else "Cara")
        left = self.traces(app, "cara", "carita")
        assert left == []
        if "Carina" not in people.names():
            assert self.traces(app, "carina") == []
        assert other.totals()["Dilan"] == 0

    def test_it_cannot_be_undone(self, people):
        people.rename("Cara", "Carita")
        people.forget("Carita")
        for place in range(2):
            with pytest.raises(CannotUndo):
                people.undo(place)

    def test_other_people_keep_their_names(self, table, people, app):
        people.rename("Anna", "Annika")
        table.phone = "Annika"
        table.corrects(1, "Cara out, Anna 7, Bo K".replace("Anna", "Annika"))
        people.forget("Cara")
        assert self.traces(app, "Annika")
        with people.open() as group:
            renames = [c for c in group_history(group) if c.kind == "rename"]
            assert renames[0].diff

    def test_a_short_name_within_another_word_is_not_that_name(self, table, people):
        table.phone = "Bobby’s Board"
        table.corrects(1, "Cara out, Anna 7, Bo K")
        people.forget("Bo")
        with people.open():
            signed = {change.by for change in db.session.scalars(db.select(Change))}
            assert "Bobby’s Board" in signed


@pytest.mark.both_databases
class TestDeleting:
    def test_a_group_leaves_no_row_anywhere(self, table, people, game, app):
        table.sits_down("Dilan").plays("Cara out, Anna 8, Bo K, Dilan 4").corrects(
            1, "Anna out, Bo 4, Cara 4"
        )
        table.takes_back()
        table.link("watcher")
        people.rename("Anna", "Annika")
        with people.open() as group:
            delete_for_good(group)
        assert set(row_counts(app).values()) == {0}

    def test_other_groups_stay(self, table, game, app):
        other = game("derange", "Anna Bo Cara").plays(ROUND)
        with at_work(app):
            delete_for_good(db.session.get_one(Group, table.group_id))
            db.session.commit()
        assert other.totals() == {"Anna": 50, "Bo": 20, "Cara": 0}

    def test_a_session_is_deleted_with_its_sheet_and_history_but_without_players(
        self, table, people, game, app
    ):
        other = game("derange", "Anna Bo Cara", group_id=table.group_id).plays(ROUND)
        with table.open() as session:
            db.session.delete(session)
        counted = row_counts(app)
        assert (counted["sessions"], counted["sheets"], counted["seats"]) == (1, 1, 3)
        assert counted["changes"] == 1
        assert people.names() == ["Anna", "Bo", "Cara"]
        assert other.numbers() == [1]


def test_players_are_sorted_by_their_last_session(table, game, people):
    game("vandatta", "Eva Bo", group_id=table.group_id, at=table.clock.now())
    with people.open() as group:
        assert {p.name for p in remembered_players(group)[:2]} == {"Eva", "Bo"}


def test_a_player_typed_in_other_case_is_the_same_one(table, game):
    later = game("vandatta", "anna Frans", group_id=table.group_id)
    assert later.player_id("Anna") == table.player_id("Anna")


def test_of_two_players_with_one_name_the_one_who_played_last_is_chosen(table, game, people):
    """An imported player may have the name of an existing one."""
    later = game("vandatta", "Frans Bo", group_id=table.group_id, at=table.clock.now())
    with people.open() as group:
        player(group, "Frans").name = "Anna"
    for latest in (later, table):
        with latest.open() as session:
            seat_of(session, "Anna").player.update_last_played(table.clock.now())
        again = game("vandatta", "Anna Bo", group_id=table.group_id)
        assert again.player_id("Anna") == latest.player_id("Anna")


def test_the_name_of_another_player_is_refused(people):
    for name in ("Bo", "BO"):
        with pytest.raises(NameTaken):
            people.rename("Anna", name)
    assert people.names() == ["Anna", "Bo", "Cara"]


class TestUndoingWithDuplicateNames:
    """Only a name assigned since then is an obstacle."""

    def test_merged_players_with_one_name_can_be_separated(self, table, game, people):
        game("vandatta", "Frans Bo", group_id=table.group_id)
        with people.open() as group:
            player(group, "Frans").name = "Anna"
        with people.open() as group:
            one, other = (each for each in group.players if each.name == "Anna")
            Merge(one, other).carry_out(group, table.change_stamp())
        assert people.names() == ["Anna", "Bo", "Cara"]
        people.undo()
        assert people.names() == ["Anna", "Anna", "Bo", "Cara"]

    def test_not_once_the_other_player_has_taken_the_name(self, table, game, people):
        game("vandatta", "Bosse Dilan", group_id=table.group_id)
        people.merge("Bosse", "Bo")
        people.rename("Bo", "Bosse")
        with pytest.raises(CannotUndo, match="name"):
            people.undo(1)
        people.undo()
        people.undo(2)
        assert people.names() == ["Anna", "Bo", "Bosse", "Cara", "Dilan"]

    def test_not_once_the_other_player_has_it_again(self, people):
        people.rename("Anna", "Annika")
        people.rename("Bo", "Anna")
        people.undo()
        people.undo()
        with pytest.raises(CannotUndo, match="name"):
            people.undo(3)
        assert people.names() == ["Anna", "Annika", "Cara"]

    def test_nor_where_the_clock_was_set_back_before_the_other_took_it(self, table, game, people):
        game("vandatta", "Bosse Dilan", group_id=table.group_id)
        people.merge("Bosse", "Bo")
        table.clock.time -= timedelta(hours=2)
        people.rename("Bo", "Bosse")
        assert [kind for kind, _is_active in people.history()] == ["rename", "merge"]
        with pytest.raises(CannotUndo, match="name"):
            people.undo(1)


def test_a_session_belongs_to_one_group_only(game, app):
    one, other = game(), game()
    with at_work(app):
        assert Session.of(one.group_id, other.session_id) is None
        assert db.session.scalar(db.select(db.func.count()).select_from(Player)) == 6
