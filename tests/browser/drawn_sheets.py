"""Random score sheets: any options of any variant, with players who join late, leave and come back, and seats
that are taken over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from game.scoring.deal import next_deal
from game.scoring.facts import Away, HandFacts, RoundFacts, SeatFacts
from game.scoring.hand import by_class, points_of
from game.scoring.rules import Rules
from game.variants import VARIANTS, Variant
from game.variants.option import Option

NAMES = ("Anna", "Bo", "Cara", "Dilan", "Eva", "Frans", "Gun", "Hans", "Ida", "Jon")
TEAMS = ("north", "south", "", None)
MOST_ROUNDS = 12


@dataclass(frozen=True)
class DrawnSheet:
    """rules: the current ones; seats: in no order."""

    rules: Rules
    seats: list[SeatFacts]
    rounds: list[RoundFacts]
    first_dealers: list[str]
    chosen: str | None


def drawn_sheet(chance: Random) -> DrawnSheet:
    variant = chance.choice(list(VARIANTS.values()))
    names = NAMES[: chance.randint(*variant.players)]
    rules = _rules(variant, len(names), chance)
    length = chance.randint(0, MOST_ROUNDS)
    seats = [_seat(name, place, length, chance) for place, name in enumerate(names)]
    if chance.random() < 0.5:
        origin, *others = chance.sample(seats, chance.randint(2, len(seats)))
        seats = [replace(seat, origin=origin.id) if seat in others[:2] else seat for seat in seats]
    first_dealers = [chance.choice(names) for _cut in range(chance.randint(1, 3))]
    rounds: list[RoundFacts] = []
    for _played in range(length):
        rounds.append(_round(rules, seats, rounds, first_dealers, chance))
    here = [seat.id for seat in seats if seat.plays(length + 1)]
    chosen = chance.choice(here) if here and chance.random() < 0.2 else None
    return DrawnSheet(rules, chance.sample(seats, len(seats)), rounds, first_dealers, chosen)


def _rules(variant: Variant, players: int, chance: Random) -> Rules:
    options = {option.key: _value(option, chance) for option in variant.options if chance.random() < 0.8}
    rules = variant.rules(options, players)
    return rules.without_end() if chance.random() < 0.2 else rules


def _value(option: Option, chance: Random) -> Any:
    if option.kind == "choice":
        return chance.choice(option.choices).value
    if option.kind == "yes_no":
        return chance.random() < 0.5
    if option.kind == "points":
        return {rank: chance.randint(option.least, 40) for rank in option.default}
    within_reach = chance.choice((3, MOST_ROUNDS, 80))  # of a number of rounds, of wins or of points
    return chance.randint(option.least, min(within_reach, option.most))


def _seat(name: str, place: int, length: int, chance: Random) -> SeatFacts:
    """Most players stay from the first round to the last; the others may join, leave or come back in any
    round.
    """
    if chance.random() < 0.6:
        return SeatFacts(name, place, team=chance.choice(TEAMS))
    merged = chance.choice((1, chance.randint(1, length + 1)))
    moves = sorted(chance.sample(range(merged, length + 3), min(chance.randint(0, 4), length + 3 - merged)))
    away = [Away(*stretch, chance.randint(0, 30)) for stretch in zip(moves[::2], moves[1::2], strict=False)]
    if len(moves) % 2:
        away.append(Away(moves[-1]))
    start = chance.randint(0, 60) if merged > 1 else 0
    return SeatFacts(name, place, merged, tuple(away), start, chance.choice(TEAMS))


def _round(
    rules: Rules,
    seats: Sequence[SeatFacts],
    rounds: Sequence[RoundFacts],
    first_dealers: Sequence[str],
    chance: Random,
) -> RoundFacts:
    deal = next_deal(rules, seats, rounds, first_dealers)
    playing = [seat.id for seat in seats if seat.plays(deal.number)]
    dealer = deal.dealer if chance.random() < 0.8 else None  # else named, or cut for
    out = chance.choice([*playing, None])
    hands = tuple(_hand(seat, seat == out, rules, chance) for seat in playing)
    return RoundFacts(deal.number, dealer or chance.choice(seats).id, deal.hand_size, out, hands)


def _hand(seat: object, is_out: bool, rules: Rules, chance: Random) -> HandFacts:
    """Few cards, so that hands are often equal."""
    if not is_out and chance.random() < 0.15:
        return HandFacts(seat, None, None if rules.counts_wins else chance.randint(0, 99))
    drawn = {} if is_out else {c.key: chance.randint(0, 2) for c in chance.choices(rules.classes, k=2)}
    cards = by_class(drawn, rules)
    return HandFacts(seat, cards, points_of(cards, rules))
