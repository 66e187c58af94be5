"""What a club evening came to: written by export, and held against the sessions by import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from exchange.document.checks import BadDocument, check_made
from exchange.document.tournaments.records import CutRecord, PlaceRecord, ResultRecord
from game.tournament.evening import Evening
from game.tournament.places import Place

CUT_PEOPLE: tuple[Literal["certain", "level", "through"], ...] = ("certain", "level", "through")


def result_of(evening: Evening) -> ResultRecord:
    """As it stands. The cut is told once the rounds are over, the play-off once it is drawn."""
    numbers = range(1, len(evening.rounds) + 1)
    return {
        "rounds": [_places(evening.round_places(number)) for number in numbers],
        "combined": _places(evening.combined),
        "cut": _cut(evening),
        "playoff": [] if evening.playoff is None else _places(evening.final),
        "winners": [str(player) for player in evening.winners],
    }


def check_result(told: ResultRecord, evening: Evening, at: str, names: Mapping[str, str]) -> None:
    """Raise BadDocument where the hands come to something else. What is not told is not missed.

    names: by the player's id in the file, which is what the evening knows them by.
    """
    made = result_of(evening)
    for index, table in enumerate(told.get("rounds", [])):
        here = f"{at}.rounds[{index}]"
        if index >= len(made["rounds"]):
            raise BadDocument(here, "there is no such round")
        _check_places(table, made["rounds"][index], here, names)
    _check_places(told.get("combined", []), made["combined"], f"{at}.combined", names)
    if "cut" in told:
        _check_cut(told["cut"], made["cut"], f"{at}.cut", names)
    _check_places(told.get("playoff", []), made["playoff"], f"{at}.playoff", names)
    if "winners" in told:
        _check_people(told["winners"], made["winners"], f"{at}.winners", names)


def _places(table: Sequence[Place]) -> list[PlaceRecord]:
    return [_place(place) for place in table]


def _place(place: Place) -> PlaceRecord:
    """Who is out of it has a total and no rank."""
    record: PlaceRecord = {"player": str(place.player), "total": place.total}
    if place.rank is not None:
        record["rank"] = place.rank
    return record


def _cut(evening: Evening) -> CutRecord | None:
    cut = evening.cut
    if cut is None or (evening.playoff is None and not evening.rounds_are_over):
        return None
    return {
        "score": cut.score,
        "certain": [str(player) for player in cut.certain],
        "level": [str(player) for player in cut.level],
        "decided_by": cut.decided_by.value,
        "through": [str(player) for player in cut.through],
    }


def _check_places(
    told: Sequence[PlaceRecord], made: Sequence[PlaceRecord], at: str, names: Mapping[str, str]
) -> None:
    own = {place["player"]: place for place in made}
    for index, place in enumerate(told):
        here = f"{at}[{index}]"
        if place["player"] not in own:
            name = names.get(place["player"], place["player"])
            raise BadDocument(f"{here}.player", "%(name)s has no place there", name=name)
        right = own[place["player"]]
        check_made(place["total"], right["total"], f"{here}.total")
        if "rank" in place:
            check_made(place["rank"], right.get("rank", "–"), f"{here}.rank")


def _check_cut(told: CutRecord | None, made: CutRecord | None, at: str, names: Mapping[str, str]) -> None:
    if told is None and made is None:
        return
    if made is None:
        raise BadDocument(at, "the hands make no cut")
    if told is None:
        raise BadDocument(at, "the hands make a cut, at %(score)s", score=made["score"])
    if "score" in told:
        check_made(told["score"], made["score"], f"{at}.score")
    if "decided_by" in told:
        check_made(told["decided_by"], made["decided_by"], f"{at}.decided_by")
    for part in CUT_PEOPLE:
        if part in told:
            _check_people(told[part], made[part], f"{at}.{part}", names)


def _check_people(told: Sequence[str], made: Sequence[str], at: str, names: Mapping[str, str]) -> None:
    """In whatever order."""
    if sorted(told) != sorted(made):
        check_made(_named(told, names), _named(made, names), at)


def _named(people: Sequence[str], names: Mapping[str, str]) -> str:
    return ", ".join(sorted(names.get(player, player) for player in people)) or "–"
