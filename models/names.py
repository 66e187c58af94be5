"""Names: any script and emoji, no character that breaks a line or changes its direction."""

from __future__ import annotations

import re
import unicodedata

# Control, surrogate, private-use and unassigned characters, line and paragraph separators. A zero-width
# joiner stays: emoji and several scripts need it.
UNFIT = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
ISOLATES = "\u2068\u2069"
DIRECTION_MARKS = {chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def tidy(text: str | None) -> str:
    """The text in Unicode form NFC, without outer or doubled blanks and without characters that break a line
    or change its direction.
    """
    fit = "".join(_fit(c) for c in text or "")
    return unicodedata.normalize("NFC", " ".join(fit.split()))


def tidy_lines(text: str | None) -> str:
    """`tidy` for each line of a text; empty lines at its start and end are removed."""
    lines = [tidy(line) for line in (text or "").splitlines()]
    return "\n".join(lines).strip("\n")


def isolated(name: str) -> str:
    """Wrap a name in direction isolates, so that a right-to-left name does not reorder the text around it."""
    turns = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"{ISOLATES[0]}{name}{ISOLATES[1]}" if turns else name


def initials(name: str) -> str:
    """The initials on a player's disc: of the first and of the second word."""
    words = [word.strip(ISOLATES) for word in name.split()]
    return "".join(word[0].upper() for word in words if word)[:2]


def two_letters(name: str) -> str:
    """Initials that are two letters even where the name is one word: "AN"."""
    letters = initials(name)
    return letters if len(letters) > 1 else name.strip(ISOLATES)[:2].upper()


def is_visible(name: str) -> bool:
    """Whether the name has a visible character."""
    return any(unicodedata.category(c)[0] in "LNSP" for c in name)


def folded(name: str) -> str:
    """A key to compare names by: ignores case, outer and doubled blanks, and the Unicode form (é may be
    written as one character or as two).
    """
    plain = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def is_named(name: str, phone: str) -> bool:
    """Whether a phone or a file has a player's name: "Cara", "Cara’s phone", Swedish "Caras telefon"."""
    word = rf"(?<!\w){re.escape(folded(name))}s?(?!\w)"
    return re.search(word, folded(phone)) is not None


def _fit(character: str) -> str:
    if character in "\t\n\r":
        return " "
    unfit = unicodedata.category(character) in UNFIT or character in DIRECTION_MARKS
    return "" if unfit else character
