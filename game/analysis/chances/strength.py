"""Strength of players for the simulation, sampled from their records against each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from random import Random

from game.analysis.chances.gains import PastRound
from game.scoring.rules import Rules

# Prior: even comparisons that every player begins with, if records differ by luck alone (MAX_PRIOR) or
# widely (MIN_PRIOR), and the number of comparisons of all players that do not change it. Chosen for the
# lowest Brier score on simulated sessions of equal and of unequal players, validated on other groups: with
# MAX_PRIOR = 300, luck was mistaken for skill. Checked by tests/game/analysis/chances/test_calibration.py.
MAX_PRIOR, MIN_PRIOR = 1000, 10
NEUTRAL_COMPARISONS = 500


@dataclass(frozen=True)
class SkillRecord:
    """How often a player gained better and worse than another in the same round.

    A round of n players has a weight of n − 1 comparisons, as many as determine their order. prior: number of
    even comparisons added; larger if the players of the group differ less.
    """

    better: float = 0.0
    worse: float = 0.0
    prior: float = MAX_PRIOR

    @property
    def comparisons(self) -> float:
        return self.better + self.worse

    @property
    def beyond_luck(self) -> float:
        """Squared distance of the share of better gains from 0.5, in standard errors."""
        return (self.better - self.worse) ** 2 / self.comparisons

    def draw_strength(self, rng: Random) -> float:
        """Sample a strength: the odds against an average member of the group, from the beta posterior."""
        better, worse = (counts + self.prior / 2 for counts in (self.better, self.worse))
        return rng.gammavariate(better, 1) / rng.gammavariate(worse, 1)


@dataclass(frozen=True)
class SkillRecords:
    """Records of all players of a group, and their prior."""

    by_player: Mapping[Hashable, SkillRecord] = field(default_factory=dict)
    prior: float = MAX_PRIOR

    def of(self, player: Hashable) -> SkillRecord:
        """Return the record of a player; an empty one if unknown."""
        return self.by_player.get(player, SkillRecord(prior=self.prior))


def skill_records(rules: Rules, rounds: Iterable[PastRound]) -> SkillRecords:
    """Return the records from rounds with known players. Cost grows with rounds × players².

    rules: say whether a high or a low gain is better.
    """
    better: defaultdict[Hashable, float] = defaultdict(float)
    worse: defaultdict[Hashable, float] = defaultdict(float)
    for played in rounds:
        keys = list(zip(played.players, map(rules.sort_key, played.gains), strict=False))
        for player, key in keys:
            for other, others in keys:
                if key < others:
                    better[player] += 2 / len(keys)
                    worse[other] += 2 / len(keys)
    counted = {player: (better[player], worse[player]) for player in {*better, *worse}}
    prior = _prior([SkillRecord(*counts) for counts in counted.values()])
    return SkillRecords({player: SkillRecord(*counts, prior) for player, counts in counted.items()}, prior)


def _prior(skills: Collection[SkillRecord]) -> float:
    """Estimate the prior from the variance of the records beyond luck (method of moments).

    If all players were equal, each record would be one standard error from 0.5, so that the expected sum of
    squares is the number of records. The excess estimates the variance of the strengths, and a beta
    distribution of m comparisons has the variance 1/4 / (m + 1).
    """
    more = sum(record.beyond_luck for record in skills) - len(skills)
    if more <= 0:
        return MAX_PRIOR
    comparisons = sum(record.comparisons for record in skills) + NEUTRAL_COMPARISONS
    return min(MAX_PRIOR, max(MIN_PRIOR, comparisons / more - 1))
