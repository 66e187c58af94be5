"""Decode text, and parse durations."""

from __future__ import annotations

import codecs

from files.document.checks import BadDocument

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")
OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OTHER_WORKBOOKS = (b"mimetypeapplication/vnd.oasis.opendocument.", b"Index/Document.iwa", b"xl/workbook.bin")
LOOKED_AT = 200
MAX_MINUTES = 1440  # minutes


def text_of(content: bytes) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252 as old spreadsheets write
    it.

    Raises BadDocument for binary content.
    """
    if not content.strip():
        raise BadDocument("", "the file is empty")
    if _is_other_workbook(content):
        raise BadDocument("", "open this file in a spreadsheet program, and save it as .xlsx or CSV")
    if content.startswith(PACKED):
        raise BadDocument("", "the file is packed: unpack it first, or save a spreadsheet as CSV")
    for encoding in _likely(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
    raise BadDocument("", "the file is no text")


def _is_other_workbook(content: bytes) -> bool:
    """Whether it is a spreadsheet of old Excel, OpenDocument, Apple’s Numbers, or in Excel’s binary form."""
    is_zip = content.startswith(PACKED[0])
    return content.startswith(OLD_EXCEL) or (is_zip and any(name in content for name in OTHER_WORKBOOKS))


def _likely(content: bytes) -> list[str]:
    marked = [encoding for mark, encoding in MARKS if content.startswith(mark)]
    if marked:
        return marked
    start = content[:LOOKED_AT]
    if start[1::2].count(0) > len(start) // 4:
        return ["utf-16-le"]
    if start[::2].count(0) > len(start) // 4:
        return ["utf-16-be"]
    return ["utf-8", "cp1252"]


def minutes(written: object) -> int:
    """Parse a duration in minutes; 0 if it is missing or not plausible."""
    try:
        length = int(str(written or 0)[:6])
    except ValueError:
        return 0
    return length if 0 < length <= MAX_MINUTES else 0
