"""What the referee's page has for every family of games: a question, perhaps a verdict, and ways on."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from urllib.parse import urlencode

from flask import request, url_for

from forms.base import Question
from forms.options import AskedOptions
from game.variants import Variant
from views.web.addresses import way_back


class RefereePage:
    """`family` names the template; `question` is read by the family's own page."""

    family: str
    question: Question

    def __init__(self, variant: Variant, options: AskedOptions) -> None:
        self.variant = variant
        self.options = options

    @property
    def is_sound(self) -> bool:
        return self.question.is_sound and self.options.is_sound

    @property
    def lacking(self) -> str:
        """What has to be chosen before anything can be judged, in words; "" where nothing has."""
        raise NotImplementedError

    @property
    def problems(self) -> list[str]:
        problems = list(dict.fromkeys((*self.options.problems.values(), *self.question.problems.values())))
        if not problems and "ask" in request.args and self.lacking:
            return [self.lacking]
        return problems

    @cached_property
    def here(self) -> str:
        return url_for("referee.ask", key=self.variant.key)

    @property
    def rules_address(self) -> str:
        rules = url_for("rules.show", key=self.variant.key)
        return with_query(rules, [*self.options.query.items(), ("back", way_back())])

    def address_of(self, citation: str) -> str:
        """Where the rules page shows a fact."""
        return url_for("rules.show", key=self.variant.key, _anchor=citation)


def with_query(path: str, said: Iterable[tuple[str, str]]) -> str:
    """The address that says this in its query; what is "" is left out."""
    query = urlencode([(name, text) for name, text in said if text])
    return f"{path}?{query}" if query else path
