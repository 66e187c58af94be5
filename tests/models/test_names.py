"""Names: any script and emoji, but no control or direction characters."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from models.names import is_visible, tidy
from models.player import same_name

TEXT = st.text(st.characters(codec=None), max_size=30)


@pytest.mark.parametrize(
    "name",
    ["Åsa", "José-María", "李小龙", "Σωκράτης", "محمد", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "O’Brien", "<script>", "नमस्ते", "8"],
)
def test_names_of_every_script_are_unchanged(name):
    assert tidy(name) == unicodedata.normalize("NFC", name)
    assert is_visible(name)


@pytest.mark.parametrize(
    ("typed", "tidied"),
    [
        ("  Anna  ", "Anna"),
        ("Anna \t Karin\r\n", "Anna Karin"),
        ("An\x00na", "Anna"),
        ("Anna\u2028Bo", "AnnaBo"),
        ("\u202eannA", "annA"),
        ("\u2066Anna\u2069", "Anna"),
        ("A\u030a", "Å"),
        ("A\x00\u030a", "Å"),
        ("", ""),
        (None, ""),
    ],
)
def test_control_and_direction_characters_are_removed(typed, tidied):
    assert tidy(typed) == tidied


@pytest.mark.parametrize("nothing", ["", " ", "\u200b", "\u200d", "\u200e", "\ufeff", "\u00ad"])
def test_an_invisible_name_is_empty(nothing):
    assert not is_visible(tidy(nothing))


@given(TEXT)
@example("A\x00\u030a")
@example("\u2000\u0301")
def test_a_tidy_name_is_tidy(text):
    """Otherwise exported names could not be imported."""
    assert tidy(tidy(text)) == tidy(text)


@given(TEXT)
def test_a_tidy_name_can_be_written_in_any_format(text):
    tidied = tidy(text)
    tidied.encode()
    assert "\x00" not in tidied
    assert len(tidied.splitlines()) <= 1


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", " anna ", True),
        ("Straße", "STRASSE", True),
        ("Anna K", "Anna  K", True),
        ("Anna", "Ana", False),
        ("Andr\u00e9", "Andre\u0301", True),  # é as one character and as two
        ("A\u030asa", "\u00c5SA", True),
        ("\uff21nna", "Anna", True),
    ],
)
def test_equal_names(one, other, same):
    assert same_name(one, other) is same
