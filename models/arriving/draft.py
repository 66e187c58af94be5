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
from collections.abc import Mapping
from typing import Any

Draft = dict[str, Any]


def packed(draft: Draft) -> bytes:
    """A draft as the database keeps it."""
    return zlib.compress(json.dumps(draft, ensure_ascii=False, separators=(",", ":")).encode())


def unpacked(kept: bytes) -> Draft:
    told: Draft = json.loads(zlib.decompress(kept))
    return told


def tells_totals(told: Mapping[str, Any]) -> bool:
    """Whether a session of a draft still needs a game to become one of a document."""
    return "totals" in told
