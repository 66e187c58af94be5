"""Templates in rules texts: Jinja2 restricted to values, conditions and a few functions.

    {{ draws }}  {{ draws|word }}  {{ draws|word|capitalize }}   a value: digits, a word, with a capital
    {{ decks|word("en") }}                                       a word for a Swedish noun with “en”
    {% if options.mode == "short" %}…{% else %}…{% endif %}      shown under an option of the variant
    {{ points("8") }}  {{ hand("8 K 5 5") }}                     a function of pages.py

The texts are untrusted: the environment is sandboxed, and other syntax is rejected before rendering. There
are no loops, no arithmetic and no attributes, so that the time to render a text is bounded by its length.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, partial
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateSyntaxError, nodes
from jinja2.exceptions import TemplateRuntimeError
from jinja2.filters import do_capitalize
from jinja2.sandbox import ImmutableSandboxedEnvironment

from game.rulebook.numerals import in_words
from game.variants.checking import is_number
from game.variants.option import Option

PERMITTED = (
    *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.CondExpr),
    *(nodes.Name, nodes.Const, nodes.Getattr, nodes.Tuple, nodes.Filter, nodes.Call),
    *(nodes.Compare, nodes.Operand, nodes.And, nodes.Or, nodes.Not),
)
MAX_DEPTH = 40


class BadTemplate(ValueError):
    """A mistake in a template; line: from 1."""

    def __init__(self, line: int, mistake: str) -> None:
        super().__init__(mistake)
        self.line = line


class PassageTemplate:
    """The template of one passage. Raises BadTemplate.

    options: of the variant, by key. names: values and functions used. constant_texts: (line, text) outside of
    braces. has_conditions: whether it uses `if`.
    """

    def __init__(self, source: str, language: str, options: Mapping[str, Option]) -> None:
        self.source = source
        self.names, self.constant_texts = frozenset[str](), [(1, source)]
        self.has_conditions = False
        self._template: Template | None = None
        if "{" in source:  # most passages have no braces
            tree, self._template = _read(source, language, options)
            self.names = frozenset(name.name for name in tree.find_all(nodes.Name))
            self.has_conditions = any(tree.find_all((nodes.If, nodes.CondExpr)))
            self.constant_texts = [(data.lineno, data.data) for data in tree.find_all(nodes.TemplateData)]

    def render(self, values: Mapping[str, Any]) -> str:
        """Render the text. Raises BadTemplate for an unknown value."""
        if self._template is None:
            return self.source
        try:
            return self._template.render(values)
        except (TemplateRuntimeError, TypeError, ValueError) as wrong:
            raise BadTemplate(1, str(wrong)) from wrong


def _read(source: str, language: str, options: Mapping[str, Option]) -> tuple[nodes.Template, Template]:
    environment = _environment(language)
    try:
        tree = environment.parse(source)
        _check_parts(tree)
        _check_options(tree, options)
        return tree, Template.from_code(environment, environment.compile(tree), {})
    except TemplateSyntaxError as wrong:
        raise BadTemplate(wrong.lineno, wrong.message or "a mistake") from wrong
    except (RecursionError, ValueError) as wrong:  # thousands of brackets; a number of thousands of digits
        raise BadTemplate(1, str(wrong)) from wrong


@cache
def _environment(language: str) -> ImmutableSandboxedEnvironment:
    """Create the sandbox. No escaping: the Markdown parser escapes the rendered text."""
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        finalize=_checked,
    )
    environment.filters = {"word": partial(_word, language=language), "capitalize": do_capitalize}
    environment.globals, environment.tests = {}, {}
    return environment


def _word(number: int, gender: str = "", *, language: str) -> str:
    """gender: "en" for a Swedish noun of common gender."""
    if not is_number(number):
        raise TypeError(f"“{number}” is not a number")
    return in_words(number, language, common=gender == "en")


def _checked(value: object) -> object:
    """Check a value before output; None (an option that depends on unknown players) is a TypeError."""
    if isinstance(value, str) or is_number(value):
        return value
    raise TypeError(f"“{value}” is neither a number nor a text")


def _check_parts(node: nodes.Node, depth: int = 0) -> None:
    name = type(node).__name__.lower()
    if not isinstance(node, PERMITTED):
        raise TemplateSyntaxError(f"a rule text has no “{name}”", node.lineno)
    if depth > MAX_DEPTH:
        raise TemplateSyntaxError("nested too deep", node.lineno)
    if isinstance(node, nodes.Getattr) and not (
        isinstance(node.node, nodes.Name) and node.node.name == "options"
    ):
        raise TemplateSyntaxError(f"only “options” has parts: .{node.attr}", node.lineno)
    if isinstance(node, nodes.Call) and not isinstance(node.node, nodes.Name):
        raise TemplateSyntaxError("only functions are called", node.lineno)
    for inner in node.iter_child_nodes():
        _check_parts(inner, depth + 1)


def _check_options(tree: nodes.Template, options: Mapping[str, Option]) -> None:
    """Check that each condition uses an existing option and a possible value."""
    compared = {id(c.expr): c for c in tree.find_all(nodes.Compare)}
    for node in tree.find_all(nodes.Getattr):
        option, comparison = options.get(node.attr), compared.get(id(node))
        if option is None:
            raise TemplateSyntaxError(f"no option “{node.attr}”", node.lineno)
        if comparison is None and option.kind == "choice":
            raise TemplateSyntaxError(f"“{option.key}” needs one of its values", node.lineno)
        operands = comparison.ops if comparison else []
        values = [constant.value for operand in operands for constant in operand.find_all(nodes.Const)]
        impossible = [value for value in values if not _is_possible(value, option)]
        if impossible:
            raise TemplateSyntaxError(f"“{option.key}” is never “{impossible[0]}”", node.lineno)


def _is_possible(value: object, option: Option) -> bool:
    if option.kind == "yes_no":
        return isinstance(value, bool)
    named: Collection[object] = [choice.value for choice in (*option.choices, *option.special)]
    return value in named or (option.kind == "count" and is_number(value))
