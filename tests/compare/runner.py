"""Runs one tree of the project with a fixed clock and repeatable random numbers.

    python runner.py serve                                serves `app.create_app()`, and prints the port
    python runner.py flask CLOCK SEED ARGUMENT...         runs `flask --app app ARGUMENT...`

The Python of that tree executes it, in the folder of the tree. A request sets the clock (seconds since 1970)
and the seed by headers; the response says in headers what the request has cost.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

import time_machine

HEADER = "X-Compare-"
ENVIRON = "HTTP_X_COMPARE_"
EPOCH = 1_500_000_000  # seconds; the clock that nothing sets began then
TREE = Path.cwd()
NOT_MEASURED = ("tests", ".venv", "migrations")


class Entropy:
    """Random bytes that depend on the seed alone.

    Every length has a sequence of its own: a revision that draws more ids still draws the same secrets.
    """

    def __init__(self) -> None:
        self.reseed("start")

    def reseed(self, seed: str) -> None:
        self.seed, self.sequences = seed, dict[int, Random]()
        random.seed(seed)

    def __call__(self, length: int) -> bytes:
        if length not in self.sequences:
            self.sequences[length] = Random(f"{self.seed} {length}")
        return self.sequences[length].randbytes(length)


class Trace:
    """The functions of the project that are called within the block."""

    def __init__(self) -> None:
        self.codes: set[Any] = set()

    def __enter__(self) -> Trace:
        sys.setprofile(self._call)
        return self

    def __exit__(self, *_error: object) -> None:
        sys.setprofile(None)

    def _call(self, frame: Any, event: str, _argument: Any) -> None:
        if event == "call":
            self.codes.add(frame.f_code)

    def functions(self) -> list[Any]:
        """The code objects: functions, and the comprehensions and lambdas in them."""
        return [code for code in self.codes if code.co_name != "<module>" and _is_measured(code.co_filename)]


class Measured:
    """WSGI middleware: sets clock and seed before a request, and counts what it costs."""

    def __init__(self, app: Callable[..., Iterable[bytes]], set_clock: Callable[[float], None]) -> None:
        self.app, self.set_clock, self.entropy = app, set_clock, entropy_installed()
        self.queries = 0
        _count_queries(self)

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        self.set_clock(float(environ.pop(f"{ENVIRON}CLOCK", EPOCH)))
        self.entropy.reseed(environ.pop(f"{ENVIRON}SEED", ""))
        is_traced = environ.pop(f"{ENVIRON}TRACE", "")
        started: list[Any] = []
        self.queries = 0
        trace = Trace()
        begun = time.process_time()
        if is_traced:
            with trace:
                body = self._body(environ, started)
        else:
            body = self._body(environ, started)
        costs = {"Cpu": time.process_time() - begun, "Queries": self.queries}
        functions = trace.functions()
        costs |= {"Functions": len(functions), "Files": len({code.co_filename for code in functions})}
        status, headers, *_error = started
        start_response(status, [*headers, *((f"{HEADER}{name}", str(cost)) for name, cost in costs.items())])
        return [body]

    def _body(self, environ: dict[str, Any], started: list[Any]) -> bytes:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Callable[[bytes], None]:
            started[:] = [status, headers, *error]
            return lambda _piece: None

        pieces = self.app(environ, start)
        try:
            return b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()


class Quiet(WSGIRequestHandler):
    def log_message(self, *_words: Any) -> None:
        """Requests are not logged."""


def _is_measured(file: str) -> bool:
    path = Path(file)
    if path.suffix != ".py" or not path.is_relative_to(TREE):
        return False
    return path.relative_to(TREE).parts[0] not in NOT_MEASURED


def _count_queries(counter: Measured) -> None:
    from sqlalchemy import event  # noqa: PLC0415 - the clock stops first
    from sqlalchemy.engine import Engine  # noqa: PLC0415

    def count(*_statement: Any) -> None:
        counter.queries += 1

    event.listen(Engine, "before_cursor_execute", count)


def entropy_installed() -> Entropy:
    """Replace the random bytes of the system, also those of `secrets`, `uuid` and `random.SystemRandom`."""
    entropy = Entropy()
    os.urandom = entropy
    random._urandom = entropy  # type: ignore[attr-defined]
    return entropy


def clock_installed(at: float) -> Callable[[float], None]:
    """Stop the clock; return the function that sets it."""
    traveller = time_machine.travel(at, tick=False).start()
    read = time.clock_gettime

    def clock_gettime(clock: int) -> float:
        is_since_start = clock == getattr(time, "CLOCK_BOOTTIME", None)
        return time.time() - EPOCH if is_since_start else read(clock)

    time.clock_gettime = clock_gettime
    move: Callable[[float], None] = traveller.move_to
    return move


def serve() -> None:
    """Serve until standard input ends."""
    set_clock = clock_installed(EPOCH)
    from app import create_app  # noqa: PLC0415 - the clock stops first

    app = create_app({"RATELIMIT_ENABLED": False})
    server = make_server("127.0.0.1", 0, Measured(app, set_clock), handler_class=Quiet)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()
    print(server.server_port, flush=True)
    server.serve_forever()


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


def run_flask(clock: str, seed: str, *arguments: str) -> None:
    """Run a command of the project."""
    clock_installed(float(clock))
    entropy_installed().reseed(seed)
    from flask.cli import main  # noqa: PLC0415 - the clock stops first

    sys.argv = ["flask", "--app", "app", *arguments]
    main()


if __name__ == "__main__":
    sys.path[0] = str(TREE)
    actions: dict[str, Callable[..., None]] = {"serve": serve, "flask": run_flask}
    partial(actions[sys.argv[1]], *sys.argv[2:])()
