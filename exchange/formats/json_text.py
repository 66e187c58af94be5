"""JSON from strangers: how much there is of it is counted before any of it becomes objects.

Python's own reader makes two gigabytes of thirty megabytes of empty lists, and only then could somebody
look. Here the root must be an object, and the extent of each of its members, in a list of each item, is
found first by one regular expression, which goes through a hundred megabytes a second and keeps nothing.
What holds no more than such a part may is then read by Python's reader: an honest file hardly notices.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from exchange.document.checks import DEEPEST, BadDocument, shown

# Ten years of a group hold 1.6 million values, 0.7 million lists and objects; none of their sessions 2,000,
# nor 30,000 characters.
MOST_VALUES = 3_000_000
MOST_LISTS = 1_500_000
MOST_IN_ONE = 500_000
LONGEST = 10_000_000
MOST_MEMBERS, MOST_ITEMS = 1_000, 50_000  # of the root, and of a list in it
LONGEST_NUMBER = 18  # digits

STRING = r'"(?:[^"\\]++|\\.)*+"'


def _nested(levels: int) -> str:
    """What a list or an object may hold; possessive throughout, so that nothing is ever tried twice."""
    within = simple = rf'[^\[\]{{}}"]++|{STRING}'
    for _level in range(levels):
        within = rf"{simple}|[\[{{](?:{within})*+[\]}}]"
    return within


BLANK = re.compile(r"[ \t\n\r]*+")
VALUE = re.compile(rf"[\[{{](?:{_nested(DEEPEST - 2)})*+[\]}}]|{STRING}|[^\[{{\",\]}}]++", re.DOTALL)


class JsonReader:
    """Reads the objects of one file. What one of them holds counts against the next."""

    def __init__(self) -> None:
        self.text, self.at = "", 0
        self.values = self.lists = 0
        self.decoder = json.JSONDecoder(parse_int=_whole, parse_float=_number, parse_constant=_refused)

    def read(self, text: str) -> dict[str, Any]:
        """The object that a text is; raises BadDocument where it is none, or more than a file can hold."""
        self.text, self.at = text, 0
        if not self._comes("{"):
            raise BadDocument(self._place(self.at), "JSON object expected")
        found: dict[str, Any] = {}
        members, more = 0, not self._comes("}")
        while more:
            members += 1
            if members > MOST_MEMBERS:
                raise _too_much(self._place(self.at))
            name = self._name()
            found[name] = self._list(name[:40]) if self._comes("[") else self._value(name[:40])
            more = self._goes_on("}")
        if self.at < len(text):
            raise self._breaks_off(self.at)
        return found

    def _list(self, name: str) -> list[Any]:
        items: list[Any] = []
        more = not self._comes("]")
        while more:
            place = f"{name}[{len(items)}]"
            if len(items) == MOST_ITEMS:
                raise _too_much(place)
            items.append(self._value(place))
            more = self._goes_on("]")
        return items

    def _name(self) -> str:
        if not self.text.startswith('"', self.at):
            raise self._breaks_off(self.at)
        name = self._value("")
        if not self._comes(":"):
            raise self._breaks_off(self.at)
        return str(name)

    def _goes_on(self, end: str) -> bool:
        """Whether a comma comes, and not the end."""
        more = self._comes(",")
        if not (more or self._comes(end)):
            raise self._breaks_off(self.at)
        return more

    def _comes(self, mark: str) -> bool:
        """Whether this is what comes; it is then passed, with the blanks around it."""
        self._pass_blanks()
        comes = self.text.startswith(mark, self.at)
        if comes:
            self.at += len(mark)
            self._pass_blanks()
        return comes

    def _pass_blanks(self) -> None:
        blank = BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at

    def _value(self, place: str) -> Any:
        extent = VALUE.match(self.text, self.at)
        self._count(self.at, extent.end() if extent else len(self.text), place)
        try:
            value, self.at = self.decoder.raw_decode(self.text, self.at)
        except json.JSONDecodeError as wrong:
            raise self._breaks_off(wrong.pos) from None
        except RecursionError:
            raise BadDocument(place, "nested too deep") from None
        except BadDocument as wrong:
            raise wrong.at(place) from None
        if extent is None:  # it could be read, and no bracket was missing
            raise BadDocument(place, "nested too deep")
        return value

    def _count(self, start: int, end: int, place: str) -> None:
        """Raise BadDocument where too much stands there. A comma within a text is counted as well."""
        lists = self.text.count("[", start, end) + self.text.count("{", start, end)
        values = 1 + self.text.count(",", start, end)
        self.lists += lists
        self.values += values
        is_too_much = values + lists > MOST_IN_ONE or self.values > MOST_VALUES or self.lists > MOST_LISTS
        if is_too_much or end - start > LONGEST:
            raise _too_much(place or self._place(start))

    def _breaks_off(self, at: int) -> BadDocument:
        return BadDocument(self._place(at), "this is where the JSON breaks off")

    def _place(self, at: int) -> str:
        """Line and column, as every editor counts them."""
        line = self.text.count("\n", 0, at) + 1
        return f"{line}:{at - self.text.rfind(chr(10), 0, at)}"


def _whole(digits: str) -> int:
    return int(digits) if len(digits) <= LONGEST_NUMBER else _refused(digits)


def _number(digits: str) -> float:
    number = float(digits) if len(digits) <= LONGEST_NUMBER * 2 else math.inf
    return number if math.isfinite(number) else _refused(digits)


def _refused(digits: str) -> Any:
    raise BadDocument("", "not a usable number: %(value)s", value=shown(digits[:60]))


def _too_much(place: str) -> BadDocument:
    return BadDocument(place, "more than such a file can hold")
