"""A request as WSGI wants it (PEP 3333), made of what ASGI tells of it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote_to_bytes

Scope = dict[str, Any]
Environ = dict[str, Any]

UNPREFIXED = {b"content-type": "CONTENT_TYPE", b"content-length": "CONTENT_LENGTH"}
OF_THE_CONNECTION = {b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"}


def environ_of(scope: Scope) -> Environ:
    """All but the body.

    A header whose name has an underscore is dropped: in WSGI nobody could tell X_Forwarded_For, which
    anybody may send, from X-Forwarded-For, which a proxy vouches for.
    """
    host, port = scope["server"]
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": scope["client"][0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    _add_headers(environ, scope["headers"])
    return environ


def _add_headers(environ: Environ, headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Several of one name become one, as RFC 9110 has it."""
    for name, value in headers:
        if b"_" in name or name in OF_THE_CONNECTION:
            continue
        key = UNPREFIXED.get(name) or "HTTP_" + name.decode("latin-1").upper().replace("-", "_")
        text = value.decode("latin-1")
        if key in environ:
            text = environ[key] + ("; " if name == b"cookie" else ",") + text
        environ[key] = text
