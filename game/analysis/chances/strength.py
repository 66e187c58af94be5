"""How well players have done against those they played with: never known exactly, so it is drawn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from game.analysis.chances.gains import PastRound

# Even comparisons that everybody begins with: where records differ by luck alone, where they differ widely;
# and how many comparisons of all players together say nothing of that. Chosen for the least Brier score on
# made-up sessions of players alike and of players who are not, judged on those of other groups: with 300 for
# players alike, chances told what was luck as if it were skill. Checked by
# tests/game/analysis/chances/test_calibration.py.
ALIKE, UNLIKE = 1000, 10
SAY_NOTHING = 500


@dataclass(frozen=True)
class Record:
    """How often a player held less, and how often more, than somebody else in the same round.

    A round of n players weighs n − 1 comparisons, for so many tell their order, and not one a pair. prior:
    even comparisons that are taken for granted, the more the less the players of the group differ.
    """

    better: float = 0.0
    worse: float = 0.0
    prior: float = ALIKE

    @property
    def comparisons(self) -> float:
        return self.better + self.worse

    @property
    def beyond_luck(self) -> float:
        """The square of how far the share of better hands is from a half, in standard errors."""
        return (self.better - self.worse) ** 2 / self.comparisons

    def drawn(self, chance: Random) -> float:
        """A strength that this record leaves possible: the odds against one of the group.

        Beta-binomial: the odds that are possible after a beta prior.
        """
        better, worse = (held + self.prior / 2 for held in (self.better, self.worse))
        return chance.gammavariate(better, 1) / chance.gammavariate(worse, 1)


@dataclass(frozen=True)
class Records:
    """Of the players of some rounds."""

    by_player: Mapping[Hashable, Record] = field(default_factory=dict)
    prior: float = ALIKE

    def of(self, player: Hashable) -> Record:
        """One without comparisons for somebody who was in none of the rounds."""
        return self.by_player.get(player, Record(prior=self.prior))


def records(rounds: Iterable[PastRound]) -> Records:
    """Of the rounds that say who played them. Cost grows with rounds × players²."""
    better: defaultdict[Hashable, float] = defaultdict(float)
    worse: defaultdict[Hashable, float] = defaultdict(float)
    for played in rounds:
        hands = list(zip(played.players, played.points, strict=False))
        for player, points in hands:
            for other, others in hands:
                if points < others:
                    better[player] += 2 / len(hands)
                    worse[other] += 2 / len(hands)
    counted = {player: (better[player], worse[player]) for player in {*better, *worse}}
    prior = _prior([Record(*held) for held in counted.values()])
    return Records({player: Record(*held, prior) for player, held in counted.items()}, prior)


def _prior(found: Collection[Record]) -> float:
    """By how far the records lie beyond what luck explains (method of moments).

    Were all players equal, each record would be one standard error from a half, and the sum of the squares
    as large as there are records. What is more is the variance of the shares themselves, and a beta
    distribution of m comparisons has a variance of 1/4 in m + 1.
    """
    more = sum(record.beyond_luck for record in found) - len(found)
    if more <= 0:
        return ALIKE
    comparisons = sum(record.comparisons for record in found) + SAY_NOTHING
    return min(ALIKE, max(UNLIKE, comparisons / more - 1))
