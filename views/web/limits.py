"""How often a phone may knock: links cannot be guessed by trying, and nobody fills the database."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.logging import default_handler
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from redis.backoff import NoBackoff
from redis.retry import Retry

TIMEOUT = 0.5  # seconds; who counts the knocks must not keep anybody waiting at the door

limiter = Limiter(key_func=get_remote_address)
OPENING_LINKS = "30 per minute"
CREATING_GROUPS = "60 per hour"
IMPORTING = "20 per minute"
IMPORTING_LONG_FILES = "20 per hour"  # each keeps the process for jobs busy for some seconds
EXPORTING = "30 per minute"
EXPORTING_EVERYTHING = "6 per minute"
READING_FEEDS = "30 per minute"


def storage_config(redis_url: str | None) -> dict[str, Any]:
    """Configuration: counted in Redis for all workers of all machines, or by each worker for itself.

    With two workers the true limit of the latter lies between one and two times what is said above. A
    Redis that does not answer is asked again at growing intervals, and meanwhile each worker counts itself.
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
    """What the limiter warns of, as of a Redis that is gone, stands in the server's log."""
    limiter.logger.addHandler(default_handler)
    limiter.init_app(app)
