"""Questions that the referee answers: a card on another, or a meld.

“Can I play an 8 on an ace” names the card to play and the card on top; “is ace king queen a run” the cards of
a meld.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from game.referee.cards import JOKER, JOKER_RANK, SUITS, Card
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.referee.rummy.meld import judge_meld
from game.referee.rummy.melding import Melding
from game.referee.verdict import Verdict
from game.rulebook.search.entries import TableChoice
from game.rulebook.search.text import Word, card_words
from game.variants import VARIANTS

MAX_PLAYED = 4
MAX_TIMES = 6  # “four sevens”; a larger number before a card is another card
MAX_GAP = 4  # words between “on” and its card: “on top of the other ace”
MIN_MELD, MAX_MELD = 3, 14


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


@dataclass(frozen=True)
class GameVerdict:
    """The referee's answer for one variant. names_suits: whether the query leaves no suit open."""

    variant: str
    names_suits: bool
    cases: tuple[Case, ...]


def verdicts(words: Sequence[Word], tables: Sequence[TableChoice]) -> Iterator[GameVerdict]:
    """Yield the referee's answers to a query, none if it asks about something else. Raises IllegalOption."""
    position, meld = position_in(words), meld_in(words)
    families = {VARIANTS[table.key].play["family"] for table in tables}
    for table in tables:
        variant, options = VARIANTS[table.key], table.options
        players = table.players or variant.players[0]
        rules = variant.rules(options, players)
        play = variant.play_rules(options, players)
        if position and variant.play["family"] == "eights":
            eights = EightsRules.from_dict(play, decks=rules.decks)
            yield GameVerdict(variant.key, position.names_suits, cases(eights, position))
        elif meld and families == {"rummy"}:
            melding = Melding.from_dict(play, decks=rules.decks, jokers=rules.jokers)
            case = meld_case(melding, meld, words)
            yield GameVerdict(variant.key, not case.suit, (case,))


def position_in(words: Sequence[Word]) -> Position | None:
    """Return the position that a query asks about, None if it asks about something else."""
    known = card_words().position
    cards = list(_named_cards(words))
    if not _has_only(words, cards, frozenset().union(*known.values())):
        return None
    top = _top(words, cards)
    if top is None:
        return None
    play = tuple(card for card in cards if card is not top)
    if not 1 <= sum(card.times for card in play) <= MAX_PLAYED or top.times > 1:
        return None
    if len(play) > 1 and not _is_clear(words, play, top):
        return None
    if any(card.rank == JOKER_RANK for card in cards):
        return None
    return Position(play, top)


def _is_clear(words: Sequence[Word], play: Sequence[NamedCard], top: NamedCard) -> bool:
    """Whether several cards are of one rank, or all suits are named: then no suit has to be guessed.

    Not “a five on a three, and the other fives”.
    """
    if any(words[card.last].is_plural and card.times == 1 for card in play):
        return False
    return len({card.rank for card in play}) == 1 or all(card.suit for card in (*play, top))


def _top(words: Sequence[Word], cards: Sequence[NamedCard]) -> NamedCard | None:
    """Return the card on which the others are to be played."""
    known, by_first = card_words().position, {card.first: card for card in cards}
    answered: list[NamedCard] = []
    for place, word in enumerate(words):
        if word.folded in known["on"]:
            top = by_first.get(_skip(words, place + 1))
            if top and len(cards) > 1:
                return top
        if word.folded in known["answers"]:
            answered += filter(None, [by_first.get(_skip(words, place + 1))])
    if answered and any(word.folded in known["together"] for word in words):
        return answered[0]
    for card in cards:
        if any(word.folded in known["lies"] for word in words[card.last + 1 : card.last + 3]):
            return card
    return None


def _skip(words: Sequence[Word], place: int) -> int:
    """Return the index of the next word that is no article."""
    articles = card_words().position["articles"]
    for index in range(place, min(place + MAX_GAP, len(words))):
        if words[index].folded not in articles:
            return index
    return len(words)


def meld_in(words: Sequence[Word]) -> tuple[NamedCard, ...]:
    """Return the cards of the meld that a query asks about, () if it asks about something else."""
    cards = tuple(_named_cards(words))
    ranks = [card.rank for card in cards if card.rank != JOKER_RANK]
    is_mixed = len(set(ranks)) > 1 and len(set(ranks)) < len(ranks)  # “4 5 6 and 7 7 7”: two melds
    if is_mixed or not _has_only(words, cards, card_words().meld["others"]):
        return ()
    return cards if MIN_MELD <= sum(card.times for card in cards) <= MAX_MELD else ()


def _has_only(words: Sequence[Word], cards: Sequence[NamedCard], others: Collection[str]) -> bool:
    """Whether a query consists of these cards and of other words from a list."""
    of_cards = {place for card in cards for place in range(card.first, card.last + 1)}
    return all(word.folded in others for place, word in enumerate(words) if place not in of_cards)


def _named_cards(words: Sequence[Word]) -> Iterator[NamedCard]:
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
    if not word.rank or _counts(words, place):
        return None
    if word.number in range(2, MAX_TIMES + 1) and after and after.is_plural:
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


def _counts(words: Sequence[Word], place: int) -> bool:
    """Whether a numeral counts things (“two players”) or rounds (“round nine”)."""
    known = card_words()
    before = words[place - 1].folded if place else ""
    after = words[place + 1].folded if place + 1 < len(words) else ""
    return words[place].number is not None and (after in known.counted or before in known.rounds)


def cases(rules: EightsRules, position: Position) -> tuple[Case, ...]:
    """Return the verdicts: one for each condition that matters and that the query leaves open."""
    states = [("live", rules.chain_draws), ("drawn", 0)] if position.top.rank == rules.chain else [("", 0)]
    judged: list[Case] = []
    for chain, pending in states:
        of_state = []
        for assumed in _assumptions(rules, position):
            play = _played(position, assumed)
            situation = Situation(top=assumed.top, called=assumed.called, pending=pending)
            verdict = judge(rules, situation, play)
            of_state.append(Case(assumed.suit, chain, verdict, assumed.top, tuple(play)))
        if _is_one_answer(of_state):
            # The last one is in another suit: its reason is not that the suit fits.
            of_state = [replace(of_state[-1], suit="")]
        judged += of_state
    if _is_one_answer(judged):
        return (replace(judged[0], suit="", chain=""),)
    return tuple(judged)


def _is_one_answer(judged: Sequence[Case]) -> bool:
    return len({case.verdict.answer for case in judged}) == 1


@dataclass(frozen=True)
class _Assumption:
    """Suits that a query leaves open. suit: as in Case; play: of the first card; called: or ""."""

    suit: str
    play: str
    top: Card
    called: str = ""


def _assumptions(rules: EightsRules, position: Position) -> list[_Assumption]:
    """Return how the suit of the first card may relate to that of the top card, or to the named suit."""
    top, first = position.top, position.play[0]
    suit = first.suit or top.suit or SUITS[0]
    other, third, _last = (another for another in SUITS if another != suit)
    if top.rank == rules.wild:
        beneath = Card(top.rank, other)
        return [_Assumption("named", suit, beneath, suit), _Assumption("not_named", suit, beneath, third)]
    if position.names_suits:
        return [_Assumption("", suit, Card(top.rank, top.suit))]
    same = _Assumption("same", suit, Card(top.rank, suit))
    if first.suit:
        different = _Assumption("other", suit, Card(top.rank, other))
    else:
        different = _Assumption("other", other, Card(top.rank, suit))
    return [different] if first.rank == top.rank else [same, different]


def _played(position: Position, assumed: _Assumption) -> list[Card]:
    """Return the cards to play; no two are equal, unless the query says so."""
    play: list[Card] = []
    for named in position.play:
        for _copy in range(named.times):
            suit = named.suit if play else assumed.play
            play.append(Card(named.rank, suit or _free_suit(named.rank, [*play, assumed.top])))
    return play


def meld_case(melding: Melding, named: Sequence[NamedCard], words: Sequence[Word]) -> Case:
    """Return the verdict. Open suits are all the same if the ranks differ, otherwise all different."""
    first = any(word.folded in card_words().meld["first"] for word in words)
    ranks = {card.rank for card in named} - {JOKER_RANK}
    shared_suit = next((card.suit for card in named if card.suit), SUITS[0]) if len(ranks) > 1 else ""
    is_open = any(not card.suit and card.rank != JOKER_RANK for card in named)
    condition = ("one_suit" if len(ranks) > 1 else "several_suits") if is_open else ""
    cards: list[Card] = []
    for card in named:
        for _copy in range(card.times):
            if card.rank == JOKER_RANK:
                cards.append(JOKER)
            else:
                suit = card.suit or shared_suit or _free_suit(card.rank, cards)
                cards.append(Card(card.rank, suit))
    return Case(condition, "", judge_meld(melding, cards, first=first), None, tuple(cards))


def _free_suit(rank: str, used: Collection[Card]) -> str:
    """Return a suit in which the card of this rank is not used yet; the first suit if all are."""
    return next((suit for suit in SUITS if Card(rank, suit) not in used), SUITS[0])
