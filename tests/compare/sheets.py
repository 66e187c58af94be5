"""Plays the games of sheets.txt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.compare.phone import Phone
from tests.compare.table import VERBS, Table

FILE = Path(__file__).with_name("sheets.txt")
STARTING = ("game", "custom", "players", "first")
OPTION, ANSWER = "option ", "set "


@dataclass
class Sheet:
    """A game of the file. events: verb and arguments; rounds have the verb "-"."""

    title: str
    start: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    answers: dict[str, str] = field(default_factory=dict)
    events: list[tuple[str, list[str]]] = field(default_factory=list)


def sheets(text: str | None = None) -> Iterator[Sheet]:
    """The games of a text, by default of the file."""
    for section in ("\n" + (FILE.read_text(encoding="utf-8") if text is None else text)).split("\n== ")[1:]:
        title, *lines = section.splitlines()
        sheet = Sheet(title)
        for line in filter(None, (line.strip() for line in lines)):
            _add(sheet, line)
        yield sheet


def _add(sheet: Sheet, line: str) -> None:
    if line.startswith("- "):
        sheet.events.append(("-", [line[2:]]))
        return
    verb, _colon, rest = (part.strip() for part in line.partition(":"))
    if verb in STARTING:
        sheet.start[verb] = rest
    elif verb.startswith(OPTION):
        sheet.options[verb.removeprefix(OPTION)] = rest
    elif verb.startswith(ANSWER):
        sheet.answers[verb.removeprefix(ANSWER)] = rest
    else:
        sheet.events.append((verb, [part.strip() for part in rest.split("|")] if rest else []))


def play(phone: Phone, sheet: Sheet, attempt: Callable[[str, Callable[[], object]], None]) -> Table:
    """Play a game from the first form to its end. attempt: carries out a step, under a name."""
    table = Table(phone, sheet.title)
    attempt(sheet.title, partial(_start, table, sheet))
    for verb, arguments in sheet.events:
        action = Table.plays if verb == "-" else VERBS[verb]
        attempt(f"{sheet.title}: {verb} {arguments}", partial(action, table, *arguments))
    return table


def _start(table: Table, sheet: Sheet) -> None:
    if "custom" in sheet.start:
        table.defines(sheet.start["custom"], sheet.answers)
    else:
        table.chooses(sheet.start["game"])
    table.starts(sheet.start["players"].split(), first=sheet.start.get("first", ""), **sheet.options)
