"""What a workbook says, in the page's language."""

from __future__ import annotations

from datetime import datetime

from flask_babel import gettext as _
from flask_babel import to_user_timezone

from exchange.workbook import Words
from views.pages import words
from views.wording import cards_in_figures


def workbook_words() -> Words:
    return Words(
        summary=_("Sessions"),
        rounds=_("Rounds"),
        date=_("Date"),
        began=_("Began"),
        place=_("Where"),
        game=_("Game"),
        round=_("Round"),
        dealt=_("Cards dealt"),
        dealer=_("Dealer"),
        player=_("Player"),
        points=_("Points"),
        total=_("Total"),
        rank=_("Rank"),
        won=_("Winner"),
        cards=_("Cards left"),
        out=_("out"),
        start=_("Start"),
        sheet=_("Sheet"),
        local=_on_this_clock,
        variant=lambda session: words(session.rules["name"]),
        hand=lambda session, cards: cards_in_figures(cards, session),
    )


def _on_this_clock(moment: datetime) -> datetime:
    local: datetime = to_user_timezone(moment)
    return local.replace(tzinfo=None)
