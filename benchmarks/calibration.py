"""Whether the chances keep their word: what was foretold after every round against who won."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from statistics import fmean

from benchmarks.tables import table
from demo.playing import PLAIN, PlayedSession, Style, play_many
from demo.playing.sessions import STYLES
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


def calibration(sessions: int, seed: int) -> str:
    """The report: three times so many played sessions, each foretold from those before it alone."""
    known = "drawn from the sessions before it"
    alike = _foretold(sessions, Random(seed), (PLAIN,))
    without_past = _foretold(sessions, Random(seed), (PLAIN,), most=0)
    mixed = _foretold(sessions, Random(seed), STYLES)
    return "\n\n".join(
        [
            "What was foretold after each round but the last, in sessions of every variant played by seeded "
            "players. The model knows no skill. The intervals (Wilson, 95 %) take all chances for "
            "independent; those of one session are not, so they are too narrow.",
            _told(f"Everybody plays alike, {known}", alike),
            _told("The same sessions, drawn from a shuffled pack alone", without_past),
            _told(f"Shrewd, plain and careless players at one table, {known}", mixed),
        ]
    )


def _told(heading: str, foretold: Iterable[Foretold]) -> str:
    told = list(foretold)
    uncertain = [one for one in told if not one.certain]
    wrong = sum(one.won != bool(one.share) for one in told if one.certain)
    return (
        f"**{heading}.** {len(uncertain):,} chances, Brier score {brier(uncertain):.4f}, with even chances "
        f"{brier(_even(uncertain)):.4f}. Certainties told: {len(told) - len(uncertain):,}, wrong: {wrong}."
        "\n\n" + table(["foretold", "chances", "mean foretold", "won", "interval"], _rows(uncertain))
    )


def brier(told: Iterable[Foretold]) -> float:
    """The mean square of how far the foretold was from what happened; smaller is better."""
    return fmean((f.share - f.won) ** 2 for f in told)


def _even(told: Iterable[Foretold]) -> Iterator[Foretold]:
    return (Foretold(f.even, f.even, f.won, f.certain) for f in told)


def _rows(told: Sequence[Foretold]) -> list[list[object]]:
    rows: list[list[object]] = []
    for low, high in pairwise(EDGES):
        within = [f for f in told if low <= f.share < high or f.share == high == 1]
        if within:
            won = sum(f.won for f in within)
            interval = wilson(won, len(within))
            mean = fmean(f.share for f in within)
            share = f"{won / len(within):.1%}"
            bounds = f"{interval.low:.1%} to {interval.high:.1%}"
            rows.append([f"{low:.0%} to {high:.0%}", len(within), f"{mean:.1%}", share, bounds])
    return rows


def _foretold(
    sessions: int, chance: Random, styles: Sequence[Style], most: int = MOST_SESSIONS
) -> Iterator[Foretold]:
    """Every chance in the order it was told; each session knows the `most` of its kind before it."""
    past: dict[tuple[str, str], deque[list[PastRound]]] = defaultdict(lambda: deque(maxlen=most))
    for played in play_many(sessions, chance, styles):
        known = past[played.variant, scale_of(played.rules)]
        yield from _of_session(played, [one for rounds in known for one in rounds])
        known.append([PastRound(r.hand_size, tuple(h.points or 0 for h in r.hands)) for r in played.rounds])


def _of_session(played: PlayedSession, past: Sequence[PastRound]) -> list[Foretold]:
    seed = Random(len(past))
    win_chances = chances(
        played.rules, played.seats, played.rounds, past, seed, finished=True, most=SIMULATIONS
    )
    if win_chances is None:
        return []
    *before, result = win_chances.after
    return [
        Foretold(foretold.share, 1 / len(result), won.share == 1, foretold.certain)
        for moment in before
        for foretold, won in zip(moment, result, strict=True)
        if foretold and won
    ]
