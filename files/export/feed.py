"""Results as an Atom feed (RFC 4287)."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

NAMESPACE = "http://www.w3.org/2005/Atom"
UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold


class AtomFeed:
    """Deterministic for the same results. address: the page that the feed is about.

    It does not contain its own address, as the standard recommends: anyone who has that can read on, and a
    feed is passed on more easily than an address.
    """

    def __init__(
        self, feed_id: uuid.UUID, title: str, address: str, *, language: str, founded: datetime
    ) -> None:
        """founded: time of the last update while there are no entries."""
        ET.register_namespace("", NAMESPACE)
        self.root = ET.Element(_tag("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": language})
        _put(self.root, "id", feed_id.urn)
        _put(self.root, "title", title)
        self.updated = founded
        self.latest = _put(self.root, "updated", _moment(founded))
        _link(self.root, address)
        _put(ET.SubElement(self.root, _tag("author")), "name", title)

    def add(
        self,
        entry_id: uuid.UUID,
        title: str,
        text: str,
        address: str,
        *,
        published: datetime,
        updated: datetime,
    ) -> None:
        """Add an entry. Its id never changes; updated changes with a correction."""
        entry = ET.SubElement(self.root, _tag("entry"))
        _put(entry, "id", entry_id.urn)
        _put(entry, "title", title)
        _put(entry, "published", _moment(published))
        _put(entry, "updated", _moment(updated))
        _link(entry, address)
        _put(entry, "content", text).set("type", "text")
        self.updated = max(self.updated, updated)
        self.latest.text = _moment(self.updated)

    def __bytes__(self) -> bytes:
        text: bytes = ET.tostring(self.root, encoding="utf-8", xml_declaration=True)
        return text


def _link(parent: ET.Element, address: str) -> None:
    ET.SubElement(parent, _tag("link"), {"rel": "alternate", "type": "text/html", "href": address})


def _put(parent: ET.Element, name: str, text: str) -> ET.Element:
    child = ET.SubElement(parent, _tag(name))
    child.text = UNFIT.sub("", text)
    return child


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
