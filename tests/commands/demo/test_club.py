"""The club of the demo: a tournament of twelve people, played to the end with typical scores."""

from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

from commands.demo.club import PEOPLE, make_club_group
from game.tournament.state import Phase
from models import Session, Tournament, db
from models.tournament.reading import tournament_state_of
from tests.sampling import full_only
from tests.table import at_work

pytestmark = full_only

NOW = datetime(2026, 11, 19, 22, tzinfo=UTC)


def test_twelve_people_play_two_rounds_and_ten_of_them_a_playoff(app):
    with at_work(app):
        group = make_club_group(NOW, ZoneInfo("Europe/Stockholm"), Random(8))
        tournament = db.session.scalars(db.select(Tournament)).one()
        state = tournament_state_of(tournament)
        assert (state.phase, len(state.entrants), len(PEOPLE)) == (Phase.OVER, 12, 12)
        assert [len(tournament.tables_of(stage)) for stage in (1, 2, 3)] == [3, 3, 2]
        assert len(state.final) == 10
        assert state.winners
        played = db.session.scalars(db.select(Session).where(Session.visible_in(group.id))).all()
        assert all(session.is_finished and session.finished_at < NOW for session in played)
