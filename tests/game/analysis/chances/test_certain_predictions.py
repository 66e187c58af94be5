"""In every variant a player with chance 1 wins, and one with chance 0 does not."""

from game.analysis.chances.session import certainties
from tests import sampling
from tests.game.analysis.made_up import UNLIKE, sessions_of_group
from tests.game.analysis.plain_replay import expected_outcomes, sides_of, total

pytestmark = sampling.full_only

SESSIONS = 1_000


def test_certain_predictions_are_never_wrong():
    chance = sampling.chance_for("certain words")
    found = 0
    for played in sessions_of_group(SESSIONS if sampling.is_whole() else SESSIONS // 20, UNLIKE, chance):
        rules, rounds = played.rules, played.rounds
        sides = sides_of(rules, played.seats)
        outcomes = expected_outcomes(rules, played.seats, rounds)
        won = [outcomes[side[0].id]["won"] for side in sides]
        for after in range(len(rounds)):
            totals = [total(rules, side, rounds, after) for side in sides]
            left = None if rules.rounds is None else rules.rounds - after
            for side, certain in enumerate(certainties(rules, totals, left)):
                found += certain is not None
                assert certain in (None, won[side]), (rules.variant, after, totals)
    assert found > 0
