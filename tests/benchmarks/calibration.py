"""Whether the chances keep their word: what was foretold after every round against who won."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import fmean

from commands.demo.cast import GAMES
from commands.demo.playing import STYLES, PlayedSession, play_session
from commands.demo.turns import PLAIN, Style
from game.analysis.chances.gains import PastRound
from game.analysis.chances.of_session import MOST, Evidence, chances
from game.analysis.chances.strength import Records, records
from game.analysis.interval import wilson_by_session
from game.analysis.outcome import scale_of
from models.statistics.past_rounds import MOST_SESSIONS
from tests.benchmarks.report import Row

GROUPS = 10
PEOPLE = 8  # of a group, each with one way to play
PLAYERS: Mapping[str, Sequence[Style]] = {"all alike": (PLAIN,), "shrewd, plain and careless": STYLES}
LEARNT = 1 / 3  # of a group's sessions are played before the first that counts
CERTAIN, UNCERTAIN = "certain", "uncertain, all"
KINDS = (UNCERTAIN, *(f"about {tenth * 10}%" for tenth in range(11)), CERTAIN)


@dataclass(frozen=True)
class Foretold:
    """The chance of one side after a round, what an even chance would be, and whether it won.

    session: in which; the chances of one session come true or not together.
    """

    share: float
    even: float
    won: bool
    certain: bool = False
    session: Hashable = None

    @property
    def kinds(self) -> Sequence[str]:
        """Where it counts: of those that are not certain, all, and those of about the same share."""
        return [CERTAIN] if self.certain else [UNCERTAIN, KINDS[1 + int(self.share * 10 + 0.5)]]


@dataclass(frozen=True, eq=False)
class Evening:
    """A session and who sat there, by seat."""

    people: Sequence[int]
    played: PlayedSession


def calibration(sessions: int, seed: int, draws: int = MOST, groups: int = GROUPS) -> list[Row]:
    """Groups of PEOPLE with so many sessions each, every one foretold from those before it alone.

    draws: as many simulations as a page makes; the luck of fewer drives the chances apart.
    """
    played = {
        players: [list(evenings(sessions, styles, seed + group)) for group in range(groups)]
        for players, styles in PLAYERS.items()
    }
    runs = {players: _in_all(those, draws, records_too=True) for players, those in played.items()}
    unread = {
        f"{players}, records not read": _in_all(those, draws, records_too=False)
        for players, those in played.items()
    }
    asked = [(UNCERTAIN, unread), *((kind, runs) for kind in KINDS)]
    return [
        row for kind, each in asked for players, told in each.items() for row in rows(kind, players, told)
    ]


def evenings(sessions: int, styles: Sequence[Style], seed: int) -> Iterator[Evening]:
    """What a group plays, every variant in turn."""
    chance = Random(seed)
    for number in range(sessions):
        game = GAMES[number % len(GAMES)]
        people = chance.sample(range(PEOPLE), chance.randint(*game.seats))
        yield Evening(people, play_session(game, [styles[n % len(styles)] for n in people], chance))


def _in_all(groups: Iterable[Sequence[Evening]], draws: int, *, records_too: bool) -> list[Foretold]:
    return list(chain.from_iterable(_foretold(each, draws, records_too=records_too) for each in groups))


def rows(kind: str, players: str, told: Iterable[Foretold]) -> Iterator[Row]:
    """One, or none where nothing of that kind was foretold."""
    within = [one for one in told if kind in one.kinds]
    if within:
        yield {"foretold": kind, "players": players, **came_true(within)}


def came_true(told: Sequence[Foretold]) -> Row:
    """A Brier score is the mean square of how far the foretold was from what happened; smaller is better."""
    won = sum(one.won for one in told)
    interval = wilson_by_session([(one.session, one.won) for one in told])
    return {
        "chances": len(told),
        "mean foretold": f"{fmean(one.share for one in told):.1%}",
        "won": f"{won / len(told):.1%}",
        "interval": f"{interval.low:.1%} to {interval.high:.1%}",
        "Brier score": f"{fmean((one.share - one.won) ** 2 for one in told):.4f}",
        "even chances": f"{fmean((one.even - one.won) ** 2 for one in told):.4f}",
    }


def _foretold(evenings: Sequence[Evening], draws: int, *, records_too: bool) -> Iterator[Foretold]:
    """The chances of a group in the order they were told; each session knows those of its kind before it."""
    past: dict[tuple[str, str], deque[list[PastRound]]] = defaultdict(lambda: deque(maxlen=MOST_SESSIONS))
    for number, evening in enumerate(evenings):
        rules = evening.played.rules
        known = past[rules.variant, scale_of(rules)]
        if number >= LEARNT * len(evenings):
            yield from _of_session(evening, list(chain.from_iterable(known)), draws, records_too=records_too)
        known.append(list(_rounds_of(evening)))


def _rounds_of(evening: Evening) -> Iterator[PastRound]:
    """As a group's history tells them; where wins are counted, whoever was out held less than the others."""
    for played in evening.played.rounds:
        points = [
            int(hand.seat != played.out) if evening.played.rules.counts_wins else hand.points or 0
            for hand in played.hands
        ]
        yield PastRound(played.hand_size, tuple(points), [evening.people[h.seat] for h in played.hands])


def _of_session(
    evening: Evening, past: Sequence[PastRound], draws: int, *, records_too: bool
) -> Iterator[Foretold]:
    played, seed = evening.played, Random(len(past))
    found = records(past) if records_too else Records()
    who = zip(played.seats, evening.people, strict=True)
    known = Evidence(past, {seat.id: found.of(person) for seat, person in who})
    win_chances = chances(played.rules, played.seats, played.rounds, known, seed, finished=True, most=draws)
    if win_chances is None:
        return
    *before, result = win_chances.after
    for moment in before:
        for foretold, won in zip(moment, result, strict=True):
            if foretold and won:
                yield Foretold(foretold.share, 1 / len(result), won.share == 1, foretold.certain, evening)
