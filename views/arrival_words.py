"""Files that come in and go back, as the sentences the table reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from exchange.arriving.kinds import BG_STATS, BGG, DOCUMENT, ROUNDS, TOTALS
from models.arriving.giving_back import GivenBack
from models.arriving.taking_in import CannotTakeIn
from models.arriving.totals import Odd
from models.document import BadDocument, Report
from variants.naming import Way
from variants.text import in_language
from views.language import current_language
from views.wording import listed

MOST_NAMED = 20


def kind_in_words(kind: str) -> str:
    return {
        DOCUMENT: _("Session document"),
        ROUNDS: _("Long table"),
        TOTALS: _("Table of totals"),
        BG_STATS: _("BG Stats"),
        BGG: _("BoardGameGeek"),
    }.get(kind, kind)


def way_in_words(way: Way) -> str:
    """The game, and what is counted where that is not the usual."""
    name = in_language(way.variant.name, current_language())
    if way.counted is None:
        return name
    return _("%(game)s: %(counted)s", game=name, counted=in_language(way.counted, current_language()))


def came_in(report: Report) -> str:
    """What is said right after; the page itself tells the rest."""
    if not report.known:
        return _("Taken in.")
    return ngettext(
        "Taken in. %(num)d session was here already.",
        "Taken in. %(num)d sessions were here already.",
        report.known,
    )


def what_came_in(made: Mapping[str, Any]) -> str:
    sessions, people = len(made["sessions"]), len(made["players"])
    came = ngettext("%(num)d session came in", "%(num)d sessions came in", sessions)
    if not people:
        return _("%(came)s.", came=came)
    new = ngettext("%(num)d new player", "%(num)d new players", people)
    return _("%(came)s, with %(new)s.", came=came, new=new)


def given_back(gone: GivenBack) -> str:
    """What went, and what stays though it came with the file."""
    said = [
        ngettext(
            "Taken back: %(num)d session is gone.", "Taken back: %(num)d sessions are gone.", gone.sessions
        )
    ]
    if gone.players_kept:
        names = listed(gone.players_kept[:MOST_NAMED])
        count = len(gone.players_kept)
        said.append(
            ngettext(
                "%(names)s has played here since and stays.",
                "%(names)s have played here since and stay.",
                count,
                names=names,
            )
        )
    if gone.nights_kept:
        days = listed([str(format_date(day, "medium")) for day in gone.nights_kept[:MOST_NAMED]])
        said.append(_("These nights stay, because something else belongs to them: %(days)s.", days=days))
    return " ".join(said)


def refusal_in_words(refused: CannotTakeIn | BadDocument) -> str:
    if isinstance(refused, BadDocument):
        reason = _(refused.reason, **refused.values)
        return f"{refused.place}: {reason}" if refused.place else reason
    return {
        "undecided": _("Say who is who first. Nothing was taken in."),
        "nothing": _("There is nothing new in this file. Nothing was taken in."),
    }[refused.reason]


def odd_in_words(odd: Odd) -> str:
    told = odd.values
    return {
        "winner": lambda: _(
            "the file says that %(file)s won; by the points it is %(points)s",
            file=listed(told["file"]),
            points=listed(told["points"]),
        ),
        "sum": lambda: _("no hands of this game make the %(count)d points of %(name)s", **told),
        "name": lambda: _("%(name)s is too long for a name here and becomes %(short)s", **told),
        "note": lambda: _("a remark finds no room: “%(note)s”", note=told["note"]),
    }[odd.code]()
