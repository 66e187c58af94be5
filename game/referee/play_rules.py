"""What the rules of play of both families have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.referee.verdict import Reason

OTHER_KEYS = frozenset({"family", "general", "prose", "decisions", "calls"})  # read by pages, or separately


@dataclass(frozen=True, kw_only=True)
class PlayRules:
    """citations: facts and decisions by rule key."""

    citations: Mapping[str, tuple[str, ...]]

    def reason(self, rule_key: str, /, **about: Any) -> Reason:
        """Return a rule with its citations. Raises KeyError for a rule that the game does not have."""
        return Reason(rule_key, self.citations[rule_key], about)


def rule_arguments(played: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values without OTHER_KEYS, lists as tuples; citations as {rule key: facts}.

    played: see Variant.play_rules.
    """
    arguments = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in played.items()
        if key not in OTHER_KEYS
    }
    citations = {rule_key: tuple(facts) for rule_key, facts in played["citations"].items()}
    return {**arguments, "citations": citations}
