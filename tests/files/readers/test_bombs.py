"""Decompression bombs and similar files are refused early, before they use much memory."""

import json
import subprocess
import sys
from pathlib import Path

from tests.files.readers.test_xlsx import SHEET, packed
from tests.sampling import full_only
from tests.waiting import PATIENCE

pytestmark = full_only

PROJECT = Path(__file__).parents[3]
SIZE = 15_000_000  # bytes
MOST_MEGABYTES = 220
MOST_TIMES = 20  # the time of a million empty lists, a fifth of the size of a bomb; measured: at most 3
READER = """
import json, resource, sys, time
from datetime import UTC
from pathlib import Path
sys.modules["numpy"] = None  # no server has it; here it came with pandas
from files.readers.context import ReadingContext
from files.readers.reading import read_file
from files.document import BadDocument

most = int(sys.argv[2]) * 1_000_000  # of memory of its own, beside what programs share
resource.setrlimit(resource.RLIMIT_DATA, (most, most))

def seconds_of_a_million():
    began = time.process_time()
    json.loads("[" + "[]," * 1_000_000 + "[]]")
    return time.process_time() - began

def message_and_times(bomb):
    began = time.process_time()
    try:
        read_file(bomb.read_bytes(), ReadingContext())
        message = "came in"
    except BadDocument as wrong:
        message = str(wrong)
    except MemoryError:
        message = "takes more memory than there is"
    return message, (time.process_time() - began) / million

most_times, found = int(sys.argv[3]), {}
million = seconds_of_a_million()
for bomb in Path(sys.argv[1]).iterdir():
    found[bomb.name] = message_and_times(bomb)
    if found[bomb.name][1] > most_times:  # again, beside a million of the same moment
        million = seconds_of_a_million()
        found[bomb.name] = message_and_times(bomb)
print(json.dumps(found))
"""
NO_FORMAT = "“format” is missing"  # a member unknown to the types uses no memory
BY_BG_STATS = (
    "plays of BoardGameGeek come by way of BG Stats: fetch them there, and import the file that it exports"
)
TOO_MUCH = "more than such a file can hold"
HEADER = "date,game,player,points\n"
MEMBER = '"a": 1, '
COUNTED = '{"format": "turn-eight/1", "sessions": [{"rounds": [{"hands": [{"cards": {'


def spreadsheet(rows):
    """A workbook with a sheet of these rows."""
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    return packed(**{SHEET: f"<worksheet {space}><sheetData>{rows}</sheetData></worksheet>".encode()})


def filled(unit):
    return unit * (SIZE // len(unit))


BOMBS = {
    "lists in a list": (lambda: f"[{filled('[],')}[]]", "line 1: a JSON object is expected"),
    "lists for sessions": (lambda: f'{{"sessions": [{filled("[],")}[]]}}', TOO_MUCH),
    "lists in a session": (lambda: f'{{"sessions": [[{filled("[],")}[]]]}}', TOO_MUCH),
    "objects in a play": (lambda: f'{{"plays": [[{filled("{},")}{{}}]]}}', TOO_MUCH),
    "numbers": (lambda: f'{{"players": [1, [{filled("1.5,")}1]]}}', TOO_MUCH),
    "members": (lambda: "{" + filled(MEMBER) + '"b": 1}', TOO_MUCH),
    "small objects in a play": (lambda: '{"plays": [[' + filled('{"a": 1},') + "1]]}", TOO_MUCH),
    "counts of cards": (lambda: COUNTED + filled('"8": 1,') + '"8": 1}}]}]}]}', TOO_MUCH),
    "a text of wide characters": (lambda: f'{{"a": "\U0001f600{filled("x")}"}}', NO_FORMAT),
    "depth": (lambda: f'{{"a": {filled("[")}', TOO_MUCH),
    "a number": (
        lambda: f'{{"format": "turn-eight/1", "players": {filled("7")}}}',
        f"players: not a usable number: {'7' * 57}…",
    ),
    "digits": (lambda: f'{{"a": {filled("7")}}}', NO_FORMAT),
    "a line": (lambda: HEADER + filled("x"), "2: more cells than columns"),
    "columns": (lambda: filled("a,"), "1: more cells than columns"),
    "a quote that never closes": (lambda: HEADER + '"' + filled("x\n"), "2: this row is not well-formed"),
    "a spreadsheet of empty cells": (lambda: spreadsheet("<row>" + "<c/>" * 1_900_000 + "</row>"), TOO_MUCH),
    "a spreadsheet without end": (lambda: spreadsheet("<row/>" * SIZE), TOO_MUCH),
    "a spreadsheet of tags within each other": (lambda: spreadsheet("<a>" * 2_000_000), TOO_MUCH),
    "a spreadsheet whose second row is far down": (
        lambda: spreadsheet(
            '<row r="1"><c r="A1"><v>1</v></c></row><row r="99999999"><c r="XFD99999999"/></row>'
        ),
        "20001: more than 20000 rows",
    ),
    "markup": (lambda: "<plays>" + filled("<play/>"), BY_BG_STATS),
    "exports": (lambda: filled('{"plays":[]}'), TOO_MUCH),
    "exports in a list": (lambda: f"[{filled('{},')}]", TOO_MUCH),
    "an export after blanks": (
        lambda: '{"plays":[]}' + filled(" ") + "x",
        "line 1: this is where the JSON breaks off",
    ),
}


def test_a_bomb_is_refused_early(tmp_path):
    for name, (content, _refusal) in BOMBS.items():
        bomb = content()
        (tmp_path / name).write_bytes(bomb if isinstance(bomb, bytes) else bomb.encode())
    reader = [sys.executable, "-c", READER, str(tmp_path), str(MOST_MEGABYTES), str(MOST_TIMES)]
    answer = subprocess.run(reader, cwd=PROJECT, capture_output=True, check=True, text=True, timeout=PATIENCE)
    found = json.loads(answer.stdout)
    assert {name: message for name, (message, _times) in found.items()} == {
        name: refusal for name, (_content, refusal) in BOMBS.items()
    }
    assert [name for name, (_message, times) in found.items() if times > MOST_TIMES] == []
