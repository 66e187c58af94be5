"""A printed score sheet: a column for each seat, a line for each deal, filled in or empty."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from flask_babel import gettext as _

from game.scoring.deal import Deal
from game.variants.text import in_language
from models import Session
from views.web.language import current_language
from views.wording.cards import lettered
from views.wording.deals import prompts_of
from views.wording.figures import with_minus
from views.wording.hands import name_of, the_word
from views.wording.multipliers import multipliers_of
from views.wording.phrases import opening, words
from views.wording.results import end_in_a_sentence, winner_in_words
from views.wording.score_sheet import AddedLine, ScoreSheet, ScoreSheetCell, ScoreSheetLine

SIZES = ("a4", "letter")
WIDEST_UPRIGHT = 8  # more players than this lie across
LEAST_WIDTHS = {"portrait": 190, "landscape": 259}  # millimetres that any of the papers has
DEAL_WIDTH = 25
LETTER_WIDTHS = {"": 2.7, "long": 2.2}  # millimetres, of a wide letter in each look
SMALLEST = "very-long"
BETWEEN_WORDS = re.compile(r"[\s-]")
FEW_LINES, SOME_LINES = 7, 10
LINES_A_PAGE = 15


@dataclass(frozen=True)
class Column:
    """A player, and how wide the column is, in millimetres."""

    name: str
    team: str
    width: float

    @property
    def look(self) -> str:
        """ "", "long" or "very-long": how small the name is set, so that no word of it is broken, as far as
        letters can be that small.
        """
        longest = max((len(word) for word in BETWEEN_WORDS.split(self.name)), default=0)
        fitting = (look for look, letter in LETTER_WIDTHS.items() if longest * letter <= self.width)
        return next(fitting, SMALLEST)


class Paper:
    """The sheet of a session, or of one that is only planned; `filled` with what has been played.

    code: a QR code as an SVG.
    """

    def __init__(
        self,
        session: Session,
        *,
        group: str,
        day: date | None,
        place: str,
        filled: bool,
        size: str,
        code: str | None,
    ) -> None:
        self.session, self.filled = session, filled
        self.group, self.day, self.place, self.size, self.code = group, day, place, size, code
        self.score_sheet = ScoreSheet(session)
        self.leaves = leaves_of(session, self.score_sheet, filled=filled)

    @property
    def game(self) -> str:
        return in_language(self.session.wording.name, current_language())

    @property
    def deal(self) -> str:
        return the_word(self.session, "Round")

    @property
    def way(self) -> str:
        return "portrait" if len(self.session.seats) <= WIDEST_UPRIGHT else "landscape"

    @property
    def page_style(self) -> str:
        """The style sheet with the paper size; an @page rule cannot depend on a class."""
        return f"css/page-{self.size}-{self.way}.css"

    @property
    def spacing(self) -> str:
        most = max(len(leaf.rows) for leaf in self.leaves)
        return "loose" if most <= FEW_LINES else "even" if most <= SOME_LINES else "dense"

    @cached_property
    def columns(self) -> list[Column]:
        width = (LEAST_WIDTHS[self.way] - DEAL_WIDTH) / len(self.session.seats) - 2
        return [Column(seat.player.name, _team(seat.team), width) for seat in self.session.seats]

    @property
    def starts(self) -> list[int]:
        """Start points of late joiners; empty without any."""
        starts = self.score_sheet.starts
        return starts if self.filled and any(starts) else []

    @cached_property
    def winners(self) -> list[bool]:
        """By column, once it is over."""
        return [self._is_result and won for won in self.score_sheet.winners]

    @property
    def values(self) -> list[tuple[str, str]]:
        """What a card left costs, by label."""
        if self.session.scoring_rules.counts_wins:
            return []
        return [(lettered(words(c.label)), with_minus(c.points or 0)) for c in self.session.wording.classes]

    @property
    def notes(self) -> list[str]:
        """How the game is won where the values of the cards do not say so, and what multiplies."""
        rules = self.session.scoring_rules
        named = [f"{each.figure}: {each.reason}." for each in multipliers_of(self.session)]
        return [*filter(None, (winner_in_words(rules), end_in_a_sentence(rules))), *named]

    @property
    def legend(self) -> str:
        """What stands in a cell."""
        rules = self.session.scoring_rules
        if not rules.has_round_winner:
            return _("Left: this deal. Right: the total so far.")
        if rules.classes:
            return _("Left: this deal, × for out. Right: the total so far.")
        return _("Left: this deal, × for the winner. Right: the total so far.")

    @cached_property
    def eliminated(self) -> list[bool]:
        """By column: who plays no further deal."""
        seats = self.session.seat_facts() if self.filled else []
        out = {seat.id for seat in seats if seat.eliminated_after is not None}
        return [seat.id in out for seat in self.session.seats]

    @property
    def before(self) -> list[AddedLine]:
        """Bonus and penalty points before the first deal."""
        return self.score_sheet.before if self.filled else []

    @property
    def reminders(self) -> list[tuple[str, str]]:
        """Prompts of every moment; a sheet of many deals says "the dealer" instead of names."""
        if self._is_result:
            return []
        dealer, leader = _("the dealer"), _("the player on the dealer’s left")
        deal = self.session.plan()[0]
        prompts = [p for at in ("deal", "count") for p in prompts_of(self.session, at, deal, dealer, leader)]
        return [(lead, opening(text)) for lead, text in prompts]

    @property
    def code_caption(self) -> str:
        return _("Back to this game") if self.session.night else _("Type the sheet in")

    @property
    def _is_result(self) -> bool:
        return self.filled and self.session.is_finished


def _team(team: str | None) -> str:
    return _("Team %(number)s", number=team) if team else ""


@dataclass(frozen=True)
class PrintedDeal:
    """A line. dealer: "" where a cut decides; cells: None where there is room to write.

    added: bonus and penalty points below it. factor: "×2" if all hands were multiplied. block: heading above
    the first line of a block of deals, else "".
    """

    number: int
    cards: int
    dealer: str
    cells: list[ScoreSheetCell] | None
    added: list[AddedLine]
    factor: str
    block: str

    @property
    def totals(self) -> list[int] | None:
        """The totals below it, once it has been played."""
        if self.added:
            return self.added[-1].totals
        return [cell.total for cell in self.cells] if self.cells else None

    @property
    def lines(self) -> int:
        """How many lines of a page it needs."""
        return 1 + len(self.added)


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
    """At least one page, `filled` with what has been played; or only totals if the rounds are unknown."""
    played = {line.number: line for line in sheet.lines} if filled else {}
    rows = [_printed(session, deal, played.get(deal.number)) for deal in _deals(session, filled=filled)]
    pages = _pages(rows)
    known = sheet.totals if filled and session.totals_only else None
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


def _pages(rows: list[PrintedDeal]) -> list[list[PrintedDeal]]:
    """The rows by page; a deal and what was added below it stay together."""
    pages: list[list[PrintedDeal]] = [[]]
    for row in rows:
        used = sum(above.lines for above in pages[-1])
        if pages[-1] and used + row.lines > LINES_A_PAGE:
            pages.append([])
        pages[-1].append(row)
    return pages


def _deals(session: Session, *, filled: bool) -> list[Deal]:
    """The deals that get a line: those played in a finished session, otherwise the plan, or full pages."""
    played = len(session.rounds)
    if filled and session.totals_only:
        return []
    if filled and session.is_finished:
        return session.plan()[:played] or session.plan()
    rules = session.rules_in_force
    if rules.rounds is not None:
        return session.plan()
    pages = played // LINES_A_PAGE + 1
    return session.plan(replace(rules, rounds=pages * LINES_A_PAGE))


def _printed(session: Session, deal: Deal, played: ScoreSheetLine | None) -> PrintedDeal:
    return PrintedDeal(
        number=deal.number,
        cards=deal.hand_size,
        dealer=name_of(deal.dealer, session) if deal.dealer else "",
        cells=played.cells if played else None,
        added=played.added if played else [],
        factor=played.factor if played else "",
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
