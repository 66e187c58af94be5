"""What BG Stats writes: a play that is shared (.bgsplay), an export, a backup. All are JSON of one shape.

Ids hold only within a file, a uuid holds for ever; scores are text and may be sums; any key may be missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo
from typing import Any

from exchange.importing.plays import (
    LONGEST_TEXT,
    Person,
    Play,
    Seated,
    Telling,
    check_game,
    check_number_of,
    minutes,
    when,
)
from models.document.checks import BadDocument
from variants.naming import way_called

SOURCE = "bgstats"
LISTS = ("plays", "players", "games", "locations")


def is_bg_stats(document: Any) -> bool:
    return isinstance(document, dict) and isinstance(document.get("plays"), list)


def tell(document: Mapping[str, Any], zone: tzinfo) -> Telling:
    """Its plays, one by one; raises BadDocument where the file as a whole is not what it seems."""
    for name in LISTS:
        if not isinstance(document.get(name, []), list):
            raise BadDocument(name, "a list is wanted")
    check_number_of(document["plays"], "plays")
    reading = _Reading(document, zone)
    reading.telling.read_each(document["plays"], "plays", reading.play, reading.words)
    return reading.telling


class _Reading:
    def __init__(self, document: Mapping[str, Any], zone: tzinfo) -> None:
        self.zone = zone
        self.telling = Telling(SOURCE)
        self.players, self.games, self.locations = (_by_id(document.get(name, [])) for name in LISTS[1:])

    def play(self, told: Any, at: str) -> Play:
        if not isinstance(told, dict):
            raise BadDocument(at, "an object is wanted")
        game = self._game(told)
        _check_it_counts(told, game, at)
        date = told.get("playDate") or told.get("playDateYmd")
        day, begins = when(date, f"{at}.playDate", self.zone)
        seats = self._seats(told, f"{at}.playerScores")
        name = _game_name(told, game)
        who = ",".join(f"{self.telling.people[s.person].key}={s.points}" for s in seats)
        return Play(
            at=at,
            key=_text(told.get("uuid")).upper() or f"{date}|{name}|{who}",
            game=name,
            day=day,
            begins=begins,
            seats=seats,
            minutes=minutes(told.get("durationMin")),
            place=_text(self.locations.get(_id(told.get("locationRefId")), {}).get("name")),
            note=_text(told.get("comments")),
            ours=_text(told.get("importPlayId")),
        )

    def words(self, told: Any) -> str:
        """The date and game of a play that cannot be read."""
        if not isinstance(told, dict):
            return ""
        parts = (_text(told.get("playDate"))[:10], _game_name(told, self._game(told)))
        return " · ".join(filter(None, parts))[:80]

    def _game(self, told: Mapping[str, Any]) -> Mapping[str, Any]:
        return self.games.get(_id(told.get("gameRefId")), {})

    def _seats(self, told: Mapping[str, Any], at: str) -> tuple[Seated, ...]:
        scores = told.get("playerScores")
        if not isinstance(scores, list):
            raise BadDocument(at, "a list is wanted")
        seats = []
        for index, score in enumerate(scores):
            here = f"{at}[{index}]"
            if not isinstance(score, dict):
                raise BadDocument(here, "an object is wanted")
            place = score.get("seatOrder")
            order = place if isinstance(place, int) and place > 0 else len(scores) + index
            seats.append((order, index, self._seat(score, here)))
        check_game([seat for *_order, seat in seats], self.telling.people, at)
        return tuple(seat for *_order, seat in sorted(seats, key=lambda s: s[:2]))

    def _seat(self, score: Mapping[str, Any], at: str) -> Seated:
        told = self.players.get(_id(score.get("playerRefId")))
        if told is None or not _text(told.get("name")):
            raise BadDocument(f"{at}.playerRefId", "no such player in “players”")
        name = _text(told.get("name"))
        person = Person(
            _text(told.get("uuid")).upper() or f"name:{name}", name, bool(told.get("isAnonymous"))
        )
        won = score.get("winner")
        return self.telling.seated(
            person,
            score.get("score"),
            f"{at}.score",
            won=won if isinstance(won, bool) else None,
            starts=score.get("startPlayer") is True,
        )


def _check_it_counts(told: Mapping[str, Any], game: Mapping[str, Any], at: str) -> None:
    if told.get("ignored") is True:
        raise BadDocument(at, "marked there as not counting")
    if told.get("usesTeams", game.get("usesTeams")) is True:
        raise BadDocument(at, "played in teams, and whose points these are is not told")
    if game.get("cooperative") is True:
        raise BadDocument(at, "played together, not against each other")


def _game_name(told: Mapping[str, Any], game: Mapping[str, Any]) -> str:
    """The game; where its name is none of ours but the board's is, as Turn Eight itself writes it, that."""
    name, board = _text(game.get("name")), _text(told.get("board"))
    return board if board and way_called(name) is None and way_called(board) is not None else name


def _by_id(things: list[Any]) -> dict[Any, dict[str, Any]]:
    return {_id(thing.get("id")): thing for thing in things if isinstance(thing, dict)}


def _id(told: Any) -> Any:
    """An id as a key; nothing finds one that is no number and no text."""
    return told if isinstance(told, int | str) else object()


def _text(told: Any) -> str:
    return " ".join(told[:LONGEST_TEXT].split()) if isinstance(told, str) else ""
