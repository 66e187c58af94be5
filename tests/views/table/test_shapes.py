"""Players at a table may share a colour: the second gets a ring with two letters, and a dashed line."""

from __future__ import annotations

import pytest

from models import db
from tests.sampling import full_only

pytestmark = full_only


@pytest.fixture
def table(game):
    """Anna and Cara have the same colour."""
    table = game("derange", "Anna Bo Cara").plays(
        "Cara out, Anna 8, Bo K", "Anna out, Bo 4, Cara 5", "Bo out, Anna 5, Cara 7"
    )
    with table.open() as session:
        session.seats[2].player.colour = session.seats[0].player.colour
        db.session.flush()
    return table


@pytest.mark.parametrize("page", ["", "/rounds/4", "/rounds", "/board"])
def test_discs_of_one_colour_differ_in_shape(table, phone_of, page):
    phone = phone_of(table, "scorer")
    phone.get(f"{table.path}{page}")
    rings = phone.page.select(".disc.shape-1")
    assert rings
    assert {ring.get_text() for ring in rings} == {"CA"}
    assert {disc.get_text() for disc in phone.page.select(".disc:not(.shape-1)")} >= {"A"}


def test_lines_of_one_colour_differ_too(table, phone_of):
    phone = phone_of(table, "scorer")
    phone.get(table.path)
    assert len(phone.page.select(".spark.shape-1")) == 1
    table.stops()
    phone.get(table.path)
    assert len(phone.page.select(".curve[stroke-dasharray]")) == 1
