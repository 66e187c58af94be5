"""`python -m serving`: the web servers and the process for long work, until somebody stops them."""

from __future__ import annotations

import argparse
import sys

from serving.supervisor import Supervisor

WORKERS = 2
APPLICATION = "app:create_asgi"
JOBS = (sys.executable, "-m", "flask", "--app", "app", "work")


def main() -> None:
    asked = _arguments()
    sites = {"web": granian(asked.host, asked.port)}
    if asked.https_port:
        sites["https"] = granian(asked.host, asked.https_port, certificate=asked.certificate)
    workers = {f"{site} {n}": command for site, command in sites.items() for n in range(1, WORKERS + 1)}
    Supervisor({**workers, "jobs": JOBS}).run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m serving", description=__doc__)
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--https-port", type=int, help="speak https there as well")
    parser.add_argument("--certificate", help="the file of its key and certificates, in PEM")
    return parser.parse_args()


def granian(ip: str, port: int, *, certificate: str | None = None) -> list[str]:
    """The command line of one web server; several share a port, and each is started again by itself."""
    # TLS 1.2 for phones older than Android 10.
    secure = ("--ssl-certificate", certificate, "--ssl-keyfile", certificate, "--ssl-protocol-min", "tls1.2")
    return [
        *(sys.executable, "-m", "serving.web", "--interface", "asginl", "--factory", "--no-ws"),
        *(secure if certificate else ()),
        *("--host", ip, "--port", str(port), "--workers", "1"),
        # Counts open connections, idle ones too, and each phone keeps a few: far above a club evening.
        *("--backpressure", "512", "--http1-header-read-timeout", "10000"),
        *("--workers-kill-timeout", "5"),
        # Never an access log: the secret of a group's link is part of its address.
        *("--no-access-log", "--log-level", "error"),
        APPLICATION,
    ]


if __name__ == "__main__":
    main()
