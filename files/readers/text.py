"""Decode text."""

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


def text_of(content: bytes) -> str:
    """Decode UTF-8 or UTF-16, with or without a byte order mark, else Windows-1252 as old spreadsheets write
    it.

    Raises BadDocument for binary content.
    """
    if not content.strip():
        raise BadDocument("", "the file is empty")
    is_zip = content.startswith(PACKED[0])
    # old Excel, OpenDocument, Apple’s Numbers, or Excel’s binary form
    if content.startswith(OLD_EXCEL) or (is_zip and any(name in content for name in OTHER_WORKBOOKS)):
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
