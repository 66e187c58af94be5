"""Security: headers, cookies, error pages, and secrets in logs."""

import logging
import sys
from uuid import uuid4

import pytest
from sqlalchemy.exc import OperationalError

from models import Link
from tests.phone import Phone
from tests.table import start
from views.web.security import LOGGERS

pytestmark = pytest.mark.table(plays=["Cara out, Anna 8, Bo K"])


def assert_safe(answer):
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "form-action 'self'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "*" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] in ("same-origin", "strict-origin")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/phone", 200),
        ("/new/derange", 200),
        ("/nowhere", 404),
        ("/join/unknown", 404),
        ("/language", 405),
        ("/static/icon.svg", 200),
        ("/static/nothing.css", 404),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
    ],
)
def test_every_response_has_security_headers(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    assert_safe(answer)
    answer.close()


@pytest.mark.parametrize(
    "path", ["/join/s3cr3t-of-this-link-0123", "/feeds/s3cr3t-of-this-link-0123/nights.ics"]
)
def test_pages_of_secret_links_do_not_send_their_address_as_referrer(client, path):
    assert client.get(path).headers["Referrer-Policy"] == "strict-origin"
    assert client.get("/phone").headers["Referrer-Policy"] == "same-origin"


def test_static_files_with_a_fingerprint_are_cached_forever(client, phone):
    phone.get("/")
    for address in [*(str(link["href"]) for link in phone.page.select("link[rel=stylesheet]"))]:
        answer = client.get(address)
        assert "immutable" in answer.headers["Cache-Control"]
        answer.close()
        answer = client.get(address.partition("?")[0])
        assert "immutable" not in answer.headers["Cache-Control"]
        answer.close()


def test_redirects_refusals_and_pages_of_groups_have_security_headers(client, table, phone_of):
    assert_safe(client.post("/new/derange"))
    phone = phone_of(table, "scorer")
    for path in ("", "/result.svg", "/result.txt", "/rounds"):
        phone.get(table.path + path)
        assert_safe(phone.answer)
        assert phone.answer.headers["Cache-Control"] == "private, no-cache"
    answer = phone.client.get(f"{table.path}/rounds/99")
    assert_safe(answer)


def test_a_picture_opened_directly_runs_no_scripts(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/result.svg")
    assert "script-src 'self'" in phone.answer.headers["Content-Security-Policy"]


def test_a_post_without_a_token_is_refused_before_anything_else(client):
    answer = client.post("/groups/00000000-0000-0000-0000-000000000000/deletion", data={"name": "x"})
    assert answer.status_code == 400
    assert_safe(answer)


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_has_security_attributes(app, table, https):
    phone = Phone(app, https=https)
    phone.get("/")
    answer = phone.client.get(table.link("watcher"), base_url=phone.base)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("Secure" in cookie) is https
    assert "Expires" in cookie
    assert ("Cross-Origin-Opener-Policy" in answer.headers) is https


def test_a_form_over_https_needs_a_referrer_of_this_site(app, table, phone_of):
    phone = Phone(app, https=True)
    phone.get(table.link("scorer"))
    phone.get(f"{table.path}/end")
    action, _method, data = phone.filled("/result")
    for referrer, status in (("https://evil.example/", 400), (None, 400), ("https://localhost/x", 303)):
        headers = {"Referer": referrer} if referrer else {}
        answer = phone.client.post(action, data=data, base_url=phone.base, headers=headers)
        assert answer.status_code == status


def test_proxy_headers_are_used_only_if_configured(app_with):
    forwarded = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Host": "t8.example",
    }
    direct = app_with().test_client().get("/", headers=forwarded)
    assert "Cross-Origin-Opener-Policy" not in direct.headers
    behind = app_with(TRUSTED_PROXIES=1).test_client().get("/", headers=forwarded)
    assert "Strict-Transport-Security" in behind.headers


@pytest.mark.parametrize(
    ("proxies", "scheme", "is_secure"),
    [(1, "https", True), (1, "http", False), (0, "https", False), (2, "https", False)],
)
def test_all_cookies_are_secure_where_the_trusted_proxy_had_https(app_with, proxies, scheme, is_secure):
    client = app_with(TRUSTED_PROXIES=proxies, WTF_CSRF_ENABLED=False).test_client()
    forwarded = {"X-Forwarded-Proto": scheme}
    chosen = client.post("/language", data={"language": "sv"}, headers=forwarded)
    asked = client.get(f"/rules/derange/search?q=eight&table={uuid4()}", headers=forwarded)
    cookies = [cookie for answer in (chosen, asked) for cookie in answer.headers.getlist("Set-Cookie")]
    assert {cookie.partition("=")[0] for cookie in cookies} == {"turn8", "asked"}
    assert {"Secure" in cookie for cookie in cookies} == {is_secure}
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_strict_transport_security_is_sent_only_behind_a_proxy(app_with):
    """At home, turning https off again would lock phones out."""
    over_https = {"base_url": "https://localhost"}
    for app in (app_with(), app_with(TLS="1")):
        assert "Strict-Transport-Security" not in app.test_client().get("/", **over_https).headers


class TestLogs:
    """No log contains the secret of a link."""

    def logged(self, caplog):
        formatter = logging.Formatter("%(name)s %(message)s")
        return "\n".join(formatter.format(record) for record in caplog.records)

    @pytest.fixture
    def secret(self):
        return "s3cr3t-of-this-link-0123"

    def test_opening_links(self, app, table, phone, caplog, secret):
        caplog.set_level(logging.DEBUG)
        link = table.link("watcher")
        phone.get(link)
        phone.get(f"/join/{secret}", 404)
        text = self.logged(caplog)
        assert secret not in text
        assert link.removeprefix("/join/") not in text

    def test_an_internal_error(self, app_with, caplog, monkeypatch, secret):
        app = app_with(TESTING=False)
        monkeypatch.setattr(Link, "opened_by", lambda _secret: 1 / 0)
        caplog.set_level(logging.DEBUG)
        phone = Phone(app)
        phone.get(f"/join/{secret}", 500)
        assert phone.page.heading
        assert "ZeroDivisionError" not in phone.page.text
        assert "Traceback" not in phone.page.text
        assert_safe(phone.answer)
        text = self.logged(caplog)
        assert "ZeroDivisionError" in text
        assert secret not in text

    def test_rate_limited_requests(self, app_with, caplog, secret):
        phone = Phone(app_with(RATELIMIT_ENABLED=True))
        caplog.set_level(logging.DEBUG)
        for _ in range(31):
            phone.client.get(f"/join/{secret}")
        assert secret not in self.logged(caplog)

    def test_a_file_path_is_not_mistaken_for_a_link(self, app, caplog):
        app.logger.error('File "/home/eva/join/views/home/start.py", line 8')
        assert "/join/views/home/start.py" in self.logged(caplog)

    @pytest.mark.parametrize("name", LOGGERS)
    @pytest.mark.parametrize(
        "line",
        ['127.0.0.1 "GET /join/{} HTTP/1.1" 303', "/join/{}?x=1", "https://t8.example/join/{}", "'/join/{}'"],
    )
    def test_log_lines_of_servers(self, app, caplog, secret, name, line):
        caplog.set_level(logging.DEBUG)
        logging.getLogger(name).warning("%s", line.format(secret))
        assert secret not in self.logged(caplog)
        assert "/join/…" in self.logged(caplog)

    def test_several_applications_add_one_filter(self, app_with):
        before = {name: len(logging.getLogger(name).filters) for name in LOGGERS}
        for _ in range(3):
            app_with()
        assert {name: len(logging.getLogger(name).filters) for name in LOGGERS} == before


class TestErrors:
    @pytest.mark.parametrize(
        "path", ["/nowhere", "/groups/x", "/groups/" + "x" * 3000, "/%00", "/%ff", "/groups//"]
    )
    def test_unknown_addresses_have_a_page(self, phone, path):
        phone.get(path, 404)
        assert phone.page.heading

    @pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
    def test_unsupported_methods_have_a_page(self, client, method):
        answer = client.open("/", method=method)
        assert answer.status_code in (400, 405)
        assert "<h1>" in answer.get_data(as_text=True)

    def test_options_and_head_are_answered(self, client):
        assert client.options("/").status_code == 200
        answer = client.head("/")
        assert answer.status_code == 200
        assert answer.data == b""

    def test_an_internal_error_rolls_back_and_later_requests_work(self, app_with, monkeypatch):
        app = app_with(TESTING=False)
        table = start(app, "derange", "Anna Bo Cara")
        phone = Phone(app)
        phone.get(table.link("scorer"))
        phone.get(f"{table.path}/end")
        with monkeypatch.context() as patched:
            patched.setattr(sys.modules["views.table.session"], "stop", lambda *_: 1 / 0)
            action = next(action for action in phone.actions() if "deletion" in action)
            token = phone.token()
            phone.post(action.replace("deletion", "result"), {"csrf_token": token}, 500)
        assert "Anna" not in phone.page.words
        phone.get(table.path)
        assert not table.is_finished()

    def test_a_database_failure_has_a_page(self, app_with, monkeypatch):
        app = app_with(TESTING=False)

        def fail(*_args):
            raise OperationalError("SELECT 1", {}, Exception("disk gone"))

        monkeypatch.setattr(sys.modules["views.home.start"], "known_groups", fail)
        phone = Phone(app)
        phone.get("/", 500)
        assert "disk gone" not in phone.page.text
        assert "SELECT" not in phone.page.text


def test_a_form_with_the_id_of_another_object_is_refused(table, phone_of, game):
    other = game("vandatta", "Eva Frans").plays("Eva out, Frans 8")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.group_path}/seasons")
    theirs = str(other.last_change())
    phone.submit("/seasons", {"name": "Autumn", "change_id": theirs}, status=409)
    assert "That did not work" in phone.page.heading
    phone.get(f"{table.group_path}/seasons")
    assert "Autumn" not in phone.page.texts("main a")
