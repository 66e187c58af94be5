"""Texts in the language of the request. flask_babel 4.0.0 looks the translations up anew for each message."""

import pytest
from flask import render_template_string
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
