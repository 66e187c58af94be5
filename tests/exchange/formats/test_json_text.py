"""JSON is judged before it is read: what it is, how much, how deep, and whether its numbers are any."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exchange.document import BadDocument
from exchange.formats import json_text
from exchange.formats.json_text import JsonReader
from tests.exchange.brought import sample

NESTED = 40  # lists within each other, below the root

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**16) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=30,
)


def read(text):
    return JsonReader().read(text)


def refused(text):
    with pytest.raises(BadDocument) as refusal:
        read(text)
    return str(refusal.value)


@given(st.dictionaries(st.text(), anything), st.sampled_from([None, 1, "\t"]), st.booleans())
def test_it_reads_what_python_reads(document, indent, ascii_only):
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)
    try:
        read_here = read(f"\n {text}\t")
    except BadDocument as wrong:
        assert wrong.reason.startswith("not a usable number")  # noqa: PT017 - one of four hundred digits
    else:
        assert read_here == json.loads(text)


@pytest.mark.parametrize("name", ["night.json", "export.json", "shared.bgsplay"])
def test_it_reads_files_of_other_programs_and_ours(name):
    assert read(sample(name).decode()) == json.loads(sample(name))


@given(st.data())
def test_whatever_is_torn_off_or_put_in_is_refused_as_python_would(data):
    text = sample("night.json").decode()
    at = data.draw(st.integers(0, len(text)))
    torn = text[:at] + data.draw(st.sampled_from(["", *'{}[]",:\\0-.eE', "\x00", "null", "\n"])) + text[at:]
    torn = torn[: data.draw(st.integers(0, len(torn)))]
    try:
        expected = json.loads(torn)
    except json.JSONDecodeError:
        assert "breaks off" in (said := refused(torn)) or "JSON object expected" in said
    else:
        assert read(torn) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: JSON object expected"),
        ("\n [[],[]]", "2:2: JSON object expected"),
        ('"text"', "1:1: JSON object expected"),
        ("7", "1:1: JSON object expected"),
        ("{", "1:2: this is where the JSON breaks off"),
        ('{"a": 1', "1:8: this is where the JSON breaks off"),
        ('{"a": 1}\n}', "2:1: this is where the JSON breaks off"),
        ('{"a" 1}', "1:6: this is where the JSON breaks off"),
        ("{a: 1}", "1:2: this is where the JSON breaks off"),
        ('{"a": [1 2]}', "1:10: this is where the JSON breaks off"),
        ('{"a": [1,]}', "1:10: this is where the JSON breaks off"),
        ('{"a": "never', "1:7: this is where the JSON breaks off"),
        ('{"a": [{"b": [1}]}', "1:16: this is where the JSON breaks off"),
        ('{"a": [{"b": NaN}]}', 'a[0]: not a usable number: "NaN"'),
        ('{"a": [1, -Infinity]}', 'a[1]: not a usable number: "-Infinity"'),
        ('{"a": [1, [1e400]]}', 'a[1]: not a usable number: "1e400"'),
        ('{"a": ' + "7" * 19 + "}", f'a: not a usable number: "{"7" * 19}"'),
        ('{"a": [' + "7" * 5000 + "]}", f'a[0]: not a usable number: "{"7" * 56}…'),
        ('{"a": 0.' + "7" * 5000 + "}", f'a: not a usable number: "0.{"7" * 54}…'),
        ('{"a": [{}, ' + "[" * 41 + "]" * 41 + "]}", "a[1]: nested too deep"),
        ('{"a": ' * 60 + "1" + "}" * 60, "a: nested too deep"),
        ('{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "a[0]: nested too deep"),
        ('{"a": ' + "[" * 50_000, "a[0]: nested too deep"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, said):
    assert refused(text) == said


def test_as_deep_as_may_be():
    text = '{"a": ' + "[" * NESTED + "1" + "]" * NESTED + "}"
    assert read(text) == json.loads(text)
    assert refused(text.replace("1", "[1]")) == "a[0]: nested too deep"


@pytest.mark.parametrize(
    ("limit", "most", "text", "place"),
    [
        ("MOST_VALUES", 4, '{"a": [[1, 2], [3, 4]]}', "a[1]"),
        ("MOST_LISTS", 2, '{"a": [[], {}, []]}', "a[2]"),
        ("MOST_IN_ONE", 5, '{"a": [[1, 2], [1, 2, 3, 4, 5]]}', "a[1]"),
        ("MOST_ITEMS", 2, '{"a": [1, 2, 3]}', "a[2]"),
        ("MOST_MEMBERS", 2, '{"a": 1, "a": 2,\n "a": 3}', "2:2"),
        ("LONGEST", 10, '{"a": ["short", "' + "x" * 10 + '"]}', "a[1]"),
    ],
)
def test_no_more_than_a_file_can_hold(monkeypatch, limit, most, text, place):
    assert read(text)
    monkeypatch.setattr(json_text, limit, most)
    assert refused(text) == f"{place}: more than such a file can hold"


def test_what_one_text_of_a_file_holds_counts_against_the_next(monkeypatch):
    monkeypatch.setattr(json_text, "MOST_LISTS", 3)
    reader = JsonReader()
    assert reader.read('{"a": [[], []]}')
    with pytest.raises(BadDocument, match="more than such a file can hold"):
        reader.read('{"a": [[], []]}')
