"""`python -m benchmarks`: measures on SQLite, and on PostgreSQL where --database-url names one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.calibration import calibration
from benchmarks.machine import machine_line
from benchmarks.run import FULL, QUICK, SEED, measure

RESULTS = Path(__file__).parent / "results.md"
SESSIONS, QUICK_SESSIONS = 400, 12  # whose chances are compared with what happened
HEAD = """# What the pages cost

Written by `make bench` (`python -m benchmarks`; with `--database-url postgresql://…` on PostgreSQL too; with
`--quick` a small run that is only printed). The application answers in the process that measures, one request
at a time, with no network between. Times are medians of requests in turns, so that a slow moment hits both
sides alike. Nothing here passes or fails: compare the figures with the bars beside them.
“After a change” is the first look at a session since somebody saved; what it made serves the next phones.
"""


def main(arguments: Sequence[str] | None = None) -> None:
    chosen = _chosen(arguments)
    plan = QUICK if chosen.quick else FULL
    report = [HEAD, machine_line()]
    with TemporaryDirectory() as folder:
        for url in (f"sqlite:///{folder}/benchmark.sqlite3", *chosen.database_url):
            for section in measure(url, plan):
                print(section, end="\n\n", flush=True)
                report.append(section)
    report.append(f"## Chances\n\n{calibration(QUICK_SESSIONS if chosen.quick else SESSIONS, SEED)}")
    print(report[-1], flush=True)
    output = chosen.output or (None if chosen.quick else RESULTS)
    if output:
        output.write_text("\n\n".join(part.strip() for part in report) + "\n", encoding="utf-8")


def _chosen(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a small run, to see that everything works")
    parser.add_argument(
        "--database-url",
        action="append",
        default=[],
        help="measure here as well; the groups made for it are deleted afterwards",
    )
    parser.add_argument("--output", type=Path, help="where to write; otherwise benchmarks/results.md")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
