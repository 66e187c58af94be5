"""The notation of the prose: Markdown, and in it values, cards, citations, conditions and anchors.

    {draws}  {draws:word}  {decks:Word-en}    a value of the variant: digits, word, capital, Swedish “en”
    [[8]]  [[9H]]  [[JK]]                     a card
    [V25]                                     a fact or decision that the sentence rests on
    {?ace_on_ace}  {?!ace_on_ace}  {?mode=short}   shown only under that option
    {#scoring}                                the anchor of a heading
    {points}  {options}  {hand 8 K 5}  {layout 9H}    what is drawn from the data

All of it becomes tokens beside those of Markdown; their meaning is said in prose.py and views/rules/prose.py.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

VALUE, CARD, CITATION, CONDITION, ANCHOR, DRAWN = "value", "card", "citation", "condition", "anchor", "drawn"
DRAWN_FROM_DATA = ("points", "options", "hand", "layout")
FORMS = ("word", "Word", "word-en", "Word-en")

CARD_AS_WRITTEN = re.compile(r"(?:A|[2-9]|10|J|Q|K)[SHDC]?|JK")
PATTERNS = (
    (CARD, re.compile(rf"\[\[(?P<card>{CARD_AS_WRITTEN.pattern})\]\]")),
    (CITATION, re.compile(r"\[(?P<cited>[A-Z]{1,2}\d+)\]")),
    (CONDITION, re.compile(r"\{\?(?P<never>!?)(?P<option>[a-z_]+)(?:=(?P<value>\w+))?\}")),
    (ANCHOR, re.compile(r"\{#(?P<id>[a-z][a-z0-9-]*)\}")),
    (DRAWN, re.compile(rf"\{{(?P<what>{'|'.join(DRAWN_FROM_DATA)})(?P<cards>(?: [A-Z0-9]+)*)\}}")),
    (VALUE, re.compile(rf"\{{(?P<name>[a-z_]+(?:\.\w+)*)(?::(?P<form>{'|'.join(FORMS)}))?\}}")),
)
OPENS = ("[[", "{")  # nothing else may begin so: a slip of the pen must not be printed


class BadNotation(ValueError):
    """Something that begins like our notation and is none."""


def reader() -> MarkdownIt:
    """Markdown without HTML, pictures and code, with our notation."""
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.disable(["html_block", "html_inline", "image", "autolink", "code", "fence", "backticks"])
    markdown.inline.ruler.before("link", "notation", _notation)
    return markdown


def _notation(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] not in "[{":
        return False
    for kind, pattern in PATTERNS:
        found = pattern.match(state.src, state.pos)
        if found:
            if not silent:
                _push(state, kind, found)
            state.pos = found.end()
            return True
    if state.src.startswith(OPENS, state.pos):
        raise BadNotation(state.src[state.pos : state.pos + 30].partition("\n")[0])
    return False


def _push(state: StateInline, kind: str, found: re.Match[str]) -> None:
    if kind in (CITATION, ANCHOR):
        state.pending = state.pending.rstrip()  # it is not read
    token: Token = state.push(kind, "", 0)
    token.meta = {name: text for name, text in found.groupdict().items() if text is not None}
    token.content = found[0]
