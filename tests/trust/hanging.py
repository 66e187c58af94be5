"""The application, with a page that stops its process, and a reader of files that stops for some files.

Both keep the lock of the interpreter: no other thread of the process runs.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from typing import Any

import app
from files.importing.draft import Draft
from files.readers import isolated, reading
from files.readers.context import ReadingContext
from serving.asgi import Asgi
from views.files import imports

FOR_EVER = 3600  # seconds
LIMITS = isolated.Limits(seconds=2, memory_bytes=400_000_000)
HANGS = "/hangs"
TABLE_THAT_HANGS, LARGE_TABLE = b"This table hangs", b"This table needs memory"
_stop = ctypes.PyDLL(None).sleep


def create_asgi() -> Asgi:
    imports.read_file = read_file
    isolated.LIMITS = LIMITS
    made = app.create_asgi()
    application = made.application

    def hanging(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == HANGS:
            _stop(FOR_EVER)
        return application(environ, start_response)

    made.application = hanging
    return made


def read_file(content: bytes, context: ReadingContext) -> tuple[str, Draft]:
    """Use processor time or memory without an end for some files."""
    if content == TABLE_THAT_HANGS:
        while True:
            sum(range(10**8))
    if content == LARGE_TABLE:
        everything = []
        while True:
            everything.append(bytearray(10**7))
    return reading.read_file(content, context)
