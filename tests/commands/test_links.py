"""`flask --app app link`: a new link for a group that has lost its owner's links."""

from __future__ import annotations

import pytest

from models import Group, db
from tests.models.rows import every_text, row_counts
from tests.phone import Phone
from tests.table import at_work


@pytest.fixture
def run(app):
    return lambda *words: app.test_cli_runner().invoke(args=["link", *words])


@pytest.mark.both_databases
@pytest.mark.parametrize("by", ["id", "name"])
def test_it_prints_an_owners_link_that_opens_the_group_and_is_in_its_history(app, table, run, by):
    wanted = str(table.group_id) if by == "id" else "Friday table"
    result = run(wanted, "--role", "owner", "--base-url", "https://cards.example.org/")
    assert result.exit_code == 0, result.output
    address = result.stdout.strip()
    assert address.startswith("https://cards.example.org/join/")
    assert address.rpartition("/")[2] not in " ".join(every_text(app))
    phone = Phone(app)
    phone.open_link(address.removeprefix("https://cards.example.org"))
    phone.get(f"{table.group_path}/players")
    assert "An owner’s link made on the server" in phone.page.text
    assert "Server" in phone.page.text


@pytest.mark.parametrize("role", ["owner", "scorer", "player", "watcher"])
def test_each_role_has_a_sentence_in_the_history(app, table, run, phone_of, role):
    result = run("Friday table", "--role", role, "--host", "192.168.1.23", "--port", "8000")
    assert result.stdout.startswith("http://192.168.1.23:8000/join/")
    owner = phone_of(table, "owner")
    owner.get(f"{table.group_path}/players")
    assert f"{role}’s link made on the server" in owner.page.text


@pytest.mark.parametrize("role", ["umpire", "table", "feed", "god"])
def test_no_link_of_a_club_evening_and_no_feed(app, table, run, role):
    assert run("Friday table", "--role", role).exit_code == 2


def test_several_groups_of_one_name_are_listed(app, game, run):
    first, second = game(), game()
    before = row_counts(app)
    result = run("Friday table")
    assert result.exit_code == 2
    lines = result.output.splitlines()
    assert lines[0] == "Error: Several groups are called “Friday table”: name one by its id."
    assert {line.split()[0] for line in lines[1:]} == {str(first.group_id), str(second.group_id)}
    assert row_counts(app) == before


def test_an_unknown_group(table, run):
    result = run("Sunday table")
    assert result.exit_code == 1
    assert result.output == "Error: There is no group called “Sunday table”.\n"


def test_a_merged_group_names_the_other_one(app, game, run):
    gone, kept = game(), game()
    with at_work(app):
        db.session.get_one(Group, gone.group_id).merged_into_id = kept.group_id
        db.session.commit()
    result = run(str(gone.group_id))
    assert result.exit_code == 1
    assert str(kept.group_id) in result.output
