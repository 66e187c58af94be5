"""Two groups become one as if it had played it all, and each is as it was when that is undone."""

import json
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from exchange.importing.applying import CannotApply, apply_file
from exchange.importing.group_merge import GroupSnapshot, merge_chain
from exchange.importing.preview import Preview
from exchange.importing.reverting import CannotRevert, ChangedSince, revert_file
from models import Author, Group, Import, Night, Outcome, Player, Season, Session, db
from models.database import new_id
from models.deleting import delete_group
from models.ids import derived_id
from models.imported_file import merge_import_of
from models.people.forgetting import anonymise
from models.staging_group import hide_group
from models.statistics.ratings import RatingScope, ratings
from models.statistics.selection import Selection
from models.statistics.tally import overview_of, tallies_of
from tests.exchange.document.files import NOW, written
from tests.exchange.document.test_round_trip import lively
from tests.exchange.importing.files import TRAIL, everything_but
from tests.models.rows import every_text
from tests.models.statistics.outcomes_kept import assert_kept_right
from tests.once import played_once
from tests.table import Clock, Table, at_work, start

FRIDAY = datetime(2026, 3, 6, 18, tzinfo=UTC)
WEEK = timedelta(weeks=1)
# When, which of the two groups, who, and how it went; the second evening is split between both.
PLAYED = (
    (FRIDAY, "kept", "Anna Bo Cara", "Anna out, Bo 8, Cara K"),
    (FRIDAY + WEEK, "kept", "Anna Bo", "Bo out, Anna 9 8"),
    (FRIDAY + WEEK + timedelta(hours=2), "gone", "Bo Anna Dilan", "Anna out, Bo 2, Dilan 8 8"),
    (FRIDAY + WEEK + timedelta(hours=4), "kept", "Anna Bo", "Anna out, Bo 5"),
    (FRIDAY + 2 * WEEK, "gone", "Dilan Bo", "Dilan out, Bo J"),
    (FRIDAY + 3 * WEEK, "gone", "Anna Bo Dilan", "Dilan out, Bo 7, Anna 7"),
    (FRIDAY + 4 * WEEK, "kept", "Anna Cara", "Cara out, Anna 4"),
)


def played(app, groups):
    """The evenings above, each in the group that its name stands for."""
    for at, which, names, result in PLAYED:
        start(app, "derange", names, group_id=groups[which], clock=Clock(at)).plays(result).stops()


@pytest.fixture
def groups(app):
    """Ids of the group that is kept, of the one founded by mistake, and of one that played it all."""
    return three_groups(app)


@played_once
def three_groups(app):
    ids = {"kept": new_id(), "gone": new_id()}
    played(app, ids)
    whole = new_id()
    played(app, {"kept": whole, "gone": whole})
    return ids["kept"], ids["gone"], whole


def author():
    return Author(new_id(), "Anna’s phone", NOW)


class Joining:
    """`gone` on its way into `kept`."""

    def __init__(self, app, kept, gone):
        self.app, self.kept, self.gone = app, kept, gone
        with at_work(app):
            file = GroupSnapshot.read(gone, NOW).store(db.session.get_one(Group, kept), author())
            self.id = file.id
            db.session.commit()

    def chooses(self, **people):
        """Who somebody of the one group is in the other, "new" or a name."""
        with at_work(self.app):
            file = self._file()
            here = {player.name: str(player.id) for player in self._kept().players}
            keys = {match.name: match.key for match in Preview(self._kept(), file).people}
            file.choose({"people": {keys[name]: here.get(who, who) for name, who in people.items()}})
            db.session.commit()
        return self

    def look(self):
        """The counts of the preview: sessions, new people, new nights, and what is worth a look."""
        with at_work(self.app):
            preview = Preview(self._kept(), self._file())
            odd = [each.values for each in preview.warnings]
            return len(preview.new_sessions), len(preview.new_people), len(preview.new_nights), odd

    def is_done(self):
        with at_work(self.app):
            return apply_file(self._kept(), self._file(), author())

    def is_taken_back(self, *, sure=False):
        with at_work(self.app):
            return revert_file(self._kept(), self._file(), author(), sure=sure)

    def _file(self):
        return db.session.get_one(Import, self.id)

    def _kept(self):
        return db.session.get_one(Group, self.kept)


def figures(app, group_id):
    """What the statistics say of everybody, by name."""
    with at_work(app):
        names = {player.id: player.name for player in Player.all_by_id(group_id).values()}
        everything = Selection(group_id)
        tallies = tallies_of(everything)
        seen = overview_of(everything, tallies)
        rows = db.session.scalars(db.select(Outcome).where(Outcome.group_id == group_id))
        return {
            "nights": seen.nights,
            "sessions": seen.sessions,
            "tallies": {names[who]: by for who, by in tallies.items()},
            "ratings": sorted(
                (each.rating.mu, each.player.name) for each in ratings(RatingScope(group_id, "derange"))
            ),
            "running": sorted(
                (row.started_at, names[row.player_id], row.nth, row.wins, row.streak, row.mu) for row in rows
            ),
        }


@pytest.mark.both_databases
def test_the_figures_are_those_of_one_group_that_had_played_it_all(app, groups):
    kept, gone, whole = groups
    assert figures(app, kept) != figures(app, whole)
    Joining(app, kept, gone).is_done()
    assert figures(app, kept) == figures(app, whole)
    assert_kept_right(app, kept)


@pytest.mark.both_databases
def test_taken_back_both_are_to_the_letter_what_they_were(app, groups):
    kept, gone, _whole = groups
    before, rows = [written(app, each) for each in (kept, gone)], everything_but(app, *TRAIL)
    joining = Joining(app, kept, gone)
    joining.is_done()
    assert json.dumps(written(app, kept)) != json.dumps(before[0])
    assert written(app, gone) == before[1]
    joining.is_taken_back()
    assert json.dumps([written(app, each) for each in (kept, gone)]) == json.dumps(before)
    assert everything_but(app, *TRAIL) == rows
    assert_kept_right(app, kept)


def test_whatever_a_group_has_seen_goes_and_comes_back(app, game):
    table = lively(game)
    with at_work(app):
        waiting = db.select(Session.id).where(
            Session.finished_at.is_(None), Session.group_id == table.group_id
        )
        ids = db.session.scalars(waiting).all()
    for session_id in ids:
        Table(app, table.group_id, session_id, table.clock).stops()
    kept = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo K").stops()
    rows = everything_but(app, *TRAIL)
    joining = Joining(app, kept.group_id, table.group_id)
    assert joining.is_done().sessions == 8
    assert_kept_right(app, kept.group_id)
    joining.is_taken_back()
    assert everything_but(app, *TRAIL) == rows


def test_the_preview_tells_what_comes_and_that_an_evening_of_both_is_one(app, groups):
    kept, gone, _whole = groups
    assert Joining(app, kept, gone).look() == (3, 1, 2, [])


def test_of_an_evening_of_both_the_note_stays_with_the_old_group_and_is_told(app, groups):
    kept, gone, _whole = groups
    with at_work(app):
        night = db.session.scalar(db.select(Night).where(Night.group_id == gone).order_by(Night.date))
        night.place, night.note = "Bo’s kitchen", "rain"
        db.session.commit()
    assert Joining(app, kept, gone).look()[3] == [{"note": "Bo’s kitchen · rain"}]


def test_people_of_both_keep_their_colour_and_new_ones_get_a_free_one(app, groups):
    kept, gone, _whole = groups

    def colours():
        with at_work(app):
            return {player.name: player.colour for player in Player.all_by_id(kept).values()}

    before = colours()
    Joining(app, kept, gone).is_done()
    after = colours()
    assert {name: after[name] for name in before} == before
    assert after["Dilan"] not in before.values()


def test_somebody_of_the_same_name_may_be_somebody_else(app, groups):
    kept, gone, _whole = groups
    assert Joining(app, kept, gone).chooses(Bo="new").is_done().players == 2


def test_seasons_stay_with_it(app, groups):
    kept, gone, _whole = groups
    with at_work(app):
        db.session.add(Season(group_id=gone, name="Spring", first_day=None, last_day=None))
        db.session.commit()
    Joining(app, kept, gone).is_done()
    with at_work(app):
        assert db.session.scalars(db.select(Season.group_id)).all() == [gone]


def test_an_empty_group_joins_too(app, groups):
    kept, _gone, _whole = groups
    with at_work(app):
        empty = Group(id=new_id(), name="Sunday table", created_at=NOW)
        db.session.add(empty)
        db.session.commit()
        empty_id = empty.id
    Joining(app, kept, empty_id).is_done()
    assert where(app, empty_id) == [kept]


def where(app, group_id):
    with at_work(app):
        return [group.id for group in merge_chain(db.session.get_one(Group, group_id))]


class TestRefusals:
    def test_what_is_still_being_played_is_finished_first(self, app, groups):
        kept, gone, _whole = groups
        joining = Joining(app, kept, gone)
        open_table = start(app, "derange", "Anna Bo", group_id=gone)
        before = everything_but(app)
        with pytest.raises(CannotApply, match="waits"):
            joining.is_done()
        assert everything_but(app) == before
        open_table.stops()
        Joining(app, kept, gone).is_done()

    def test_what_has_changed_since_is_looked_at_again(self, app, groups):
        kept, gone, _whole = groups
        joining = Joining(app, kept, gone)
        start(app, "derange", "Anna Bo", group_id=gone).plays("Anna out, Bo 8").stops()
        with pytest.raises(CannotApply, match="other"):
            joining.is_done()
        assert where(app, gone) == []

    def test_it_joins_once(self, app, groups):
        kept, gone, whole = groups
        first, second = Joining(app, kept, gone), Joining(app, whole, gone)
        first.is_done()
        with pytest.raises(CannotApply, match="other"):
            second.is_done()
        with pytest.raises(CannotApply, match="done"):
            first.is_done()

    def test_nothing_joins_itself(self, app, groups):
        with pytest.raises(CannotApply, match="other"):
            Joining(app, groups[0], groups[0]).is_done()

    def test_nothing_joins_a_group_that_is_elsewhere(self, app, groups):
        kept, gone, whole = groups
        late = Joining(app, gone, whole)
        Joining(app, kept, gone).is_done()
        with pytest.raises(CannotApply, match="changed"):
            late.is_done()
        assert where(app, whole) == []

    def test_two_cannot_go_into_each_other(self, app, groups):
        kept, gone, _whole = groups
        one, other = Joining(app, kept, gone), Joining(app, gone, kept)
        one.is_done()
        with pytest.raises(CannotApply):
            other.is_done()


def test_through_one_into_the_next_and_back_in_turn(app, groups):
    kept, gone, whole = groups
    rows = everything_but(app, *TRAIL)
    first = Joining(app, kept, gone)
    first.is_done()
    second = Joining(app, whole, kept)
    assert second.is_done().sessions == len(PLAYED)
    assert where(app, gone) == [kept, whole]
    with pytest.raises(CannotRevert, match="changed"):
        first.is_taken_back()
    second.is_taken_back()
    first.is_taken_back()
    assert everything_but(app, *TRAIL) == rows


def test_it_can_join_again_after_it_was_taken_back(app, groups):
    kept, gone, whole = groups
    for into in (kept, whole, kept):
        joining = Joining(app, into, gone)
        joining.is_done()
        joining.is_taken_back()
    Joining(app, kept, gone).is_done()
    assert figures(app, kept) == figures(app, whole)


def test_what_was_corrected_since_needs_a_second_yes(app, groups):
    kept, gone, _whole = groups
    joining = Joining(app, kept, gone)
    session_id = uuid.UUID(joining.is_done().made["sessions"][0])
    Table(app, kept, session_id, Clock(NOW)).corrects(1, "Bo out, Anna 2, Dilan 8 8")
    with pytest.raises(ChangedSince):
        joining.is_taken_back()
    assert where(app, gone) == [kept]
    joining.is_taken_back(sure=True)
    assert where(app, gone) == []


@pytest.mark.both_databases
def test_when_the_other_group_is_deleted_it_is_there_again(app, groups):
    kept, gone, _whole = groups
    before = written(app, gone)
    Joining(app, kept, gone).is_done()
    with at_work(app):
        delete_group(db.session.get_one(Group, kept))
    assert where(app, gone) == []
    assert written(app, gone) == before


def test_so_it_is_while_much_of_the_other_is_still_to_be_deleted(app, groups):
    kept, gone, _whole = groups
    Joining(app, kept, gone).is_done()
    with at_work(app):
        hide_group(db.session.get_one(Group, kept))
        db.session.commit()
    assert where(app, gone) == []


def test_what_waited_to_be_looked_at_goes_with_the_group_it_tells_of(app, groups):
    kept, gone, _whole = groups
    Joining(app, kept, gone)
    with at_work(app):
        delete_group(db.session.get_one(Group, gone))
        assert db.session.scalars(db.select(Import)).all() == []


@pytest.mark.parametrize("name", ["Bo", "Dilan"])
def test_who_is_forgotten_is_forgotten_in_the_old_group_too(app, groups, name):
    """Whether somebody was known to both or came in; also through two of them."""
    kept, gone, whole = groups
    with at_work(app):
        db.session.execute(db.delete(Group).where(Group.id == whole))
        db.session.commit()
    first = start(app, "vandatta", f"{name} Cara", group_name="Sunday table").plays(f"{name} out, Cara 8")
    first.stops()
    Joining(app, gone, first.group_id).is_done()
    joining = Joining(app, kept, gone)
    joining.is_done()
    with at_work(app):
        group = db.session.get_one(Group, kept)
        anonymise(group, next(p for p in group.players if p.name == name), "Player 1", author())
        db.session.commit()
    assert name not in every_text(app)
    joining.is_taken_back()
    assert name not in [player["name"] for player in written(app, gone)["players"]]


def test_where_a_session_went_can_be_worked_out(app, groups):
    kept, gone, _whole = groups
    own = uuid.UUID(written(app, gone)["sessions"][0]["id"])
    Joining(app, kept, gone).is_done()
    with at_work(app):
        assert Session.of(kept, derived_id(kept, own)) is not None
        assert merge_import_of(db.session.get_one(Group, gone)).group_id == kept
