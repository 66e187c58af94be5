"""A file is read in another process, with the same result and with limits of time and memory."""

from __future__ import annotations

import os
import threading
import time
from datetime import date
from zoneinfo import ZoneInfo

import pytest

from files.document import BadDocument
from files.readers import isolated
from files.readers.context import ReadingContext
from files.readers.isolated import Limits, ReadingFailed, read_isolated
from files.readers.reading import read_file
from tests.custom import preset
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only

TABLE = b"date,game,player,points\n2026-05-01,Derange,Anna,12\n2026-05-01,Derange,Bo,0\n"
TOO_MUCH = "it takes too long to read, or too much memory"


def own_process() -> int:
    return os.getpid()


def refuse(place: str) -> None:
    raise BadDocument(place, "more than %(most)s rows", most=7)


def fail(name: str) -> None:
    raise RuntimeError(name)


def compute() -> None:
    while True:
        sum(range(10**6))


def wait() -> None:
    threading.Event().wait()


def fill_memory() -> None:
    pieces = []
    while True:
        pieces.append(bytearray(10**6))


def end() -> None:
    os._exit(3)


def test_it_is_another_process_each_time():
    found = {read_isolated(own_process) for _ in range(2)} | {os.getpid()}
    assert len(found) == 3


def test_the_draft_is_that_of_this_process(app, table):
    start(app, preset("crazy_eights"), "Anna Bo")
    with app.app_context():
        context = ReadingContext.of_group(table.group_id, ZoneInfo("Europe/Stockholm"), date(2026, 5, 2))
    assert read_isolated(read_file, TABLE, context) == read_file(TABLE, context)


def test_a_refusal_has_its_place_and_its_values():
    with pytest.raises(BadDocument) as refused:
        read_isolated(refuse, "line 3")
    assert (refused.value.place, refused.value.reason) == ("line 3", "more than %(most)s rows")
    assert refused.value.values == {"most": 7}


def test_another_error_is_logged_without_its_message(caplog):
    with pytest.raises(ReadingFailed, match="RuntimeError"):
        read_isolated(fail, "Anna")
    assert "test_isolated.py" in caplog.text
    assert "Anna" not in caplog.text


@pytest.mark.parametrize(
    ("read", "limits"),
    [
        (compute, Limits(seconds=1)),
        (wait, Limits(patience=0.5)),
        (fill_memory, Limits(memory_bytes=400_000_000)),
        (end, Limits()),
    ],
)
def test_a_limit_ends_the_process(monkeypatch, read, limits):
    monkeypatch.setattr(isolated, "LIMITS", limits)
    with pytest.raises(BadDocument, match=TOO_MUCH):
        read_isolated(read)


def test_on_macos_a_thread_limits_the_memory(monkeypatch):
    """The largest memory so far is counted in kilobytes on Linux."""
    ended = []

    def end_process(code):
        ended.append(code)
        raise SystemExit

    monkeypatch.setattr(isolated.os, "_exit", end_process)
    monkeypatch.setattr(isolated.sys, "platform", "darwin")
    monkeypatch.setattr(time, "sleep", lambda _seconds: pytest.fail("the limit was not reached"))
    with pytest.raises(SystemExit):
        isolated._watch_memory(1000)
    assert ended == [1]
