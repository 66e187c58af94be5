"""The session document: a group's history in one JSON file, out and in."""

from exchange.document.checks import BadDocument
from exchange.document.decoding import document_in
from exchange.document.pieces import Report
from exchange.document.reader import GroupChanged, read_document
from exchange.document.rehearsal import rehearse
from exchange.document.writer import document_text

__all__ = [
    "BadDocument",
    "GroupChanged",
    "Report",
    "document_in",
    "document_text",
    "read_document",
    "rehearse",
]
