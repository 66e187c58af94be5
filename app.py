"""Turn Eight: the application and its parts. The only file that knows all the others."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask_babel import Babel
from flask_compress import Compress
from flask_migrate import Migrate
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

import commands
import views
from models import db
from models.migrating import bring_up_to_date
from models.secret_key import secret_key_in
from views.web.language import chosen_locale, chosen_time_zone
from views.web.limits import limiter
from views.web.phone import PhoneSessionInterface

MOST_REQUEST_BYTES = 2 * 1024 * 1024
YEAR = 365 * 24 * 3600

migrate = Migrate(render_as_batch=True, compare_type=True)
csrf = CSRFProtect()
compress = Compress()


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """The WSGI application; `config` overrides what the environment and the defaults say.

    DATABASE_URL (environment or config) picks the database, SQLite under instance/ where it is unset.
    """
    app = Flask(__name__)
    given = dict(config or {})
    _configure(app, given)
    app.session_interface = PhoneSessionInterface()
    _trust_proxies(app)
    db.init_app(app)
    migrate.init_app(app, db)
    csrf.init_app(app)
    compress.init_app(app)
    limiter.init_app(app)
    Babel(app, locale_selector=chosen_locale, timezone_selector=chosen_time_zone)
    views.register(app)
    commands.register(app)
    if app.config["UPGRADE_ON_START"]:
        bring_up_to_date(app)
    return app


def _configure(app: Flask, given: dict[str, Any]) -> None:
    instance = Path(app.instance_path)
    url = given.pop("DATABASE_URL", None) or os.environ.get("DATABASE_URL")
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=url or f"sqlite:///{instance / 'turn-eight.sqlite3'}",
        MAX_CONTENT_LENGTH=MOST_REQUEST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_REQUEST_BYTES,
        MAX_FORM_PARTS=2000,
        WTF_CSRF_TIME_LIMIT=None,  # a phone may lie on the table for hours
        SESSION_COOKIE_NAME="turn8",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=None,  # None: secure wherever the page came over https
        PERMANENT_SESSION_LIFETIME=YEAR,
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=0,
        BABEL_DEFAULT_LOCALE="en",
        BABEL_DEFAULT_TIMEZONE=os.environ.get("TIME_ZONE", "Europe/Stockholm"),
        LANGUAGES=("en", "sv"),
        RATELIMIT_STORAGE_URI="memory://",
        RATELIMIT_HEADERS_ENABLED=True,
        TRUSTED_PROXIES=int(os.environ.get("TRUSTED_PROXIES", "0")),
        UPGRADE_ON_START=True,
        COMPRESS_MIN_SIZE=500,
        COMPRESS_MIMETYPES=[
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
    )
    app.config.from_mapping(given)
    if not app.config.get("SECRET_KEY"):
        app.config["SECRET_KEY"] = os.environ.get("SECRET_KEY") or secret_key_in(instance)
    if str(app.config["SQLALCHEMY_DATABASE_URI"]).startswith("sqlite:///"):
        instance.mkdir(parents=True, exist_ok=True)


def _trust_proxies(app: Flask) -> None:
    hops = app.config["TRUSTED_PROXIES"]
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
