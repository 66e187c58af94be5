"""Tracebacks without error messages, which may contain names, secrets or input."""

from __future__ import annotations

from traceback import TracebackException


def stack_of(error: BaseException) -> str:
    """The traceback of an error and of its causes, the first cause first."""
    traceback: TracebackException | None = TracebackException.from_exception(error, compact=True)
    pieces: list[str] = []
    while traceback is not None:
        pieces[:0] = [*traceback.stack.format(), f"{traceback.exc_type.__name__}\n"]
        traceback = traceback.__cause__ or traceback.__context__
    return "".join(pieces).rstrip()
