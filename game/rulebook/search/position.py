"""Positions in a query: “can I play an 8 on an ace” names the card to play and the card on top."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from game.referee.cards import JOKER_RANK, SUITS, Card
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.referee.verdict import Verdict
from game.rulebook.search.text import Word, card_words

MOST_PLAYED = 4
MOST_TIMES = 6  # “four sevens”; a larger number before a card is another card
LONGEST_GAP = 4  # words between “on” and its card: “on top of the other ace”


@dataclass(frozen=True)
class NamedCard:
    """A card in a query. suit: "" if not named; times: 2 in “two eights”; first, last: its word indexes."""

    rank: str
    suit: str
    times: int
    first: int
    last: int


@dataclass(frozen=True)
class Position:
    """The cards to play, in order, and the card on top."""

    play: tuple[NamedCard, ...]
    top: NamedCard

    @property
    def names_suits(self) -> bool:
        """Whether it names the suits of the top card and of the first card."""
        return bool(self.top.suit and self.play[0].suit)


@dataclass(frozen=True)
class Case:
    """A verdict with its conditions, "" if it holds in any case.

    suit: "same" or "other" as the top card; "named" or "not_named", if the top card is wild; "one_suit" or
    "several_suits" of a meld. chain: "live" or "drawn". top, play: the cards that were judged, with suits;
    of a meld, top is None.
    """

    suit: str
    chain: str
    verdict: Verdict
    top: Card | None
    play: tuple[Card, ...]


def position_in(words: Sequence[Word]) -> Position | None:
    """Return the position that a query asks about, None if it asks about something else."""
    of_melds = card_words().position["of_melds"]
    if asks_other_things(words) or any(word.folded in of_melds for word in words):
        return None
    cards = list(named_cards(words))
    top = _top(words, cards)
    if top is None:
        return None
    play = tuple(card for card in cards if card is not top)
    if not 1 <= sum(card.times for card in play) <= MOST_PLAYED or top.times > 1:
        return None
    if len(play) > 1 and any(words[card.last].is_plural and card.times == 1 for card in play):
        return None  # “a five on a three, and all my other fives”
    return None if JOKER_RANK in {card.rank for card in cards} else Position(play, top)


def asks_other_things(words: Sequence[Word]) -> bool:
    """Whether a query asks about the last card, points or numbers, whatever cards it names."""
    known = card_words()
    return any(word.folded in known.position["other_subjects"] | known.asks["number"] for word in words)


def named_cards(words: Sequence[Word]) -> Iterator[NamedCard]:
    place = 0
    while place < len(words):
        card = _card_at(words, place)
        if card:
            yield card
            place = card.last
        place += 1


def _card_at(words: Sequence[Word], place: int) -> NamedCard | None:
    """Return the card that begins with a word: “two of hearts”, “hjärter två”, “3 sevens”."""
    word, following = words[place], words[place + 1 :]
    after = following[0] if following else None
    if word.rank and word.number in range(2, MOST_TIMES + 1) and after and after.is_plural:
        return NamedCard(after.rank, "", word.number or 1, place, place + 1)
    if word.rank:
        suits = [(n, each.suit) for n, each in enumerate(following[:2], 1) if each.suit]
        if suits and not word.suit and (suits[0][0] == 1 or (after and after.folded == "of")):
            return NamedCard(word.rank, suits[0][1], 1, place, place + suits[0][0])
        return NamedCard(word.rank, word.suit, 1, place, place)
    if word.suit and after and after.rank:
        return NamedCard(after.rank, word.suit, 1, place, place + 1)
    return None


def _top(words: Sequence[Word], cards: Sequence[NamedCard]) -> NamedCard | None:
    """Return the card on which the others are to be played."""
    known, by_first = card_words().position, {card.first: card for card in cards}
    answered: list[NamedCard] = []
    for place, word in enumerate(words):
        if word.folded in known["on"]:
            found = by_first.get(_skip(words, place + 1))
            if found and len(cards) > 1:
                return found
        if word.folded in known["answers"]:
            answered += filter(None, [by_first.get(_skip(words, place + 1))])
    if answered and any(word.folded in known["together"] for word in words):
        return answered[0]
    lying = (
        card for card in cards if any(w.folded in known["lies"] for w in words[card.last + 1 : card.last + 3])
    )
    return next(lying, None)


def _skip(words: Sequence[Word], place: int) -> int:
    """Return the index of the next word that is no article."""
    passed_over = card_words().position["articles"]
    for each in range(place, min(place + LONGEST_GAP, len(words))):
        if words[each].folded not in passed_over:
            return each
    return len(words)


def cases(rules: EightsRules, position: Position) -> tuple[Case, ...]:
    """Return the verdicts: one for each condition that matters and that the query leaves open."""
    states = [("live", rules.chain_draws), ("drawn", 0)] if position.top.rank == rules.chain else [("", 0)]
    found: list[Case] = []
    for state, pending in states:
        found += _without_suit(
            [_case(rules, position, assumed, state, pending) for assumed in _assumed(rules, position)]
        )
    if len({case.verdict.answer for case in found}) == 1:
        return (replace(found[0], suit="", chain=""),)
    return tuple(found)


@dataclass(frozen=True)
class _Assumed:
    """Suits that a query leaves open. suit: as in Case; play: of the first card; called: or ""."""

    suit: str
    play: str
    top: Card
    called: str = ""


def _assumed(rules: EightsRules, position: Position) -> list[_Assumed]:
    """Return how the suit of the first card may relate to that of the top card, or to the named suit."""
    top, first = position.top, position.play[0]
    own = first.suit or top.suit or SUITS[0]
    other, third, _last = (suit for suit in SUITS if suit != own)
    if top.rank == rules.wild:
        beneath = Card(top.rank, other)
        return [_Assumed("named", own, beneath, own), _Assumed("not_named", own, beneath, third)]
    if position.names_suits:
        return [_Assumed("", own, Card(top.rank, top.suit))]
    same = _Assumed("same", own, Card(top.rank, own))
    if first.suit:
        different = _Assumed("other", own, Card(top.rank, other))
    else:
        different = _Assumed("other", other, Card(top.rank, own))
    return [different] if first.rank == top.rank else [same, different]


def _case(rules: EightsRules, position: Position, assumed: _Assumed, state: str, pending: int) -> Case:
    play = _played(position, assumed)
    situation = Situation(top=assumed.top, called=assumed.called, pending=pending)
    return Case(assumed.suit, state, judge(rules, situation, play), assumed.top, tuple(play))


def _played(position: Position, assumed: _Assumed) -> list[Card]:
    """Return the cards to play; no two are equal, unless the query says so."""
    play: list[Card] = []
    for named in position.play:
        for _each in range(named.times):
            suit = named.suit if play else assumed.play
            free = (each for each in SUITS if Card(named.rank, each) not in (*play, assumed.top))
            play.append(Card(named.rank, suit or next(free)))
    return play


def _without_suit(found: Sequence[Case]) -> Sequence[Case]:
    """Merge the cases if the suit does not matter."""
    if len({case.verdict.answer for case in found}) > 1:
        return found
    return [replace(found[-1], suit="")]  # in another suit: the reason is not that the suit fits
