"""The session document: a group's history in one JSON file, out and in."""

from models.document.checks import BadDocument
from models.document.reader import read_document
from models.document.rehearsal import rehearse
from models.document.report import Report
from models.document.staging import GroupChanged
from models.document.writer import document_text

__all__ = ["BadDocument", "GroupChanged", "Report", "document_text", "read_document", "rehearse"]
