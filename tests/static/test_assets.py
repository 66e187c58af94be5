"""Style sheets and scripts as served: shorter than in the folder, and equivalent for a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from views.operations.assets import MOVED, shortened

STATIC = Path(__file__).parents[2] / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))


def test_comments_and_indentation_of_a_style_sheet_are_not_sent():
    css = "/* Keys.\n   Two. */\n@layer pages {\n  .key { --a: 1px; }\n\n  .key :is(a, b) { top: 0; }\n}\n"
    assert shortened(css, ".css") == "@layer pages {\n.key { --a: 1px; }\n.key :is(a, b) { top: 0; }\n}\n"


def test_comments_and_indentation_of_a_script_are_not_sent():
    js = '// Keys.\nfunction press() {\n  // why\n  open("https://a//b"); // then\n\n}\n'
    assert shortened(js, ".js") == 'function press() {\nopen("https://a//b"); // then\n}\n'


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_no_script_contains_text_that_minifying_would_change(script: Path):
    """A text over several lines would lose its indentation, a block comment would be kept."""
    for number, line in enumerate(script.read_text().splitlines(), 1):
        assert line.count("`") % 2 == 0, number
        assert not re.search(r"/\*(?! global )", re.sub(r'"[^"]*"', "", line)), number


@pytest.mark.parametrize(
    ("name", "mimetype"), [("css/table.css", "text/css"), ("js/offline/outbox.js", "text/javascript")]
)
def test_a_file_is_served_minified_and_cached_for_a_year(app, name, mimetype):
    phone = app.test_client()
    sent = phone.get(f"/static/{name}?v=1")
    assert sent.text == shortened((STATIC / name).read_text(), Path(name).suffix)
    assert sent.mimetype == mimetype
    assert sent.cache_control.immutable
    again = phone.get(f"/static/{name}", headers={"If-None-Match": sent.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize(
    "name", ["css/none.css", "js/../../settings.js", "css/", "../app.py", "js/..%2f..%2fx.js"]
)
def test_other_files_are_not_served(app, name):
    assert app.test_client().get(f"/static/{name}").status_code == 404


def test_a_moved_module_is_found_at_its_old_address(app):
    phone = app.test_client()
    for old, new in MOVED.items():
        assert not (STATIC / old).exists()
        moved = phone.get(f"/static/{old}?v=1", follow_redirects=True)
        assert moved.request.path == f"/static/{new}"
        assert moved.text == shortened((STATIC / new).read_text(), ".js")


def test_an_icon_is_served_unchanged(app):
    assert app.test_client().get("/static/icons.svg").data == (STATIC / "icons.svg").read_bytes()
