"""The text in a file, however it was written down."""

from __future__ import annotations

import codecs

from exchange.document.checks import BadDocument

MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
PACKED = (b"PK\x03\x04", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")
LOOKED_AT = 200


def text_of(content: bytes) -> str:
    """UTF-8 or UTF-16, with or without its mark, otherwise Windows-1252 as old spreadsheets write it.

    Raises BadDocument where it is no text.
    """
    if not content.strip():
        raise BadDocument("", "the file is empty")
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
