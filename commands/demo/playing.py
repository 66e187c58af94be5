"""Rounds and sessions that could have been played: dealt from the packs, counted by the variant's rules.

`playing_of(variant, options, players).round(…)` is one round as the table would write it down;
`play_session` plays to the end of the plan, `play_many` yields as many whole sessions as are wanted, of
every variant. Nothing here knows a database. The same seeded chance gives the same cards.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random
from typing import Any

from commands.demo.cast import GAMES, Game
from commands.demo.eights import EightsTable, Laws
from commands.demo.rummy import Melds, RummyTable
from commands.demo.turns import CARELESS, PLAIN, SHREWD, CardTable, Style
from game.referee.cards import DECK, JOKER, Card
from game.referee.eights import game as eights
from game.referee.rummy.melding import Melding
from game.scoring.deal import Deal, clockwise_from, next_deal
from game.scoring.facts import Hand, LastCards, Round, Seat, SeatId
from game.scoring.hand import by_class, points_of
from game.scoring.rules import Rules
from game.scoring.standings import is_over
from game.variants import VARIANTS

MOST_TURNS = 600

STYLES = (SHREWD, PLAIN, PLAIN, CARELESS)


@dataclass(frozen=True)
class Playing:
    """rules: how its hands are counted; table_of: one round of its hands, styles, stock and chance."""

    rules: Rules
    table_of: Callable[..., CardTable]

    def round(
        self,
        deal: Deal,
        seats: Sequence[Seat],
        styles: Mapping[SeatId, Style],
        chance: Random,
        *,
        most_turns: int = MOST_TURNS,
    ) -> Round:
        """The round of a deal with its dealer, as a table writes it down; given up after `most_turns`."""
        there = [seat.id for seat in clockwise_from(deal.dealer, seats, deal.number)]
        pack = [*DECK] * self.rules.decks + [JOKER] * self.rules.jokers
        chance.shuffle(pack)
        hands = [[pack.pop() for _ in range(deal.hand_size)] for _ in there]
        table = self.table_of(hands, [styles[seat] for seat in there], pack, chance)
        out = table.play(most_turns)
        last = table.last_cards(out) if out is not None else None
        return Round(
            number=deal.number,
            dealer=deal.dealer,
            hand_size=deal.hand_size,
            out=there[out] if out is not None else None,
            hands=tuple(self._counted(seat, left) for seat, left in zip(there, hands, strict=True)),
            chain=LastCards(last[0], there[last[1]]) if last else None,
        )

    def _counted(self, seat: SeatId, left: Sequence[Card]) -> Hand:
        tally = by_class(Counter(card.rank for card in left), self.rules)
        return Hand(seat, tally, points_of(tally, self.rules))


def playing_of(variant: str, options: Mapping[str, Any], players: int) -> Playing:
    """The variant with these options, for a table that begins with so many; raises IllegalOption."""
    return _playing_of(variant, json.dumps(options, sort_keys=True), players)


@cache
def _playing_of(variant: str, chosen: str, players: int) -> Playing:
    options = json.loads(chosen)
    rules = VARIANTS[variant].rules(options, players)
    played = VARIANTS[variant].played(options, players)
    if played["family"] == "rummy":
        melds = Melds(Melding.from_dict(played, decks=rules.decks, jokers=rules.jokers))
        return Playing(rules, partial(RummyTable, melds=melds))
    return Playing(
        rules, partial(EightsTable, laws=Laws(eights.Game.from_dict(played, decks=rules.decks), rules))
    )


@dataclass(frozen=True)
class PlayedSession:
    """A session that was played to the end of its plan, as scoring sees it; seats are numbered from 0."""

    rules: Rules
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]


def play_many(count: int, chance: Random, styles: Sequence[Style] = STYLES) -> Iterator[PlayedSession]:
    """So many sessions of every variant in turn; each player has one of the styles."""
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        at_table = [chance.choice(styles) for _ in range(chance.randint(*game.seats))]
        yield play_session(game, at_table, chance)


def play_session(game: Game, styles: Sequence[Style], chance: Random) -> PlayedSession:
    """One session whose plan has an end; a seat for each style, clockwise."""
    playing = playing_of(game.variant, game.options, len(styles))
    rules, rounds = playing.rules, list[Round]()
    seats = tuple(Seat(place, place) for place in range(len(styles)))
    blocks = (rules.rounds or 0) // rules.block if rules.block else 1
    cuts = [chance.randrange(len(seats)) for _ in range(blocks)]
    while not is_over(rules, seats, rounds):
        deal = next_deal(rules, seats, rounds, cuts)
        rounds.append(playing.round(deal, seats, dict(enumerate(styles)), chance))
    return PlayedSession(rules, seats, tuple(rounds))
