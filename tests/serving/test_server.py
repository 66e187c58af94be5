"""The real server: slow clients delay no others, and killed processes are replaced."""

import socket
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection

import psutil
import pytest

from serving.__main__ import WORKERS
from tests.benchmarks.load import served as long_answers
from tests.sampling import chaos
from tests.serving.crowd import PAGES, assert_others_are_served, crowd
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


def test_twenty_stalled_bodies_delay_no_other_client(served):
    assert_others_are_served(lambda: crowd(served.port, STALLED), lambda: served.status("/rules"))


def test_twenty_stalled_headers_delay_no_other_client(served):
    assert_others_are_served(lambda: crowd(served.port, HALF_A_HEAD), lambda: served.status("/rules"))


def test_twenty_dripping_clients_delay_no_other_client(served):
    @contextmanager
    def dripping():
        with crowd(served.port, STALLED) as connections:
            for connection in connections * 5:
                connection.sendall(b"x")
            yield connections

    assert_others_are_served(dripping, lambda: served.status("/rules"))


@chaos
def test_eight_clients_that_do_not_read_delay_no_other_client(app, monkeypatch):
    """Their answers are larger than the buffers of the system."""
    monkeypatch.setattr("tests.benchmarks.load.free_port", free_port)
    with long_answers(app, bare_kb=4000) as port, crowd(port, ASKED_FOR_MUCH, many=8, room=4096):
        for _ in range(PAGES):
            with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as other:
                other.request("GET", "/rules")
                assert other.getresponse().status == 200


@chaos
def test_a_stalled_client_is_answered_with_a_timeout(served):
    with crowd(served.port, STALLED) as stalled:
        for connection in stalled:
            connection.settimeout(PATIENCE)
        answers = [everything_from(connection) for connection in stalled]
    assert {answer.split(b"\r\n")[0] for answer in answers} == {b"HTTP/1.1 408 Request Timeout"}
    assert b"<h1" in answers[0]


def test_a_body_that_is_too_long_is_refused_before_it_is_received(served):
    head = b"POST /language HTTP/1.1\r\nHost: t\r\nContent-Length: 3000000\r\n\r\n"
    with closing(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE)) as connection:
        connection.sendall(head)
        answer = everything_from(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"<h1" in answer


def test_killed_processes_are_replaced_however_often(served):
    # at last also the process that the others are forked from
    for name in ("turn-eight: web", "turn-eight: web", ""):
        for process in served.processes(name):
            with suppress(psutil.NoSuchProcess):  # it may have ended together with another one
                process.kill()
        assert served.first_answer() == 200
    assert "signal 9" in served.output or "exit code" in served.output


def test_a_single_dead_worker_is_not_noticed(served):
    served.first_answer()
    before = wait_until(lambda: all_workers(served), lambda: served.output)
    next(iter(before)).kill()

    def is_replaced():
        assert served.first_answer() == 200
        return all_workers(served) - before

    wait_until(is_replaced, lambda: served.output)


def all_workers(served):
    """The worker processes; none while one of them is missing."""
    found = set()
    for process in served.processes("turn-eight: web"):
        with suppress(psutil.NoSuchProcess):
            if not process.children():
                found.add(process)
    return found if len(found) == WORKERS else set()


def test_no_process_survives_a_killed_server(served):
    """The last test, since it ends the shared server."""
    served.first_answer()
    others = served.processes()
    assert len(others) >= 4
    served.process.kill()
    served.process.wait()
    ended, alive = psutil.wait_procs(others, timeout=PATIENCE)
    assert alive == []
    assert len(ended) == len(others)
