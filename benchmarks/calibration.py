"""Whether the chances keep their word: what was foretold after every round against who won."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from benchmarks.report import Row
from demo.playing import STYLES, PlayedSession, play_many
from demo.turns import PLAIN
from models.statistics.past_rounds import MOST_SESSIONS
from review.chances import chances
from review.gains import PastRound
from review.interval import wilson
from review.outcome import scale_of

SIMULATIONS = 500  # the luck of so many is small beside that of the sessions
CERTAIN, UNCERTAIN = "certain", "uncertain, all"
KINDS = (UNCERTAIN, *(f"about {tenth * 10}%" for tenth in range(11)), CERTAIN)


@dataclass(frozen=True)
class Foretold:
    """The chance of one side after a round, what an even chance would be, and whether it won."""

    share: float
    even: float
    won: bool
    certain: bool = False

    @property
    def kinds(self) -> Sequence[str]:
        """Where it counts: of those that are not certain, all, and those of about the same share."""
        return [CERTAIN] if self.certain else [UNCERTAIN, KINDS[1 + int(self.share * 10 + 0.5)]]


def calibration(sessions: int, seed: int, draws: int = SIMULATIONS) -> list[Row]:
    """Played sessions, each foretold from those before it alone."""
    alike = list(play_many(sessions, Random(seed), [PLAIN]))
    mixed = list(play_many(sessions, Random(seed), STYLES))
    runs = {
        "all alike": list(_foretold(alike, draws)),
        "all alike, from the pack alone": list(_foretold(alike, draws, most=0)),
        "shrewd, plain and careless": list(_foretold(mixed, draws)),
    }
    return [row for kind in KINDS for players, told in runs.items() for row in _rows(kind, players, told)]


def _rows(kind: str, players: str, told: Iterable[Foretold]) -> Iterator[Row]:
    """One, or none where nothing of that kind was foretold."""
    within = [one for one in told if kind in one.kinds]
    if within:
        yield {"foretold": kind, "players": players, **came_true(within)}


def came_true(told: Sequence[Foretold]) -> Row:
    """A Brier score is the mean square of how far the foretold was from what happened; smaller is better."""
    won = sum(one.won for one in told)
    interval = wilson(won, len(told))
    return {
        "chances": len(told),
        "mean foretold": f"{fmean(one.share for one in told):.1%}",
        "won": f"{won / len(told):.1%}",
        "interval": f"{interval.low:.1%} to {interval.high:.1%}",
        "Brier score": f"{fmean((one.share - one.won) ** 2 for one in told):.4f}",
        "even chances": f"{fmean((one.even - one.won) ** 2 for one in told):.4f}",
    }


def _foretold(sessions: Iterable[PlayedSession], draws: int, most: int = MOST_SESSIONS) -> Iterator[Foretold]:
    """Every chance in the order it was told; each session knows the `most` of its kind before it."""
    past: dict[tuple[str, str], deque[list[PastRound]]] = defaultdict(lambda: deque(maxlen=most))
    for played in sessions:
        known = past[played.rules.variant, scale_of(played.rules)]
        yield from _of_session(played, [one for rounds in known for one in rounds], draws)
        known.append([PastRound(r.hand_size, tuple(h.points or 0 for h in r.hands)) for r in played.rounds])


def _of_session(played: PlayedSession, past: Sequence[PastRound], draws: int) -> Iterator[Foretold]:
    seed = Random(len(past))
    win_chances = chances(played.rules, played.seats, played.rounds, past, seed, finished=True, most=draws)
    if win_chances is None:
        return
    *before, result = win_chances.after
    for moment in before:
        for foretold, won in zip(moment, result, strict=True):
            if foretold and won:
                yield Foretold(foretold.share, 1 / len(result), won.share == 1, foretold.certain)
