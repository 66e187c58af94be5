"""Options as an address asks for them: what cannot be is left out and said, the rest holds."""

import pytest

from forms.options import OptionParams
from game.variants import VARIANTS


@pytest.fixture(autouse=True)
def asked_for(app):
    with app.test_request_context():
        yield


def asked(key, **sent):
    return OptionParams(VARIANTS[key], "en", sent)


def test_what_is_named_is_given_and_written_again_as_it_was():
    options = asked("derange", players="5", mode="short", flipped_two="0", hand="8")
    assert options.is_sound
    assert (options.given, options.players) == ({"mode": "short", "flipped_two": False}, 5)
    assert options.query == {"players": "5", "mode": "short", "flipped_two": "0"}


def test_what_cannot_be_is_left_out_and_said():
    options = asked("derange", players="99", mode="tiny", decks="1")
    assert options.given == {"decks": 1}
    assert options.players is None
    assert list(options.problems.values()) == [
        "This game is for 2 to 8 players.",
        "“Length” cannot be “tiny”.",
    ]
