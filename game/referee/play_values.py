"""Conversion of a variant's rules of play to the arguments of the rules classes of both families."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OTHER_KEYS = frozenset({"family", "general", "prose", "decisions", "calls"})  # read by pages, or separately


def own_values(played: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without OTHER_KEYS, lists as tuples; citations as {rule key: facts}.

    played: see Variant.play_rules.
    """
    own = {key: _fixed(value) for key, value in played.items() if key not in OTHER_KEYS}
    return {**own, "citations": {rule_key: tuple(facts) for rule_key, facts in played["citations"].items()}}


def _fixed(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
