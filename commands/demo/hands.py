"""Rounds drawn from frequencies: who goes out, and what the others have left. No card is played.

The figures were measured on sessions of each variant at tables of three to six, 8,000 to 24,000 rounds, which
a program had played card by card by the rules of `game/referee`. Options hardly change them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from game.scoring.deal import Deal, clockwise_from
from game.scoring.facts import Hand, LastCards, Round, SeatFacts, SeatId
from game.scoring.hand import points_of
from game.scoring.rules import Rules


@dataclass(frozen=True)
class Style:
    """How well a player plays. Careless players of the measured sessions went out 0.6 to 1.1 times as often
    as plain ones, and their hands cost 1.2 times as much.

    strength: the odds of going out against a plain player, and of holding the cheaper of two possible hands.
    eights: how many times as often as other players this one is left with a wild eight.
    """

    strength: float = 1.0
    eights: float = 1.0


PLAIN = Style()
SHREWD = Style(strength=1.5)
CARELESS = Style(strength=0.5)


@dataclass(frozen=True)
class Frequencies:
    """What happens how often in the rounds of a variant: frequencies.toml says what the figures are."""

    cards_left: Mapping[int, Sequence[int]]
    left: Mapping[str, float] = field(default_factory=dict)
    blocked: float = 0.0
    chains: Sequence[float] = (0.07, 0.008, 0.002)
    has_wild_eights: bool = True


FREQUENCIES = msgspec.toml.decode(
    Path(__file__).with_name("frequencies.toml").read_bytes(), type=dict[str, Frequencies], strict=False
)


def _frequencies_of(rules: Rules) -> Frequencies:
    return FREQUENCIES.get(rules.variant, FREQUENCIES["own_game"])


def draw_round(
    rules: Rules,
    deal: Deal,
    seats: Sequence[SeatFacts],
    styles: Mapping[SeatId, Style],
    chance: Random,
    *,
    may_go_out: Collection[SeatId] | None = None,
    chain: int = 0,
) -> Round:
    """The round of a deal that has a dealer; every hand is legal under the rules.

    may_go_out: who of the table may; the round is blocked where none of them plays. chain: the round ends on
    so many cards of a chain. Without them, both are drawn.
    """
    dealer, frequencies = _dealer(deal), _frequencies_of(rules)
    playing = [seat.id for seat in clockwise_from(dealer, seats, deal.number)]
    if may_go_out is None:
        is_blocked = not chain and chance.random() < frequencies.blocked
        may_go_out = () if is_blocked else playing
    out = _draw_out([seat for seat in playing if seat in may_go_out], styles, chance)
    last_cards = None
    if out is not None and rules.chain is not None:
        cards = chain or _draw_chain(frequencies, chance)
        drawer = playing[(playing.index(out) + 1) % len(playing)]  # DO32, GD23
        last_cards = LastCards(cards, drawer) if cards else None
    losers = [seat for seat in playing if seat != out]
    counts = _draw_counts(rules, deal.hand_size, losers, last_cards, chance)
    pack = _pack_without(last_cards, rules)
    tallies: dict[SeatId, dict[str, int]] = {seat: {} for seat in playing}
    for seat in losers:
        tallies[seat] = _draw_cards(pack, counts[seat], rules, styles[seat], chance)
        pack.subtract(tallies[seat])
    return Round(
        number=deal.number,
        dealer=dealer,
        hand_size=deal.hand_size,
        out=out,
        hands=tuple(Hand(seat, tally, points_of(tally, rules)) for seat, tally in tallies.items()),
        chain=last_cards,
    )


def draw_tricks(
    deal: Deal, seats: Sequence[SeatFacts], styles: Mapping[SeatId, Style], chance: Random
) -> Round:
    """A round of Plump: all tricks are taken, and a strong player more often says how many.

    Who is right scores 10 and the number of tricks, 5 for none.
    """
    dealer = _dealer(deal)
    playing = [seat.id for seat in clockwise_from(dealer, seats, deal.number)]
    tricks = Counter(chance.choices(playing, k=deal.hand_size))
    is_right = {
        seat: chance.random() < styles[seat].strength / (1 + styles[seat].strength) for seat in playing
    }
    points = {seat: (10 + tricks[seat] if tricks[seat] else 5) * is_right[seat] for seat in playing}
    hands = tuple(Hand(seat, None, points[seat]) for seat in playing)
    return Round(number=deal.number, dealer=dealer, hand_size=deal.hand_size, out=None, hands=hands)


def _dealer(deal: Deal) -> SeatId:
    if deal.dealer is None:
        raise ValueError("cut for the deal first")
    return deal.dealer


def _draw_out(candidates: Sequence[SeatId], styles: Mapping[SeatId, Style], chance: Random) -> SeatId | None:
    if not candidates:
        return None
    [out] = chance.choices(candidates, [styles[seat].strength for seat in candidates])
    return out


def _draw_chain(frequencies: Frequencies, chance: Random) -> int:
    none = 1 - sum(frequencies.chains)
    [cards] = chance.choices(range(len(frequencies.chains) + 1), [none, *frequencies.chains])
    return cards


def _draw_counts(
    rules: Rules, hand_size: int, losers: Sequence[SeatId], last_cards: LastCards | None, chance: Random
) -> dict[SeatId, int]:
    """How many cards each loser holds: at least one, and all together no more than there are."""
    shares = _frequencies_of(rules).cards_left[hand_size]
    counts = dict(zip(losers, chance.choices(range(1, len(shares) + 1), shares, k=len(losers)), strict=True))
    drawn = rules.chain.drawn_for(last_cards.cards) if rules.chain and last_cards else 0
    played = max(rules.winner_played, rules.turn_up, last_cards.cards if last_cards else 0)
    while sum(counts.values()) > rules.pack_size - played - drawn:
        counts[max(counts, key=lambda seat: counts[seat])] -= 1
    if last_cards:
        counts[last_cards.drawer] += drawn
    return counts


def _pack_without(last_cards: LastCards | None, rules: Rules) -> Counter[str]:
    """The cards that hands are drawn from, by class."""
    pack = Counter({card_class.key: rules.cards_in_pack(card_class) for card_class in rules.classes})
    if last_cards and rules.chain:
        pack[rules.chain.card_class] -= last_cards.cards
    return pack


def _draw_cards(pack: Counter[str], count: int, rules: Rules, style: Style, chance: Random) -> dict[str, int]:
    """One of two possible hands of so many cards: the stronger the player, the more often the cheaper."""
    frequencies = _frequencies_of(rules)
    shares = {key: frequencies.left.get(key, 1.0) for key in pack}
    if frequencies.has_wild_eights:
        shares["8"] *= style.eights
    hands = [_draw_hand(pack, count, shares, chance) for _ in range(2)]
    cheaper, dearer = sorted(hands, key=lambda hand: points_of(hand, rules) or 0)
    tally = cheaper if chance.random() < style.strength / (1 + style.strength) else dearer
    return {key: tally[key] for key in pack if tally[key]}


def _draw_hand(pack: Counter[str], count: int, shares: Mapping[str, float], chance: Random) -> Counter[str]:
    remaining, hand = pack.copy(), Counter[str]()
    for _ in range(count):
        [key] = chance.choices(list(remaining), [remaining[key] * shares[key] for key in remaining])
        remaining[key] -= 1
        hand[key] += 1
    return hand
