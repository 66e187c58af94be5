"""Results as an Atom feed (RFC 4287), for those who follow from afar."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

NAMESPACE = "http://www.w3.org/2005/Atom"
UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold


@dataclass(frozen=True)
class Entry:
    """One thing that happened. id never changes; updated moves on when it is corrected."""

    id: uuid.UUID
    title: str
    text: str
    address: str
    published: datetime
    updated: datetime


@dataclass(frozen=True)
class Feed:
    """address: the page that it tells about. updated: of the feed, where nothing has happened yet."""

    id: uuid.UUID
    title: str
    address: str
    language: str
    updated: datetime


def atom_feed(feed: Feed, entries: Sequence[Entry]) -> bytes:
    """The file, the same for the same entries.

    It does not name its own address, as the standard would like it to: whoever has that may read on, and
    a feed is passed around more easily than its address.
    """
    ET.register_namespace("", NAMESPACE)
    root = ET.Element(_tag("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": feed.language})
    _put(root, "id", feed.id.urn)
    _put(root, "title", feed.title)
    _put(root, "updated", _moment(max([feed.updated, *(entry.updated for entry in entries)])))
    ET.SubElement(root, _tag("link"), {"rel": "alternate", "type": "text/html", "href": feed.address})
    _put(ET.SubElement(root, _tag("author")), "name", feed.title)
    for entry in entries:
        _entry(ET.SubElement(root, _tag("entry")), entry)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text


def _entry(element: ET.Element, entry: Entry) -> None:
    _put(element, "id", entry.id.urn)
    _put(element, "title", entry.title)
    _put(element, "published", _moment(entry.published))
    _put(element, "updated", _moment(entry.updated))
    ET.SubElement(element, _tag("link"), {"rel": "alternate", "type": "text/html", "href": entry.address})
    _put(element, "content", entry.text).set("type", "text")


def _put(parent: ET.Element, name: str, text: str) -> ET.Element:
    child = ET.SubElement(parent, _tag(name))
    child.text = UNFIT.sub("", text)
    return child


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
