"""Numbers as words, in both languages."""

from __future__ import annotations

SMALL = {
    "en": "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen",
    "sv": "inga ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton "
    "arton nitton",
}
TIMES_TEN = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "sv": "tjugo trettio fyrtio femtio sextio sjuttio åttio nittio",
}
HYPHEN = {"en": "-", "sv": ""}
TENS = 10
HUNDRED = 100


def in_words(number: int, language: str, *, common: bool = False) -> str:
    """Return a number below 100 as a word, a larger one in digits; 0 is “no” or “inga”.

    common: for a Swedish noun of common gender: “en kortlek”, but “ett kort”.

    >>> in_words(21, "en"), in_words(1, "sv"), in_words(1, "sv", common=True)
    ('twenty-one', 'ett', 'en')
    """
    if not 0 <= number < HUNDRED:
        return str(number)
    small, tens = SMALL[language].split(), TIMES_TEN[language].split()
    ten, one = divmod(number, TENS)
    if number < len(small):
        word = small[number]
    else:
        word = tens[ten - 2] + (HYPHEN[language] + small[one] if one else "")
    return f"{word[:-3]}en" if common and language == "sv" and word.endswith("ett") else word
