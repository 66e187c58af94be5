"""What the referee answers: yes, no, or what it would need to know; the reason, and what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Answer = Literal["yes", "no", "ask"]


@dataclass(frozen=True)
class Reason:
    """A rule that decides. `law` names the sentence that says it, `facts` where it stands, the deciding one
    first; `about` holds what the sentence names: cards, suits, numbers.
    """

    law: str
    facts: tuple[str, ...]
    about: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """`because` is the deciding rule, None where the answer is a question; `steps` has one rule for each
    card that may be laid, in order; `aside` says what the situation itself brings; `then` what follows, in
    the order of the table; `needs` names what has to be known before there is an answer.
    """

    answer: Answer
    because: Reason | None = None
    steps: tuple[Reason, ...] = ()
    aside: tuple[Reason, ...] = ()
    then: tuple[Reason, ...] = ()
    needs: str = ""
