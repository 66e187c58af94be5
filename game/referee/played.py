"""How a table plays, as plain values: what the games of both families read of them alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BESIDE = frozenset(
    {"family", "general", "prose", "our_choice", "calls"}
)  # what pages read, or a game by its key


def own_values(played: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the game itself, lists as tuples; its laws with the facts that they rest on."""
    own = {key: _fixed(value) for key, value in played.items() if key not in BESIDE}
    return {**own, "laws": {law: tuple(facts) for law, facts in played["laws"].items()}}


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
