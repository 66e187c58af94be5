"""`flask --app app demo`: a lively group to look around in, and one link for each role.

With --serve the secrets of the links are stored, and each start of the server prints links with its current
address. The group is made again if the stored secrets do not open one.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

import click
import msgspec
from flask import current_app
from flask.cli import with_appcontext

from commands.addresses import listening, server_address
from commands.demo.club import make_club_group
from commands.demo.stories import make_demo_group
from commands.demo.years import NIGHTS_A_YEAR, make_years_group
from commands.preparing import prepare_database
from commands.serve import run_server
from models import Link, Role, db
from models.database import reading, writing
from models.secret_key import write_secret

SEED = 8
MAX_YEARS = 50
SECRETS = "demo-secrets.json"


@click.command("demo", short_help="Create a made-up group and print its links.")
@click.option("--base-url", help="First part of the links; by default derived from --host and --port.")
@listening
@click.option("--seed", default=SEED, show_default=True, help="Seed for the random history.")
@click.option(
    "--years", type=click.IntRange(1, MAX_YEARS), help="Generate a history of this many years (slow)."
)
@click.option("--club", is_flag=True, help="Generate a club with one club evening at several tables.")
@click.option("--serve", "serves", is_flag=True, help="Start the server too, each time with the same group.")
@with_appcontext
def demo(
    base_url: str | None, host: str, port: int, seed: int, years: int | None, *, club: bool, serves: bool
) -> None:
    """Create a made-up group and print its links. Each call creates another group, except with --serve."""
    prepare_database()
    file = Path(current_app.instance_path) / SECRETS
    secrets = _stored(file) if serves else None
    if secrets is None:
        secrets = _make(seed, years, club=club)
        if serves:
            write_secret(file, msgspec.json.encode(secrets).decode())
    paths = {role: f"/join/{secret}" for role, secret in secrets.items()}
    if serves:
        run_server(host, port, links=paths)
    else:
        base = (base_url or server_address(host, port)).rstrip("/")
        for role, path in paths.items():
            click.echo(f"{role}: {base}{path}")


def _stored(file: Path) -> dict[str, str] | None:
    """The stored secrets by role; None if the owner's does not open a group of this database."""
    try:
        secrets = msgspec.json.decode(file.read_bytes(), type=dict[str, str])
        with reading():
            opens = Link.opened_by(secrets[Role.OWNER.value]) is not None
    except (FileNotFoundError, ValueError, KeyError):
        return None
    return secrets if opens else None


def _make(seed: int, years: int | None, *, club: bool) -> dict[str, str]:
    """Create a group; the secrets of its links by role, the owner's first."""
    now, zone = datetime.now(UTC), ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])
    chance = Random(seed)  # noqa: S311 - cards of a made-up game
    with writing():
        if club:
            group = make_club_group(now, zone, chance)
        elif years is None:
            group = make_demo_group(now, zone, chance)
        else:
            group = make_years_group(years * NIGHTS_A_YEAR, now, zone, chance)
        roles = [role for role in Role if role.opens_group and not role.is_for_tournament]
        secrets = {role.value: Link.make(group, role, now)[1] for role in roles}
        db.session.commit()
    return secrets
