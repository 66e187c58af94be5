"""What cards may cost: the point table of every variant, and those an option gives instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.scoring.rules import Rules
from game.variants import VARIANTS, Variant
from game.variants.option import Choice

WorthByRank = frozenset[tuple[str, int | None]]


@dataclass(frozen=True)
class Source:
    """A variant that counts like that, by the choice of one option where it usually does not."""

    variant: Variant
    choice: Choice | None


@dataclass(frozen=True)
class CardValues:
    """One point table: the usual rules that have it, and everybody who counts by it."""

    rules: Rules
    sources: tuple[Source, ...]

    def same_as(self, rules: Rules) -> bool:
        """Whether a session with these rules counts its cards like that."""
        return not rules.counts_wins and worth_by_rank(self.rules) == worth_by_rank(rules)


def all_card_values() -> list[CardValues]:
    """Every point table once, variants in order; where wins are counted cards cost nothing."""
    found: dict[WorthByRank, tuple[Rules, list[Source]]] = {}
    for rules, source in _rules_of_all():
        sources = found.setdefault(worth_by_rank(rules), (rules, []))[1]
        if not rules.counts_wins and source.variant not in [known.variant for known in sources]:
            sources.append(source)
    return [CardValues(rules, tuple(sources)) for rules, sources in found.values() if sources]


def _rules_of_all() -> Iterator[tuple[Rules, Source]]:
    for variant in VARIANTS.values():
        fewest = variant.players[0]
        yield variant.rules({}, fewest), Source(variant, None)
        for option in variant.options:
            for choice in option.choices:
                yield variant.rules({option.key: choice.value}, fewest), Source(variant, choice)


def worth_by_rank(rules: Rules) -> WorthByRank:
    """Equal where every rank costs the same, however the classes are cut."""
    return frozenset((rank, c.points) for c in rules.classes for rank in c.ranks)
