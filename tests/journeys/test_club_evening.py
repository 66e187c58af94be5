"""A club evening of six people: set up, join by the code, draw, score two tables, final ranking.

Vändåtta with four deals at each table of three; the players are out in turn. The umpire types one table from
paper; at the other the newcomer keeps the score on the phone. An 8 costs 10, an ace 5, every other card 1.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import cycle
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.actions import open_menu, score_round
from tests.club import Club
from tests.table import Clock, Table
from views.tournaments.seating import table_addresses

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

TV = {"viewport": {"width": 1280, "height": 720}, "has_touch": False, "is_mobile": False}
# The cards of each player when not out, and their cost.
HELD = {"Anna": "2", "Bo": "3 4", "Cara": "A", "Dilan": "4 5 6 7", "Eva": "8", "Mia": "8 8"}
DEALS = 4
COST = {"Anna": 1, "Bo": 2, "Cara": 5, "Dilan": 4, "Eva": 10, "Mia": 20}  # no totals are equal in any draw


def test_a_club_evening_from_the_code_to_the_ranking(
    app: Flask, live_server: str, open_phone: Callable[..., Page]
):
    umpire, newcomer, screen = open_phone(), open_phone(), open_phone(**TV)
    set_up(umpire, "Anna Bo Cara Dilan Eva")
    evening = umpire.url
    club = club_at(app, evening)
    open_menu(umpire).get_by_role("link", name="On a screen on the wall").tap()
    umpire.get_by_role("button", name="Code to join").tap()
    code = umpire.locator(".wall-code small").inner_text()
    for other in (newcomer, screen):
        other.goto(code)
    screen.goto(umpire.url)
    expect(screen.locator("#now")).to_have_text("5 people sit down next")

    newcomer.get_by_label("Your name").fill("Mia")
    newcomer.get_by_role("button", name="Tell the umpire").tap()
    expect(newcomer.locator("#waiting")).to_contain_text("Mia waits for the umpire.")
    umpire.goto(evening)
    umpire.get_by_role("button", name="Let in").tap()
    expect(newcomer.locator(".flashes")).to_have_text("You are in. You play as Mia.")
    expect(screen.locator("#now")).to_have_text("6 people sit down next")

    umpire.goto(evening)
    umpire.get_by_role("link", name="Draw the tables").tap()
    umpire.get_by_role("button", name="Sit down").tap()
    expect(umpire.locator("#now")).to_contain_text("Finished tables: 0 of 2")
    expect(screen.locator(".wall-tables li")).to_have_count(2)
    newcomer.get_by_role("link", name="Mia sits at table").tap()
    expect(newcomer.locator(".deal")).to_be_visible()
    with_mia, other = sorted(club.tables(), key=lambda table: "Mia" not in table.seats())
    assert newcomer.url.endswith(with_mia.path)

    newcomer.goto(address_of(app, live_server, club, with_mia))
    for out in players_out(with_mia):
        score_round(newcomer, out=out, hands={name: HELD[name] for name in clockwise_after(out, with_mia)})
    type_from_paper(umpire, other)
    totals = {name: total for table in (with_mia, other) for name, total in totals_of(table).items()}
    ranking = sorted(totals, key=lambda name: totals[name])
    expect(screen.locator(".stage h2")).to_contain_text(f"{ranking[0]} wins")
    expect(screen.locator(".podium .place-1")).to_contain_text(ranking[0])
    umpire.goto(evening)
    expect(umpire.get_by_role("heading", name=f"{ranking[0]} wins")).to_be_visible()
    assert club.final() == [(name, totals[name], rank) for rank, name in enumerate(ranking, 1)]


def set_up(phone: Page, names: str) -> None:
    phone.goto("/")
    phone.get_by_role("link", name="A club evening").tap()
    phone.get_by_label("Who plays?").fill("\n".join(names.split()))
    phone.get_by_label("Game").select_option(label="Vändåtta")
    phone.get_by_label("Rounds at drawn tables").select_option("1")
    phone.locator("label", has_text="The best play off").tap()
    phone.get_by_role("button", name="Set it up").tap()
    expect(phone.locator("#now")).to_have_text("5 people sit down next")


def club_at(app: Flask, address: str) -> Club:
    group, tournament = re.findall(r"[0-9a-f-]{36}", address)
    return Club(app, uuid.UUID(group), uuid.UUID(tournament), Clock(datetime.now(UTC)))


def address_of(app: Flask, home: str, club: Club, table: Table) -> str:
    """What the code on the table says."""
    with app.test_request_context(base_url=home), club.seen() as (tournament, _state):
        address = table_addresses(tournament)[table.session_id]
    assert address is not None
    return address


def players_out(table: Table) -> list[str]:
    """The player who is out in each deal: the first seat in the first, and so on."""
    return [name for name, _deal in zip(cycle(table.seats()), range(DEALS), strict=False)]


def totals_of(table: Table) -> dict[str, int]:
    outs = players_out(table)
    return {name: (DEALS - outs.count(name)) * COST[name] for name in table.seats()}


def clockwise_after(name: str, table: Table) -> list[str]:
    seats = table.seats()
    place = seats.index(name)
    return [*seats[place + 1 :], *seats[:place]]


def type_from_paper(umpire: Page, table: Table) -> None:
    umpire.goto(f"{table.path}/sheet")
    for number, out in enumerate(players_out(table), 1):
        for place, name in enumerate(table.seats()):
            umpire.locator(f"#c-{number}-{place}").fill("x" if name == out else str(COST[name]))
    umpire.get_by_role("button", name="Save the sheet").last.tap()
    expect(umpire.locator(".flashes")).to_contain_text("The sheet is saved.")
