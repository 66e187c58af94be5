"""The published schema is what the types say, and what import takes."""

import json

import jsonschema
import pytest

from exchange.document import BadDocument, document_in, validate
from exchange.document.schema import SCHEMA, schema
from tests.exchange.document.files import GONE, brief, document_of, spoiled
from tests.exchange.document.test_refusals import SPOILED, S

VALIDATOR = jsonschema.Draft202012Validator(
    schema(), format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
)


def test_it_is_generated_from_the_types():
    """If not: make schema."""
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == schema()


def test_whatever_breaks_it_is_refused(subtests):
    documents = [spoiled(brief(), path, value) for path, value, *_refusal in SPOILED]
    broken = [document for document in documents if not VALIDATOR.is_valid(document)]
    assert len(broken) > len(SPOILED) / 3
    for document in broken:
        with subtests.test(), pytest.raises(BadDocument):
            validate(document_of(document))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ([*S, "options"], GONE),
        ([*S, "finished_at"], None),
        ([*S, "next_deal"], None),
        ([*S, "rounds", 0, "chain"], None),
        ([*S, "rounds", 0, "recorded_at"], None),
        ([*S, "seats", 0, "away"], []),
        ([*S, "unknown"], {"any": ["thing"]}),
    ],
)
def test_what_may_be_left_out_or_empty_keeps_it_and_is_taken(path, value):
    document = spoiled({**brief(), "sessions": [{**brief()["sessions"][0], "unknown": 1}]}, path, value)
    VALIDATOR.validate(document)
    assert document_in(json.dumps(document).encode())
