"""What the environment says, in the types that the application wants, and the defaults.

Every setting that README.md lists is read here; what is wrong with one is said in a sentence.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

import click
from flask import Flask

from models.secret_key import secret_key_in
from serving.tls.certificates import Certificates
from views.web.limits import kept_in

MOST_REQUEST_BYTES = 2 * 1024 * 1024
HIGHEST_PORT = 65535
YEAR = 365 * 24 * 3600
CONNECT_WITHIN = 5  # seconds; a database that is out of reach is an error page, not a page that never comes

FIXED: dict[str, Any] = {
    "MAX_CONTENT_LENGTH": MOST_REQUEST_BYTES,
    "MAX_FORM_MEMORY_SIZE": MOST_REQUEST_BYTES,
    "MAX_FORM_PARTS": 2000,
    "WTF_CSRF_TIME_LIMIT": None,  # a phone may lie on the table for hours
    "SESSION_COOKIE_NAME": "turn8",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_COOKIE_SECURE": None,  # None: secure wherever the page came over https
    "PERMANENT_SESSION_LIFETIME": YEAR,
    "SESSION_REFRESH_EACH_REQUEST": False,
    "SEND_FILE_MAX_AGE_DEFAULT": 0,
    "BABEL_DEFAULT_LOCALE": "en",
    "LANGUAGES": ("en", "sv"),
    "RATELIMIT_HEADERS_ENABLED": True,
    "COMPRESS_MIN_SIZE": 500,
    "COMPRESS_MIMETYPES": [
        "text/html",
        "text/css",
        "text/javascript",
        "text/plain",
        "text/csv",
        "text/calendar",
        "image/svg+xml",
        "application/json",
        "application/atom+xml",
    ],
}
READ = (
    *("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TIME_ZONE", "PORT", "TLS", "HTTPS_PORT"),
    *("TRUSTED_PROXIES", "TRUSTED_HOSTS", "UPGRADE_ON_START", "METRICS_FROM", "SECURITY_CONTACT"),
    "BACKUPS",
)


class BadSetting(click.ClickException):
    """A setting that cannot be: the command ends with this sentence."""


def configure(app: Flask, given: Mapping[str, Any]) -> None:
    """Fill app.config: `given` counts before the environment, the environment before the defaults."""
    said = {name: given.get(name, os.environ.get(name)) or None for name in READ}
    instance = Path(app.instance_path)
    app.config.from_mapping(FIXED)
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=said["DATABASE_URL"] or f"sqlite:///{instance / 'turn-eight.sqlite3'}",
        BABEL_DEFAULT_TIMEZONE=said["TIME_ZONE"] or "Europe/Stockholm",
        HOST_NAMES=_names(said["TRUSTED_HOSTS"]),
        TRUSTED_PROXIES=_number("TRUSTED_PROXIES", said["TRUSTED_PROXIES"] or 0),
        HTTP_PORT=_number("PORT", said["PORT"] or 8000),
        HTTPS_PORT=_https_port(said),
        CERTIFICATES=Certificates(instance / "tls"),
        UPGRADE_ON_START=_switch("UPGRADE_ON_START", given.get("UPGRADE_ON_START", said["UPGRADE_ON_START"])),
        REDIS_URL=_redis(said["REDIS_URL"]),
        METRICS_FROM=[_network("METRICS_FROM", text) for text in _names(said["METRICS_FROM"])],
        SECURITY_CONTACT=_contact(said["SECURITY_CONTACT"]),
        **kept_in(said["REDIS_URL"]),
    )
    app.config.from_mapping({name: value for name, value in given.items() if name not in READ})
    if app.config["HTTPS_PORT"]:
        app.config["SESSION_COOKIE_SECURE"] = False  # http and https are one site: each phone has one cookie
    url = str(app.config["SQLALCHEMY_DATABASE_URI"])
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", _engine_options(url))
    app.config["SECRET_KEY"] = said["SECRET_KEY"] or _own_key(instance, said["REDIS_URL"])
    app.config["BACKUPS"] = _backups(said["BACKUPS"], instance if url.startswith("sqlite:///") else None)
    if url.startswith("sqlite:///"):
        instance.mkdir(parents=True, exist_ok=True)


def _names(text: str | None) -> list[str]:
    return [name.strip().lower() for name in (text or "").split(",") if name.strip()]


def _number(name: str, text: Any) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadSetting(f"{name} is “{text}”. It must be a whole number.") from None


def _switch(name: str, said: Any) -> bool:
    if said not in (None, "", "0", "1", True, False):
        raise BadSetting(f"{name} is “{said}”. It must be 1 or 0.")
    return said not in ("0", False)


def _https_port(said: Mapping[str, Any]) -> int | None:
    """Where this server itself speaks https beside http; None where it does not."""
    if not _switch("TLS", said["TLS"] or "0"):
        return None
    if _number("TRUSTED_PROXIES", said["TRUSTED_PROXIES"] or 0):
        raise BadSetting("TLS=1 is for home, TRUSTED_PROXIES for a proxy that speaks https: set one of them.")
    port = _number("HTTPS_PORT", said["HTTPS_PORT"] or 8443)
    if port == _number("PORT", said["PORT"] or 8000):
        raise BadSetting(f"PORT and HTTPS_PORT are both {port}. Each needs one of its own.")
    if not 0 < port <= HIGHEST_PORT:
        raise BadSetting(f"HTTPS_PORT is “{port}”. It must be between 1 and {HIGHEST_PORT}.")
    return port


def _network(name: str, text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError:
        raise BadSetting(
            f"{name} names “{text}”. It must be an address like 10.0.0.7 or 10.0.0.0/8."
        ) from None


def _contact(text: str | None) -> str | None:
    """An address (URI) as RFC 9116 wants it."""
    if text is None or text.startswith(("https://", "mailto:", "tel:")):
        return text
    if "@" not in text:
        raise BadSetting("SECURITY_CONTACT must be an e-mail address or begin with https://.")
    return f"mailto:{text}"


def _backups(text: str | None, instance: Path | None) -> Path | None:
    """Where a backup is made every day; unless told, only of a database that has no other keeper."""
    if text == "0":
        return None
    if text in (None, "1"):
        return instance / "backups" if instance else None
    return Path(str(text)).absolute()


def _redis(url: str | None) -> str | None:
    if url and not url.startswith(("redis://", "rediss://")):
        raise BadSetting("REDIS_URL must begin with redis:// or rediss://.")
    return url


def _own_key(instance: Path, redis_url: str | None) -> str:
    """The key in a file of this machine; others that serve the same groups would have another one."""
    if redis_url:
        raise BadSetting(
            "With REDIS_URL several machines may serve the same groups, and all of them must sign cookies "
            "with the same key: set SECRET_KEY as well, to the same long random text on each of them."
        )
    return secret_key_in(instance)


def _engine_options(url: str) -> dict[str, Any]:
    """What a statement was given stays out of errors and logs: it may be a name, or what somebody typed."""
    options: dict[str, Any] = {"hide_parameters": True}
    if url.startswith("postgresql"):
        options["connect_args"] = {"connect_timeout": CONNECT_WITHIN, "application_name": "Turn Eight"}
    return options
