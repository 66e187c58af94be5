"""Turn Eight: creates the application. The only module that imports all others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from flask import Flask
from flask.cli import FlaskGroup
from flask_compress import Compress
from flask_migrate import Migrate
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

import commands
import views
from commands.refusing import readable_errors
from commands.worker import run_worker
from models import db
from models.migrating import FOLDER, prepare
from serving.asgi import Asgi
from serving.supervisor import Pulse, end_with_supervisor
from settings import configure
from views.web import limits, messages
from views.web.admission import needs_of
from views.web.phone import PhoneSessionInterface
from views.web.security import redacted_request

# SQLite too changes a schema within a transaction, although Alembic does not expect it.
migrate = Migrate(directory=str(FOLDER), render_as_batch=True, compare_type=True, transactional_ddl=True)
csrf = CSRFProtect()
compress = Compress()


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the WSGI application. config: overrides the environment and the defaults (settings.py)."""
    app = Flask(__name__)
    configure(app, config or {})
    messages.register(app)
    app.session_interface = PhoneSessionInterface()
    _trust_proxies(app)
    db.init_app(app)
    migrate.init_app(app, db)
    csrf.init_app(app)
    compress.init_app(app)
    limits.register(app)
    views.register(app)
    commands.register(app)
    if app.config["UPGRADE_ON_START"] and not _is_command():
        with readable_errors():
            prepare(app)
    return app


def create_asgi() -> Asgi:
    """The application for an ASGI server."""
    end_with_supervisor()
    app = create_app({"SERVES_PAGES": True})
    return Asgi(app, needs=needs_of(app), describe=redacted_request)


def run_jobs(pulse: Pulse) -> None:
    """Entry point of the worker process."""
    app = create_app()
    pulse.start()
    run_worker(app)


def _is_command() -> bool:
    """Our commands prepare the database themselves: `db downgrade` must find it as it is."""
    context = click.get_current_context(silent=True)
    if context is None or not isinstance(context.find_root().command, FlaskGroup):
        return False
    return context.info_name not in ("run", "shell")


def _trust_proxies(app: Flask) -> None:
    hops = app.config["TRUSTED_PROXIES"]
    if hops:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
