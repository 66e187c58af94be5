"""TLS=1 in a real browser: http and https of one computer are the same site for a phone."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.actions import enter_round, expect_totals
from tests.browser.fixtures import FLAGS, chromium_on_path
from tests.browser.offline.offline_phone import (
    expect_all_sent,
    score_offline,
    start_caching,
    wait_until_cached,
)
from tests.browser.phones import PATIENCE_MS, PHONE
from tests.serving.secure import ServedSecurely
from tests.serving.served import project_copy

pytest.importorskip("playwright")
pytest.importorskip("cryptography")
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright


CAN_STAY_ON = "() => 'wakeLock' in navigator"
NAME = "kitchen.local"  # a browser treats http://localhost as secure


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSecurely]:
    folder = tmp_path_factory.mktemp("secure")
    server = ServedSecurely(folder, project_copy(folder))
    server.first_answer()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def trusting_chromium(playwright: Playwright, served: ServedSecurely) -> Iterator[Browser]:
    """A browser that trusts the key of this server, and no other."""
    trust = f"--ignore-certificate-errors-spki-list={pinned(served.certificates.server)}"
    found = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
    browser = playwright.chromium.launch(executable_path=chromium_on_path(), args=[*FLAGS, trust, found])
    yield browser
    browser.close()


@pytest.fixture
def https_phone(trusting_chromium: Browser) -> Iterator[Page]:
    context = trusting_chromium.new_context(**{**PHONE, "service_workers": "allow"})
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


def pinned(server: Path) -> str:
    key = x509.load_pem_x509_certificates(server.read_bytes())[0].public_key()
    encoded = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(encoded).digest()).decode()


def http(served: ServedSecurely) -> str:
    return f"http://{NAME}:{served.port}/"


def https(served: ServedSecurely) -> str:
    return f"https://{NAME}:{served.https_port}/"


def start_first_game(https_phone: Page, home: str, names: str = "Anna Bo") -> None:
    https_phone.goto(f"{home}new/derange?new_people=1")
    for place, name in enumerate(names.split()):
        https_phone.locator("input[name=name]").nth(place).fill(name)
    https_phone.get_by_role("button", name="Start the game").tap()
    expect(https_phone.locator(".deal")).to_be_visible()


def known_groups(https_phone: Page, home: str) -> int:
    https_phone.goto(f"{home}groups")
    return https_phone.locator("#groups + ul a[href^='/groups/']:not([href*='/merge'])").count()


def test_a_group_opened_over_http_is_known_over_https(https_phone: Page, served: ServedSecurely):
    start_first_game(https_phone, http(served))
    assert known_groups(https_phone, https(served)) == 1


def test_a_group_opened_over_https_is_known_over_http(https_phone: Page, served: ServedSecurely):
    start_first_game(https_phone, https(served))
    assert known_groups(https_phone, http(served)) == 1
    start_first_game(https_phone, http(served), "Cara Dilan")
    assert known_groups(https_phone, https(served)) == 2


def test_a_phone_is_led_to_a_page_with_a_wake_lock(
    https_phone: Page, served: ServedSecurely, axe: Callable[..., None]
):
    https_phone.goto(http(served))
    assert not https_phone.evaluate(CAN_STAY_ON)
    https_phone.get_by_role("link", name="Keep the screen awake").tap()
    expect(https_phone.locator("code").first).to_have_text(served.certificates.fingerprint())
    axe(https_phone)
    https_phone.get_by_role("link", name="Open over https").tap()
    https_phone.wait_for_url(https(served))
    assert https_phone.evaluate(CAN_STAY_ON)
    expect(https_phone.get_by_role("link", name="Keep the screen awake")).to_have_count(0)


def test_over_https_a_phone_works_offline(https_phone: Page, served: ServedSecurely):
    start_first_game(https_phone, https(served))
    start_caching(https_phone)
    table = urlsplit(https_phone.url).path
    wait_until_cached(https_phone, f"{table}/rounds/2")
    https_phone.context.set_offline(True)
    score_offline(https_phone, 1, out="Anna", hands={"Bo": "8"})
    expect_totals(https_phone, Anna=0, Bo=50)
    https_phone.context.set_offline(False)
    expect_all_sent(https_phone)
    https_phone.goto(f"{https(served)}phone")
    expect(https_phone.locator("#network + p")).to_contain_text("Score on without a connection")


def test_over_http_one_line_describes_the_advantages_of_https(https_phone: Page, served: ServedSecurely):
    start_first_game(https_phone, http(served))
    https_phone.locator(".bar a.main").tap()
    enter_round(https_phone, out="Anna", hands={"Bo": "8"})
    https_phone.context.set_offline(True)
    https_phone.locator("[data-save]").tap()
    expect(https_phone.locator("[data-notice]")).to_contain_text(
        "Without https this phone cannot keep scoring offline."
    )
    https_phone.context.set_offline(False)
    expect_totals(https_phone, Anna=0, Bo=50)
    https_phone.goto(f"{http(served)}phone")
    expect(https_phone.locator("#network + p")).to_contain_text(
        "Without https this phone cannot keep scoring offline."
    )


def test_a_phone_that_does_not_trust_it_shows_a_warning(chromium: Browser, served: ServedSecurely):
    context = chromium.new_context(**PHONE)
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(f"https://localhost:{served.https_port}/")
    context.close()
