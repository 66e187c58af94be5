"""Merging two groups gives the statistics of one group. While nothing else changes, undoing restores both."""

import json
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from files.importing.applying import CannotApply, apply_file
from files.importing.group_merge import GroupSnapshot, has_changed_since, merge_chain
from files.importing.preview import Preview
from files.importing.reverting import CannotRevert, revert_file
from models import ChangeStamp, Group, Import, Link, Night, Player, Role, Season, Session, db
from models.custom_games import create_game
from models.database import new_id
from models.ids import derived_id
from models.imported_file import merge_import_of
from models.night_notes import describe
from models.people.anonymising import anonymise
from models.people.people import rename, rename_group
from models.purging import delete_for_good, hide_group
from models.recycle_bin import delete_session
from models.season import make_season
from models.statistics.ratings import ratings
from models.statistics.records import milestones_of
from models.statistics.selection import Selection
from models.statistics.tally import overview_of, tallies_of
from tests.club import opened
from tests.files.document.custom import defined
from tests.files.document.files import NOW, exported
from tests.files.document.test_round_trip import lively
from tests.files.importing.files import LOG_TABLES, TOTALS, File, rows_except
from tests.models.rows import every_text
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.once import played_once
from tests.sampling import full_only
from tests.table import Clock, Table, at_work, start

pytestmark = full_only

FRIDAY = datetime(2026, 3, 6, 18, tzinfo=UTC)
WEEK = timedelta(weeks=1)
# Time, group, players and result; the second night is split between both.
PLAYED = (
    (FRIDAY, "target", "Anna Bo Cara", "Anna out, Bo 8, Cara K"),
    (FRIDAY + WEEK, "target", "Anna Bo", "Bo out, Anna 9 8"),
    (FRIDAY + WEEK + timedelta(hours=2), "source", "Bo Anna Dilan", "Anna out, Bo 2, Dilan 8 8"),
    (FRIDAY + WEEK + timedelta(hours=4), "target", "Anna Bo", "Anna out, Bo 5"),
    (FRIDAY + 2 * WEEK, "source", "Dilan Bo", "Dilan out, Bo J"),
    (FRIDAY + 3 * WEEK, "source", "Anna Bo Dilan", "Dilan out, Bo 7, Anna 7"),
    (FRIDAY + 4 * WEEK, "target", "Anna Cara", "Cara out, Anna 4"),
)


def played(app, groups):
    """The nights above, each in the group of its name."""
    for at, which, names, result in PLAYED:
        start(app, "derange", names, group_id=groups[which], clock=Clock(at)).plays(result).stops()


@pytest.fixture
def groups(app):
    """Ids of the group that remains, of the one founded by mistake, and of one with all nights."""
    return three_groups(app)


@played_once
def three_groups(app):
    ids = {"target": new_id(), "source": new_id()}
    played(app, ids)
    whole = new_id()
    played(app, {"target": whole, "source": whole})
    return ids["target"], ids["source"], whole


def change_stamp():
    return ChangeStamp(new_id(), "Anna’s phone", NOW)


class Merge:
    """Merges `source` into `target`."""

    def __init__(self, app, target, source):
        self.app, self.target, self.source = app, target, source
        with at_work(app):
            file = GroupSnapshot.read(source, NOW).store(db.session.get_one(Group, target), change_stamp())
            self.id = file.id
            db.session.commit()

    def choose(self, **people):
        """Matches players of both groups: by name, or "new"."""
        with at_work(self.app):
            file = self._import()
            here = {player.name: str(player.id) for player in self._kept().players}
            keys = {match.name: match.key for match in Preview(self._kept(), file).people}
            file.choose({"people": {keys[name]: here.get(who, who) for name, who in people.items()}})
            db.session.commit()
        return self

    def preview_counts(self):
        """Counts of the preview: sessions, new people, new nights, and warnings."""
        with at_work(self.app):
            preview = Preview(self._kept(), self._import())
            warnings = [each.values for each in preview.warnings]
            return len(preview.new_sessions), len(preview.new_people), len(preview.new_nights), warnings

    def apply(self):
        with at_work(self.app):
            return apply_file(self._kept(), self._import(), change_stamp())

    def revert(self):
        with at_work(self.app):
            return revert_file(self._kept(), self._import(), change_stamp(), sure=False)

    def has_changed_since(self):
        with at_work(self.app):
            return has_changed_since(self._import())

    def was_applied_by_an_earlier_version(self):
        with at_work(self.app):
            file = self._import()
            file.result = {key: value for key, value in file.result.items() if key != "seen"}
            db.session.commit()

    def _import(self):
        return db.session.get_one(Import, self.id)

    def _kept(self):
        return db.session.get_one(Group, self.target)


def figures(app, group_id):
    """The statistics of every player, by name."""
    with at_work(app):
        names = {player.id: player.name for player in Player.all_by_id(group_id).values()}
        everything = Selection(group_id)
        tallies = tallies_of(everything)
        seen = overview_of(everything, tallies)
        return {
            "nights": seen.nights,
            "sessions": seen.sessions,
            "tallies": {names[who]: by for who, by in tallies.items()},
            "ratings": sorted((each.rating.mu, each.player.name) for each in ratings(group_id, "derange")),
            "milestones": [(m.day, names[m.player_id], m.nth, m.wins) for m in milestones_of(everything)],
        }


@pytest.mark.both_databases
def test_the_statistics_are_those_of_one_group_with_all_nights(app, groups):
    target, source, whole = groups
    assert figures(app, target) != figures(app, whole)
    Merge(app, target, source).apply()
    assert figures(app, target) == figures(app, whole)
    assert_outcomes_match(app, target)


@pytest.mark.both_databases
def test_after_undoing_both_groups_are_exactly_as_before(app, groups):
    target, source, _whole = groups
    before, rows = [exported(app, each) for each in (target, source)], rows_except(app, *LOG_TABLES)
    joining = Merge(app, target, source)
    joining.apply()
    assert json.dumps(exported(app, target)) != json.dumps(before[0])
    assert exported(app, source) == before[1]
    joining.revert()
    assert json.dumps([exported(app, each) for each in (target, source)]) == json.dumps(before)
    assert rows_except(app, *LOG_TABLES) == rows
    assert_outcomes_match(app, target)


def test_the_merge_moves_any_history_and_undoing_restores_it(app, game):
    table = lively(app)
    with at_work(app):
        waiting = db.select(Session.id).where(
            Session.finished_at.is_(None), Session.visible_in(table.group_id)
        )
        ids = db.session.scalars(waiting).all()
    for session_id in ids:
        Table(app, table.group_id, session_id, table.clock).stops()
    target = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo K").stops()
    rows = rows_except(app, *LOG_TABLES)
    joining = Merge(app, target.group_id, table.group_id)
    assert joining.apply().sessions == 8
    assert_outcomes_match(app, target.group_id)
    joining.revert()
    assert rows_except(app, *LOG_TABLES) == rows


def test_the_preview_shows_the_changes_and_joins_a_night_of_both(app, groups):
    target, source, _whole = groups
    assert Merge(app, target, source).preview_counts() == (3, 1, 2, [])


def test_the_old_note_on_a_night_of_both_is_kept_and_reported(app, groups):
    target, source, _whole = groups
    with at_work(app):
        night = db.session.scalar(db.select(Night).where(Night.visible_in(source)).order_by(Night.date))
        night.place, night.note = "Bo’s kitchen", "rain"
        db.session.commit()
    assert Merge(app, target, source).preview_counts()[3] == [{"note": "Bo’s kitchen · rain"}]


def test_shared_players_keep_their_colour_and_new_ones_get_a_free_one(app, groups):
    target, source, _whole = groups

    def colours():
        with at_work(app):
            return {player.name: player.colour for player in Player.all_by_id(target).values()}

    before = colours()
    Merge(app, target, source).apply()
    after = colours()
    assert {name: after[name] for name in before} == before
    assert after["Dilan"] not in before.values()


def test_players_of_the_same_name_may_be_different_people(app, groups):
    target, source, _whole = groups
    assert Merge(app, target, source).choose(Bo="new").apply().players == 2


def test_the_seasons_are_unchanged(app, groups):
    target, source, _whole = groups
    with at_work(app):
        db.session.add(Season(group_id=source, name="Spring", first_day=None, last_day=None))
        db.session.commit()
    Merge(app, target, source).apply()
    with at_work(app):
        assert db.session.scalars(db.select(Season.group_id)).all() == [source]


def test_an_empty_group_can_be_merged_too(app, groups):
    target, _gone, _whole = groups
    with at_work(app):
        empty = Group(id=new_id(), name="Sunday table", created_at=NOW)
        db.session.add(empty)
        db.session.commit()
        empty_id = empty.id
    Merge(app, target, empty_id).apply()
    assert where(app, empty_id) == [target]


def where(app, group_id):
    with at_work(app):
        return [group.id for group in merge_chain(db.session.get_one(Group, group_id))]


class TestRefusals:
    def test_unfinished_sessions_must_be_finished_first(self, app, groups):
        target, source, _whole = groups
        joining = Merge(app, target, source)
        open_table = start(app, "derange", "Anna Bo", group_id=source)
        before = rows_except(app)
        with pytest.raises(CannotApply, match="waits"):
            joining.apply()
        assert rows_except(app) == before
        open_table.stops()
        Merge(app, target, source).apply()

    def test_later_changes_need_a_new_preview(self, app, groups):
        target, source, _whole = groups
        joining = Merge(app, target, source)
        start(app, "derange", "Anna Bo", group_id=source).plays("Anna out, Bo 8").stops()
        with pytest.raises(CannotApply, match="other"):
            joining.apply()
        assert where(app, source) == []

    def test_a_group_is_merged_once(self, app, groups):
        target, source, whole = groups
        first, second = Merge(app, target, source), Merge(app, whole, source)
        first.apply()
        with pytest.raises(CannotApply, match="other"):
            second.apply()
        with pytest.raises(CannotApply, match="done"):
            first.apply()

    def test_a_group_cannot_be_merged_with_itself(self, app, groups):
        with pytest.raises(CannotApply, match="other"):
            Merge(app, groups[0], groups[0]).apply()

    def test_a_group_cannot_be_merged_into_a_merged_group(self, app, groups):
        target, source, whole = groups
        merge = Merge(app, source, whole)
        Merge(app, target, source).apply()
        with pytest.raises(CannotApply, match="changed"):
            merge.apply()
        assert where(app, whole) == []

    def test_two_groups_cannot_be_merged_into_each_other(self, app, groups):
        target, source, _whole = groups
        one, other = Merge(app, target, source), Merge(app, source, target)
        one.apply()
        with pytest.raises(CannotApply):
            other.apply()


def test_merges_can_be_chained_and_undone_in_reverse_order(app, groups):
    target, source, whole = groups
    rows = rows_except(app, *LOG_TABLES)
    first = Merge(app, target, source)
    first.apply()
    second = Merge(app, whole, target)
    assert second.apply().sessions == len(PLAYED)
    assert where(app, source) == [target, whole]
    with pytest.raises(CannotRevert, match="changed"):
        first.revert()
    second.revert()
    first.revert()
    assert rows_except(app, *LOG_TABLES) == rows


def test_a_group_can_be_merged_again_after_undoing(app, groups):
    target, source, whole = groups
    for into in (target, whole, target):
        joining = Merge(app, into, source)
        joining.apply()
        joining.revert()
    Merge(app, target, source).apply()
    assert figures(app, target) == figures(app, whole)


def of_group(change):
    """A change of the group that remains, by `change(group, stamp)`."""

    def carry_out(app, target, _source):
        with at_work(app):
            change(db.session.get_one(Group, target), change_stamp())
            db.session.commit()

    return carry_out


def starts_a_session(app, target, _source):
    start(app, "derange", "Anna Bo", group_id=target)


def corrects_a_session_that_came_in(app, target, source):
    own = uuid.UUID(exported(app, source)["sessions"][0]["id"])
    Table(app, target, derived_id(target, own), Clock(NOW)).corrects(1, "Bo out, Anna 2, Dilan 8 8")


def corrects_a_session_and_takes_it_back(app, target, _source):
    own = uuid.UUID(exported(app, target)["sessions"][0]["id"])
    Table(app, target, own, Clock(NOW)).corrects(1, "Bo out, Anna 2, Cara K").takes_back()


def starts_a_club_evening(app, target, _source):
    opened(app, "Eva Gun", group_id=target)


def imports_a_file(app, target, _source):
    File(app, target, TOTALS).apply()


def merges_another_group(app, target, _source):
    with at_work(app):
        empty = Group(id=new_id(), name="Monday table", created_at=NOW)
        db.session.add(empty)
        db.session.commit()
        empty_id = empty.id
    Merge(app, target, empty_id).apply()


def renames_a_player_of_the_merged_group(app, _target, source):
    of_group(lambda group, stamp: rename(group, group.players[0], "Gun", stamp))(app, source, None)


def revokes_a_link(group, stamp):
    db.session.scalars(db.select(Link).where(Link.group_id == group.id)).first().revoked_at = stamp.at


def deletes_a_session(group, stamp):
    delete_session(db.session.scalars(db.select(Session).where(Session.visible_in(group.id))).first(), stamp)


def describes_a_night(group, stamp):
    night = db.session.scalars(db.select(Night).where(Night.visible_in(group.id))).first()
    describe(group, night, stamp, place="", note="rain")


LATER_CHANGES = {
    "session": starts_a_session,
    "correction": corrects_a_session_that_came_in,
    "taken back": corrects_a_session_and_takes_it_back,
    "deleted session": of_group(deletes_a_session),
    "club evening": starts_a_club_evening,
    "import": imports_a_file,
    "another merge": merges_another_group,
    "name of a player": of_group(lambda group, stamp: rename(group, group.players[0], "Gun", stamp)),
    "forgotten": of_group(lambda group, stamp: anonymise(group, group.players[0], "Player 1", stamp)),
    "name": of_group(lambda group, stamp: rename_group(group, "Sunday table", stamp)),
    "note": of_group(describes_a_night),
    "season": of_group(
        lambda group, stamp: make_season(group, stamp, name="Spring", first_day=None, last_day=None)
    ),
    "own game": of_group(lambda group, stamp: create_game(group, new_id(), defined(), stamp)),
    "link": of_group(lambda group, stamp: Link.make(group, Role.WATCHER, stamp.at)),
    "revoked link": of_group(revokes_a_link),
    "merged group": renames_a_player_of_the_merged_group,
}


@pytest.mark.parametrize("change", LATER_CHANGES.values(), ids=LATER_CHANGES)
def test_a_merge_stays_after_any_other_change(app, groups, change):
    target, source, _whole = groups
    of_group(lambda group, stamp: Link.make(group, Role.OWNER, stamp.at))(app, target, source)
    joining = Merge(app, target, source)
    joining.apply()
    assert not joining.has_changed_since()
    change(app, target, source)
    assert joining.has_changed_since()
    rows = rows_except(app)
    with pytest.raises(CannotRevert, match="since"):
        joining.revert()
    assert rows_except(app) == rows


def test_changes_of_other_groups_do_not_matter(app, groups):
    target, source, whole = groups
    joining = Merge(app, target, source)
    joining.apply()
    starts_a_session(app, whole, None)
    of_group(lambda group, stamp: Link.make(group, Role.WATCHER, stamp.at))(app, whole, None)
    joining.revert()
    assert where(app, source) == []


@pytest.mark.both_databases
def test_a_merge_by_an_earlier_version_of_the_app_stays(app, groups):
    """It has stored no fingerprint of the groups."""
    target, source, _whole = groups
    joining = Merge(app, target, source)
    joining.apply()
    joining.was_applied_by_an_earlier_version()
    with pytest.raises(CannotRevert, match="since"):
        joining.revert()
    assert where(app, source) == [target]


@pytest.mark.both_databases
def test_deleting_the_target_restores_the_source(app, groups):
    target, source, _whole = groups
    before = exported(app, source)
    Merge(app, target, source).apply()
    with at_work(app):
        delete_for_good(db.session.get_one(Group, target))
    assert where(app, source) == []
    assert exported(app, source) == before


def test_deleting_the_source_in_steps_restores_it_too(app, groups):
    target, source, _whole = groups
    Merge(app, target, source).apply()
    with at_work(app):
        hide_group(db.session.get_one(Group, target))
        db.session.commit()
    assert where(app, source) == []


def test_waiting_files_of_a_deleted_group_are_deleted(app, groups):
    target, source, _whole = groups
    Merge(app, target, source)
    with at_work(app):
        delete_for_good(db.session.get_one(Group, source))
        assert db.session.scalars(db.select(Import)).all() == []


@pytest.mark.parametrize("name", ["Bo", "Dilan"])
def test_anonymizing_a_player_applies_to_the_source_group_too(app, groups, name):
    """For players of both groups and moved ones; also through two merges."""
    target, source, whole = groups
    with at_work(app):
        db.session.execute(db.delete(Group).where(Group.id == whole))
        db.session.commit()
    first = start(app, "vandatta", f"{name} Cara", group_name="Sunday table").plays(f"{name} out, Cara 8")
    first.stops()
    Merge(app, source, first.group_id).apply()
    Merge(app, target, source).apply()
    with at_work(app):
        group = db.session.get_one(Group, target)
        anonymise(group, next(p for p in group.players if p.name == name), "Player 1", change_stamp())
        db.session.commit()
    assert name not in every_text(app)


def test_the_target_of_a_session_can_be_found(app, groups):
    target, source, _whole = groups
    own = uuid.UUID(exported(app, source)["sessions"][0]["id"])
    Merge(app, target, source).apply()
    with at_work(app):
        assert Session.of(target, derived_id(target, own)) is not None
        assert merge_import_of(db.session.get_one(Group, source)).group_id == target
