"""`flask --app app demo`: a lively group to look around in, and one link for each role."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from zoneinfo import ZoneInfo

import click
from flask import current_app
from flask.cli import with_appcontext

from commands.addresses import server_address
from commands.demo.club import make_club_group
from commands.demo.stories import make_demo_group
from commands.demo.years import NIGHTS_A_YEAR, make_years_group
from commands.listening import listening
from commands.preparing import prepare_database
from models import Group, Link, Role, db
from models.database import writing

SEED = 8
MOST_YEARS = 50


@click.command("demo", short_help="Create a made-up group and print its links.")
@click.option("--base-url", help="First part of the links; by default derived from --host and --port.")
@listening
@click.option("--seed", default=SEED, show_default=True, help="Seed for the random history.")
@click.option(
    "--years", type=click.IntRange(1, MOST_YEARS), help="Generate a history of this many years (slow)."
)
@click.option("--club", is_flag=True, help="Generate a club with one club evening at several tables.")
@with_appcontext
def demo(base_url: str | None, host: str, port: int, seed: int, years: int | None, *, club: bool) -> None:
    """Create a made-up group and print its links. Each call creates another group."""
    prepare_database()
    now = datetime.now(UTC)
    with writing():
        group = _made(now, Random(seed), years, club=club)  # noqa: S311 - cards of a made-up game
        roles = [role for role in Role if role.opens_group and not role.is_for_tournament]
        secrets = {role: Link.make(group, role, now)[1] for role in roles}
        db.session.commit()
    base = (base_url or server_address(host, port)).rstrip("/")
    for role, secret in secrets.items():
        click.echo(f"{role.value}: {base}/join/{secret}")


def _made(now: datetime, chance: Random, years: int | None, *, club: bool) -> Group:
    zone = ZoneInfo(current_app.config["BABEL_DEFAULT_TIMEZONE"])
    if club:
        return make_club_group(now, zone, chance)
    if years is None:
        return make_demo_group(now, zone, chance)
    return make_years_group(years * NIGHTS_A_YEAR, now, zone, chance)
