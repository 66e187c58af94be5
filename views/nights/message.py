"""A night as a message to the family chat."""

from __future__ import annotations

from views.nights.recap import NightRecap
from views.nights.session_recap import SessionRecap
from views.wording.figures import day
from views.wording.phrases import opening, words


def night_text(recap: NightRecap) -> str:
    """Date and place, who won most, then a paragraph a session, then what stood out."""
    about = ", ".join(part for part in (opening(day(recap.night.date)), recap.night.place) if part)
    first = "\n".join(part for part in (about, recap.headline) if part)
    stories = "\n".join(highlight.line for highlight in recap.highlights)
    return "\n\n".join([first, *map(_session_text, recap.sessions), *([stories] if stories else [])])


def _session_text(one: SessionRecap) -> str:
    name = words(one.session.wording.name)
    places = [
        f"{f'{side.rank}.' if side.rank else '–'} {total}"
        for side, total in zip(one.standings, one.totals, strict=True)
    ]
    return "\n".join([f"{name}: {one.headline}", *places])
