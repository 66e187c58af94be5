"""Texts in the language of the request. flask_babel 4.0.0 looks the translations up anew for each message."""

import pytest
from flask import render_template, render_template_string
from flask_babel import Domain, force_locale, gettext, ngettext, refresh

from views.web.language import current_language


@pytest.fixture
def looked_up(monkeypatch):
    """The look-ups of translations, which flask_babel makes."""
    calls, look_up = [], Domain.get_translations
    monkeypatch.setattr(Domain, "get_translations", lambda domain: calls.append(1) or look_up(domain))
    return calls


def swedish(app):
    return app.test_request_context("/", headers={"Accept-Language": "sv"})


def test_a_request_looks_its_language_up_once(app, looked_up):
    with swedish(app):
        assert {gettext("Back") for _turn in range(3)} == {"Tillbaka"}
        assert ngettext("%(num)d round", "%(num)d rounds", 2) == "2 rundor"
        assert render_template_string('{{ _("Back") }}') == "Tillbaka"
    assert len(looked_up) == 1


def test_each_request_has_its_own_language(app):
    with swedish(app):
        assert (gettext("Back"), current_language()) == ("Tillbaka", "sv")
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert (gettext("Back"), current_language()) == ("Back", "en")


def test_a_language_may_be_forced_for_a_while(app):
    with swedish(app):
        assert gettext("Back") == "Tillbaka"
        with force_locale("en"):
            assert (gettext("Back"), render_template_string('{{ _("Back") }}')) == ("Back", "Back")
            assert current_language() == "en"
        assert (gettext("Back"), current_language()) == ("Tillbaka", "sv")


def test_a_language_that_is_chosen_within_a_request_counts_at_once(app):
    with swedish(app) as context:
        assert gettext("Back") == "Tillbaka"
        context.session["language"] = "en"
        refresh()
        assert (gettext("Back"), current_language()) == ("Back", "en")


@pytest.fixture
def template(app, tmp_path):
    """Renders a text as a template file with values."""
    app.jinja_loader.searchpath.append(str(tmp_path))

    def render(source, file="", **values):
        name = f"{file or tmp_path.name}.html"
        (tmp_path / name).write_text(source, encoding="utf-8")
        return lambda: render_template(name, **values)

    yield render
    app.jinja_loader.searchpath.pop()


def test_a_template_is_compiled_for_each_language(app, template):
    plural = '{{ ngettext("%(num)d card", "%(num)d cards", 2) }}'
    page = template('{{ _("Back") }} {{ pgettext("ranking", "Place") }} ' + plural)
    for language, text in (
        ("sv", "Tillbaka Placering 2 kort"),
        ("en", "Back Place 2 cards"),
        ("sv", "Tillbaka Placering 2 kort"),
    ):
        with app.test_request_context("/", headers={"Accept-Language": language}):
            assert page() == text
    with swedish(app), force_locale("en"):
        assert page() == "Back Place 2 cards"


def test_values_in_messages_are_escaped_and_messages_are_not(app, template):
    page = template('{{ _("%(name)s deals.", name=name) }} {{ _("Back & forth, 100 %%") }}', name="<b>")
    with swedish(app):
        assert page() == "&lt;b&gt; ger. Back & forth, 100 %"


def test_a_message_that_is_not_written_out_is_looked_up(app, template):
    page = template("{{ _(text) }}", text="Back")
    with swedish(app):
        assert page() == "Tillbaka"


def test_a_message_is_looked_up_when_its_template_is_compiled(app, template, looked_up):
    page = template('{{ _("Back") }}')
    with swedish(app):
        page()
    looked_up.clear()
    with swedish(app):
        assert page() == "Tillbaka"
    assert not looked_up


def test_a_template_is_compiled_for_its_language_whatever_is_spoken_just_then(app, template):
    """Here the page speaks English from its middle on, where it includes another template."""
    inner = template('{{ _("Back") }}', file="inner")
    page = template('{{ speak() }}{% include "inner.html" %}', speak=lambda: english.__enter__() and "")
    with swedish(app):
        english = force_locale("en")
        page()
        english.__exit__(None, None, None)
    with swedish(app):
        assert inner() == "Tillbaka"
