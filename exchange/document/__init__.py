"""The session document: a group's history as one JSON file."""

from exchange.document.checks import BadDocument
from exchange.document.decoding import document_in
from exchange.document.loader import Report
from exchange.document.reader import GroupChanged, read_document
from exchange.document.validation import validate
from exchange.document.writer import document_text

__all__ = [
    "BadDocument",
    "GroupChanged",
    "Report",
    "document_in",
    "document_text",
    "read_document",
    "validate",
]
