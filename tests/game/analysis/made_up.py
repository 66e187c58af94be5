"""Made-up sessions of every variant, as input of scoring, of players with equal or different strength."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from commands.demo.cast import CAST, GameChoice
from commands.demo.hands import CARELESS, PLAIN, SHREWD, Style, draw_round
from game.scoring.deal import next_deal
from game.scoring.facts import Round, SeatFacts
from game.scoring.rules import Rules
from game.scoring.standings import is_over
from game.variants import VARIANTS

ALIKE = (PLAIN,)
UNLIKE = (SHREWD, PLAIN, PLAIN, CARELESS)


@dataclass(frozen=True, eq=False)
class MadeUpSession:
    """A session played to the end of its plan. Seats count from 0. people: the person in each seat."""

    rules: Rules
    seats: tuple[SeatFacts, ...]
    rounds: tuple[Round, ...]
    people: tuple[int, ...]


def sessions_of_group(
    count: int, styles: Sequence[Style], chance: Random, *, people: int = 8
) -> Iterator[MadeUpSession]:
    """Sessions of a group whose people take the styles in turn; the variants follow one another."""
    for number in range(count):
        game = CAST.games[number % len(CAST.games)]
        here = chance.sample(range(people), chance.randint(*game.seats))
        yield play_session(game, [styles[person % len(styles)] for person in here], chance, here)


def play_session(
    game: GameChoice, styles: Sequence[Style], chance: Random, people: Sequence[int] = ()
) -> MadeUpSession:
    """One session whose plan has an end; a seat for each style, clockwise."""
    rules = VARIANTS[game.variant].rules(game.options, len(styles))
    seats, rounds = tuple(SeatFacts(place, place) for place in range(len(styles))), list[Round]()
    blocks = (rules.rounds or 0) // rules.block if rules.block else 1
    first_dealers = [chance.randrange(len(seats)) for _ in range(blocks)]
    while not is_over(rules, seats, rounds):
        deal = next_deal(rules, seats, rounds, first_dealers)
        rounds.append(draw_round(rules, deal, seats, dict(enumerate(styles)), chance))
    return MadeUpSession(rules, seats, tuple(rounds), tuple(people))
