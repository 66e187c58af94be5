"""Scoring profiles: variants with their tallies, lookup of a variant by its name, and rules without points.

The games of a group are arguments: nothing here knows any group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, Literal
from unicodedata import normalize

from game.scoring.rules import Rules
from game.texts import Text
from game.variants import VARIANTS, Variant

MAX_TITLE_LENGTH = 100  # characters
MAX_TITLE_WORDS = 8  # of a title; a longer one is a remark
NO_LETTERS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class ScoringProfile:
    """A variant with one of its tallies. key: "vatikan", or "vatikan:tally=house_points".

    options: those that select the tally. tally_name: name of that choice, None for the variant's default.
    """

    key: str
    variant: Variant
    options: Mapping[str, Any]
    tally_name: Text | None = None


def scoring_profiles(group_games: Iterable[Variant] = ()) -> dict[str, ScoringProfile]:
    """Return all profiles by key: each variant with its default tally, and with other tallies by option.

    group_games: games of the group, which come last.
    """
    of_group = (profile for variant in group_games for profile in _profiles_of(variant))
    return _known_profiles() | {profile.key: profile for profile in of_group}


def profile_named(name: str, group_games: Sequence[Variant] = ()) -> ScoringProfile | None:
    """Return the default profile of the variant with exactly this name or key, in any language.

    group_games: games of the group, which come before the known variants, and the last one first.
    """
    wanted = _normalized(name)
    for variant in reversed(group_games):
        if wanted in map(_normalized, _names(variant)):
            return ScoringProfile(variant.key, variant, {})
    return _profiles_by_name().get(wanted)


def game_in_title(title: str, group_games: Sequence[Variant] = ()) -> str:
    """Return the name of the variant that a title names beside other words: "Vandatta 2024", "derange_maj".

    A name in a longer name does not count: "Derange Order of Eight" may be beside a game called "Eight".
    "" if no variant is named, or several are.
    """
    words = _words(title) if len(title) <= MAX_TITLE_LENGTH else ()
    if not words or len(words) > MAX_TITLE_WORDS:
        return ""
    spans: dict[tuple[int, int], str] = {}
    # The last game of the same name wins, as in profile_named.
    for variant in (*VARIANTS.values(), *group_games):
        for name in map(_words, _names(variant)):
            starts = range(len(words) - len(name) + 1) if name and name[0] in words else ()
            for start in (start for start in starts if words[start : start + len(name)] == name):
                spans[start, start + len(name)] = next(iter(variant.name.values()))
    longest = {
        name
        for (start, end), name in spans.items()
        if not any(a <= start and end <= b and (a, b) != (start, end) for a, b in spans)
    }
    return longest.pop() if len(longest) == 1 else ""


def without_points(rules: Rules, tally: Literal["wins", "places"]) -> Rules:
    """Return the rules for a session of which only the winners or the places were recorded.

    Each winner has won one round, or there is one round with the places.
    """
    return replace(
        rules,
        tally=tally,
        without_points=True,
        entry="typed" if tally == "places" else "cards",
        classes=(),
        chain=None,
        multipliers=(),
        hand_sizes=(),
        prompts=(),
        cards_optional=tally == "wins",
        count_chips=False,
        rounds=None,
        block=None,
        first_to=None,
        eliminate_at=None,
        highest_wins=False,
        collects=False,
        negative=False,
        zero_sum=False,
    )


@lru_cache(2048)
def _words(text: str) -> tuple[str, ...]:
    return tuple(NO_LETTERS.sub(" ", _normalized(text)).split())


@cache
def _known_profiles() -> dict[str, ScoringProfile]:
    return {profile.key: profile for variant in VARIANTS.values() for profile in _profiles_of(variant)}


def _profiles_of(variant: Variant) -> Iterator[ScoringProfile]:
    players = variant.players[0]
    default_counts_wins = variant.rules({}, players).counts_wins
    yield ScoringProfile(variant.key, variant, {})
    for option in variant.options:
        for choice in option.choices:
            options = {option.key: choice.value}
            if variant.rules(options, players).counts_wins != default_counts_wins:
                key = f"{variant.key}:{option.key}={choice.value}"
                yield ScoringProfile(key, variant, options, choice.name)


@cache
def _profiles_by_name() -> dict[str, ScoringProfile]:
    return {
        _normalized(name): profile
        for profile in _known_profiles().values()
        if not profile.options
        for name in _names(profile.variant)
    }


def _names(variant: Variant) -> list[str]:
    return [variant.key, *variant.name.values()]


def _normalized(name: str) -> str:
    return " ".join(normalize("NFKC", name).split()).casefold()
