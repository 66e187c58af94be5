"""The published schema matches the types and the import."""

import json

import jsonschema
import pytest

from files.document import BadDocument, document_in, validate
from files.document.schema import SCHEMA, schema
from tests.files.document.files import REMOVED, brief, document_of, with_value
from tests.files.document.test_refusals import SPOILED, S

VALIDATOR = jsonschema.Draft202012Validator(
    schema(), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
)


def test_it_is_generated_from_the_types():
    """Otherwise: make schema."""
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema()


def test_a_document_that_breaks_the_schema_is_refused(subtests):
    documents = [with_value(brief(), path, value) for path, value, *_refusal in SPOILED]
    broken = [document for document in documents if not VALIDATOR.is_valid(document)]
    assert len(broken) > len(SPOILED) / 3
    for document in broken:
        with subtests.test(), pytest.raises(BadDocument):
            validate(document_of(document))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ([*S, "options"], REMOVED),
        ([*S, "finished_at"], None),
        ([*S, "next_deal"], None),
        ([*S, "rounds", 0, "chain"], None),
        ([*S, "rounds", 0, "recorded_at"], None),
        ([*S, "seats", 0, "away"], []),
        ([*S, "unknown"], {"any": ["thing"]}),
    ],
)
def test_optional_or_empty_members_are_accepted(path, value):
    document = with_value({**brief(), "sessions": [{**brief()["sessions"][0], "unknown": 1}]}, path, value)
    VALIDATOR.validate(document)
    assert document_in(json.dumps(document).encode())
