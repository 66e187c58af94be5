"""Attachments: file names and streamed responses."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import chain
from urllib.parse import quote

from flask import Response, stream_with_context

MAX_NAME_LENGTH = 80
CHUNK_SIZE = 64 * 1024  # characters or bytes that are sent together
FORBIDDEN = str.maketrans(dict.fromkeys('/\\:*?"<>|', " "))  # some system refuses each of these


def as_attachment(response: Response, name: str, ending: str) -> Response:
    """Set Content-Disposition to a file called `name`, with an ASCII fallback (RFC 5987)."""
    named = file_name(name)
    plain = unicodedata.normalize("NFKD", named).encode("ascii", "ignore").decode()
    plain = file_name(plain)  # a full-width quote or slash has become a plain one
    full = quote(f"{named}.{ending}", safe="")
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain}.{ending}\"; filename*=UTF-8''{full}"
    )
    return response


def stream(pieces: Iterator[str], mimetype: str) -> Response:
    """Stream a text response.

    Reads the first chunk within the request, where a lost database connection is retried.
    """
    chunks = _chunks(pieces)
    first = [next(chunks)]
    return Response(stream_with_context(chain(first, chunks)), mimetype=mimetype)


def _chunks(pieces: Iterator[str]) -> Iterator[str]:
    """Join the pieces to chunks of at least CHUNK_SIZE."""
    buffer: list[str] = []
    size = 0
    for piece in pieces:
        buffer.append(piece)
        size += len(piece)
        if size >= CHUNK_SIZE:
            yield "".join(buffer)
            buffer, size = [], 0
    yield "".join(buffer)


def file_name(text: str) -> str:
    """The text as a file name that every system accepts, without its ending."""
    allowed = "".join(c for c in text.translate(FORBIDDEN) if unicodedata.category(c)[0] != "C")
    return " ".join(allowed.split())[:MAX_NAME_LENGTH].strip(". ") or "turn-eight"
