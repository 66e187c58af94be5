"""A sheet of late rounds that was overtaken: rounds were saved meanwhile, or the seats have changed."""

from __future__ import annotations

from collections.abc import Iterator

from flask import request
from flask_babel import gettext as _

from forms.grid import LONGEST_START, GridForm


def what_moved(form: GridForm) -> Iterator[str]:
    """In words what is new, then what was typed in vain, so that nothing typed is lost without a word."""
    if form.since != form.first:
        yield _(
            "The table has moved on: the next is number %(number)d now. Look, and save again.",
            number=form.first,
        )
    if form.columns.have_moved:
        yield _(
            "The seats have changed meanwhile: the columns are %(names)s now. Look, and save again.",
            names=", ".join(seat.name for seat in form.seats),
        )
    yield from _overtaken(form)
    yield from _gone(form)


def _overtaken(form: GridForm) -> Iterator[str]:
    for line in form.lines_as_shown(form.since, form.first - form.since):
        if line.is_empty:
            continue
        texts = [cell.text or "–" for cell in line.cells]
        if form.columns.have_moved:
            names = [_name(form, seat) for seat in form.columns.shown]
            texts = [f"{name} {text}" for name, text in zip(names, texts, strict=True)]
        yield _(
            "Number %(number)d is saved already; you had typed: %(typed)s",
            number=line.number,
            typed=", ".join(texts),
        )


def _gone(form: GridForm) -> Iterator[str]:
    for place, seat in form.columns.gone:
        typed = list(_typed_at(form, place))
        if typed:
            yield _(
                "%(name)s is not at the table any more; you had typed: %(typed)s",
                name=_name(form, seat),
                typed=", ".join(typed),
            )


def _typed_at(form: GridForm, place: int) -> Iterator[str]:
    """What the page held in one of its columns, for the rounds that are not saved yet."""
    start = request.form.get(f"start-{place}", "")[:LONGEST_START]
    if start.strip():
        yield f"{_('Start')}: {start}"
    for line in form.lines_as_shown(form.first, len(form.lines)):
        texts = [line.cells[place].text.strip(), _("Dealer") if line.dealer.data == str(place) else ""]
        if any(texts):
            told = " · ".join(filter(None, texts))
            yield _("number %(number)d: %(text)s", number=line.number, text=told)


def _name(form: GridForm, seat_id: str) -> str:
    names = {seat.id.hex: seat.name for seat in form.session.seats}
    return names.get(seat_id) or _("Somebody")  # whose seating was taken back
