"""Operations at tables that add up something else than the cards left in hands."""

from dataclasses import replace

import pytest

from game.scoring.standings import standings
from game.variants import VARIANTS
from models.table.seating import usual_start
from models.table.starting import SessionSetup
from models.table.whole_sheets import totals, unsaved_session
from models.tournament.variants import adds_points
from tests.game.scoring.builders import card_rules, rules_of, typed_rules
from tests.other_rules import COLLECTING, ELIMINATION, HIGHEST, PLACES, TYPED, changed, start_with


@pytest.mark.parametrize(
    ("changes", "reached", "ranks"),
    [
        (COLLECTING, (62, 0, 40), (1, 3, 2)),
        (COLLECTING, (-10, 0, 0), (3, 1, 1)),
        (COLLECTING, (0, 0, 0), (1, 1, 1)),
        (HIGHEST, (62, -5, 40), (1, 3, 2)),
        (TYPED, (62, 5, 40), (3, 1, 2)),
        (PLACES, (5, 7, 6), (1, 3, 2)),
        (ELIMINATION, (40, 120, 101), (1, 3, 2)),
    ],
)
def test_rounds_that_stand_for_totals_add_up_to_them(app, changes, reached, ranks):
    with app.app_context():
        session = unsaved_session(SessionSetup(VARIANTS["vandatta"], {}, ["Anna", "Bo", "Cara"], 0))
        session.rules = changed(session.rules, changes)
        sheet = totals(session, dict(zip((seat.id for seat in session.seats), reached, strict=True)))
        table = standings(session.rules, session.scored.seats, sheet.rounds)
        found = {side.seats[0]: (side.total, side.rank) for side in table}
        assert tuple(found[seat.id] for seat in session.seats) == tuple(zip(reached, ranks, strict=True))
        assert [played.number for played in sheet.rounds] == list(range(1, len(sheet.rounds) + 1))


@pytest.mark.parametrize(
    ("changes", "played", "start"),
    [
        (TYPED, "Anna =1, Bo =2", "average"),
        (PLACES, "Anna =1, Bo =2", "average"),
        (HIGHEST, "Anna =1, Bo =2", "zero"),
        (HIGHEST, "Anna =0, Bo =0", "zero"),
        (HIGHEST | {"negative": True}, "Anna =-5, Bo =2", "average"),
        (COLLECTING, "Anna =1, Bo =2", "zero"),
    ],
)
def test_a_late_joiner_starts_from_zero_where_that_does_not_lead(app, changes, played, start):
    table = start_with(app, changes, "Anna Bo").plays(played)
    with table.seen() as session:
        assert usual_start(session) == start


def test_tournaments_are_of_games_with_totals_of_points_or_places_and_without_eliminations():
    adding = (
        rules_of("vandatta"),
        typed_rules(),
        typed_rules(tally="places"),
        typed_rules(highest_wins=True),
        replace(card_rules({"K": 10}), highest_wins=True, collects=True),
    )
    others = (rules_of("vatikan"), typed_rules(tally="wins"), typed_rules(eliminate_at=100))
    assert all(map(adds_points, adding))
    assert not any(map(adds_points, others))
