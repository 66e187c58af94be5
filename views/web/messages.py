"""The texts of the app in the language of a request."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from flask import Flask, g
from flask_babel import Babel, Domain

from views.web.language import about_locale, chosen_locale, chosen_time_zone


class RequestDomain(Domain):
    """Finds the translations once for a request; flask_babel 4.0 does it anew for each message, which took an
    eighth of a page's time. `force_locale` and `refresh` forget what is kept here, under a name of theirs.
    """

    def get_translations(self) -> Any:
        found = about_locale("babel_translations")
        if found is None:
            found = super().get_translations()
            if g:
                g._flask_babel.babel_translations = found
        return found


class Messages(Babel):
    """Babel with texts that are found once for a request."""

    @cached_property
    def domain_instance(self) -> Domain:
        return RequestDomain(domain=self.domain)


def register(app: Flask) -> None:
    """Translate with the locale and the time zone of each request."""
    babel = Messages(app, locale_selector=chosen_locale, timezone_selector=chosen_time_zone)

    def in_language() -> Any:
        return babel.domain_instance.get_translations()

    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda text: in_language().ugettext(text),
        ngettext=lambda one, many, count: in_language().ungettext(one, many, count),
        pgettext=lambda context, text: in_language().upgettext(context, text),
        npgettext=lambda context, one, many, count: in_language().unpgettext(context, one, many, count),
        newstyle=True,
    )
