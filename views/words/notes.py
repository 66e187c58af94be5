"""Notes in people's own words: paragraphs and lists, without any other markup."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markupsafe import Markup

_NOTES = MarkdownIt("zero", {"html": False, "breaks": True}).enable(["list", "newline"])


def notes(text: str) -> Markup:
    """Return HTML: an empty line begins a paragraph, "- " or "1. " a list.

    >>> notes("A two: draw two.\\n\\n- An ace <b>turns</b>")
    Markup('<p>A two: draw two.</p>\\n<ul>\\n<li>An ace &lt;b&gt;turns&lt;/b&gt;</li>\\n</ul>\\n')
    """
    return Markup(_NOTES.render(text))  # noqa: S704 - markdown-it escapes everything but its own tags
