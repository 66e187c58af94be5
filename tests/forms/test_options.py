"""Options in an address: invalid ones are left out and reported, the rest is used."""

import pytest

from forms.options import OptionParams
from game.variants import VARIANTS


@pytest.fixture(autouse=True)
def request_context(app):
    with app.test_request_context():
        yield


def requested_options(key, **sent):
    return OptionParams(VARIANTS[key], "en", sent)


def test_named_options_are_used_and_written_again_unchanged():
    options = requested_options("derange", players="5", mode="short", flipped_two="0", hand="8")
    assert options.is_sound
    assert (options.given, options.players) == ({"mode": "short", "flipped_two": False}, 5)
    assert options.query == {"players": "5", "mode": "short", "flipped_two": "0"}


def test_invalid_options_are_left_out_and_reported():
    options = requested_options("derange", players="99", mode="tiny", decks="1")
    assert options.given == {"decks": 1}
    assert options.players is None
    assert list(options.problems.values()) == [
        "This game is for 2 to 8 players.",
        "“Length” cannot be “tiny”.",
    ]
