"""A tournament is imported and reverted with its file, and moved when its group is merged."""

import json

import pytest

from files.importing.applying import CannotApply
from files.importing.group_merge import GroupSnapshot
from files.importing.reverting import ChangedSince
from models import ChangeStamp, Group, Tournament, db
from models.database import new_id
from tests.club import names_in, opened
from tests.files.document.files import NOW, exported
from tests.files.document.tournaments.test_tournaments import FOUR, finished, value_at
from tests.files.importing.files import LOG_TABLES, File, rows_except
from tests.once import played_once
from tests.table import at_work, start


@played_once
def club_and_group(app):
    """A club with a finished tournament, and the id of another group with players Anna and Bo."""
    club = finished(app)
    return club, start(app, "derange", "Anna Bo", mode="short").plays("Anna out, Bo K").stops().group_id


@pytest.fixture
def both(app):
    return club_and_group(app)


@pytest.fixture
def club(both):
    return both[0]


@pytest.fixture
def group_id(both):
    return both[1]


@pytest.fixture
def file(app, club, group_id):
    return File(app, group_id, json.dumps(exported(app, club.group_id)))


def entrants_and_winners(app, group_id):
    """The entrants and winners of each tournament."""
    with at_work(app):
        found = db.session.scalars(db.select(Tournament).where(Tournament.visible_in(group_id)))
        return [sorted(names_in(tournament).values()) for tournament in found]


def test_the_preview_counts_it(file):
    with file.previewed() as preview:
        assert (len(preview.tournaments), len(preview.new_sessions)) == (1, 3)
        assert not preview.is_empty


def test_it_is_imported_once_with_matched_players(app, club, group_id, file):
    assert file.apply().tournaments == 1
    assert entrants_and_winners(app, group_id) == [FOUR.split()]
    assert value_at(exported(app, group_id), "result") == value_at(exported(app, club.group_id), "result")
    again = File(app, group_id, json.dumps(exported(app, club.group_id)))
    with again.previewed() as preview:
        assert preview.tournaments == []
        assert preview.is_empty


@pytest.mark.both_databases
def test_it_is_reverted_with_the_file_and_can_be_applied_again(app, group_id, file):
    before = rows_except(app, *LOG_TABLES)
    file.apply()
    first = exported(app, group_id)
    file.revert()
    assert rows_except(app, *LOG_TABLES) == before
    file.apply()
    assert exported(app, group_id) == first


def test_later_decisions_are_reported_before_reverting(app, group_id):
    club = opened(app, FOUR, cut=2).draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    upload = File(app, group_id, json.dumps(exported(app, club.group_id)))
    upload.apply()
    with at_work(app):
        own = db.select(Tournament.id).where(Tournament.visible_in(group_id))
        club.group_id, club.id = group_id, db.session.scalar(own)
    club.withdraws("Bo", after=1)
    with pytest.raises(ChangedSince) as changed:
        upload.revert()
    assert len(changed.value.sessions) == 1
    upload.revert(sure=True)
    assert entrants_and_winners(app, group_id) == []


def test_an_entrant_of_another_tournament_is_kept_when_the_file_is_reverted(app, group_id, file):
    file.apply()
    opened(app, "Cara Dilan", group_id=group_id)
    assert sorted(file.revert()[1]) == ["Cara", "Dilan"]


def test_a_night_used_by_another_tournament_is_kept_when_the_file_is_reverted(app, group_id, file):
    file.apply()
    other = opened(app, "Anna Bo", group_id=group_id)
    with at_work(app):
        own = (Tournament.id != other.id, Tournament.visible_in(group_id))
        imported = db.session.scalars(db.select(Tournament).where(*own)).one()
        night, day = imported.night_id, imported.night.date
    with other.open() as tournament:
        tournament.night_id = night
    assert file.revert()[2] == [day]


def test_two_entrants_cannot_be_matched_with_one_player(app, group_id):
    club = opened(app, "Cara Dilan Eva", cut=None)
    upload = File(app, group_id, json.dumps(exported(app, club.group_id)))
    upload.choose(people={"Cara": "Anna", "Dilan": "Anna"})
    with upload.previewed() as preview:
        assert preview.clashing == [("Cara", "Dilan")]
    with pytest.raises(CannotApply, match="undecided"):
        upload.apply()


def test_corrected_games_do_not_prevent_the_import_of_their_tournament(app, club):
    document = exported(app, club.group_id)
    table = club.tables(1)[0]
    with club.open() as tournament:
        db.session.delete(tournament)
    table.corrects(1, "nobody out, Anna =90, Bo =20, Cara =30, Dilan =40")
    File(app, club.group_id, json.dumps(document)).apply()
    assert club.places()[-1] == ("Anna", 130, 4)


def test_reverting_an_older_file_removes_the_tournament_of_its_games(app, club, group_id):
    document = exported(app, club.group_id)
    older = File(app, group_id, json.dumps({**document, "tournaments": []}))
    older.apply()
    newer = File(app, group_id, json.dumps(document))
    assert newer.apply().tournaments == 1
    older.revert()
    assert entrants_and_winners(app, group_id) == []
    newer.revert()
    newer.apply()
    assert entrants_and_winners(app, group_id) == [FOUR.split()]


class TestMergedGroup:
    def merge(self, app, club, group_id):
        with at_work(app):
            into = db.session.get_one(Group, group_id)
            file = GroupSnapshot.read(club.group_id, NOW).store(
                into, ChangeStamp(new_id(), "Anna’s phone", NOW)
            )
            import_id = file.id
            db.session.commit()
        upload = File.__new__(File)
        upload.app, upload.group_id, upload.id = app, group_id, import_id
        return upload

    @pytest.mark.both_databases
    def test_its_tournament_is_moved_and_restored(self, app, club, group_id):
        before, own = rows_except(app, *LOG_TABLES), exported(app, club.group_id)
        upload = self.merge(app, club, group_id)
        upload.apply()
        assert entrants_and_winners(app, group_id) == [FOUR.split()]
        assert value_at(exported(app, group_id), "result") == value_at(own, "result")
        upload.revert()
        assert rows_except(app, *LOG_TABLES) == before
        assert exported(app, club.group_id) == own

    def test_unfinished_tables_must_be_finished_first(self, app, group_id):
        club = opened(app, FOUR).draws()
        upload = self.merge(app, club, group_id)
        with pytest.raises(CannotApply, match="waits"):
            upload.apply()

    def test_later_decisions_need_a_new_preview(self, app, group_id):
        club = opened(app, FOUR)
        upload = self.merge(app, club, group_id)
        club.withdraws("Bo", after=0)
        with pytest.raises(CannotApply, match="other"):
            upload.apply()
