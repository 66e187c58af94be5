"""`python -m tests.browser.picture`: the README’s picture, four pages of the demo side by side."""

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
from models import Link, Night, Role, Session, db
from models.database import writing
from tests.browser.actions import count_hand, declare_out
from tests.browser.fixtures import FLAGS, chromium_on_path
from tests.browser.serving import serving

PICTURE = Path(__file__).parents[2] / "docs" / "screens.webp"
PHONE = {"width": 390, "height": 780}
SHOWN_WIDTH, SHOWN_HEIGHT, GAP = 320, 640, 20
SIDE_BY_SIDE = (
    """<body style="margin:0;display:flex;gap:{gap}px;padding:{gap}px;background:#8a8f8c">{images}</body>"""
)
PAD = "/rounds/6"  # the demo has a game with five rounds
QUALITY = 80  # of WebP, 0 to 100


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
            games = db.select(Session).where(Session.finished_at.is_(None)).order_by(Session.started_at)
            game = db.session.scalars(games).first()
            nights = db.select(Night).order_by(Night.date.desc())
            last_night = db.session.scalars(nights).all()[1]
            assert game is not None
            paths = (
                f"/groups/{group.id}/sessions/{game.id}",
                f"/groups/{group.id}/sessions/{game.id}{PAD}",
                f"/groups/{group.id}/nights/{last_night.id}",
                f"/groups/{group.id}/statistics",
            )
            db.session.commit()
        with serving(app) as address, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=chromium_on_path(), args=[*FLAGS])
            PICTURE.write_bytes(side_by_side(chromium, screenshots(chromium, address, secret, paths)))
            chromium.close()


def screenshots(chromium: Browser, address: str, secret: str, paths: tuple[str, ...]) -> list[bytes]:
    """PNG pictures of pages on a phone, each from its top; the pad with two cards counted."""
    phone = chromium.new_context(
        viewport=PHONE,
        device_scale_factor=2,
        color_scheme="light",
        locale="en-GB",
        is_mobile=True,
        has_touch=True,
    )
    page = phone.new_page()
    page.goto(f"{address}/join/{secret}")
    pictures = []
    for path in paths:
        response = page.goto(address + path)
        assert response is not None
        assert response.ok, path
        page.wait_for_load_state("networkidle")
        if path.endswith(PAD):
            declare_out(page, "Anna")
            count_hand(page, "8 K")
        pictures.append(page.screenshot())
    return pictures


def side_by_side(chromium: Browser, pictures: list[bytes]) -> bytes:
    """One WebP picture, drawn by the browser. Playwright itself writes only PNG and JPEG."""
    width = len(pictures) * (SHOWN_WIDTH + GAP) + GAP
    page = chromium.new_page(viewport={"width": width, "height": SHOWN_HEIGHT + 2 * GAP})
    sources = (base64.b64encode(picture).decode() for picture in pictures)
    images = "".join(
        f'<img src="data:image/png;base64,{source}" width="{SHOWN_WIDTH}">' for source in sources
    )
    page.set_content(SIDE_BY_SIDE.format(gap=GAP, images=images))
    page.wait_for_load_state("networkidle")
    session = page.context.new_cdp_session(page)
    shot = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(shot["data"])


if __name__ == "__main__":
    main()
