"""Who sits where: the seats of a table that is being made up, and moves at one that plays.

A table is made up without a server's memory: a page sends `name` once for each seat, clockwise, and `team`
likewise; seats are added, moved, dropped, shuffled.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from flask import request
from flask_babel import gettext as _
from wtforms import Form, SelectField, StringField

from forms.base import ChangeForm, parse_count
from forms.names import PlayerNameForm, ValidName, shortened
from models.names import tidy
from models.player import NAME_LENGTH, same_name
from models.session import Seat

RANDOM = "random"
EMPTY_SEATS = 4
TEAM_COUNT = 2
TEAMS = ("1", "2", "3", "4")
MAX_SENT = 20
STARTS = ["zero", "average", "worst"]


class SeatForm(Form):
    """One line of the seat list."""

    name = StringField(filters=[shortened(400), tidy], validators=[ValidName(NAME_LENGTH)])
    team = StringField(filters=[shortened(40), tidy])


class SeatListForm(ChangeForm):
    """`seats` clockwise; `first_dealer` is a place among them, counted from 0, or "random"."""

    first_dealer = StringField(filters=[shortened(10), lambda text: text or RANDOM])

    def __init__(
        self, most_players: int, names: Sequence[str] = (), teams: Sequence[str] = (), **known: Any
    ) -> None:
        """names, teams and the rest: initial values."""
        self.most_players = most_players
        super().__init__(data=None if self.is_submitted() else known)
        if self.is_submitted():
            names, teams = request.form.getlist("name")[:MAX_SENT], request.form.getlist("team")
        default = [_default_team(place) for place in range(len(teams), len(names))]
        sides = [*teams, *default][: len(names)]
        self.seats = [_seat(name, team) for name, team in zip(names, sides, strict=True)]
        self._pad()

    @property
    def taken(self) -> list[SeatForm]:
        """The seats with a name."""
        return [seat for seat in self.seats if seat.name.data]

    def dealer_place(self) -> int | None:
        """The place of the first dealer among the taken seats, None where it is to be drawn."""
        place = parse_count(self.first_dealer.data, most=len(self.seats) - 1)
        chosen = None if place is None else self.seats[place]
        return self.taken.index(chosen) if chosen in self.taken else None

    def arrange(self, action: str, chance: random.Random) -> None:
        """Carry out a button: "add", "add:<name>", "up:2", "down:2", "drop:2", "shuffle", "dealer".

        Any other value, such as "keep", changes nothing.
        """
        verb, _colon, argument = action.partition(":")
        place = parse_count(argument, most=len(self.seats) - 1)
        if verb == "add":
            self._add(tidy(argument))
        elif verb == "shuffle":
            self._shuffle(chance)
        elif verb == "dealer" and self.taken:
            self._let_deal(chance.choice(self.taken))
        elif place is not None and verb in ("up", "down"):
            self._move(place, -1 if verb == "up" else 1)
        elif place is not None and verb == "drop":
            self._drop(place)

    def validate(self, extra_validators: None = None) -> bool:
        sound = super().validate(extra_validators)
        for seat in self.taken:
            seat.validate()
        for place, seat in enumerate(self.taken):
            name = seat.name.data
            if any(same_name(name, other.name.data) for other in self.taken[:place]):
                twin = _(
                    "Two players are called %(name)s. Add a letter, so that everybody knows who is meant.",
                    name=name,
                )
                seat.name.errors = seat.name.errors or [twin]
        return sound and not any(seat.errors for seat in self.seats)

    def _pad(self) -> None:
        """Empty seats enough to type into."""
        wanted = min(max(EMPTY_SEATS, len(self.seats)), self.most_players)
        while len(self.seats) < wanted:
            self.seats.append(_seat("", _default_team(len(self.seats))))

    def _add(self, name: str) -> None:
        if name and any(same_name(seat.name.data, name) for seat in self.seats):
            return
        empty = next((seat for seat in self.seats if not seat.name.data), None) if name else None
        if empty is not None:
            empty.name.data = name
        elif len(self.seats) < self.most_players:
            self.seats.append(_seat(name, _default_team(len(self.seats))))
        else:
            self.form_errors.append(_("This game takes at most %(count)d players.", count=self.most_players))

    def _move(self, place: int, by: int) -> None:
        other = place + by
        if 0 <= other < len(self.seats):
            self.seats[place], self.seats[other] = self.seats[other], self.seats[place]
            moved = {str(place): str(other), str(other): str(place)}
            self.first_dealer.data = moved.get(self.first_dealer.data, self.first_dealer.data)

    def _drop(self, place: int) -> None:
        del self.seats[place]
        dealer = parse_count(self.first_dealer.data)
        if dealer == place:
            self.first_dealer.data = RANDOM
        elif dealer is not None and dealer > place:
            self.first_dealer.data = str(dealer - 1)
        self._pad()

    def _shuffle(self, chance: random.Random) -> None:
        """Shuffle the seats; the first dealer remains the same person."""
        dealer = self.dealer_place()
        taken = self.taken
        self.seats = chance.sample(taken, len(taken))
        self._let_deal(None if dealer is None else taken[dealer])
        self._pad()

    def _let_deal(self, dealer: SeatForm | None) -> None:
        self.first_dealer.data = RANDOM if dealer is None else str(self.seats.index(dealer))


class JoinForm(PlayerNameForm):
    after = StringField()
    start = SelectField(choices=STARTS, default="zero", validate_choice=True)
    team = StringField(filters=[tidy])


class ComeBackForm(ChangeForm):
    start = SelectField(choices=STARTS, default="zero", validate_choice=True)


class SwapForm(ChangeForm):
    one = StringField()
    other = StringField()


class SeatField(StringField):
    """One of the `seats` that the form allows, by its id."""

    seats: Sequence[Seat] = ()

    @property
    def seat(self) -> Any:
        """None where it is none of them."""
        return seat_named(self.seats, self.data)


def seat_named(seats: Sequence[Seat], seat_id: str | None) -> Seat | None:
    """The one of these seats with this id as text."""
    return next((seat for seat in seats if str(seat.id) == seat_id), None)


def _seat(name: str, team: str) -> SeatForm:
    return SeatForm(data={"name": name, "team": team})


def _default_team(place: int) -> str:
    return str(place % TEAM_COUNT + 1)
