"""Bodies are read before a thread is used, answers are sent without one, and no connection waits for ever.

No test waits: a phone that stays silent moves the clock of the event loop past every limit.
"""

import asyncio
import contextvars
import logging
from io import BytesIO

from serving import asgi, body
from serving.asgi import REFUSED, Asgi, environ_of
from serving.pools import Needs, Pool
from tests.waiting import wait_until

MOST = 1000
READS = Needs(MOST, Pool.READS)
HERE = ("127.0.0.1", 8000)


def scope(method="POST", path=b"/", *headers, query=b"", version="1.1"):
    return {
        "type": "http",
        "method": method,
        "raw_path": path,
        "query_string": query,
        "http_version": version,
        "scheme": "http",
        "server": HERE,
        "client": ("10.0.0.7", 50000),
        "headers": list(headers),
    }


def announcing(length):
    return scope("POST", b"/", (b"content-length", str(length).encode()))


IN_CHUNKS = scope("POST", b"/", (b"transfer-encoding", b"chunked"))


class Clock(asyncio.SelectorEventLoop):
    """An event loop whose time, in seconds, is moved by tests only."""

    now = 0.0

    def time(self):
        return self.now


def pass_seconds(seconds):
    """Advance the time of the running loop."""
    asyncio.get_running_loop().now += seconds


async def never():
    await asyncio.get_running_loop().create_future()


class Phone:
    """Sends these pieces, receives the answer and disconnects."""

    def __init__(self, *pieces):
        self.pieces = list(pieces)
        self.got = []
        self.is_answered = asyncio.Event()

    async def receive(self):
        if self.pieces:
            piece = self.pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(self.pieces)}
        await self.is_answered.wait()
        return {"type": "http.disconnect"}

    async def send(self, message):
        self.got.append(message)
        if message.get("more_body") is False:
            self.is_answered.set()

    @property
    def status(self):
        return self.got[0]["status"]

    @property
    def body(self):
        return b"".join(message["body"] for message in self.got[1:])


class Silent(Phone):
    """Sends its pieces, and then neither a byte nor an end for an hour."""

    async def receive(self):
        if self.pieces:
            return {"type": "http.request", "body": self.pieces.pop(0), "more_body": True}
        pass_seconds(3600)
        return await never()


class Disconnecting(Phone):
    """Sends its pieces and disconnects before the end."""

    async def receive(self):
        if self.pieces:
            return {"type": "http.request", "body": self.pieces.pop(0), "more_body": True}
        return {"type": "http.disconnect"}


def echo(environ, start_response):
    status = environ.get(REFUSED)
    start_response(f"{status or 200} Whatever", [("X-Length", environ.get("CONTENT_LENGTH", ""))])
    return [environ["wsgi.input"].read()]


def serving(application=echo, needs=READS):
    return Asgi(application, needs=lambda environ: needs, describe=lambda environ: "GET /<secret>")


def run(coroutine):
    with asyncio.Runner(loop_factory=Clock) as runner:
        return runner.run(coroutine)


def send_request(phone, http_scope, application=echo):
    server = serving(application)
    run(server(http_scope, phone.receive, phone.send))
    return server


def test_a_form_arrives_complete_and_is_answered():
    phone = Phone(b"name=", b"Anna")
    send_request(phone, announcing(9))
    assert (phone.status, phone.body) == (200, b"name=Anna")


def test_a_form_in_chunks_has_its_true_length():
    phone = Phone(b"name=", b"Anna")
    send_request(phone, IN_CHUNKS)
    assert dict(phone.got[0]["headers"]) == {b"x-length": b"9"}
    assert phone.body == b"name=Anna"


def test_a_get_request_reads_no_body():
    phone = Silent()
    send_request(phone, scope("GET"))
    assert phone.status == 200


def test_later_http_versions_need_no_header_for_a_body():
    phone = Phone(b"name=Anna")
    send_request(phone, scope("POST", version="2"))
    assert phone.body == b"name=Anna"


def test_a_long_body_is_stored_on_disk(monkeypatch):
    monkeypatch.setattr(body, "MAX_BYTES_IN_MEMORY", 10)
    lay = []

    def look(environ, start_response):
        lay.append(environ["wsgi.input"]._rolled)
        return echo(environ, start_response)

    phone = Phone(b"x" * 500, b"y" * 500)
    send_request(phone, announcing(1000), look)
    assert lay == [True]
    assert phone.body == b"x" * 500 + b"y" * 500


def test_a_body_announced_as_too_long_is_refused_unread():
    phone = Phone(b"never looked at")
    send_request(phone, announcing(MOST + 1))
    assert phone.status == 413
    assert (b"connection", b"close") in phone.got[0]["headers"]


def test_a_body_that_becomes_too_long_is_refused():
    phone = Phone(b"x" * 600, b"x" * 600)
    server = send_request(phone, IN_CHUNKS)
    assert (phone.status, phone.body) == (413, b"")
    assert server.bodies.held == 0


def test_a_body_that_stalls_is_refused_with_a_timeout():
    phone = Silent(b"nam")
    send_request(phone, announcing(9))
    assert phone.status == 408


def test_slow_pieces_extend_the_time_limit_only_by_their_size():
    class Dripping(Phone):
        async def receive(self):
            pass_seconds(body.MAX_SILENCE_SECONDS / 2)
            await asyncio.sleep(0)  # limits are checked between two pieces
            return {"type": "http.request", "body": b"x", "more_body": True}

    phone = Dripping()
    send_request(phone, announcing(900))
    assert phone.status == 408


def test_received_bytes_extend_the_time_limit(monkeypatch):
    # bytes a second: a piece extends the limit by more than the time it takes
    monkeypatch.setattr(body, "MIN_BYTES_PER_SECOND", 10)

    class Slow(Phone):
        async def receive(self):
            pass_seconds(body.MAX_SILENCE_SECONDS * 0.9)
            await asyncio.sleep(0)
            return await super().receive()

    phone = Slow(*[b"x" * 200] * 5)
    send_request(phone, announcing(MOST))
    assert phone.status == 200


def test_another_request_is_answered_while_a_hundred_stall():
    class Stalling(Phone):
        def __init__(self):
            super().__init__()
            self.is_stalled = asyncio.Event()

        async def receive(self):
            self.is_stalled.set()
            await never()

    async def table():
        server = serving()
        stalled = [Stalling() for _ in range(100)]
        waiting = [asyncio.create_task(server(announcing(9), p.receive, p.send)) for p in stalled]
        for each in stalled:
            await each.is_stalled.wait()
        phone = Phone(b"name=Anna")
        await server(announcing(9), phone.receive, phone.send)
        assert not any(task.done() for task in waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        return phone.body, server.bodies.held

    assert run(table()) == (b"name=Anna", 0)


def test_all_bodies_together_must_not_fill_the_disk(monkeypatch):
    monkeypatch.setattr(body, "MAX_BYTES_HELD", 5)
    phone = Phone(b"name=Anna")
    send_request(phone, announcing(9))
    assert phone.status == 503


def test_a_full_disk_gives_its_own_error(monkeypatch):
    class Full(BytesIO):
        def write(self, _piece):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(body, "SpooledTemporaryFile", lambda _size: Full())
    phone = Phone(b"name=Anna")
    send_request(phone, announcing(9))
    assert phone.status == 503


def test_a_client_that_disconnects_early_starts_no_request():
    begun = []
    phone = Disconnecting(b"nam")
    send_request(phone, announcing(9), lambda *http_scope: begun.append(http_scope))
    assert (begun, phone.got) == ([], [])


def test_a_client_that_does_not_read_is_disconnected_and_uses_no_thread():
    class TakesNothing(Phone):
        async def send(self, message):
            if message.get("more_body"):
                pass_seconds(asgi.MAX_SEND_SECONDS)
                await never()
            await super().send(message)

    def much(_environ, start_response):
        start_response("200 OK", [])
        return [b"x" * 200_000]

    phone = TakesNothing()
    send_request(phone, scope("GET"), much)
    assert phone.body == b""


def test_a_long_answer_is_sent_in_pieces_and_complete():
    def pieces(_environ, start_response):
        start_response("200 OK", [])
        for n in range(100):
            yield bytes([n]) * 10_000

    phone = Phone()
    send_request(phone, scope("GET"), pieces)
    assert phone.body == b"".join(bytes([n]) * 10_000 for n in range(100))
    assert [message["more_body"] for message in phone.got[1:]][-2:] == [True, False]


def test_the_answer_is_always_closed():
    closed = []

    class Pieces:
        def __iter__(self):
            raise RuntimeError("in the middle")

        def close(self):
            closed.append(True)

    phone = Phone()
    send_request(phone, scope("GET"), lambda *_asked: Pieces())
    assert closed == [True]


def test_an_exception_is_logged_and_answered_with_a_page(caplog):
    def broken(_environ, _start_response):
        raise RuntimeError("".join(("An", "na")))

    phone = Phone()
    send_request(phone, scope("GET"), broken)
    assert phone.status == 500
    assert b"What was saved before is safe" in phone.body
    assert "GET /<secret>: no answer" in caplog.text
    assert "RuntimeError" in caplog.text
    assert "serving/asgi.py" in caplog.text  # location
    assert "Anna" not in caplog.text  # the message may contain a name


def test_a_slow_request_is_logged_with_its_route_while_it_runs(caplog):
    caplog.set_level(logging.WARNING)

    async def table():
        loop = asyncio.get_running_loop()

        def long(environ, start_response):
            loop.call_soon_threadsafe(pass_seconds, asgi.SLOW_SECONDS + 1)
            wait_until(lambda: "GET /<secret> is at it for 30 s" in caplog.text)
            return echo(environ, start_response)

        phone = Phone()
        await serving(long)(scope("GET"), phone.receive, phone.send)
        return phone

    assert run(table()).status == 200
    assert "GET /<secret> took 31 s" in caplog.text


def test_requests_do_not_share_a_context():
    mine = contextvars.ContextVar("mine", default="nothing")
    seen = []

    def remember(environ, start_response):
        seen.append(mine.get())
        mine.set("something")
        return echo(environ, start_response)

    async def several():
        server = serving(remember)
        for _ in range(4):
            phone = Phone()
            await server(scope("GET"), phone.receive, phone.send)

    run(several())
    assert seen == ["nothing"] * 4


def test_a_header_with_an_underscore_is_ignored():
    environ = environ_of(scope("GET", b"/", (b"x_forwarded_for", b"6.6.6.6"), (b"x-real", b"1")))
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert environ["HTTP_X_REAL"] == "1"
    assert environ["REMOTE_ADDR"] == "10.0.0.7"


def test_headers_of_one_name_are_joined():
    sent = [(b"x-forwarded-for", b"1.1.1.1"), (b"cookie", b"a=1"), (b"x-forwarded-for", b"2.2.2.2")]
    environ = environ_of(scope("GET", b"/", *sent, (b"cookie", b"b=2")))
    assert environ["HTTP_X_FORWARDED_FOR"] == "1.1.1.1,2.2.2.2"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"


def test_an_address_keeps_every_byte():
    environ = environ_of(scope("GET", b"/k%C3%B6/%ff%2F", query=b"q=%20"))
    assert environ["PATH_INFO"].encode("latin-1") == b"/k\xc3\xb6/\xff/"
    assert environ["QUERY_STRING"] == "q=%20"
