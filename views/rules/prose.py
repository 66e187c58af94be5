"""A passage of the rulebook as HTML. Its files contain text only; all tags are made here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Flask
from flask_babel import gettext as _
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from game.referee.cards import SUIT_SIGNS
from game.rulebook.blocks import Page, Passage
from game.rulebook.notation import LINES, MARK, rank_and_suit
from views.words.cards import lettered, suit_name

RED_SUITS = ("H", "D")


def register(app: Flask) -> None:
    app.add_template_filter(passage_html, "prose")
    app.jinja_env.globals.update(drawn_card=drawn_card, our_choice=our_choice)


def passage_html(passage: Passage, page: Page) -> Markup:
    """The passage without an enclosing tag."""
    html = RENDERER.renderInline(passage.tokens, LINES.options, {"page": page})
    return Markup(html)  # noqa: S704 - escaped by Markdown


def drawn_card(rank: str, suit: str = "", *, danger: bool = False) -> Markup:
    """Return a small card with its name for screen readers. danger: mark a costly rank."""
    label = lettered(rank) if rank != "JK" else _("Joker")
    kind = " red" if suit in RED_SUITS else " costly" if danger and not suit else ""
    return Markup('<span class="card{}">{}{}</span>').format(kind, label, _suit(suit))


def our_choice() -> Markup:
    """Return the mark of a decision that no published rule states."""
    return Markup('<span class="own-choice" role="img" aria-label="{}">{}</span>').format(
        _("our choice"), MARK
    )


def _suit(suit: str) -> Markup:
    if not suit:
        return Markup("")
    suit_text = _("of %(suit)s", suit=suit_name(suit))
    return Markup('<span aria-hidden="true">{}</span><span class="unseen"> {}</span>').format(
        SUIT_SIGNS[suit], suit_text
    )


class _Renderer(RendererHTML):
    """Markdown's own, and our notation."""

    def card(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, env: Any) -> str:
        rank, suit = rank_and_suit(tokens[idx].meta["card"])
        return str(drawn_card(rank, suit, danger=rank in env["page"].dangers))

    def citation(self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: Any) -> str:
        """Not read: each section ends with its sources."""
        return ""

    def ours(self, _tokens: Sequence[Token], _idx: int, _options: OptionsDict, _env: Any) -> str:
        """It does not begin a line."""
        return f"\N{NO-BREAK SPACE}{our_choice()}"


RENDERER = _Renderer()
