"""Lists of names with points, as people write them in a message: “17 maj: Anna 10, Bo 6”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from files.readers.dates import is_day, is_weekday
from files.readers.tables.lines import Line
from files.readers.tables.words import is_game_number, is_total
from models.names import folded

MAX_LIST_LENGTH = 50_000  # characters
MIN_PLAYERS = 2  # players
MAX_LABEL_LENGTH = 60  # characters
MAX_LABELS = 6  # places of a line where one may end
MAX_LABEL_WORDS = 8  # of a label with a day
AFTER_LABEL = re.compile(r":\s+|\s+")
COUNTED = re.compile(r"\d{1,4}[.)]")
BETWEEN = re.compile(r"[,;]|\s(?:och|and|&)\s", re.IGNORECASE)
MAX_ENTRY_LENGTH = 100
ENTRY = re.compile(
    r"([^\W\d_][^\d,;:=|()\t]*?)(?:\ *[:=]\ *|\ +[-–—]\ +|\ +)([-−–+]?\d{1,6})"
    r"(?:\ ?(?:p|pts|points|poäng)\.?)?",
    re.IGNORECASE,
)
LAST_OF_NAME = re.compile(r"[^\W\d_]\.?\Z")
DIGIT = re.compile(r"\d")
NUMBERED = re.compile(r"[ #]*\d{1,3}[.):]*\Z")
WORD_AND_NUMBER = re.compile(r"[^\W\d_]+[ #]+\d{1,3}")  # Round 3
MAX_TITLES = 10
MAX_NAMES = 100


Points = dict[str, tuple[str, str]]


@dataclass
class ListRow:
    """number: of its first line. day, label: what stands before the names. points: each name with its points,
    as written, by folded name.
    """

    number: int
    day: str
    label: str
    points: Points


def table_of_list(text: str) -> list[Line] | None:
    """Return the table that says the same: a head with all names, and a row for each line of the list.

    A line may begin with its day, another text and a colon, or both (“17/5 -24 Anna 10, Bo 6”, “1. Anna 10,
    Bo 6”, “Vändåtta 17 maj: Anna 10, Bo 6”). They may also stand on a line of their own, if it has a day.
    Names may stand below each other; an empty line or a day then ends the row. Texts above everything are
    titles.

    Returns None if the text is longer than MAX_LIST_LENGTH, any line has another form, or a name has points
    twice in a row.
    """
    if len(text) > MAX_LIST_LENGTH:
        return None
    titles, rows = list[Line](), list[ListRow]()
    above, is_below_another = ("", ""), False
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        before, points = _read(line)
        if points is None:
            is_below_another = False
            label = _day_and_text(line)
            if label[0]:
                above = label
            elif line and (rows or len(titles) == MAX_TITLES):
                return None
            elif line:
                titles.append((number, [line]))
        elif is_below_another and len(points) == 1 and not before and not points.keys() & rows[-1].points:
            rows[-1].points.update(points)
        else:
            day, text = _day_and_text(before)
            stands_alone = bool(day) or is_total(text)
            rows.append(
                ListRow(number, day if stands_alone else above[0], text or above[1] * (not day), points)
            )
            is_below_another = len(points) == 1
    if not rows or any(len(row.points) < MIN_PLAYERS for row in rows):
        return None
    names = {key: name for row in rows for key, (name, _points) in row.points.items()}
    return [*titles, *_table(rows, names)] if len(names) <= MAX_NAMES else None


def _table(rows: Sequence[ListRow], names: Mapping[str, str]) -> Iterator[Line]:
    """names: by folded name."""
    has_days = any(row.day for row in rows)
    has_labels = not all(COUNTED.fullmatch(row.label) for row in rows if row.label)
    labels = [row.label for row in rows if row.label and not is_total(row.label)]
    words = [NUMBERED.sub("", label) for label in labels if NUMBERED.search(label)]
    head = "game" if len(words) < len(labels) else "match" if all(map(is_game_number, words)) else ""
    yield rows[0].number, [*["date"] * has_days, *[head] * has_labels, *names.values()]
    for row in rows:
        before = [*[row.day] * has_days, *[row.label] * has_labels]
        yield row.number, [*before, *(row.points.get(key, ("", ""))[1] for key in names)]


def _read(line: str) -> tuple[str, Points | None]:
    """What stands before the names of a line, and its points; None if it has another form."""
    points = _points(line)
    if points is not None:
        return "", points
    for end in islice(AFTER_LABEL.finditer(line[:MAX_LABEL_LENGTH]), MAX_LABELS):
        label = line[: end.start()]
        if end[0][0] == ":" or is_total(label) or _day_and_text(label)[0] or COUNTED.fullmatch(label):
            points = _points(line[end.end() :])
            if points is not None:
                return label, points
    return "", None


def _points(text: str) -> Points | None:
    found: Points = {}
    for entry in map(str.strip, BETWEEN.split(text.rstrip(" ,;."))):
        match = ENTRY.fullmatch(entry) if len(entry) <= MAX_ENTRY_LENGTH else None
        if match is None or not LAST_OF_NAME.search(match[1]) or folded(match[1]) in found:
            return None
        word, *others = match[1].split()
        if others and is_total(word):  # “Summa Anna 13”
            return None
        found[folded(match[1])] = match[1], match[2]
    return found


def _day_and_text(label: str) -> tuple[str, str]:
    """The day of a label, and the text before or behind it; each is "" if there is none."""
    words = label.split(maxsplit=MAX_LABEL_WORDS)
    if len(words) > MAX_LABEL_WORDS or len(label) > MAX_LABEL_LENGTH:
        return "", label
    for count in range(1, len(words) + 1):
        for day, text in ((words[-count:], words[:-count]), (words[:count], words[count:])):
            written, beside = " ".join(day).rstrip(":"), " ".join(text).rstrip(":")
            if (not DIGIT.search(beside) or WORD_AND_NUMBER.fullmatch(beside)) and is_day(written):
                return written, "" if all(map(is_weekday, text)) else beside
    return "", label
