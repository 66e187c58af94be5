"""TLS=1: the page about trusting this computer, where it is offered, and which addresses stay http."""

import re

import pytest

from serving.certificates import Certificates
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start

pytestmark = full_only


@pytest.fixture
def certificates(tmp_path):
    made = Certificates(tmp_path / "tls")
    made.folder.mkdir()
    made.authority.write_bytes(b"a certificate")
    return made


@pytest.fixture
def home(app_with, certificates):
    return app_with(TLS="1", PORT="8000", HTTPS_PORT="8443", CERTIFICATES=certificates)


CAME_OVER = {"en": "This page came over https", "sv": "Den här sidan kom över https"}


@pytest.mark.parametrize("language", CAME_OVER)
@pytest.mark.parametrize("https", [False, True])
def test_the_page_shows_the_fingerprint_and_the_links(home, certificates, language, https):
    phone = Phone(home, language=language, https=https)
    page = phone.get("/trust")
    assert certificates.fingerprint() in page.words
    assert "https://localhost:8443/" in page.words
    assert {"/trust/turn-eight.crt", "/trust/https"} <= set(page.hrefs())
    assert (
        "This page came over https" in page.words or "Den här sidan kom över https" in page.words
    ) is https


@pytest.mark.parametrize("host", ["192.168.1.23:8000", "kitchen.local:8000", "[fd00::8]:8000", "10.0.0.5"])
def test_the_redirect_to_https_keeps_the_host_name(home, host):
    answer = home.test_client().get("/trust/https", environ_overrides={"HTTP_HOST": host})
    name = host.removesuffix(":8000")
    assert answer.headers["Location"] == f"https://{name}:8443/"


def test_the_certificate_is_that_of_the_authority_and_has_the_type_for_iphones(home, certificates):
    answer = home.test_client().get("/trust/turn-eight.crt")
    assert answer.data == certificates.authority.read_bytes()
    assert b"PRIVATE" not in answer.data
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert "Content-Disposition" not in answer.headers


@pytest.mark.parametrize("path", ["/trust", "/trust/turn-eight.crt", "/trust/https"])
def test_there_is_no_such_page_without_tls(app, path):
    assert app.test_client().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/trust", "/trust/turn-eight.crt"])
def test_a_deleted_authority_is_not_offered(home, certificates, path):
    certificates.authority.unlink()
    assert home.test_client().get(path).status_code == 404


@pytest.mark.parametrize(
    ("remote_address", "https", "offered"),
    [("192.168.1.40", False, True), ("192.168.1.40", True, False), ("8.8.8.8", False, False)],
)
def test_the_start_page_offers_it_to_phones_at_home_over_http(home, remote_address, https, offered):
    client = home.test_client()
    base = "https://localhost:8443" if https else "http://localhost:8000"
    page = client.get("/", base_url=base, environ_overrides={"REMOTE_ADDR": remote_address}).text
    assert ('href="/trust"' in page) is offered


def test_the_page_of_the_phone_links_to_it(home, app):
    assert "/trust" in Phone(home, https=True).get("/phone").hrefs()
    assert "/trust" not in Phone(app).get("/phone").hrefs()
    assert "/trust" not in Phone(app).get("/").hrefs()


@pytest.mark.parametrize("https", [False, True])
def test_codes_and_links_use_http_for_phones_without_the_certificate(home, https):
    table = start(home, "derange", "Anna Bo")
    phone = Phone(home, https=https)
    phone.base = "https://kitchen.local:8443" if https else "http://kitchen.local:8000"
    phone.get(table.link("owner"))
    phone.get(f"{table.group_path}/links")
    action, _method, fields = phone.filled("/links", {"role": "scorer"})
    answer = phone.client.post(
        action,
        data=fields,
        base_url=phone.base,
        headers={"Referer": f"{phone.base}/"},
        follow_redirects=True,
    )
    assert re.search(r"http://kitchen\.local:8000/join/[\w-]+", answer.text)
    assert "https://" not in answer.text
