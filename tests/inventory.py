"""Compares a hand-written list of a test with what exists, so that a failure says what to add where."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def assert_complete(listed: Iterable[object], existing: Iterable[object], *, where: str) -> None:
    """Fail with a line for each entry that differs. where: such as "NEEDS in tests/views/endpoints.py"."""
    lines = differences(listed, existing, where=where)
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


def differences(listed: Iterable[object], existing: Iterable[object], *, where: str) -> list[str]:
    """Return a line for each entry of one of them that the other lacks. A tuple is written with spaces."""
    here, there = ({_in_words(entry) for entry in entries} for entries in (listed, existing))
    lines = [f"{entry} is missing: add it to {where}" for entry in sorted(there - here)]
    return lines + [f"{entry} does not exist: remove it from {where}" for entry in sorted(here - there)]


def _in_words(entry: object) -> str:
    return " ".join(map(str, entry)) if isinstance(entry, tuple) else str(entry)
