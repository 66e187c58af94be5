"""Sample files of other programs, written by this project, and functions that read them."""

from __future__ import annotations

import uuid
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any

import msgspec
import pytest

from files.document import BadDocument
from files.readers.context import ReadingContext
from files.readers.reading import read_file

Draft = dict[str, Any]  # as JSON has it
SAMPLES = Path(__file__).with_name("samples")


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def read(content: bytes | str, zone: tzinfo = UTC) -> Draft:
    return _read(content, zone)[1]


def kind_of(content: bytes | str) -> str:
    return _read(content, UTC)[0]


def _read(content: bytes | str, zone: tzinfo) -> tuple[str, Draft]:
    kind, draft = read_file(content.encode() if isinstance(content, str) else content, ReadingContext(zone))
    return kind, as_json(draft)


def as_json(draft: object) -> Draft:
    return msgspec.json.decode(msgspec.json.encode(draft))


def refused(content: bytes | str) -> BadDocument:
    """The error of a file that cannot be read."""
    with pytest.raises(BadDocument) as refusal:
        read(content)
    return refusal.value


def plays_in(draft: Draft) -> list[tuple[Any, ...]]:
    """Each session of a draft as (day, game, {name: total})."""
    names = {player["id"]: player["name"] for player in draft["players"]}
    return [
        (s["day"], s["game"], {names[x["player"]]: n for x, n in zip(s["seats"], s["totals"], strict=True)})
        for s in draft["sessions"]
    ]


def reasons(draft: Draft) -> dict[str, str]:
    """Reasons for records left out, in English, by their location in the file."""
    return {record["at"]: record["reason"] % record["values"] for record in draft["left_out"]}


def is_id(text: str) -> bool:
    return str(uuid.UUID(text)) == text
