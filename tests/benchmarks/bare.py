"""A page to measure ours by: one template, filled by one loop."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, render_template

ROW = 80  # bytes of a row of bare.html


def bare_app(kb: float, first: Callable[[], object] | None = None) -> Flask:
    """An application whose only page is about so long; it does `first` before."""
    app = Flask(__name__)

    @app.get("/")
    def page() -> str:
        if first:
            first()
        return render_template("bare.html", title="Bare page", rows=round(kb * 1024 / ROW))

    return app
