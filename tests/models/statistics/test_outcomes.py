"""Outcomes and running figures follow the rounds, after any actions in any order."""

import json

import pytest
from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from files.importing.applying import CannotApply
from models import Group, Player, Session, db
from models.database import reading
from models.people.group_undo import undo_group_change
from models.people.merging import CannotMergePlayers, Merge
from models.people.people import group_history
from models.purging import delete_for_good
from models.recycle_bin import delete_session
from models.statistics.outcome import Outcome
from models.statistics.ratings import ratings
from models.statistics.timeline import numbered
from models.table.undo import CannotUndo
from tests import sampling
from tests.files.document.files import exported, import_document
from tests.files.importing.files import File
from tests.models.random_play import NAMES, SETUPS, Play, moves
from tests.models.rows import row_counts
from tests.models.statistics.stored_outcomes import assert_outcomes_match, running_of
from tests.table import at_work, empty_bins, start

ENOUGH = "Cara out, Anna 8, Bo K"
ANNA_WINS, BO_WINS = "Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"


class Friends:
    """Tables of one group, and actions on the group itself."""

    def __init__(self, app):
        self.app, self.id, self.tables, self.clock = app, None, [], None

    def sit(self, names="Anna Bo Cara", variant="derange", **options):
        table = start(self.app, variant, names, group_id=self.id, clock=self.clock, **options)
        self.id, self.clock = table.group_id, table.clock
        self.tables.append(table)
        return table

    def played(self, *results, names="Anna Bo Cara"):
        """A session for each result, stopped after its only round."""
        return [self.sit(names).plays(result).stops() for result in results]

    def merge(self, source, target):
        with at_work(self.app):
            group = db.session.get_one(Group, self.id)
            Merge(self._named(group, source), self._named(group, target)).carry_out(
                group, self.tables[0].change_stamp()
            )
            db.session.commit()

    def undo(self):
        """Undo the newest active change of the group itself, including an undo."""
        with at_work(self.app):
            group = db.session.get_one(Group, self.id)
            newest = next(
                (change for change in group_history(group) if change.is_active and change.diff), None
            )
            if newest is not None:
                undo_group_change(group, newest, self.tables[0].change_stamp())
            db.session.commit()

    def delete(self, table):
        with at_work(self.app):
            delete_session(Session.of(self.id, table.session_id, lock=True), table.change_stamp())
            db.session.commit()
        self.tables.remove(table)

    def players(self):
        with at_work(self.app):
            return sorted(p.name for p in db.session.get_one(Group, self.id).players)

    def check(self):
        assert_outcomes_match(self.app, self.id)

    @staticmethod
    def _named(group, name):
        return next(player for player in group.players if player.name == name)


@pytest.fixture
def friends(app):
    return Friends(app)


def outcomes_of(table):
    """The stored outcomes of a session by name."""
    with at_work(table.app):
        rows = db.session.execute(
            db.select(Player.name, Outcome.__table__)
            .join(Player, Player.id == Outcome.player_id)
            .where(Outcome.session_id == table.session_id)
        ).mappings()
        return {row["name"]: row for row in rows}


def numbers_of(table, name):
    """How many sessions a player had played, won, and won in a row, after this one."""
    with at_work(table.app):
        run = numbered(Outcome.group_id == table.group_id)
        named = db.select(Player.id).where(Player.name == name, Player.group_id == table.group_id)
        here = (Outcome.session_id == table.session_id, Outcome.player_id.in_(named))
        return db.session.execute(
            db.select(run).join(Outcome, Outcome.seat_id == run.c.seat_id).where(*here)
        ).one()


def strengths(friends):
    """By name, after the last session."""
    with friends.app.app_context(), reading():
        return {rated.player.name: rated.after.mu for rated in ratings(friends.id)}


# One session


def test_a_running_session_has_no_outcome(game, app):
    game().plays(ENOUGH)
    assert row_counts(app)["outcomes"] == 0


def test_an_ended_session_has_one_outcome_for_each_seat(friends):
    table = friends.played(ENOUGH)[0]
    stored = outcomes_of(table)
    assert {name: (o["rank"], o["won"], o["points"]) for name, o in stored.items()} == {
        "Anna": (3, False, 50),
        "Bo": (2, False, 20),
        "Cara": (1, True, 0),
    }
    friends.check()


def test_reopening_deletes_them_and_stopping_again_restores_them(friends, app):
    table = friends.played(ENOUGH)[0].reopens()
    assert row_counts(app)["outcomes"] == 0
    table.plays(BO_WINS).stops()
    friends.check()


def test_the_last_round_of_the_plan_creates_them_and_undoing_it_deletes_them(friends, app):
    table = friends.sit(variant="vandatta", rounds=2)
    table.plays(ENOUGH, ENOUGH)
    assert row_counts(app)["outcomes"] == 3
    friends.check()
    table.takes_back()
    assert row_counts(app)["outcomes"] == 0


def test_a_session_stopped_before_the_first_round_has_none(friends, app):
    friends.sit().stops()
    assert row_counts(app)["outcomes"] == 0
    friends.check()


def test_a_correction_without_effect_on_ranks_changes_points_and_no_ratings(friends):
    first, *_later = friends.played(ENOUGH, BO_WINS, ANNA_WINS)
    before = running_of(friends.app, friends.id)
    first.corrects(1, "Cara out, Anna 8 8, Bo K")
    assert outcomes_of(first)["Anna"]["points"] == 100
    assert running_of(friends.app, friends.id) == before
    friends.check()


# The order of sessions


def test_a_correction_of_an_early_session_affects_all_later_ones(friends):
    first, *_others, last = friends.played(ANNA_WINS, BO_WINS, ANNA_WINS, ANNA_WINS)
    wins, before = numbers_of(last, "Anna").wins, strengths(friends)
    first.corrects(1, "Bo out, Anna 8, Cara K")
    after = strengths(friends)
    assert (wins, numbers_of(last, "Anna").wins) == (3, 2)
    assert before["Anna"] > after["Anna"]
    assert before["Cara"] != after["Cara"]
    friends.check()


def test_a_session_that_ends_after_later_ones_is_inserted_in_order(friends):
    first = friends.sit().plays(ANNA_WINS)
    second = friends.played(BO_WINS)[0]
    assert numbers_of(second, "Anna").nth == 1
    first.stops()
    assert [numbers_of(table, "Anna").nth for table in (first, second)] == [1, 2]
    friends.check()


def test_corrections_in_any_order_give_the_same_figures(friends):
    tables = friends.played(ANNA_WINS, BO_WINS, ENOUGH, ANNA_WINS, BO_WINS)
    rights = {0: BO_WINS, 2: ANNA_WINS, 3: ENOUGH}
    books = []
    for order in ([0, 2, 3], [3, 2, 0], [2, 3, 0]):
        for place in order:
            tables[place].corrects(1, rights[place])
        books.append(running_of(friends.app, friends.id))
        for place in order:
            tables[place].takes_back()
    assert books[0] == books[1] == books[2]


def test_swapped_seats_change_no_rating_by_a_single_digit(friends):
    friends.played(*[ANNA_WINS, "nobody out, Anna 8, Bo 8, Cara 8", ENOUGH] * 3)
    before = running_of(friends.app, friends.id)
    for table in friends.tables:
        table.swaps("Anna", "Cara")
    assert running_of(friends.app, friends.id) == before
    friends.check()


def test_a_deleted_session_leaves_no_trace(friends):
    first, *_later = friends.played(ANNA_WINS, BO_WINS, ANNA_WINS)
    friends.delete(first)
    assert [numbers_of(table, "Anna").nth for table in friends.tables] == [1, 2]
    friends.check()


def test_a_deleted_group_leaves_nothing(friends, app):
    friends.played(ANNA_WINS, BO_WINS)
    with at_work(app):
        delete_for_good(db.session.get_one(Group, friends.id))
        db.session.commit()
    assert row_counts(app)["outcomes"] == 0


def test_two_groups_are_independent(app):
    ours, theirs = Friends(app), Friends(app)
    ours.played(ANNA_WINS, BO_WINS)
    theirs.played(BO_WINS)
    ours.tables[0].corrects(1, ENOUGH)
    ours.check()
    theirs.check()
    assert numbers_of(theirs.tables[0], "Anna").nth == 1


# People


def test_merging_gives_all_outcomes_to_one_player_and_undoing_restores_them(friends):
    friends.played(ANNA_WINS)
    friends.played("Annika out, Bo 8, Cara K", names="Annika Bo Cara")
    friends.played(ANNA_WINS)
    apart = running_of(friends.app, friends.id)
    friends.merge("Annika", "Anna")
    assert [numbers_of(table, "Anna").nth for table in friends.tables] == [1, 2, 3]
    assert numbers_of(friends.tables[-1], "Anna").streak == 3
    friends.check()
    friends.undo()
    assert running_of(friends.app, friends.id) == apart
    friends.check()


def test_an_undone_merge_can_be_redone(friends):
    friends.played(ANNA_WINS)
    friends.played("Annika out, Bo 8, Cara K", names="Annika Bo Cara")
    friends.merge("Annika", "Anna")
    together = running_of(friends.app, friends.id)
    friends.undo()
    friends.undo()
    assert friends.players() == ["Anna", "Bo", "Cara"]
    assert running_of(friends.app, friends.id) == together
    friends.check()


# Export and import


def read_elsewhere(friends):
    """The same history in another group."""
    other = Friends(friends.app)
    other.id, _report = import_document(friends.app, exported(friends.app, friends.id))
    return other


def test_an_imported_history_has_the_same_figures(friends):
    friends.played(ANNA_WINS, BO_WINS, ENOUGH)
    friends.sit().plays(BO_WINS)  # still running
    other = read_elsewhere(friends)
    other.check()
    ours, theirs = (sorted(map(repr, running_of(f.app, f.id).values())) for f in (friends, other))
    assert theirs == ours


def test_an_imported_session_is_inserted_by_its_time(friends):
    first, *_later = friends.played(ANNA_WINS, BO_WINS, ANNA_WINS)
    document = exported(friends.app, friends.id)
    friends.delete(first)
    empty_bins(friends.app)
    import_document(friends.app, document, friends.id)
    friends.check()
    assert len(running_of(friends.app, friends.id)) == 9


def test_only_the_finish_of_a_session_of_totals_is_stored(friends):
    friends.played("nobody out, Anna =80, Bo =33, Cara =33", ANNA_WINS)
    document = exported(friends.app, friends.id)
    document["sessions"][0]["summed"] = True
    other = Friends(friends.app)
    other.id, _report = import_document(friends.app, document)
    other.check()
    again = exported(friends.app, other.id)
    assert [record.get("summed") for record in again["sessions"]] == [True, None]
    with at_work(friends.app):
        stored = {
            (o.rank, o.total): (o.rounds, o.points)
            for o in db.session.scalars(db.select(Outcome).where(Outcome.group_id == other.id))
            if not o.rounds
        }
    assert stored == {(3, 80): (0, 0), (1, 33): (0, 0)}


# Any history

digits = st.integers(0, 7)
of_the_group = st.tuples(
    st.sampled_from(["merge", "group undo", "delete", "reimport", "import file", "revert", "new"]),
    *(digits, digits, digits),
)
plans = st.lists(st.tuples(digits, st.one_of(moves, st.lists(of_the_group, max_size=2))), max_size=6)


class GroupActions:
    """Several tables of one group, with sessions played, corrected, merged and deleted in any order."""

    def __init__(self, friends, players):
        self.friends, self.players, self.plays, self.files = friends, players, [], []

    def new(self, which, _one=0, _other=0):
        variant, options = SETUPS[which % len(SETUPS)]
        names = NAMES[which % 3 :][: self.players]
        self.plays.append(Play(self.friends.sit(" ".join(names), variant, **options)))

    def merge(self, source, target, _other):
        names = self.friends.players()
        one, other = names[source % len(names)], names[target % len(names)]
        if one != other:
            self.friends.merge(one, other)

    def group_undo(self, _one, _other, _third):
        self.friends.undo()

    def delete(self, which, _one, _other):
        if len(self.plays) > 1:
            self.friends.delete(self.plays.pop(which % len(self.plays)).table)
            if which % 2:
                empty_bins(self.friends.app)

    def reimport(self, which, _one, _other):
        """From a file: as it was played, but without its history."""
        document = exported(self.friends.app, self.friends.id)
        self.delete(which, _one, _other)
        empty_bins(self.friends.app)
        import_document(self.friends.app, document, self.friends.id)

    def import_file(self, which, _one, _other):
        """The same, so that it can be reverted."""
        document = json.dumps(exported(self.friends.app, self.friends.id))
        played = len(self.plays)
        self.delete(which, _one, _other)
        empty_bins(self.friends.app)
        file = File(self.friends.app, self.friends.id, document)
        if len(self.plays) == played:  # the last session stays, and is all that the file holds
            with pytest.raises(CannotApply, match="nothing"):
                file.apply()
        else:
            file.apply()
            self.files.append(file)

    def revert(self, which, _one, _other):
        if self.files:
            self.files.pop(which % len(self.files)).revert(sure=True)

    def make(self, place, move):
        verb, *numbers = move
        note(f"{place}: {move}")
        if hasattr(Play, verb.replace(" ", "_")):
            self.plays[place % len(self.plays)].make(move)
            return
        try:
            getattr(self, verb.replace(" ", "_"))(*numbers)
        except (CannotMergePlayers, CannotUndo) as refused:
            note(str(refused))


@given(players=st.integers(2, 4), plan=plans)
@example(  # a player who joined after reopening is removed with the outcome, after another has left
    players=2,
    plan=[
        (0, []),
        (0, [("sit down", 5, 0, 0)]),
        (0, []),
        (0, [("leave", 0, 0, 0), ("take back any", 5, 0, 0)]),
    ],
)
@example(  # a file without new sessions
    players=2, plan=[(0, [("delete", 0, 0, 0), ("delete", 0, 0, 0), ("import file", 0, 0, 0)])]
)
@settings(max_examples=sampling.examples(20))
def test_after_any_history_the_outcomes_are_those_of_the_rounds(app, players, plan):
    friends = Friends(app)
    actions = GroupActions(friends, players)
    for which in range(3):
        actions.new(which)
        actions.plays[-1].play(which, 1, 2)
        actions.plays[-1].stop(0, 0, 0)
    friends.check()
    for place, doings in plan:
        for move in doings:
            actions.make(place, move)
        friends.check()
