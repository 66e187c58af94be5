"""The state of the next round's counts for one phone, and messages for rejected counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property

from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.elapsed import elapsed
from game.scoring import facts
from game.scoring.counts import Count
from game.scoring.deal import Deal
from game.scoring.hand import as_typed
from game.scoring.shown import text_of
from models import Player, Seat, Session
from models.table.counting import CountRejected
from views.live.fragments import SessionAccess
from views.web.clock import now
from views.words.hands import (
    hand_in_words,
    name_of,
    nobody_went_out,
    points_in_words,
    round_in_words,
    the_word,
)
from views.words.phrases import listed

PHONE_EXPIRY = timedelta(hours=12)


class CountingState:
    """The counts of the next round: the seat that is out, the hands counted, the next step for this phone."""

    def __init__(self, session: Session, access: SessionAccess) -> None:
        self.session, self.access = session, access
        self.rules = session.rules
        self.number = len(session.rounds) + 1
        self.counting = session.counted(self.number)
        self.playing = session.playing(self.number)

    @property
    def out(self) -> Seat | None:
        return self.session.seat(self.counting.out)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        """Clockwise, from the seat that is out."""
        first = self.playing.index(self.out) if self.out in self.playing else 0
        return [*self.playing[first:], *self.playing[:first]]

    @cached_property
    def own_seats(self) -> Sequence[Seat]:
        """The seats of this phone's people."""
        return [seat for seat in self.playing if seat.player_id in self.access.people]

    @property
    def to_count(self) -> Sequence[Seat]:
        """All seats but the one that is out."""
        return [seat for seat in self.seats if seat.id != self.counting.out]

    @property
    def counts_hands(self) -> bool:
        """Whether each hand has cards or points to enter."""
        return bool(self.rules.classes) or self.rules.is_typed

    @property
    def takes_hands(self) -> bool:
        """Whether the round has ended, as far as a phone can tell: hands are entered and saved."""
        return self.counting.out_is_declared or not self.rules.has_round_winner

    @property
    def has_ended(self) -> bool:
        """Whether a phone has sent that the round is over: who is out, or a first hand where nobody is."""
        counting = self.counting
        return counting.out_is_declared or (counting.has_begun and not self.rules.has_round_winner)

    @property
    def missing(self) -> Sequence[Seat]:
        """Seats without a count, once the round has ended."""
        return [seat for seat in self.to_count if seat.id not in self.counting.counts]

    @property
    def own_missing(self) -> Sequence[Seat]:
        """This phone's seats among them, where hands have to be counted at all."""
        if not self.has_ended or self.rules.cards_optional:
            return []
        return [seat for seat in self.missing if seat in self.own_seats]

    @property
    def is_complete(self) -> bool:
        return self.takes_hands and not (self.missing and not self.rules.cards_optional)

    @property
    def headline(self) -> str:
        """ "Cara is out", "Cara has won" if no cards are counted, or that nobody went out; "" during play."""
        if not self.counting.out_is_declared:
            return ""
        if self.out is None:
            return nobody_went_out(self.session)
        if self.rules.classes:
            return _("%(name)s is out", name=self.out.name)
        return _("%(name)s has won", name=self.out.name)

    @property
    def progress(self) -> str:
        """ "2 of 3 hands in", "2 of 3 entered"; "" where hands are not counted."""
        if not self.counts_hands:
            return ""
        total = len(self.to_count)
        done = total - len(self.missing)
        if self.rules.is_typed:
            return _("%(done)d of %(whole)d entered", done=done, whole=total)
        return _("%(done)d of %(whole)d hands in", done=done, whole=total)

    @property
    def summary(self) -> str:
        """Text of the link to the hands: how far they are in."""
        if not self.counts_hands:
            return _("The result")
        if not self.is_complete:
            return self.progress
        return _("Everything is entered") if self.rules.is_typed else _("All hands are in")

    @property
    def invitation(self) -> str:
        """Text of the link to the pad of an own hand."""
        if not self.rules.is_typed:
            return _("Count your hand")
        return _("Enter your place") if self.rules.tally == "places" else _("Enter your points")

    @property
    def waited_for(self) -> str:
        """Names; "" where hands are not counted."""
        if not self.counts_hands:
            return ""
        return listed([seat.name for seat in self.missing])

    def count_of(self, seat: Seat) -> Count | None:
        return self.counting.counts.get(seat.id) if seat.id != self.counting.out else None

    def shows(self, seat: Seat) -> bool:
        """Whether this phone may see the hand: one's own always, the others' once one's own are in."""
        if seat in self.own_seats:
            return True
        return not self.own_missing if self.own_seats else self.access.may_score or self.is_complete

    def neighbour(self, seat: Seat) -> Seat | None:
        """SP28: the left neighbour, who checks this seat's count; None where the rules have no check."""
        if not self.rules.left_neighbour_checks or seat not in self.playing:
            return None
        return self.playing[(self.playing.index(seat) + 1) % len(self.playing)]

    @property
    def to_check(self) -> Sequence[Seat]:
        """Whose hands this phone's people look at, as far as they are in."""
        if self.own_missing:
            return []
        return [
            seat for seat in self.to_count if self.count_of(seat) and self.neighbour(seat) in self.own_seats
        ]

    @property
    def shown(self) -> str:
        """Marks of the counts on the page, as a sent round repeats them."""
        return text_of({f"hand:{seat}": count.token for seat, count in self.counting.counts.items()})

    @property
    def announcement(self) -> str:
        """Text for the page's live region."""
        return ", ".join(part for part in (self.headline, self.takes_hands and self.progress) if part)

    @cached_property
    def deal(self) -> Deal:
        return self.session.upcoming_deal()

    @property
    def cards_dealt(self) -> str:
        """ "3 cards dealt"; "" if that is not recorded."""
        if not self.deal.hand_size:
            return ""
        return ngettext("%(num)d card dealt", "%(num)d cards dealt", self.deal.hand_size)

    def state_of(self, seat: Seat) -> str:
        """ "counting", "in", "in, Bo checks", "in, checked by Bo", "Bo says: not right"."""
        if self.counting.out_is_declared and seat.id == self.counting.out:
            return _("out") if self.rules.classes else _("won")
        count, neighbour = self.count_of(seat), self.neighbour(seat)
        if count is None:
            if not self.takes_hands:
                return _("playing")
            if not self.counts_hands:
                return ""
            if self.rules.is_typed:
                return _("not entered yet")
            return _("counting") if has_phone(seat.player) else _("waits to be counted")
        if neighbour is None:
            return _("in")
        if count.is_right is None:
            return _("in, %(name)s checks", name=neighbour.name)
        if count.is_right:
            return _("in, checked by %(name)s", name=neighbour.name)
        return _("%(name)s says: not right", name=neighbour.name)

    def states_of(self, side: Sequence[Seat]) -> str:
        """The states of all seats of a side."""
        return ", ".join(self.state_of(seat) for seat in side if seat in self.playing)

    @property
    def step(self) -> str:
        """What this phone does now, with the round: another step is another page."""
        if not self.takes_hands:
            return f"{self.number}-playing"
        return f"{self.number}-counting" if self.own_missing else f"{self.number}-waiting"

    def typed_points(self, count: Count) -> str:
        """The points of a count, as a form has them."""
        return as_typed(count.hand, self.rules)

    def points_in_words(self, count: Count) -> str:
        """ "60 points", "place 2"; "" where none are counted."""
        points = count.hand.points
        return "" if points is None else points_in_words(points, self.session)

    @property
    def own_to_enter(self) -> Sequence[Seat]:
        """This phone's seats whose hand can be entered now."""
        if self.rules.has_round_winner:
            return self.own_missing
        return [seat for seat in self.missing if seat in self.own_seats]

    @property
    def chain(self) -> facts.LastCards | None:
        return self.counting.chain

    @property
    def draws(self) -> str:
        """ "Dilan draws 4 for the chain before counting."; "" where none has to."""
        if self.chain is None or self.rules.chain is None:
            return ""
        return _(
            "%(name)s draws %(count)d for the chain before counting.",
            name=name_of(self.chain.drawer, self.session),
            count=self.rules.chain.drawn_for(self.chain.cards),
        )


def has_phone(player: Player) -> bool:
    """Whether a phone has been this player's within PHONE_EXPIRY."""
    return player.phone_at is not None and elapsed(player.phone_at, now()) < PHONE_EXPIRY


def refusal_in_words(refused: CountRejected, session: Session, seat: Seat | None = None) -> str:
    """seat: the seat of the hand, if the message is about one."""
    name = seat.name if seat else _("Somebody")
    if refused.saved is not None:
        result = round_in_words(refused.saved, session)
        return _("That was saved in the meantime: %(said)s.", said=result)
    if refused.count is not None:
        hand = hand_in_words(refused.count.hand, session) or _("no cards")
        if refused.reason == "other":
            return _("%(phone)s has already sent this hand: %(hand)s.", phone=refused.count.by, hand=hand)
        again = _("%(name)s has counted again in the meantime: %(hand)s. Look once more.")
        return again % {"name": name, "hand": hand}
    number = len(session.rounds) + 1
    if refused.reason == "over":
        return _("The game was ended in the meantime.")
    if refused.reason == "early":
        return _(
            "Earlier rounds were taken back in the meantime. This would be number %(number)d now.",
            number=number,
        )
    if refused.reason == "left":
        word = the_word(session, "round")
        return _("%(name)s does not play %(round)s %(number)d.", name=name, round=word, number=number)
    if refused.reason == "out":
        return _who_is_out(session, number)
    return _("%(name)s counts again.", name=name)


def _who_is_out(session: Session, number: int) -> str:
    out, has_cards = session.counted(number).out, session.rules.classes
    if out is None:
        said = _("Another phone has said that nobody went out.")
        return said if has_cards else _("Another phone has said that nobody won.")
    name = name_of(out, session)
    if not has_cards:
        return _("Another phone has said that %(name)s has won.", name=name)
    return _("Another phone has said that %(name)s is out.", name=name)
