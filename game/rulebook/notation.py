"""The notation of rules texts: Markdown with cards, citations and ids.

    [[8]]  [[9H]]  [[JK]]     a card
    [V25]                     a fact or decision that the sentence rests on
    ## Scoring [#scoring]     a heading with its id
    Say “last card”. [#call]  a paragraph with its id (both ids: read by prose.py)

A sentence that cites a decision gets the mark ◦: the rules texts leave it open, and the app decides. The mark
is derived from the citations.
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

OPENS = ("[[", "[#", "{", "}")  # all other texts that begin so are mistakes


class BadNotation(ValueError):
    """Text that begins like the notation but is invalid."""


def _notation(state: StateInline, silent: bool) -> bool:
    for kind, pattern in PATTERNS.items():
        match = pattern.match(state.src, state.pos)
        if match:
            if not silent:
                if kind == CITATION:
                    state.pending = state.pending.rstrip()  # the space before a citation
                token: Token = state.push(kind, "", 0)
                token.meta, token.content = match.groupdict(), match[0]
            state.pos = match.end()
            return True
    if state.src.startswith(OPENS, state.pos):
        raise BadNotation(state.src[state.pos : state.pos + 30].partition("\n")[0])
    return False


def _markdown() -> MarkdownIt:
    """Return a Markdown parser without HTML, images and code, with the notation."""
    markdown = MarkdownIt("commonmark", {"html": False})
    markdown.disable(["html_block", "html_inline", "image", "autolink", "code", "fence", "backticks"])
    markdown.inline.ruler.before("link", "notation", _notation)
    return markdown


LINES = _markdown()
BLOCKS = _markdown().disable("inline")


def blocks(text: str) -> list[SyntaxTreeNode]:
    """Return the headings, paragraphs and lists of a file; their inline content is not parsed yet."""
    return list(SyntaxTreeNode(BLOCKS.parse(text)).children)


@lru_cache(maxsize=4096)  # the passages of all variants, in both languages: most tables read the same
def parse_line(text: str) -> tuple[Token, ...]:
    """Parse the inline content of a passage. Raises BadNotation."""
    return tuple(token for inline in LINES.parseInline(text.strip()) for token in inline.children or ())


def with_marks(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens, with a mark after the citations of each sentence that cites a decision."""
    is_ours = False
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        yield token
        if token.type == CITATION:
            is_ours = is_ours or is_decision(token.meta["cited"])
            if is_ours and (following is None or following.type != CITATION):
                yield Token(OURS, "", 0, content=MARK)
                is_ours = False


def plain_text(tokens: Sequence[Token]) -> str:
    """Return the plain text: cards as “9♥”, without citations."""
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
    """Split a card into rank and suit letter, "" without suit.

    >>> rank_and_suit("10H"), rank_and_suit("JK")
    (('10', 'H'), ('JK', ''))
    """
    return (card[:-1], card[-1]) if card[-1] in SUIT_SIGNS else (card, "")


def parse_cards(text: str) -> Cards:
    """Parse cards separated by spaces, as “8 K 5 5H”. Raises ValueError."""
    cards = text.split()
    for card in cards:
        if not ONE_CARD.fullmatch(card):
            raise ValueError(f"no card “{card}”")
    return tuple(map(rank_and_suit, cards))
