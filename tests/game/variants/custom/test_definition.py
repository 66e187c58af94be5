"""Definitions of custom games: what they refuse."""

import pytest

from game.variants.custom.definition import BadDefinition, definition_of

PLUMP = {"name": "Plump", "letters": "P", "scoring": "typed", "winner": "highest"}
VALUES = dict.fromkeys(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), 1)
EIGHTS = {"name": "Eights", "letters": "8", "scoring": "cards", "values": VALUES}

TWICE = [{"factor": 2, "of": "hand", "reason": "Twice"}]


def test_a_name_and_letters_are_enough():
    game = definition_of({"name": "Plump", "letters": "P"})
    assert (game.scoring, game.winner, game.rounds, game.first_to) == ("typed", "lowest", None, None)
    assert game.stored() == {"name": "Plump", "letters": "P"}


def test_it_is_stored_and_read_again_unchanged():
    game = definition_of({**EIGHTS, "decks": [[2, 1], [6, 2]], "hand_by_players": [[2, 7], [3, 5]]})
    assert definition_of(game.stored()) == game


@pytest.mark.parametrize(
    ("wrong", "place", "reason"),
    [
        ({"name": ""}, "name", "length >= 1"),
        ({"name": "   "}, "name", "matching regex"),
        ({"name": "x" * 41}, "name", "length <= 40"),
        ({"letters": "ABC"}, "letters", "length <= 2"),
        ({"rounds": 0}, "rounds", ">= 1"),
        ({"rounds": "many"}, "rounds", "Invalid enum value"),
        ({"first_to": 10_000}, "first_to", "<= 9999"),
        ({"colour": "green"}, "", "unknown field `colour`"),
        ({"decks": []}, "decks", "length >= 1"),
        ({"decks": [[2]]}, "decks[0]", "length 2"),
        ({"hand_sizes": [5, 0]}, "hand_sizes[1]", ">= 1"),
        ({"values": {"11": 5}}, "values", "Invalid enum value"),
        ({"reminders": [{"moment": "dawn", "text": "Wake up"}]}, "reminders[0].moment", "Invalid enum"),
        ({"multipliers": [{"factor": 1, "of": "hand", "reason": "x"}]}, "multipliers[0].factor", ">= 2"),
        ({"players": [1, 4]}, "players[0]", ">= 2"),
        ({"name": ["Plump"]}, "name", "Expected `str`"),
    ],
)
def test_a_wrong_member_is_named(wrong, place, reason):
    with pytest.raises(BadDefinition) as refused:
        definition_of({**PLUMP, **wrong})
    assert refused.value.place == place
    assert reason in refused.value.reason


@pytest.mark.parametrize("value", [None, [], "Plump", 7, {}])
def test_what_is_no_definition_is_refused(value):
    with pytest.raises(BadDefinition):
        definition_of(value)


@pytest.mark.parametrize(
    ("start", "wrong", "problem"),
    [
        (PLUMP, {"scoring": "wins"}, ("winner", "points")),
        (PLUMP, {"scoring": "places"}, ("winner", "points")),
        (PLUMP, {"blocked": "difference"}, ("blocked", "collects")),
        (PLUMP, {"eliminate_at": 50}, ("eliminate_at", "lowest")),
        (PLUMP, {"winner": "lowest", "eliminate_at": 50, "first_to": 50}, ("eliminate_at", "no_target")),
        (PLUMP, {"winner": "lowest", "scoring": "wins", "eliminate_at": 5}, ("eliminate_at", "points")),
        (PLUMP, {"tie": "play_on"}, ("tie", "target")),
        (PLUMP, {"players": [6, 4]}, ("players", "order")),
        (PLUMP, {"zero_sum": True}, ("zero_sum", "typed")),
        (PLUMP, {"winner": "collects", "negative": True, "zero_sum": True}, ("zero_sum", "typed")),
        (PLUMP, {"values": {"8": 50}}, ("values", "cards")),
        (PLUMP, {"base": "bridge"}, ("base", "unknown")),
        (PLUMP, {"base": "derange", "base_options": {"mode": "endless"}}, ("base_options", "unknown")),
        (PLUMP, {"decks": [[6, 2], [2, 1]]}, ("decks", "order")),
        (PLUMP, {"hand_by_players": [[2, 7], [2, 5]]}, ("hand_by_players", "order")),
        (EIGHTS, {"negative": True}, ("negative", "typed")),
        (EIGHTS, {"values": {"8": 50}}, ("values", "missing")),
        (EIGHTS, {"jokers": 2}, ("values", "missing")),
        (EIGHTS, {"deck_size": 32}, ("values", "foreign")),
        (EIGHTS, {"values": dict.fromkeys(VALUES, 0)}, ("values", "no_points")),
        (EIGHTS, {"values": dict.fromkeys(VALUES)}, ("values", "no_points")),
        (EIGHTS, {"scoring": "wins", "values": {}, "multipliers": TWICE}, ("multipliers", "points")),
    ],
)  # fmt: skip
def test_a_contradiction_is_named(start, wrong, problem):
    with pytest.raises(BadDefinition) as refused:
        definition_of({**start, **wrong})
    assert (refused.value.place, refused.value.reason) == problem
