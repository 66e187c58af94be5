"""The referee's verdict: yes, no or a question, with reasons and consequences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Answer = Literal["yes", "no", "ask"]


@dataclass(frozen=True)
class Reason:
    """A rule that applies.

    law: key of its sentence. facts: citations, the deciding one first. about: values for the sentence: cards,
    suits, numbers.
    """

    law: str
    facts: tuple[str, ...]
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """because: the deciding rule, None if the answer is "ask". steps: one rule for each card that may be
    laid, in order. aside: rules that apply before the play. then: consequences, in order.
    needs: the missing or inconsistent input, if the answer is "ask".
    """

    answer: Answer
    because: Reason | None = None
    steps: tuple[Reason, ...] = ()
    aside: tuple[Reason, ...] = ()
    then: tuple[Reason, ...] = ()
    needs: str = ""
