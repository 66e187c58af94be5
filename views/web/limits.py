"""Rate limits."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.logging import default_handler
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from redis.backoff import NoBackoff
from redis.retry import Retry

TIMEOUT = 0.5  # seconds; a slow Redis must not delay requests

limiter = Limiter(key_func=get_remote_address)
OPENING_LINKS = "30 per minute"
CREATING_GROUPS = "60 per hour"
IMPORTING = "20 per minute"
IMPORTING_LONG_FILES = "20 per hour"  # each takes the worker some seconds
EXPORTING = "30 per minute"
EXPORTING_EVERYTHING = "6 per minute"
READING_FEEDS = "30 per minute"


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


def register(app: Flask) -> None:
    """Install the limiter; its warnings go to the server's log."""
    limiter.logger.addHandler(default_handler)
    limiter.init_app(app)
