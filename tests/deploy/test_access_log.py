"""No log of the proxy or the server contains the secret of a link, with or without an access log."""

import json
import re
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from socket import create_connection

import httpx
import pytest

from models.link import SECRET_BYTES
from tests.club import opened
from tests.databases import app_on, let_go
from tests.deploy.test_caddy import CADDY, CADDYFILE, TOKEN, Proxy
from tests.serving.served import Served
from tests.table import start
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(CADDY is None, reason="Caddy is missing: on Debian the package caddy")

FORMAT = re.search(r"\n\t\tformat filter \{.*?\n\t\t\}\n", CADDYFILE.read_text(), re.DOTALL)[0]
UNKNOWN = "a-secret-of-no-link-12"
ACCESS_LOGS = {  # lines for the site, as in docs/server.md
    "as delivered": "",
    "with an access log": "\tlog\n",
    "with an access log in a file": f"\tlog {{\n\t\toutput file access.log{FORMAT}\t}}\n",
}


class Server:
    """The server with links of every kind, behind the proxy."""

    def __init__(self, folder):
        self.server = Served(folder, TRUSTED_PROXIES="1")
        self.server.first_answer()
        self.file = folder / "served.sqlite3"
        app = app_on(f"sqlite:///{self.file}")
        table = start(app, "derange", "Anna Bo").plays("Anna out, Bo 8")
        club = opened(app, "Anna Bo Cara Dilan", group_id=table.group_id).draws()
        own = {"session_id": club.tables()[0].session_id}
        self.links = [table.link(role) for role in ("owner", "scorer", "player", "watcher")]
        self.links += [
            club.link("table", **own),
            club.link("umpire", tournament_id=club.id),
            f"{table.link('watcher')}?night={table.night_id()}",
            f"{table.link('player')}?game={table.session_id}",
        ]
        self.feed = table.link("feed").replace("/join/", "/feeds/")
        let_go(app)

    @property
    def secrets(self):
        found = [link.split("?")[0].rpartition("/")[2] for link in (*self.links, self.feed)]
        assert all(len(secret) >= SECRET_BYTES for secret in found)
        return [*found, UNKNOWN]


def open_everything(server, address):
    """Requests with secrets; the statuses."""
    statuses = {}
    feeds = [f"{server.feed}/{name}" for name in ("nights.ics", "results.atom")]
    unknown = [f"/join/{UNKNOWN}", f"/feeds/{UNKNOWN}/nights.ics", f"/feeds/{UNKNOWN}"]
    for path in (*server.links, *feeds, *unknown):
        with httpx.Client(base_url=address, timeout=PATIENCE) as phone:
            statuses[path] = phone.get(path, headers={"Referer": address + path}).status_code
            phone.get("/rules", headers={"Referer": address + path})
            phone.get(f"{address}/{path}", follow_redirects=True)
            assert phone.post(path, headers={"Referer": address + path}).status_code in (400, 405, 404)
    with httpx.Client(base_url=address, timeout=PATIENCE) as phone:
        fields = {"csrf_token": TOKEN.search(phone.get("/").text)[1], "link": address + server.links[0]}
        pasted = phone.post("/join", data=fields, follow_redirects=True)
        assert pasted.history[0].status_code == 303
    assert {statuses[path] for path in server.links} == {303}
    assert {statuses[path] for path in feeds} == {200}
    assert {statuses[path] for path in unknown} == {404}


def send_nonsense(server, port):
    """Requests that are no HTTP."""
    for line in (f"GET {server.links[0]} HTTP/9.9", f"GET {server.links[0]} {server.feed} HTTP/1.1"):
        with closing(create_connection(("127.0.0.1", port), timeout=PATIENCE)) as connection:
            connection.sendall(f"{line}\r\nHost: 127.0.0.1\r\n\r\n".encode())
            connection.recv(1000)


@contextmanager
def broken_database(server):
    """Every request that needs a link fails during the block."""
    with closing(sqlite3.connect(server.file)) as connection:
        connection.execute("ALTER TABLE links RENAME TO links_elsewhere")
        try:
            yield
        finally:
            connection.execute("ALTER TABLE links_elsewhere RENAME TO links")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("logged"))
    yield server
    server.server.kill()


@pytest.mark.parametrize("kind", ACCESS_LOGS)
def test_no_log_contains_a_secret(server, tmp_path, kind):
    site = ACCESS_LOGS[kind].replace("access.log", str(tmp_path / "access.log"))
    proxy = Proxy(tmp_path, server.server.port, site=site)
    try:
        proxy.wait()
        open_everything(server, proxy.address)
        send_nonsense(server, proxy.port)
        send_nonsense(server, server.server.port)
        before = len(server.server.output)
        with broken_database(server):
            for path in (server.links[0], f"{server.feed}/nights.ics"):
                answer = httpx.get(proxy.address + path, headers={"Referer": path}, timeout=PATIENCE)
                assert answer.status_code == 500
        wait_until(lambda: "links" in server.server.output[before:], lambda: server.server.output)
    finally:
        proxy.end()
    access_log = tmp_path / "access.log"
    log = proxy.log.read_text() + (access_log.read_text() if access_log.exists() else "")
    for name, text in (("proxy", log), ("server", server.server.output)):
        assert [_around(secret, text) for secret in server.secrets if secret in text] == [], name
    requests = [line for line in log.splitlines() if "http.log.access" in line]
    assert ("/join/…" in "".join(requests)) == ("/feeds/…" in "".join(requests)) == bool(site)
    assert bool(requests) == bool(site)


def _around(secret, text):
    place = text.index(secret)
    return text[max(place - 100, 0) : place + 40]


def test_the_file_has_no_access_log():
    adapted = subprocess.run(
        [CADDY, "adapt", "--config", CADDYFILE, "--adapter", "caddyfile"], capture_output=True, check=True
    )
    servers = json.loads(adapted.stdout)["apps"]["http"]["servers"].values()
    assert [server for server in servers if "logs" in server] == []
