"""Random score sheets: any options of any variant, or any rules of a custom game, with players who join late,
leave and come back, and seats that are taken over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from msgspec import structs

from game.scoring.deal import next_deal
from game.scoring.facts import Adjustment, Away, Hand, Round, SeatFacts, SeatId
from game.scoring.hand import by_class, hand_of, points_of
from game.scoring.rules import Rules, contradictions
from game.scoring.standings import with_eliminations
from game.variants import VARIANTS, Variant
from game.variants.option import Option
from tests.game.scoring.builders import multiplier
from tests.golden.score_sheets import custom_rules

NAMES = ("Anna", "Bo", "Cara", "Dilan", "Eva", "Frans", "Gun", "Hans", "Ida", "Jon")
TEAMS = ("north", "south", "", None)
MOST_ROUNDS = 12
RANKS = ("A", "7", "8", "10", "J", "K")  # of every deck
MULTIPLIERS = ("jack", "twice", "thrice")


@dataclass(frozen=True)
class DrawnSheet:
    """rules: the current ones; seats: in no order."""

    rules: Rules
    seats: list[SeatFacts]
    rounds: list[Round]
    first_dealers: list[str]
    chosen: str | None


def drawn_sheet(chance: Random) -> DrawnSheet:
    """A session of a variant."""
    variant = chance.choice(list(VARIANTS.values()))
    names = NAMES[: chance.randint(*variant.players)]
    return _sheet(_rules(variant, len(names), chance), names, chance)


def drawn_custom_sheet(chance: Random) -> DrawnSheet:
    """A session of a custom game, with bonus and penalty points, and with rounds that were corrected."""
    rules = _custom_rules(chance)
    drawn = _sheet(rules, NAMES[: chance.randint(2, 6)], chance, adjusted=True)
    rounds = [
        structs.replace(played, hands=_corrected(played, rules, chance)) if chance.random() < 0.1 else played
        for played in drawn.rounds
    ]
    playing = [
        seat.id for seat in with_eliminations(rules, drawn.seats, rounds) if seat.plays(len(rounds) + 1)
    ]
    return replace(drawn, rounds=rounds, chosen=drawn.chosen if drawn.chosen in playing else None)


def _sheet(rules: Rules, names: Sequence[str], chance: Random, *, adjusted: bool = False) -> DrawnSheet:
    """adjusted: whether seats may have bonus and penalty points."""
    length = chance.randint(0, MOST_ROUNDS)
    seats = [_seat(name, place, length, chance) for place, name in enumerate(names)]
    if adjusted:
        seats = [structs.replace(seat, adjustments=_adjustments(length, chance)) for seat in seats]
    if chance.random() < 0.5:
        origin, *others = chance.sample(seats, chance.randint(2, len(seats)))
        seats = [structs.replace(seat, origin=origin.id) if seat in others[:2] else seat for seat in seats]
    first_dealers = [chance.choice(names) for _cut in range(chance.randint(1, 3))]
    rounds: list[Round] = []
    for _played in range(length):
        rounds.append(_round(rules, seats, rounds, first_dealers, chance))
    here = [seat.id for seat in with_eliminations(rules, seats, rounds) if seat.plays(length + 1)]
    chosen = chance.choice(here) if here and chance.random() < 0.2 else None
    return DrawnSheet(rules, chance.sample(seats, len(seats)), rounds, first_dealers, chosen)


def _rules(variant: Variant, players: int, chance: Random) -> Rules:
    options = {option.key: _value(option, chance) for option in variant.options if chance.random() < 0.8}
    rules = variant.rules(options, players)
    return rules.without_end() if chance.random() < 0.2 else rules


def _custom_rules(chance: Random) -> Rules:
    """Rules of a custom game that do not exclude each other, drawn until they do not."""
    while True:
        rules = _any_rules(chance)
        if not any(contradictions(rules)):
            return rules


def _any_rules(chance: Random) -> Rules:
    ranks = chance.sample(RANKS, chance.choice((0, 3)))
    multipliers = [
        multiplier(key, chance.randint(2, 3), chance.choice(("hand", "round")))
        for key in MULTIPLIERS[: chance.choice((0, 0, 1, 3))]
    ]
    return replace(
        custom_rules({"points": {rank: chance.randint(-5, 12) for rank in ranks}}),
        hand_sizes=tuple(chance.choices(range(1, 11), k=chance.choice((0, 1, 5)))),
        rounds=chance.choice((None, None, 3, MOST_ROUNDS)),
        block=chance.choice((None, None, 2)),
        tally=chance.choice(("points", "points", "wins", "places", "places")),
        first_to=chance.choice((None, 3, 10, 30)),
        teams=chance.random() < 0.2,
        deck_size=chance.choice((52, 36, 32)),
        entry=chance.choice(("cards", "typed")),
        highest_wins=chance.random() < 0.5,
        collects=chance.random() < 0.3,
        blocked=chance.choice(("nothing", "difference")),
        tie=chance.choice(("shared", "play_on")),
        eliminate_at=chance.choice((None, 20, 60)),
        negative=chance.random() < 0.4,
        zero_sum=chance.random() < 0.1,
        multipliers=tuple(multipliers),
    )


def _adjustments(length: int, chance: Random) -> tuple[Adjustment, ...]:
    """Of few seats, also after a round that is not played yet."""
    count = chance.choice((0, 0, 1, 2))
    return tuple(
        Adjustment(chance.randint(0, length + 1), chance.randint(-30, 30)) for _adjusted in range(count)
    )


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
    rounds: Sequence[Round],
    first_dealers: Sequence[str],
    chance: Random,
) -> Round:
    deal = next_deal(rules, seats, rounds, first_dealers)
    playing = [seat.id for seat in with_eliminations(rules, seats, rounds) if seat.plays(deal.number)]
    dealer = deal.dealer if chance.random() < 0.8 else None  # else named, or cut for
    out = chance.choice([*playing, None]) if rules.has_round_winner else None
    of_round = _multipliers("round", rules, chance)
    hands = tuple(_hand(seat, out, rules, of_round, chance) for seat in playing)
    dealt_by = dealer or chance.choice(seats).id
    return Round(deal.number, dealt_by, deal.hand_size, out, hands, multipliers=of_round)


def _corrected(played: Round, rules: Rules, chance: Random) -> tuple[Hand, ...]:
    """Other hands of the same seats."""
    return tuple(_hand(hand.seat, played.out, rules, played.multipliers, chance) for hand in played.hands)


def _multipliers(kind: str, rules: Rules, chance: Random) -> tuple[str, ...]:
    """The keys of some multipliers of a hand or a round."""
    return tuple(each.key for each in rules.multipliers if each.of == kind and chance.random() < 0.4)


def _hand(seat: SeatId, out: SeatId | None, rules: Rules, of_round: Sequence[str], chance: Random) -> Hand:
    """Few cards, so that hands are often equal. out: the seat that goes out."""
    if seat == out:
        return Hand(seat, {}, points_of({}, rules))
    own = _multipliers("hand", rules, chance)
    if rules.counts_wins and (not rules.classes or chance.random() < 0.15):
        return Hand(seat, None, None)
    if rules.is_typed or chance.random() < 0.15:
        typed = _typed(rules, chance)
        return hand_of(seat, rules, typed=typed, multipliers=own, of_round=of_round)
    drawn = {c.key: chance.randint(0, 2) for c in chance.choices(rules.classes, k=2)}
    return hand_of(seat, rules, cards=by_class(drawn, rules), multipliers=own, of_round=of_round)


def _typed(rules: Rules, chance: Random) -> str | None:
    """A number or a sum, often the same; None is a hand that was not counted."""
    if rules.tally == "places":
        return str(chance.randint(1, 4))
    if rules.is_typed and chance.random() < 0.1:
        return None
    terms = chance.choices((0, 5, 10, 17), k=chance.choice((1, 1, 2)))
    signs = [chance.choice("+-") if rules.negative else "+" for _term in terms]
    return "".join(f"{sign}{term}" for sign, term in zip(signs, terms, strict=True)).removeprefix("+")
