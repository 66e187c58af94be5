"""What a name may hold: any script and emoji, nothing that breaks or turns a line."""

from __future__ import annotations

import re
import unicodedata

# Control, surrogate, private-use and unassigned characters, line and paragraph separators. A zero-width
# joiner stays: emoji and several scripts need it.
UNFIT = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
ISOLATES = "\u2068\u2069"
DIRECTION_MARKS = {chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def tidy(text: str | None) -> str:
    """Composed, without outer or doubled blanks and without characters that break or turn a line."""
    fit = "".join(_fit(c) for c in text or "")
    return unicodedata.normalize("NFC", " ".join(fit.split()))


def tidy_lines(text: str | None) -> str:
    """The same for a text of several lines: they stay, without empty ones around them."""
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
    found = initials(name)
    return found if len(found) > 1 else name.strip(ISOLATES)[:2].upper()


def is_visible(name: str) -> bool:
    """Whether a reader sees anything at all."""
    return any(unicodedata.category(c)[0] in "LNSP" for c in name)


def folded(name: str) -> str:
    """What names are compared by: in one Unicode form, for é may be written as one sign or as two; without
    case, without outer and doubled blanks.
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
