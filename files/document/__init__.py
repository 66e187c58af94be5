"""The session document: a group's history as one JSON file."""

from files.document.checks import BadDocument
from files.document.decoding import document_in
from files.document.group_state import GroupChanged
from files.document.loader import Report, read_document
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
