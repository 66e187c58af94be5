"""`python -m serving`: run the web servers and the worker until a signal ends them."""

from __future__ import annotations

import argparse

from serving.supervisor import Supervisor, Work

WORKERS = 2
JOBS: Work = ("app:run_jobs", {})


def main() -> None:
    arguments = _arguments()
    site = {"application": arguments.application, "host": arguments.host}
    sites = {"web": {**site, "port": arguments.port}}
    if arguments.https_port:
        sites["https"] = {**site, "port": arguments.https_port, "certificate": arguments.certificate}
    works: dict[str, Work] = {
        f"{name} {n}": ("serving.web:serve", site)
        for name, site in sites.items()
        for n in range(1, WORKERS + 1)
    }
    Supervisor(
        {**works, "jobs": JOBS}, preload=[arguments.application.partition(":")[0], "serving.shared"]
    ).run()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m serving", description=__doc__)
    parser.add_argument("--host", required=True, help="address to listen on")
    parser.add_argument("--port", type=int, required=True, help="port for http")
    parser.add_argument("--https-port", type=int, help="port for https; without it there is no https")
    parser.add_argument("--certificate", help="file with the key and the certificates for https, in PEM")
    parser.add_argument(
        "--application", default="app:create_asgi", help="ASGI application, as module:factory"
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
