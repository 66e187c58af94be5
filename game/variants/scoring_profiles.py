"""Scoring profiles: variants with their tallies, and lookup of a variant by its name.

The games of a group are arguments: nothing here knows any group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import normalize

from game.variants import VARIANTS, Variant
from game.variants.text import Text


@dataclass(frozen=True)
class ScoringProfile:
    """A variant with one of its tallies. key: "vatikan", or "vatikan:tally=house_points".

    options: those that select the tally. tally_name: name of that choice, None for the variant's default.
    """

    key: str
    variant: Variant
    options: Mapping[str, Any]
    tally_name: Text | None = None


def scoring_profiles(own: Iterable[Variant] = ()) -> dict[str, ScoringProfile]:
    """Return all profiles by key: each variant with its default tally, and with other tallies by option.

    own: games of the group, which come last.
    """
    of_group = (profile for variant in own for profile in _profiles_of(variant))
    return _known_profiles() | {profile.key: profile for profile in of_group}


def profile_named(name: str, own: Sequence[Variant] = ()) -> ScoringProfile | None:
    """Return the default profile of the variant with exactly this name or key, in any language.

    own: games of the group, which come before the known variants, and the last one first.
    """
    wanted = _normalized(name)
    for variant in reversed(own):
        if wanted in map(_normalized, _names(variant)):
            return ScoringProfile(variant.key, variant, {})
    return _profiles_by_name().get(wanted)


@cache
def _known_profiles() -> dict[str, ScoringProfile]:
    return {profile.key: profile for variant in VARIANTS.values() for profile in _profiles_of(variant)}


def _profiles_of(variant: Variant) -> Iterator[ScoringProfile]:
    players = variant.players[0]
    usual = variant.rules({}, players).counts_wins
    yield ScoringProfile(variant.key, variant, {})
    for option in variant.options:
        for choice in option.choices:
            options = {option.key: choice.value}
            if variant.rules(options, players).counts_wins != usual:
                yield ScoringProfile(
                    f"{variant.key}:{option.key}={choice.value}", variant, options, choice.name
                )


@cache
def _profiles_by_name() -> dict[str, ScoringProfile]:
    pairs = [
        (text, profile)
        for profile in _known_profiles().values()
        if not profile.options
        for text in _names(profile.variant)
    ]
    return {_normalized(text): profile for text, profile in pairs}


def _names(variant: Variant) -> list[str]:
    return [variant.key, *variant.name.values()]


def _normalized(name: str) -> str:
    return " ".join(normalize("NFKC", name).split()).casefold()
