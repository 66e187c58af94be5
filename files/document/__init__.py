"""The session document: a group's history as one JSON file."""

from files.document.checks import BadDocument
from files.document.decoding import document_in
from files.document.loader import Report
from files.document.reader import GroupChanged, read_document
from files.document.validation import validate
from files.document.writer import document_text

__all__ = [
    "BadDocument",
    "GroupChanged",
    "Report",
    "document_in",
    "document_text",
    "read_document",
    "validate",
]
