"""Files of other programs, of our own making, and reading them."""

from __future__ import annotations

import uuid
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Any

import pytest

from exchange.importing.kinds import Brought, read_file
from models.document import BadDocument

SAMPLES = Path(__file__).with_name("samples")


def sample(name: str) -> bytes:
    return (SAMPLES / name).read_bytes()


def read(content: bytes | str, zone: tzinfo = UTC) -> Brought:
    return read_file(content.encode() if isinstance(content, str) else content, zone)


def refused(content: bytes | str) -> BadDocument:
    """Why a file cannot be read."""
    with pytest.raises(BadDocument) as told:
        read(content)
    return told.value


def told(draft: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Each session of a draft as (day, game, {name: total})."""
    names = {player["id"]: player["name"] for player in draft["players"]}
    return [
        (s["day"], s["game"], {names[x["player"]]: n for x, n in zip(s["seats"], s["totals"], strict=True)})
        for s in draft["sessions"]
    ]


def reasons(draft: dict[str, Any]) -> dict[str, str]:
    """Why something stays out, in English, by its place in the file."""
    return {told["at"]: told["reason"] % told["values"] for told in draft["left_out"]}


def is_id(text: str) -> bool:
    return str(uuid.UUID(text)) == text
