"""Read one round of a session: its deal, its hands and what they are worth."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import UNSET, UnsetType

from files.document.checks import BadDocument, moment, shown, whole
from files.document.records import HandRecord, RoundRecord
from game.scoring.facts import Hand, LastCards, Round, SeatFacts, SeatId
from game.scoring.hand import MAX_POINTS, IllegalHand, by_class, hand_of, normalized_sum
from game.scoring.rules import Rules
from models.database import new_id
from models.names import isolated
from models.player import Player

MAX_ROUNDS = 999
MAX_DEALT = 52
MAX_MISDEALS = 99


class RoundReader:
    """Reads an item of “rounds” by the session's `rules`.

    seats, players: by the player's id in the file. due: the dealer if the file names none; None if unknown.
    """

    def __init__(
        self,
        record: RoundRecord,
        at: str,
        *,
        rules: Rules,
        seats: Mapping[str, SeatFacts],
        players: Mapping[str, Player],
        due: SeatId | None,
    ) -> None:
        self.record, self.at, self.rules, self.seats, self.players = record, at, rules, seats, players
        self.due = due
        self.playing = {seat.id for seat in seats.values() if seat.plays(record.number)}
        self.multipliers = self._multipliers(record.multipliers, "round", f"{at}.multipliers")

    def played(self, started: datetime) -> Round:
        """The round; `check_complete` says whether hands are missing.

        started: stands in for an unknown time.
        """
        record, out = self.record, self._out()
        misdeals, recorded_at = record.misdeals or 0, record.recorded_at
        return Round(
            number=record.number,
            dealer=self._dealer(),
            hand_size=self._hand_size(),
            out=out,
            hands=tuple(self._hands(out)),
            chain=self._chain(out),
            multipliers=self.multipliers,
            misdeals=whole(misdeals, f"{self.at}.misdeals", least=0, most=MAX_MISDEALS),
            id=new_id(),
            recorded_at=started if recorded_at is None else moment(recorded_at, f"{self.at}.recorded_at"),
        )

    def check_complete(self, played: Round, seated: Iterable[SeatFacts]) -> None:
        """Raise BadDocument if the hand of a seat is missing. seated: with those that are eliminated."""
        playing = {seat.id for seat in seated if seat.plays(self.record.number)}
        missing = playing - {hand.seat for hand in played.hands}
        if missing:
            name = next(self._name(player) for player, seat in self.seats.items() if seat.id in missing)
            raise BadDocument(f"{self.at}.hands", "the hand of %(name)s is missing", name=name)

    def _out(self) -> uuid.UUID | None:
        if self.record.out is None:
            return None
        seat_id: uuid.UUID = self._seat(self.record.out, "out").id
        if not self.rules.has_round_winner:
            raise BadDocument(f"{self.at}.out", "nobody goes out in this game")
        return seat_id

    def _hand_size(self) -> int:
        usual, recorded = self.rules.hand_size(self.record.number), self.record.hand_size
        size = usual if recorded is UNSET else recorded
        return whole(size, f"{self.at}.hand_size", least=min(usual, 1), most=MAX_DEALT)

    def _dealer(self) -> uuid.UUID:
        if self.record.dealer is not UNSET:
            return self._seat(self.record.dealer, "dealer").id
        if not isinstance(self.due, uuid.UUID):
            raise BadDocument(f"{self.at}.dealer", "missing, and “first_dealers” does not say who dealt")
        return self.due

    def _hands(self, out: uuid.UUID | None) -> list[Hand]:
        hands: dict[uuid.UUID, Hand] = {}
        for index, hand in enumerate(self.record.hands):
            at = f"{self.at}.hands[{index}]"
            seat = self._seat(hand.player, f"hands[{index}].player")
            if seat.id in hands:
                raise BadDocument(f"{at}.player", "%(name)s is here twice", name=self._name(hand.player))
            if seat.id not in self.playing:
                raise BadDocument(
                    f"{at}.player",
                    "%(name)s does not play round %(number)s",
                    name=self._name(hand.player),
                    number=self.record.number,
                )
            hands[seat.id] = self._hand(hand, seat, out, at)
        if out is not None and out in self.playing and out not in hands:
            hands[out] = Hand(out, {}, self._nothing)
        if out is not None and out not in hands:
            raise BadDocument(f"{self.at}.out", "does not play this round")
        return list(hands.values())

    @property
    def _nothing(self) -> int | None:
        """The points of a seat that went out."""
        return None if self.rules.counts_wins else 0

    def _hand(self, hand: HandRecord, seat: SeatFacts, out: uuid.UUID | None, at: str) -> Hand:
        cards = self._cards(hand.cards, f"{at}.cards")
        multipliers = self._multipliers(hand.multipliers, "hand", f"{at}.multipliers")
        if hand.typed is not UNSET and (cards is not None or self.rules.counts_wins):
            raise BadDocument(f"{at}.typed", "no points are typed for this hand")
        if seat.id == out:
            if cards or hand.points or hand.typed:
                raise BadDocument(at, "%(name)s went out and has nothing left", name=self._name(hand.player))
            is_typed = self.rules.is_typed and hand.cards is None
            return Hand(seat.id, None if is_typed else {}, self._nothing, multipliers=multipliers)
        if self.rules.counts_wins:
            if hand.points:
                raise BadDocument(f"{at}.points", "this game counts rounds won, not points")
            return Hand(seat.id, cards, None)
        typed = self._typed(hand, multipliers, at) if cards is None else None
        if cards is None and typed is None:
            return Hand(seat.id, None, None, multipliers=multipliers)
        return self._counted(hand, seat, cards, typed, multipliers, at)

    def _typed(self, hand: HandRecord, multipliers: tuple[str, ...], at: str) -> str | None:
        """The sum before multipliers of a hand without cards; None if it was not counted."""
        factor, points = self.rules.factor((*multipliers, *self.multipliers)), hand.points
        if points is not None:
            least = -MAX_POINTS if self.rules.can_be_negative else 0
            whole(points, f"{at}.points", least=least, most=MAX_POINTS)
            if points % factor:
                raise BadDocument(
                    f"{at}.points", "%(value)s is no multiple of %(factor)s", value=points, factor=factor
                )
        if hand.typed is not UNSET:
            return hand.typed
        if points is None and not self.rules.cards_optional:
            raise BadDocument(at, "neither cards nor points")
        return None if points is None else str(points // factor)

    def _counted(
        self,
        hand: HandRecord,
        seat: SeatFacts,
        cards: dict[str, int] | None,
        typed: str | None,
        multipliers: tuple[str, ...],
        at: str,
    ) -> Hand:
        """The hand with the points of its cards, or of the sum that was typed."""
        try:
            counted = hand_of(
                seat.id,
                self.rules,
                cards=cards,
                typed=typed,
                multipliers=multipliers,
                of_round=self.multipliers,
            )
        except IllegalHand as wrong:
            if typed is not None:
                raise _illegal_sum(wrong, f"{at}.typed") from None
            raise BadDocument(f"{at}.points", "%(count)s points are too many", count=wrong.value) from None
        if hand.points is None or hand.points == counted.points:
            return counted
        if typed is None:
            raise BadDocument(
                f"{at}.points",
                "the cards make %(worth)s, not %(value)s",
                worth=counted.points,
                value=hand.points,
            )
        raise BadDocument(
            f"{at}.points",
            "“%(typed)s” makes %(worth)s, not %(value)s",
            typed=normalized_sum(typed),
            worth=counted.points,
            value=hand.points,
        )

    def _cards(self, cards: Mapping[str, int] | None, at: str) -> dict[str, int] | None:
        if cards is None:
            return None
        try:
            return by_class(cards, self.rules)
        except IllegalHand as wrong:
            if wrong.problem == "card":
                raise BadDocument(at, "no card %(card)s", card=f'"{str(wrong.value)[:20]}"') from None
            raise BadDocument(at, "not a number of cards: %(value)s", value=wrong.value) from None

    def _multipliers(
        self, keys: Sequence[str] | UnsetType, of: Literal["hand", "round"], at: str
    ) -> tuple[str, ...]:
        """The keys, each once. of: what they multiply."""
        known = {multiplier.key for multiplier in self.rules.multipliers if multiplier.of == of}
        unique: list[str] = []
        for index, key in enumerate(keys or ()):
            if key in unique:
                raise BadDocument(f"{at}[{index}]", "%(key)s is here twice", key=key)
            if key not in known:
                raise BadDocument(f"{at}[{index}]", "no multiplier %(key)s", key=shown(key))
            unique.append(key)
        return tuple(unique)

    def _chain(self, out: uuid.UUID | None) -> LastCards | None:
        chain = self.record.chain
        if not chain:
            return None
        at = f"{self.at}.chain"
        if self.rules.chain is None or out is None:
            raise BadDocument(at, "nobody draws for a chain here")
        most = self.rules.cards_in_pack(self.rules.by_key[self.rules.chain.card_class])
        cards = whole(chain.cards, f"{at}.cards", least=1, most=most)
        return LastCards(cards, self._seat(chain.drawer, "chain.drawer").id)

    def _name(self, player: str) -> str:
        return isolated(self.players[player].name)

    def _seat(self, player: str, field: str) -> SeatFacts:
        if player not in self.seats:
            raise BadDocument(f"{self.at}.{field}", "no such seat")
        return self.seats[player]


def _illegal_sum(wrong: IllegalHand, at: str) -> BadDocument:
    value = shown(wrong.value)
    return {
        "sum": BadDocument(at, "neither a number nor a sum: %(value)s", value=value),
        "negative": BadDocument(
            at, "points below zero are not possible in this game: %(value)s", value=value
        ),
        "absurd": BadDocument(at, "%(count)s points are too many", count=value),
    }[wrong.problem]
