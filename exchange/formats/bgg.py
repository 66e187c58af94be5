"""Plays as BoardGameGeek hands them out, saved as a file: <plays> with a <play> for each entry.

Scores are free text, players may be missing, an entry may stand for several plays of one day.
"""

from __future__ import annotations

from datetime import tzinfo

from exchange.document.checks import BadDocument
from exchange.formats.plays import Person, Plays, Score, check_game, check_number_of
from exchange.formats.values import minutes, when
from exchange.formats.xml_tree import Element
from models.names import tidy


def is_bgg(root: Element) -> bool:
    return root.name in ("plays", "play")


class Bgg(Plays):
    """The earliest play first, for the file has the newest on top."""

    source = "bgg"

    def __init__(self, root: Element, zone: tzinfo) -> None:
        super().__init__(zone)
        entries = [root] if root.name == "play" else root.all("play")
        check_number_of(entries, root.name)
        for entry in sorted(entries, key=lambda e: (e.get("date"), e.get("id").zfill(20))):
            with self.leaving_out(" · ".join(filter(None, (entry.get("date"), _game(entry))))):
                self._read(entry, str(entry.line))

    def _read(self, entry: Element, at: str) -> None:
        if entry.get("incomplete") == "1":
            raise BadDocument(at, "not played to the end")
        if entry.get("nowinstats") == "1":
            raise BadDocument(at, "marked there as not counting")
        date, game, comments = entry.get("date"), _game(entry), entry.first("comments")
        began = when(date, at, self.zone)
        scores = self._scores(entry, at)
        self.add(
            at,
            entry.get("id") or f"{date}|{game}|{','.join(map(str, scores))}",
            game,
            began,
            scores,
            minutes=minutes(entry.get("length")),
            place=entry.get("location"),
            note=" ".join(comments.text.split()) if comments else "",
        )
        count = _quantity(entry)
        if count > 1:
            raise BadDocument(
                at, "logged as %(count)s games with one set of points: one of them is imported", count=count
            )

    def _scores(self, entry: Element, at: str) -> list[Score]:
        players = entry.first("players")
        if players is None:
            raise BadDocument(at, "the file does not say who played")
        scores = [self._score(player) for player in players.all("player")]
        check_game(scores, at)
        return scores

    def _score(self, player: Element) -> Score:
        at, name, user = str(player.line), player.get("name"), player.get("username")
        if not (name or user):
            raise BadDocument(at, "somebody here has no name")
        person = Person(f"user:{user.casefold()}" if user else f"name:{tidy(name)}", name or user)
        won = {"1": True, "0": False}.get(player.get("win"))
        return self.score(person, player.get("score"), at, won=won, starts=player.get("startposition") == "1")


def _quantity(entry: Element) -> int:
    written = entry.get("quantity")
    return int(written) if written.isascii() and written.isdigit() and len(written) < 5 else 1  # noqa: PLR2004


def _game(entry: Element) -> str:
    item = entry.first("item")
    return item.get("name") if item else ""
