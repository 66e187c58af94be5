"""Untrusted JSON is decoded into the types, or refused with a path: type, size and depth."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from files.document import BadDocument, document_in
from files.document.decoding import MAX_FLAT_COMMAS, MAX_FLAT_LENGTH, decoded
from tests.files.document.files import ANNA, brief
from tests.files.drafts import sample
from tests.sampling import full_only

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**16), 10**16)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=30,
)


def read(text):
    return decoded(text.encode(), dict[str, Any])


def refused(text, read=read):
    with pytest.raises(BadDocument) as refusal:
        read(text)
    return str(refusal.value)


@full_only
@given(st.dictionaries(st.text(), anything), st.sampled_from([None, 1, "\t"]), st.booleans())
def test_it_decodes_what_python_decodes(document, indent, ascii_only):
    text = json.dumps(document, indent=indent, ensure_ascii=ascii_only)
    assert read(f"\n {text}\t") == json.loads(text)


@pytest.mark.parametrize("name", ["night.json", "export.json", "shared.bgsplay"])
def test_it_reads_files_of_other_programs_and_ours(name):
    assert read(sample(name).decode()) == json.loads(sample(name))


@given(st.data())
def test_a_truncated_or_damaged_file_is_refused_as_by_python(data):
    text = sample("night.json").decode()
    at = data.draw(st.integers(0, len(text)))
    torn = text[:at] + data.draw(st.sampled_from(["", *'{}[]",:\\0-.eE', "\x00", "null", "\n"])) + text[at:]
    torn = torn[: data.draw(st.integers(0, len(torn)))]
    try:
        expected = json.loads(torn)
    except json.JSONDecodeError:
        assert "breaks off" in (message := refused(torn)) or "a JSON object is expected" in message
    else:
        assert read(torn) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: a JSON object is expected"),
        ("\n [[],[]]", "line 2: a JSON object is expected"),
        ('"text"', "line 1: a JSON object is expected"),
        ("7", "line 1: a JSON object is expected"),
        ("{", "line 1: this is where the JSON breaks off"),
        ('{"a": 1}\n}', "line 2: this is where the JSON breaks off"),
        ('{"a":\n [1,\n 2', "line 3: this is where the JSON breaks off"),
        ('{\n"a" 1}', "line 2: this is where the JSON breaks off"),
        ("{a: 1}", "line 1: this is where the JSON breaks off"),
        ('{"a": [1 2]}', "line 1: this is where the JSON breaks off"),
        ('{"a": [1,]}', "line 1: this is where the JSON breaks off"),
        ('{"a": "never', "line 1: this is where the JSON breaks off"),
        ('{"a": [{"b": [1}]}', "line 1: this is where the JSON breaks off"),
        ('{"a": [{"b": NaN}]}', "line 1: this is where the JSON breaks off"),
        ('{"a": [1, -Infinity]}', "line 1: this is where the JSON breaks off"),
        ('{"a": 1,\n "b": "\\ud800 and on"}', "line 2: this is where the JSON breaks off"),
        ('{"b": "x", "a": [1, [1e400]]}', "a[1][0]: not a usable number: 1e400"),
        ('{"a": {"b": ' + "7" * 5000 + "}}", f"a.b: not a usable number: {'7' * 57}…"),
        ('{"a": ' + "[" * 50_000 + "]" * 50_000 + "}", "nested too deep"),
    ],
)
def test_an_error_has_its_path(text, message):
    assert refused(text) == message


def test_members_unknown_to_the_types_are_skipped_whatever_their_size():
    document = {"more": [[[]]] * 10, **brief()}
    assert document_in(json.dumps(document).encode()) == document_in(json.dumps(brief()).encode())


def test_a_file_with_a_later_syntax_error_is_refused_as_broken():
    """Even if another error comes first."""
    document = json.dumps({"players": 5, **brief()}, indent=1)
    assert refused(document[:-2], lambda text: document_in(text.encode())).endswith("JSON breaks off")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("seats", {}, "sessions[0].seats: expected array, found {}"),
        ("seats", [{"player": ANNA}], f'sessions[0].seats: too short: [{{"player": "{ANNA}"}}]'),
        ("finished_at", 5, "sessions[0].finished_at: expected string / null, found 5"),
        ("variant", ["x" * 100], 'sessions[0].variant: expected string, found ["' + "x" * 55 + "…"),
        ("id", f"{ANNA}\n", "sessions[0].id: longer than 36 characters"),
    ],
)
def test_the_wrong_value_is_shown_and_truncated(path, value, message):
    document = brief()
    document["sessions"][0][path] = value
    assert refused(json.dumps(document), lambda text: document_in(text.encode())) == message


@pytest.mark.parametrize(
    "text",
    [
        '"sessions": [5], "sessions": []',
        '"group": 5, "group": {"name": "x"}',
        '"sessions": [5], "sessions": {}',
    ],
)
def test_duplicate_members_of_which_the_first_is_wrong(text):
    with pytest.raises(BadDocument):
        document_in(b"{%s}" % text.encode())


@full_only
@pytest.mark.parametrize(("part", "most"), [("players", 2_000), ("sessions", 20_000)])
def test_limits_of_a_group(part, most):
    document = brief()
    document[part] = document[part][:1] * (most + 1)
    refusal = refused(json.dumps(document), lambda text: document_in(text.encode()))
    assert refusal == f"{part}: more than {most} entries"


@pytest.mark.parametrize(
    ("limit", "most", "text"),
    [("values", 2, '{"a": [[1, 2], [3, 4]]}'), ("lists", 4, '{"a": [[], {}, []]}')],
)
def test_limits_of_a_file(limit, most, text):
    assert decoded(text.encode(), dict[str, Any], **{limit: most + 1})
    refusal = refused(text, lambda text: decoded(text.encode(), dict[str, Any], **{limit: most}))
    assert refusal == "more than such a file can hold"


def test_limits_of_a_single_list_or_object():
    text, one = '{"a": [%s]}', f"{1:020},".replace("0", " ")
    assert read(text % (one * MAX_FLAT_COMMAS + "1"))
    assert refused(text % (one * (MAX_FLAT_COMMAS + 1) + "1")) == "more than such a file can hold"
    assert read(text % f'"{"x" * MAX_FLAT_LENGTH}"')
