"""What there is to tell of a session and of a night, as the sentences the table reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from game.analysis.recap import Swing
from models import Change, Session
from models.change import TAKE_BACK
from views.wording.hands import name_of, the_word
from views.wording.phrases import listed


def swing_in_words(swing: Swing, session: Session) -> str:
    """ "Round 4: Bo from 8 points ahead to 33 behind"."""
    return _(
        "%(round)s %(number)d: %(names)s from %(before)s to %(after)s",
        round=the_word(session, "Round"),
        number=swing.round,
        names=listed([name_of(seat, session) for seat in swing.winner]),
        before=_distance(swing.before),
        after=_distance(swing.after, unit=not swing.before),
    )


def _distance(points: int, *, unit: bool = True) -> str:
    """unit: say that it is points; once in a sentence is enough."""
    if points == 0:
        return _("even")
    if not unit:
        return _("%(points)d ahead", points=points) if points > 0 else _("%(points)d behind", points=-points)
    if points > 0:
        return ngettext("%(num)d point ahead", "%(num)d points ahead", points)
    return ngettext("%(num)d point behind", "%(num)d points behind", -points)


def counts_in_words(counts: Mapping[str, int]) -> str:
    """ "Bo 4, Anna 3 and Cara 3", highest first."""
    highest_first = sorted(counts.items(), key=lambda pair: -pair[1])
    return listed([f"{name}\N{NO-BREAK SPACE}{count}" for name, count in highest_first])


def night_change_in_words(change: Change) -> str:
    """What was written of a night: "Place: at Bo’s. Note: none"."""
    pieces: Iterable[Sequence[Mapping[str, str | None] | None]] = change.pieces.values()
    written = next((after for _before, after in pieces if after), {})
    labels = {"place": _("Place"), "note": _("Note")}
    said = "; ".join(f"{labels[field]}: {written[field] or '–'}" for field in labels if field in written)
    return _("Taken back: %(change)s", change=said) if change.kind == TAKE_BACK else said
