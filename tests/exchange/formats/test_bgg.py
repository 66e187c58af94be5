"""Import of BoardGameGeek plays saved as a file."""

import pytest

from exchange.formats import bgg
from exchange.formats.bgg import tree_of
from tests.exchange.drafts import kind_of, plays_in, read, reasons, refused, sample


def test_plays_are_read_in_chronological_order():
    draft = read(sample("plays.xml"))
    assert kind_of(sample("plays.xml")) == "bgg"
    assert plays_in(draft) == [
        ("2024-03-08", "Vandatta", {"Anna": 60, "Bo": 35}),
        ("2024-03-09", "Vandatta", {"Anna": 25, "Bo": 40}),
    ]
    assert [(s["place"], s["note"]) for s in draft["sessions"]] == [
        ("The cabin", "Rain all day & cards"),
        (None, None),
    ]


def test_records_with_missing_values_or_free_text_are_left_out_with_their_line():
    assert reasons(read(sample("plays.xml"))) == {
        "27": "the points of Anna are neither a number nor a sum: 49-46ish",
        "21": "not played to the end",
        "18": "the file does not say who played",
        "3": "logged as 3 games with one set of points: one of them is imported",
    }


def test_a_player_with_a_user_name_is_identified_by_it():
    renamed = sample("plays.xml").replace(b'name="Anna"', b'name="Annie"')
    ids = [{p["name"]: p["id"] for p in read(c)["players"]} for c in (sample("plays.xml"), renamed)]
    assert ids[0]["Anna"] == ids[1]["Annie"]


@pytest.mark.parametrize("name", ["growing.xml", "fetching.xml"])
def test_a_document_type_definition_is_refused_before_it_is_read(name):
    assert str(refused(sample(name))) == "2: a document type has no place in this file"


def test_predefined_entities_are_read():
    assert tree_of("<a b='&lt;&#233;'>&amp;</a>").get("b") == "<é"


@pytest.mark.parametrize(
    ("text", "place"),
    [("<plays", "1:1"), ("<plays></play>", "1:10"), ("<plays>&nothing;</plays>", "1:8"), ("<a>" * 30, "1")],
)
def test_the_location_of_a_syntax_error_is_reported(text, place):
    assert refused(text).place == place


def test_a_file_that_is_too_large_is_refused_before_it_fills_the_memory():
    """Attributes use fifty times their size in the parser: in one unclosed tag, or in very many tags."""
    numbered = " ".join(f"a{n}='1'" for n in range(200_000))
    hundred = " ".join(f"a{n}='1'" for n in range(100))
    for text in (f"<plays><play {numbered}/></plays>", f"<plays>{f'<play {hundred}/>' * 20_000}</plays>"):
        assert str(refused(text)) == "1: more than such a file can hold"


def test_text_in_many_pieces_is_joined_once(monkeypatch):
    """Each element splits the text around it."""
    written = []

    class Counting(bgg.Element):
        """Records the length of text in each assignment."""

        def __setattr__(self, name, value):
            if name == "text":
                written.append(len(value))
            super().__setattr__(name, value)

    monkeypatch.setattr(bgg, "Element", Counting)
    pieces = 1_000
    assert len(tree_of(f"<a>{('a' * 27 + '<b/>') * pieces}</a>").text) == 27 * pieces
    assert sum(written) == 27 * pieces


def test_the_text_of_an_element_excludes_its_children():
    root = tree_of("<a>one <b>two</b>three</a>")
    assert (root.text, root.children[0].text) == ("one three", "two")


def test_other_xml_is_refused():
    assert "no plays" in str(refused("<html><body/></html>"))


def test_an_invalid_common_day():
    draft = read(
        '<plays><play id="1" date="0000-00-00"><players><player name="A" score="1"/></players></play></plays>'
    )
    assert reasons(draft) == {"1": "not a date that can be read: 0000-00-00"}


def test_old_encodings():
    text = (
        '<?xml version="1.0" encoding="iso-8859-1"?><plays><play id="1" date="2024-01-01">'
        '<item name="Vändåtta"/><players><player name="Åsa" score="5"/><player name="Örjan" score="1"/>'
        "</players></play></plays>"
    )
    plays = [("2024-01-01", "Vändåtta", {"Åsa": 5, "Örjan": 1})]
    assert plays_in(read(text.encode("latin-1"))) == plays
    assert plays_in(read(text.replace("iso-8859-1", "utf-16").encode("utf-16"))) == plays
