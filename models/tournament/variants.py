"""The games for tournaments: those whose points are added over all tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from game.scoring.rules import Rules
from game.tournament.tables import BEST_TABLE_SIZE, MAX_TABLE_SIZE, MIN_TABLE_SIZE
from game.variants import VARIANTS, Variant
from game.variants.option import Choice

NO_OPTIONS: Mapping[str, Any] = {}
FIXED_ROUNDS: Mapping[str, Any] = {"rounds": BEST_TABLE_SIZE}  # if it depends on the players


@dataclass(frozen=True)
class TournamentGame:
    """A game as every table plays it. length: one of its lengths, if it has several by name."""

    variant: Variant
    length: Choice | None

    @property
    def key(self) -> str:
        return f"{self.variant.key} {self.length.value}" if self.length else self.variant.key

    @property
    def options(self) -> Mapping[str, Any]:
        """Of every table’s session."""
        if self.length and self.variant.length:
            return {self.variant.length.key: self.length.value}
        lengths = {
            self.variant.rules(NO_OPTIONS, people).rounds
            for people in range(MIN_TABLE_SIZE, MAX_TABLE_SIZE + 1)
        }
        return NO_OPTIONS if len(lengths) == 1 else FIXED_ROUNDS


def tournament_games(variants: Iterable[Variant] | None = None) -> dict[str, TournamentGame]:
    """Games by key; those with rounds in blocks first, as tournament sheets have them (SP34).

    variants: those that the group plays, by default the known ones.
    """
    suitable = [variant for variant in variants or VARIANTS.values() if _is_for_tournaments(variant)]
    suitable.sort(key=lambda variant: variant.rules(NO_OPTIONS, BEST_TABLE_SIZE).block is None)
    return {game.key: game for variant in suitable for game in _games(variant)}


def _games(variant: Variant) -> Iterator[TournamentGame]:
    """One game if its rounds come in blocks, because a block is one round of a tournament (SP34); else one
    per length.
    """
    has_blocks = variant.rules(NO_OPTIONS, BEST_TABLE_SIZE).block is not None
    lengths = variant.length.choices if variant.length and not has_blocks else ()
    for choice in lengths or (None,):
        yield TournamentGame(variant, choice)


def adds_points(rules: Rules) -> bool:
    """Whether totals are points or places, which can be added over several tables; not where a side that is
    eliminated gains no more.
    """
    return not rules.counts_wins and rules.eliminate_at is None


def _is_for_tournaments(variant: Variant) -> bool:
    fits = any(
        variant.can_be_dealt(NO_OPTIONS, people) for people in range(MIN_TABLE_SIZE, MAX_TABLE_SIZE + 1)
    )
    return adds_points(variant.rules(NO_OPTIONS, BEST_TABLE_SIZE)) and fits
