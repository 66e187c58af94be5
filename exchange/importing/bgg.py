"""Plays as BoardGameGeek hands them out, saved as a file: <plays> with a <play> for each entry.

Scores are free text, players may be missing, an entry may stand for several plays of one day.
"""

from __future__ import annotations

from datetime import tzinfo

from exchange.importing.plays import (
    Person,
    Play,
    Refused,
    Seated,
    Telling,
    check_game,
    check_number_of,
    minutes,
    when,
)
from exchange.importing.xml_tree import Element
from models.document.checks import BadDocument

SOURCE = "bgg"


def is_bgg(root: Element) -> bool:
    return root.name in ("plays", "play")


def tell(root: Element, zone: tzinfo) -> Telling:
    """Its plays, the earliest first, for the file has the newest on top."""
    entries = [root] if root.name == "play" else root.all("play")
    check_number_of(entries, root.name)
    reading = _Reading(zone)
    for entry in sorted(entries, key=lambda e: (e.get("date"), e.get("id").zfill(20))):
        reading.read(entry)
    return reading.telling


class _Reading:
    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone
        self.telling = Telling(SOURCE)

    def read(self, entry: Element) -> None:
        at = str(entry.line)
        try:
            self.telling.plays.append(self._play(entry, at))
        except BadDocument as wrong:
            self._refuse(entry, wrong)
            return
        count = _quantity(entry)
        if count > 1:
            self._refuse(
                entry,
                BadDocument(
                    at, "entered as %(count)s games with one set of points: one of them comes in", count=count
                ),
            )

    def _refuse(self, entry: Element, why: BadDocument) -> None:
        words = " · ".join(filter(None, (entry.get("date"), _game(entry))))
        self.telling.refused.append(Refused(words[:80], why))

    def _play(self, entry: Element, at: str) -> Play:
        if entry.get("incomplete") == "1":
            raise BadDocument(at, "not played to the end")
        if entry.get("nowinstats") == "1":
            raise BadDocument(at, "marked there as not counting")
        day, begins = when(entry.get("date"), at, self.zone)
        seats = self._seats(entry, at)
        comments = entry.first("comments")
        who = ",".join(f"{seat.person}={seat.points}" for seat in seats)
        return Play(
            at=at,
            key=entry.get("id") or f"{entry.get('date')}|{_game(entry)}|{who}",
            game=_game(entry),
            day=day,
            begins=begins,
            seats=seats,
            minutes=minutes(entry.get("length")),
            place=entry.get("location"),
            note=" ".join(comments.text.split()) if comments else "",
        )

    def _seats(self, entry: Element, at: str) -> tuple[Seated, ...]:
        players = entry.first("players")
        if players is None:
            raise BadDocument(at, "who played is not told")
        seats = tuple(self._seat(player) for player in players.all("player"))
        check_game(seats, self.telling.people, at)
        return seats

    def _seat(self, player: Element) -> Seated:
        at, name, user = str(player.line), player.get("name"), player.get("username")
        if not (name or user):
            raise BadDocument(at, "somebody here has no name")
        person = Person(f"user:{user.casefold()}" if user else f"name:{name}", name or user)
        won = {"1": True, "0": False}.get(player.get("win"))
        first = player.get("startposition") == "1"
        return self.telling.seated(person, player.get("score"), at, won=won, starts=first)


def _quantity(entry: Element) -> int:
    told = entry.get("quantity")
    return int(told) if told.isascii() and told.isdigit() and len(told) < 5 else 1  # noqa: PLR2004


def _game(entry: Element) -> str:
    item = entry.first("item")
    return item.get("name") if item else ""
