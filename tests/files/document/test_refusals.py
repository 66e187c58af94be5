"""An invalid document is refused as a whole, with the path and the reason; nothing is changed."""

import json
import uuid
from itertools import product

import pytest

from files.document import BadDocument, document_in, validate
from tests.files.document.files import (
    ANNA,
    BO,
    CARA,
    DILAN,
    NIGHT,
    REMOVED,
    SESSION,
    brief,
    document_of,
    exported,
    import_document,
    round_of,
    with_value,
)
from tests.models.rows import every_text
from tests.sampling import full_only

S = ("sessions", 0)
R = (*S, "rounds", 0)
H = (*R, "hands", 0)


def refusal(app, document):
    """Path and message, after checking that nothing was stored."""
    before = every_text(app)
    with pytest.raises(BadDocument) as refused:
        import_document(app, document)
    assert every_text(app) == before
    str(refused.value).encode()
    assert len(str(refused.value)) < 600
    return refused.value.place, str(refused.value)


WRONG = [
    # not an object, or another format
    ([], "", "object"),
    (None, "", "object"),
    ("text", "", "object"),
    (7, "", "object"),
    ({}, "", "“format” is missing"),
]


@pytest.mark.parametrize(("document", "place", "reason"), WRONG)
def test_not_a_document(app, document, place, reason):
    at, words = refusal(app, document)
    assert at == place
    assert reason in words


SPOILED = [
    (["format"], "turn-eight/3", "format", "turn-eight/1"),
    (["format"], REMOVED, "", "“format” is missing"),
    (["exported_at"], "yesterday", "exported_at", "yesterday"),
    (["group", "name"], " \u200b", "group.name", "not a name"),
    (["group"], REMOVED, "", "“group” is missing"),
    (["group", "name"], "", "group.name", ""),
    (["group", "name"], "x" * 81, "group.name", ""),
    (["group", "name"], 8, "group.name", "string"),
    (["group", "id"], "8", "group.id", "uuid"),
    # players
    (["players"], {}, "players", "array"),
    (["players", 1], "Bo", "players[1]", "object"),
    (["players", 1, "id"], REMOVED, "players[1]", "“id” is missing"),
    (["players", 1, "id"], "not-a-uuid", "players[1].id", "uuid"),
    (["players", 1, "id"], 12, "players[1].id", "string"),
    (["players", 1, "id"], ANNA, "players[1].id", "twice"),
    (["players", 1, "id"], ANNA.upper(), "players[1].id", "twice"),
    (["players", 1, "name"], "", "players[1].name", ""),
    (["players", 1, "name"], "x" * 41, "players[1].name", "40"),
    (["players", 1, "name"], "x" * 10_000_000, "players[1].name", "40"),
    (["players", 1, "name"], "  Bo", "players[1].name", "not a name"),
    (["players", 1, "name"], "B\no", "players[1].name", "not a name"),
    (["players", 1, "name"], "\x00", "players[1].name", "cannot be written"),
    (["players", 1, "name"], "\u200b", "players[1].name", "not a name"),
    (["players", 1, "name"], ["Bo"], "players[1].name", "string"),
    (["players", 1, "anonymised_at"], "once", "players[1].anonymised_at", "once"),
    # nights
    (["nights"], [{"id": NIGHT, "date": "20 November"}], "nights[0].date", "date"),
    (["nights"], [{"id": NIGHT, "date": "2026-02-30"}], "nights[0].date", "date"),
    (["nights"], [{"id": NIGHT, "date": "0000-01-01"}], "nights[0].date", "date"),
    (["nights"], [{"id": NIGHT, "date": 20261120}], "nights[0].date", "string"),
    (["nights"], [{"id": NIGHT}], "nights[0]", "“date” is missing"),
    (["nights"], [{"id": NIGHT, "date": "2026-11-20"}] * 2, "nights[1].id", "twice"),
    (["nights"], [{"id": NIGHT, "date": "2026-11-20", "place": "x" * 81}], "nights[0].place", "80"),
    (["nights"], [{"id": NIGHT, "date": "2026-11-20", "note": "x" * 2001}], "nights[0].note", "2000"),
    (["nights"], [{"id": NIGHT, "date": "2026-11-20", "note": "\x00"}], "nights[0].note", ""),
    # sessions
    (["sessions"], REMOVED, "", "“sessions” is missing"),
    ([*S, "id"], REMOVED, "sessions[0]", "“id” is missing"),
    ([*S, "id"], SESSION[:-1], "sessions[0].id", "uuid"),
    ([*S, "variant"], "chess", "sessions[0].variant", "chess"),
    ([*S, "variant"], "__class__", "sessions[0].variant", "__class__"),
    ([*S, "variant"], None, "sessions[0].variant", "string"),
    ([*S, "night"], NIGHT, "sessions[0].night", "night"),
    ([*S, "started_at"], "tomorrow", "sessions[0].started_at", "tomorrow"),
    ([*S, "started_at"], "", "sessions[0].started_at", ""),
    ([*S, "started_at"], 1234567890, "sessions[0].started_at", "string"),
    ([*S, "started_at"], "0001-01-01T00:00:00+14:00", "sessions[0].started_at", "0001"),
    ([*S, "started_at"], "0001-01-01T00:00:00Z", "sessions[0].started_at", "0001"),
    ([*S, "started_at"], "9999-12-31T23:59:59Z", "sessions[0].started_at", "9999"),
    ([*S, "finished_at"], "later", "sessions[0].finished_at", "later"),
    ([*S, "options"], [], "sessions[0].options", "object"),
    ([*S, "options"], {"mode": "long"}, "sessions[0].options.mode", "choice"),
    ([*S, "options"], {"mode": 4}, "sessions[0].options.mode", ""),
    ([*S, "options"], {"mode": {"a": []}}, "sessions[0].options.mode", ""),
    ([*S, "options"], {"decks": 5}, "sessions[0].options.decks", ""),
    ([*S, "options"], {"decks": True}, "sessions[0].options.decks", ""),
    ([*S, "options"], {"decks": 10**30}, "sessions[0].options.decks", ""),
    ([*S, "options"], {"decks": "2"}, "sessions[0].options.decks", ""),
    ([*S, "options"], {"eight_follows": 1}, "sessions[0].options.eight_follows", ""),
    ([*S, "options"], {"colour": "red"}, "sessions[0].options.colour", ""),
    # seats
    ([*S, "seats"], [{"player": ANNA}], "sessions[0].seats", "short"),
    ([*S, "seats"], [], "sessions[0].seats", "short"),
    ([*S, "seats", 0], {}, "sessions[0].seats[0]", "“player” is missing"),
    ([*S, "seats", 0, "player"], DILAN, "sessions[0].seats[0].player", "no such player"),
    ([*S, "seats", 1, "player"], ANNA, "sessions[0].seats[1].player", "twice"),
    ([*S, "seats", 0, "team"], "x" * 41, "sessions[0].seats[0].team", "40"),
    ([*S, "seats", 0, "team"], "\x00", "sessions[0].seats[0].team", ""),
    ([*S, "seats", 0, "team"], 4, "sessions[0].seats[0].team", "string"),
    ([*S, "seats", 0, "joined_round"], 0, "sessions[0].seats[0].joined_round", "1"),
    ([*S, "seats", 0, "joined_round"], -3, "sessions[0].seats[0].joined_round", "1"),
    ([*S, "seats", 0, "joined_round"], 10**12, "sessions[0].seats[0].joined_round", "999"),
    ([*S, "seats", 0, "joined_round"], 1.5, "sessions[0].seats[0].joined_round", "integer"),
    ([*S, "seats", 0, "joined_round"], True, "sessions[0].seats[0].joined_round", "integer"),
    ([*S, "seats", 0, "left_round"], 0, "sessions[0].seats[0].left_round", "1"),
    ([*S, "seats", 0, "left_round"], "2", "sessions[0].seats[0].left_round", "integer"),
    ([*S, "seats", 0, "start_points"], 10**9, "sessions[0].seats[0].start_points", "99999"),
    ([*S, "seats", 0, "start_points"], None, "sessions[0].seats[0].start_points", "integer"),
    ([*S, "seats", 0, "takes_over"], "x", "sessions[0].seats[0].takes_over", ""),
    ([*S, "seats", 0, "takes_over"], ANNA, "sessions[0].seats[0].takes_over", "the first"),
    ([*S, "seats", 0, "takes_over"], BO, "sessions[0].seats", "both play round 1"),
    ([*S, "seats", 0, "away"], 5, "sessions[0].seats[0].away", ""),
    ([*S, "seats", 0, "away"], None, "sessions[0].seats[0].away", ""),
    ([*S, "seats", 0, "away"], {"since": 1}, "sessions[0].seats[0].away", ""),
    ([*S, "seats", 0, "away"], [5], "sessions[0].seats[0].away[0]", "object"),
    ([*S, "seats", 0, "away"], [{"since": 2}], "sessions[0].seats[0].away[0]", "missing"),
    (
        [*S, "seats", 0, "away"],
        [{"since": 3, "until": 2, "points": 0}],
        "sessions[0].seats[0].away[0].until",
        "3",
    ),
    (
        [*S, "seats", 0, "away"],
        [{"since": 2, "until": None, "points": 0}],
        "sessions[0].seats[0].away[0].until",
        "",
    ),
    # who deals first
    ([*S, "first_dealers"], [], "sessions[0].first_dealers", "short"),
    ([*S, "first_dealers"], REMOVED, "sessions[0]", "“first_dealers” is missing"),
    ([*S, "first_dealers", 0], DILAN, "sessions[0].first_dealers[0]", "no such seat"),
    ([*S, "first_dealers", 0], None, "sessions[0].first_dealers[0]", "string"),
    ([*S, "next_deal"], 5, "sessions[0].next_deal", ""),
    ([*S, "next_deal"], {"dealer": DILAN, "misdeals": 0}, "sessions[0].next_deal.dealer", "no such seat"),
    ([*S, "next_deal"], {"dealer": [ANNA], "misdeals": 0}, "sessions[0].next_deal.dealer", ""),
    ([*S, "next_deal"], {"dealer": 5, "misdeals": 0}, "sessions[0].next_deal.dealer", ""),
    ([*S, "next_deal"], {"dealer": None, "misdeals": -1}, "sessions[0].next_deal.misdeals", ""),
    ([*S, "next_deal"], {"dealer": None}, "sessions[0].next_deal", "missing"),
    # rounds
    ([*S, "rounds"], {}, "sessions[0].rounds", "array"),
    ([*R, "number"], REMOVED, "sessions[0].rounds[0]", "“number” is missing"),
    ([*R, "number"], 0, "sessions[0].rounds[0].number", "1"),
    ([*R, "number"], 4, "sessions[0].rounds[1].number", "round 1"),
    ([*R, "number"], 2, "sessions[0].rounds[0].number", "round 1"),
    ([*R, "number"], 10**40, "sessions[0].rounds[0].number", "999"),
    ([*R, "number"], 1.5, "sessions[0].rounds[0].number", ""),
    ([*R, "number"], "1", "sessions[0].rounds[0].number", "integer"),
    ([*R, "out"], REMOVED, "sessions[0].rounds[0]", "“out” is missing"),
    ([*R, "out"], DILAN, "sessions[0].rounds[0].out", "no such seat"),
    ([*R, "out"], "Cara", "sessions[0].rounds[0].out", ""),
    ([*R, "out"], 3, "sessions[0].rounds[0].out", ""),
    ([*R, "dealer"], DILAN, "sessions[0].rounds[0].dealer", "no such seat"),
    ([*R, "dealer"], None, "sessions[0].rounds[0].dealer", "string"),
    ([*R, "hand_size"], 0, "sessions[0].rounds[0].hand_size", "1"),
    ([*R, "hand_size"], 53, "sessions[0].rounds[0].hand_size", "52"),
    ([*R, "hand_size"], 10**20, "sessions[0].rounds[0].hand_size", "52"),
    ([*R, "hand_size"], 4.5, "sessions[0].rounds[0].hand_size", ""),
    ([*R, "recorded_at"], "noon", "sessions[0].rounds[0].recorded_at", "noon"),
    ([*R, "recorded_at"], 5, "sessions[0].rounds[0].recorded_at", ""),
    ([*R, "misdeals"], -1, "sessions[0].rounds[0].misdeals", ""),
    ([*R, "misdeals"], "many", "sessions[0].rounds[0].misdeals", ""),
    ([*R, "chain"], {"cards": 0, "drawer": ANNA}, "sessions[0].rounds[0].chain.cards", ""),
    ([*R, "chain"], {"cards": 9, "drawer": ANNA}, "sessions[0].rounds[0].chain.cards", "8"),
    ([*R, "chain"], {"cards": 1, "drawer": DILAN}, "sessions[0].rounds[0].chain.drawer", "no such seat"),
    ([*R, "chain"], {"cards": 1, "drawer": [ANNA]}, "sessions[0].rounds[0].chain.drawer", ""),
    ([*R, "chain"], {"cards": 1}, "sessions[0].rounds[0].chain", "“drawer” is missing"),
    ([*R, "chain"], 2, "sessions[0].rounds[0].chain", ""),
    ([*S, "rounds", 2, "chain"], {"cards": 1, "drawer": ANNA}, "sessions[0].rounds[2].chain", "nobody"),
    # hands
    ([*R, "hands"], REMOVED, "sessions[0].rounds[0]", "“hands” is missing"),
    ([*R, "hands"], [], "sessions[0].rounds[0].hands", "Anna"),
    ([*R, "hands"], [{"player": ANNA, "points": 5}], "sessions[0].rounds[0].hands", "Bo"),
    ([*H, "player"], BO, "sessions[0].rounds[0].hands[1].player", "twice"),
    ([*H, "player"], DILAN, "sessions[0].rounds[0].hands[0].player", "no such seat"),
    ([*H, "player"], REMOVED, "sessions[0].rounds[0].hands[0]", "“player” is missing"),
    ([*H, "cards"], {"11": 1}, "sessions[0].rounds[0].hands[0].cards", 'no card "11"'),
    ([*H, "cards"], {"JK": 1}, "sessions[0].rounds[0].hands[0].cards", 'no card "JK"'),
    ([*H, "cards"], {"": 1}, "sessions[0].rounds[0].hands[0].cards", 'no card ""'),
    ([*H, "cards"], {"x" * 5000: 1}, "sessions[0].rounds[0].hands[0].cards", "no card"),
    ([*H, "cards"], {"8": -1}, "sessions[0].rounds[0].hands[0].cards.8", "0"),
    ([*H, "cards"], {"8": 105}, "sessions[0].rounds[0].hands[0].cards", "105"),
    ([*H, "cards"], {"8": 10**30}, "sessions[0].rounds[0].hands[0].cards", ""),
    ([*H, "cards"], {"8": 1.5}, "sessions[0].rounds[0].hands[0].cards.8", "integer"),
    ([*H, "cards"], {"8": 1.5}, "sessions[0].rounds[0].hands[0].cards.8", "integer"),
    ([*H, "cards"], {"8": True}, "sessions[0].rounds[0].hands[0].cards.8", "integer"),
    ([*H, "cards"], {"8": "1"}, "sessions[0].rounds[0].hands[0].cards.8", "integer"),
    ([*H, "cards"], ["8", "8"], "sessions[0].rounds[0].hands[0].cards", "object"),
    ([*H, "cards"], None, "sessions[0].rounds[0].hands[0]", "neither"),
    ([*H, "cards"], REMOVED, "sessions[0].rounds[0].hands[0]", "neither"),
    ([*H, "points"], 61, "sessions[0].rounds[0].hands[0].points", "60"),
    ([*H, "points"], -60, "sessions[0].rounds[0].hands[0].points", "60"),
    ([*H, "points"], "60", "sessions[0].rounds[0].hands[0].points", "integer"),
    ([*H], {"player": ANNA, "points": -1}, "sessions[0].rounds[0].hands[0].points", "0"),
    ([*H], {"player": ANNA, "points": 10_000}, "sessions[0].rounds[0].hands[0].points", "9999"),
    ([*H], {"player": ANNA, "points": 10**30}, "sessions[0].rounds[0].hands[0].points", "9999"),
    ([*H], {"player": CARA, "cards": {"8": 1}}, "sessions[0].rounds[0].hands[0]", "Cara"),
    ([*H], {"player": CARA, "points": 3}, "sessions[0].rounds[0].hands[0]", "Cara"),
    ([*S, "seats", 2, "joined_round"], 3, "sessions[0].rounds[0].out", ""),
    ([*S, "seats", 0, "joined_round"], 2, "sessions[0].rounds[0].hands[0].player", "Anna"),
    # standings
    (
        [*S, "standings"],
        [{"player": ANNA, "total": 71, "rank": 2, "winner": False}],
        "sessions[0].standings[0].total",
        "70",
    ),
    (
        [*S, "standings"],
        [{"player": ANNA, "total": 70, "rank": 1, "winner": False}],
        "sessions[0].standings[0].rank",
        "2",
    ),
    (
        [*S, "standings"],
        [{"player": CARA, "total": 27, "rank": 1, "winner": True}],
        "sessions[0].standings[0].winner",
        "",
    ),
    ([*S, "standings"], [{"player": ANNA}], "sessions[0].standings[0]", "missing"),
    (
        [*S, "standings"],
        [{"player": DILAN, "total": 0, "rank": 1, "winner": False}],
        "sessions[0].standings[0].player",
        "no such seat",
    ),
]


def test_a_single_wrong_value(app, subtests):
    for path, value, place, reason in SPOILED:
        with subtests.test(f"{path}: {value!r:.80}"):
            at, words = refusal(app, with_value(brief(), path, value))
            assert at == place
            assert reason in words


def test_the_documented_path(app):
    _at, words = refusal(app, with_value(brief(), [*S, "rounds", 2, "hands", 1, "cards"], {"11": 2}))
    assert words == 'sessions[0].rounds[2].hands[1].cards: no card "11"'


def test_the_first_error_in_reading_order_is_reported(app):
    document = brief()
    document["sessions"][0]["rounds"] = [round_of(n, CARA, {ANNA: 5, BO: 4}) for n in range(1, 13)]
    for place in (10, 9, 2):
        del document["sessions"][0]["rounds"][place]["hands"]
    at, _words = refusal(app, document)
    assert at == "sessions[0].rounds[2]"


def test_two_rounds_with_the_same_number(app):
    document = brief()
    document["sessions"][0]["rounds"].append(round_of(2, CARA, {ANNA: 5, BO: 4}))
    at, _words = refusal(app, document)
    assert at == "sessions[0].rounds[3].number"


def test_too_many_seats(app):
    document = brief()
    people = [{"id": str(uuid.UUID(int=n + (8 << 76) + (2 << 62))), "name": f"N{n}"} for n in range(61)]
    document["players"] += people
    document["sessions"][0]["seats"] = [{"player": person["id"]} for person in people]
    assert refusal(app, document) == ("sessions[0].seats", "sessions[0].seats: more than 60 people")


def test_too_many_rounds(app):
    document = brief()
    document["sessions"][0]["rounds"] = [round_of(n, CARA, {ANNA: 5, BO: 4}) for n in range(1, 1002)]
    at, _words = refusal(app, document)
    assert at == "sessions[0].rounds[999].number"


@pytest.mark.parametrize(
    ("path", "value"), [(["rounds", 2, "hands", 0, "cards"], {"11": 1}), (["variant"], "chess")]
)
def test_an_error_in_the_last_session_leaves_nothing_of_the_first(app, path, value):
    document = brief()
    document["sessions"].append({**brief()["sessions"][0], "id": DILAN})
    refusal(app, with_value(document, ["sessions", 1, *path], value))


def test_points_where_the_table_counts_wins(app):
    document = brief()
    session = document["sessions"][0]
    session |= {"variant": "vatikan", "options": {}, "rounds": [round_of(1, CARA, {ANNA: 5, BO: {"8": 1}})]}
    at, _words = refusal(app, document)
    assert at == "sessions[0].rounds[0].hands[0].points"


@pytest.mark.parametrize(
    ("path", "value", "refused"),
    [
        (["players", 1, "name"], "\ud800", "line 1: this is where the JSON breaks off"),
        ([*H, "cards"], {"\udfff": 1}, "line 1: this is where the JSON breaks off"),
        ([*S, "rules"], {"name": "\udfff"}, "line 1: this is where the JSON breaks off"),
        ([*S, "rules"], {"name": "\x00"}, "sessions[0].rules.name: a text that cannot be written"),
        ([*S, "seats", 0, "team"], "\x00", "sessions[0].seats[0].team: a text that cannot be written"),
    ],
)
def test_half_a_surrogate_pair_is_no_text(app, path, value, refused):
    assert refusal(app, with_value(brief(), path, value))[1] == refused


def with_nesting(path, depth):
    """A file with nested lists at a path of a document."""
    text = json.dumps(with_value(brief(), path, "HOLE")).replace('"HOLE"', "[" * depth + "]" * depth)
    return text.encode()


def test_deep_nesting(subtests):
    """A file that can be parsed may still be too deeply nested to check: it is refused, without a crash."""
    for path, depth in product(
        [[*S, "options"], [*S, "options", "mode"], [*S, "rules"], [*R, "out"], [*H, "cards"]],
        [*range(50, 1000, 150), 950, 5000, 100_000],
    ):
        with subtests.test(f"{path}: {depth}"), pytest.raises(BadDocument):
            validate(document_in(with_nesting(path, depth)))


def test_deep_nesting_in_an_unknown_member():
    assert document_in(with_nesting(["more"], 50)) == document_of(brief())
    with pytest.raises(BadDocument, match="nested too deep"):
        document_in(with_nesting(["more"], 100_000))


class TestRules:
    """Frozen rules from elsewhere: other points are allowed, but they must be consistent."""

    @pytest.fixture
    def document(self, app):
        group_id, _report = import_document(app, brief())
        document = exported(app, group_id)
        document["sessions"][0]["id"] = DILAN
        return document

    def test_other_points_are_house_rules(self, app, document):
        rules = document["sessions"][0]["rules"]
        rules["classes"][0]["points"] = 40
        del document["sessions"][0]["standings"]
        for played in document["sessions"][0]["rounds"]:
            for hand in played["hands"]:
                del hand["points"]
        document["sessions"][0]["rounds"][1]["hands"][2]["points"] = 12
        group_id, _report = import_document(app, document)
        imported = next(s for s in exported(app, group_id)["sessions"])
        assert imported["rounds"][0]["hands"][0]["points"] == 50

    @full_only
    def test_rules_that_cannot_be_played(self, app, document, subtests):
        for path, value in [
            ([], None),
            ([], []),
            ([], {}),
            (["hand_sizes"], [0]),
            (["hand_sizes"], [-4]),
            (["hand_sizes"], [10**9]),
            (["hand_sizes"], [None]),
            (["hand_sizes"], None),
            (["hand_sizes"], ["4"]),
            (["rounds"], "seven"),
            (["rounds"], -1),
            (["rounds"], 0),
            (["rounds"], 10**12),
            (["block"], 0),
            (["block"], -5),
            (["block"], "five"),
            (["decks"], 0),
            (["decks"], None),
            (["decks"], 10**9),
            (["jokers"], -1),
            (["jokers"], 10**9),
            (["players"], []),
            (["players"], [2]),
            (["players"], None),
            (["tally"], "luck"),
            (["tally"], None),
            (["teams"], "yes"),
            (["first_to"], 0),
            (["first_to"], "ten"),
            (["turn_up"], -1),
            (["winner_played"], None),
            (["classes"], []),
            (["classes"], None),
            (["classes", 0], None),
            (["classes", 0], {}),
            (["classes", 0, "points"], "fifty"),
            (["classes", 0, "points"], 10**9),
            (["classes", 0, "points"], -1000),
            (["collects"], True),
            (["highest_wins"], 1),
            (["deck_size"], 40),
            (["deck_size"], 36),
            (["entry"], "typed"),
            (["zero_sum"], True),
            (["tie"], "nobody"),
            (["eliminate_at"], 0),
            (["multipliers"], [{"key": "jack", "factor": 1, "of": "round"}]),
            (["multipliers"], [{"key": "jack", "factor": 2, "of": "night"}]),
            (["classes", 0, "per_deck"], 10**9),
            (["classes", 0, "per_deck"], -4),
            (["classes", 0, "key"], "2"),
            (["classes", 0, "key"], None),
            (["classes", 0, "ranks"], "8"),
            (["classes", 0, "ranks"], [8]),
            (["classes", 0, "ranks"], ["2"]),
            (["classes", 0, "label"], None),
            (["classes", 0, "label"], {"sv": "8"}),
            (["classes", 0, "one"], {}),
            (["classes", 0, "many"], "eights\x00"),
            (["chain"], "2"),
            (["chain", "card_class"], "11"),
            (["chain", "draws_per_card"], 0),
            (["chain", "draws_per_card"], 10**9),
            (["chain", "draws_per_card"], None),
            (["words"], None),
            (["words", "Round"], None),
            (["words", "Round"], {"sv": "Runda"}),
            (["words", "Round"], "x" * 501),
            (["name"], None),
            (["prompts"], None),
            (["prompts"], [5]),
            (["prompts", 0], {}),
            (["prompts", 0, "moment"], REMOVED),
            (["prompts", 0, "moment"], 5),
            (["prompts", 0, "first_in_block"], "maybe"),
            (["prompts", 0, "text"], "Watch out"),
            (["prompts", 0, "text"], {"en": "Watch out"}),
            (["prompts", 0, "text", "en"], "%(somebody)s"),
            (["prompts", 0, "text", "en"], "100 %"),
            (["prompts", 0, "text", "en"], "%s"),
            (["prompts", 0, "text", "en"], "%(cards)999999999d"),
            (["prompts", 0, "text", "en"], "%(cards)c"),
            (["prompts", 0, "text", "en"], 5),
            (["prompts", 0, "lead"], {"sv": "Se upp"}),
            (["prompts", 0, "lead"], "Watch out"),
            (["options"], None),
            (["options"], "deep"),
            (["unheard_of"], 1),
        ]:
            with subtests.test(f"{path}: {value!r:.80}"):
                at, _words = refusal(app, with_value(document, [*S, "rules", *path], value))
                assert at.startswith("sessions[0].rules")
