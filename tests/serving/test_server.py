"""The real server: slow phones harm nobody, and what is killed comes back."""

import socket
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection

import psutil
import pytest

from serving.__main__ import WORKERS
from tests.benchmarks.load import served as long_answers
from tests.sampling import chaos
from tests.serving.crowd import PAGES, crowd, others_have_their_pages
from tests.serving.served import Served, free_port
from tests.waiting import PATIENCE, wait_until

STALLED = b"POST /language HTTP/1.1\r\nHost: t\r\nContent-Length: 1000\r\n\r\nlan"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: t\r\nX-Half:"
ASKED_FOR_MUCH = b"GET /bare/ HTTP/1.1\r\nHost: t\r\n\r\n"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("served"))
    server.first_answer()
    yield server
    server.kill()


def everything_from(connection):
    pieces = []
    while piece := connection.recv(65536):
        pieces.append(piece)
    return b"".join(pieces)


def test_twenty_that_stall_in_a_body_harm_nobody(served):
    others_have_their_pages(lambda: crowd(served.port, STALLED), lambda: served.status("/rules"))


def test_twenty_that_stall_in_a_head_harm_nobody(served):
    others_have_their_pages(lambda: crowd(served.port, HALF_A_HEAD), lambda: served.status("/rules"))


def test_twenty_that_drip_harm_nobody(served):
    @contextmanager
    def dripping():
        with crowd(served.port, STALLED) as connections:
            for connection in connections * 5:
                connection.sendall(b"x")
            yield connections

    others_have_their_pages(dripping, lambda: served.status("/rules"))


@chaos
def test_eight_that_do_not_read_harm_nobody(app, monkeypatch):
    """What they asked for is longer than what the machine keeps for them on its way."""
    monkeypatch.setattr("tests.benchmarks.load.free_port", free_port)
    with long_answers(app, bare_kb=4000) as port, crowd(port, ASKED_FOR_MUCH, many=8, room=4096):
        for _ in range(PAGES):
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as other:
                other.request("GET", "/rules")
                assert other.getresponse().status == 200


@chaos
def test_whoever_stalls_is_told_when_the_time_is_over(served):
    with crowd(served.port, STALLED) as stalled:
        for connection in stalled:
            connection.settimeout(PATIENCE)
        answers = [everything_from(connection) for connection in stalled]
    assert {answer.split(b"\r\n")[0] for answer in answers} == {b"HTTP/1.1 408 Request Timeout"}
    assert b"<h1" in answers[0]


def test_what_is_too_long_is_refused_before_it_has_come(served):
    head = b"POST /language HTTP/1.1\r\nHost: t\r\nContent-Length: 3000000\r\n\r\n"
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)) as connection:
        connection.sendall(head)
        answer = everything_from(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<h1" in answer


def test_whatever_is_killed_comes_back_however_often(served):
    for name in ("turn-eight: web", "turn-eight: web", ""):  # at last even what the others are copies of
        for process in served.processes(name):
            with suppress(psutil.NoSuchProcess):  # it may have ended with another one
                process.kill()
        assert served.first_answer() == 200
    assert "signal 9" in served.said or "exit code" in served.said


def test_a_single_worker_that_dies_is_not_missed(served):
    served.first_answer()
    before = wait_until(lambda: all_workers(served), lambda: served.said)
    next(iter(before)).kill()

    def is_replaced():
        assert served.first_answer() == 200
        return all_workers(served) - before

    wait_until(is_replaced, lambda: served.said)


def all_workers(served):
    """The processes that answer; none as long as one of them is missing."""
    found = set()
    for process in served.processes("turn-eight: web"):
        with suppress(psutil.NoSuchProcess):
            if not process.children():
                found.add(process)
    return found if len(found) == WORKERS else set()


def test_nothing_outlives_a_server_that_was_killed(served):
    """The last test: it ends the server of all of them."""
    served.first_answer()
    others = served.processes()
    assert len(others) >= 4
    served.process.kill()
    served.process.wait()
    gone, alive = psutil.wait_procs(others, timeout=PATIENCE)
    assert alive == []
    assert len(gone) == len(others)
