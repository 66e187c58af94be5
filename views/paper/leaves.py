"""The pages of a printed score sheet: deals down, with what has been played or room to write."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask_babel import gettext as _

from game.scoring.deal import Deal
from models import Session
from views.wording.hands import name_of, the_word
from views.wording.score_sheet import ScoreSheet, ScoreSheetCell

LINES_A_PAGE = 15


@dataclass(frozen=True)
class PrintedDeal:
    """One line. dealer: "" where a cut will tell; cells is None where there is room to write.

    block: what stands above the line where a block of deals begins, else "".
    """

    number: int
    cards: int
    dealer: str
    cells: list[ScoreSheetCell] | None
    block: str

    @property
    def totals(self) -> list[int] | None:
        """What stands below it, once it has been played."""
        return [cell.total for cell in self.cells] if self.cells else None


@dataclass(frozen=True)
class Leaf:
    """One page, numbered from 1.

    carried: the totals from the page before; totals: those at its foot; None: room to write.
    """

    number: int
    rows: list[PrintedDeal]
    is_last: bool
    carried: list[int] | None
    totals: list[int] | None

    @property
    def is_first(self) -> bool:
        return self.number == 1


def leaves_of(session: Session, sheet: ScoreSheet, *, filled: bool) -> list[Leaf]:
    """At least one page, `filled` with what has been played; of a summed session only totals are known."""
    cells = {line.number: line.cells for line in sheet.lines} if filled else {}
    rows = [_printed(session, deal, cells.get(deal.number)) for deal in _deals(session, filled=filled)]
    starts = range(0, max(len(rows), 1), LINES_A_PAGE)
    pages = [rows[start : start + LINES_A_PAGE] for start in starts]
    known = sheet.totals if filled and session.summed else None
    totals = [known or (page[-1].totals if page else None) for page in pages]
    return [
        Leaf(
            number=place + 1,
            rows=page,
            is_last=place == len(pages) - 1,
            carried=totals[place - 1] if place else None,
            totals=totals[place],
        )
        for place, page in enumerate(pages)
    ]


def _deals(session: Session, *, filled: bool) -> list[Deal]:
    """The deals that need a line: what was played of a finished session, else the plan, or full pages."""
    played = len(session.rounds)
    if filled and session.summed:
        return []
    if filled and session.is_finished:
        return session.plan()[:played] or session.plan()
    rules = session.rules_in_force
    if rules.rounds is not None:
        return session.plan()
    pages = played // LINES_A_PAGE + 1
    return session.plan(replace(rules, rounds=pages * LINES_A_PAGE))


def _printed(session: Session, deal: Deal, cells: list[ScoreSheetCell] | None) -> PrintedDeal:
    return PrintedDeal(
        number=deal.number,
        cards=deal.hand_size,
        dealer=name_of(deal.dealer, session) if deal.dealer else "",
        cells=cells,
        block=_block(session, deal),
    )


def _block(session: Session, deal: Deal) -> str:
    rules = session.rules_in_force
    if rules.block is None or deal.number_in_block != 1 or rules.rounds == rules.block:
        return ""
    words = {"block": the_word(session, "Block"), "number": deal.block}
    if deal.number == 1:
        return f"{words['block']} {deal.block}"
    return _("%(block)s %(number)d: cut again for the deal", **words)
