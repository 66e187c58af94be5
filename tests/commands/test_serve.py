"""`flask --app app serve`: its terminal output, and a server that responds."""

import signal
import socket

import click
import psutil
import pytest

from commands.banner import banner, qr_code
from commands.https import Https
from commands.serve import listening_address
from serving.certificates import Certificates
from tests.sampling import full_only
from tests.serving.served import Served, free_port
from tests.waiting import PATIENCE

pytestmark = full_only

AT_HOME = ["192.168.1.23", "10.0.0.5"]


DEMO = {"owner": "/join/abc", "scorer": "/join/def"}


def shown(ip: str, port: int = 8000, https=None, links=None, in_network=AT_HOME, encoding="utf-8") -> str:
    return "\n".join(banner(ip, port, https, links, in_network=in_network, encoding=encoding))


@pytest.fixture
def https(tmp_path):
    """Certificates for the first of the addresses only."""
    certificates = Certificates(tmp_path)
    certificates.authority.write_bytes(b"a certificate")
    return Https(8443, certificates, ["kitchen.local", "localhost", "192.168.1.23"])


def test_with_https_the_terminal_shows_its_address_its_code_and_the_fingerprint(https):
    text = shown("0.0.0.0", https=https)
    assert "    https://192.168.1.23:8443/\n" in text
    assert "https://10.0.0.5" not in text  # no certificate for this one
    assert "http://192.168.1.23:8000/trust" in text
    for address in ("http://192.168.1.23:8000/", "https://192.168.1.23:8443/"):
        assert "\n".join(qr_code(address, "utf-8")) in text
    fingerprint = text.partition("(SHA-256):")[2].split("On this computer")[0]
    assert "".join(fingerprint.split()) == https.certificates.fingerprint()
    assert max(len(line) for line in fingerprint.splitlines()) < 60


def test_https_for_this_computer_only_is_described_as_such(https):
    text = shown("127.0.0.1", https=https)
    assert "With https: https://localhost:8443/" in text
    assert "192.168" not in text


def test_the_terminal_shows_every_address_for_phones_and_how_to_stop():
    text = shown("0.0.0.0")
    assert "    http://192.168.1.23:8000/\n    http://10.0.0.5:8000/\n" in text
    assert "On this computer: http://localhost:8000/" in text
    assert "To stop: Ctrl+C" in text


def test_the_qr_code_contains_the_first_address():
    code = qr_code("http://192.168.1.23:8000/", "utf-8")
    assert "\n".join(code) in shown("0.0.0.0")
    assert code != qr_code("http://10.0.0.5:8000/", "utf-8")
    assert len({len(click.unstyle(row)) for row in code}) == 1


def test_codes_and_addresses_open_the_first_of_the_links(https):
    text = shown("0.0.0.0", 8123, https, DEMO)
    for address in ("http://192.168.1.23:8123/join/abc", "https://192.168.1.23:8443/join/abc"):
        assert f"    {address}\n" in text
        assert "\n".join(qr_code(address, "utf-8")) in text
    for role, path in DEMO.items():
        assert f"    {role}: http://192.168.1.23:8123{path}\n" in text
    assert "On this computer: http://localhost:8123/join/abc" in text


def test_without_a_network_links_have_the_address_of_this_computer():
    text = shown("127.0.0.1", 8123, links=DEMO)
    assert "    scorer: http://127.0.0.1:8123/join/def\n" in text


def test_a_terminal_without_block_characters_gets_the_address_and_no_code():
    text = shown("0.0.0.0", encoding="ascii")
    assert text.isascii()
    assert "http://192.168.1.23:8000/" in text


def test_without_a_network_only_this_computer_is_named():
    text = shown("0.0.0.0", in_network=[])
    assert "Only this computer can reach it: it is in no network." in text
    assert "http://localhost:8000/" in text


def test_listening_on_loopback_shows_how_to_allow_phones():
    text = shown("127.0.0.1")
    assert "HOST=0.0.0.0" in text
    assert "On this computer: http://127.0.0.1:8000/" in text
    assert "192.168" not in text


def test_a_port_in_use_is_refused_with_a_suggestion():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"Port {port} is in use by another program"):
            listening_address("127.0.0.1", port)


def test_a_port_for_https_is_refused_by_the_name_of_its_setting():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(click.ClickException, match=r"HTTPS_PORT=\d+ make run"):
            listening_address("127.0.0.1", port, "HTTPS_PORT")


def test_a_foreign_address_is_refused_with_a_message():
    with pytest.raises(click.ClickException, match=r"“203\.0\.113\.77” is no address of this computer"):
        listening_address("203.0.113.77", free_port())


def test_a_host_name_is_resolved_to_its_address():
    assert listening_address("localhost", free_port()) in ("127.0.0.1", "::1")


@pytest.fixture
def served(tmp_path):
    server = Served(tmp_path)
    yield server
    server.kill()


def test_the_start_page_is_served_until_control_c_ends_it_and_the_port_is_in_use_meanwhile(served, tmp_path):
    """tests/serving/test_https.py ends a server by SIGTERM."""
    assert served.first_answer() == 200
    second = tmp_path / "second"
    second.mkdir()
    late = Served(second, served.port)
    assert late.process.wait(timeout=PATIENCE) == 2
    assert late.output.strip().startswith("Error: Port ")
    assert "\n" not in late.output.strip()

    others = served.processes()
    assert served.end(signal.SIGINT) == 0
    _gone, alive = psutil.wait_procs(others, timeout=PATIENCE)
    assert alive == []
    assert f"http://127.0.0.1:{served.port}/" in served.output
    assert "Traceback" not in served.output
