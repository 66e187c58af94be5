"""Stored drafts can be read by later versions."""

import json
import zlib

import pytest

from files.importing.draft import needs_game, packed, unpacked
from tests.files.document.files import ANNA, BO, SESSION, brief


def stored(*parts):
    """A draft in the format of versions before typed drafts."""
    return b"".join(
        zlib.compress(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode()) for part in parts
    )


TOTALS = {
    "id": SESSION,
    "at": "2",
    "game": "Derange",
    "day": "2024-02-02",
    "timed": False,
    "place": None,
    "note": "rain",
    "started_at": "2024-02-02T12:00:00+00:00",
    "finished_at": "2024-02-02T12:00:00+00:00",
    "seats": [{"player": ANNA}, {"player": BO}],
    "first_dealers": [ANNA],
    "totals": [30, 12],
    "winners": [],
}
HEAD = {"format": "turn-eight/1", "group": {"name": "totals"}, "nights": []}
NAMED = {
    "players": [
        {"id": ANNA, "name": "Anna", "told": "Anna ", "nameless": True},
        {"id": BO, "name": "Player 2", "anonymised_at": "2024-03-01T12:00:00+00:00"},
    ],
    "left_out": [{"at": "7", "what": "x", "reason": "no such seat", "values": {}}],
    "odd": [{"at": "", "code": "winner", "values": {"file": ["Anna"], "points": ["Bo"]}}],
    "table": {
        "lines": [[1, ["Anna", "Bo"]]],
        "questions": [{"key": "rows", "answers": ["rounds", "games"], "chosen": "games", "about": {}}],
    },
}


@pytest.mark.parametrize(
    "packed_draft",
    [stored(NAMED, {**HEAD, "sessions": [TOTALS]}), stored({**HEAD, **NAMED, "sessions": [TOTALS]})],
)
def test_a_draft_of_totals(packed_draft):
    draft = unpacked(packed_draft)
    (session,) = draft.sessions
    assert needs_game(session)
    assert (session.totals, session.timed, session.note, session.game) == ([30, 12], False, "rain", "Derange")
    anna, forgotten = draft.players
    assert (anna.source_name, anna.nameless, bool(anna.anonymised_at)) == ("Anna ", True, False)
    assert forgotten.anonymised_at == "2024-03-01T12:00:00+00:00"
    assert (draft.left_out[0].reason, draft.warnings[0].values["points"]) == ("no such seat", ["Bo"])
    assert draft.table
    assert (draft.table.lines, draft.table.questions[0].chosen) == ([(1, ["Anna", "Bo"])], "games")
    assert unpacked(packed(draft)) == draft


def test_a_draft_of_a_document():
    document = brief()
    named = {"players": document.pop("players")}
    document["sessions"][0] |= {"rules": {"tally": "points"}, "unheard_of": 1}
    draft = unpacked(stored(named, {**document, "nights": []}))
    (session,) = draft.sessions
    assert not needs_game(session)
    assert (session.options, bytes(session.rules)) == ({"mode": "short"}, b'{"tally":"points"}')
    assert [len(played.hands) for played in session.rounds] == [2, 2, 3]
    assert not draft.table
    assert unpacked(packed(draft)) == draft
