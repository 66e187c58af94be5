"""`python -m tests.browser.picture`: the README’s picture, the table page of the demo in light and dark."""

from __future__ import annotations

import base64
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from playwright.sync_api import Browser, sync_playwright

from app import create_app
from commands.demo.stories import make_demo_group
from models import Link, Role, Session, db
from models.database import writing
from tests.browser.fixtures import FLAGS, chromium_on_path
from tests.browser.serving import serving

PICTURE = Path(__file__).parents[2] / "docs" / "table.png"
PHONE = {"width": 390, "height": 780}
SIDE_BY_SIDE = """<body style="margin:0;display:flex;gap:24px;padding:24px;background:#8a8f8c">{}</body>"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(
            {
                "DATABASE_URL": f"sqlite:///{folder}/demo.sqlite3",
                "SECRET_KEY": "only for this test, and long enough",
            }
        )
        with app.app_context(), writing():
            now = datetime.now(UTC)
            group = make_demo_group(now, ZoneInfo("Europe/Stockholm"), Random(8))
            _link, secret = Link.make(group, Role.SCORER, now)
            game = db.session.scalars(db.select(Session).where(Session.finished_at.is_(None))).one()
            path = f"/groups/{group.id}/sessions/{game.id}"
            db.session.commit()
        with serving(app) as address, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=chromium_on_path(), args=[*FLAGS])
            shots = [shot(chromium, address, secret, path, theme) for theme in ("light", "dark")]
            PICTURE.parent.mkdir(exist_ok=True)
            PICTURE.write_bytes(beside(chromium, shots))
            chromium.close()


def shot(chromium: Browser, address: str, secret: str, path: str, theme: str) -> bytes:
    phone = chromium.new_context(viewport=PHONE, color_scheme=theme, locale="en-GB", is_mobile=True)
    page = phone.new_page()
    page.goto(f"{address}/join/{secret}")
    page.goto(address + path)
    page.wait_for_load_state("networkidle")
    return page.screenshot()


def beside(chromium: Browser, shots: list[bytes]) -> bytes:
    """Two pictures in one, drawn by the browser alone."""
    page = chromium.new_page(viewport={"width": 2 * 390 + 3 * 24, "height": PHONE["height"] + 2 * 24})
    sources = (base64.b64encode(picture).decode() for picture in shots)
    images = "".join(f'<img src="data:image/png;base64,{source}" width="390">' for source in sources)
    page.set_content(SIDE_BY_SIDE.format(images))
    return page.screenshot()


if __name__ == "__main__":
    main()
