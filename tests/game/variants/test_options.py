"""The options of every variant: defaults, possible choices, effects of a choice."""

import pytest

from game.variants import KEYS, VARIANTS, IllegalOption
from tests.game.scoring.builders import rules_of, without_texts
from tests.inventory import assert_complete

FILE = "tests/game/variants/test_options.py"

EIGHTS = {"turned_ace_draws": True, "ace_on_ace": True, "multi_first": "suit_or_rank"}
HOUSE_POINTS = {"JK": 25, "A": 11, "K": 10, "Q": 10, "J": 10} | {str(pips): pips for pips in range(2, 11)}
DEFAULTS_OF_FOUR = {
    "vandatta": {"rounds": "per_player", "decks": 1, "call_rule": "last_turn", **EIGHTS},
    "vandatta_pagat": {"rounds": 4, "decks": 1, "call_rule": "lappen", **EIGHTS},
    "swedish_pursuit": {"rounds": 1, "trick_match": "suit", "draw_after_end": False},
    "derange": {"decks": 2, "mode": "full", "eight_follows": True, "flipped_two": True},
    "vatikan": {"games": None, "first_to": None, "tally": "wins", "points": HOUSE_POINTS, "teams": False},
}
for key, options in DEFAULTS_OF_FOUR.items():
    options["neighbour_checks"] = key == "swedish_pursuit"  # SP28
ALLOWED = [
    ("vandatta", "rounds", ["per_player", 1, 12, 99]),
    ("vandatta", "decks", [1, 2, 3, 4]),
    ("vandatta", "call_rule", ["last_turn", "lappen", "lappen_single"]),
    ("vandatta", "multi_first", ["suit_or_rank", "suit"]),
    ("vandatta", "ace_on_ace", [True, False]),
    ("vandatta", "turned_ace_draws", [True, False]),
    ("vandatta_pagat", "rounds", [1, 12, 99]),
    ("vandatta_pagat", "call_rule", ["last_turn", "lappen", "lappen_single"]),
    ("swedish_pursuit", "rounds", [1, 2]),
    ("swedish_pursuit", "trick_match", ["suit", "suit_or_rank"]),
    ("swedish_pursuit", "draw_after_end", [True, False]),
    ("derange", "decks", [1, 2, 3, 4]),
    ("derange", "mode", ["full", "short"]),
    ("derange", "eight_follows", [True, False]),
    ("derange", "flipped_two", [True, False]),
    ("vatikan", "games", [None, 1, 99]),
    ("vatikan", "first_to", [None, 1, 500]),
    ("vatikan", "tally", ["wins", "house_points"]),
    ("vatikan", "teams", [True, False]),
    *((key, "neighbour_checks", [True, False]) for key in DEFAULTS_OF_FOUR),
]
REFUSED = [
    ("vandatta", "tie_break", "joint", "unknown"),
    ("vandatta", "dealer", "Anna", "unknown"),
    ("vandatta", "rounds", 0, "range"),
    ("vandatta", "rounds", 100, "range"),
    ("vandatta", "rounds", "many", "type"),
    ("vandatta", "rounds", None, "type"),
    ("vandatta", "rounds", True, "type"),
    ("vandatta", "rounds", 4.0, "type"),
    ("vandatta", "decks", 5, "range"),
    ("vandatta", "ace_on_ace", 1, "type"),
    ("vandatta", "ace_on_ace", "yes", "type"),
    ("vandatta", "call_rule", "uno", "choice"),
    ("vandatta_pagat", "rounds", "per_player", "type"),
    ("swedish_pursuit", "rounds", 3, "choice"),
    ("swedish_pursuit", "rounds", True, "type"),
    ("swedish_pursuit", "rounds", "1", "choice"),
    ("derange", "decks", 0, "choice"),
    ("derange", "decks", [2], "type"),
    ("derange", "mode", None, "type"),
    ("vatikan", "games", 0, "range"),
    ("vatikan", "tally", "points", "choice"),
    ("vatikan", "points", 12, "type"),
    ("vatikan", "points", {"11": 11}, "rank"),
    ("vatikan", "points", {"A": -1}, "range"),
    ("vatikan", "points", {"A": "11"}, "type"),
    ("vatikan", "points", {"A": 1000}, "range"),
]


@pytest.mark.parametrize("key", KEYS)
def test_defaults_of_a_table_of_four(key):
    defaults = VARIANTS[key].defaults(4)
    assert_complete(DEFAULTS_OF_FOUR[key], defaults, where=f"DEFAULTS_OF_FOUR in {FILE}")
    assert defaults == DEFAULTS_OF_FOUR[key]
    assert VARIANTS[key].resolve({}, 4) == DEFAULTS_OF_FOUR[key]


def test_valid_choices(subtests):
    for key, option, values in ALLOWED:
        with subtests.test(f"{key} {option}"):
            for value in values:
                assert VARIANTS[key].resolve({option: value}, 4)[option] == value
                rules_of(key, **{option: value})


def test_the_options_above_are_all_options():
    both = {(key, option) for key, option, _ in ALLOWED} | {("vatikan", "points")}
    both |= {
        ("vandatta_pagat", option) for option in ("decks", "multi_first", "ace_on_ace", "turned_ace_draws")
    }
    options = [(key, option.key) for key in KEYS for option in VARIANTS[key].options]
    assert_complete(both, options, where=f"ALLOWED in {FILE}")


def test_invalid_choices(subtests):
    for key, option, value, reason in REFUSED:
        with subtests.test(f"{key} {option} {value}"):
            with pytest.raises(IllegalOption) as refused:
                VARIANTS[key].resolve({option: value}, 4)
            assert (refused.value.key, refused.value.reason) == (option, reason)
            assert str(refused.value).startswith(f"{option} = ")


# Effects of a choice on the rules.


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (5, 1), (6, 2), (8, 2)])
@pytest.mark.parametrize("key", ["vandatta", "vandatta_pagat"])
def test_six_players_take_a_second_deck(key, players, decks):
    assert rules_of(key, players).decks == decks
    assert rules_of(key, players, decks=3).decks == 3


@pytest.mark.parametrize("players", [2, 5, 8])
def test_one_round_for_each_player_at_the_start(players):
    assert rules_of("vandatta", players).rounds == players
    assert rules_of("vandatta", players, rounds=3).rounds == 3
    assert VARIANTS["vandatta_pagat"].defaults(players)["rounds"] == players


def test_a_turned_up_ace_may_cost_nothing():
    assert rules_of("vandatta").turn_up_draws
    assert not rules_of("vandatta", turned_ace_draws=False).turn_up_draws


def test_rounds_of_swedish_pursuit_are_five_games_each():
    assert [rules_of("swedish_pursuit", rounds=rounds).rounds for rounds in (1, 2)] == [5, 10]


def test_swedish_pursuit_may_draw_for_a_last_two():
    chain = rules_of("swedish_pursuit", draw_after_end=True).chain
    assert (chain.card_class, chain.draws_per_card) == ("2", 2)


def test_derange_may_be_short_and_of_any_number_of_decks():
    short = rules_of("derange", mode="short", decks=4)
    assert (short.hand_sizes, short.rounds, short.decks) == ((4, 3, 2, 1, 2, 3, 4), 7, 4)


def test_vatikan_may_end_after_some_rounds_or_wins():
    rules = rules_of("vatikan", games=6, first_to=3, teams=True)
    assert (rules.rounds, rules.first_to, rules.teams) == (6, 3, True)


def test_options_that_affect_play_only_change_no_rule():
    for key, changed in (
        ("derange", {"eight_follows": False, "flipped_two": False}),
        ("vandatta", {"ace_on_ace": False}),
        ("vandatta", {"multi_first": "suit"}),
        ("vandatta", {"call_rule": "lappen"}),
        ("swedish_pursuit", {"trick_match": "suit_or_rank"}),
    ):
        assert without_texts(rules_of(key, **changed)) == without_texts(rules_of(key))


def test_a_form_knows_the_possible_values():
    games = VARIANTS["vatikan"].option("games")
    assert (games.kind, games.least, games.most, games.nullable) == ("count", 1, 99, True)
    rounds = VARIANTS["vandatta"].option("rounds")
    assert [special.value for special in rounds.special] == ["per_player"]
    assert VARIANTS["vatikan"].option("points").only_if == {"tally": "house_points"}
    assert VARIANTS["vatikan"].option("tie_break") is None


def every_option():
    return [(f"{key} {option.key}", option) for key in KEYS for option in VARIANTS[key].options]


def test_a_default_is_marked_where_a_decision_sets_it(subtests):
    for name, option in every_option():
        with subtests.test(name):
            labels = [word for word in ("our default", "our suggestion") if word in option.help["en"]]
            if labels:
                assert option.default_by is not None
            assert option.default_by is None or option.default_by in option.facts


def test_deviations_of_a_table_are_described_in_a_few_words(subtests):
    for name, option in every_option():
        with subtests.test(name):
            differing = [choice for choice in option.choices if choice.value != option.default]
            texts = [choice.tonight for choice in differing] if option.choices else [option.tonight]
            for words in texts if option.kind != "count" else []:
                assert words is not None
                assert all(len(words[language]) <= 40 for language in ("en", "sv"))


def test_some_defaults_depend_on_the_number_of_players():
    hanging = {(key, o.key) for key in KEYS for o in VARIANTS[key].options if o.depends_on_players}
    assert hanging == {(key, name) for key in ("vandatta", "vandatta_pagat") for name in ("rounds", "decks")}


class TestRepeated:
    """Choices of a table, carried over to the next game."""

    @pytest.mark.parametrize("key", KEYS)
    def test_a_default_is_not_carried_over_even_if_the_default_changes(self, key):
        least, most = VARIANTS[key].players
        assert VARIANTS[key].carried_over(VARIANTS[key].defaults(least), least, most) == ({}, [])
        assert VARIANTS[key].carried_over(VARIANTS[key].defaults(most), most, least) == ({}, [])

    def test_a_choice_is_carried_over(self):
        chosen = {"mode": "short", "decks": 3, "flipped_two": False}
        resolved = VARIANTS["derange"].resolve(chosen, 4)
        assert VARIANTS["derange"].carried_over(resolved, 4, 5) == (chosen, [])

    def test_a_removed_choice_is_reported(self):
        options = {"mode": "endless", "joker_hunt": True, "decks": 3}
        assert VARIANTS["derange"].carried_over(options, 4, 4) == ({"decks": 3}, ["mode", "joker_hunt"])

    @pytest.mark.parametrize(("players", "carried_over"), [(6, {"decks": 1}), (7, {})])
    def test_a_choice_with_too_few_cards_is_reported(self, players, carried_over):
        """Eight cards each: one deck deals 48 to six players, and not 56 to seven."""
        found = VARIANTS["derange"].carried_over({"decks": 1, "eight_follows": False}, 4, players)
        assert found == ({**carried_over, "eight_follows": False}, [] if carried_over else ["decks"])

    def test_too_many_players_are_not_blamed_on_an_option(self):
        assert VARIANTS["derange"].carried_over({"mode": "short"}, 4, 50) == ({"mode": "short"}, [])
