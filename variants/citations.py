"""The facts and decisions that a value may cite: facts.json says what a rules text states, decisions.json
what was settled where the texts are silent or disagree.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@cache
def facts() -> dict[str, dict[str, Any]]:
    """Facts by id: {"id", "group", "fact", "inferred", "source"}."""
    listed = json.loads((FOLDER / "facts.json").read_text(encoding="utf-8"))
    return {fact["id"]: fact for fact in listed}


@cache
def decisions() -> dict[str, str]:
    """What was decided, by id."""
    decided: dict[str, str] = json.loads((FOLDER / "decisions.json").read_text(encoding="utf-8"))
    return decided


def is_known(citation: str) -> bool:
    return citation in facts() or citation in decisions()
