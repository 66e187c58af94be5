"""Each number in the prose comes from the variant's data: a changed number in the data changes the page."""

from dataclasses import replace

import msgspec
import pytest

from game.rulebook.pages import page, prose_of
from game.rulebook.values import resolved_options, values_of
from game.scoring.rules import Rules
from game.texts import LANGUAGES
from game.variants import KEYS, VARIANTS
from tests.game.variants.choices import every_choice

FIXED = {"deck", "suits"}  # a deck of cards has a fixed size
NO_VALUES = {"options", "point_table", "option_list", "hand", "layout"}
QUOTIENTS = {"blocks"}  # games of all players, divided by games of one: unchanged when both grow


def used(variant):
    """The values named in a variant's prose."""
    return {
        name
        for language in LANGUAGES
        for section in prose_of(variant, language).sections
        for passage in section.passages
        for name in passage.template.names
    }


def raised(value):
    """The same data with every number one higher."""
    if isinstance(value, dict):
        return {key: raised(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(raised(inside) for inside in value)
    return value + 1 if isinstance(value, int) and not isinstance(value, bool) else value


def raised_option(option):
    """The option with one more choice where choices are numbers."""
    choices = [replace(choice, sets=raised(choice.sets)) for choice in option.choices]
    more = [replace(choice, value=raised(choice.value)) for choice in choices[-1:]]
    return replace(
        option,
        default=raised(option.default),
        default_from=raised(option.default_from),
        choices=tuple(choices + [choice for choice in more if isinstance(choice.value, int)]),
        sets=raised(option.sets),
    )


def raised_rules(rules):
    """The rules with every number one higher, but those of the cards in a deck."""
    values = msgspec.to_builtins(rules)
    of_decks = {"deck_size": rules.deck_size, "classes": [raised_class(each) for each in values["classes"]]}
    return msgspec.convert({**raised(values), **of_decks}, Rules)


def raised_class(values):
    return {**raised(values), "per_deck": values["per_deck"]}


def raised_variant(variant):
    return replace(
        variant,
        best=raised(variant.best),
        options=tuple(map(raised_option, variant.options)),
        plain_rules=raised_rules(variant.plain_rules),
        play=raised(variant.play),
    )


def seen(variant):
    """Every value that a variant can show, with its numbers over all choices."""
    numbers = {}
    for options in every_choice(variant):
        for players in (None, *range(variant.players[0], variant.players[1] + 1)):
            values = values_of(variant, resolved_options(variant, options, players), players)
            for name, number in values.items():
                numbers.setdefault(name, set()).add(number)
    return numbers


@pytest.mark.parametrize("key", KEYS)
def test_every_value_in_the_prose_is_read_from_the_data(key):
    variant, other = VARIANTS[key], raised_variant(VARIANTS[key])
    before = values_of(variant, resolved_options(variant, {}, 4), 4)
    after = values_of(other, resolved_options(other, {}, 5), 5)
    assert {name for name in used(variant) & set(before) if before[name] == after[name]} <= FIXED | QUOTIENTS
    given = set(seen(variant)) | NO_VALUES | {"points"}
    assert used(variant) <= given, "a value that no choice of options gives a number"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_changed_number_in_the_data_changes_the_page(key, language):
    variant = VARIANTS[key]
    usual, other = page(variant, language, {}, 4), page(raised_variant(variant), language, {}, 5)
    changed = {block.id: block.text for section in other.sections for block in section.blocks}
    named = {}  # by id: the values of every alternative
    for passage in (p for section in prose_of(variant, language).sections for p in section.passages):
        values = passage.template.names - NO_VALUES
        named[passage.id] = named.get(passage.id, values) & values
    blocks = [block for section in usual.sections for block in section.blocks]
    same = [b.id for b in blocks if named.get(b.id, set()) - FIXED and changed.get(b.id) == b.text]
    assert same == []
    drawn = [block for block in blocks if block.kind in ("points", "hand")]
    assert [block.id for block in drawn if changed[block.id] == block.text] == []


def test_points_on_the_page_are_those_of_the_variant():
    variant = VARIANTS["derange"]
    dearer = replace(variant, plain_rules=raised_rules(variant.plain_rules))
    scoring = next(section for section in page(dearer, "en", {}).sections if section.key == "scoring")
    assert any("51 points" in block.text for block in scoring.blocks)


@pytest.mark.parametrize("rounds", [1, 2])
def test_rounds_of_five_games_as_planned_by_the_table(rounds):
    variant = VARIANTS["swedish_pursuit"]
    values = values_of(variant, resolved_options(variant, {"rounds": rounds}, None), None)
    assert (values["block"], values["blocks"], values["rounds"]) == (5, rounds, 5 * rounds)


def test_the_pack_includes_its_jokers():
    variant = VARIANTS["vatikan"]
    values = values_of(variant, resolved_options(variant, {}, None), None)
    assert (values["deck"], values["decks"], values["jokers"], values["pack"]) == (52, 2, 2, 106)


def test_one_deck_suffices_for_as_many_players_as_it_can_deal():
    variant = VARIANTS["derange"]  # GD1: eight cards each and one turned up
    for mode, most in (("full", 6), ("short", 8)):
        chosen = resolved_options(variant, {"mode": mode}, None)
        assert values_of(variant, chosen, None)["one_deck_most"] == most


@pytest.mark.parametrize(("call", "draws"), [("last_turn", 3), ("lappen", 3), ("lappen_single", 3)])
def test_the_penalty_is_that_of_the_call_in_use(call, draws):
    variant = VARIANTS["vandatta"]
    assert (
        values_of(variant, resolved_options(variant, {"call_rule": call}, None), None)["call_draws"] == draws
    )
