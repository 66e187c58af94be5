"""Words of any page: a text of a variant, lists, small numbers."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _

from variants import VARIANTS
from variants.text import in_language
from views.web.language import current_language


def listed(parts: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:  # noqa: PLR2004
        return "".join(parts)
    return _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])


NUMBERS = (
    lambda: _("no"),
    lambda: _("one"),
    lambda: _("two"),
    lambda: _("three"),
    lambda: _("four"),
    lambda: _("five"),
    lambda: _("six"),
    lambda: _("seven"),
    lambda: _("eight"),
    lambda: _("nine"),
    lambda: _("ten"),
)


def number_word(count: int) -> str:
    """Two to ten in words, larger numbers as figures."""
    return NUMBERS[count]() if count < len(NUMBERS) else str(count)


def words(text: str | Mapping[str, str]) -> str:
    """A text of a variant in the page's language."""
    return in_language(text, current_language())


def opening(text: str) -> str:
    """The same text where a line begins: its first letter a capital, which Swedish weekdays have not."""
    return text[:1].upper() + text[1:]


def variant_name(key: str) -> str:
    """What a variant is called; one that is known no more keeps its key."""
    return words(VARIANTS[key].name) if key in VARIANTS else key
