"""The session document: a group's history in one JSON file, out and in."""

from models.document.checks import BadDocument
from models.document.reader import Report, read_document
from models.document.rehearsal import rehearse
from models.document.writer import document_text, write_document

__all__ = ["BadDocument", "Report", "document_text", "read_document", "rehearse", "write_document"]
