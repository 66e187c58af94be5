"""The referee's words for one family of games: a sentence for each law, a clause for each question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Sentence = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True)
class Vocabulary:
    """sentences: tables by law, looked up in this order; each sentence takes what its ground is about.
    aside: a table that comes first where a law is told beside the answer.
    questions: by what a verdict needs, a clause that goes on after “I need to know”.
    reasons: laws that tell why although they only follow; where they stand is named as well.
    """

    sentences: tuple[Mapping[str, Sentence], ...]
    questions: Mapping[str, Callable[[], str]]
    aside: Mapping[str, Sentence] = field(default_factory=dict)
    reasons: frozenset[str] = frozenset()
