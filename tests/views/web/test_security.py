"""Headers, cookies, limits and logs: safe from the first day."""

import logging
import sys

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
def test_every_answer_is_guarded(client, path, status):
    answer = client.get(path)
    assert answer.status_code == status
    assert_safe(answer)
    answer.close()


@pytest.mark.parametrize(
    "path", ["/join/s3cr3t-of-this-link-0123", "/feeds/s3cr3t-of-this-link-0123/nights.ics"]
)
def test_what_stands_at_the_address_of_a_link_does_not_tell_it_on(client, path):
    assert client.get(path).headers["Referrer-Policy"] == "strict-origin"
    assert client.get("/phone").headers["Referrer-Policy"] == "same-origin"


def test_a_static_file_is_kept_as_long_as_its_address_names_its_content(client, phone):
    phone.get("/")
    for address in [*(str(link["href"]) for link in phone.page.select("link[rel=stylesheet]"))]:
        answer = client.get(address)
        assert "immutable" in answer.headers["Cache-Control"]
        answer.close()
        answer = client.get(address.partition("?")[0])
        assert "immutable" not in answer.headers["Cache-Control"]
        answer.close()


def test_so_are_redirects_refusals_and_what_belongs_to_a_group(client, table, phone_of):
    assert_safe(client.post("/new/derange"))
    phone = phone_of(table, "scorer")
    for path in ("", "/result.svg", "/result.txt", "/rounds"):
        phone.get(table.path + path)
        assert_safe(phone.answer)
        assert phone.answer.headers["Cache-Control"] == "private, no-cache"
    answer = phone.client.get(f"{table.path}/rounds/99")
    assert_safe(answer)


def test_a_picture_that_somebody_opens_by_itself_runs_nothing(table, phone_of):
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/result.svg")
    assert "script-src 'self'" in phone.answer.headers["Content-Security-Policy"]


def test_a_post_without_a_page_is_refused_before_anything_else(client):
    answer = client.post("/groups/00000000-0000-0000-0000-000000000000/deletion", data={"name": "x"})
    assert answer.status_code == 400
    assert_safe(answer)


@pytest.mark.parametrize("https", [False, True])
def test_the_cookie_is_kept_from_scripts_and_other_sites(app, table, https):
    phone = Phone(app, https=https)
    phone.get("/")
    answer = phone.client.get(table.link("watcher"), base_url=phone.base)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert ("Secure" in cookie) is https
    assert "Expires" in cookie
    assert ("Cross-Origin-Opener-Policy" in answer.headers) is https


def test_a_form_over_https_is_taken_from_our_own_page_only(app, table, phone_of):
    phone = Phone(app, https=True)
    phone.get(table.link("scorer"))
    phone.get(f"{table.path}/end")
    action, _method, data = phone.filled("/result")
    for referrer, status in (("https://evil.example/", 400), (None, 400), ("https://localhost/x", 303)):
        headers = {"Referer": referrer} if referrer else {}
        answer = phone.client.post(action, data=data, base_url=phone.base, headers=headers)
        assert answer.status_code == status


def test_a_proxy_is_believed_only_where_it_was_announced(app_with):
    forwarded = {
        "X-Forwarded-Proto": "https",
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Host": "t8.example",
    }
    alone = app_with().test_client().get("/", headers=forwarded)
    assert "Cross-Origin-Opener-Policy" not in alone.headers
    behind = app_with(TRUSTED_PROXIES=1).test_client().get("/", headers=forwarded)
    assert "Strict-Transport-Security" in behind.headers


def test_only_behind_a_proxy_a_phone_is_told_to_come_over_https_for_ever(app_with):
    """At home whoever stops using https would be locked out."""
    over_https = {"base_url": "https://localhost"}
    for app in (app_with(), app_with(TLS="1")):
        assert "Strict-Transport-Security" not in app.test_client().get("/", **over_https).headers


class TestLogs:
    """No secret of a link in any line of any log, whatever goes wrong."""

    def written(self, caplog):
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
        text = self.written(caplog)
        assert secret not in text
        assert link.removeprefix("/join/") not in text

    def test_a_page_that_fails(self, app_with, caplog, monkeypatch, secret):
        app = app_with(TESTING=False)
        monkeypatch.setattr(Link, "opened_by", lambda _secret: 1 / 0)
        caplog.set_level(logging.DEBUG)
        phone = Phone(app)
        phone.get(f"/join/{secret}", 500)
        assert phone.page.heading
        assert "ZeroDivisionError" not in phone.page.text
        assert "Traceback" not in phone.page.text
        assert_safe(phone.answer)
        text = self.written(caplog)
        assert "ZeroDivisionError" in text
        assert secret not in text

    def test_too_many_tries(self, app_with, caplog, secret):
        phone = Phone(app_with(RATELIMIT_ENABLED=True))
        caplog.set_level(logging.DEBUG)
        for _ in range(31):
            phone.client.get(f"/join/{secret}")
        assert secret not in self.written(caplog)

    def test_a_folder_of_the_same_name_is_none(self, app, caplog):
        app.logger.error('File "/home/eva/join/views/home/start.py", line 8')
        assert "/join/views/home/start.py" in self.written(caplog)

    @pytest.mark.parametrize("name", LOGGERS)
    @pytest.mark.parametrize(
        "line",
        ['127.0.0.1 "GET /join/{} HTTP/1.1" 303', "/join/{}?x=1", "https://t8.example/join/{}", "'/join/{}'"],
    )
    def test_the_lines_of_servers(self, app, caplog, secret, name, line):
        caplog.set_level(logging.DEBUG)
        logging.getLogger(name).warning("%s", line.format(secret))
        assert secret not in self.written(caplog)
        assert "/join/…" in self.written(caplog)

    def test_many_applications_filter_once(self, app_with):
        before = {name: len(logging.getLogger(name).filters) for name in LOGGERS}
        for _ in range(3):
            app_with()
        assert {name: len(logging.getLogger(name).filters) for name in LOGGERS} == before


class TestErrors:
    @pytest.mark.parametrize(
        "path", ["/nowhere", "/groups/x", "/groups/" + "x" * 3000, "/%00", "/%ff", "/groups//"]
    )
    def test_what_is_not_there_has_a_page(self, phone, path):
        phone.get(path, 404)
        assert phone.page.heading

    @pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
    def test_what_cannot_be_done_has_a_page(self, client, method):
        answer = client.open("/", method=method)
        assert answer.status_code in (400, 405)
        assert "<h1>" in answer.get_data(as_text=True)

    def test_options_and_head_are_answered(self, client):
        assert client.options("/").status_code == 200
        answer = client.head("/")
        assert answer.status_code == 200
        assert answer.data == b""

    def test_a_broken_page_rolls_back_and_the_next_one_works(self, app_with, monkeypatch):
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

    def test_a_database_that_is_gone_is_a_page_too(self, app_with, monkeypatch):
        app = app_with(TESTING=False)

        def gone(*_args):
            raise OperationalError("SELECT 1", {}, Exception("disk gone"))

        monkeypatch.setattr(sys.modules["views.home.start"], "known_groups", gone)
        phone = Phone(app)
        phone.get("/", 500)
        assert "disk gone" not in phone.page.text
        assert "SELECT" not in phone.page.text


def test_a_form_with_the_id_of_something_else_is_refused_in_words(table, phone_of, game):
    other = game("vandatta", "Eva Frans").plays("Eva out, Frans 8")
    phone = phone_of(table, "scorer")
    phone.get(f"{table.group_path}/seasons")
    theirs = str(other.last_change())
    phone.submit("/seasons", {"name": "Autumn", "change_id": theirs}, status=409)
    assert "That did not work" in phone.page.heading
    phone.get(f"{table.group_path}/seasons")
    assert "Autumn" not in phone.page.texts("main a")
