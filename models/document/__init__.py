"""The session document: a group's history in one JSON file, out and in."""

from models.document.checks import BadDocument
from models.document.reader import Report, read_document
from models.document.writer import write_document

__all__ = ["BadDocument", "Report", "read_document", "write_document"]
