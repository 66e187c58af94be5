"""A file opened by LibreOffice, cell by cell, with types."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.waiting import PATIENCE

OFFICE, TABLE, TEXT = (
    f"{{urn:oasis:names:tc:opendocument:xmlns:{name}:1.0}}" for name in ("office", "table", "text")
)
MOST_REPEATED = 1_000  # the empty rest of a sheet is stored as one cell, repeated to its edge
SEPARATORS = {",": 44, ";": 59}

needs_libreoffice = pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not here: apt-get install libreoffice-calc"
)


class Formula(str):
    """A cell with a formula; exports must not contain any."""


def opened(file: Path, *, separator: str = "") -> dict[str, list[list[Any]]]:
    """The sheets by title: text as str, numbers as int or float, days as date, empty cells as None.

    separator: of a CSV file, which is read with LibreOffice's default settings: UTF-8, text in quotes.
    """
    csv = f"--infilter=Text - txt - csv (StarCalc):{SEPARATORS[separator]},34,76,1" if separator else ""
    convert(file, "fods", *([csv] if csv else []))
    sheets = ET.parse(file.with_suffix(".fods")).iter(f"{TABLE}table")
    return {str(sheet.get(f"{TABLE}name")): _rows(sheet) for sheet in sheets}


def convert(file: Path, to: str, *options: str) -> None:
    """Let LibreOffice save a file in another format beside it."""
    command = ["soffice", "--headless", "--norestore", f"-env:UserInstallation=file://{_profile()}", *options]
    command += ["--convert-to", to, "--outdir", str(file.parent), str(file)]
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)


@cache
def _profile() -> str:
    """A user profile, created by the first start; later starts are faster."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _rows(sheet: ET.Element) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for row in sheet.iter(f"{TABLE}table-row"):
        cells: list[Any] = []
        for cell in row:
            repeated = int(cell.get(f"{TABLE}number-columns-repeated", 1))
            cells += [_value(cell)] * min(repeated, MOST_REPEATED)
        while cells and cells[-1] is None:
            cells.pop()
        rows += [cells] * min(int(row.get(f"{TABLE}number-rows-repeated", 1)), MOST_REPEATED)
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _value(cell: ET.Element) -> Any:
    kind, formula = cell.get(f"{OFFICE}value-type"), cell.get(f"{TABLE}formula")
    if formula is not None:
        return Formula(formula)
    if kind == "float":
        number = float(str(cell.get(f"{OFFICE}value")))
        return int(number) if number.is_integer() else number
    if kind == "date":
        return date.fromisoformat(str(cell.get(f"{OFFICE}date-value"))[:10])
    return _text(cell) if kind == "string" else None


def _text(cell: ET.Element) -> str:
    """Blanks that XML would collapse are elements there."""
    paragraphs = []
    for paragraph in cell.iter(f"{TEXT}p"):
        parts = [paragraph.text or ""]
        for child in paragraph:
            blanks = int(child.get(f"{TEXT}c", 1)) if child.tag == f"{TEXT}s" else 0
            parts += [" " * blanks, child.text or "", child.tail or ""]
        paragraphs.append("".join(parts))
    return "\n".join(paragraphs)
