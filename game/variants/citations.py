"""Facts and decisions that rules cite.

facts.json: statements of the rules texts; decisions.json: choices of this app where the texts leave something
open or disagree. Both in every language.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from game.texts import Text

FOLDER = Path(__file__).parent


@cache
def facts() -> dict[str, dict[str, Any]]:
    """Facts by id: {"id", "group", "fact": Text, "inferred", "source"}."""
    listed = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    return {fact["id"]: fact for fact in listed}


@cache
def decisions() -> dict[str, Text]:
    """Decisions by id."""
    read: dict[str, Text] = json.loads((FOLDER / "decisions.json").read_text(encoding="utf-8"))
    return read


def is_decision(citation: str) -> bool:
    return citation in decisions()


def is_known(citation: str) -> bool:
    return citation in facts() or is_decision(citation)


def text_of(citation: str) -> Text:
    """Return the text of a fact or decision. Raises KeyError for an unknown id."""
    if is_decision(citation):
        return decisions()[citation]
    text: Text = facts()[citation]["fact"]
    return text


def source_of(citation: str) -> str | None:
    """Return the rules text that states a fact, None for a decision. Raises KeyError for an unknown id."""
    if is_decision(citation):
        return None
    source: str = facts()[citation]["source"]
    return source
