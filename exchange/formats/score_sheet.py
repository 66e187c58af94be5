"""The score sheet of a play in BG Stats: rounds with rows, each with scores by the id of a player's score.

A sheet of one round has a row for each deal; one of several rounds has a deal for each of these, whose rows
are parts of it. Sheets can hold much that is no deal (bonuses, a condition that wins): what does not make the
totals of the play is not taken for deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from exchange.document.checks import BadDocument
from exchange.document.decoding import decoded
from exchange.formats.values import points_in

Scores = Mapping[str, str]
FEWEST, MOST = 2, 999  # deals


class DoesNotAddUp(ValueError):
    """The deals of a sheet do not make the total of the player at `place`, None where they cannot be read."""

    def __init__(self, place: int | None) -> None:
        super().__init__("rounds do not add up")
        self.place = place


def deals_of(play: Mapping[str, Any], ids: Sequence[str], totals: Sequence[int]) -> list[list[int]]:
    """Points by deal, in the order of the players, whose scores have these ids; empty where no sheet is told.

    Nothing written is nothing left. Raises DoesNotAddUp.
    """
    sheet = _as_object(play.get("scoresheet"))
    rounds = [deal for deal in _objects(sheet.get("rounds")) if any(_scores(row) for row in _rows(deal))]
    if len(rounds) == 1:
        deals = [[row] for row in _rows(rounds[0]) if _scores(row)]
    else:
        deals = [list(_rows(deal)) for deal in rounds]
    if not FEWEST <= len(deals) <= MOST:
        return []
    try:
        played = [[sum(_points(row, own) for row in rows) for own in ids] for rows in deals]
    except BadDocument:
        raise DoesNotAddUp(None) from None
    for place, total in enumerate(totals):
        mine = [points[place] for points in played]
        if sum(mine) != total or min(mine) < 0:
            raise DoesNotAddUp(place)
    return played


def score_id(record: Mapping[str, Any]) -> str:
    """What the sheet calls a player of the play."""
    own = _as_object(record.get("metaData")).get("scoreUuid")
    return own.casefold() if isinstance(own, str) else ""


def _points(row: Mapping[str, Any], own: str) -> int:
    written = _scores(row).get(own, "")
    points = points_in(written.removeprefix("-"), "", "") if written else 0
    return -points if (row.get("negative") is True) != written.startswith("-") else points


def _scores(row: Mapping[str, Any]) -> Scores:
    """What is written in a row."""
    told = row.get("scores")
    if not isinstance(told, dict):
        return {}
    return {
        str(own).casefold(): str(said).strip()
        for own, said in told.items()
        if said is not None and str(said).strip()
    }


def _rows(deal: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    return _objects(deal.get("rows"))


def _objects(told: Any) -> Iterator[Mapping[str, Any]]:
    return (each for each in (told if isinstance(told, list) else ()) if isinstance(each, dict))


def _as_object(told: Any) -> Mapping[str, Any]:
    """An object, which some versions write as a text that holds one."""
    if isinstance(told, str) and told.strip():
        try:
            return decoded(told.encode(), dict[str, Any])
        except BadDocument:
            return {}
    return told if isinstance(told, dict) else {}
