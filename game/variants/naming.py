"""Knowing a game by what somebody called it, and the ways it can be counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import normalize

from game.variants import VARIANTS, Variant
from game.variants.text import Text


@dataclass(frozen=True, eq=False)
class Way:
    """A variant and what is counted in it. key: "vatikan", or "vatikan:tally=house_points".

    counted: the choice that says so, None where it is what the variant usually counts.
    """

    key: str
    variant: Variant
    options: Mapping[str, Any]
    counted: Text | None = None


@cache
def ways() -> dict[str, Way]:
    """Every variant as it is usually counted, and otherwise where an option of it counts something else."""
    return {way.key: way for variant in VARIANTS.values() for way in _ways_of(variant)}


def way_called(name: str) -> Way | None:
    """The variant of exactly this name, in any language; nothing is guessed."""
    return _called().get(_folded(name))


def _ways_of(variant: Variant) -> Iterator[Way]:
    players = variant.players[0]
    usual = variant.rules({}, players).counts_wins
    yield Way(variant.key, variant, {})
    for option in variant.options:
        for choice in option.choices:
            options = {option.key: choice.value}
            if variant.rules(options, players).counts_wins != usual:
                yield Way(f"{variant.key}:{option.key}={choice.value}", variant, options, choice.name)


@cache
def _called() -> dict[str, Way]:
    named = [(text, way) for way in ways().values() if not way.options for text in _names(way.variant)]
    return {_folded(text): way for text, way in named}


def _names(variant: Variant) -> list[str]:
    return [variant.key, *variant.name.values()]


def _folded(name: str) -> str:
    return " ".join(normalize("NFKC", name).split()).casefold()
