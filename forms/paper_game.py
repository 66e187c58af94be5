"""A game that was kept on paper: who sat where as for a new one, and when and where it was played.

Field names beside those of forms/new_game.py: `on` and `time` as the browser sends a date and a time,
`place`, `kind` ("rounds" or "totals": what stands on the paper). An address tells the same: `start`,
`place` and `kind`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from flask import request
from flask_babel import gettext as _
from flask_babel import to_user_timezone, to_utc

from forms.new_game import NewGameForm
from forms.seat_list import RANDOM, SeatList
from models.names import tidy
from models.night import PLACE_LENGTH
from models.table.starting import Setup
from models.table.whole_sheets import Evening
from variants import Variant

KINDS = ("rounds", "totals")
EARLIEST = date(1900, 1, 1)
USUAL_START = time(20)


@dataclass(frozen=True)
class PaperGame:
    """When a game on paper began in the phone's own time, where, and what stands on the paper."""

    start: datetime
    place: str
    kind: str

    def evening(self) -> Evening:
        return Evening(to_utc(self.start).replace(tzinfo=UTC), self.start.date(), self.place)

    def query(self) -> dict[str, str]:
        place = {"place": self.place} if self.place else {}
        return {"start": self.start.isoformat(timespec="minutes"), "kind": self.kind, **place}


def paper_game(sent: Mapping[str, str], now: datetime) -> PaperGame | None:
    """What an address tells; None where that cannot be."""
    try:
        start = datetime.fromisoformat(sent.get("start", ""))
    except ValueError:
        return None
    kind, place = sent.get("kind", KINDS[0]), tidy(sent.get("place", "")[:400])
    if start.tzinfo is not None or kind not in KINDS or len(place) > PLACE_LENGTH:
        return None
    return PaperGame(start, place, kind) if start.date() >= EARLIEST and start <= _local(now) else None


class PaperGameForm(NewGameForm):
    """`told` says when, where and what, once the form is valid; `chosen` the game itself."""

    def begin(
        self, variant: Variant, language: str, now: datetime, names: Sequence[str] = ()
    ) -> PaperGameForm:
        self.setup(variant, language, names)
        self.clock, sent = _local(now), request.form if request.method == "POST" else None
        self.told: PaperGame | None = None
        self.date_error: str | None = None
        self.place_error: str | None = None
        if sent is None:
            self.on, self.time, self.place, self.kind = self.clock.date().isoformat(), "", "", KINDS[0]
            return self
        self.on, self.time = sent.get("on", "")[:20], sent.get("time", "")[:20]
        self.place = tidy(sent.get("place", "")[:400])
        self.kind = "totals" if sent.get("kind") == "totals" else KINDS[0]
        return self

    def fill_in(self, game: Setup) -> None:
        """Put in what an address tells of a game: the seats, who dealt first, the options."""
        names = [str(name) for name in game.names]
        self.seat_list = SeatList.named(names, self.most_players)
        self.seat_list.first_dealer = str(game.first_dealer)
        for seat, team in zip(self.seat_list.seats, game.teams, strict=False):
            seat.team = team
        for each in self.options:
            value = game.options.get(each.option.key)
            if each.option.kind == "points" and isinstance(value, dict):
                each.ranks |= {rank: str(points) for rank, points in value.items()}
            elif value is not None:
                each.text = "1" if value is True else "" if value is False else str(value)

    def valid(self, chance: random.Random) -> bool:
        """Whether there is a sheet to fill in; nothing is drawn, the paper knows who dealt first."""
        sound = super().valid(chance)
        start = self._start()
        if len(self.place) > PLACE_LENGTH:
            self.place_error = _("At most %(most)d characters.", most=PLACE_LENGTH)
        if sound and not self._dealer_is_known():
            self.errors_at_top.append(_("Who dealt first? Choose a player."))
            sound = False
        if start is None or self.place_error or not sound:
            return False
        self.told = PaperGame(start, self.place, self.kind)
        return True

    @property
    def day(self) -> str:
        """The last day that can be chosen."""
        return self.clock.date().isoformat()

    def _dealer_is_known(self) -> bool:
        places = [str(place) for place, _seat in self.seat_list.taken()]
        return self.first_dealer != RANDOM and self.first_dealer in places

    def _start(self) -> datetime | None:
        try:
            on = date.fromisoformat(self.on)
            at = time.fromisoformat(self.time) if self.time else None
        except ValueError:
            self.date_error = _("Type a date, and a time or none.")
            return None
        start = datetime.combine(on, (at or USUAL_START).replace(tzinfo=None))
        if at is None and on == self.clock.date():
            start = min(start, self.clock - timedelta(hours=1))
        if on < EARLIEST or start > self.clock:
            self.date_error = _("That evening is still to come.") if start > self.clock else _("So long ago?")
            return None
        return start


def _local(moment: datetime) -> datetime:
    """The same moment as the phone's clock shows it."""
    return to_user_timezone(moment.astimezone(UTC).replace(tzinfo=None)).replace(tzinfo=None)
