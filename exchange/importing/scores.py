"""Points as people write them into other programs: a number, or a sum of the rounds."""

from __future__ import annotations

import re
from fractions import Fraction

from models.document.checks import BadDocument

LONGEST = 400
NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,4})?"
SUM = re.compile(rf"[+-]?\s*{NUMBER}(?:\s*[+-]\s*{NUMBER})*")
TERM = re.compile(rf"([+-]?)\s*({NUMBER})")


def points_told(written: object, at: str, name: str) -> int:
    """What "3+6+2" or 11 or "11.0" makes: whole points, none below nought.

    Raises BadDocument at `at` with the text as it stands where it is anything else, for nothing is rounded
    and nothing is guessed. `name`: whose points.
    """
    text = "" if written is None or isinstance(written, bool | list | dict) else str(written).strip()
    if not text:
        raise BadDocument(at, "no points are told for %(name)s", name=name)
    if len(text) > LONGEST or not SUM.fullmatch(text):
        raise BadDocument(
            at, "the points of %(name)s are no number and no sum: %(value)s", name=name, value=text[:60]
        )
    total = sum(Fraction(f"{sign}{number}") for sign, number in TERM.findall(text))
    if total.denominator != 1:
        raise BadDocument(at, "the points of %(name)s are not whole: %(value)s", name=name, value=text[:60])
    if total < 0:
        raise BadDocument(
            at, "the points of %(name)s are below nought: %(value)s", name=name, value=text[:60]
        )
    return int(total)
