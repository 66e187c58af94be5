"""The feed, element by element according to the standard."""

import uuid
from datetime import UTC, datetime
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from files.export.feed import AtomFeed

ATOM = "{http://www.w3.org/2005/Atom}"
GROUP = uuid.UUID("01a1fd4b-3b8d-7ed6-854b-43b87467def9")
SESSION = uuid.UUID("01a1fd4b-4ac1-7af6-9e0b-74a98f905125")
FOUNDED, ENDED, CORRECTED = (datetime(2026, 11, day, 20, 15, tzinfo=UTC) for day in (1, 20, 21))
ENTRY = ("Derange: Cara wins", "1. Cara 0\n2. Bo 20", "https://example.org/s")
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def file_of(*entries):
    feed = AtomFeed(GROUP, "Friday table", "https://example.org/groups/1", language="en", founded=FOUNDED)
    for entry in entries:
        feed.add(SESSION, *entry, published=ENDED, updated=CORRECTED)
    return bytes(feed)


def read(*entries):
    return ET.fromstring(file_of(*entries))


def text_of(element, name):
    (found,) = element.findall(f"{ATOM}{name}")
    return found.text


def test_a_result_as_an_entry():
    feed = read(ENTRY)
    assert feed.tag == f"{ATOM}feed"
    assert feed.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"
    assert text_of(feed, "id") == f"urn:uuid:{GROUP}"
    assert text_of(feed, "title") == "Friday table"
    assert text_of(feed, "updated") == "2026-11-21T20:15:00Z"
    assert feed.find(f"{ATOM}author/{ATOM}name").text == "Friday table"
    (entry,) = feed.findall(f"{ATOM}entry")
    assert {name: text_of(entry, name) for name in ("id", "title", "published", "updated", "content")} == {
        "id": f"urn:uuid:{SESSION}",
        "title": "Derange: Cara wins",
        "published": "2026-11-20T20:15:00Z",
        "updated": "2026-11-21T20:15:00Z",
        "content": "1. Cara 0\n2. Bo 20",
    }
    assert entry.find(f"{ATOM}link").attrib == {
        "rel": "alternate",
        "type": "text/html",
        "href": "https://example.org/s",
    }


def test_an_empty_feed_has_the_date_of_the_group():
    assert text_of(read(), "updated") == "2026-11-01T20:15:00Z"


def test_the_same_results_give_the_same_file():
    assert file_of(ENTRY) == file_of(ENTRY)


@given(texts, texts)
def test_the_feed_can_be_read_with_any_text(title, text):
    (entry,) = read((title, text, "https://example.org/?a=1&b=<2>")).findall(f"{ATOM}entry")
    letters = [c for c in title if c >= " " and c not in "\ufffe\uffff"]
    assert [c for c in text_of(entry, "title") or "" if c >= " "] == letters
