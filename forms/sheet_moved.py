"""A sheet of late rounds that was overtaken: rounds were saved meanwhile, or the seats have changed."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_babel import gettext as _

from forms.sheet_lines import LONGEST_START, sent_lines


class Moved:
    """What a sheet that comes again has to tell, so that nothing typed is lost without a word."""

    def __init__(self, form: Any) -> None:
        self.form, self.sent = form, request.form
        self.words: list[str] = []

    def told(self) -> list[str]:
        """In words: what is new, then what was typed in vain."""
        if self.form.since != self.form.first:
            self.words.append(
                _(
                    "The table has moved on: the next is number %(number)d now. Look, and save again.",
                    number=self.form.first,
                )
            )
        if self.form.columns.have_moved:
            self.words.append(
                _(
                    "The seats have changed meanwhile: the columns are %(names)s now. Look, and save again.",
                    names=", ".join(seat.name for seat in self.form.seats),
                )
            )
        self._tell_overtaken()
        self._tell_gone()
        return self.words

    def _tell_overtaken(self) -> None:
        columns = self.form.columns
        lines = sent_lines(
            self.sent, self.form.since, max(self.form.first - self.form.since, 0), columns.as_shown
        )
        for line in lines:
            if line.is_empty:
                continue
            texts = [cell.text or "–" for cell in line.cells]
            if columns.have_moved:
                texts = [f"{self._name(s)} {text}" for s, text in zip(columns.shown, texts, strict=True)]
            self.words.append(
                _(
                    "Number %(number)d is saved already; you had typed: %(typed)s",
                    number=line.number,
                    typed=", ".join(texts),
                )
            )

    def _tell_gone(self) -> None:
        for place, seat in self.form.columns.gone:
            typed = self._typed_at(place)
            if typed:
                self.words.append(
                    _(
                        "%(name)s is not at the table any more; you had typed: %(typed)s",
                        name=self._name(seat),
                        typed=", ".join(typed),
                    )
                )

    def _typed_at(self, place: int) -> list[str]:
        """What the page held in one of its columns, for the rounds that are not saved yet."""
        start = self.sent.get(f"start-{place}", "")[:LONGEST_START]
        typed = [f"{_('Start')}: {start}"] if start.strip() else []
        for line in sent_lines(self.sent, self.form.first, len(self.form.lines), self.form.columns.as_shown):
            texts = [line.cells[place].text.strip(), _("Dealer") if line.dealer == str(place) else ""]
            if any(texts):
                told = " · ".join(filter(None, texts))
                typed.append(_("number %(number)d: %(text)s", number=line.number, text=told))
        return typed

    def _name(self, seat_id: str) -> str:
        names = {seat.id.hex: seat.name for seat in self.form.session.seats}
        return names.get(seat_id) or _("Somebody")  # whose seating was taken back
