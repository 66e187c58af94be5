"""All card values in use: those of every variant, and those set by an option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from game.scoring.rules import Rules
from game.variants import VARIANTS, Variant
from game.variants.cards import points_by_rank
from game.variants.option import Choice

CardPoints = frozenset[tuple[str, int | None]]


@dataclass(frozen=True)
class CardValuesSource:
    """A variant with these values; choice: of the option that sets them, None if they are its default."""

    variant: Variant
    choice: Choice | None


@dataclass(frozen=True)
class CardValues:
    """One set of card values: example rules, and the variants that use it."""

    rules: Rules
    sources: tuple[CardValuesSource, ...]

    def same_as(self, rules: Rules) -> bool:
        """Whether a session with these rules has the same card values."""
        return not rules.counts_wins and _values(self.rules) == _values(rules)


@cache
def all_card_values() -> tuple[CardValues, ...]:
    """Return all distinct card values, in the order of the variants; without profiles that count wins."""
    distinct: dict[CardPoints, tuple[Rules, list[CardValuesSource]]] = {}
    for rules, source in _rules_of_all():
        sources = distinct.setdefault(_values(rules), (rules, []))[1]
        if not rules.counts_wins and source.variant not in [known.variant for known in sources]:
            sources.append(source)
    return tuple(CardValues(rules, tuple(sources)) for rules, sources in distinct.values() if sources)


def _rules_of_all() -> Iterator[tuple[Rules, CardValuesSource]]:
    for variant in VARIANTS.values():
        fewest = variant.players[0]
        yield variant.rules({}, fewest), CardValuesSource(variant, None)
        for option in variant.options:
            for choice in option.choices:
                yield variant.rules({option.key: choice.value}, fewest), CardValuesSource(variant, choice)


def _values(rules: Rules) -> CardPoints:
    """Return pairs (rank, points), independent of how ranks are grouped to classes."""
    return frozenset(points_by_rank(rules).items())
