"""The one-sentence story of a session: worked examples, and the sentence is always true."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from game.analysis.story import Story, StoryKind, story_of
from game.scoring.facts import Away
from game.scoring.standings import standings
from tests import sampling
from tests.game.analysis.test_outcome import histories
from tests.game.scoring.builders import NOT_COUNTED, OUT, night, rules_of, seated

RULES = rules_of("derange", players=3)
SEATS = seated("Anna", "Bo", "Cara")


def story(*scores, rules=RULES, seats=SEATS):
    return story_of(rules, seats, night(rules, seats, *scores))


def listed_kinds(*scores, **at):
    one = story(*scores, **at)
    return one.kind, one.side, one.round, one.points


class TestKinds:
    def test_a_player_who_led_until_the_last_round_and_the_hand_that_lost_the_lead(self):
        scores = [{"Anna": 20, "Bo": 30, "Cara": OUT}] * 2 + [{"Anna": OUT, "Bo": 5, "Cara": "8 8 K"}]
        assert listed_kinds(*scores) == (StoryKind.LED_UNTIL_LAST, ("Cara",), 3, 120)
        assert story(*scores).hand.cards == {"8": 2, "K": 1}

    def test_a_player_who_led_before_the_last_round_but_not_always(self):
        scores = [{"Anna": OUT, "Bo": 30, "Cara": 5}, {"Anna": 20, "Bo": 30, "Cara": OUT}]
        scores += [{"Anna": OUT, "Bo": 5, "Cara": 60}]
        assert listed_kinds(*scores) == (StoryKind.LED_BEFORE_LAST, ("Cara",), 3, 60)

    def test_a_single_point(self):
        scores = [{"Anna": OUT, "Bo": 20, "Cara": 30}, {"Anna": 29, "Bo": 10, "Cara": OUT}]
        assert listed_kinds(*scores) == (StoryKind.BY_ONE_POINT, ("Anna",), 0, 1)

    def test_a_winner_from_last_place(self):
        scores = [{"Anna": 40, "Bo": OUT, "Cara": 10}, {"Anna": OUT, "Bo": OUT, "Cara": 10}]
        scores += [{"Anna": OUT, "Bo": 50, "Cara": 60}, {"Anna": OUT, "Bo": 50, "Cara": 60}]
        assert listed_kinds(*scores) == (StoryKind.FROM_LAST_PLACE, ("Anna",), 2, 0)

    def test_it_may_be_after_the_last_round_but_one(self):
        scores = [{"Anna": 40, "Bo": 10, "Cara": 10}, {"Anna": OUT, "Bo": 60, "Cara": "8 K"}]
        assert listed_kinds(*scores) == (StoryKind.FROM_LAST_PLACE, ("Anna",), 1, 0)
        assert story(*scores).hand is None

    def test_last_place_counts_after_three_of_five_rounds_and_not_after_two(self):
        last, level = {"Anna": 40, "Bo": OUT, "Cara": 4}, {"Anna": 5, "Bo": 4, "Cara": 5}
        ahead = {"Anna": OUT, "Bo": 90, "Cara": "8 8"}
        assert listed_kinds(last, level, ahead, ahead, ahead)[0] is StoryKind.LED_SINCE
        assert listed_kinds(last, level, level, ahead, ahead)[:3] == (StoryKind.FROM_LAST_PLACE, ("Anna",), 3)

    def test_a_shared_last_place_is_no_story(self):
        scores = [{"Anna": 40, "Bo": 10, "Cara": 40}, {"Anna": 5, "Bo": 4, "Cara": 5}]
        scores += [{"Anna": OUT, "Bo": 60, "Cara": 5}, {"Anna": OUT, "Bo": 9, "Cara": 9}]
        assert listed_kinds(*scores)[:3] == (StoryKind.LED_SINCE, ("Anna",), 3)

    def test_of_two_players_one_is_last_even_after_half_of_the_rounds(self):
        scores = [{"Anna": 30, "Bo": OUT}, {"Anna": OUT, "Bo": 5}, {"Anna": OUT, "Bo": 40}]
        scores += [{"Anna": OUT, "Bo": 9}]
        assert listed_kinds(*scores, seats=SEATS[:2])[:3] == (StoryKind.LED_SINCE, ("Anna",), 3)

    def test_an_early_last_place_is_no_story(self):
        scores = [{"Anna": 40, "Bo": OUT, "Cara": 10}, {"Anna": OUT, "Bo": 50, "Cara": 60}]
        scores += [{"Anna": OUT, "Bo": 50, "Cara": 60}] * 2
        assert listed_kinds(*scores) == (StoryKind.LED_SINCE, ("Anna",), 2, 0)

    def test_with_two_players_last_place_is_no_story(self):
        scores = [{"Anna": 5, "Bo": OUT}, {"Anna": OUT, "Bo": 20}, {"Anna": OUT, "Bo": 20}]
        assert listed_kinds(*scores, seats=SEATS[:2])[0] is StoryKind.LED_SINCE

    def test_a_player_who_drew_level_in_the_last_round(self):
        scores = [{"Anna": OUT, "Bo": 20, "Cara": 90}, {"Anna": 20, "Bo": OUT, "Cara": 5}]
        one = story(*scores)
        assert (one.kind, one.side, one.others, one.hand.seat) == (
            StoryKind.DREW_LEVEL,
            ("Bo",),
            ("Anna",),
            "Anna",
        )

    def test_the_last_round_between_several_leaders(self):
        scores = [{"Anna": 10, "Bo": 10, "Cara": 20}, {"Anna": OUT, "Bo": "8", "Cara": 5}]
        one = story(*scores)
        assert (one.kind, one.round, one.hand.seat) == (StoryKind.LAST_ROUND, 2, "Bo")

    def test_of_two_overtaken_leaders_the_more_expensive_hand_is_named(self):
        # Anna and Bo led with 10. Then Anna takes 20, Bo 50, and Cara wins with 15; Dilan never led.
        seats = seated("Anna", "Bo", "Cara", "Dilan")
        scores = [{"Anna": 10, "Bo": 10, "Cara": 15, "Dilan": 60}]
        scores += [{"Anna": 20, "Bo": "8", "Cara": OUT, "Dilan": "8 8"}]
        one = story(*scores, rules=rules_of("derange", players=4), seats=seats)
        assert (one.kind, one.hand.seat, one.hand.points) == (StoryKind.LAST_ROUND, "Bo", 50)

    def test_after_two_rounds_there_is_no_leader_until_the_last(self):
        scores = [{"Anna": 20, "Bo": 30, "Cara": OUT}, {"Anna": OUT, "Bo": 5, "Cara": 60}]
        assert listed_kinds(*scores) == (StoryKind.LED_BEFORE_LAST, ("Cara",), 2, 60)

    def test_points_added_on_return_are_not_a_hand_that_lost_the_lead(self):
        """Bo led with no points, came back into the last round with 50 and went out in it."""
        seats = [SEATS[0], replace(SEATS[1], away=(Away(2, 3, 50),)), SEATS[2]]
        scores = [
            {"Anna": 10, "Bo": OUT, "Cara": 30},
            {"Anna": 5, "Cara": 5},
            {"Anna": 4, "Bo": OUT, "Cara": 5},
        ]
        one = story(*scores, seats=seats)
        assert (one.kind, one.side, one.hand) == (StoryKind.LAST_ROUND, ("Anna",), None)

    def test_where_wins_are_counted_no_hand_is_named(self):
        rules = rules_of("vatikan", players=3)
        scores = [{"Anna": OUT, "Bo": "5", "Cara": "5"}, {"Anna": "5", "Bo": OUT, "Cara": "5"}]
        one = story(*scores, rules=rules)
        assert (one.kind, one.side, one.hand) == (StoryKind.DREW_LEVEL, ("Bo",), None)

    def test_a_leader_overtaken_midway_is_named_with_the_hand(self):
        scores = [{"Anna": 20, "Bo": OUT, "Cara": 90}, {"Anna": OUT, "Bo": "8 5", "Cara": "8 8"}]
        scores += [{"Anna": OUT, "Bo": 5, "Cara": 8}] * 2
        one = story(*scores)
        assert (one.kind, one.round, one.hand.seat, one.hand.points) == (StoryKind.LED_SINCE, 2, "Bo", 55)

    def test_a_player_who_led_from_the_first_round(self):
        assert listed_kinds(*[{"Anna": OUT, "Bo": 20, "Cara": 30}] * 3) == (
            StoryKind.LED_THROUGHOUT,
            ("Anna",),
            0,
            0,
        )

    def test_all_players_level(self):
        assert listed_kinds(*[{"Anna": 10, "Bo": 10, "Cara": 10}] * 2)[0] is StoryKind.ALL_LEVEL

    def test_after_one_round_only_the_distance(self):
        assert listed_kinds({"Anna": OUT, "Bo": 20, "Cara": 30}) == (StoryKind.BY_POINTS, ("Anna",), 0, 20)

    def test_where_wins_are_counted_no_points_are_named(self):
        rules = rules_of("vatikan", players=3)
        won = {"Anna": OUT, "Bo": NOT_COUNTED, "Cara": NOT_COUNTED}
        lost = {"Anna": NOT_COUNTED, "Bo": OUT, "Cara": NOT_COUNTED}
        assert listed_kinds(won, lost, won, rules=rules) == (StoryKind.LAST_ROUND, ("Anna",), 3, 0)
        assert listed_kinds(won, won, lost, rules=rules)[0] is StoryKind.LED_THROUGHOUT
        assert story(won, rules=rules) is None

    def test_the_lead_of_a_player_who_left_counts(self):
        """While Cara was present she led alone, so Anna did not lead from the first round on."""
        seats = [*SEATS[:2], replace(SEATS[2], away=(Away(3),))]
        scores = [{"Anna": 10, "Bo": 20, "Cara": OUT}] * 2 + [{"Anna": OUT, "Bo": 20}] * 2
        assert listed_kinds(*scores, seats=seats) == (StoryKind.LED_SINCE, ("Anna",), 3, 0)

    def test_there_is_no_story_without_rounds_or_opponents(self):
        assert story() is None
        assert story({"Anna": OUT, "Bo": 5}, seats=[SEATS[0], replace(SEATS[1], away=(Away(2),))]) is None


# Properties for any session: the sentence is checked against the totals alone.


@given(history=histories())
@settings(max_examples=sampling.examples(400))
def test_the_story_is_always_true(history):
    rules, seats, rounds = history
    one = story_of(rules, seats, rounds)
    ranked = [side for side in standings(rules, seats, rounds) if side.rank is not None]
    if one is None:
        assert not rounds or len(ranked) < 2 or (rules.counts_wins and len(rounds) == 1)
        return
    TRUE_OF[one.kind](one, After(rules, seats, rounds), len(rounds))
    if one.hand is not None:
        assert one.hand in rounds[one.round - 1].hands


class After:
    """Totals after each round of the sides present then, best first, computed naively."""

    def __init__(self, rules, seats, rounds):
        self.rules, self.rounds = rules, rounds
        self.seats = {seat.id: seat for seat in seats}
        self.sides = standings(rules, seats, rounds)
        self.won = {seat for side in self.sides if side.rank == 1 for seat in side.seats}

    def totals(self, number):
        here = [side for side in self.sides if self._is_here(side, number)]
        return {side.seats: self.rules.sort_key(side.history[number]) for side in here}

    def _is_here(self, side, number):
        if number == len(self.rounds):
            return side.rank is not None
        return any(
            self.seats[seat].joined_round <= number
            and not any(away.until is None and away.since <= number for away in self.seats[seat].away)
            for seat in side.seats
        )

    def led(self, number):
        totals = self.totals(number)
        return {seat for side, total in totals.items() if total == min(totals.values()) for seat in side}

    def took(self, side):
        return sum(self.rounds[-1].points_of(seat) or 0 for seat in side)


def led_until_last(one, after, last):
    assert all(after.led(number) == set(one.side) for number in range(1, last))
    led_before_last(one, after, last)


def led_before_last(one, after, last):
    assert after.led(last - 1) == set(one.side)
    assert after.won.isdisjoint(one.side)
    assert after.took(one.side) == one.points > 0


def by_points(one, after, last):
    totals = sorted(set(after.totals(last).values()))
    assert totals[1] - totals[0] == one.points
    assert set(one.side) == after.won


def from_last_place(one, after, last):
    totals = after.totals(one.round)
    own = next(total for side, total in totals.items() if set(side) == set(one.side))
    assert list(totals.values()).count(own) == 1
    assert own == max(totals.values())
    assert set(one.side) == after.won
    assert last / 2 <= one.round < last


def drew_level(one, after, last):
    assert after.led(last - 1) == set(one.others)
    assert after.won == {*one.side, *one.others}


def last_round(one, after, last):
    assert after.led(last - 1) != after.won == set(one.side)


def led_throughout(one, after, last):
    assert all(after.led(number) == set(one.side) for number in range(1, last + 1))


def led_since(one, after, last):
    assert all(after.led(number) == set(one.side) for number in range(one.round, last + 1))
    assert after.led(one.round - 1) != set(one.side)


def all_level(one, after, last):
    assert len(set(after.totals(last).values())) == 1


TRUE_OF = {
    StoryKind.LED_UNTIL_LAST: led_until_last,
    StoryKind.LED_BEFORE_LAST: led_before_last,
    StoryKind.BY_ONE_POINT: by_points,
    StoryKind.FROM_LAST_PLACE: from_last_place,
    StoryKind.DREW_LEVEL: drew_level,
    StoryKind.LAST_ROUND: last_round,
    StoryKind.LED_THROUGHOUT: led_throughout,
    StoryKind.LED_SINCE: led_since,
    StoryKind.ALL_LEVEL: all_level,
    StoryKind.BY_POINTS: by_points,
}


def test_a_story_uses_only_values_it_was_given():
    led = Story(StoryKind.LED_SINCE, ("Anna",))
    assert led == Story(StoryKind.LED_SINCE, ("Anna",), others=(), round=0, points=0, hand=None)


@pytest.mark.parametrize("kind", StoryKind)
def test_every_kind_is_checked(kind):
    assert kind in TRUE_OF
