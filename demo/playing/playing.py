"""A variant at a table with its options, ready to be played."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from demo.playing.eights import EightsTable
from demo.playing.ended import Ended
from demo.playing.laws import Laws
from demo.playing.pack import ranks_of, shuffled
from demo.playing.rummy import RummyTable
from demo.playing.shapes import Shapes
from demo.playing.style import Style
from referee.eights.game import Game
from referee.rummy.melding import Melding
from scoring.deal import Deal, clockwise_from
from scoring.facts import Hand, LastCards, Round, Seat, SeatId
from scoring.hand import by_class, points_of
from scoring.rules import Rules
from variants import VARIANTS

MOST_TURNS = 600
Watch = Callable[[Any], None]
SetTable = Callable[[list[list[int]], Sequence[Style], list[int], Random, "Watch | None"], Any]


@dataclass(frozen=True)
class Playing:
    """rules: how its hands are counted; sets_table: makes the table of one round out of hands and stock."""

    rules: Rules
    sets_table: SetTable

    def round(
        self,
        deal: Deal,
        seats: Sequence[Seat],
        styles: Mapping[SeatId, Style],
        chance: Random,
        *,
        most_turns: int = MOST_TURNS,
        watch: Watch | None = None,
    ) -> Round:
        """The round of a deal with its dealer, as a table would write it down; given up after `most_turns`.

        watch: is told of every decision, as the referee would be.
        """
        at_table = clockwise_from(deal.dealer, seats, deal.number)
        pack = shuffled(self.rules, chance)
        hands = [[pack.pop() for _ in range(deal.hand_size)] for _ in at_table]
        table = self.sets_table(hands, [styles[seat.id] for seat in at_table], pack, chance, watch)
        ended: Ended = table.play(most_turns)
        return self._written_down(deal, [seat.id for seat in at_table], ended)

    def _written_down(self, deal: Deal, seats: Sequence[SeatId], ended: Ended) -> Round:
        hands = tuple(self._hand(seat, cards) for seat, cards in zip(seats, ended.hands, strict=True))
        out = None if ended.out is None else seats[ended.out]
        chain = None if ended.drawer is None else LastCards(ended.chain, seats[ended.drawer])
        return Round(deal.number, deal.dealer, deal.hand_size, out, hands, chain)

    def _hand(self, seat: SeatId, cards: Sequence[int]) -> Hand:
        tally = by_class(ranks_of(cards), self.rules)
        return Hand(seat, tally, points_of(tally, self.rules))


_known: dict[tuple[str, str, int], Playing] = {}


def playing_of(variant: str, options: Mapping[str, Any], players: int) -> Playing:
    """The variant with these options, for a table that begins with so many; raises IllegalOption."""
    key = (variant, json.dumps(options, sort_keys=True), players)
    if key not in _known:
        played = VARIANTS[variant].played(options, players)
        rules = VARIANTS[variant].rules(options, players)
        _known[key] = Playing(rules, FAMILIES[played["family"]](played, rules))
    return _known[key]


def _eights(played: Mapping[str, Any], rules: Rules) -> SetTable:
    laws = Laws(Game.from_dict(played, decks=rules.decks), rules)
    return lambda hands, styles, pack, chance, watch: EightsTable(laws, hands, styles, pack, chance, watch)


def _rummy(played: Mapping[str, Any], rules: Rules) -> SetTable:
    shapes = Shapes(Melding.from_dict(played, decks=rules.decks, jokers=rules.jokers))
    return lambda hands, styles, pack, chance, watch: RummyTable(shapes, hands, styles, pack, chance, watch)


FAMILIES: Mapping[str, Callable[[Mapping[str, Any], Rules], SetTable]] = {"eights": _eights, "rummy": _rummy}
