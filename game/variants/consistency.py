"""Consistency checks of variant.toml that a schema cannot express."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from game.scoring.rules import Rules, ranks_in_deck
from game.variants.checking import Mistake
from game.variants.citations import is_decision
from game.variants.option import IllegalOption, Option
from game.variants.variant import Variant


def mistakes(variant: Variant) -> Iterator[Mistake]:
    """Yield every mistake with its path."""
    yield from _of_players(variant)
    yield from _of_classes(variant.plain_rules)
    yield from _of_options(variant)
    yield from _of_conditions(variant)
    yield from _of_chains(variant)


def _of_players(variant: Variant) -> Iterator[Mistake]:
    least, most = variant.players
    if most < least:
        yield "players.most", f"must be a whole number from {least} on"
    if variant.best and not least <= variant.best[0] <= variant.best[1] <= most:
        yield "players.best", "must be two numbers within least and most"


def _of_classes(rules: Rules) -> Iterator[Mistake]:
    classes = rules.classes
    for number, key in _duplicates(card_class.key for card_class in classes):
        yield f"classes[{number}].key", f"a second class “{key}”"
    for (_, one), (number, other) in combinations(enumerate(classes), 2):
        for rank in other.ranks:
            if rank in one.ranks:
                yield f"classes[{number}].ranks", f"{rank} is in two classes"
    if not any(card_class.ranks for card_class in classes):
        return  # cards are only counted, or not at all
    covered = {rank for card_class in classes for rank in card_class.ranks}
    for needed in (*ranks_in_deck(rules.deck_size), *(["JK"] if rules.jokers else [])):
        if needed not in covered:
            yield "classes", f"{needed} is in no class"


def _of_options(variant: Variant) -> Iterator[Mistake]:
    for number, key in _duplicates(option.key for option in variant.options):
        yield f"options[{number}].key", f"a second option “{key}”"
    for number, option in enumerate(variant.options):
        yield from ((f"options[{number}].{at}", reason) for at, reason in _of_option(option))


def _of_option(option: Option) -> Iterator[Mistake]:
    for number, value in _duplicates(choice.value for choice in option.choices):
        yield f"choices[{number}].value", f"a second choice “{value}”"
    if option.most < option.least:
        yield "most", f"must be a whole number from {option.least} on"
    if option.default_by and not (option.default_by in option.facts and is_decision(option.default_by)):
        yield "default_by", "must be one of the decisions among the facts"
    if list(option.default_from) != sorted(option.default_from):
        yield "default_from", "must go from few players to many"
    yield from _of_default(option)


def _of_default(option: Option) -> Iterator[Mistake]:
    place = "default_from" if option.default_from or option.default_players else "default"
    for players in [reached for reached, _ in option.default_from] or [2]:
        default = option.default_for(players)
        if default is None and not option.nullable:
            yield place, "missing"
            continue
        try:
            option.validated(default)
        except IllegalOption as illegal:
            yield place, str(illegal)


def _of_conditions(variant: Variant) -> Iterator[Mistake]:
    """The conditions of prompts and options must be valid choices."""
    conditions = [(f"prompts[{n}].if", prompt.only_if) for n, prompt in enumerate(variant.prompts)]
    conditions += [(f"options[{n}].only_if", option.only_if) for n, option in enumerate(variant.options)]
    for place, chosen in conditions:
        try:
            variant.resolve(chosen, players=variant.players[0])
        except IllegalOption as illegal:
            yield place, str(illegal)


def _of_chains(variant: Variant) -> Iterator[Mistake]:
    """The card class of a chain must exist, also in chains that an option sets."""
    rules = variant.plain_rules
    chains = [("chain", {"card_class": rules.chain.card_class} if rules.chain else None)]
    for number, option in enumerate(variant.options):
        chains.append((f"options[{number}].sets.chain", option.sets.get("chain")))
        chains += [
            (f"options[{number}].choices[{index}].sets.chain", choice.sets.get("chain"))
            for index, choice in enumerate(option.choices)
        ]
    for place, chain in chains:
        if chain is not None and chain["card_class"] not in rules.by_key:
            yield f"{place}.card_class", f"no class “{chain['card_class']}”"


def _duplicates(values: Iterable[Any]) -> Iterator[tuple[int, Any]]:
    """Yield repeated values with their index."""
    seen = set()
    for number, value in enumerate(values):
        if value in seen:
            yield number, value
        seen.add(value)
