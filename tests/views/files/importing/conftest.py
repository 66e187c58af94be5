"""Files come in beside a table in the middle of its game, brought by whoever owns the group."""

import pytest


@pytest.fixture
def table(game):
    return game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8 5 5, Bo K")


@pytest.fixture
def phone(table, phone_of):
    return phone_of(table, "owner")
