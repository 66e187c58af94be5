"""What a workbook shows of a hand, and of bonus and penalty points."""

from __future__ import annotations

from flask_babel import gettext as _

from files.document.rows import PlayedSession
from game.scoring import facts
from game.scoring.facts import Adjustment
from game.scoring.rules import Rules
from game.scoring.standings import Gains
from game.texts import in_language


def points_shown(session: PlayedSession, hand: facts.Hand, gains: Gains) -> int | None:
    """The points of a hand or, where one seat collects them, what its total grew by."""
    return gains[hand.seat] if session.rules.collects else hand.points


def headings(rules: Rules) -> tuple[str, str, str]:
    """The columns of a player in a session: what a round adds, the total, and what was left or typed."""
    added = _("Points") if rules.counts_points else _("Wins") if rules.counts_wins else _("Ranks")
    return added, _("Total"), _("Cards left") if rules.classes else _("Hand")


def left_in_hand(session: PlayedSession, played: facts.Round, hand: facts.Hand, language: str) -> str | None:
    """The cards left, or the points as typed where they are not the points shown; and what multiplies it."""
    rules = session.rules
    is_out = played.out == hand.seat
    parts: list[str] = []
    if hand.cards:
        parts.append(rules.cards_in_figures(hand.cards, language))
    elif hand.typed:
        parts.append(hand.typed)
    elif rules.collects and hand.points is not None and not is_out:
        parts.append(str(hand.points))
    if not is_out:
        parts += [in_language(each.name, language) for each in rules.applied(hand, played)]
    return " · ".join(parts) or None


def adjustment_in_words(adjustment: Adjustment, rules: Rules) -> str:
    """Bonus or penalty, and its reason."""
    kind = _("Bonus") if rules.is_bonus(adjustment.points) else _("Penalty")
    return f"{kind}: {adjustment.reason}" if adjustment.reason else str(kind)
