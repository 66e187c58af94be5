"""What is written down of an error: its kind and where in the code, not what it says.

That may be a name, a secret, or what somebody typed.
"""

from __future__ import annotations

from traceback import TracebackException


def stack_of(error: BaseException) -> str:
    """Of the error and of those that led to it, the first of them first."""
    told: TracebackException | None = TracebackException.from_exception(error, compact=True)
    pieces: list[str] = []
    while told is not None:
        pieces[:0] = [*told.stack.format(), f"{told.exc_type.__name__}\n"]
        told = told.__cause__ or told.__context__
    return "".join(pieces).rstrip()
