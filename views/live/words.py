"""Why a hand that was sent cannot count, as a sentence."""

from __future__ import annotations

from flask_babel import gettext as _

from models import Seat, Session
from models.table.counting import NotCounted
from views.wording.hands import hand_in_words, name_of, round_in_words, the_word


def refusal_in_words(refused: NotCounted, session: Session, seat: Seat | None = None) -> str:
    """seat: whose hand it is about, where it is about one."""
    name = seat.name if seat else _("Somebody")
    if refused.saved is not None:
        said = round_in_words(refused.saved, session)
        return _("That was saved in the meantime: %(said)s.", said=said)
    if refused.count is not None:
        return _of_another_count(refused, name, session)
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


def _of_another_count(refused: NotCounted, name: str, session: Session) -> str:
    count = refused.count
    assert count is not None  # noqa: S101 - asked before
    hand = hand_in_words(count.hand, session) or _("no cards")
    if refused.reason == "other":
        return _("%(phone)s has already sent this hand: %(hand)s.", phone=count.by, hand=hand)
    again = _("%(name)s has counted again in the meantime: %(hand)s. Look once more.")
    return again % {"name": name, "hand": hand}


def _who_is_out(session: Session, number: int) -> str:
    out = session.counted(number).out
    if out is None:
        return _("Another phone has said that nobody went out.")
    return _("Another phone has said that %(name)s is out.", name=name_of(out, session))
