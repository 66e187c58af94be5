"""Every name at the table links to the statistics of the player."""

import pytest

from tests.sampling import full_only

pytestmark = full_only

TEAMS = {"teams": True, "sides": "1 2 1 2", "tally": "house_points", "games": 1}


def people(table, *names):
    return {f"{table.group_path}/statistics/players/{table.player_id(name)}" for name in names}


def linked(page):
    return {address for address in page.hrefs("main a[href]") if "/statistics/players/" in address}


@pytest.mark.parametrize("role", ["watcher", "scorer"])
@pytest.mark.parametrize("path", ["", "/rounds", "/chances"])
def test_during_a_session(game, phone_of, role, path):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    assert linked(phone_of(table, role).get(table.path + path)) == people(table, "Anna", "Bo")


@pytest.mark.parametrize("path", ["/seats", "/end"])
def test_on_pages_that_manage_the_table(game, phone_of, path):
    table = game("derange", "Anna Bo").plays("Anna out, Bo 8")
    assert linked(phone_of(table, "scorer").get(table.path + path)) == people(table, "Anna", "Bo")


@pytest.mark.parametrize("path", ["/rounds", "/rescoring"])
def test_after_a_session(game, phone_of, path):
    table = game("derange", "Anna Bo", mode="short").plays(*["Anna out, Bo 8"] * 7)
    assert linked(phone_of(table, "watcher").get(table.path + path)) == people(table, "Anna", "Bo")


def test_each_partner_of_a_team_has_a_link(game, phone_of):
    table = game("vatikan", "Anna Bo Cara Dilan", **TEAMS)
    assert linked(phone_of(table, "watcher").get(table.path)) == people(table, "Anna", "Bo", "Cara", "Dilan")
