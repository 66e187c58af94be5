"""The facts and decisions that a value may cite: facts.json says what a rules text states, decisions.json
what was settled where the texts are silent or disagree. Both in every language, for people to read.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from game.variants.text import Text

FOLDER = Path(__file__).parent


@cache
def facts() -> dict[str, dict[str, Any]]:
    """Facts by id: {"id", "group", "fact": Text, "inferred", "source"}."""
    listed = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    return {fact["id"]: fact for fact in listed}


@cache
def decisions() -> dict[str, Text]:
    """What was decided, by id."""
    decided: dict[str, Text] = json.loads((FOLDER / "decisions.json").read_text(encoding="utf-8"))
    return decided


def is_decision(citation: str) -> bool:
    return citation in decisions()


def is_known(citation: str) -> bool:
    return citation in facts() or is_decision(citation)


def text_of(citation: str) -> Text:
    """What a fact or decision says; raises KeyError where there is none of that id."""
    if is_decision(citation):
        return decisions()[citation]
    text: Text = facts()[citation]["fact"]
    return text


def source_of(citation: str) -> str | None:
    """The rules text that states a fact, None for a decision; raises KeyError as `text_of`."""
    if is_decision(citation):
        return None
    source: str = facts()[citation]["source"]
    return source
