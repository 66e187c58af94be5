"""The editor of custom games: from scratch, from another game, without JavaScript."""

import pytest

from game.variants import KEYS
from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from models import CustomGame, Group, Session, db
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work, start
from tests.views.weird_names import HARMFUL

pytestmark = full_only

CRAZY_EIGHTS = {
    "name": "Crazy Eights",
    "points": "cards",
    "wins": "collects",
    "ends": "target",
    "total": "100",
}


def games(app):
    with at_work(app):
        own = db.session.scalars(db.select(CustomGame).order_by(CustomGame.created_at)).all()
        return [definition_of(game.definition) for game in own]


def groups(app):
    with at_work(app):
        return db.session.scalar(db.select(db.func.count()).select_from(Group))


def editor(phone, table=None, **args):
    query = "&".join(f"{name}={value}" for name, value in args.items())
    phone.get(f"/games/new?{query}" + (f"&group={table.group_id}" if table else "&new_people=1"))
    return phone


class TestNewGame:
    def test_three_answers_and_a_name_make_a_game(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", CRAZY_EIGHTS)
        (game,) = games(app)
        assert (game.name, game.letters) == ("Crazy Eights", "CE")
        assert (game.scoring, game.winner, game.first_to) == ("cards", "collects", 100)
        assert game.values["8"] == 50
        assert phone.page.heading == "New game"
        assert "Crazy Eights" in phone.page.words

    def test_the_empty_form_is_already_a_game(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", {"name": "Chess points"})
        (game,) = games(app)
        assert (game.scoring, game.winner, game.negative) == ("typed", "highest", True)

    def test_it_can_be_played_at_once(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", CRAZY_EIGHTS)
        phone.submit("#new-game", {"name": ["Anna", "Bo"], "first_dealer": "0"})
        assert "Crazy Eights" in phone.page.words
        with at_work(app):
            session = db.session.scalars(db.select(Session).order_by(Session.id.desc())).first()
            assert session.rules.first_to == 100

    def test_on_a_new_phone_it_founds_a_group(self, app, phone):
        editor(phone).submit("#custom-game", CRAZY_EIGHTS)
        assert (len(games(app)), groups(app)) == (1, 1)
        phone.submit("#new-game", {"name": ["Anna", "Bo"], "first_dealer": "0"})
        assert "Crazy Eights" in phone.page.words
        assert groups(app) == 1

    def test_the_form_sent_twice_makes_one_game(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        action, _method, sent = editor(phone, table).filled("#custom-game", CRAZY_EIGHTS)
        for _ in range(2):
            phone.post(action, sent, Sec_Fetch_Site="same-origin")
        assert len(games(app)) == 1

    def test_the_form_that_founds_a_group_sent_twice_founds_one(self, app, phone):
        action, _method, sent = editor(phone).filled("#custom-game", CRAZY_EIGHTS)
        twin = phone.twin()
        for each in (phone, twin):
            each.post(action, sent, Sec_Fetch_Site="same-origin")
        assert (len(games(app)), groups(app)) == (1, 1)

    def test_what_is_wrong_is_said_and_what_was_typed_stays(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        typed = {**CRAZY_EIGHTS, "name": "", "total": "lots", "value-8": "12", "notes": "A two: draw two."}
        editor(phone, table).submit("#custom-game", typed, status=422)
        assert games(app) == []
        assert {"Type a name.", "A number from 1 to 9999."} <= set(phone.page.texts(".wrong"))
        assert [phone.value_of(name) for name in ("total", "value-8")] == ["lots", "12"]
        assert phone.page.select("textarea[name=notes]")[0].text.strip() == "A two: draw two."

    def test_two_games_have_different_names(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", CRAZY_EIGHTS)
        same = CRAZY_EIGHTS | {"name": f" {CRAZY_EIGHTS['name'].upper()} "}
        editor(phone, table).submit("#custom-game", same, status=422)
        assert "You have a game of this name. Call this one something else." in phone.page.texts(".wrong")
        phone.submit("#custom-game", {"name": "Fours"})
        own = phone.path.removeprefix("/new/").partition("?")[0]
        assert [game.name for game in games(app)] == [CRAZY_EIGHTS["name"], "Fours"]
        phone.get(f"/groups/{table.group_id}/games/{own}/rules")
        phone.submit("#custom-game", {"name": CRAZY_EIGHTS["name"]}, status=422)
        phone.submit("#custom-game", {"name": "Fives"})
        assert games(app)[1].name == "Fives"

    def test_a_group_has_a_limit_of_games(self, app, phone, table, monkeypatch):
        monkeypatch.setattr("models.custom_games.MAX_GAMES", 1)
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", CRAZY_EIGHTS)
        editor(phone, table).submit("#custom-game", CRAZY_EIGHTS | {"name": "Fours"}, status=422)
        assert "at most 1 games of its own" in phone.page.words

    @pytest.mark.parametrize("role", ["player", "watcher"])
    def test_only_scorers_make_games(self, app, phone, table, role):
        phone.open_link(table.link(role))
        phone.get(f"/games/new?group={table.group_id}", 403)

    def test_a_stranger_finds_nothing(self, phone, table):
        phone.get(f"/games/new?group={table.group_id}", 404)


class TestStartingFrom:
    @pytest.mark.parametrize("key", [*KEYS, *presets()])
    def test_every_game_can_be_started_from_and_saved(self, app, phone, table, key):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", button=f"start={key}")
        phone.submit("#custom-game", {"name": "Ours"})
        (game,) = games(app)
        assert game.name == "Ours"
        if key in presets():
            assert game.values == presets()[key].definition("en").values

    def test_a_typed_name_stays(self, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", {"name": "Friday eights"}, button="start=derange")
        assert phone.value_of("name") == "Friday eights"
        phone.submit("#custom-game", {"name": "Derange Order of Eight"}, button="start=plump")
        assert phone.value_of("name") == "Plump"

    def test_nothing_is_saved(self, app, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", {"name": "X"}, button="start=derange")
        assert games(app) == []

    def test_the_source_of_the_values_is_shown(self, phone, table):
        phone.open_link(table.link("scorer"))
        editor(phone, table, start="mau_mau")
        assert "decksplain" in phone.page.words

    def test_an_own_game_can_be_started_from(self, app, phone):
        table = start(app, presets()["chicago"].definition("en"), "Anna Bo")
        phone.open_link(table.link("scorer"))
        editor(phone, table)
        key = next(b["value"] for b in phone.page.select("button[name=start]") if "-" in b["value"])
        phone.submit("#custom-game", button=f"start={key}")
        assert phone.value_of("total") == "52"

    def test_a_game_in_a_group_of_another_is_not_offered(self, app, phone, table):
        other = start(app, presets()["chicago"].definition("en"), "Dan Eva")
        phone.open_link(table.link("scorer"))
        key = other.snapshot() and next(iter(_keys(app)))
        editor(phone, table, start=key)
        assert phone.value_of("name") == ""


def _keys(app):
    with at_work(app):
        return [str(game_id) for game_id in db.session.scalars(db.select(CustomGame.id))]


class TestChanging:
    @pytest.fixture
    def played(self, app, phone):
        table = start(app, presets()["crazy_eights"].definition("en"), "Anna Bo").plays("Anna out, Bo 8")
        phone.open_link(table.link("scorer"))
        self.path = f"{table.group_path}/games/{_keys(app)[0]}"
        return table

    def test_later_games_follow_the_new_rules(self, app, phone, played):
        phone.get(f"{self.path}/rules")
        assert "1 game keeps the rules it was played by." in phone.page.words
        phone.submit("#custom-game", {"value-8": "20", "total": "500"})
        assert "Games already played keep their rules." in phone.page.flashes[0]
        assert games(app)[0].first_to == 500
        assert played.totals()["Anna"] == 50

    def test_an_error_keeps_the_input(self, app, phone, played):
        phone.get(f"{self.path}/rules")
        phone.submit("#custom-game", {"total": "0"}, status=422)
        assert phone.value_of("total") == "0"
        assert games(app)[0].first_to == 100

    def test_an_unknown_game_is_not_found(self, phone, played):
        phone.get(f"{played.group_path}/games/{played.group_id}/rules", 404)
        phone.get(f"{played.group_path}/games/{played.group_id}", 404)


class TestPreview:
    def shown(self, phone, **typed):
        _action, _method, sent = phone.filled("#custom-game", typed)
        return phone.post("/games/preview", sent, X_Fragment="1", Sec_Fetch_Site="same-origin")

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({}, "Points are typed, and the highest total wins; it ends when you stop."),
            (
                CRAZY_EIGHTS,
                "The winner of a round collects what the others hold; it ends when somebody reaches 100.",
            ),
            (
                {**CRAZY_EIGHTS, "wins": "lowest", "reaching": "out"},
                "Cards left count against their holder, and the lowest total wins; "
                "who reaches 100 is out, and the last one wins.",
            ),
            (
                {**CRAZY_EIGHTS, "wins": "lowest", "reaching": "out"}
                | {"ends": "rounds", "round_count": "9", "also_total": "50"},
                "Cards left count against their holder, and the lowest total wins; "
                "who reaches 50 is out, and the last one wins; at the latest it ends after 9 rounds.",
            ),
            (
                {"ends": "rounds", "round_count": "1", "also_total": "50", "tie": "play_on"},
                "Points are typed, and the highest total wins; "
                "it ends when somebody reaches 50 or after 1 round, and a tie is played on.",
            ),
            (
                {"wins": "only_winner", "ends": "per_player"},
                "Only who wins a round counts, and most wins takes the game; it ends after one round each.",
            ),
            (
                {"wins": "only_winner", "places": "1"},
                "The places of all rounds are added up, and the lowest total wins; it ends when you stop.",
            ),
        ],
        ids=["typed", "collecting", "elimination", "rounds too", "two ends", "only who won", "places"],
    )  # fmt: skip
    def test_the_rules_stand_in_one_sentence(self, phone, typed, sentence):
        page = self.shown(editor(phone), **typed)
        assert sentence in page.soup.text

    def test_the_keys_of_the_pad_are_shown(self, phone):
        page = self.shown(editor(phone), **CRAZY_EIGHTS)
        assert [span.text for span in page.select(".key-preview span")][:3] == ["850", "K·Q·J·1010", "99"]

    def test_a_wrong_number_leaves_the_sentence_out(self, phone):
        page = self.shown(editor(phone), ends="target", total="x")
        assert "Answer the questions" in page.soup.text


class TestOnAnyPhone:
    @pytest.mark.parametrize("name", HARMFUL)
    def test_harmful_names_are_only_text(self, app, phone, table, name):
        phone.open_link(table.link("scorer"))
        editor(phone, table).submit("#custom-game", {**CRAZY_EIGHTS, "name": name[:40]})
        phone.get(f"{table.group_path}/games/{_keys(app)[0]}")
        phone.get(table.group_path)

    def test_in_swedish(self, app, table):
        phone = Phone(app, language="sv")
        phone.open_link(table.link("scorer"))
        editor(phone, table, start="mau_mau")
        assert "Ut med en knekt" in str(phone.page.soup)
