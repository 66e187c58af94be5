"""An untrusted text can name values and conditions, and do nothing else."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.rulebook.notation import BadNotation, parse_line
from game.rulebook.template import BadTemplate, PassageTemplate
from game.variants import VARIANTS

OPTIONS = {option.key: option for option in VARIANTS["derange"].options}
VALUES = {"draws": 1, "points": lambda card: 8}
REFUSED = [
    "{{ draws.__class__ }}",
    "{{ draws.bit_length() }}",
    "{{ draws['real'] }}",
    "{{ ''.__class__.__mro__ }}",
    "{{ 'x'.center(1000000000) }}",
    "{{ 'x'|center(1000000000) }}",
    "{{ options.__init__ }}",
    "{{ options.__class__ == 1 }}",
    "{{ points.__globals__ }}",
    "{{ points('8').__class__ }}",
    "{{ points(*draws) }}",
    "{{ range(9) }}",
    "{{ lipsum() }}",
    "{{ self }}",
    "{{ super() }}",
    "{{ 8|word('a', 'b') }}",
    "{{ 8|word(language='sv') }}",
    "{{ 9 ** 9 ** 9 }}",
    "{{ 'x' * 1000000000 }}",
    "{{ 'x' ~ 'y' }}",
    "{{ draws is defined }}",
    "{% for n in 'xx' %}{{ n }}{% endfor %}",
    "{% set draws = 2 %}",
    "{% macro again() %}{{ again() }}{% endmacro %}",
    "{% include 'rules.en.md' %}",
    "{% import 'os' as os %}",
    "{% extends 'rules.en.md' %}",
    "{% block turn %}{% endblock %}",
    "{% raw %}{% endraw",
    "{% filter word %}1{% endfilter %}",
    "{{ [draws] }}",
    "{{ {'draws': 1} }}",
    "{{ (draws, draws) }}",
    "{{ none }}",
    "{{ true }}",
    "{{ 1.5 }}",
    "{{ points }}",
    "{{ draws < 'x' }}",
    "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "{{ " + "9" * 5000 + " }}",
    "{% if draws %}" * 60 + "{% endif %}" * 60,
]


def rendered(source):
    return PassageTemplate(source, "en", OPTIONS).render(VALUES)


@pytest.mark.parametrize("source", REFUSED, ids=lambda source: source[:40])
def test_anything_but_values_and_conditions_is_refused(source):
    with pytest.raises(BadTemplate) as refused:
        rendered(source)
    assert str(refused.value)


def test_the_line_of_a_mistake_is_counted_from_the_first_line_of_the_text():
    with pytest.raises(BadTemplate, match="a rule text has no “for”") as refused:
        rendered("Draw {{ draws }}.\nAnd again:\n{% for n in draws %}{% endfor %}")
    assert refused.value.line == 3


def test_html_is_left_to_markdown():
    assert rendered("<b>{{ draws }}</b> & more") == "<b>1</b> & more"


BRACES = ["{{", "}}", "{%", "%}", "{#", "#}", "{", "}", "[[8]]", "[[", "[GD1]", "[#", " ", "\n"]
WORDS = [
    "if",
    "else",
    "endif",
    "draws",
    "options.",
    "mode",
    "points",
    "word",
    "'",
    "(",
    ")",
    "==",
    "|",
    "8",
    "-",
]
typed = st.lists(st.sampled_from([*BRACES, *WORDS]), max_size=25).map("".join)


@given(typed)
def test_any_text_is_rendered_or_refused_with_its_line(source):
    try:
        rendered(source)
    except BadTemplate as refused:
        line = refused.line
    else:
        line = 1
    assert 1 <= line <= source.count("\n") + 1


@given(typed)
def test_no_brace_of_a_rendered_text_is_printed(text):
    with suppress(BadNotation):
        assert not {"{", "}"} & set("".join(token.content for token in parse_line(text)))
