"""The settings: environment variables, converted to the types that the application uses, and their defaults.

docs/configuration.md lists them. An invalid value raises BadSetting with a message for the user.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

import click
from flask import Flask
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from models.secret_key import secret_key_in
from serving.certificates import Certificates
from views.web.language import ZONES
from views.web.limits import storage_config

VERSION = "0.2.0"  # described in CHANGELOG.md
MOST_REQUEST_BYTES = 2 * 1024 * 1024
HIGHEST_PORT = 65535
LEAST_KEY = 32  # characters
YEAR = 365 * 24 * 3600
CONNECT_WITHIN = 5  # seconds; a database that is out of reach is an error page, not a page that never comes
# Milliseconds, for the processes that serve pages; jobs and migrations wait without a limit.
LOCK_TIMEOUT, STATEMENT_TIMEOUT = 5_000, 20_000

FIXED: dict[str, Any] = {
    "VERSION": VERSION,
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
    "SERVES_PAGES": False,  # in a process for which app.create_asgi made the application
    "RATELIMIT_HEADERS_ENABLED": True,
    "COMPRESS_MIN_SIZE": 500,
    "COMPRESS_MIMETYPES": [
        *("text/html", "text/css", "text/javascript", "text/plain", "text/csv", "text/calendar"),
        *("image/svg+xml", "application/json", "application/atom+xml"),
    ],
}
READ: dict[str, Any] = {  # defaults
    "PORT": "8000",
    "TLS": "0",
    "HTTPS_PORT": "8443",
    "DATABASE_URL": None,
    "SECRET_KEY": None,
    "REDIS_URL": None,
    "TRUSTED_PROXIES": "0",
    "TRUSTED_HOSTS": "",
    "UPGRADE_ON_START": "1",
    "UPGRADE_WITHOUT_BACKUP": "0",
    "METRICS_FROM": "",
    "SECURITY_CONTACT": None,
    "BACKUPS": None,
    "TIME_ZONE": "Europe/Stockholm",
}


class BadSetting(click.ClickException):
    """An invalid setting; ends the command with its message."""

    exit_code = 2


def configure(app: Flask, given: Mapping[str, Any]) -> None:
    """Fill app.config. `given` takes precedence over the environment, the environment over the defaults."""
    set_values = {name: given.get(name, os.environ.get(name)) for name in READ}
    values = {
        name: usual if set_values[name] in (None, "") else set_values[name] for name, usual in READ.items()
    }
    instance = Path(app.instance_path)
    database_url = _url("DATABASE_URL", values, "postgresql://", "postgresql+psycopg://", "sqlite://")
    url = database_url or f"sqlite:///{instance / 'turn-eight.sqlite3'}"
    is_file = url.startswith("sqlite:///")
    app.config.from_mapping(FIXED)
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=url,
        SQLALCHEMY_ENGINE_OPTIONS=_engine_options(url, is_limited=bool(given.get("SERVES_PAGES"))),
        BABEL_DEFAULT_TIMEZONE=_time_zone(values["TIME_ZONE"]),
        HOST_NAMES=[_host(name) for name in _names(values["TRUSTED_HOSTS"])],
        TRUSTED_PROXIES=_number("TRUSTED_PROXIES", values),
        HTTP_PORT=_port("PORT", values),
        HTTPS_PORT=_https_port(values),
        CERTIFICATES=Certificates(instance / "tls"),
        UPGRADE_ON_START=_switch("UPGRADE_ON_START", values),
        UPGRADE_WITHOUT_BACKUP=_switch("UPGRADE_WITHOUT_BACKUP", values),
        REDIS_URL=_url("REDIS_URL", values, "redis://", "rediss://"),
        METRICS_FROM=[_network(text) for text in _names(values["METRICS_FROM"])],
        SECURITY_CONTACT=_contact(values["SECURITY_CONTACT"]),
        BACKUPS=_backups(values["BACKUPS"], instance / "backups", is_file=is_file),
        SECRET_KEY=_key(values["SECRET_KEY"]) or _own_key(instance, values["REDIS_URL"]),
        **storage_config(values["REDIS_URL"]),
    )
    app.config.from_mapping({name: value for name, value in given.items() if name not in READ})
    if app.config["HTTPS_PORT"]:
        app.config["SESSION_COOKIE_SECURE"] = False  # http and https are one site: each phone has one cookie
    if is_file:
        try:
            instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise _unusable(instance, error) from None


def _require(hold: bool, sentence: str) -> None:
    if not hold:
        raise BadSetting(sentence)


def _names(text: str) -> list[str]:
    return [name.strip().lower() for name in text.split(",") if name.strip()]


def _url(name: str, values: Mapping[str, Any], *schemes: str) -> str | None:
    """The error does not contain the URL: it may hold a password."""
    url: str | None = values[name]
    if url is not None:
        _require(url.startswith(schemes), f"{name} must begin with {' or '.join(schemes)}.")
        _require(_is_url(url), f"{name} is not a valid address. Escape special characters in a password.")
    return url


def _is_url(url: str) -> bool:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        return False
    is_remote_file = parsed.drivername == "sqlite" and bool(parsed.host)
    return not is_remote_file and (parsed.port or 0) <= HIGHEST_PORT


def _time_zone(name: str) -> str:
    _require(name in ZONES, f"TIME_ZONE is “{name}”. It must be a name like Europe/Stockholm.")
    return name


def _number(name: str, values: Mapping[str, Any]) -> int:
    _require(str(values[name]).isdecimal(), f"{name} is “{values[name]}”. It must be a whole number.")
    return int(values[name])


def _port(name: str, values: Mapping[str, Any]) -> int:
    port = _number(name, values)
    _require(0 < port <= HIGHEST_PORT, f"{name} is “{port}”. It must be between 1 and {HIGHEST_PORT}.")
    return port


def _switch(name: str, values: Mapping[str, Any]) -> bool:
    _require(values[name] in ("0", "1", True, False), f"{name} is “{values[name]}”. It must be 1 or 0.")
    return values[name] in ("1", True)


def _https_port(values: Mapping[str, Any]) -> int | None:
    """The port for https; None if this server does not speak it."""
    if not _switch("TLS", values):
        return None
    is_behind = _number("TRUSTED_PROXIES", values) > 0
    _require(
        not is_behind, "TLS=1 is for home, TRUSTED_PROXIES for a proxy that speaks https: set one of them."
    )
    port = _port("HTTPS_PORT", values)
    is_taken = port == _port("PORT", values)
    _require(not is_taken, f"PORT and HTTPS_PORT are both {port}. Each needs one of its own.")
    return port


def _host(name: str) -> str:
    usual = "It must be a name like cards.example.org or .club.example."
    _require(not set("/* ") & set(name), f"TRUSTED_HOSTS names “{name}”. {usual}")
    return name


def _network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text)
    except ValueError:
        sentence = f"METRICS_FROM names “{text}”. It must be an address like 10.0.0.7 or 10.0.0.0/8."
        raise BadSetting(sentence) from None


def _contact(text: str | None) -> str | None:
    """Convert a contact into a URI (RFC 9116)."""
    if text is None or text.startswith(("https://", "mailto:", "tel:")):
        return text
    _require("@" in text, "SECURITY_CONTACT must be an e-mail address or begin with https://.")
    return f"mailto:{text}"


def _backups(text: str | None, usual: Path, *, is_file: bool) -> Path | None:
    """The folder of daily backups. Default: for SQLite only; other databases have backups of their own."""
    if text is None:
        text = "1" if is_file else "0"
    is_valid = text in ("0", "1") or text.startswith(("/", "./", "../"))
    _require(is_valid, f"BACKUPS is “{text}”. It must be 0, 1 or a folder like /var/backups or ./backups.")
    return {"0": None, "1": usual}.get(text, Path(text).absolute())


def _key(text: str | None) -> str | None:
    """The error does not contain the key."""
    _require(text is None or len(text) >= LEAST_KEY, f"SECRET_KEY must have at least {LEAST_KEY} characters.")
    return text


def _own_key(instance: Path, redis_url: str | None) -> str:
    """A key stored on this machine; other machines that serve the same groups would have another one."""
    _require(
        redis_url is None,
        "With REDIS_URL several machines may serve the same groups, and all of them must sign cookies "
        "with the same key: set SECRET_KEY as well, to the same long random text on each of them.",
    )
    try:
        key = secret_key_in(instance)
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(instance / "secret_key", error) from None
    _require(
        len(key) >= LEAST_KEY,
        f"The key in {instance / 'secret_key'} must have at least {LEAST_KEY} characters: "
        "delete the file, and the next start creates another one.",
    )
    return key


def _unusable(path: Path, error: OSError | UnicodeDecodeError) -> BadSetting:
    reason = error.strerror if isinstance(error, OSError) else "it is not text"
    return BadSetting(f"{path} cannot be used: {reason}.")


def _engine_options(url: str, *, is_limited: bool) -> dict[str, Any]:
    """Parameters of statements stay out of errors and logs: they may be names or input."""
    options: dict[str, Any] = {"hide_parameters": True}
    if url.startswith("postgresql"):
        options["connect_args"] = {"connect_timeout": CONNECT_WITHIN, "application_name": "Turn Eight"}
        if is_limited:
            limits = f"-c lock_timeout={LOCK_TIMEOUT} -c statement_timeout={STATEMENT_TIMEOUT}"
            of_url = make_url(url).query.get("options", "")
            options["connect_args"]["options"] = f"{limits} {of_url}"
    return options
