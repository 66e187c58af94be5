"""`flask --app app serve`: what the terminal says, and a server that really answers."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import click
import pytest

from commands.serve import PROJECT, banner, granian, listening_address, qr_code

AT_HOME = ["192.168.1.23", "10.0.0.5"]
START_WITHIN = 30  # seconds
SETTLED = 2  # seconds; a worker that still starts, after the first has answered, ends as if it had failed


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def shown(ip: str, port: int = 8000, in_network=AT_HOME, encoding: str = "utf-8") -> str:
    return "\n".join(banner(ip, port, in_network=in_network, encoding=encoding))


def test_the_terminal_shows_every_address_for_phones_and_how_to_stop():
    text = shown("0.0.0.0")
    assert "    http://192.168.1.23:8000/\n    http://10.0.0.5:8000/\n" in text
    assert "On this computer: http://localhost:8000/" in text
    assert "To stop: Ctrl+C" in text


def test_the_code_to_scan_holds_the_first_address():
    code = qr_code("http://192.168.1.23:8000/", "utf-8")
    assert "\n".join(code) in shown("0.0.0.0")
    assert code != qr_code("http://10.0.0.5:8000/", "utf-8")
    assert len({len(click.unstyle(row)) for row in code}) == 1


def test_a_terminal_that_cannot_draw_blocks_gets_no_code_but_the_address():
    text = shown("0.0.0.0", encoding="ascii")
    assert text.isascii()
    assert "http://192.168.1.23:8000/" in text


def test_without_a_network_only_this_computer_is_named():
    text = shown("0.0.0.0", in_network=[])
    assert "Only this computer can reach it: it is in no network." in text
    assert "http://localhost:8000/" in text


def test_listening_on_loopback_says_how_to_let_phones_in():
    text = shown("127.0.0.1")
    assert "HOST=0.0.0.0" in text
    assert "On this computer: http://127.0.0.1:8000/" in text
    assert "192.168" not in text


def test_a_port_in_use_is_refused_in_words_that_name_another():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(click.ClickException, match=f"Port {port} is in use by another program"):
            listening_address("127.0.0.1", port)


def test_a_foreign_address_is_refused_in_words():
    with pytest.raises(click.ClickException, match=r"“203\.0\.113\.77” is no address of this computer"):
        listening_address("203.0.113.77", free_port())


def test_a_name_is_listened_on_by_its_address():
    assert listening_address("localhost", free_port()) in ("127.0.0.1", "::1")


def test_the_server_writes_no_access_log_for_addresses_hold_secrets():
    command = granian("0.0.0.0", 8000)
    assert "--no-access-log" in command
    assert "--access-log" not in command


class Served:
    """The command, really started in a process of its own with a database of its own."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.output = folder / "output"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "flask", "--app", "app", "serve"],
                cwd=PROJECT,
                env=os.environ
                | {
                    "HOST": "127.0.0.1",
                    "PORT": str(port),
                    "DATABASE_URL": f"sqlite:///{folder / 'served.sqlite3'}",
                    "SECRET_KEY": "only for this test",
                },
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def first_answer(self) -> int:
        """The status of the start page, asked for until somebody listens."""
        deadline = time.monotonic() + START_WITHIN
        while time.monotonic() < deadline and self.process.poll() is None:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=10)) as connection:
                try:
                    connection.request("GET", "/")
                    return connection.getresponse().status
                except ConnectionError:
                    time.sleep(0.05)
        pytest.fail(f"The server gave no answer:\n{self.output.read_text()}")

    def end(self, with_signal: signal.Signals) -> int:
        time.sleep(SETTLED)
        os.killpg(self.process.pid, with_signal)  # as a terminal's Ctrl+C: to the workers, too
        return self.process.wait(timeout=15)


@pytest.fixture
def served(tmp_path):
    server = Served(tmp_path, free_port())
    yield server
    if server.process.poll() is None:
        os.killpg(server.process.pid, signal.SIGKILL)
        server.process.wait()


@pytest.mark.parametrize("with_signal", [signal.SIGINT, signal.SIGTERM])
def test_the_start_page_is_served_until_a_signal_ends_it_cleanly(served, with_signal):
    assert served.first_answer() == 200
    assert served.end(with_signal) == 0
    said = served.output.read_text()
    assert f"http://127.0.0.1:{served.port}/" in said
    assert "Traceback" not in said


def test_a_second_server_on_the_same_port_says_so_in_one_line(served, tmp_path):
    served.first_answer()
    second = tmp_path / "second"
    second.mkdir()
    late = Served(second, served.port)
    assert late.process.wait(timeout=START_WITHIN) == 1
    said = late.output.read_text().strip()
    assert said.startswith("Error: Port ")
    assert "\n" not in said
