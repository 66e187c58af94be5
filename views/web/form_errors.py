"""What is wrong with the forms of a page, collected while the page is rendered.

`ui.wrong` shows an error beside its field and notes it here; `ui.with_errors`, round the forms, lists all
of them above, each a link to its field (templates/_macros.html).
"""

from __future__ import annotations

from flask import Flask, g


def register(app: Flask) -> None:
    app.jinja_env.globals.update(note_error=note_error, take_errors=take_errors)


def note_error(field_id: str, text: str) -> str:
    """Add an error to the list of the page; field_id "" where no single field is wrong. Renders nothing."""
    g.setdefault("form_errors", []).append((field_id, text))
    return ""


def take_errors() -> list[tuple[str, str]]:
    """All that was noted since the last call, without repetitions."""
    return list(dict.fromkeys(g.pop("form_errors", ())))
