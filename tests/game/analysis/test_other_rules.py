"""Outcomes, recaps and stories where the rules add up something else: worked examples."""

import pytest
from msgspec.structs import replace

from game.analysis.outcome import scale_of, seat_outcomes
from game.analysis.recap import Recap
from game.analysis.rescoring import CannotRescore, can_rescore, rescore
from game.analysis.story import StoryKind, story_of
from game.analysis.timeline import timeline
from game.scoring.facts import Adjustment, Round
from game.scoring.hand import hand_of
from game.scoring.standings import standings
from tests.game.scoring.builders import OUT, card_rules, multiplier, night, rules_of, seated, typed_rules

SEATS = seated("Anna", "Bo", "Cara")
COLLECTS = {"highest_wins": True, "collects": True}
COLLECTING = card_rules({"8": 50, "K": 10, "A": 1}, **COLLECTS)
HIGHEST = typed_rules(highest_wins=True, negative=True)
ELIMINATION = typed_rules(eliminate_at=100)
PLACES = typed_rules(tally="places")
WINS = rules_of("vatikan", 3)
LOWEST = rules_of("vandatta", 3)


def outcomes(rules, *scores, seats=SEATS):
    return {one.seat_id: one for one in seat_outcomes(rules, seats, night(rules, seats, *scores))}


def story(rules, *scores):
    return story_of(rules, SEATS, night(rules, SEATS, *scores))


@pytest.mark.parametrize(
    ("rules", "bad", "cost", "pay", "distances"),
    [
        (LOWEST, True, True, True, True),
        (WINS, True, False, False, True),
        (COLLECTING, True, True, False, True),
        (typed_rules(**COLLECTS), True, True, False, True),
        (card_rules({"K": 10}, highest_wins=True), False, False, False, True),
        (HIGHEST, False, False, False, True),
        (typed_rules(), False, False, False, True),
        (ELIMINATION, False, False, False, False),
        (PLACES, False, False, False, False),
    ],
    ids=(
        *("cards cost", "wins", "collected cards", "collected points", "cards are worth something"),
        *("highest typed", "lowest typed", "elimination", "places"),
    ),
)
def test_which_figures_have_a_meaning(rules, bad, cost, pay, distances):
    assert rules.cards_left_are_bad is bad
    assert rules.hands_cost is cost
    assert rules.holders_pay is pay
    assert rules.has_distances is distances


class TestOutcomes:
    def test_where_one_seat_collects_hands_have_costs_and_totals_are_what_was_collected(self):
        found = outcomes(
            COLLECTING,
            {"Anna": "8 K", "Bo": OUT, "Cara": "A A"},
            {"Anna": OUT, "Bo": "K", "Cara": "8"},
        )
        anna, bo, cara = found["Anna"], found["Bo"], found["Cara"]
        assert (bo.total, bo.rank, bo.margin, anna.total, cara.total) == (62, 1, 2, 60, 0)
        assert (anna.worst_hand, cara.worst_hand, cara.best_hand) == (60, 50, 2)
        assert anna.cards_by_class == {"8": (1, 50), "K": (1, 10)}
        assert (anna.points, anna.dealer_points, anna.leader_points) == (None, None, None)
        assert (anna.outs, anna.caught_hands, cara.caught_hands) == (1, 1, 2)
        assert (anna.behind, anna.behind_after) == (62, 1)
        assert anna.last_midway

    def test_typed_points_are_neither_hands_nor_rounds_won(self):
        found = outcomes(HIGHEST, {"Anna": 30, "Bo": -20, "Cara": 0}, {"Anna": -40, "Bo": 10, "Cara": 0})
        assert {name: (one.total, one.rank) for name, one in found.items()} == {
            "Cara": (0, 1),
            "Anna": (-10, 2),
            "Bo": (-10, 2),
        }
        assert (found["Cara"].margin, found["Cara"].behind, found["Bo"].behind) == (10, 30, 50)
        for one in found.values():
            assert (one.points, one.outs, one.dealer_outs, one.leader_outs) == (None,) * 4
            assert (one.worst_hand, one.best_hand, one.caught_hands, one.cards_by_class) == (
                None,
                None,
                0,
                {},
            )

    def test_nobody_is_caught_with_cards_where_no_cards_are_held(self):
        rules = typed_rules(tally="wins", entry="cards")
        found = outcomes(rules, {"Anna": OUT, "Bo": "", "Cara": ""})
        assert [one.caught_hands for one in found.values()] == [0, 0, 0]

    def test_places_have_no_distances(self):
        found = outcomes(PLACES, {"Anna": 1, "Bo": 2, "Cara": 3}, {"Anna": 1, "Bo": 3, "Cara": 2})
        anna, bo = found["Anna"], found["Bo"]
        assert (anna.total, anna.rank, anna.margin, anna.rounds_led) == (2, 1, None, 2)
        assert (bo.rank, bo.behind, bo.behind_after, bo.beaten_share) == (2, 0, None, 0.25)

    def test_an_eliminated_side_is_last_whatever_its_total(self):
        """Bo is out after round 1 with 100, then Anna after round 2 with 150; Cara is left with 90."""
        found = outcomes(ELIMINATION, {"Anna": 50, "Bo": 100, "Cara": 0}, {"Anna": 100, "Cara": 90})
        assert {name: one.rank for name, one in found.items()} == {"Cara": 1, "Anna": 2, "Bo": 3}
        assert {one.margin for one in found.values()} == {None}
        assert {name: one.rounds_led for name, one in found.items()} == {"Anna": 0, "Bo": 0, "Cara": 2}
        assert found["Bo"].last_midway
        assert [one.rounds for one in found.values()] == [2, 1, 2]

    def test_cards_by_class_have_the_multipliers_of_their_hands(self):
        multipliers = (multiplier("double", 2, "hand"), multiplier("last", 3, "round"))
        rules, key = card_rules({"5": 5}, multipliers=multipliers), "5"
        doubled = hand_of("Bo", rules, cards={key: 2}, multipliers=["double"], of_round=["last"])
        played = Round(1, "Anna", 7, "Anna", (hand_of("Anna", rules, cards={}), doubled), None, ("last",))
        bo = seat_outcomes(rules, SEATS[:2], [played])[1]
        assert (bo.worst_hand, bo.points, bo.cards_by_class) == (60, 60, {key: (2, 60)})

    def test_bonus_points_are_in_the_total_and_in_no_hand(self):
        seats = [replace(SEATS[0], adjustments=(Adjustment(1, 25),)), *SEATS[1:]]
        found = outcomes(LOWEST, {"Anna": "8", "Bo": OUT, "Cara": "K"}, seats=seats)
        eight = LOWEST.by_key["8"].points
        assert (found["Anna"].total, found["Anna"].points) == (eight + 25, eight)


class TestScale:
    def test_it_tells_apart_what_is_added_up(self):
        rules = (LOWEST, COLLECTING, typed_rules(), HIGHEST, PLACES, typed_rules(**COLLECTS))
        assert len({scale_of(each) for each in rules}) == len(rules)
        assert "" not in {scale_of(each) for each in rules}
        assert scale_of(WINS) == ""

    def test_the_end_of_a_game_does_not_change_it(self):
        assert scale_of(typed_rules(first_to=50, rounds=3, tie="play_on")) == scale_of(typed_rules())


def swing(rules, *scores):
    return Recap(rules, SEATS, night(rules, SEATS, *scores)).swing


class TestRecap:
    def test_a_swing_is_positive_for_a_winner_who_is_ahead(self):
        """Cara ends at 20 and the others at 10 and 0: after the first round she was 30 behind Anna."""
        found = swing(HIGHEST, {"Anna": 30, "Bo": 0, "Cara": 0}, {"Anna": -20, "Bo": 0, "Cara": 20})
        assert (found.winner, found.before, found.after) == (("Cara",), -30, 10)

    @pytest.mark.parametrize("rules", [PLACES, ELIMINATION])
    def test_places_and_eliminations_have_no_swing(self, rules):
        assert swing(rules, {"Anna": 1, "Bo": 2, "Cara": 3}, {"Anna": 3, "Bo": 1, "Cara": 2}) is None

    def test_the_costliest_hand_is_the_one_whose_points_another_collected(self):
        rounds = night(COLLECTING, SEATS, {"Anna": "8 K", "Bo": OUT, "Cara": "A A"})
        assert [hand.seat for _n, hand in Recap(COLLECTING, SEATS, rounds).worst_hands] == ["Anna"]

    @pytest.mark.parametrize("rules", [HIGHEST, typed_rules(), PLACES])
    def test_typed_points_are_no_hands(self, rules):
        rounds = night(rules, SEATS, {"Anna": 3, "Bo": 2, "Cara": 1})
        assert Recap(rules, SEATS, rounds).worst_hands == []


class TestStory:
    def test_the_highest_total_wins_by_points(self):
        found = story(HIGHEST, {"Anna": 12, "Bo": -4, "Cara": 5})
        assert (found.kind, found.side, found.points) == (StoryKind.BY_POINTS, ("Anna",), 7)

    def test_a_lead_that_others_overtake_is_not_lost_by_points(self):
        """Anna led until the last round and gained 5 there, but Bo gained 40."""
        scores = [{"Anna": 10, "Bo": 0, "Cara": 0}] * 2
        found = story(HIGHEST, *scores, {"Anna": 5, "Bo": 40, "Cara": 0})
        assert (found.kind, found.side, found.round, found.hand) == (StoryKind.LAST_ROUND, ("Bo",), 3, None)

    def test_where_the_lowest_total_wins_typed_points_lose_a_lead(self):
        scores = [{"Anna": 0, "Bo": 10, "Cara": 10}] * 2
        found = story(typed_rules(), *scores, {"Anna": 40, "Bo": 0, "Cara": 0})
        assert (found.kind, found.side, found.points) == (StoryKind.LED_UNTIL_LAST, ("Anna",), 40)

    def test_points_below_zero_lose_no_lead(self):
        found = story(
            typed_rules(negative=True),
            {"Anna": 0, "Bo": 10, "Cara": 10},
            {"Anna": -5, "Bo": -40, "Cara": 0},
        )
        assert (found.kind, found.side) == (StoryKind.LAST_ROUND, ("Bo",))

    def test_the_hand_that_was_collected_decided_it(self):
        found = story(
            COLLECTING, {"Anna": OUT, "Bo": "K", "Cara": "K"}, {"Anna": "8", "Bo": OUT, "Cara": "A"}
        )
        assert (found.kind, found.side) == (StoryKind.LAST_ROUND, ("Bo",))
        assert (found.hand.seat, found.hand.points) == ("Anna", 50)

    def test_a_lead_is_lost_by_an_elimination(self):
        """Anna is out with 105 after round 2, Bo with 106 after round 3; Cara is left with 99."""
        found = story(
            ELIMINATION,
            {"Anna": 5, "Bo": 6, "Cara": 50},
            {"Anna": 100, "Bo": 0, "Cara": 49},
            {"Bo": 100, "Cara": 0},
        )
        assert (found.kind, found.side, found.points) == (StoryKind.LED_BEFORE_LAST, ("Bo",), 100)

    def test_an_elimination_in_one_round_has_no_margin_to_tell(self):
        assert story(ELIMINATION, {"Anna": 100, "Bo": 101, "Cara": 3}) is None

    @pytest.mark.parametrize("places", [(1, 2, 3)])
    def test_places_are_told_without_a_margin(self, places):
        score = dict(zip(("Anna", "Bo", "Cara"), places, strict=True))
        assert story(PLACES, score) is None
        found = story(PLACES, score, score)
        assert (found.kind, found.side) == (StoryKind.LED_THROUGHOUT, ("Anna",))

    def test_all_who_share_the_first_place_are_level(self):
        assert story(PLACES, {"Anna": 1, "Bo": 1, "Cara": 1}).kind is StoryKind.ALL_LEVEL


def test_the_ranks_after_each_round_put_eliminated_sides_last():
    rounds = night(ELIMINATION, SEATS, {"Anna": 100, "Bo": 5, "Cara": 0}, {"Bo": 115, "Cara": 40})
    after = timeline(ELIMINATION, SEATS, standings(ELIMINATION, SEATS, rounds))
    assert [{seat: one.rank for seat, one in ranks.items()} for ranks in after] == [
        {"Cara": 1, "Bo": 2, "Anna": 3},
        {"Cara": 1, "Bo": 2, "Anna": 3},
    ]
    assert after[1]["Bo"].total > after[1]["Anna"].total


class TestRescoring:
    OTHER = rules_of("derange", 3)

    @pytest.mark.parametrize("rules", [COLLECTING, HIGHEST, typed_rules(), PLACES, ELIMINATION])
    def test_only_sessions_that_add_up_the_same_are_counted_with_other_values(self, rules):
        assert not can_rescore(rules, self.OTHER)
        with pytest.raises(CannotRescore) as cannot:
            rescore(rules, self.OTHER, SEATS, [])
        assert [obstacle.code for obstacle in cannot.value.obstacles] == ["rules"]

    def test_collected_cards_can_be_counted_with_the_values_of_another_such_game(self):
        rounds = night(COLLECTING, SEATS, {"Anna": "8 K", "Bo": OUT, "Cara": "A A"})
        found = rescore(COLLECTING, card_rules({"8": 20, "A": 11}, **COLLECTS), SEATS, rounds)
        assert {side.seats[0]: side.total for side in found} == {"Bo": 42, "Anna": 0, "Cara": 0}

    def test_multipliers_apply_to_the_new_values(self):
        rules = card_rules({"K": 10}, multipliers=(multiplier("double", 2, "hand"),))
        hands = [
            hand_of("Anna", rules, cards={"K": 1}, multipliers=["double"]),
            hand_of("Bo", rules, cards={"K": 2}),
        ]
        played = Round(1, "Anna", 7, None, tuple(hands))
        found = rescore(rules, card_rules({"K": 3}), SEATS[:2], [played])
        assert {side.seats[0]: side.total for side in found} == {"Anna": 6, "Bo": 6}

    def test_bonus_points_stand_in_the_way(self):
        seats = [replace(SEATS[0], adjustments=(Adjustment(0, 5),)), *SEATS[1:]]
        with pytest.raises(CannotRescore) as cannot:
            rescore(card_rules({"K": 10}), card_rules({"K": 5}), seats, [])
        assert [(each.code, each.count) for each in cannot.value.obstacles] == [("bonus", 1)]
