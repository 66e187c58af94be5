"""A round as it is tapped or typed: who is out, what each seat has left, who drew for the last cards.

Field names: `out` (a seat id or "none"), `cards-<seat id>-<class>` (a count), `points-<seat id>` (a number
or a sum), `chain_cards`, `chain_drawer`, `accepted` (oddities the table has waved through), and for a
correction `dealer`, `hand_size` and `seen`. The set of fields is the session's, so it is not a class body.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence

from flask import request
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.hands import COUNT_DIGITS, HandEntry
from models.round import Round
from models.seat import Seat
from models.session import Session
from models.table.rounds import fingerprint
from scoring import facts
from scoring.deal import Deal
from scoring.oddities import Oddity, oddities
from scoring.rules import Rules

NOBODY = "none"
MOST_CARDS_DEALT = 52


class RoundForm(ChangeForm):
    """Built for the seats of one round; `valid()` fills `played`, or says what is wrong where it is wrong."""

    def setup(
        self, session: Session, deal: Deal, seats: Sequence[Seat], saved: Round | None = None
    ) -> RoundForm:
        self.session, self.deal, self.seats, self.saved = session, deal, list(seats), saved
        self.rules: Rules = session.scoring_rules
        self.errors_at_top: list[str] = []
        self.odd: list[Oddity] = []
        self.played: facts.Round | None = None
        self.is_sent = request.method == "POST"
        if self.is_sent:
            self._read_request()
        elif saved is not None:
            self._read_saved(saved)
        else:
            self._read_nothing()
        return self

    def _read_nothing(self) -> None:
        self.out = self.chain_cards = self.chain_drawer = self.accepted = self.seen = ""
        self.dealer, self.hand_size = str(self._dealt()[0] or ""), str(self._dealt()[1])
        self.shown_dealer, self.shown_hand_size = self.dealer, self.hand_size
        self.hands = [HandEntry(seat, {c.key: "" for c in self.rules.classes}) for seat in self.seats]

    def _dealt(self) -> tuple[object, int]:
        """Who dealt how many, as far as the table knows."""
        if self.saved is not None:
            return self.saved.dealer_id, self.saved.hand_size
        return self.deal.dealer, self.deal.hand_size

    def _read_request(self) -> None:
        def text(name: str, longest: int = 400) -> str:
            sent = request.form.get(name) or ""
            return sent if len(sent) <= longest else f"{sent[:longest]}…"  # cut, it means nothing

        self.out = text("out")
        self.chain_cards, self.chain_drawer = text("chain_cards"), text("chain_drawer")
        self.accepted, self.seen = text("accepted", 4000), text("seen")
        self.shown_dealer, self.shown_hand_size = text("shown_dealer"), text("shown_hand_size")
        # What this phone left as it was shown follows the table, where another dealer may have been named.
        dealer, hand_size = text("dealer"), text("hand_size")
        self.dealer = dealer if dealer and dealer != self.shown_dealer else str(self._dealt()[0] or "")
        self.hand_size = (
            hand_size if hand_size and hand_size != self.shown_hand_size else str(self._dealt()[1])
        )
        self.hands = [
            HandEntry(
                seat,
                {c.key: text(f"cards-{seat.id}-{c.key}") for c in self.rules.classes},
                text(f"points-{seat.id}"),
            )
            for seat in self.seats
        ]

    def _read_saved(self, saved: Round) -> None:
        self._read_nothing()
        self.out = str(saved.out_id) if saved.out_id else NOBODY
        self.seen = fingerprint(saved.facts())
        if saved.chain:
            self.chain_cards, self.chain_drawer = str(saved.chain["cards"]), saved.chain["drawer"]
        left = {hand.seat_id: hand for hand in saved.hands}
        for entry in self.hands:
            hand = left.get(entry.seat.id)
            if hand is None or hand.seat_id == saved.out_id:
                continue
            if hand.cards is not None:
                entry.cards = {c.key: str(hand.cards.get(c.key) or "") for c in self.rules.classes}
                if not any(entry.cards.values()):
                    entry.cards[self.rules.classes[0].key] = "0"  # counted, and nothing there
            elif hand.points is not None:
                entry.points = str(hand.points)

    def valid(self) -> bool:
        """Whether the round can be saved as it is; fills `played` and `odd`."""
        if not self.validate_on_submit():
            return False
        out = self._out()
        hands = [entry.read(self.rules, is_out=entry.seat.id == out) for entry in self.hands]
        chain = self._chain(out)
        dealer, hand_size = self._dealer(), self._hand_size()
        if self.errors_at_top or any(entry.error for entry in self.hands) or dealer is None:
            return False
        self.played = facts.Round(
            number=self.deal.number,
            dealer=dealer,
            hand_size=hand_size,
            out=out,
            hands=tuple(hand for hand in hands if hand is not None),
            chain=chain,
        )
        self.odd = [odd for odd in oddities(self.played, self.rules) if self._mark(odd) not in self.accepted]
        return not self.odd

    def marks(self) -> str:
        """What "save anyway" accepts: these oddities and no others."""
        return " ".join([self.accepted, *(self._mark(odd) for odd in self.odd)]).strip()

    def _mark(self, odd: Oddity) -> str:
        return hashlib.sha256(repr(odd).encode()).hexdigest()[:12]

    def _out(self) -> uuid.UUID | None:
        if self.out == NOBODY:
            return None
        found = next((seat for seat in self.seats if str(seat.id) == self.out), None)
        if found is None:
            self.errors_at_top.append(_("Who is out? Choose a player, or “Nobody went out”."))
            return None
        return found.id

    def _chain(self, out: uuid.UUID | None) -> facts.LastCards | None:
        if self.rules.chain is None or not self.chain_cards.strip() or self.chain_cards.strip() == "0":
            return None
        most = self.rules.most_of(self.rules.by_key[self.rules.chain.card_class])
        count = self.chain_cards.strip()
        if not _is_count(count, most):
            self.errors_at_top.append(_("How many were in the chain? 1 to %(most)d.", most=most))
            return None
        drawer = next((s for s in self.seats if str(s.id) == self.chain_drawer and s.id != out), None)
        if out is None:
            self.errors_at_top.append(_("A chain is drawn only when somebody went out on it."))
        elif drawer is None:
            self.errors_at_top.append(_("Who drew for the chain?"))
        else:
            return facts.LastCards(int(count), drawer.id)
        return None

    def _dealer(self) -> uuid.UUID | None:
        found = next((seat for seat in self.session.seats if str(seat.id) == self.dealer), None)
        if found is None:
            self.errors_at_top.append(_("Who dealt? Choose the dealer first."))
        return found.id if found else None

    def _hand_size(self) -> int:
        text = self.hand_size.strip()
        if _is_count(text, MOST_CARDS_DEALT):
            return int(text)
        self.errors_at_top.append(_("Cards dealt: 1 to %(most)d.", most=MOST_CARDS_DEALT))
        return self.deal.hand_size


def _is_count(text: str, most: int) -> bool:
    return text.isdecimal() and len(text) <= COUNT_DIGITS and 1 <= int(text) <= most
