"""The page on which a whole sheet is typed: heads, dealers of each line, errors and questions."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from flask import render_template
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.paper.grid import LineForm
from forms.paper.sheet import SheetForm
from game.scoring.rules import Rules
from game.scoring.sheet import SheetWarning
from models import Session
from views.words.cards import lettered
from views.words.figures import with_minus
from views.words.hands import name_of, round_warning_in_words, the_word
from views.words.phrases import listed, words
from views.words.results import out_word
from views.words.score_sheet import ScoreSheet, ScoreSheetCell, ScoreSheetLine


def sheet_page(form: SheetForm, *, action: str, back: str) -> str:
    """The page with its input. totals: computed from the sheet, once it is valid."""
    return render_template(
        "paper/entry/grid.html",
        form=form,
        **grid_of(form),
        values=values_in_words(form.session),
        hint=cells_in_words(form.rules),
        draft=draft_key(action, form.first, () if form.is_whole else form.columns.at_table),
        action=action,
        back=back,
    )


def cells_in_words(rules: Rules) -> str:
    """What can be typed into a cell."""
    if rules.counts_wins and not rules.classes:
        return _("“x” for the player who won. “/” for somebody who did not play.")
    if rules.counts_wins:
        return _(
            "“x” for the player who went out; for the others how many cards were left, or nothing. “/” for "
            "somebody who did not play."
        )
    if rules.tally == "places":
        return _("The place in that round: 1 for the best. Nothing where somebody did not play.")
    if not rules.has_round_winner:
        return _("Points (73, or 12+11+7). Nothing where somebody did not play.")
    if rules.is_typed:
        return _("Points (73, or 12+11+7), “x” for who won. Nothing where somebody did not play.")
    return _(
        "Points (73, or 12+11+7) or cards (8 K K). “x” or 0 for the player who went out. Nothing where "
        "somebody did not play."
    )


def grid_of(form: SheetForm) -> dict[str, Any]:
    """The context of templates/paper/entry/_grid.html."""
    return {
        "names": [seat.name for seat in form.seats],
        "eliminated": _eliminated(form),
        "lines": _lines(form),
        "before": _before(form.session),
        "totals": form.computed_totals,
        "problems": _problems(form),
        "doubts": [_doubt_in_words(doubt, form.session) for doubt in form.doubts],
        "out_word": out_word(form.rules),
    }


def draft_key(address: str, first: int = 1, columns: Sequence[str] = ()) -> str:
    """The key of a draft in the phone's storage: by game, first round and seats of the columns (which may
    move).
    """
    digest = hashlib.sha256(" ".join([address, *columns]).encode()).hexdigest()[:16]
    return f"{digest}/{first}/sheet"


def _eliminated(form: SheetForm) -> list[bool]:
    """By column: who plays no further deal."""
    out = {seat.id for seat in form.session.scored.seats if seat.eliminated_after is not None}
    return [seat.id in out for seat in form.seats]


def _before(session: Session) -> list[tuple[ScoreSheetLine, list[ScoreSheetCell]]]:
    """The rounds that are saved already, each with the cells of those who are still at the table."""
    places = [place for place, seat in enumerate(session.seats) if not seat.has_left]
    return [(line, [line.cells[place] for place in places]) for line in ScoreSheet(session).lines]


def _lines(form: SheetForm) -> list[tuple[LineForm, int, str]]:
    """Each line with its hand size and dealer, "" where a cut decides."""
    return [
        (line, deal.hand_size, name_of(deal.dealer, form.session) if deal.dealer else "")
        for line, deal in zip(form.lines, form.deals(), strict=True)
    ]


def _problems(form: SheetForm) -> list[tuple[str, str, str]]:
    """Field id, seat and error of each cell."""
    problems = []
    for line in form.lines:
        where = line_word(form.session, line.number)
        problems += [(form.part + line.cells[0].name, where, error) for error in line.form_errors[:1]]
        for seat, cell in zip(form.seats, line.cells, strict=True):
            problems += [(form.part + cell.name, f"{where}, {seat.name}", error) for error in cell.errors]
    for seat, start in zip(form.seats, form.starts, strict=True):
        problems += [(form.part + start.name, f"{_('Start')}, {seat.name}", error) for error in start.errors]
    for seat, total in zip(form.seats, form.written_totals or (), strict=form.written_totals is not None):
        problems += [(form.part + total.name, f"{_('Total')}, {seat.name}", error) for error in total.errors]
    return problems


def values_in_words(session: Session) -> str:
    """ "8 = 50 · K = 20": the card values, for the person who types."""
    if session.rules.counts_wins:
        return ""
    pairs = [(lettered(words(c.label)), with_minus(c.points or 0)) for c in session.rules.classes]
    return " · ".join(f"{label}\u00a0=\u00a0{points}" for label, points in pairs)


def line_word(session: Session, number: int) -> str:
    """ "Round 6"."""
    return _("%(round)s %(number)d", round=the_word(session, "Round"), number=number)


def _doubt_in_words(doubt: SheetWarning, session: Session) -> str:
    name, numbers = name_of(doubt.seat, session), doubt.numbers
    if doubt.round_warning is not None:
        warning = round_warning_in_words(doubt.round_warning, session, session.rules)
        return f"{line_word(session, numbers[0])}: {warning}"
    rounds = _rounds_in_words(session, numbers)
    if doubt.code == "nobody_out":
        if session.rules.classes:
            return _("Nobody is marked as out in %(rounds)s.", rounds=rounds)
        return _("Nobody is marked as the winner of %(rounds)s.", rounds=rounds)
    if doubt.code == "late":
        return ngettext(
            "%(name)s has nothing before %(round)s %(number)d: sat down then, with %(num)d point?",
            "%(name)s has nothing before %(round)s %(number)d: sat down then, with %(num)d points?",
            doubt.points,
            name=name,
            round=the_word(session, "round"),
            number=numbers[0],
        )
    if doubt.code == "left":
        return _(
            "%(name)s has nothing in %(rounds)s: left the table, without a place?", name=name, rounds=rounds
        )
    if doubt.code == "missed":
        return _("%(name)s has nothing in %(rounds)s: did not play then?", name=name, rounds=rounds)
    return _(
        "%(count)d of %(total)d %(rounds)s are there. Did the table stop then?",
        count=len(numbers),
        total=doubt.points,
        rounds=the_word(session, "rounds"),
    )


def _rounds_in_words(session: Session, numbers: Sequence[int]) -> str:
    """ "round 3", "rounds 3 to 7", "rounds 2, 5 and 8"."""
    if len(numbers) == 1:
        return _("%(round)s %(number)d", round=the_word(session, "round"), number=numbers[0])
    words = the_word(session, "rounds")
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:  # noqa: PLR2004
        return _("%(rounds)s %(first)d to %(last)d", rounds=words, first=numbers[0], last=numbers[-1])
    return f"{words} {listed([str(number) for number in numbers])}"
