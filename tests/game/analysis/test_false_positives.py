"""Among players of equal strength a player stands out as rarely as promised: in five groups of a hundred."""

from datetime import UTC, datetime, timedelta
from itertools import combinations

from game.analysis.interval import bonferroni_z, possible_highest, wilson
from game.analysis.rating import RunningRatings, SideFinish, possible_best
from models.statistics.rivals import MeetingCounts
from tests import sampling
from tests.sampling import full_only

pytestmark = full_only

HISTORIES, SESSIONS, PEOPLE = 300, 120, 8
PROMISED, TOLERATED = 0.05, 3  # sigmas: a random test may be unlucky
START = datetime(2026, 1, 2, 19, tzinfo=UTC)


def histories(what):
    """For each history the players of every session, best first, drawn at random: all are equally strong."""
    chance = sampling.chance_for(what)
    for _ in range(sampling.examples(HISTORIES)):
        yield [chance.sample(range(PEOPLE), chance.randint(3, 5)) for _ in range(SESSIONS)]


def is_rare(wrong):
    sigma = (PROMISED * (1 - PROMISED) / len(wrong)) ** 0.5
    return sum(wrong) / len(wrong) <= PROMISED + TOLERATED * sigma


def wins_of(sessions):
    played = [sum(person in people for people in sessions) for person in range(PEOPLE)]
    won = [sum(person == people[0] for people in sessions) for person in range(PEOPLE)]
    expected_wins = [sum(1 / len(each) for each in sessions if person in each) for person in range(PEOPLE)]
    return list(zip(won, played, expected_wins, strict=True))


def test_a_best_player_by_ratings_is_rarely_named_by_chance():
    named = []
    for sessions in histories("ratings"):
        running = RunningRatings()
        for number, people in enumerate(sessions):
            order = [SideFinish((person,), 1 + place) for place, person in enumerate(people)]
            running.add(number, START + number * timedelta(days=1), order)
        named.append(len(possible_best([line[-1].rating for line in running.lines.values()])) == 1)
    assert is_rare(named)


def test_a_player_with_more_wins_than_chance_explains_is_rarely_named_by_chance():
    assert is_rare(
        [
            any(
                wilson(won, played, bonferroni_z(PEOPLE)).low > expected_wins / played
                for won, played, expected_wins in wins_of(sessions)
            )
            for sessions in histories("wins")
        ]
    )


def test_a_best_player_of_a_game_is_rarely_named_by_chance():
    counts = [[(won, played) for won, played, _ in wins_of(sessions)] for sessions in histories("champions")]
    assert is_rare([len(possible_highest(each)) == 1 for each in counts])


def test_a_player_ahead_of_another_is_rarely_marked_by_chance():
    """In at most five groups of a hundred any pair is marked."""
    marked = []
    for sessions in histories("pairs"):
        met = {pair: [0, 0] for pair in combinations(range(PEOPLE), 2)}
        for people in sessions:
            for first, second in combinations(people, 2):
                met[min(first, second), max(first, second)][first > second] += 1
        pairs = [MeetingCounts(*counts) for counts in met.values()]
        marked.append(any(pair.is_significant(len(pairs)) for pair in pairs))
    assert is_rare(marked)
