"""The referee's page of every family of games: the question, its problems and addresses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from urllib.parse import urlencode

from flask import request, url_for

from forms.base import QuestionForm
from forms.options import OptionParams
from game.variants import Variant
from views.web.addresses import next_url


class RefereePage:
    """`family` names the template; `question` is read by the family's own page."""

    family: str
    question: QuestionForm

    def __init__(self, variant: Variant, options: OptionParams) -> None:
        self.variant = variant
        self.options = options

    @property
    def is_sound(self) -> bool:
        return self.question.is_sound and self.options.is_sound

    @property
    def lacking(self) -> str:
        """A sentence about the input that is missing before anything can be judged; "" if there is enough."""
        raise NotImplementedError

    @property
    def problems(self) -> list[str]:
        problems = list(dict.fromkeys((*self.options.problems.values(), *self.question.problems.values())))
        if not problems and "ask" in request.args and self.lacking:
            return [self.lacking]
        return problems

    @cached_property
    def here(self) -> str:
        return url_for("referee.show", key=self.variant.key)

    @property
    def rules_address(self) -> str:
        rules = url_for("rules.show", key=self.variant.key)
        return with_query(rules, [*self.options.query.items(), ("back", next_url())])

    def address_of(self, citation: str) -> str:
        """Return the address of a fact on the rules page."""
        return url_for("rules.show", key=self.variant.key, _anchor=citation)


def with_query(path: str, items: Iterable[tuple[str, str]]) -> str:
    """Return the path with a query string; empty values are left out."""
    query = urlencode([(name, text) for name, text in items if text])
    return f"{path}?{query}" if query else path
