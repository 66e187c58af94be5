"""A draft: what a file tells, before the table has said who is who and which game is which.

It is a session document (models/document/schema.json), as it stands where the file tells rounds. Where it
tells totals only, a session has, instead of variant, night and rounds:

at          its place in the file            game      what the file calls the game
day, timed  the date, and whether started_at is more than a guess
place, note of that evening, or null
totals      whole points or wins, one for each of “seats”
winners     who won by the file's own word, player ids
ours        left out, or what may be the id of the session here that the file got it from

and the draft has “left_out”: what the file tells that cannot come in ({"at", "what", "reason", "values"},
a reason as BadDocument has it). A player may be “nameless” (never known by name), and “told” is the name
as the file has it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

Draft = dict[str, Any]
# What only a draft says; a document that says it too does not mean that.
OF_A_SESSION = ("at", "game", "day", "timed", "place", "note", "totals", "winners", "ours")
OF_A_PLAYER = ("told", "nameless")
OF_THE_WHOLE = ("left_out",)


def draft_of_document(document: Mapping[str, Any]) -> Draft:
    """The draft that a session document is, without the words that only a draft has: nobody checked them."""
    return {
        **_without(document, OF_THE_WHOLE),
        "players": [_without(told, OF_A_PLAYER) for told in document["players"]],
        "sessions": [_without(told, OF_A_SESSION) for told in document["sessions"]],
    }


def packed(draft: Draft) -> bytes:
    """A draft as the database keeps it."""
    return zlib.compress(json.dumps(draft, ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(kept: bytes) -> Draft:
    told: Draft = json.loads(zlib.decompress(kept))
    return told


def tells_totals(told: Mapping[str, Any]) -> bool:
    """Whether a session of a draft still needs a game to become one of a document."""
    return "totals" in told


def _without(told: Mapping[str, Any], words: Iterable[str]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key not in words}
