"""A club evening comes with its file, goes with it, and goes along where its group joins another."""

import json

import pytest

from exchange.importing.applying import CannotApply
from exchange.importing.group_merge import GroupSnapshot
from exchange.importing.reverting import ChangedSince
from models import Author, Group, Tournament, db
from models.database import new_id
from tests.club import names_in, opened
from tests.exchange.document.files import NOW, written
from tests.exchange.document.tournaments.test_evenings import FOUR, finished, told
from tests.exchange.importing.files import TRAIL, File, everything_but
from tests.once import played_once
from tests.table import at_work, start


@played_once
def club_and_group(app):
    """A club whose evening is over, and the id of another group, where Anna and Bo are known."""
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
    return File(app, group_id, json.dumps(written(app, club.group_id)))


def evenings(app, group_id):
    """Whoever takes part in each evening, and who has won it."""
    with at_work(app):
        found = db.session.scalars(db.select(Tournament).where(Tournament.group_id == group_id))
        return [sorted(names_in(tournament).values()) for tournament in found]


def test_the_preview_counts_it(file):
    with file.previewed() as preview:
        assert (len(preview.tournaments), len(preview.new_sessions)) == (1, 3)
        assert not preview.is_empty


def test_it_comes_in_once_with_the_people_who_are_known_here(app, club, group_id, file):
    assert file.comes_in().tournaments == 1
    assert evenings(app, group_id) == [FOUR.split()]
    assert told(written(app, group_id), "result") == told(written(app, club.group_id), "result")
    again = File(app, group_id, json.dumps(written(app, club.group_id)))
    with again.previewed() as preview:
        assert preview.tournaments == []
        assert preview.is_empty


@pytest.mark.both_databases
def test_it_goes_back_with_the_file_and_comes_again(app, group_id, file):
    before = everything_but(app, *TRAIL)
    file.comes_in()
    first = written(app, group_id)
    file.goes_back()
    assert everything_but(app, *TRAIL) == before
    file.comes_in()
    assert written(app, group_id) == first


def test_whatever_was_decided_since_is_said_before_it_goes(app, group_id):
    club = opened(app, FOUR, cut=2).draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    brought = File(app, group_id, json.dumps(written(app, club.group_id)))
    brought.comes_in()
    with at_work(app):
        own = db.select(Tournament.id).where(Tournament.group_id == group_id)
        club.group_id, club.id = group_id, db.session.scalar(own)
    club.withdraws("Bo", after=1)
    with pytest.raises(ChangedSince) as changed:
        brought.goes_back()
    assert len(changed.value.sessions) == 1
    brought.goes_back(sure=True)
    assert evenings(app, group_id) == []


def test_who_takes_part_in_another_evening_stays_when_the_file_goes(app, group_id, file):
    file.comes_in()
    opened(app, "Cara Dilan", group_id=group_id)
    assert sorted(file.goes_back()[1]) == ["Cara", "Dilan"]


def test_a_night_that_another_evening_has_stays_when_the_file_goes(app, group_id, file):
    file.comes_in()
    other = opened(app, "Anna Bo", group_id=group_id)
    with at_work(app):
        own = (Tournament.id != other.id, Tournament.group_id == group_id)
        came = db.session.scalars(db.select(Tournament).where(*own)).one()
        night, day = came.night_id, came.night.date
    with other.open() as tournament:
        tournament.night_id = night
    assert file.goes_back()[2] == [day]


def test_two_who_take_part_are_not_one_player_here(app, group_id):
    club = opened(app, "Cara Dilan Eva", cut=None)
    brought = File(app, group_id, json.dumps(written(app, club.group_id)))
    brought.chooses(people={"Cara": "Anna", "Dilan": "Anna"})
    with brought.previewed() as preview:
        assert preview.clashing == [("Cara", "Dilan")]
    with pytest.raises(CannotApply, match="undecided"):
        brought.comes_in()


def test_games_that_were_corrected_here_since_do_not_keep_their_evening_out(app, club):
    document = written(app, club.group_id)
    table = club.tables(1)[0]
    with club.open() as tournament:
        db.session.delete(tournament)
    table.corrects(1, "nobody out, Anna =90, Bo =20, Cara =30, Dilan =40")
    File(app, club.group_id, json.dumps(document)).comes_in()
    assert club.places()[-1] == ("Anna", 130, 4)


def test_what_goes_with_an_older_file_takes_the_evening_of_its_games_along(app, club, group_id):
    document = written(app, club.group_id)
    older = File(app, group_id, json.dumps({**document, "tournaments": []}))
    older.comes_in()
    newer = File(app, group_id, json.dumps(document))
    assert newer.comes_in().tournaments == 1
    older.goes_back()
    assert evenings(app, group_id) == []
    newer.goes_back()
    newer.comes_in()
    assert evenings(app, group_id) == [FOUR.split()]


class TestAGroupThatJoinsAnother:
    def joins(self, app, club, group_id):
        with at_work(app):
            into = db.session.get_one(Group, group_id)
            file = GroupSnapshot.read(club.group_id, NOW).store(into, Author(new_id(), "Anna’s phone", NOW))
            kept = file.id
            db.session.commit()
        brought = File.__new__(File)
        brought.app, brought.group_id, brought.id = app, group_id, kept
        return brought

    @pytest.mark.both_databases
    def test_its_evening_comes_along_and_goes_back(self, app, club, group_id):
        before, own = everything_but(app, *TRAIL), written(app, club.group_id)
        brought = self.joins(app, club, group_id)
        brought.comes_in()
        assert evenings(app, group_id) == [FOUR.split()]
        assert told(written(app, group_id), "result") == told(own, "result")
        brought.goes_back()
        assert everything_but(app, *TRAIL) == before
        assert written(app, club.group_id) == own

    def test_it_waits_for_tables_that_still_play(self, app, group_id):
        club = opened(app, FOUR).draws()
        brought = self.joins(app, club, group_id)
        with pytest.raises(CannotApply, match="waits"):
            brought.comes_in()

    def test_what_was_decided_meanwhile_is_looked_at_again(self, app, group_id):
        club = opened(app, FOUR)
        brought = self.joins(app, club, group_id)
        club.withdraws("Bo", after=0)
        with pytest.raises(CannotApply, match="other"):
            brought.comes_in()
