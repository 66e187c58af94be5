"""Connections that keep the server waiting are closed, and other users notice nothing."""

from __future__ import annotations

import asyncio
import resource
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from contextlib import ExitStack, closing, contextmanager, suppress

import pytest

from serving import connections
from serving.connections import IDLE_SECONDS, ConnectionGuard, accepted, max_open
from tests.sampling import chaos
from tests.serving.secure import ServedSecurely
from tests.serving.served import Served, project_copy
from tests.waiting import wait_until

MANY = 2000
AT_HAND = 3000  # descriptors of this process
HERE, OTHER = "127.0.0.1", "127.0.0.2"
GET = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half:"
HALF_A_BODY = b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nlan"
HTTP2_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"


@pytest.fixture(scope="module", autouse=True)
def _descriptors():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < AT_HAND:
        pytest.skip("this system does not allow so many open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, AT_HAND), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Listener:
    """A socket with a guard, and the connections to it, in this process."""

    def __init__(self, stack: ExitStack, most: int) -> None:
        self.stack = stack
        self.socket = stack.enter_context(socket.create_server((HERE, 0)))
        self.port = self.socket.getsockname()[1]
        self.guard = ConnectionGuard(self.answer, self.port, most=most)
        self.is_asked, self.may_answer = asyncio.Event(), asyncio.Event()

    def connect(self, source: str = HERE) -> socket.socket:
        made = socket.create_connection((HERE, self.port), source_address=(source, 0))
        self.stack.enter_context(made)
        self.stack.enter_context(self.socket.accept()[0])
        return made

    async def answer(self, _scope, receive, _send):
        self.is_asked.set()
        await receive()
        await self.may_answer.wait()

    def request(self, client, receive):
        host, port = client.getsockname()
        return asyncio.create_task(self.guard({"client": (host, str(port))}, receive, receive))


@pytest.fixture
def listening():
    with ExitStack() as stack:
        yield lambda most=100: Listener(stack, most)


@pytest.fixture
def pass_seconds(monkeypatch):
    passed = [0.0]
    monkeypatch.setattr(connections.time, "monotonic", lambda real=time.monotonic: real() + passed[0])

    def pass_some(seconds):
        passed[0] += seconds

    return pass_some


def is_open(connection: socket.socket) -> bool:
    """Whether the server has not hung up; discards what it has sent."""
    connection.setblocking(False)
    with suppress(BlockingIOError):
        try:
            while connection.recv(65536):
                pass
        except (ConnectionError, ssl.SSLWantReadError) as why:
            return isinstance(why, ssl.SSLWantReadError)
        return False
    return True


TRY_TO_WRITE = """
import sqlite3, sys
try:
    sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None).execute("BEGIN IMMEDIATE")
except sqlite3.OperationalError as error:
    print(error)
"""


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_a_scan_keeps_the_locks_of_a_sqlite_database(listening, tmp_path, mode):
    """A process loses all its locks of a file when it closes any descriptor of that file."""
    listener = listening()
    file = tmp_path / "cards.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute(f"PRAGMA journal_mode={mode}")
        writer.execute("CREATE TABLE cards (name TEXT)")
        writer.execute("BEGIN IMMEDIATE")
        accepted(listener.port)
        other = [sys.executable, "-c", TRY_TO_WRITE, str(file)]
        assert subprocess.check_output(other, text=True) == "database is locked\n"


def test_the_accepted_connections_are_found_and_no_descriptor_is_left_open(listening):
    listener = listening()
    clients = {listener.connect().getsockname() for _ in range(3)}
    assert accepted(listener.port).keys() == clients
    before = set(accepted(listener.port).values())
    for _ in range(50):
        assert set(accepted(listener.port).values()) == before


def test_a_connection_without_a_request_is_closed_in_time(listening, pass_seconds):
    listener = listening()
    early = listener.connect()
    listener.guard._scan()
    pass_seconds(IDLE_SECONDS - 1)
    late = listener.connect()
    listener.guard._scan()
    assert is_open(early)
    pass_seconds(2)
    listener.guard._scan()
    assert not is_open(early)
    assert is_open(late)


def test_a_request_keeps_its_connection_open_however_long_it_takes(listening, pass_seconds):
    async def run():
        listener = listening(most=0)
        client = listener.connect()
        received = asyncio.Event()

        async def receive():
            await received.wait()

        request = listener.request(client, receive)
        await listener.is_asked.wait()
        received.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        pass_seconds(10 * IDLE_SECONDS)
        listener.guard._scan()
        assert is_open(client)
        listener.may_answer.set()
        await request
        listener.guard.most = 1
        listener.guard._scan()
        assert is_open(client)  # the time begins anew
        pass_seconds(IDLE_SECONDS + 1)
        listener.guard._scan()
        assert not is_open(client)

    asyncio.run(run())


def test_of_too_many_the_oldest_of_the_address_with_most_is_closed(listening, pass_seconds):
    listener = listening(most=4)
    other = listener.connect(OTHER)
    listener.guard._scan()
    many = []
    for _ in range(6):
        pass_seconds(1)
        many.append(listener.connect())
        listener.guard._scan()
    assert is_open(other)
    assert [is_open(each) for each in many] == [False, False, False, True, True, True]


def test_a_connection_that_stalls_in_a_body_is_closed_after_those_without_a_request(listening):
    async def run():
        listener = listening(most=1)
        stalled, silent = listener.connect(), listener.connect()
        request = listener.request(stalled, asyncio.Event().wait)
        await listener.is_asked.wait()
        listener.guard._scan()
        assert not is_open(silent)
        assert is_open(stalled)
        listener.guard.most = 0
        listener.guard._scan()
        assert not is_open(stalled)
        request.cancel()

    asyncio.run(run())


def test_what_has_ended_is_forgotten(listening):
    listener = listening()
    listener.connect()
    listener.guard._scan()
    assert len(listener.guard.connections) == 1
    listener.stack.close()
    listener.guard._scan()
    assert listener.guard.connections == {}


def test_the_soft_limit_of_open_files_is_raised():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
        assert max_open() > 2000
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("crowded")
    server = ServedSecurely(folder, project_copy(folder))
    assert server.first_answer() == 200
    yield server
    server.kill()


@contextmanager
def crowd(
    port: int, sent: bytes = b"", *, tls: ssl.SSLContext | None = None, answered=False, many: int = MANY
):
    """Connections that have sent this and do nothing more. answered: each has read a response."""
    with ExitStack() as stack:
        made = []
        for _ in range(many):
            connection = stack.enter_context(socket.create_connection((HERE, port)))
            with suppress(ConnectionError):
                if tls:
                    connection = stack.enter_context(tls.wrap_socket(connection, server_hostname="localhost"))
                connection.sendall(sent)
                if answered:
                    assert connection.recv(65536).startswith(b"HTTP/1.1 200")
            made.append(connection)
        yield made


def others_are_answered_beside(served: ServedSecurely, make_crowd) -> None:
    """Over both ports, while at least half of a crowd is waited for; at last all of it has been closed."""

    def answered_before_the_crowd_ended():
        with make_crowd() as made:
            assert served.status("/health") == 200
            with served.phone() as phone:
                assert phone.get("/health").status_code == 200
            was_there = sum(map(is_open, made)) >= len(made) / 2
            wait_until(lambda: not any(map(is_open, made)), lambda: served.said)
            return was_there

    wait_until(answered_before_the_crowd_ended, "No page came before the server gave the crowd up")
    assert served.status("/rules") == 200


def test_two_thousand_that_send_nothing_harm_nobody(served):
    others_are_answered_beside(served, lambda: crowd(served.port))


def test_two_thousand_that_begin_no_handshake_harm_nobody(served):
    others_are_answered_beside(served, lambda: crowd(served.https_port))


@chaos
@pytest.mark.parametrize(
    "sent", [HALF_A_HEAD, HALF_A_BODY, HTTP2_PREFACE], ids=["half a head", "half a body", "HTTP/2"]
)
def test_two_thousand_that_send_a_part_harm_nobody(served, sent):
    others_are_answered_beside(served, lambda: crowd(served.port, sent))


@chaos
def test_two_thousand_that_stay_connected_harm_nobody(served):
    others_are_answered_beside(served, lambda: crowd(served.port, GET, answered=True))


@chaos
def test_two_thousand_that_send_half_a_handshake_harm_nobody(served):
    others_are_answered_beside(served, lambda: crowd(served.https_port, HALF_A_HELLO))


@chaos
@pytest.mark.parametrize("sent", [b"", HALF_A_HEAD], ids=["nothing", "half a head"])
def test_hundreds_that_are_silent_after_the_handshake_harm_nobody(served, sent):
    """So many as can shake hands before the first of them is given up."""
    others_are_answered_beside(
        served, lambda: crowd(served.https_port, sent, tls=served.trusting(), many=300)
    )


def test_with_few_open_files_there_is_room_again_after_a_moment(tmp_path):
    """More connections than the server can open; new ones replace those that it has closed."""
    served = Served(tmp_path, within=("prlimit", "--nofile=400:400"))
    try:
        served.first_answer()
        with crowd(served.port, many=900), crowd(served.port, HALF_A_BODY, many=300):
            assert served.status("/health") == 200
    finally:
        served.kill()
