"""Requests that wait occupy only the threads of their pool, and those that wait for one lock only one."""

from __future__ import annotations

import asyncio
import threading

import pytest

from serving import pools
from serving.pools import MAX_WAIT, THREADS, Needs, Pool, Pools, TooBusy
from tests.serving.test_asgi import MOST, Phone, announcing, pass_seconds, run, serving
from tests.waiting import PATIENCE


class Work:
    """Waits in its thread until the end of the test."""

    def __init__(self):
        self.is_over, self.begun = threading.Event(), []

    def wait(self):
        self.begun.append(threading.current_thread())
        assert self.is_over.wait(PATIENCE)


@pytest.fixture
def work():
    return Work()


async def begin(running: Pools, needs: Needs, work: Work, count: int = 1) -> list[asyncio.Task]:
    """Start requests; returns when each of them waits, in a thread or for one."""
    tasks = [asyncio.create_task(running.run(needs, work.wait)) for _ in range(count)]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def is_run(running: Pools, needs: Needs) -> bool:
    """Whether a request is run, while the others wait."""
    ran = []
    await running.run(needs, lambda: ran.append(True))
    return bool(ran)


@pytest.mark.parametrize("pool", Pool)
def test_a_full_pool_leaves_the_threads_of_the_others_free(work, pool):
    async def story():
        running = Pools()
        tasks = await begin(running, Needs(MOST, pool), work, THREADS[pool] + 3)
        others = [await is_run(running, Needs(MOST, other)) for other in Pool if other is not pool]
        work.is_over.set()
        await asyncio.gather(*tasks)
        return others

    assert run(story()) == [True] * 3
    assert len(work.begun) == THREADS[pool] + 3
    assert len(set(work.begun)) == THREADS[pool]


def test_requests_that_change_the_same_take_turns(work):
    async def story():
        running = Pools()
        tasks = await begin(running, Needs(MOST, Pool.WRITES, "table 1"), work, 5)
        is_other_run = await is_run(running, Needs(MOST, Pool.WRITES, "table 2"))
        at_once = len(work.begun)
        work.is_over.set()
        await asyncio.gather(*tasks)
        return is_other_run, at_once

    assert run(story()) == (True, 1)
    assert len(work.begun) == 5


@pytest.mark.parametrize(("turn", "others"), [(None, THREADS[Pool.WRITES]), ("table 1", 1)])
def test_a_request_that_waits_for_too_long_is_never_run(work, turn, others):
    needs = Needs(MOST, Pool.WRITES, turn)

    async def story():
        running = Pools()
        tasks = await begin(running, needs, work, others)
        [late] = await begin(running, needs, work)
        pass_seconds(MAX_WAIT + 1)
        with pytest.raises(TooBusy):
            await late
        work.is_over.set()
        await asyncio.gather(*tasks)
        return await is_run(running, needs)

    assert run(story())
    assert len(work.begun) == others


def test_it_is_answered_with_a_page_that_gets_its_form(work, monkeypatch):
    """The page is made in another pool, and may offer to send the form again."""
    phone, needs = Phone(b"name=", b"Anna"), Needs(MOST, Pool.WRITES)
    server = serving(needs=needs)

    async def story():
        tasks = await begin(server.pools, needs, work, THREADS[Pool.WRITES])
        monkeypatch.setattr(pools, "MAX_WAIT", 0)
        await server(announcing(9), phone.receive, phone.send)
        work.is_over.set()
        await asyncio.gather(*tasks)

    run(story())
    assert (phone.status, phone.body) == (503, b"name=Anna")


def test_turns_are_forgotten(work):
    async def story():
        running = Pools()
        for number in range(20):
            assert await is_run(running, Needs(MOST, Pool.WRITES, f"table {number}"))
        return len(running._turns)

    assert run(story()) == 0
