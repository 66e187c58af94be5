"""The brackets of a rule text: Markdown, and in it cards, citations and the ids of headings.

    [[8]]  [[9H]]  [[JK]]     a card
    [V25]                     a fact or decision that the sentence rests on
    ## Scoring [#scoring]     a heading with its id

A sentence that cites a decision gets the mark ◦: there the rules are silent, and it is our own choice. The
mark is derived from the citations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from game.referee.cards import SUIT_SIGNS
from game.variants.citations import is_decision

CARD, CITATION, OURS = "card", "citation", "ours"  # kinds of tokens, besides those of Markdown
MARK = "◦"
ONE_CARD = re.compile(r"(?:A|[2-9]|10|J|Q|K)[SHDC]?|JK")
PATTERNS = {
    CARD: re.compile(rf"\[\[(?P<card>{ONE_CARD.pattern})\]\]"),
    CITATION: re.compile(r"\[(?P<cited>[A-Z]{1,2}\d+)\]"),
}
Cards = tuple[tuple[str, str], ...]  # rank and suit letter of each, "" where it has no suit

OPENS = ("[[", "[#", "{", "}")  # nothing else may begin so: a slip of the pen must not be printed


class BadNotation(ValueError):
    """Something that begins like our notation and is none."""


def _notation(state: StateInline, silent: bool) -> bool:
    for kind, pattern in PATTERNS.items():
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
    if kind == CITATION:
        state.pending = state.pending.rstrip()  # it is not read
    token: Token = state.push(kind, "", 0)
    token.meta, token.content = found.groupdict(), found[0]


def _markdown() -> MarkdownIt:
    """Markdown without HTML, pictures and code, with our notation."""
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.disable(["html_block", "html_inline", "image", "autolink", "code", "fence", "backticks"])
    markdown.inline.ruler.before("link", "notation", _notation)
    return markdown


LINES = _markdown()
BLOCKS = _markdown().disable("inline")


def blocks(text: str) -> list[SyntaxTreeNode]:
    """Headings, paragraphs and lists of a file; what is written in them is not read yet."""
    return list(SyntaxTreeNode(BLOCKS.parse(text)).children)


@lru_cache(maxsize=4096)  # the passages of all variants, in both languages: most tables read the same
def read_line(text: str) -> tuple[Token, ...]:
    """What a passage says; raises BadNotation."""
    return tuple(token for inline in LINES.parseInline(text.strip()) for token in inline.children or ())


def marked(tokens: Sequence[Token]) -> Iterator[Token]:
    """These with a mark behind the citations of each sentence that cites a decision."""
    ours = False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        yield token
        if token.type == CITATION:
            ours = ours or is_decision(token.meta["cited"])
            if ours and (following is None or following.type != CITATION):
                yield Token(OURS, "", 0, content=MARK)
                ours = False


def plain(tokens: Sequence[Token]) -> str:
    """The text alone: cards as they are written, citations left out."""
    return " ".join("".join(map(_plain, tokens)).split())


def _plain(token: Token) -> str:
    if token.type == CARD:
        rank, suit = rank_and_suit(token.meta["card"])
        return rank + SUIT_SIGNS.get(suit, "")
    if token.type == OURS:
        return f" {MARK}"
    if token.type in ("softbreak", "hardbreak"):
        return " "
    return token.content if token.type == "text" else ""


def rank_and_suit(card: str) -> tuple[str, str]:
    """A card of the notation as rank and suit letter, "" where it has no suit."""
    return (card[:-1], card[-1]) if card[-1] in SUIT_SIGNS else (card, "")


def cards_named(text: str) -> Cards:
    """Cards of a line, as “8 K 5 5H”; raises ValueError."""
    cards = text.split()
    for card in cards:
        if not ONE_CARD.fullmatch(card):
            raise ValueError(f"no card “{card}”")
    return tuple(map(rank_and_suit, cards))
