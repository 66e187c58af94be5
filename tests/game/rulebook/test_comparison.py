"""Games side by side: every cell is what the variant's data say, and a hand costs what scoring counts."""

from itertools import combinations, product

import pytest

from game.referee.cards import Card, read_card
from game.rulebook.comparison import Statement, compare, default_rules, differing, hand_value
from game.rulebook.comparison.statements import is_moot
from game.scoring.hand import points_of
from game.scoring.rules import RANKS
from game.variants import VARIANTS
from game.variants.citations import is_decision

ALL = list(VARIANTS.values())
POINTED = [variant for variant in ALL if variant.plain_rules.counts_points]
EIGHTS = [variant for variant in ALL if variant.play["family"] == "eights"]


def rows(variants, *, only_differences=False):
    """Cells by question, one for each of the variants."""
    parts = compare(variants)
    parts = differing(parts) if only_differences else parts
    return {question: row.cells for part in parts for row in part.rows for question in questions(row)}


def questions(row):
    """A row on several ranks answers one question for each."""
    return [f"{row.about} {rank}" for rank in row.ranks] or [row.about]


def table_of(variants):
    return {question: row for part in compare(variants) for row in part.rows for question in questions(row)}


def cell(key, question):
    """What one variant says to a question, beside all others."""
    return rows(ALL)[question][list(VARIANTS).index(key)]


def rule_keys(key, question):
    return [statement.rule_key for statement in cell(key, question)]


def hand(written):
    return [Card(each, "") if each in RANKS else read_card(each) for each in written.split()]


def worth(key, written):
    return hand_value(hand(written), default_rules(VARIANTS[key]))


class TestEveryValueIsTheVariants:
    @pytest.mark.parametrize("variant", POINTED, ids=lambda variant: variant.key)
    def test_a_rank_costs_what_its_class_says(self, variant):
        for card_class in variant.classes:
            for rank in card_class.ranks:
                (statement,) = cell(variant.key, f"points {rank}")
                points = rank if statement.rule_key == "face" else statement.about["num"]
                assert (statement.rule_key in ("face", "points"), int(points)) == (True, card_class.points)

    def test_every_rank_has_its_points_and_a_joker_only_where_one_is_counted(self):
        ranks = {q.removeprefix("points ") for q in rows(ALL) if q.startswith("points")}
        assert ranks == set(RANKS) - {"JK"}
        assert rule_keys("derange", "does JK") == ["not_in_pack"]

    def test_ranks_that_all_games_price_alike_share_a_row(self):
        ranks = [row.ranks for part in compare(ALL) for row in part.rows if row.about == "points"]
        shared = ("8", "A", "K", "JQ", "45679", ["2", "3", "10"])
        assert set(map(frozenset, ranks)) == set(map(frozenset, shared))

    @pytest.mark.parametrize("variant", ALL, ids=lambda variant: variant.key)
    def test_players_decks_jokers_and_cards_dealt(self, variant):
        rules = variant.plain_rules
        assert cell(variant.key, "players")[0].about == {
            "least": rules.players[0],
            "most": rules.players[1],
        }
        decks, *_more, jokers = cell(variant.key, "decks")
        assert (decks.about["num"], jokers.about["num"]) == (rules.decks, rules.jokers)
        dealt = set(cell(variant.key, "dealt")[0].about.values())
        assert dealt == {max(rules.hand_sizes), min(rules.hand_sizes)}

    @pytest.mark.parametrize("variant", EIGHTS, ids=lambda variant: variant.key)
    def test_numbers_of_a_turn(self, variant):
        play = variant.play
        assert cell(variant.key, "stuck")[0].about == {"num": play["draws"]}
        if play.get("again"):
            assert cell(variant.key, f"does {play['again']}")[0].about == {"num": play["again_draws"]}
        if play.get("chain"):
            assert cell(variant.key, f"does {play['chain']}")[0].about == {"num": play["chain_draws"]}
        for rank in play.get("follow", ()):
            assert cell(variant.key, f"does {rank}")[0].about == {"num": play["follow_draws"]}

    @pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat", "swedish_pursuit"])
    def test_the_call_and_its_penalty_are_those_of_the_usual_rule(self, key):
        variant = VARIANTS[key]
        usual = variant.play["calls"][variant.play_rules({}, 2)["call"]]
        says, _when, penalty = cell(key, "call")
        assert (says.about["says"], penalty.about["num"]) == (usual["words"], usual["draws"])

    def test_a_meld_is_as_long_as_play_says(self):
        runs, sets, first = cell("vatikan", "match")
        play = VARIANTS["vatikan"].play
        assert (runs.about["num"], sets.about["num"]) == (play["meld_least"], play["set_most"])
        assert [first.rule_key] == [f"first_{kind}" for kind in play["first_meld"]]


class TestWhatTheGamesAreKnownFor:
    def test_rounds(self):
        assert rule_keys("vandatta", "rounds") == ["one_per_player"]
        assert rule_keys("vandatta_pagat", "rounds") == ["agreed"]
        assert cell("swedish_pursuit", "rounds")[0].about["count"] == 5
        assert cell("derange", "rounds")[0].about["num"] == 15
        assert rule_keys("vatikan", "rounds") == ["until_you_stop"]

    def test_more_players_take_more_decks(self):
        assert cell("vandatta", "decks")[1] == Statement("decks_from", about={"num": 2, "players": 6})

    def test_only_swedish_pursuit_cuts_for_the_deal_again(self):
        assert rows(ALL)["dealer"].count(cell("derange", "dealer")) == 4
        assert rule_keys("swedish_pursuit", "dealer") == ["cut", "clockwise"]

    def test_what_a_turned_up_card_does(self):
        assert Statement("turned_again", ("3", "10")) in cell("derange", "turn_up")
        assert Statement("turned_bottom", ("8",)) in cell("swedish_pursuit", "turn_up")
        assert Statement("turned_all_draw", ("A",), {"num": 1}) in cell("vandatta", "turn_up")
        assert rule_keys("vatikan", "turn_up") == ["not_turned"]

    def test_special_cards(self):
        assert rule_keys("vandatta", "does A") == ["others_draw", "goes_on"]
        assert rule_keys("swedish_pursuit", "does A") == ["skips"]
        assert rule_keys("derange", "does A") == []
        assert rule_keys("swedish_pursuit", "does Q") == rule_keys("derange", "does K") == ["reverses"]
        assert rule_keys("vandatta", "does 8") == ["names_suit_must", "takes_ordinary"]
        assert rule_keys("swedish_pursuit", "does 8") == ["names_suit_may"]
        assert rule_keys("vatikan", "does JK") == ["stands_for_any"]
        assert "does 7" not in rows(ALL)

    def test_what_may_not_be_last(self):
        assert cell("vandatta", "out") == (Statement("never_last", ("A", "8")),)
        assert rule_keys("swedish_pursuit", "out") == ["any_last"]
        assert rule_keys("derange", "out") == ["draw_to_finish", "draw_again", "chain_survives"]

    def test_only_swedish_pursuit_makes_a_player_play_whatever_fits(self):
        assert rule_keys("swedish_pursuit", "must") == ["must"]
        assert rule_keys("vandatta", "must") == ["may_draw"]

    def test_what_an_empty_stock_means(self):
        assert [rule_keys(variant.key, "empty") for variant in ALL] == [
            ["stock_reshuffled"],
            ["stock_reshuffled"],
            ["stock_skips"],  # SP16
            ["stock_reshuffled"],
            ["stock_pass"],
        ]

    def test_what_changes_with_two_players(self):
        assert cell("derange", "two") == (Statement("two_goes_on", ("K",)),)  # DO26
        assert cell("swedish_pursuit", "two") == (
            Statement("two_goes_on", ("A",)),
            Statement("two_nothing", ("Q",)),
        )
        assert rule_keys("vandatta", "two") == rule_keys("vatikan", "two") == ["two_same"]

    def test_a_tie_is_shared_everywhere(self):
        assert table_of(ALL)["tie"].agrees

    def test_who_wins(self):
        assert [cell(variant.key, "wins")[0].rule_key for variant in ALL] == ["lowest"] * 4 + ["most_won"]


class TestDifferences:
    def test_of_two_games_what_both_answer_otherwise_is_left(self, subtests):
        for pair in combinations(ALL, 2):
            with subtests.test(" and ".join(variant.key for variant in pair)):
                different = rows(pair, only_differences=True)
                for question, (one, other) in rows(pair).items():
                    assert (question in different) == (
                        not is_moot(one) and not is_moot(other) and one != other
                    )

    def test_what_only_one_game_can_answer_is_no_difference(self):
        # Vatikan counts no points and has no cards that do something, the others no jokers
        different = rows([VARIANTS["derange"], VARIANTS["vatikan"]], only_differences=True)
        assert not [question for question in different if question.startswith(("points", "does"))]
        row = table_of([VARIANTS["derange"], VARIANTS["vatikan"]])["does 8"]
        assert (row.agrees, row.compares) == (True, False)

    def test_the_two_vandattas_score_alike(self):
        different = rows([VARIANTS["vandatta"], VARIANTS["vandatta_pagat"]], only_differences=True)
        assert set(different) == {"players", "rounds", "call"}

    def test_a_game_agrees_with_itself(self):
        assert rows([ALL[0], ALL[0]], only_differences=True) == {}

    def test_whoever_is_unlike_most_is_named(self):
        rows_of = table_of(ALL)
        assert rows_of["wins"].is_unusual == (False, False, False, False, True)
        assert rows_of["does K"].is_unusual == (False, False, False, True, False)
        assert not any(rows_of["points 8"].is_unusual), "no answer is that of most"


class TestOurChoice:
    def said(self, key):
        place = list(VARIANTS).index(key)
        return {
            each.rule_key: each.decision
            for part in compare(ALL)
            for row in part.rows
            for each in row.cells[place]
        }

    @pytest.mark.parametrize("key", VARIANTS)
    def test_each_rests_on_a_decision_and_is_said(self, key):
        decisions = VARIANTS[key].play["decisions"]
        assert all(map(is_decision, decisions.values()))
        assert {rule: decision for rule, decision in self.said(key).items() if decision} == decisions

    def test_of_two_that_play_alike_only_the_one_whose_text_is_silent_is_marked(self):
        assert self.said("vandatta")["turned_all_draw"] == ""  # V8
        assert self.said("vandatta_pagat")["turned_all_draw"] == "GV1"
        assert table_of([VARIANTS["vandatta"], VARIANTS["vandatta_pagat"]])["turn_up"].agrees


class TestAHand:
    def test_it_costs_what_scoring_counts(self, subtests):
        for variant, written in product(
            ALL, ["8 5 K", "A 2 3 4 5 6 7 8 9 10 J Q K", "8H 8S 2D 10C", "4", ""]
        ):
            with subtests.test(f"{variant.key}: {written}"):
                rules = default_rules(variant)
                counts = {}
                for card in hand(written):
                    counts[card.rank] = counts.get(card.rank, 0) + 1
                found = worth(variant.key, written)
                assert found.points == points_of(counts, rules)
                assert found.points is None or found.points == sum(term.points for term in found.terms)

    #            8    5    K
    # Derange   50  + 5 + 20 = 75
    # Pursuit   30  + 5 + 10 = 45
    # Vändåtta  10  + 1 +  1 = 12
    @pytest.mark.parametrize(
        ("key", "card_points"),
        [("derange", [50, 5, 20]), ("swedish_pursuit", [30, 5, 10]), ("vandatta_pagat", [10, 1, 1])],
    )
    def test_how_it_adds_up(self, key, card_points):
        assert [term.card_points for term in worth(key, "8 5 K").terms] == card_points
        assert worth(key, "8 5 K").points == sum(card_points)

    def test_cards_of_one_rank_are_taken_together(self):
        (eights, five) = worth("derange", "8 5 8").terms
        assert (eights.times, eights.card_points, five.times) == (2, 50, 1)

    def test_vatikan_counts_no_points(self):
        assert worth("vatikan", "8 JK").points is None
        assert worth("vatikan", "8 JK").terms == ()


class TestMoreThanThePackHolds:
    @pytest.mark.parametrize(
        ("key", "written", "extra"),
        [
            ("vandatta", "8 8 8 8", []),
            ("vandatta", "8 8 8 8 8", [("8", 5, 4)]),
            ("derange", "8 8 8 8 8", []),
            ("vandatta", "8H 8H", [("8H", 2, 1)]),
            ("derange", "8H 8H", []),
            ("derange", "8H 8H 8H", [("8H", 3, 2)]),
            ("derange", "8 JK", [("JK", 1, 0)]),
            ("vatikan", "JK JK", []),
            ("vatikan", "JK JK JK", [("JK", 3, 2)]),
        ],
    )
    def test_it_is_said_of_the_games_that_cannot_hold_it(self, key, written, extra):
        assert [(str(s.card), s.held, s.most) for s in worth(key, written).extra] == extra

    def test_it_is_counted_all_the_same(self):
        assert worth("vandatta", "8 " * 60).points == 600

    def test_a_joker_that_is_in_no_pack_counts_nothing(self):
        assert worth("derange", "8 JK").points == 50
