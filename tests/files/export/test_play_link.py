"""Link that sends a session to BG Stats, key by key."""

import json
import re
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import pytest
import segno
from msgspec.structs import replace

from files.export import bg_stats
from files.export.bg_stats import ADDRESS, MAX_LINK_LENGTH, SHORT_NAME, play, play_link
from models import Player, db
from tests.sampling import full_only
from tests.table import at_work
from views.web.qr import qr_code

QUIET = 4  # modules
SEVEN = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)
PLAYS = ["Cara out, Anna 8 5, Bo K", "Anna out, Bo =12, Cara K K"]

pytestmark = pytest.mark.table("derange", "Anna Bo Cara", plays=PLAYS, is_over=True, mode="short", at=SEVEN)
SAID = {
    "game": "Derange Order of Eight",
    "board": "Derange Order of Eight",
    "comments": "Round 2 decided it.",
    "location": "Anna’s",
}
KEYS = {"name", "sourcePlayerId", "startPlayer", "winner", "rank", "score", "role"}


def value_of(link):
    """The single value of the link, decoded as by the app."""
    parts = urlsplit(link)
    assert link.startswith(ADDRESS)
    assert parts.fragment == ""
    (text,) = parse_qs(parts.query, strict_parsing=True)["data"]
    return json.loads(text)


def test_a_play_key_by_key(table):
    with table.seen() as session:
        record = value_of(play_link(session, SAID))
        began = session.started_at
    players = record.pop("players")
    assert record == {
        "sourceName": "Turn Eight",
        "sourcePlayId": str(table.session_id),
        "playDate": began.strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": 2,
        "location": "Anna’s",
        "comments": "Round 2 decided it.",
        "board": "Derange Order of Eight",
        "game": {
            "name": "Derange Order of Eight",
            "sourceGameId": "derange",
            "highestWins": False,
            "noPoints": False,
        },
    }
    assert [(p["name"], p["startPlayer"], p["winner"], p["rank"], p["score"]) for p in players] == [
        ("Anna", False, False, 3, 55),
        ("Bo", True, True, 1, 32),
        ("Cara", False, False, 2, 40),
    ], "Anna dealt, so Bo led"
    assert [player["sourcePlayerId"] for player in players] == [
        str(table.player_id(name)) for name in ("Anna", "Bo", "Cara")
    ]


def test_every_player_has_every_key_and_a_number_for_a_score(table):
    with table.seen() as session:
        for player in value_of(play_link(session, SAID))["players"]:
            assert player.keys() == KEYS
            assert type(player["startPlayer"]) is type(player["winner"]) is bool
            assert type(player["rank"]) is type(player["score"]) is int


def test_the_time_is_utc_whatever_the_clock_at_the_table(game):
    table = game("derange", "Anna Bo", at=SEVEN).plays("Anna out, Bo 8").stops()
    with table.seen() as session:
        assert play(session, SAID)["playDate"] == "2026-11-20 18:01:00"


def test_joint_winners_are_all_winners(game):
    table = game("vandatta", "Anna Bo Cara").plays("nobody out, Anna 8, Bo 8, Cara 8 8").stops()
    with table.seen() as session:
        players = play(session, SAID)["players"]
    assert [(p["winner"], p["rank"]) for p in players] == [(True, 1), (True, 1), (False, 3)]


def test_where_rounds_won_count_the_highest_score_wins(game):
    table = game("vatikan", "Anna Bo").plays("Anna out, Bo ?", "Anna out, Bo 4").stops()
    with table.seen() as session:
        record = play(session, SAID)
    assert record["game"]["highestWins"] is True
    assert [(p["score"], p["winner"]) for p in record["players"]] == [(2, True), (0, False)]


def test_the_team_is_named_for_each_player(game):
    table = game("vatikan", "Anna Bo Cara Dilan", teams=True, sides="red blue red blue")
    table.plays("Anna out, Bo ?, Cara 4, Dilan ?").stops()
    with table.seen() as session:
        players = play(session, SAID)["players"]
    assert [(p["team"], p["role"], p["winner"]) for p in players] == [
        ("red", "red", True),
        ("blue", "blue", False),
    ] * 2


def test_a_player_who_left_early_has_no_rank_and_did_not_win(game):
    table = game("derange", "Anna Bo Cara").plays("Cara out, Anna 8, Bo 5").leaves("Cara").stops()
    with table.seen() as session:
        cara = play(session, SAID)["players"][2]
    assert (cara["rank"], cara["winner"]) == (0, False)


def test_starter_and_duration_are_unknown_for_a_session_with_totals_only(table):
    table.has(totals_only=True)
    with table.seen() as session:
        record = play(session, SAID)
    assert "durationMin" not in record
    assert not any(player["startPlayer"] for player in record["players"])


def test_the_duration_is_unknown_for_a_session_entered_from_paper(table):
    table.has(no_times=True)
    with table.seen() as session:
        record = play(session, SAID)
    assert "durationMin" not in record
    assert any(player["startPlayer"] for player in record["players"])


def test_a_session_ended_days_later_did_not_last_for_days(table):
    with table.seen() as session:
        *before, last = session.rounds
        late = replace(last, recorded_at=session.started_at + timedelta(days=3))
    table.has(rounds=(*before, late))
    with table.seen() as session:
        assert "durationMin" not in play(session, SAID)


def test_unknown_values_are_left_out(table):
    with table.seen() as session:
        assert not {"location", "comments", "board"} & play(session, {"game": "Derange"}).keys()


LONG = "👨‍👩‍👧‍👦" * 5 + "🂡" * 5  # forty characters of four bytes each


def named(table, name):
    with at_work(table.app):
        for player in db.session.scalars(db.select(Player).order_by(Player.name)):
            player.name = name
        db.session.commit()


@pytest.mark.parametrize("name", [LONG, "ö" * 40, "李" * 40, "%&=?#+ " * 5 + "%", '"\\' * 20])
@pytest.mark.parametrize("comment", ["", "🂡" * 2000])
def test_eight_long_names_stay_within_the_limit_of_the_app(game, name, comment):
    table = game("derange", "A B C D E F G H").plays("A out, B 8, C 8, D 8, E 8, F 8, G 8, H 8").stops()
    named(table, name)
    with table.seen() as session:
        link = play_link(session, SAID | {"game": "Derange", "board": "Derange", "comments": comment})
    assert len(link) <= MAX_LINK_LENGTH
    record = value_of(link)
    assert [player["name"] for player in record["players"]] == [name] * 8
    assert record["location"] == "Anna’s"
    assert record.get("comments", "") == ""


@full_only
def test_the_comment_is_dropped_first_then_place_and_board_and_then_names_are_truncated(table, monkeypatch):
    named(table, "Anna-Lena von Långstrump")
    lost = []
    with table.seen() as session:
        for most in range(len(play_link(session, SAID)), 400, -1):
            monkeypatch.setattr(bg_stats, "MAX_LINK_LENGTH", most)
            record = value_of(play_link(session, SAID))
            dropped = [key for key in ("comments", "location", "board") if key not in record]
            dropped += (
                ["names"] if record["players"][0]["name"] == "Anna-Lena von Långstrump"[:SHORT_NAME] else []
            )
            lost += [dropped] if dropped not in lost else []
    assert lost == [
        [],
        ["comments"],
        ["comments", "location"],
        ["comments", "location", "board"],
        ["comments", "location", "board", "names"],
    ]


def test_the_code_holds_the_link_with_a_quiet_zone_on_white(table):
    """Read back from the image, module by module."""
    with table.seen() as session:
        link = play_link(session, SAID)
    picture = ET.fromstring(qr_code(link, error="l"))
    white, black = picture
    wanted = segno.make_qr(link, error="l").matrix
    size = len(wanted) + 2 * QUIET
    assert picture.get("viewBox") == f"0 0 {size} {size}"
    assert (white.get("fill"), white.get("d")) == ("#fff", f"M0 0h{size}v{size}h-{size}z")
    assert black.get("stroke") == "#000"
    assert dark(black.get("d")) == {
        (x + QUIET, y + QUIET) for y, row in enumerate(wanted) for x, module in enumerate(row) if module
    }


def dark(path):
    """The modules covered by a path of strokes, each in the middle of its row."""
    x, y, found = 0, 0.0, set()
    for step, across, down in re.findall(r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", path):
        if step == "h":
            found |= {(x + i, int(y)) for i in range(int(across))}
            x += int(across)
        else:
            x, y = (int(across), float(down)) if step == "M" else (x + int(across), y + float(down))
    return found


def test_a_link_too_long_for_a_code_has_none():
    assert qr_code("x" * 3000, error="l") is None
