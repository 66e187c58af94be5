"""The table that files are taken away from, unless a test says otherwise."""

import pytest


@pytest.fixture
def table(game):
    return game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo K").stops()


@pytest.fixture
def phone(table, phone_of):
    return phone_of(table, "scorer")
