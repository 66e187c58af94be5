"""The texts of the app in the language of a request."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from flask import Flask, g
from flask.templating import Environment
from flask_babel import Babel, Domain, force_locale, get_domain
from jinja2 import Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer

from views.web.language import cached_by_babel, chosen_locale, chosen_time_zone, current_language


class RequestDomain(Domain):
    """Finds the translations once for a request; flask_babel 4.0 finds them again for each message, which
    took an eighth of a page's time. `force_locale` and `refresh` of flask_babel clear this cache.
    """

    def get_translations(self) -> Any:
        translations = cached_by_babel("babel_translations")
        if translations is None:
            translations = super().get_translations()
            if g:
                g._flask_babel.babel_translations = translations
        return translations


class Messages(Babel):
    """Babel with texts that are found once for a request."""

    @cached_property
    def domain_instance(self) -> Domain:
        return RequestDomain(domain=self.domain)


class Translations(NodeTransformer):
    """Replaces the messages of a template by their texts in the language of this request.

    Messages with a plural, and those that are not written out, are still looked up when a page is shown.
    """

    def __init__(self, translations: Any) -> None:
        self.by_name: dict[str, Callable[..., str]] = {
            "_": translations.ugettext,
            "gettext": translations.ugettext,
            "pgettext": translations.upgettext,
        }

    def visit_Call(self, node: nodes.Call) -> nodes.Node:
        call = self.generic_visit(node)
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        written = [argument.value for argument in node.args if isinstance(argument, nodes.Const)]
        if name not in self.by_name or len(written) < len(node.args) or node.dyn_args or node.dyn_kwargs:
            return call
        text = nodes.MarkSafeIfAutoescape(nodes.Const(self.by_name[name](*written)))
        values = [nodes.Pair(nodes.Const(keyword.key), keyword.value) for keyword in node.kwargs]
        return nodes.Mod(text, nodes.Dict(values), lineno=node.lineno)


class TemplateCode(CodeGenerator):
    """Compiles a template of TranslatedTemplates."""

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:
        if self.environment.language:  # type: ignore[attr-defined]
            with force_locale(self.environment.language):  # type: ignore[attr-defined]
                Translations(get_domain().get_translations()).visit(node)
        super().visit_Template(node, frame)


class TranslatedTemplates(Environment):
    """Compiles each template once for each language, with its messages translated.

    Looking them up took a fifth of the time of a page. Templates from a string have no language.
    """

    code_generator_class = TemplateCode

    def __init__(self, app: Flask, **options: Any) -> None:
        super().__init__(app, **options)
        self.language = ""  # "": that of the request
        self.by_language: dict[str, TranslatedTemplates] = {}

    def in_language(self, language: str) -> TranslatedTemplates:
        if language not in self.by_language:
            templates = self.overlay()
            templates.language = language
            self.by_language[language] = templates
        return self.by_language[language]

    def get_template(self, name: Any, *rest: Any, **options: Any) -> Template:
        """The template in the language of the request, or of these templates."""
        if not self.language:
            return self.in_language(current_language()).get_template(name, *rest, **options)
        return super().get_template(name, *rest, **options)


def register(app: Flask) -> None:
    """Translate with the locale and the time zone of each request. Call it before templates are used."""
    app.jinja_environment = TranslatedTemplates  # type: ignore[assignment]
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
