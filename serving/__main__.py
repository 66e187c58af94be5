"""`python -m serving`: the web servers and the process for jobs, until somebody stops them."""

from __future__ import annotations

import argparse

from serving.supervisor import Supervisor, Work

WORKERS = 2
JOBS: Work = ("app:run_jobs", {})


def main() -> None:
    asked = _arguments()
    site = {"application": asked.application, "host": asked.host}
    sites = {"web": {**site, "port": asked.port}}
    if asked.https_port:
        sites["https"] = {**site, "port": asked.https_port, "certificate": asked.certificate}
    works: dict[str, Work] = {
        f"{name} {n}": ("serving.web:serve", site)
        for name, site in sites.items()
        for n in range(1, WORKERS + 1)
    }
    Supervisor({**works, "jobs": JOBS}, preload=[asked.application.partition(":")[0], "serving.shared"]).run()


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
