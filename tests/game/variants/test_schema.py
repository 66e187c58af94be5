"""Rules are described once, in game/scoring/rules.py: the schemas and the reading of rules follow from it."""

from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from game.scoring.rules import Chain, Rules, UpTo999
from game.variants import VARIANTS, schema
from game.variants.schema import schema_of, variant_schema


@dataclass(frozen=True, kw_only=True)
class FutureRules(Rules):
    """Rules with two more: one with a default for earlier sessions, and one optional."""

    golden_deal: bool = False
    bonus: Annotated[int, Meta(ge=0, le=50)] | None = None


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (bool, {"type": "boolean", "description": "true or false"}),
        (
            UpTo999,
            {"type": "integer", "minimum": 1, "maximum": 999, "description": "a whole number from 1 on"},
        ),
        (
            UpTo999 | None,
            {
                "type": ["integer", "null"],
                "minimum": 1,
                "maximum": 999,
                "description": "a whole number from 1 on",
            },
        ),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"], "description": "one of a, b"}),
        (
            Annotated[tuple[UpTo999, ...], Meta(min_length=1, max_length=9)],
            {
                "type": "array",
                "items": schema_of(UpTo999),
                "minItems": 1,
                "maxItems": 9,
                "description": "a list of whole numbers from 1 on, at least one",
            },
        ),
        (
            tuple[bool, bool],
            {
                "type": "array",
                "items": schema_of(bool),
                "minItems": 2,
                "maxItems": 2,
                "description": "a list",
            },
        ),
    ],
    ids=str,
)
def test_a_type_gives_a_schema(hint, expected):
    assert schema_of(hint) == expected


def test_a_class_gives_a_table_of_its_fields():
    table = schema_of(Chain)
    assert table["required"] == ["card_class", "draws_per_card"]
    assert table["properties"]["draws_per_card"] == {
        "type": "integer",
        "minimum": 1,
        "maximum": 52,
        "description": "a whole number from 1 on",
    }
    assert table["additionalProperties"] is False


def test_a_variant_file_has_a_place_for_every_rule():
    tables = variant_schema()["properties"]
    placed = [name for table in ("pack", "deal", "counting") for name in tables[table]["properties"]]
    placed = [name for name in placed if name != "facts"]
    assert len(set(placed)) == len(placed)
    assert {*placed, *schema.NOT_IN_TABLES} == {field.name for field in fields(Rules)}
    assert set(tables["chain"]["properties"]) == {"card_class", "draws_per_card", "facts"}


def test_an_optional_rule_may_be_left_out():
    tables = variant_schema()["properties"]
    left_out = {
        name for table in ("pack", "deal", "counting") for name in tables[table]["properties"]
        if name not in tables[table]["required"]
    }  # fmt: skip
    with_default = {field.name for field in fields(Rules) if field.default is not MISSING}
    assert left_out == {"rounds", "block", "first_to"} | with_default - {"base"}


def test_values_that_other_parts_of_the_file_depend_on_are_no_option():
    settable = set(variant_schema()["$defs"]["sets"]["properties"])
    assert {field.name for field in fields(Rules)} - settable == {
        "variant",
        "players",
        "classes",
        "jokers",
        "block",
        *schema.TEXTS,
    }


def test_a_new_rule_is_added_to_variant_files_and_options(monkeypatch):
    monkeypatch.setattr(schema, "Rules", FutureRules)
    made = variant_schema()
    counting, shared = made["properties"]["counting"], made["$defs"]
    assert counting["properties"]["bonus"]["maximum"] == 50
    assert not {"golden_deal", "bonus"} & set(counting["required"])
    assert {"golden_deal", "bonus"} <= set(shared["sets"]["properties"])
    assert "golden_deal" in shared["flag_rule"]["enum"]
    assert "bonus" in shared["number_rule"]["enum"]


def test_sessions_from_before_a_new_rule_can_still_be_read():
    values = msgspec.to_builtins(VARIANTS["derange"].rules({}, 4))
    rules = msgspec.convert(values, FutureRules)
    assert (rules.golden_deal, rules.bonus, rules.decks) == (False, None, 2)
    assert msgspec.convert({**values, "golden_deal": True, "bonus": 5}, FutureRules).bonus == 5
    required = schema_of(FutureRules)["required"]
    assert "decks" in required
    assert not {"golden_deal", "bonus"} & set(required)
