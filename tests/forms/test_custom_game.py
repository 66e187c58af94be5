"""The form of a custom game: it makes every definition, and says what is wrong where it is wrong."""

import pytest
from hypothesis import given, settings
from werkzeug.datastructures import MultiDict

from forms.custom_game import CustomGameForm, decks_as_needed, hand_sizes_in, letters_of
from game.variants import VARIANTS
from game.variants.custom.presets import like_variant, presets
from tests.game.variants.custom.definitions import definitions
from tests.sampling import examples

EIGHTS = presets()["crazy_eights"].definition("en")


def fields_of(form):
    """What a browser sends of the form as it is shown."""
    sent = MultiDict()
    rows = [*form.values, *(field for row in form.multipliers for field in row)]
    for field in [each for each in form if each.name != "csrf_token"] + rows:
        if field.type == "BooleanField":
            if field.data:
                sent[field.name] = "1"
        else:
            sent[field.name] = getattr(field, "text", field.data) or ""
    return sent


def form_of(app, game, **typed):
    """The form of a game with other values in some fields, sent and validated."""
    with app.test_request_context():
        sent = fields_of(CustomGameForm(game))
    for name, value in typed.items():
        sent[name] = value
    with app.test_request_context(method="POST", data=sent):
        form = CustomGameForm()
        del form.csrf_token
        form.validate()
        return form


def errors_of(form):
    errors = {field.name: field.errors[0] for field in form if field.errors}
    errors |= {"values": form.values.first_error[0]} if form.values.first_error else {}
    return errors | ({"": form.errors_at_top[0]} if form.errors_at_top else {})


@settings(max_examples=examples(120))
@given(definitions())
def test_what_the_editor_shows_it_saves_unchanged(app, game):
    form = form_of(app, game)
    assert errors_of(form) == {}
    assert form.definition == game


@pytest.mark.parametrize("key", presets())
def test_a_preset_is_saved_unchanged(app, key):
    game = presets()[key].definition("en")
    assert form_of(app, game).definition == game


@pytest.mark.parametrize("key", VARIANTS)
def test_a_known_game_is_saved_unchanged(app, key):
    game = like_variant(VARIANTS[key], "sv")
    assert form_of(app, game).definition == game


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"name": ""}, "name", "Type a name."),
        ({"name": "x" * 41}, "name", "40 characters"),
        ({"total": ""}, "total", "Which number?"),
        ({"total": "many"}, "total", "1 to 9999"),
        ({"ends": "rounds", "round_count": "0"}, "round_count", "1 to 99"),
        ({"dealt": "same", "hand_size": "60"}, "hand_size", "1 to 52"),
        ({"dealt": "list", "hand_list": "10 … "}, "hand_list", "Numbers from 1 to 52"),
        ({"dealt": "list", "hand_list": ""}, "hand_list", "Which number?"),
        ({"dealt": "list", "hand_list": "1 … 52 … 1"}, "hand_list", "At most 60 rounds."),
        ({"dealt": "players", "hand_by_players": "3: 5, 2: 7"}, "hand_by_players", "from few to many"),
        ({"decks": "two"}, "decks", "Players and a number"),
        ({"decks": "2: 5"}, "decks", "Players and a number"),
        ({"value-8": "x"}, "values", "−999 to 999"),
        ({"fewest": "6", "most": "4"}, "most", "From few players to many"),
        ({"jokers": "99"}, "jokers", "0 to 12"),
        ({"notes": "x" * 4001}, "notes", "4000 characters"),
        ({"dealt": "same", "hand_size": "52", "decks": "2: 1"}, "decks", "not in these decks"),
        ({"deal_reminders": "x" * 201}, "deal_reminders", "not possible"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(app, typed, field, words):
    form = form_of(app, EIGHTS, **typed)
    assert form.definition is None
    assert field in errors_of(form)
    assert words in errors_of(form)[field]


def test_all_cards_without_points_are_refused(app):
    nothing = {f"value-{rank}": "0" for rank in EIGHTS.values}
    assert errors_of(form_of(app, EIGHTS, **nothing)) == {"values": "At least one card must be worth points."}


@pytest.mark.parametrize(
    "hidden",
    [
        {"hand_list": "nonsense"},
        {"hand_size": "99"},
        {"round_count": "99999"},
        {"also_total": "x"},
        {"points": "typed", "value-8": "x"},
        {"wins": "only_winner", "value-8": "x"},
    ],
)
def test_a_field_out_of_sight_is_never_wrong(app, hidden):
    assert errors_of(form_of(app, EIGHTS, **hidden)) == {}


def test_a_sketch_needs_no_name(app):
    form = form_of(app, EIGHTS, name="")
    assert form.definition is None
    assert form.sketch.first_to == 100


def test_letters_follow_the_name_unless_given(app):
    assert form_of(app, EIGHTS, letters="", name="Åtta rätt").definition.letters == "ÅR"
    assert form_of(app, EIGHTS, letters="8x").definition.letters == "8x"


@pytest.mark.parametrize(
    ("name", "letters"), [("Plump", "P"), ("crazy eights", "CE"), ("  ", "?"), ("— x", "X"), ("10 up", "1U")]
)
def test_letters_of_a_name(name, letters):
    assert letters_of(name) == letters


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("7", [7]),
        ("3 2 1 2 3", [3, 2, 1, 2, 3]),
        ("3 … 1 … 3", [3, 2, 1, 2, 3]),
        ("10...8", [10, 9, 8]),
        ("1,2;3", [1, 2, 3]),
        ("5 … 5", [5, 5]),
        ("2 … 3", [2, 3]),
    ],
)
def test_hands_are_read_as_people_write_them(text, sizes):
    assert hand_sizes_in(text) == sizes


def test_plump_keeps_its_one_deck_when_it_is_saved(app):
    plump = presets()["plump"].definition("en")
    assert form_of(app, plump).definition.decks == ((2, 1),)


@pytest.mark.parametrize("text", ["… 3", "3 …", "3 … … 5", "0", "53", "x", "3 -1", "１", "3 x 5", ""])
def test_other_texts_are_no_hands(text):
    with pytest.raises(ValueError, match=r".*"):
        hand_sizes_in(text)


@pytest.mark.parametrize(
    ("changes", "decks"),
    [
        ({}, [(2, 1)]),
        ({"hand_sizes": [7]}, [(2, 1), (6, 2)]),
        ({"hand_sizes": [7], "deck_size": 32}, [(2, 1), (4, 2), (8, 3)]),
        ({"hand_by_players": [(2, 7), (3, 5)]}, [(2, 1), (8, 2)]),
        ({"hand_sizes": [13], "jokers": 2}, [(2, 1), (4, 2), (8, 3)]),
        ({"hand_sizes": [52]}, [(2, 3), (3, 4)]),
        ({"hand_sizes": [10], "scoring": "typed"}, [(2, 1), (6, 2)]),
        ({"hand_sizes": [26], "scoring": "wins", "players": [2, 4]}, [(2, 1), (3, 2)]),
    ],
)
def test_decks_are_as_many_as_leave_two_cards_a_player_where_cards_are_counted(changes, decks):
    game = {"hand_sizes": [], "hand_by_players": [], "deck_size": 52, "jokers": 0, "players": [2, 8]}
    game["scoring"] = "cards"
    assert decks_as_needed(game | changes) == decks
