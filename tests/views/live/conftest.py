"""Phones of the players at a table."""

import pytest


@pytest.fixture
def seat(table):
    return {name: str(table.seat_id(name)) for name in table.seats()}


@pytest.fixture
def phone_for(phone_of):
    """A phone with a link and chosen players: phone_for(table, "Bo")."""

    def open_phone(table, *names, role="player"):
        phone = phone_of(table, role)
        phone.get(f"{table.path}/identity")
        phone.submit(
            "#who", {"player": [str(table.player_id(name)) for name in names]}, button="I only watch"
        )
        return phone

    return open_phone


@pytest.fixture
def hands_of(table):
    """The page with the counted hands of the next round."""

    def open_page(phone, **headers):
        return phone.get(f"{table.path}/rounds/{len(table.numbers()) + 1}/hands", **headers)

    return open_page
