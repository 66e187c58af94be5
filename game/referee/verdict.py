"""The referee's verdict: yes, no or a question, with reasons and consequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Answer = Literal["yes", "no", "ask"]


@dataclass(frozen=True)
class Reason:
    """A rule that applies.

    rule_key: key of the rule in play.toml, and of its sentence. facts: citations, the deciding one first.
    about: values for the sentence: cards, suits, numbers.
    """

    rule_key: str
    facts: tuple[str, ...]
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """reason: the deciding rule, None if the answer is "ask". steps: one rule for each card that may be
    laid, in order. before: rules that apply before the play. consequences: rules that apply after it, in
    order. needs: the missing or inconsistent input, if the answer is "ask".
    """

    answer: Answer
    reason: Reason | None = None
    steps: tuple[Reason, ...] = ()
    before: tuple[Reason, ...] = ()
    consequences: tuple[Reason, ...] = ()
    needs: str = ""
