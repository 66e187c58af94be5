"""The verdict on a rearranged table at the end of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, permutations, product

from game.referee.cards import Card
from game.referee.rummy.meld import jokers_stand_for, objection, too_many_copies
from game.referee.rummy.melding import Melding
from game.referee.rummy.reading import RUN, readings
from game.referee.verdict import Reason, Verdict

Table = Sequence[Sequence[Card]]


def judge_table(melding: Melding, before: Table, after: Table, *, opened: bool) -> Verdict:
    """Return whether the melds `after` the turn are valid and, if `before` is given, whether the turn is.

    opened: whether the player has melded in an earlier turn. Of several readings of jokers the best one for
    the player counts.
    """
    if not after:
        return Verdict("ask", needs="after")
    copies = too_many_copies(melding, _cards(after)) or too_many_copies(melding, _cards(before))
    if copies:
        return Verdict("no", copies)
    broken = tuple(_objections(melding, after, "broken"))
    if broken:
        return Verdict("no", broken[0], consequences=broken[1:])
    if not before:
        return Verdict("yes", melding.reason("table"), consequences=tuple(_to_declare(melding, (), after)))
    broken = tuple(_objections(melding, before, "broken_before"))
    if broken:
        return Verdict("ask", broken[0], consequences=broken[1:], needs="before")
    return _judge_rearranging(melding, before, after, opened=opened)


def _judge_rearranging(melding: Melding, before: Table, after: Table, *, opened: bool) -> Verdict:
    """Judge the turn between two tables of valid melds."""
    removed = _difference(before, after)
    if any(card.is_joker for card in removed):
        return Verdict("no", melding.reason("meld_again"))
    if removed:
        return Verdict("no", melding.reason("taken_back", cards=removed))
    from_hand = _difference(after, before)
    if not from_hand:
        return Verdict("no", melding.reason("hand_card"))
    if not opened and not _holds_first_meld(melding, from_hand):
        return Verdict("no", melding.reason("not_opened", least=melding.meld_least))
    moved = _moved_jokers(melding, before, after)
    cards_on_table = set(_cards(after))
    stuck = tuple(card for card in moved if card not in cards_on_table)
    if stuck:
        return Verdict("no", melding.reason("joker_stuck", cards=stuck))
    reasons = [] if opened else [melding.reason("run_before", least=melding.meld_least)]
    if moved:
        reasons.append(melding.reason("joker_moved", cards=moved))
    return Verdict(
        "yes", melding.reason("valid_turn"), consequences=(*reasons, *_to_declare(melding, before, after))
    )


def _objections(melding: Melding, table: Table, rule_key: str) -> Iterator[Reason]:
    """Yield, for each invalid meld, its number from 1 and then the objection."""
    for number, meld in enumerate(table, 1):
        if not readings(melding, meld):
            yield melding.reason(rule_key, number=number, cards=tuple(meld))
            yield objection(melding, meld)


def _to_declare(melding: Melding, before: Table, after: Table) -> Iterator[Reason]:
    """Yield what the jokers of new melds stand for, or what to declare."""
    earlier = [Counter(meld) for meld in before]
    for number, meld in enumerate(after, 1):
        if Counter(meld) not in earlier:
            for reason in jokers_stand_for(melding, readings(melding, meld)):
                yield melding.reason(reason.rule_key, **reason.about, number=number)


def _holds_first_meld(melding: Melding, from_hand: Sequence[Card]) -> bool:
    """Whether the cards from the hand contain a first meld, wherever they are now."""
    # VK22: after it, other melds and rearranging may follow in the same turn.
    jokers = sum(card.is_joker for card in from_hand)
    cards = set(from_hand)
    suits = {card.suit for card in cards if not card.is_joker}
    windows = [
        melding.order[at : at + melding.meld_least]
        for at in range(len(melding.order) - melding.meld_least + 1)
    ]
    return RUN in melding.first_meld and any(
        sum(Card(rank, suit) in cards for rank in window) + jokers >= melding.meld_least
        for suit in suits
        for window in windows
    )


@dataclass(frozen=True, slots=True)
class _Joker:
    """A joker in a meld: kind of the meld, the card it stands for, and the other cards of the meld.

    It has stayed if it still stands for the same card, in the same kind of meld, beside at least one card of
    its former meld.
    """

    kind: str
    card: Card
    beside: frozenset[Card]

    def has_stayed(self, later: _Joker) -> bool:
        is_same_card = self.kind == later.kind and self.card == later.card
        return is_same_card and not self.beside.isdisjoint(later.beside)


def _moved_jokers(melding: Melding, before: Table, after: Table) -> tuple[Card, ...]:
    """Return the cards that the moved jokers stood for; no joker may have left the table.

    Of several readings the best one for the player counts: first, as many of these cards as possible are on
    the table now; second, as few jokers as possible have moved.
    """
    cards_on_table = set(_cards(after))
    candidates = (
        tuple(old.card for old, new in zip(old_jokers, matched, strict=True) if not old.has_stayed(new))
        for old_jokers in _placements(melding, before)
        for new_jokers in _placements(melding, after)
        for matched in permutations(new_jokers, len(old_jokers))
    )
    return min(candidates, key=lambda moved: (sum(card not in cards_on_table for card in moved), len(moved)))


def _placements(melding: Melding, table: Table) -> Iterator[tuple[_Joker, ...]]:
    """Yield the jokers of a table, for each combination of readings."""
    melds = [meld for meld in table if any(card.is_joker for card in meld)]
    for combination in product(*(readings(melding, meld) for meld in melds)):
        yield tuple(
            _Joker(reading.kind, joker, frozenset(card for card in meld if not card.is_joker))
            for meld, reading in zip(melds, combination, strict=True)
            for joker in reading.jokers
        )


def _difference(table: Table, other: Table) -> tuple[Card, ...]:
    """Return the cards on `table` that are not on `other`, with multiplicity."""
    return tuple((Counter(_cards(table)) - Counter(_cards(other))).elements())


def _cards(table: Iterable[Sequence[Card]]) -> list[Card]:
    return list(chain.from_iterable(table))
