"""Rate limits, counted for each client address.

Many phones may share one address: a club behind one router, phones of one mobile network. So secrets are
limited by failures only, and other limits count only requests that passed the permission check.
"""

from __future__ import annotations

import math
import time
from typing import Any, NoReturn

from flask import Flask, abort, request
from flask.logging import default_handler
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

TIMEOUT = 0.5  # seconds; a slow Redis must not delay requests

# Of the requests that wait for Redis when it falls silent only the first is counted: without `swallow_errors`
# Flask-Limiter 4.1.1 would answer the others with 500. As a setting it would keep the value of the first
# application of a process.
limiter = Limiter(key_func=get_remote_address, swallow_errors=True)
UNKNOWN_SECRETS = "30 per minute"
CREATING_GROUPS = "60 per hour"
IMPORTING = "20 per minute"
IMPORTING_LONG_FILES = "20 per hour"  # each takes the worker some seconds
EXPORTING = "120 per minute"  # all people at a club evening may save the same file at its end
EXPORTING_EVERYTHING = "6 per minute"


def storage_config(redis_url: str | None) -> dict[str, Any]:
    """Flask-Limiter configuration: counts in Redis for all workers, or in memory for each worker.

    In memory, two workers together allow up to twice the limit. A Redis that does not answer is retried at
    growing intervals; meanwhile each worker counts in memory.
    """
    if not redis_url:
        return {"RATELIMIT_STORAGE_URI": "memory://"}
    return {
        "RATELIMIT_STORAGE_URI": redis_url,
        "RATELIMIT_STORAGE_OPTIONS": {
            "socket_timeout": TIMEOUT,
            "socket_connect_timeout": TIMEOUT,
            "retry": Retry(NoBackoff(), 0),
        },
        "RATELIMIT_KEY_PREFIX": "turn-eight",
        "RATELIMIT_IN_MEMORY_FALLBACK_ENABLED": True,
    }


@limiter.shared_limit(UNKNOWN_SECRETS, scope="secrets")
def refuse_secret() -> NoReturn:
    """404 for an unknown secret of a link or a feed; 429 after too many of them.

    A known one is never refused: its 128 bits cannot be guessed.
    """
    abort(404)


@limiter.shared_limit(CREATING_GROUPS, scope="groups")
def count_new_group() -> None:
    """429 if too many groups were created."""


def in_group(_endpoint: str) -> str:
    """The scope of a limit that counts for each group."""
    return str((request.view_args or {})["group_id"])


def seconds_to_wait() -> int:
    """The time until the exceeded limit of this request ends, at least 1."""
    exceeded = limiter.current_limit
    if exceeded is None:
        return 60
    try:
        return max(1, math.ceil(exceeded.reset_at - time.time()))
    except RedisError:
        return exceeded.limit.get_expiry()


def register(app: Flask) -> None:
    """Install the limiter; its warnings go to the server's log."""
    limiter.logger.addHandler(default_handler)
    limiter.init_app(app)
