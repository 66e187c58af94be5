"""Whether ratings keep their word: what they say of two before a session, beside who was ahead after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

from commands.demo.turns import Style
from commands.demo.years import BETWEEN_NIGHTS, GAMES_A_NIGHT
from game.analysis.foretelling import RatedFinish, RatedSession, foretold
from game.analysis.running import RunningRatings, SideFinish
from game.scoring.standings import standings
from tests.benchmarks.calibration import GROUPS, KINDS, PLAYERS, UNCERTAIN, Foretold, evenings, rows
from tests.benchmarks.report import Row

LEARNT = 1 / 2  # of a group's sessions are played before the first that counts
FIRST_NIGHT = datetime(2017, 1, 6, 19, tzinfo=UTC)
AN_HOUR = timedelta(hours=1)


def rating_calibration(sessions: int, seed: int, groups: int = GROUPS) -> list[Row]:
    """Groups with so many sessions each, every one of the second half foretold from those before it alone."""
    runs = {
        players: [one for group in range(groups) for one in _of_group(sessions, styles, seed + group)]
        for players, styles in PLAYERS.items()
    }
    return [row for kind in KINDS for players, told in runs.items() for row in _rows(kind, players, told)]


def _rows(kind: str, players: str, told: Sequence[Foretold]) -> Iterator[Row]:
    """What was not said is an even chance among all, and no tenth."""
    return rows(kind, players, told if kind == UNCERTAIN else [one for one in told if one.share > one.even])


def _of_group(sessions: int, styles: Sequence[Style], seed: int) -> Iterator[Foretold]:
    for one in foretold(_rated(sessions, styles, seed)):
        number, _seed = one.session
        if number >= LEARNT * sessions:
            yield Foretold(one.share, 0.5, one.came_true, session=one.session)


def _rated(sessions: int, styles: Sequence[Style], seed: int) -> Iterator[RatedSession]:
    """Each with the ratings after it, in the order of the players, which says nothing of who finished how."""
    running = RunningRatings()
    for number, evening in enumerate(evenings(sessions, styles, seed)):
        night, nth = divmod(number, GAMES_A_NIGHT)
        at = FIRST_NIGHT + night * BETWEEN_NIGHTS + nth * AN_HOUR
        played = evening.played
        ranks = {
            tuple(evening.people[seat] for seat in side.seats): side.rank
            for side in standings(played.rules, played.seats, played.rounds)
        }
        finishes = [SideFinish(people, rank) for people, rank in sorted(ranks.items()) if rank is not None]
        after = running.add(played.rules.variant, at, finishes)
        yield RatedSession(
            (number, seed),
            at,
            [
                RatedFinish(person, side, finish.rank, after[person].rating)
                for side, finish in enumerate(finishes)
                for person in finish.players
            ],
        )
