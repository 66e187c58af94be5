"""The version: defined in settings.py, described in CHANGELOG.md, shown on a page and to other programs."""

import re
from datetime import date
from pathlib import Path

import pytest

from settings import VERSION
from tests.phone import Phone

CHANGELOG = (Path(__file__).parent.parent / "CHANGELOG.md").read_text()
ENTRY = re.compile(r"^## (\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)\n\n(?=\S)", re.MULTILINE)


def test_the_newest_entry_of_the_changelog_is_the_version():
    newest = ENTRY.search(CHANGELOG)
    assert ".".join(newest.groups()[:3]) == VERSION


def test_the_changelog_lists_the_newest_version_first():
    entries = [entry.groups() for entry in ENTRY.finditer(CHANGELOG)]
    assert len(entries) == CHANGELOG.count("\n## ")
    versions = [tuple(map(int, numbers)) for *numbers, _day in entries]
    days = [date.fromisoformat(day) for *_numbers, day in entries]
    assert versions == sorted(set(versions), reverse=True)
    assert days == sorted(days, reverse=True)


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_page_of_the_phone_shows_the_version(app, language):
    assert f"Turn Eight, version {VERSION}" in Phone(app, language=language).get("/phone").words


def test_other_programs_can_read_the_version(app):
    assert app.test_client().get("/ready").json["version"] == VERSION
