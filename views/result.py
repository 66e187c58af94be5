"""The end of a session: the podium, the round that decided it, the sheet, the chart, words to share."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Change, Session
from scoring.standings import deciding_round
from views.board import blocks_in_words
from views.chart import Chart
from views.pages import day, score, words
from views.score_chart import score_chart
from views.sheet import Sheet, sheet_of
from views.standings import Row, rows_of
from views.trail import change_in_words
from views.wording import listed, the_word

PODIUM = 3


@dataclass(frozen=True)
class Result:
    headline: str
    decided: str
    blocks: list[str]
    early: str
    podium: list[Row]
    others: list[Row]
    rows: list[Row]
    sheet: Sheet
    chart: Chart
    text: str
    last_change: Change | None
    last_words: str


def result_of(session: Session, *, may_score: bool) -> Result:
    rows = rows_of(session, session.deal_to_come())
    last = Change.last_of(session) if may_score else None
    headline = headline_of(session)
    decided = decided_of(session)
    return Result(
        headline=headline,
        decided=decided,
        blocks=blocks_in_words(session),
        early=early_in_words(session),
        podium=[row for row in rows if _on_podium(row)],
        others=[row for row in rows if not _on_podium(row)],
        rows=rows,
        sheet=sheet_of(session),
        chart=score_chart(session),
        text=_text(session, headline, decided),
        last_change=last,
        last_words=change_in_words(last, session) if last else "",
    )


def message_of(session: Session) -> str:
    """The result as a message to the family chat."""
    return _text(session, headline_of(session), decided_of(session))


def _on_podium(row: Row) -> bool:
    return row.rank is not None and row.rank <= PODIUM


def headline_of(session: Session) -> str:
    """Of a finished session: "Cara wins", "Anna and Bo win together", or that nothing was played."""
    names = [seat.name for seat in session.seats if seat.final_won]
    if not names:
        return _("Nothing was played")
    if len(names) == 1:
        return _("%(name)s wins", name=names[0])
    return _("%(names)s win together", names=listed(names))


def decided_of(session: Session) -> str:
    """Which round decided it; "" where none did or nobody knows."""
    if session.summed:
        return ""
    number = deciding_round(session.scoring_rules, session.seat_facts(), session.round_facts())
    return decided_in_words(session, number)


def decided_in_words(session: Session, number: int | None) -> str:
    """The round that scoring/standings.py calls the deciding one; "" where there is none."""
    if number is None:
        return ""
    values = {"round": the_word(session, "Round"), "number": number}
    if number == len(session.rounds):
        return _("%(round)s %(number)d, the last one, decided it.", **values)
    return _("%(round)s %(number)d decided it: from then on the lead was never lost.", **values)


def early_in_words(session: Session) -> str:
    """That the table stopped before its plan was played, if it did; or that nobody knows its rounds."""
    if session.summed:
        return _("Only the totals are known of this one.")
    played, planned = len(session.rounds), session.scoring_rules.rounds
    if not session.stopped or planned is None or played >= planned:
        return ""
    rounds = the_word(session, "rounds")
    return _(
        "The table stopped after %(played)d of %(planned)d %(words)s.",
        played=played,
        planned=planned,
        words=rounds,
    )


def _text(session: Session, headline: str, decided: str) -> str:
    name = words(session.rules["name"])
    played = ngettext(
        "%(num)d %(word)s",
        "%(num)d %(words)s",
        len(session.rounds),
        word=the_word(session, "round"),
        words=the_word(session, "rounds"),
    )
    told = [name, day(session.night.date), *([] if session.summed else [played])]
    lines = [", ".join(told), f"{headline}. {decided}".strip()]
    for side in session.standings():
        rank = f"{side.rank}." if side.rank and session.rounds else "–"
        names = listed([seat.name for seat in session.seats if seat.id in side.seats])
        lines.append(f"{rank} {names} {score(side.total, session)}")
    return "\n".join(lines)
