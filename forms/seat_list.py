"""The seats of a table that is being made up: added, moved, dropped, shuffled, without a server's memory."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from models.names import tidy
from models.player import same_name

RANDOM = "random"
EMPTY_SEATS = 4
TEAM_COUNT = 2


@dataclass
class SeatEntry:
    """One line of the seat list."""

    name: str = ""
    team: str = ""
    error: str | None = None


@dataclass
class SeatList:
    """Clockwise. `first_dealer` is a place in the list, counted from 0, as text, or "random"."""

    most: int
    seats: list[SeatEntry] = field(default_factory=list)
    first_dealer: str = RANDOM

    @classmethod
    def named(cls, names: Sequence[str], most: int) -> SeatList:
        made = cls(most, [SeatEntry(name, _usual_team(place)) for place, name in enumerate(names)])
        return made.padded()

    def padded(self) -> SeatList:
        """With empty seats enough to type into."""
        wanted = min(max(EMPTY_SEATS, len(self.seats)), self.most)
        while len(self.seats) < wanted:
            self.seats.append(SeatEntry(team=_usual_team(len(self.seats))))
        return self

    def taken(self) -> list[tuple[int, SeatEntry]]:
        """The seats with a name, each with its place."""
        return [(place, seat) for place, seat in enumerate(self.seats) if seat.name]

    def draw_dealer(self, chance: random.Random) -> int:
        """Who deals first among the taken seats: the one chosen, else one drawn."""
        places = [place for place, _seat in self.taken()]
        if self.first_dealer.isdecimal() and int(self.first_dealer) in places:
            return places.index(int(self.first_dealer))
        return chance.randrange(len(places))

    def arrange(self, what: str, chance: random.Random) -> bool:
        """Do what a button asked: "add", "add:<name>", "up:2", "down:2", "drop:2", "shuffle".

        False where there is no seat left to add.
        """
        verb, _colon, argument = what.partition(":")
        place = int(argument) if argument.isdecimal() and int(argument) < len(self.seats) else None
        if verb == "add":
            return self._add(tidy(argument))
        if verb == "shuffle":
            self._shuffle(chance)
        elif place is not None and verb in ("up", "down"):
            self._move(place, -1 if verb == "up" else 1)
        elif place is not None and verb == "drop":
            self._drop(place)
        return True

    def _add(self, name: str) -> bool:
        if name and any(same_name(seat.name, name) for seat in self.seats):
            return True
        empty = next((seat for seat in self.seats if not seat.name), None) if name else None
        if empty is not None:
            empty.name = name
        elif len(self.seats) < self.most:
            self.seats.append(SeatEntry(name, _usual_team(len(self.seats))))
        else:
            return False
        return True

    def _move(self, place: int, by: int) -> None:
        other = place + by
        if 0 <= other < len(self.seats):
            self.seats[place], self.seats[other] = self.seats[other], self.seats[place]
            moved = {str(place): str(other), str(other): str(place)}
            self.first_dealer = moved.get(self.first_dealer, self.first_dealer)

    def _drop(self, place: int) -> None:
        del self.seats[place]
        if self.first_dealer == str(place):
            self.first_dealer = RANDOM
        elif self.first_dealer.isdecimal() and int(self.first_dealer) > place:
            self.first_dealer = str(int(self.first_dealer) - 1)
        self.padded()

    def _shuffle(self, chance: random.Random) -> None:
        self.seats = [seat for _place, seat in self.taken()]
        chance.shuffle(self.seats)
        self.first_dealer = RANDOM
        self.padded()


def _usual_team(place: int) -> str:
    return str(place % TEAM_COUNT + 1)
