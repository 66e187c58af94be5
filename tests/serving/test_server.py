"""The real server: slow phones harm nobody, and what is killed comes back."""

import socket
import time
from contextlib import ExitStack, closing

import psutil
import pytest

from serving.body import SILENCE
from tests.serving.served import Served

PROMPT = 2  # seconds in which every other phone has its answer
STALLED = b"POST /language HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\nlan"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: t\r\nX-Half:"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("served"))
    server.first_answer()
    yield server
    server.kill()


def connected(server, to_send=b""):
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
    connection.sendall(to_send)
    return connection


def slowest_of(server, count=20):
    """Seconds that the slowest of so many other phones waited for its page."""
    waited = []
    for _ in range(count):
        begun = time.monotonic()
        assert server.status("/rules", timeout=30) == 200
        waited.append(time.monotonic() - begun)
    return max(waited)


def everything_from(connection):
    pieces = []
    while piece := connection.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


def test_twenty_that_stall_in_a_body_or_a_head_harm_nobody_and_are_told(served):
    with ExitStack() as stack:
        stalled = [stack.enter_context(connected(served, STALLED)) for _ in range(20)]
        for _ in range(20):
            stack.enter_context(connected(served, HALF_A_HEAD))
        begun = time.monotonic()
        assert slowest_of(served) < PROMPT
        for connection in stalled:
            connection.settimeout(SILENCE + 10)
        answers = [everything_from(connection) for connection in stalled]
        assert SILENCE - 5 < time.monotonic() - begun < SILENCE + 10
    assert {answer.split(b"\r\n")[0] for answer in answers} == {b"HTTP/1.1 408 Request Timeout"}
    assert b"<h1" in answers[0]


def test_twenty_that_drip_harm_nobody(served):
    with ExitStack() as stack:
        dripping = [stack.enter_context(connected(served, STALLED)) for _ in range(20)]
        for _ in range(5):
            for connection in dripping:
                connection.sendall(b"x")
            assert slowest_of(served, 4) < PROMPT


def test_twenty_that_do_not_read_harm_nobody(served):
    asked = b"GET /rules/derange HTTP/1.1\r\nHost: t\r\n\r\n" * 200
    with ExitStack() as stack:
        for _ in range(20):
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(0.2)
            deaf.connect(("127.0.0.1", served.port))
            stack.enter_context(deaf)
            deaf.send(asked)
        assert slowest_of(served) < PROMPT


def test_what_is_too_long_is_refused_before_it_has_come(served):
    head = b"POST /language HTTP/1.1\r\nHost: t\r\nContent-Length: 3000000\r\n\r\n"
    with closing(connected(served, head)) as connection:
        answer = everything_from(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<h1" in answer


def test_whatever_is_killed_comes_back_however_often(served):
    for name in ("turn-eight: web", "turn-eight: web", ""):  # at last even what the others are copies of
        for process in served.processes(name):
            process.kill()
        assert served.first_answer() == 200
    assert "signal 9" in served.said or "exit code" in served.said


def test_a_single_worker_that_dies_is_not_missed(served):
    served.first_answer()
    worker = next(process for process in served.processes("turn-eight: web") if not process.children())
    worker.kill()
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        assert served.first_answer() == 200


def test_nothing_outlives_a_server_that_was_killed(tmp_path):
    server = Served(tmp_path)
    server.first_answer()
    others = server.processes()
    assert len(others) >= 4
    server.process.kill()
    server.process.wait()
    gone, alive = psutil.wait_procs(others, timeout=15)
    assert alive == []
    assert len(gone) == len(others)
