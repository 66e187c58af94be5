"""`flask --app app demo`: its group is lively, plausible and the same for the same seed."""

import re
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest

from app import create_app
from commands.demo.cast import CAST
from commands.demo.stories import make_demo_group
from game.scoring.round_warnings import round_warnings
from game.scoring.standings import winners
from game.variants import KEYS
from models import Change, ChangeStamp, Group, Night, Player, Session, db
from models.database import new_id
from models.table.undo import undo_change
from tests import sampling
from tests.sampling import full_only
from tests.serving.served import free_port

pytestmark = full_only

STOCKHOLM = ZoneInfo("Europe/Stockholm")


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    database = tmp_path_factory.mktemp("demo") / "t.sqlite3"
    app = create_app(
        {
            "DATABASE_URL": f"sqlite:///{database}",
            "SECRET_KEY": "only for this test, and long enough",
            "TESTING": True,
        }
    )
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def printed(app):
    """The output of the command, as role → link."""
    result = app.test_cli_runner().invoke(args=["demo", "--base-url", "http://table.example/"])
    assert result.exit_code == 0, result.output
    return dict(line.split(": ") for line in result.output.splitlines())


@pytest.fixture
def sessions(app, printed):
    with app.test_request_context():
        yield list(db.session.scalars(db.select(Session).order_by(Session.started_at)))


@pytest.fixture
def rounds(sessions):
    return [(session, played) for session in sessions for played in session.rounds]


def kinds(session):
    return [change.kind for change in Change.history_of(session)]


def is_own(session):
    return session.variant not in KEYS


def left(seat):
    return seat.has_left


def totals(now, seed):
    """The visible contents of the group, without ids; rolled back afterwards."""
    group = make_demo_group(now, STOCKHOLM, Random(seed))
    played = db.session.scalars(
        db.select(Session).where(Session.visible_in(group.id)).order_by(Session.started_at)
    )
    sessions = [
        (
            s.rules.name,
            s.started_at,
            s.last_played_at,
            [st.name for st in s.seats],
            [x.history for x in s.standings()],
        )
        for s in played
    ]
    db.session.rollback()
    return sessions


# -- the links ------------------------------------------------------------------------------------


def test_it_prints_one_link_for_each_role(printed):
    assert list(printed) == ["owner", "scorer", "player", "watcher"]
    assert all(link.startswith("http://table.example/join/") for link in printed.values())


def test_each_link_opens_the_group(app, printed):
    for link in printed.values():
        answer = app.test_client().get(link.removeprefix("http://table.example"))
        assert answer.status_code == 303
        assert "/groups/" in answer.location


@pytest.mark.parametrize(
    ("port", "host", "base"),
    [
        (None, "127.0.0.1", "http://localhost:8000/"),
        ("8123", "127.0.0.1", "http://localhost:8123/"),
        (None, "192.0.2.7", "http://192.0.2.7:8000/"),
    ],
)
def test_links_have_the_address_of_the_server(app, monkeypatch, port, host, base):
    """Of this computer if no phone can reach it; for any kind of group."""
    monkeypatch.setattr(sys.modules["commands.demo.command"], "make_demo_group", _empty_group)
    answer = app.test_cli_runner().invoke(args=["demo"], env={"PORT": port, "HOST": host})
    assert answer.output.startswith(f"owner: {base}join/")


def _empty_group(now, *_chosen):
    group = Group(id=new_id(), name="Nobody has played yet", created_at=now)
    db.session.add(group)
    return group


def test_called_twice_it_makes_two_groups(app, printed):
    with app.app_context():
        before = db.session.scalar(db.select(db.func.count()).select_from(Group))
    assert app.test_cli_runner().invoke(args=["demo"]).exit_code == 0
    with app.app_context():
        assert db.session.scalar(db.select(db.func.count()).select_from(Group)) == before + 1


# -- with a server --


@pytest.fixture
def demo_server(app, monkeypatch, tmp_path):
    """Call `demo --serve` with HOST and PORT; its output, without the server."""
    monkeypatch.setattr(sys.modules["commands.demo.command"], "make_demo_group", _empty_group)
    monkeypatch.setattr(sys.modules["commands.serve"].os, "execv", lambda *_: None)
    monkeypatch.setattr(app, "instance_path", str(tmp_path / "instance"))
    monkeypatch.chdir(".")  # the server changes both
    monkeypatch.setenv("PORT", "8000")

    def start(port=None):
        arguments = ["--host", "127.0.0.1", "--port", str(port or free_port())]
        answer = app.test_cli_runner().invoke(args=["demo", "--serve", *arguments])
        assert answer.exit_code == 0, answer.output
        return dict(re.findall(r"^ +(\w+): (http\S+)$", answer.output, re.MULTILINE))

    return start


def path_of(link):
    return urlsplit(link).path


def test_each_start_of_the_server_shows_the_same_group_at_its_current_address(demo_server, tmp_path):
    first, second = demo_server(), demo_server(port := free_port())
    assert list(second) == ["owner", "scorer", "player", "watcher"]
    assert second["owner"].startswith(f"http://127.0.0.1:{port}/join/")
    assert [path_of(link) for link in first.values()] == [path_of(link) for link in second.values()]
    (file,) = (tmp_path / "instance").glob("demo*")
    assert "http" not in file.read_text()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"owner": "unknown"}', '{"owner": 8}'])
def test_a_group_is_made_again_if_the_stored_links_do_not_open_one(app, demo_server, tmp_path, content):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance/demo-secrets.json").write_text(content)
    links = demo_server()
    assert app.test_client().get(path_of(links["scorer"])).status_code == 303
    assert demo_server().keys() == links.keys()


# -- contents --------------------------------------------------------------------------------------


def test_a_regular_group_and_an_occasional_guest(app, printed):
    with app.app_context():
        group = db.session.scalars(db.select(Group).order_by(Group.created_at)).first()
        names = [player.name for player in group.players]
    assert group.name == CAST.group
    assert set(CAST.regulars) < set(names)
    assert len(names) == len(set(names)) == len(CAST.regulars) + 1


def test_nights_are_within_the_last_ten_weeks_and_differ(app, printed):
    with app.app_context():
        group = db.session.scalars(db.select(Group)).first()
        nights = db.session.scalars(db.select(Night).where(Night.visible_in(group.id))).all()
        dates = [night.date for night in nights]
        today = datetime.now(STOCKHOLM).date()
        assert len(nights) == len(set(dates)) == 9
        assert min(dates) >= today - timedelta(weeks=10, days=3)
        assert max(dates) <= today
        assert len({night.place for night in nights}) >= 5
        assert sum(bool(night.note) for night in nights) >= 2


def test_all_five_variants_and_their_lengths(sessions):
    assert {session.variant for session in sessions if not is_own(session)} == set(KEYS)
    chosen = [(session.variant, session.options) for session in sessions]
    assert {o["mode"] for key, o in chosen if key == "derange"} == {"full", "short"}
    assert {o["tally"] for key, o in chosen if key == "vatikan"} == {"wins", "house_points"}


def test_custom_games_were_played_to_the_end(sessions):
    """One whose cards are counted, three times, and one with typed points, which the cards dealt allow."""
    first = min(sessions, key=lambda session: session.started_at).group_id
    own = [session for session in sessions if is_own(session) and session.group_id == first]
    assert Counter(session.rules.name["en"] for session in own) == {"Crazy Eights": 3, "Plump": 1}
    assert len({session.variant for session in own}) == 2
    for session in own:
        best = session.standings()[0]
        assert (session.is_finished, session.sheet.stopped) == (True, False)
        assert best.total >= (session.rules.first_to or 1)
    (plump,) = [session for session in own if session.rules.is_typed]
    scores = [(played.hand_size, hand.points) for played in plump.rounds for hand in played.hands]
    assert {points for _cards, points in scores} >= {0, 5}
    assert all(points in (0, 5) or 10 < points <= 10 + cards for cards, points in scores)


def test_a_pursuit_of_two_rounds_with_a_cut_for_each(sessions):
    pursuit = next(s for s in sessions if s.variant == "swedish_pursuit" and s.options["rounds"] == 2)
    assert len(pursuit.sheet.first_dealers) == 2
    assert pursuit.rounds[5].dealer == pursuit.sheet.first_dealers[1]
    assert kinds(pursuit).count("cut") == 1  # the first dealer is set with the seats


def test_there_is_a_shared_first_place(sessions):
    finished = [s for s in sessions if s.is_finished]
    assert any(len(winners(s.standings(), s.rounds)) == 2 for s in finished)


def test_a_blocked_round(rounds):
    assert any(played.out is None for _, played in rounds)


def test_late_joiners_and_leavers(sessions):
    seats = [seat for session in sessions for seat in session.sheet.seats]
    assert any(seat.joined_round > 1 and seat.start_points for seat in seats)
    assert any(left(seat) for seat in seats)
    assert any(seat.away and not left(seat) for seat in seats)


def test_the_next_player_has_more_cards_than_drawn_for_a_chain(rounds):
    ended_on_a_chain = [(s, r) for s, r in rounds if r.chain]
    assert ended_on_a_chain
    for session, played in ended_on_a_chain:
        hand = next(hand for hand in played.hands if hand.seat == played.chain.drawer)
        assert sum(hand.cards.values()) > 2 * played.chain.cards
        assert session.variant == "derange"


def test_some_points_are_typed_among_counted_cards(rounds):
    typed = [r for s, r in rounds if any(h.cards is None and h.points is not None for h in r.hands)]
    assert typed
    assert any(hand.cards for played in typed for hand in played.hands)


def test_a_corrected_round_has_its_history(sessions):
    corrected = [s for s in sessions if "correct" in kinds(s)]
    assert corrected
    change = next(c for c in Change.history_of(corrected[0]) if c.kind == "correct")
    recorded = next(
        c
        for c in Change.history_of(corrected[0])
        if c.kind == "record" and c.about["number"] == change.about["number"]
    )
    assert change.by != recorded.by
    assert change.at > recorded.at
    assert change.about["points"] != recorded.about["points"]


def test_a_misdeal_is_stored_with_its_round(sessions):
    assert [r.misdeals for s in sessions for r in s.rounds if r.misdeals] == [1] * len(
        [s for s in sessions if "misdeal" in kinds(s)]
    )
    assert any("misdeal" in kinds(s) for s in sessions)


def test_final_results_match_the_hands(sessions):
    for session in sessions:
        for standing in session.standings():
            seat = session.seat(standing.seats[0])
            expected = standing.total if session.is_finished else None
            assert seat.final_total == expected


# -- tonight --------------------------------------------------------------------------------------


def test_tonight_four_players_are_at_round_six(sessions):
    playing = [session for session in sessions if not session.is_finished]
    first = playing[0]
    assert first.variant == "derange"
    assert first.options["mode"] == "full"
    assert len(first.seats) == 4
    assert [(s.upcoming_deal().number, s.upcoming_deal().hand_size) for s in playing] == [(6, 3)] * len(
        playing
    )
    assert timedelta(minutes=55) < datetime.now(UTC) - first.started_at < timedelta(minutes=75)
    assert first.last_played_at <= datetime.now(UTC)


def test_the_last_change_can_be_undone(app, sessions):
    session = next(s for s in sessions if not s.is_finished)
    undo_change(session, Change.last_of(session), ChangeStamp(new_id(), "Bo’s phone", datetime.now(UTC)))
    assert len(session.rounds) == 4
    db.session.rollback()


# -- plausible at any date and with any seed -------------------------------------------------------


@pytest.mark.parametrize(
    "seed", sampling.one_of_each_kind(range(8, 12), lambda _: "any", sampling.chance_for("demo"))
)
def test_its_hands_have_no_warnings(app, seed):
    with app.app_context():
        group = make_demo_group(datetime.now(UTC), STOCKHOLM, Random(seed))
        for session in db.session.scalars(db.select(Session).where(Session.visible_in(group.id))):
            for played in session.rounds:
                assert round_warnings(played, session.rules) == []
        db.session.rollback()


@pytest.mark.parametrize(
    ("day", "hour"),
    sampling.half_of_each_kind(
        [(20, 0), (20, 23), (21, 2), (22, 1), (25, 14)],  # 20 November 2026 is a Friday
        lambda moment: 3 < moment[1] < 23,
        sampling.chance_for("moments of the demo"),
    ),
)
def test_nights_never_overlap(app, day, hour):
    now = datetime(2026, 11, day, hour, 30, tzinfo=STOCKHOLM)
    with app.app_context():
        group = make_demo_group(now, STOCKHOLM, Random(8))
        nights = db.session.scalars(db.select(Night).where(Night.visible_in(group.id))).all()
        assert len({night.date for night in nights}) == 9
        last = db.session.scalars(db.select(Player.last_played_at).where(Player.group_id == group.id)).all()
        assert max(last) <= now
        db.session.rollback()


def test_the_same_seed_gives_the_same_history(app):
    now = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
    with app.app_context():
        eight, again, nine = (totals(now, seed) for seed in (8, 8, 9))
    assert eight == again
    assert eight != nine
