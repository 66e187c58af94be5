"""deploy/Caddyfile in front of the server: accepted and refused requests, and slow clients."""

import json
import re
import shutil
import socket
import subprocess
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.databases import app_on, let_go
from tests.serving.crowd import assert_others_are_served, crowd
from tests.serving.served import PROJECT, Served, free_port
from tests.table import start
from tests.waiting import PATIENCE, wait_until

CADDY = shutil.which("caddy", path="/usr/bin:/usr/local/bin") or shutil.which("caddy")
CADDYFILE = PROJECT / "deploy/Caddyfile"
READ_HEADER = 10  # seconds, as in the file; the server behind allows more
CHANGE = re.compile(r'name="change_id" value="([^"]+)"')
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')

pytestmark = pytest.mark.skipif(CADDY is None, reason="Caddy is missing: on Debian the package caddy")


class Proxy:
    """Caddy with our file, changed only in its own address, TLS (off) and the address of the server.

    site: lines that are added for the site. other: further replacements in the file.
    """

    def __init__(self, folder: Path, server_port: int, *, site: str = "", **other: str) -> None:
        self.port, self.server_port = free_port(), server_port
        self.address = f"http://127.0.0.1:{self.port}"
        file = folder / "Caddyfile"
        text = CADDYFILE.read_text()
        text = text.replace("\ncards.example.org {", f"\n{self.address} {{\n{site}")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{server_port}")
        for name, value in other.items():
            text = re.sub(rf"\b{name} \w+", f"{name} {value}", text)
        file.write_text(text.replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1))
        self.log = folder / "caddy.log"
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [CADDY, "run", "--config", file, "--adapter", "caddyfile"],
                env={"HOME": str(folder)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait(self) -> None:
        wait_until(lambda: self._listens() or self.process.poll() is not None, self.log.read_text)
        assert self.process.poll() is None, self.log.read_text()

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Served(tmp_path_factory.mktemp("behind"), TRUSTED_PROXIES="1")
    server.first_answer()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def proxy(server, tmp_path_factory):
    proxy = Proxy(tmp_path_factory.mktemp("caddy"), server.port)
    proxy.wait()
    yield proxy
    proxy.end()


@pytest.fixture
def owners_link(server):
    """The owner's link of a group in the server's database."""
    app = app_on(f"sqlite:///{server.output_file.parent / 'served.sqlite3'}")
    link = start(app, "derange", "Anna Bo").link("owner")
    let_go(app)
    return link


@pytest.fixture
def proxied_phone(proxy):
    with httpx.Client(base_url=proxy.address, timeout=PATIENCE) as phone:
        yield phone


def test_pages_and_forms_are_forwarded(proxied_phone):
    page = proxied_phone.get("/").text
    fields = {"csrf_token": TOKEN.search(page)[1], "language": "sv", "back": "/rules"}
    answer = proxied_phone.post("/language", data=fields)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules")
    assert 'lang="sv"' in proxied_phone.get("/rules").text


@pytest.mark.parametrize("with_length", [True, False], ids=["with its length", "in chunks"])
def test_a_body_that_is_too_long_is_refused_with_our_own_page(proxied_phone, with_length):
    pieces = [b"x" * 1_000_000] * 20
    answer = proxied_phone.post("/language", content=b"".join(pieces) if with_length else iter(pieces))
    assert answer.status_code == 413
    assert "<h1" in answer.text


def test_a_link_has_the_host_name_of_the_proxy(proxied_phone, proxy, owners_link):
    """Regardless of the host and scheme in headers from outside."""
    lies = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "X_Forwarded_Host": "evil.example",
    }
    proxied_phone.headers.update(lies)
    page = proxied_phone.get(owners_link, follow_redirects=True)
    assert "Strict-Transport-Security" not in page.headers
    links = f"{page.url.path}/links"
    form = proxied_phone.get(links).text
    sent = {"role": "scorer", "csrf_token": TOKEN.search(form)[1], "change_id": CHANGE.search(form)[1]}
    shown = proxied_phone.post(links, data=sent, follow_redirects=True)
    assert f">{proxy.address}/join/" in shown.text
    assert "evil.example" not in shown.text


def test_the_id_of_a_request_is_the_servers(proxied_phone):
    assert (
        len(
            proxied_phone.get("/rules", headers={"X-Request-ID": "mine-and-no-other"}).headers["X-Request-ID"]
        )
        == 9
    )


def test_twenty_slow_bodies_and_headers_delay_no_other_client(proxy):
    """Caddy streams: the server receives all of them at once, reads them without a thread, and times out."""
    stalled = b"POST /language HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nlan"

    @contextmanager
    def slow():
        with crowd(proxy.port, stalled) as bodies, crowd(proxy.port, stalled[:30]) as heads:
            yield bodies + heads

    assert_others_are_served(slow, lambda: httpx.get(f"{proxy.address}/rules", timeout=PATIENCE).status_code)


def test_requests_wait_while_the_server_starts(tmp_path):
    with ExitStack() as stack:
        proxy = Proxy(tmp_path, free_port())
        stack.callback(proxy.end)
        proxy.wait()
        server = Served(tmp_path, proxy.server_port, TRUSTED_PROXIES="1")
        stack.callback(server.kill)
        assert httpx.get(f"{proxy.address}/rules", timeout=PATIENCE).status_code == 200


def test_no_secret_is_logged_while_the_server_is_unavailable(tmp_path):
    proxy = Proxy(tmp_path, free_port(), lb_try_duration="100ms")
    try:
        proxy.wait()
        link = f"{proxy.address}/join/a-secret-of-a-link?night=1"
        away = httpx.get(link, headers={"Referer": link}, timeout=PATIENCE)
    finally:
        proxy.end()
    assert away.status_code == 502
    log = proxy.log.read_text()
    assert "/join/…" in log
    assert "a-secret-of-a-link" not in log


def test_it_limits_the_duration_of_a_request():
    adapted = subprocess.run(
        [CADDY, "adapt", "--config", CADDYFILE, "--adapter", "caddyfile"],
        capture_output=True,
        check=True,
    )
    servers = json.loads(adapted.stdout)["apps"]["http"]["servers"].values()
    assert all(server["read_timeout"] and server["read_header_timeout"] for server in servers)


def test_a_client_cannot_pretend_to_be_another(proxy):
    """More than sixty attempts at links, each with another forwarded address: two workers allow thirty each.

    The last of these tests: this computer may try no more links for a minute.
    """
    forms = ("X-Forwarded-For", "X_Forwarded_For", "Forwarded", "X-Real-IP")
    with httpx.Client(base_url=proxy.address, timeout=PATIENCE) as stranger:
        answers = [
            stranger.get(f"/join/tried-{n}", headers=dict.fromkeys(forms, f"203.0.113.{n}"))
            for n in range(70)
        ]
    assert answers[0].status_code == 404
    assert answers[-1].status_code == 429
