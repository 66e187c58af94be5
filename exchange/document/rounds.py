"""One round of a document."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypedDict

from exchange.document.checks import BadDocument, moment, whole
from exchange.document.records import HandRecord, RoundRecord
from game.scoring import facts
from game.scoring.facts import SeatId
from game.scoring.hand import MOST_POINTS, IllegalHand, by_class, points_of
from game.scoring.rules import Rules
from models.seat import Seat

MOST_ROUNDS = 999
MOST_DEALT = 52
MOST_MISDEALS = 99


class AboutRound(TypedDict):
    """What is kept of a round beside what scoring sees."""

    misdeals: int
    recorded_at: datetime


class RoundReader:
    """Reads one item of “rounds” of a session by its `rules`.

    seats: by the player's id in the file; seated: the same as scoring sees them. due: who deals where the
    file does not say, None where nobody knows.
    """

    def __init__(
        self,
        record: RoundRecord,
        at: str,
        *,
        rules: Rules,
        seats: Mapping[str, Seat],
        seated: Sequence[facts.Seat],
        due: SeatId | None,
    ) -> None:
        self.record, self.at, self.rules, self.seats = record, at, rules, seats
        self.seated, self.due = seated, due

    def played(self) -> facts.Round:
        """The round as scoring sees it."""
        record = self.record
        out = self._seat(record["out"], "out").id if record["out"] is not None else None
        hand_size = record.get("hand_size", self.rules.hand_size(record["number"]))
        return facts.Round(
            number=record["number"],
            dealer=self._dealer(),
            hand_size=whole(hand_size, f"{self.at}.hand_size", least=1, most=MOST_DEALT),
            out=out,
            hands=tuple(self._hands(out)),
            chain=self._chain(out),
        )

    def about(self, started: datetime) -> AboutRound:
        """What scoring does not see; `started` stands in where nobody told when it was played."""
        recorded = self.record.get("recorded_at")
        return {
            "misdeals": whole(
                self.record.get("misdeals", 0), f"{self.at}.misdeals", least=0, most=MOST_MISDEALS
            ),
            "recorded_at": moment(recorded, f"{self.at}.recorded_at") if recorded is not None else started,
        }

    def _dealer(self) -> uuid.UUID:
        if "dealer" in self.record:
            return self._seat(self.record["dealer"], "dealer").id
        if not isinstance(self.due, uuid.UUID):
            raise BadDocument(f"{self.at}.dealer", "missing, and “first_dealers” does not say who dealt")
        return self.due

    def _hands(self, out: uuid.UUID | None) -> list[facts.Hand]:
        number = self.record["number"]
        playing = {seat.id for seat in self.seated if seat.plays(number)}
        hands: dict[uuid.UUID, facts.Hand] = {}
        for index, hand in enumerate(self.record["hands"]):
            at = f"{self.at}.hands[{index}]"
            seat = self._seat(hand["player"], f"hands[{index}].player")
            if seat.id in hands:
                raise BadDocument(f"{at}.player", "%(name)s is here twice", name=seat.name)
            if seat.id not in playing:
                raise BadDocument(
                    f"{at}.player", "%(name)s does not play round %(number)s", name=seat.name, number=number
                )
            hands[seat.id] = self._hand(hand, seat, out, at)
        if out is not None and out in playing and out not in hands:
            hands[out] = facts.Hand(out, {}, None if self.rules.counts_wins else 0)
        if playing - hands.keys():
            missing = next(seat.name for seat in self.seats.values() if seat.id in playing - hands.keys())
            raise BadDocument(f"{self.at}.hands", "the hand of %(name)s is missing", name=missing)
        if out is not None and out not in hands:
            raise BadDocument(f"{self.at}.out", "does not play this round")
        return list(hands.values())

    def _hand(self, hand: HandRecord, seat: Seat, out: uuid.UUID | None, at: str) -> facts.Hand:
        cards, points = self._cards(hand.get("cards"), f"{at}.cards"), hand.get("points")
        if seat.id == out:
            return self._hand_of_out(seat, cards, points, at)
        if self.rules.counts_wins:
            if points:
                raise BadDocument(f"{at}.points", "this game counts rounds won, not points")
            return facts.Hand(seat.id, cards, None)
        if cards is None:
            if points is None and not self.rules.cards_optional:
                raise BadDocument(at, "neither cards nor points")
            typed = None if points is None else whole(points, f"{at}.points", least=0, most=MOST_POINTS)
            return facts.Hand(seat.id, None, typed)
        worth = points_of(cards, self.rules)
        if points is not None and points != worth:
            raise BadDocument(
                f"{at}.points", "the cards make %(worth)s, not %(value)s", worth=worth, value=points
            )
        return facts.Hand(seat.id, cards, worth)

    def _hand_of_out(
        self, seat: Seat, cards: dict[str, int] | None, points: int | None, at: str
    ) -> facts.Hand:
        if cards or points:
            raise BadDocument(at, "%(name)s went out and has nothing left", name=seat.name)
        return facts.Hand(seat.id, {}, None if self.rules.counts_wins else 0)

    def _cards(self, cards: Mapping[str, int] | None, at: str) -> dict[str, int] | None:
        if cards is None:
            return None
        try:
            return by_class(cards, self.rules)
        except IllegalHand as wrong:
            if wrong.problem == "card":
                raise BadDocument(at, "no card %(card)s", card=f'"{str(wrong.value)[:20]}"') from None
            raise BadDocument(at, "not a number of cards: %(value)s", value=wrong.value) from None

    def _chain(self, out: uuid.UUID | None) -> facts.LastCards | None:
        chain: Any = self.record.get("chain")  # the schema says nothing of it
        if chain is None:
            return None
        at = f"{self.at}.chain"
        if self.rules.chain is None or out is None or not isinstance(chain, dict):
            raise BadDocument(at, "nobody draws for a chain here")
        most = self.rules.most_of(self.rules.by_key[self.rules.chain.card_class])
        cards = whole(chain.get("cards"), f"{at}.cards", least=1, most=most)
        return facts.LastCards(cards, self._seat(chain.get("drawer"), "chain.drawer").id)

    def _seat(self, player: Any, field: str) -> Seat:
        if not isinstance(player, str) or player not in self.seats:
            raise BadDocument(f"{self.at}.{field}", "no such seat")
        return self.seats[player]
