"""Whether the chances keep their word: what was foretold after every round against who won."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean

from benchmarks.report import table
from demo.playing import PLAIN, PlayedSession, Style, play_many
from demo.playing.playing import STYLES
from models.statistics.past_rounds import MOST_SESSIONS
from review.chances import chances
from review.gains import PastRound
from review.interval import wilson
from review.outcome import scale_of

EDGES = (0.0, 0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.0)
SIMULATIONS = 500  # the luck of so many is small beside that of the sessions


@dataclass(frozen=True)
class Foretold:
    """The chance of one side after a round, what an even chance would be, and whether it won."""

    share: float
    even: float
    won: bool
    certain: bool


def calibration(sessions: int, seed: int, draws: int = SIMULATIONS) -> str:
    """The report: three times so many played sessions, each foretold from those before it alone."""
    runs = {
        "all alike": _foretold(sessions, Random(seed), (PLAIN,), draws),
        "all alike, from the pack alone": _foretold(sessions, Random(seed), (PLAIN,), draws, most=0),
        "shrewd, plain and careless": _foretold(sessions, Random(seed), STYLES, draws),
    }
    told = {who: list(foretold) for who, foretold in runs.items()}
    return (
        "What was foretold after each round but the last, in sessions of every variant played by seeded "
        "players, from the sessions before it or from a shuffled pack alone. The model knows no skill. A "
        "Brier score is the mean square of the surprise. The intervals (Wilson, 95 %) take all chances for "
        "independent; those of one session are not, so they are too narrow.\n\n"
        + table(
            ["players", "chances", "Brier score", "even chances", "certain", "wrong"],
            [_summed(run) for run in told.items()],
        )
        + "\n\n"
        + table(
            ["foretold", "players", "chances", "mean foretold", "won", "interval"],
            sorted(row for who, chances in told.items() for row in _rows(who, chances)),
        )
    )


def _summed(run: tuple[str, list[Foretold]]) -> list[object]:
    who, told = run
    uncertain = [one for one in told if not one.certain]
    wrong = sum(one.won != bool(one.share) for one in told if one.certain)
    scores = f"{brier(uncertain):.4f}", f"{brier(_even(uncertain)):.4f}"
    return [who, len(uncertain), *scores, len(told) - len(uncertain), wrong]


def brier(told: Iterable[Foretold]) -> float:
    """The mean square of how far the foretold was from what happened; smaller is better."""
    return fmean((f.share - f.won) ** 2 for f in told)


def _even(told: Iterable[Foretold]) -> Iterator[Foretold]:
    return (Foretold(f.even, f.even, f.won, f.certain) for f in told)


def _rows(who: str, told: Iterable[Foretold]) -> Iterator[list[object]]:
    uncertain = [one for one in told if not one.certain]
    for low, high in pairwise(EDGES):
        within = [f for f in uncertain if low <= f.share < high or f.share == high == 1]
        if within:
            won = sum(f.won for f in within)
            interval = wilson(won, len(within))
            mean, share = fmean(f.share for f in within), won / len(within)
            bounds = f"{interval.low:.1%} to {interval.high:.1%}"
            yield [f"{low:4.0%} to {high:4.0%}", who, len(within), f"{mean:.1%}", f"{share:.1%}", bounds]


def _foretold(
    sessions: int, chance: Random, styles: Sequence[Style], draws: int, most: int = MOST_SESSIONS
) -> Iterator[Foretold]:
    """Every chance in the order it was told; each session knows the `most` of its kind before it."""
    past: dict[tuple[str, str], deque[list[PastRound]]] = defaultdict(lambda: deque(maxlen=most))
    for played in play_many(sessions, chance, styles):
        known = past[played.variant, scale_of(played.rules)]
        yield from _of_session(played, [one for rounds in known for one in rounds], draws)
        known.append([PastRound(r.hand_size, tuple(h.points or 0 for h in r.hands)) for r in played.rounds])


def _of_session(played: PlayedSession, past: Sequence[PastRound], draws: int) -> list[Foretold]:
    seed = Random(len(past))
    win_chances = chances(played.rules, played.seats, played.rounds, past, seed, finished=True, most=draws)
    if win_chances is None:
        return []
    *before, result = win_chances.after
    return [
        Foretold(foretold.share, 1 / len(result), won.share == 1, foretold.certain)
        for moment in before
        for foretold, won in zip(moment, result, strict=True)
        if foretold and won
    ]
