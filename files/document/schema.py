"""The JSON schema of the session document, generated from its types (published, `make schema`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from files.document.records import Document

SCHEMA = Path(__file__).with_name("schema.json")


def schema() -> dict[str, Any]:
    """The content of schema.json."""
    of_types = msgspec.json.schema(Document)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Turn Eight session document",
        "description": "A group's players, nights and sessions. Written whole by export; import computes "
        "what is optional here and left out.",
        **json.loads(msgspec.json.encode(of_types)),  # defaults may be tuples
    }


def write_schema() -> None:
    SCHEMA.write_text(json.dumps(schema(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
