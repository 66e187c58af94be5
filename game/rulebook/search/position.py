"""Positions in a query: “can I play an 8 on an ace” names the card to play and the card on top."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
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
    known = card_words().position
    cards = list(named_cards(words))
    if not has_only(words, cards, frozenset().union(*known.values())):
        return None
    top = _top(words, cards)
    if top is None:
        return None
    play = tuple(card for card in cards if card is not top)
    if not 1 <= sum(card.times for card in play) <= MOST_PLAYED or top.times > 1:
        return None
    if len(play) > 1 and not _is_clear(words, play, top):
        return None
    return None if JOKER_RANK in {card.rank for card in cards} else Position(play, top)


def _is_clear(words: Sequence[Word], play: Sequence[NamedCard], top: NamedCard) -> bool:
    """Whether several cards are of one rank, or all suits are named: then no suit has to be guessed.

    Not “a five on a three, and the other fives”.
    """
    if any(words[card.last].is_plural and card.times == 1 for card in play):
        return False
    return len({card.rank for card in play}) == 1 or all(card.suit for card in (*play, top))


def has_only(words: Sequence[Word], cards: Sequence[NamedCard], others: Collection[str]) -> bool:
    """Whether a query consists of these cards and of other words from a list."""
    of_cards = {place for card in cards for place in range(card.first, card.last + 1)}
    return all(word.folded in others for place, word in enumerate(words) if place not in of_cards)


def named_cards(words: Sequence[Word]) -> Iterator[NamedCard]:
    place = 0
    while place < len(words):
        card = _card_at(words, place)
        if card:
            yield card
            place = card.last
        place += 1


def _card_at(words: Sequence[Word], place: int) -> NamedCard | None:
    """Return the card that begins with a word: “two of hearts”, “hjärter två”, “3 sevens of spades”."""
    word, following = words[place], words[place + 1 :]
    after = following[0] if following else None
    if word.suit and not word.rank and after and after.rank:
        return NamedCard(after.rank, word.suit, 1, place, place + 1)
    if not word.rank or counts(words, place):
        return None
    if word.number in range(2, MOST_TIMES + 1) and after and after.is_plural:
        suit, last = _suit_after(words, place + 1)
        return NamedCard(after.rank, suit, word.number or 1, place, last)
    suit, last = (word.suit, place) if word.suit else _suit_after(words, place)
    return NamedCard(word.rank, suit, 1, place, last)


def _suit_after(words: Sequence[Word], place: int) -> tuple[str, int]:
    """Return the suit of “two of hearts” or “2 hearts”, and the index of its word; "" without one."""
    for at in (place + 1, place + 2):
        is_suit = at < len(words) and words[at].suit and not words[at].rank
        if is_suit and (at == place + 1 or words[place + 1].folded == "of"):
            return words[at].suit, at
    return "", place


def counts(words: Sequence[Word], place: int) -> bool:
    """Whether a numeral counts things (“two players”) or rounds (“round nine”)."""
    known = card_words()
    before = words[place - 1].folded if place else ""
    after = words[place + 1].folded if place + 1 < len(words) else ""
    return words[place].number is not None and (after in known.counted or before in known.rounds)


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
            play.append(Card(named.rank, suit or next(free, SUITS[0])))
    return play


def _without_suit(found: Sequence[Case]) -> Sequence[Case]:
    """Merge the cases if the suit does not matter."""
    if len({case.verdict.answer for case in found}) > 1:
        return found
    return [replace(found[-1], suit="")]  # in another suit: the reason is not that the suit fits
