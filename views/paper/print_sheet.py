"""A printed score sheet: a column for each seat, a line for each deal, filled in or empty."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from flask_babel import gettext as _

from game.scoring.deal import Deal
from game.texts import in_language
from models import Session
from views.paper.leaves import (
    DEAL_WIDTH,
    MAX_LINES,
    POINT,
    PRINTABLE,
    Cells,
    Frame,
    Leaf,
    PrintedDeal,
    pages_of,
    text_lines,
)
from views.web.language import current_language
from views.words.cards import lettered
from views.words.deals import prompts_of
from views.words.figures import signed, with_minus
from views.words.hands import multipliers_of, name_of, the_word
from views.words.phrases import opening, words
from views.words.results import end_in_a_sentence, winner_in_words
from views.words.score_sheet import AddedLine, ScoreSheet, ScoreSheetLine

SIZES = ("a4", "letter")
MAX_PORTRAIT_COLUMNS = 8  # more players than this lie across
MIN_WIDTHS = {"portrait": 190, "landscape": 259}  # millimetres that any of the papers has
LETTER_WIDTHS = {"": 2.7, "long": 2.2}  # millimetres, of a wide letter in each look
SMALLEST = "very-long"
NAME_SIZES = {"": 11, "long": 9, "very-long": 6.5}
BETWEEN_WORDS = re.compile(r"[\s-]")
GAP, TOTALS_HEIGHT = 3, 11
CODE_WIDTH = 56  # millimetres with its caption


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

    @property
    def height(self) -> float:
        """Of the head of the column, in millimetres."""
        size = NAME_SIZES[self.look]
        name = text_lines(self.name, self.width, size) * size * 1.15 * POINT
        return 2.5 + name + text_lines(self.team, self.width, 7.5) * 7.5 * 1.25 * POINT


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

    @property
    def game(self) -> str:
        return in_language(self.session.rules.name, current_language())

    @property
    def deal(self) -> str:
        return the_word(self.session, "Round")

    @property
    def way(self) -> str:
        return "portrait" if len(self.session.seats) <= MAX_PORTRAIT_COLUMNS else "landscape"

    @property
    def page_style(self) -> str:
        """The style sheet with the paper size; an @page rule cannot depend on a class."""
        return f"css/page-{self.size}-{self.way}.css"

    @cached_property
    def leaves(self) -> list[Leaf]:
        """At least one page; only totals if the rounds are unknown."""
        pages, sheet = self._pages[0], self.score_sheet
        known = sheet.totals if self.filled and self.session.totals_only else None
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

    @property
    def spacing(self) -> str:
        """How high the lines are: a key of LINE_HEIGHTS."""
        return self._pages[1]

    @cached_property
    def cells(self) -> Cells:
        """How points and totals stand in the cells."""
        sheet = self.score_sheet
        lines = sheet.lines if self.filled else []
        added_lines = [*self.before, *(added for line in lines for added in line.added)]
        written = [cell.written for line in lines for cell in line.cells]
        written += [signed(points) for added in added_lines for points in added.points if points is not None]
        totals = [total for line in lines for total in line.totals]
        totals += [total for added in added_lines for total in added.totals]
        totals += [*sheet.starts, *sheet.totals] if self.filled else []
        longest = max(map(len, [*written, *map(with_minus, totals)]), default=0)
        return Cells(self.columns[0].width, longest)

    @cached_property
    def _pages(self) -> tuple[list[list[PrintedDeal]], str]:
        session = self.session
        played = {line.number: line for line in self.score_sheet.lines} if self.filled else {}
        rows = [
            _printed(session, deal, played.get(deal.number)) for deal in _deals(session, filled=self.filled)
        ]
        is_open = session.rules_in_force.rounds is None and not self._is_result
        needed = len(session.rounds) + 1 if is_open else len(rows)
        return pages_of(rows, needed, self.cells, self._frame, PRINTABLE[self.size, self.way][1])

    @property
    def _frame(self) -> Frame:
        width = PRINTABLE[self.size, self.way][0]
        both = max(column.height for column in self.columns) + TOTALS_HEIGHT
        return Frame(
            first=self._head(width - (CODE_WIDTH if self.code else 0)) + both + self._foot(width),
            others=self._head(width) + both,
            before=self.before,
            start=bool(self.starts),
        )

    def _head(self, width: float) -> float:
        facts = "  ".join([self.group, _("Date"), "0" * 20, self.place, "0" * 12])
        title = text_lines(f"{self.game} {_('Page %(number)s of %(count)s', number=10, count=10)}", width, 16)
        lines = text_lines(facts, width, 9)
        return max(22, (title * 18 + lines * 9) * 1.25 * POINT + lines + 1) + GAP

    def _foot(self, width: float) -> float:
        legend = [self.legend, *(f"{lead} {text}" for lead, text in self.reminders)]
        paragraphs = [" ".join(self.notes), " ".join(legend)]
        lines = sum(text_lines(text, width, 8.5) for text in paragraphs)
        labels = [text_lines(label, width / len(self.values), 9) for label, _points in self.values]
        values = (max(labels) + 1) * 8.5 * 1.25 * POINT + 3 if labels else 0
        return GAP + values + lines * 8.5 * 1.25 * POINT + 4

    @cached_property
    def columns(self) -> list[Column]:
        width = (MIN_WIDTHS[self.way] - DEAL_WIDTH) / len(self.session.seats) - 2
        return [
            Column(seat.player.name, _("Team %(number)s", number=seat.team) if seat.team else "", width)
            for seat in self.session.seats
        ]

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
        """Points of a card left in a hand, by label."""
        if self.session.rules.counts_wins:
            return []
        return [(lettered(words(c.label)), with_minus(c.points or 0)) for c in self.session.rules.classes]

    @property
    def notes(self) -> list[str]:
        """How the game is won where the values of the cards do not say so, and what multiplies."""
        rules = self.session.rules
        multipliers = [f"{shown.figure}: {shown.reason}." for shown in multipliers_of(self.session)]
        return [*filter(None, (winner_in_words(rules), end_in_a_sentence(rules))), *multipliers]

    @property
    def legend(self) -> str:
        """Explains the cells."""
        rules = self.session.rules
        if self.cells.is_stacked:
            return self._stacked_legend
        if not rules.has_round_winner:
            return _("Left: this deal. Right: the total so far.")
        if rules.classes:
            return _("Left: this deal, × for out. Right: the total so far.")
        return _("Left: this deal, × for the winner. Right: the total so far.")

    @property
    def _stacked_legend(self) -> str:
        rules = self.session.rules
        if not rules.has_round_winner:
            return _("Above: this deal. Below: the total so far.")
        if rules.classes:
            return _("Above: this deal, × for out. Below: the total so far.")
        return _("Above: this deal, × for the winner. Below: the total so far.")

    @cached_property
    def eliminated(self) -> list[bool]:
        """By column: who plays no further deal."""
        seats = self.session.scored.seats if self.filled else []
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


def _deals(session: Session, *, filled: bool) -> list[Deal]:
    """The deals that get a line: those played in a finished session, otherwise the plan; of a game without a
    number of rounds enough to fill the page with the next deal.
    """
    played = len(session.rounds)
    if filled and session.totals_only:
        return []
    if filled and session.is_finished:
        return session.plan()[:played] or session.plan()
    rules = session.rules_in_force
    if rules.rounds is not None:
        return session.plan()
    return session.plan(replace(rules, rounds=played + MAX_LINES + 1))


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
