"""Figures of selected sessions do not depend on the query plan."""

from datetime import date

import pytest

from models import Player, db
from models.statistics.nights import most_rounds, most_sessions
from models.statistics.points import card_costs, points_summaries
from models.statistics.records import (
    BEST_HAND,
    CLEAREST,
    COMEBACK,
    OUT_RUN,
    WINS_RUN,
    WORST_SESSION,
    honours_of,
    records_of,
)
from models.statistics.rivals import rivals
from models.statistics.selection import Selection
from models.statistics.tally import overview_of, tallies_of
from tests.golden.nights import golden_group
from tests.sampling import full_only
from tests.table import at_work

pytestmark = [full_only, pytest.mark.both_databases]

LONG_AGO = date(1900, 1, 1)
APART, TOGETHER = (BEST_HAND, WORST_SESSION, COMEBACK, CLEAREST), (OUT_RUN, WINS_RUN)


@pytest.fixture
def group_id(app):
    return golden_group(app)[0].tables[0].group_id


def figures(selection):
    """All figures computed from many sessions."""
    players = db.session.scalars(
        db.select(Player.id).where(Player.group_id == selection.group_id).order_by(Player.id)
    ).all()
    tallies, everybody = tallies_of(selection), rivals(selection)
    return {
        "tallies": {player: by_variant for player, by_variant in tallies.items() if by_variant},
        "overview": overview_of(selection, tallies),
        "honours": honours_of(selection),
        "nights": (most_rounds(selection), most_sessions(selection)),
        "rivals": (everybody.meetings, [(own.player.id, own.sessions) for own in everybody.everybody]),
        "summaries": [points_summaries(selection.of(player)) for player in players],
        "caught_hands": [card_costs(selection.of(player)) for player in players],
    }


def records(selection):
    return [(r.key, r.variant, r.scale, r.since, r.value, r.times, r.holders) for r in _records(selection)]


def _records(selection):
    return records_of(selection, APART, TOGETHER)


@full_only
@pytest.mark.parametrize("chosen", [{}, {"variant": "vatikan"}, {"players": 4}])
def test_a_selection_of_all_days_equals_no_selection(app, group_id, chosen):
    """One query reads the outcomes of the group, the other those of its nights."""
    with at_work(app):
        of_group, of_days = Selection(group_id, **chosen), Selection(group_id, **chosen, first_day=LONG_AGO)
        assert figures(of_group) == figures(of_days)
        assert records(of_group) == records(of_days) != []


def test_a_day_before_the_first_night_has_no_figures(app, group_id):
    with at_work(app):
        nothing = Selection(group_id, last_day=LONG_AGO)
        assert tallies_of(nothing) == {}
        assert _records(nothing) == []
        assert (most_rounds(nothing), most_sessions(nothing)) == (None, None)
