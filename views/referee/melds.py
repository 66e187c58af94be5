"""The referee’s page for the rummy family: melds laid card by card, the verdict, the rules of a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from flask import request
from flask_babel import gettext as _

from forms.base import parse_count
from forms.melds import MeldQuestion
from forms.options import OptionParams
from game.referee.cards import JOKER, RANKS, SUITS, Card, write_cards
from game.referee.rummy.meld import choices_of, judge_meld
from game.referee.rummy.melding import Melding
from game.referee.rummy.reading import readings
from game.referee.rummy.swap import judge_swap
from game.referee.rummy.table import judge_table
from game.referee.rummy.turn import judge_turn, rules_of_turn
from game.referee.verdict import Verdict
from game.variants import Variant
from views.referee.page import RefereePage, with_query
from views.web.addresses import next_url
from views.words.cards import card_name, cards_in_words, suit_name
from views.words.melds_verdict import WORDS
from views.words.verdict import VerdictText, authority

JOKER_PARAMS = ("declared", "swap", "whose")  # apply to one meld with exactly these cards


class MeldsPage(RefereePage):
    """The page of one question. picking: whether a tap names the card that frees a joker."""

    family = "rummy"

    def __init__(self, variant: Variant, options: OptionParams) -> None:
        super().__init__(variant, options)
        players = options.players or variant.players[0]
        rules = variant.rules(options.given, players)
        played = variant.play_rules(options.given, players)
        self.melding = Melding.from_dict(played, decks=rules.decks, jokers=rules.jokers)
        self.question: MeldQuestion = MeldQuestion(request.args, self.melding, card_name)
        self.picking = self.may_swap and (bool(self.question.swap) or request.args.get("pick") == "swap")
        other_params = {**options.query, "back": next_url()}
        self.address = MeldsAddress(self.here, self.question, request.args.get("at", ""), other_params)
        self.board = MeldsBoard(
            self.melding,
            self.address,
            picking=self.picking,
            swap=self.question.swap,
            first=self.question.first,
        )

    @property
    def lacking(self) -> str:
        return "" if self.question.melds else _("First choose the cards you want to lay out.")

    @cached_property
    def verdict(self) -> VerdictText | None:
        """None while the question makes no sense."""
        return VerdictText(self._judged(), WORDS, self.variant, []) if self.is_sound else None

    @property
    def one_meld(self) -> tuple[Card, ...]:
        """The meld in question; () for a table of melds."""
        has_one = not self.question.is_of_a_table and self.question.melds
        return self.question.melds[0].cards if has_one else ()

    @property
    def shows_first_meld(self) -> bool:
        """Whether to ask if it is a first meld, or show that it was answered."""
        is_open = not self.question.is_of_a_table and not self.picking
        return is_open or self.question.first

    @property
    def short_answer(self) -> str:
        """The answer beside the meld, in sight while cards are tapped; "" before it can be a meld."""
        if self.verdict is None or len(self.board.current) < self.melding.meld_least:
            return ""
        if self.question.is_of_a_table:
            return _("The table: %(answer)s", answer=self.verdict.headline)
        return self.verdict.headline

    @property
    def has_joker(self) -> bool:
        return JOKER in self.one_meld

    @property
    def may_swap(self) -> bool:
        return self.is_sound and self.has_joker and bool(readings(self.melding, self.one_meld))

    @property
    def words_of_swap(self) -> str:
        return card_name(self.question.swap) if self.question.swap else ""

    @cached_property
    def declarations(self) -> list[tuple[str, str, bool]]:
        """What the jokers can stand for, if there are several choices: (parameter, words, whether declared).

        A declaration that is none of these choices is included.
        """
        if not self.may_swap:
            return []
        kinds = self.melding.first_meld if self.question.first else ("run", "set")
        choices = choices_of(
            [reading for reading in readings(self.melding, self.one_meld) if reading.kind in kinds]
        )
        if len(choices) < 2:  # noqa: PLR2004
            return []
        declared = self.question.declared
        is_stated = [sorted(map(str, jokers)) == sorted(map(str, declared)) for jokers in choices]
        if declared and not any(is_stated):
            choices, is_stated = (*choices, declared), [*is_stated, True]
        return [
            (write_cards(jokers), cards_in_words(jokers), stated)
            for jokers, stated in zip(choices, is_stated, strict=True)
        ]

    @cached_property
    def turn(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The rules of a turn, each with its section and authority."""
        question = self.question
        opened = question.opened or not (question.first or question.before)
        idle = [judge_turn(self.melding, drew=False, melded=False, stock_left=left) for left in (True, False)]
        reasons = [*rules_of_turn(self.melding, opened=opened), *(verdict.reason for verdict in idle)]
        return [
            (WORDS.say(reason), [(citation, authority(citation, self.variant)) for citation in reason.facts])
            for reason in reasons
            if reason
        ]

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden fields of the form."""
        pick = "swap" if self.picking and not self.question.swap else ""
        fields = [("at", self.address.place), ("pick", pick), *self.address.other_params.items()]
        return [(name, text) for name, text in fields if text]

    def _judged(self) -> Verdict:
        question = self.question
        if question.is_of_a_table:
            before, after = ([laid.cards for laid in table] for table in (question.before, question.melds))
            return judge_table(self.melding, before, after, opened=question.opened)
        meld, declared = self.one_meld, question.declared
        if question.swap:
            return judge_swap(self.melding, meld, declared, question.swap, whose=question.whose)
        return judge_meld(self.melding, meld, first=question.first, declared=declared)


class MeldsBoard:
    """The melds laid, and every card.

    swap: a card that frees a joker. picking: whether a tap names it; otherwise a tap adds to the current
    meld. first: whether that is a first meld.
    """

    def __init__(
        self, melding: Melding, address: MeldsAddress, *, picking: bool, swap: Card | None, first: bool
    ) -> None:
        self.melding, self.address = melding, address
        self.picking, self.swap, self.first = picking, swap, first
        self.melds = [laid.cards for laid in address.question.melds]
        self.laid = Counter(card for meld in self.melds for card in meld)

    @property
    def current(self) -> tuple[Card, ...]:
        return self.meld(self.address.at)

    @property
    def marks(self) -> bool:
        """Whether one more card can make a meld here."""
        return not self.picking and self.melding.meld_least - 1 <= len(self.current)

    @property
    def others(self) -> list[int]:
        """The numbers of the melds that a tap leaves as they are."""
        return [number for number in range(1, len(self.melds) + 1) if number != self.address.at]

    @property
    def suits(self) -> Iterator[tuple[str, list[Card]]]:
        """All cards by suit, with its name, and the joker."""
        for suit in SUITS:
            yield suit_name(suit), [Card(rank, suit) for rank in RANKS]
        yield card_name(JOKER), [JOKER]

    def laid_cards(self, number: int) -> list[tuple[Card, str]]:
        """Return the cards of a meld, each with the address without it."""
        meld = self.meld(number)
        return [
            (card, self.address.with_cards(number, meld[:place] + meld[place + 1 :]))
            for place, card in enumerate(meld)
        ]

    def meld(self, number: int) -> tuple[Card, ...]:
        return self.melds[number - 1] if number <= len(self.melds) else ()

    def address_with(self, card: Card) -> str:
        """Return the address that a tap on the card leads to, "" if no more of it can be laid."""
        is_left = self.laid[card] < (self.melding.jokers if card.is_joker else self.melding.decks)
        if self.picking:
            return self.address.again(swap=str(card)) if is_left and not card.is_joker else ""
        if not is_left or len(self.current) == len(self.melding.order):
            return ""
        return self.address.with_cards(self.address.at, (*self.current, card))

    def fits(self, card: Card) -> bool:
        """Whether a card that can be laid makes a meld."""
        longer = (*self.current, card)
        return self.marks and judge_meld(self.melding, longer, first=self.first).answer == "yes"

    def is_chosen(self, card: Card) -> bool:
        return card == self.swap if self.picking else card in self.current


class MeldsAddress:
    """Addresses of the page.

    at: number of the meld that a tap adds to, one more than there are for a new one.
    other_params: parameters of every address.
    """

    def __init__(self, here: str, question: MeldQuestion, at: str, other_params: Mapping[str, str]) -> None:
        self.here, self.question, self.other_params = here, question, other_params
        self.written = [write_cards(laid.cards) or laid.text for laid in question.melds]
        melds = len(self.written)
        self.at = parse_count(at, least=1, most=melds + 1) or max(melds, 1)

    def again(self, **changes: str) -> str:
        """Return the address with these changes; "" removes a parameter."""
        return self._address(self.written, self.at, **changes)

    def going_on_with(self, number: int) -> str:
        """Return the address where a tap adds to this meld."""
        return self._address(self.written, number)

    def with_cards(self, number: int, cards: tuple[Card, ...]) -> str:
        """Return the address where this meld has these cards; without any it is removed, for a new one."""
        melds = list(self.written)
        melds[number - 1 : number] = [write_cards(cards)] if cards else []
        at = number if cards else len(melds) + 1
        return self._address(melds, at, **self._dropped(max(len(melds), at)))

    def with_another(self) -> str:
        """Return the address where a further meld begins."""
        number = len(self.written) + 1
        return self._address(self.written, number, **self._dropped(number))

    @property
    def place(self) -> str:
        """`at` as a parameter."""
        return _written_place(self.at, len(self.written))

    def _dropped(self, melds: int) -> dict[str, str]:
        """Return the parameters of a single meld that do not apply to another one, or to several."""
        is_table = melds > 1 and not self.question.before
        return dict.fromkeys((*JOKER_PARAMS, "first") if is_table else JOKER_PARAMS, "")

    def _address(self, melds: list[str], at: int, **changes: str) -> str:
        table = [("meld", meld) for meld in melds] + [("before", laid.text) for laid in self.question.before]
        place = {"at": _written_place(at, len(melds))}
        return with_query(
            self.here, [*table, *{**self.question.texts, **place, **self.other_params, **changes}.items()]
        )


def _written_place(at: int, melds: int) -> str:
    """Return `at` as a parameter, "" for the last meld: the default."""
    return "" if at == max(melds, 1) else str(at)
