"""The yardstick: a bare Flask + Jinja page as long as the table page: one template, one loop, no database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, render_template


@dataclass(frozen=True)
class Row:
    rank: int
    name: str
    note: str
    total: int


def bare_app(size: int, first: Callable[[], object] | None = None) -> Flask:
    """An application whose only page has `size` bytes or more; it does `first` before."""
    app = Flask("benchmarks.bare")
    rows: list[Row] = []

    @app.get("/")
    def page() -> str:
        if first:
            first()
        return render_template("bare.html", title="Bare page", rows=rows)

    client = app.test_client()
    while len(client.get("/").data) < size:
        turn = len(rows) + 1
        rows.append(Row(turn, f"Player {turn}", f"+{turn}", turn * 7))
    return app
