"""A player who is certain to win wins, and one without a chance does not, in every variant."""

from game.analysis.chances.certainty import certainties
from tests import sampling
from tests.game.analysis.made_up import UNLIKE, sessions_of_group
from tests.game.analysis.plain_replay import came_to, sides_of, total

SESSIONS = 1_000


def test_no_certain_word_is_wrong():
    chance = sampling.chance_for("certain words")
    certain_words = 0
    for played in sessions_of_group(SESSIONS if sampling.is_whole() else SESSIONS // 20, UNLIKE, chance):
        rules, rounds = played.rules, played.rounds
        sides = sides_of(rules, played.seats)
        came = came_to(rules, played.seats, rounds)
        won = [came[side[0].id]["won"] for side in sides]
        for after in range(len(rounds)):
            totals = [total(rules, side, rounds, after) for side in sides]
            left = None if rules.rounds is None else rules.rounds - after
            for side, certain in enumerate(certainties(rules, totals, left)):
                certain_words += certain is not None
                assert certain in (None, won[side]), (rules.variant, after, totals)
    assert certain_words > 0
