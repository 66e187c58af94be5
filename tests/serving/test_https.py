"""The server with TLS=1: the same pages over https, by HTTP/1.1 and HTTP/2, for clients that trust it."""

import asyncio
import re
import shutil
import signal
import socket
import ssl

import httpx
import pytest

from tests.serving.crowd import assert_others_are_served, crowd
from tests.serving.secure import ServedSecurely
from tests.serving.served import project_copy

TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    folder = tmp_path_factory.mktemp("secure")
    server = ServedSecurely(folder, project_copy(folder))
    assert server.first_answer() == 200
    yield server
    server.kill()


@pytest.fixture(params=[False, True], ids=["HTTP/1.1", "HTTP/2"])
def https_phone(served, request):
    with served.phone(http2=request.param) as phone:
        yield phone


def swedish(phone):
    """The language form at the foot of the start page, filled, with its request headers."""
    token = TOKEN.search(phone.get("/").text)[1]
    return {"csrf_token": token, "language": "sv", "back": "/rules"}, {"Referer": f"{phone.base_url}/"}


def test_a_page_is_served_over_https_with_the_requested_version(https_phone, request):
    answer = https_phone.get("/")
    assert answer.status_code == 200
    assert answer.http_version == ("HTTP/2" if "HTTP/2" in request.node.callspec.id else "HTTP/1.1")
    assert "Strict-Transport-Security" not in answer.headers  # http must stay usable for the same phones


def test_a_form_is_accepted(https_phone):
    fields, headers = swedish(https_phone)
    answer = https_phone.post("/language", data=fields, headers=headers)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules")
    assert 'lang="sv"' in https_phone.get("/rules").text


def test_a_form_without_content_length_is_accepted(https_phone):
    fields, headers = swedish(https_phone)
    body = str(httpx.QueryParams(fields)).encode()
    headers |= {"Content-Type": "application/x-www-form-urlencoded"}
    answer = https_phone.post("/language", content=iter([body[:20], body[20:]]), headers=headers)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/rules")


def test_a_form_of_another_site_is_refused(https_phone):
    fields, _headers = swedish(https_phone)
    answer = https_phone.post("/language", data=fields, headers={"Referer": "https://evil.example/"})
    assert answer.status_code == 400


def test_the_link_to_https_works(served, https_phone):
    assert https_phone.get("/trust/https").headers["Location"] == f"https://localhost:{served.https_port}/"


def test_a_body_that_is_too_long_is_refused_with_a_page(https_phone):
    announced = https_phone.post("/language", content=b"x" * 3_000_000)
    assert announced.status_code == 413
    assert "<h1" in announced.text
    untold = https_phone.post("/language", content=iter([b"x" * 500_000] * 6))
    assert untold.status_code == 413
    assert https_phone.get("/rules").status_code == 200


@pytest.mark.parametrize("http2", [False, True])
def test_many_simultaneous_answers_arrive_complete(served, http2):
    """Over one HTTP/2 connection, together larger than its flow control window."""

    async def all_of_them():
        async with httpx.AsyncClient(**served.client_options(http2=http2)) as phone:
            pages = (phone.get("/rules/derange", headers={"Accept-Encoding": "identity"}) for _ in range(16))
            return [TOKEN.sub("", answer.text) for answer in await asyncio.gather(*pages)]

    texts = asyncio.run(all_of_them())
    assert len(set(texts)) == 1
    assert texts[0].endswith("</html>")
    assert len("".join(texts)) > 500_000


def test_the_cookie_is_the_same_over_http_and_https(served, https_phone):
    """A Secure cookie would be hidden from http, and http could not even overwrite it."""
    fields, headers = swedish(https_phone)
    answer = https_phone.post("/language", data=fields, headers=headers)
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "Secure" not in cookie
    with served.phone(scheme="http") as plain:
        plain.cookies = https_phone.cookies
        assert 'lang="sv"' in plain.get("/").text


@pytest.mark.parametrize("sent", [b"", b"\x16\x03\x01\x02"], ids=["nothing", "a begin"])
def test_twenty_connections_without_a_handshake_delay_no_other_client(served, sent):
    """Their connections are not closed: a page that waited for them would never arrive."""

    def page():
        with served.phone() as phone:
            return phone.get("/rules").status_code

    assert_others_are_served(lambda: crowd(served.https_port, sent), page)


@pytest.mark.parametrize("version", [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3])
def test_older_tls_clients_can_connect(served, version):
    context = served.trusting()
    context.minimum_version = context.maximum_version = version
    with (
        socket.create_connection(("127.0.0.1", served.https_port)) as raw,
        context.wrap_socket(raw, server_hostname="127.0.0.1") as secure,
    ):
        assert secure.version() == version.name.replace("_", ".")


def test_the_certificate_is_offered_and_is_the_one_named_by_terminal_and_page(served):
    with served.phone(scheme="http") as plain:
        offered = plain.get("/trust/turn-eight.crt")
        page = plain.get("/trust").text
    assert offered.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert "Content-Disposition" not in offered.headers
    with served.phone(authority=offered.content) as phone:
        assert phone.get("/health").text == "ok\n"
    fingerprint = served.certificates.fingerprint()
    assert fingerprint in page
    assert f"https://localhost:{served.https_port}/" in page
    assert f"With https: https://localhost:{served.https_port}/" in served.output


def test_no_key_is_served(served):
    with served.phone() as phone:
        for path in ("/instance/tls/signer.pem", "/trust/signer.pem", "/trust/../tls/server.pem"):
            assert phone.get(path).status_code == 404


def test_after_the_folder_is_deleted_the_new_server_is_not_trusted(served, tmp_path):
    trusted = served.certificates.authority.read_bytes()
    project = served.certificates.folder.parent.parent
    assert served.end(signal.SIGTERM) == 0
    assert "Traceback" not in served.output
    shutil.rmtree(served.certificates.folder)
    again = ServedSecurely(tmp_path, project)
    try:
        assert again.first_answer() == 200
        with again.phone(authority=trusted) as phone, pytest.raises(httpx.ConnectError, match="CERTIFICATE"):
            phone.get("/health")
    finally:
        again.kill()
