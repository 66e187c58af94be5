"""A game that was kept on paper: who sat where as for a new one, and when and where it was played.

Beside the fields of a new game: `on` and `time` as the browser sends a date and a time, `place`, and `kind`,
what stands on the paper: "rounds" or "totals". An address tells the same: `start`, `place` and `kind`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from flask_babel import gettext as _
from flask_babel import to_user_timezone, to_utc
from wtforms import StringField, ValidationError

from forms.fields import one_of
from forms.names import shortened
from forms.new_game import NewGameForm
from models.names import tidy
from models.night import PLACE_LENGTH
from models.table.starting import Setup
from models.table.whole_sheets import PaperNight
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

    def night(self) -> PaperNight:
        return PaperNight(to_utc(self.start).replace(tzinfo=UTC), self.start.date(), self.place)

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
    """`paper` says when, where and what, once the form is valid; `chosen` the game itself."""

    on = StringField(filters=[shortened(20)])
    time = StringField(filters=[shortened(20)])
    place = StringField(filters=[shortened(400), tidy])
    kind = StringField(filters=[one_of(*KINDS)])

    def __init__(self, variant: Variant, language: str, now: datetime, game: Setup | None = None) -> None:
        """game: what an address tells of it, to begin with."""
        self.clock = _local(now)
        self.paper: PaperGame | None = None
        if game is None:
            super().__init__(variant, language, on=self.day)
            return
        super().__init__(
            variant,
            language,
            [str(name) for name in game.names],
            teams=game.teams,
            options=game.options,
            first_dealer=str(game.first_dealer),
            on=self.day,
        )

    @property
    def day(self) -> str:
        """The last day that can be chosen."""
        return self.clock.date().isoformat()

    def valid(self, chance: random.Random) -> bool:
        """Whether there is a sheet to fill in; nothing is drawn, the paper knows who dealt first."""
        is_sound = super().valid(chance)
        if self.chosen is not None and self.dealer_place() is None:
            self.form_errors.append(_("Who dealt first? Choose a player."))
            return False
        if is_sound:
            self.paper = PaperGame(self._start(), self.place.data, self.kind.data)
        return is_sound

    def validate_on(self, field: StringField) -> None:
        try:
            start = self._start()
        except ValueError:
            raise ValidationError(_("Type a date, and a time or none.")) from None
        if start > self.clock:
            raise ValidationError(_("That evening is still to come."))
        if start.date() < EARLIEST:
            raise ValidationError(_("So long ago?"))

    def validate_place(self, field: StringField) -> None:
        if len(field.data) > PLACE_LENGTH:
            raise ValidationError(_("At most %(most)d characters.", most=PLACE_LENGTH))

    def _start(self) -> datetime:
        """When the first deal was; raises ValueError where that is no date or no time."""
        on = date.fromisoformat(self.on.data)
        if self.time.data:
            return datetime.combine(on, time.fromisoformat(self.time.data).replace(tzinfo=None))
        start = datetime.combine(on, USUAL_START)
        return min(start, self.clock - timedelta(hours=1)) if on == self.clock.date() else start


def _local(moment: datetime) -> datetime:
    """The same moment as the phone's clock shows it."""
    return to_user_timezone(moment.astimezone(UTC).replace(tzinfo=None)).replace(tzinfo=None)
