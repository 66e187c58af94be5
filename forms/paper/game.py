"""The setup of a session that was scored on paper: seats as for a new one, date and place.

Besides the fields of a new game the form has `on` and `time` in the browser's formats, `place` and `kind`:
"rounds" or "totals".

The setup can also be query parameters: `variant=derange&name=Anna&name=Bo&first=1` are the seats, clockwise,
and the first dealer (an index from 0), beside options and perhaps teams; `start`, `place` and `kind` are
date, place and kind.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from flask_babel import get_timezone, to_user_timezone
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict
from wtforms import StringField, ValidationError

from forms.base import one_of, parse_count
from forms.names import name_problem, shortened
from forms.new_game import NewGameForm
from forms.options import OptionParams
from game.scoring.facts import TEAM_LENGTH
from game.variants import Variant
from game.variants.option_values import write_value
from models.custom_games import variant_named
from models.names import tidy
from models.night import PLACE_LENGTH
from models.player import same_name
from models.table.starting import SessionSetup
from models.table.whole_sheets import PaperNight

KINDS = ("rounds", "totals")
EARLIEST = date(1900, 1, 1)
DEFAULT_START = time(20)
MAX_NAMES = 20
MAX_NAME_LENGTH = 400


class PaperGameForm(NewGameForm):
    """`paper` and `chosen` are set once the form is valid."""

    on = StringField(filters=[shortened(20)])
    time = StringField(filters=[shortened(20)])
    place = StringField(filters=[shortened(400), tidy])
    kind = StringField(filters=[one_of(*KINDS)])

    def __init__(
        self, variant: Variant, language: str, now: datetime, game: SessionSetup | None = None
    ) -> None:
        """game: the setup in the query, for initial values."""
        self.moment = now
        self.paper: PaperGame | None = None
        details: dict[str, Any] = {}
        if game is not None:
            names, first = [str(name) for name in game.names], str(game.first_dealer)
            details = {"names": names, "teams": game.teams, "options": game.options, "first_dealer": first}
        super().__init__(variant, language, on=self.day, **details)

    @property
    def day(self) -> str:
        """The last day that can be chosen."""
        return _local(self.moment).date().isoformat()

    def valid(self, chance: random.Random) -> bool:
        """Whether the setup is valid. The first dealer is the one on the paper; none is drawn."""
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
            raise ValidationError(_("Type a date and, if you like, a time.")) from None
        if not _is_past(start, self.moment):
            raise ValidationError(_("That night is still to come."))
        if start.date() < EARLIEST:
            raise ValidationError(_("That date is too far back."))

    def validate_place(self, field: StringField) -> None:
        if len(field.data) > PLACE_LENGTH:
            raise ValidationError(_("At most %(most)d characters.", most=PLACE_LENGTH))

    def _start(self) -> datetime:
        """When the first deal was; raises ValueError where that is no date or no time."""
        on = date.fromisoformat(self.on.data)
        if self.time.data:
            return datetime.combine(on, time.fromisoformat(self.time.data).replace(tzinfo=None))
        start = datetime.combine(on, DEFAULT_START)
        is_today = on == _local(self.moment).date()
        return min(start, _local(self.moment - timedelta(hours=1))) if is_today else start


@dataclass(frozen=True)
class PaperGame:
    """Start (in the phone's time zone), place and kind of a session on paper."""

    start: datetime
    place: str
    kind: str

    def night(self) -> PaperNight:
        return PaperNight(_moment(self.start), self.start.date(), self.place)

    def query(self) -> dict[str, str]:
        place = {"place": self.place} if self.place else {}
        return {"start": self.start.isoformat(timespec="minutes"), "kind": self.kind, **place}


def paper_game(sent: Mapping[str, str], now: datetime) -> PaperGame | None:
    """The details in the query; None where they are invalid."""
    try:
        start = datetime.fromisoformat(sent.get("start", ""))
    except ValueError:
        return None
    kind, place = sent.get("kind", KINDS[0]), tidy(sent.get("place", "")[:400])
    if start.tzinfo is not None or kind not in KINDS or len(place) > PLACE_LENGTH:
        return None
    return PaperGame(start, place, kind) if start.date() >= EARLIEST and _is_past(start, now) else None


def query_of(setup: SessionSetup) -> dict[str, Any]:
    """The setup as query parameters, without defaults."""
    teams = list(setup.teams)
    default = setup.variant.defaults(len(setup.names))
    chosen = {key: write_value(value) for key, value in setup.options.items() if value != default.get(key)}
    return {
        "variant": setup.variant.key,
        "name": [str(name) for name in setup.names],
        **({"team": teams} if teams else {}),
        "first": setup.first_dealer,
        **chosen,
    }


def planned_game(
    sent: MultiDict[str, str], language: str, group_id: uuid.UUID | None = None
) -> SessionSetup | None:
    """The setup in the query; None where it cannot be dealt.

    group_id: of the group whose games it may name.
    """
    variant = variant_named(group_id, sent.get("variant", ""))
    names = [tidy(name[:MAX_NAME_LENGTH]) for name in sent.getlist("name")[:MAX_NAMES]]
    first = parse_count(sent.get("first", "0"), most=len(names) - 1)
    if variant is None or first is None or any(name_problem(name) for name in names):
        return None
    if any(same_name(name, other) for place, name in enumerate(names) for other in names[:place]):
        return None
    options = OptionParams(variant, language, sent)
    teams = [tidy(team)[:TEAM_LENGTH] for team in sent.getlist("team")[: len(names)]]
    if not options.is_sound or (teams and len(teams) != len(names)):
        return None
    if not variant.can_be_dealt(options.given, len(names)):
        return None
    return SessionSetup(variant, options.given, names, first, teams)


def _local(moment: datetime) -> datetime:
    """The moment in the phone's time zone."""
    return to_user_timezone(moment.astimezone(UTC).replace(tzinfo=None)).replace(tzinfo=None)


def _is_past(local: datetime, now: datetime) -> bool:
    return local.date() <= _local(now).date() and _moment(local) <= now


def _moment(local: datetime) -> datetime:
    """The moment of a time in the phone's time zone; the first one where the clock shows it twice."""
    return local.replace(tzinfo=ZoneInfo(str(get_timezone()))).astimezone(UTC)
