"""The mark of what is our own choice: a sentence that rests on a decision, where the texts leave it open.

It is derived from the citations of the prose. Two places go without it: the section that says so once for all
of its sentences, and passages that only a table reads which chose otherwise: there it is the table’s choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from markdown_it.token import Token

from game.rulebook.conditions import Condition
from game.rulebook.notation import CITATION
from game.variants.citations import is_decision
from game.variants.option import Option

OURS = "ours"  # the kind of its token
MARK = "◦"
EXPLAINED_ONCE = "gaps"  # the section


def are_ours(section: str, conditions: Sequence[Condition], options: Mapping[str, Option]) -> bool:
    """Whether the decisions that a passage cites are marked as ours."""
    usual = {key: option.default for key, option in options.items()}
    return section != EXPLAINED_ONCE and all(condition.holds(usual) for condition in conditions)


def marked(tokens: Sequence[Token]) -> Iterator[Token]:
    """These with a mark behind the citations of each sentence that cites a decision."""
    ours = False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        yield token
        if token.type == CITATION:
            ours = ours or is_decision(token.meta["cited"])
            if ours and (following is None or following.type != CITATION):
                yield Token(OURS, "", 0, content=MARK)
                ours = False
