"""TLS=1 in a real browser: http and https of one computer are one site to a phone."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.browser.conftest import FLAGS, chromium_on_path
from tests.browser.evening import enter_round, expect_totals
from tests.browser.offline.without_network import begin_to_keep, expect_all_sent, score_alone, wait_until_kept
from tests.browser.pocket import PATIENCE_MS, PHONE
from tests.serving.secure import ServedSecurely
from tests.serving.served import with_an_instance_of_its_own

pytest.importorskip("playwright")
from playwright.sync_api import expect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Playwright


CAN_STAY_ON = "() => 'wakeLock' in navigator"
NAME = "kitchen.local"  # to a browser http://localhost would be as safe as https


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSecurely]:
    folder = tmp_path_factory.mktemp("secure")
    server = ServedSecurely(folder, with_an_instance_of_its_own(folder))
    server.first_answer()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def trusting_chromium(playwright: Playwright, served: ServedSecurely) -> Iterator[Browser]:
    """One that believes the key which this server shows, and no other."""
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
    told = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return base64.b64encode(hashlib.sha256(told).digest()).decode()


def http(served: ServedSecurely) -> str:
    return f"http://{NAME}:{served.port}/"


def https(served: ServedSecurely) -> str:
    return f"https://{NAME}:{served.https_port}/"


def begin(https_phone: Page, home: str, names: str = "Anna Bo") -> None:
    https_phone.goto(f"{home}new/derange?new_people=1")
    for place, name in enumerate(names.split()):
        https_phone.locator("input[name=name]").nth(place).fill(name)
    https_phone.get_by_role("button", name="Start the game").tap()
    expect(https_phone.locator(".deal")).to_be_visible()


def known_groups(https_phone: Page, home: str) -> int:
    https_phone.goto(f"{home}groups")
    return https_phone.locator("#groups + ul a[href^='/groups/']:not([href*='/merge'])").count()


def test_a_group_that_was_met_over_http_is_known_over_https(https_phone: Page, served: ServedSecurely):
    begin(https_phone, http(served))
    assert known_groups(https_phone, https(served)) == 1


def test_a_group_that_was_met_over_https_is_known_over_http(https_phone: Page, served: ServedSecurely):
    begin(https_phone, https(served))
    assert known_groups(https_phone, http(served)) == 1
    begin(https_phone, http(served), "Cara Dilan")
    assert known_groups(https_phone, https(served)) == 2


def test_a_phone_finds_the_way_to_a_screen_that_stays_on(
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


def test_over_https_a_phone_goes_on_without_a_network(https_phone: Page, served: ServedSecurely):
    begin(https_phone, https(served))
    begin_to_keep(https_phone)
    table = urlsplit(https_phone.url).path
    wait_until_kept(https_phone, f"{table}/rounds/2")
    https_phone.context.set_offline(True)
    score_alone(https_phone, 1, out="Anna", hands={"Bo": "8"})
    expect_totals(https_phone, Anna=0, Bo=50)
    https_phone.context.set_offline(False)
    expect_all_sent(https_phone)
    https_phone.goto(f"{https(served)}phone")
    expect(https_phone.locator("#network + p")).to_contain_text("Score on without a connection")


def test_over_http_one_line_says_what_https_would_add(https_phone: Page, served: ServedSecurely):
    begin(https_phone, http(served))
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


def test_a_phone_that_does_not_trust_it_is_warned(chromium: Browser, served: ServedSecurely):
    context = chromium.new_context(**PHONE)
    with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
        context.new_page().goto(f"https://localhost:{served.https_port}/")
    context.close()
