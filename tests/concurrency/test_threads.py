"""State shared by the threads of one process."""

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from game.analysis.rating import RunningRatings, SideFinish
from models.database import new_id
from tests.models.statistics.stored_outcomes import assert_outcomes_match
from tests.table import start
from tests.waiting import PATIENCE

THREADS = 8
AT = datetime(2026, 11, 20, 19, tzinfo=UTC)


@pytest.fixture
def frequent_switches():
    """Switch between threads as often as possible."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


class CacheClearedMeanwhile(dict):
    """Another thread clears it after each lookup."""

    def __contains__(self, key):
        found = super().__contains__(key)
        self.clear()
        return found


def test_a_live_part_is_shown_though_the_cache_is_cleared_meanwhile(app, game, phone_of):
    table = game().plays("Anna out, Bo 8, Cara K")
    app.extensions["turn8_live"] = CacheClearedMeanwhile()
    try:
        for phone in (phone_of(table), phone_of(table, "watcher")):
            for _again in range(2):
                phone.get(table.path)
    finally:
        del app.extensions["turn8_live"]


class RecordingLock:
    """Records each thread that requests it."""

    def __init__(self, requested):
        self.lock, self.requested = threading.Lock(), requested

    def __enter__(self):
        self.requested()
        self.lock.acquire()

    def __exit__(self, *_error):
        self.lock.release()


def test_no_two_threads_create_an_id_at_once(monkeypatch):
    """The first finishes only after all have requested the lock, or created an id without it."""
    requested, making, most = [], [], []
    all_are_here = threading.Event()

    def one_more():
        requested.append(1)
        if len(requested) >= THREADS:
            all_are_here.set()

    def make(make=sys.modules["uuid6"].uuid7):
        making.append(1)
        most.append(len(making))
        if len(making) > 1:
            all_are_here.set()
        assert all_are_here.wait(PATIENCE)
        made = make()
        making.pop()
        return made

    monkeypatch.setattr("models.database._one_id", RecordingLock(one_more))
    monkeypatch.setattr("models.database.uuid6.uuid7", make)
    with ThreadPoolExecutor(THREADS) as threads:
        ids = list(threads.map(lambda _: [new_id() for _ in range(5)], range(THREADS)))
    assert max(most) == 1
    assert all(own == sorted(own) for own in ids)


@pytest.mark.usefixtures("frequent_switches")
def test_ratings_do_not_depend_on_other_threads():
    """All threads share one model of openskill."""

    def rated(seed):
        running = RunningRatings()
        for turn in range(40):
            players = [(seed + turn * step) % 7 for step in (1, 2, 3)]
            running.add(turn, AT, [SideFinish((p,), 1 + n) for n, p in enumerate(dict.fromkeys(players))])
        return running.lines

    alone = [rated(seed) for seed in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as threads:
        assert list(threads.map(rated, range(THREADS))) == alone


@pytest.mark.both_databases
def test_groups_whose_sessions_end_at_once_have_separate_outcomes(app):
    tables = [
        start(app, variant, names).plays(*played)
        for variant, names, played in (
            ("derange", "Anna Bo", ["Anna out, Bo 8"]),
            ("derange", "Anna Bo Cara", ["Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"]),
            ("vandatta", "Cara Dilan", ["Cara out, Dilan K"]),
            ("vandatta_pagat", "Anna Dilan", ["Dilan out, Anna 8"]),
        )
    ]
    with ThreadPoolExecutor(len(tables)) as threads:
        list(threads.map(lambda table: table.stops(), tables))
    for table in tables:
        assert_outcomes_match(app, table.group_id)
