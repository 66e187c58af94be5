"""The page of a custom game, its life, and its way to other groups."""

import base64
import json
import zlib
from io import BytesIO

import pytest

from game.variants.custom.definition import definition_of
from game.variants.custom.presets import presets
from models import CustomGame, db
from models.custom_games import games_of
from tests.custom import preset, typed
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import at_work, start
from views.games.sharing import definition_in_link, in_link

EIGHTS = presets()["vandatta_25"].definition("en")
NOTES = "A two: draw two.\n\n- A queen: skip\n- <b>An ace</b> turns"


@pytest.fixture
def table(app):
    game = definition_of(
        {**EIGHTS.stored(), "notes": NOTES, "reminders": [{"moment": "deal", "text": "Cut!"}]}
    )
    return start(app, game, "Anna Bo Cara")


@pytest.fixture
def path(app, table):
    with at_work(app):
        return f"{table.group_path}/games/{db.session.scalar(db.select(CustomGame.id))}"


def of_role(app, table, role):
    phone = Phone(app)
    phone.open_link(table.link(role))
    return phone


class TestPage:
    def test_shows_the_rules_in_words(self, app, table, path):
        page = of_role(app, table, "watcher").get(path)
        assert "One round each" in page.texts("h2")
        assert "25" in page.texts(".values b")
        assert "Cut!" in page.words
        assert "gamerules.com" in page.words
        assert [li.text.strip() for li in page.select(".note-paper li")][1:] == [
            "A queen: skip",
            "<b>An ace</b> turns",
        ]

    @pytest.mark.parametrize(
        ("definition", "facts"),
        [
            (
                preset("crazy_eights"),
                {"It ends": "when somebody reaches 100"},
            ),
            (
                preset("mau_mau", eliminate_at=300, first_to=None),
                {
                    "It ends": "who reaches 300 is out, and the last one wins",
                    "Out with a jack": "the round counts double",
                },
            ),
            (
                preset("chicago"),
                {
                    "It ends": "when somebody reaches 52, and a tie is played on",
                    "Points below zero": "can be typed",
                },
            ),
            (typed(), {"It ends": "when you stop", "Cards dealt": "not recorded"}),
        ],
    )
    def test_lists_what_the_rules_say(self, app, definition, facts):
        table = start(app, definition, "Anna Bo")
        page = of_role(app, table, "watcher").get(f"{table.group_path}/games/{table.variant()}")
        shown = {
            item.text.removesuffix(item.small.text): item.small.text for item in page.select(".facts span")
        }
        assert facts.items() <= shown.items()

    @pytest.mark.parametrize(
        ("definition", "sentences"),
        [
            (
                preset("crazy_eights"),
                [
                    "Exactly 100 ends it too: where it has to be passed, give 101.",
                    "Those who lead at the end win together.",
                    "If nobody goes out, the lowest hand gets the difference between it and each of the "
                    "others.",
                    "The sum of the others less one’s own hand, once, cannot be set yet.",
                ],
            ),
            (
                preset("chicago"),
                [
                    "Exactly 52 ends it too: where it has to be passed, give 53.",
                    "No total below zero ends it: a lower limit cannot be set yet.",
                    "If several lead at the total, it goes on until one leads alone.",
                ],
            ),
            (
                preset("plump"),
                [
                    "Those who lead after the last round win together: a deciding round cannot be set yet, "
                    "but the game can be opened again."
                ],
            ),
            (
                preset("last_one"),
                [
                    "Exactly 100 is out too: where it has to be passed, give 101.",
                    "If the last ones go out in the same round, the lowest of their totals wins.",
                ],
            ),
            (
                preset("chicago", rounds=10, negative=False),
                [
                    "Exactly 52 ends it too: where it has to be passed, give 53.",
                    "A tie at the total is played on, but not after the last round: those who lead then win "
                    "together; a deciding round cannot be set yet.",
                ],
            ),
        ],
    )
    def test_says_what_its_end_does_and_what_it_cannot_do(self, app, definition, sentences):
        table = start(app, definition, "Anna Bo")
        phone = of_role(app, table, "scorer")
        address = f"{table.group_path}/games/{table.variant()}"
        for page in ("", "/rules"):
            assert phone.get(address + page).texts(".end-facts li") == sentences

    def test_says_how_it_differs_from_the_known_game(self, app, table, path):
        page = of_role(app, table, "watcher").get(path)
        assert "is like Vändåtta, but 8 is 25." in page.words

    def test_a_watcher_can_only_read(self, app, table, path):
        phone = of_role(app, table, "watcher")
        phone.get(path)
        assert [action for action in phone.actions() if "/copy" not in action] == []
        phone.get(f"{path}/rules", 403)

    def test_is_found_from_the_group(self, app, table, path):
        phone = of_role(app, table, "scorer")
        phone.get(table.group_path)
        assert f"{table.group_path}/games" in phone.page.hrefs()
        phone.get(f"{table.group_path}/games")
        assert path in phone.page.hrefs()

    def test_the_rules_of_the_known_game_say_how_it_differs(self, app, table, path):
        phone = of_role(app, table, "scorer")
        rules = next(href for href in phone.get(path).hrefs() if href.startswith("/rules/vandatta_pagat"))
        assert "is like Vändåtta, but 8 is 25." in phone.get(rules).words
        referee = next(href for href in phone.page.hrefs() if "/referee" in href)
        assert "is like Vändåtta, but 8 is 25." in phone.get(referee).words

    def test_the_table_leads_to_these_rules(self, app, table):
        phone = of_role(app, table, "scorer")
        phone.get(table.path)
        rules = next(href for href in phone.page.hrefs() if href.startswith("/rules/vandatta_pagat"))
        assert "is like Vändåtta, but 8 is 25." in phone.get(rules).words

    def test_another_group_s_difference_is_not_shown(self, app, table, path):
        game_id = path.rpartition("/")[2]
        page = Phone(app).get(f"/rules/vandatta_pagat?own={game_id}&group={table.group_id}")
        assert "is like" not in page.words
        Phone(app).get(f"/rules/vandatta_pagat?own=x&group={table.group_id}")


class TestLife:
    def test_retired_it_leaves_the_list_and_comes_back(self, app, table, path):
        phone = of_role(app, table, "scorer")
        name = EIGHTS.name
        phone.get(path)
        phone.submit("/retirement")
        assert "is retired" in phone.page.flashes[0]
        assert name not in phone.get(table.group_path).texts(".deck span")
        assert f"{name} · retired" in phone.get(f"{table.group_path}/games").words
        phone.get(path)
        phone.submit("/return")
        assert name in phone.get(table.group_path).texts(".deck span")

    def test_every_change_is_in_the_history_and_can_be_taken_back(self, app, table, path):
        phone = of_role(app, table, "scorer")
        phone.get(f"{path}/rules")
        phone.submit("#custom-game", {"value-8": "30"})
        words = [" ".join(text.split()) for text in phone.page.texts(".history li p:first-child")]
        assert words == [f"The rules of {EIGHTS.name} changed", f"The game {EIGHTS.name} added"]
        undo = next(action for action in phone.actions() if action.endswith("/undo"))
        phone.submit(undo)
        assert "Taken back." in phone.page.flashes
        assert "25" in phone.page.texts(".values b")

    def test_a_played_game_cannot_be_deleted_by_taking_its_creation_back(self, app, table, path):
        phone = of_role(app, table, "scorer")
        phone.get(path)
        phone.submit(next(action for action in phone.actions() if action.endswith("/undo")))
        assert "Retire it instead." in phone.page.flashes[0]

    def test_an_unplayed_one_is_deleted(self, app, table, path):
        phone = of_role(app, table, "scorer")
        phone.get(f"/games/new?group={table.group_id}")
        phone.submit("#custom-game", {"name": "Wrong"})
        phone.get(f"{table.group_path}/games")
        games = f"{table.group_path}/games/"
        other = next(h for h in phone.page.hrefs("main .list a") if h.startswith(games) and h != path)
        phone.get(other)
        phone.submit(next(action for action in phone.actions() if action.endswith("/undo")))
        assert "Wrong" not in phone.page.words


class TestStatistics:
    def test_name_the_game_and_say_since_when_its_rules_hold(self, app, table, path):
        table.plays("Anna out, Bo 8, Cara K").stops()
        phone = of_role(app, table, "scorer")
        key = path.rpartition("/")[2]
        statistics = f"{table.group_path}/statistics?variant={key}"
        assert EIGHTS.name in phone.get(statistics).words
        assert "The rules changed on" not in phone.page.words
        phone.get(f"{path}/rules")
        phone.submit("#custom-game", {"value-8": "30"})
        assert "Earlier games count as they were played." in phone.get(statistics).words


class TestSharing:
    def test_a_file_goes_to_another_group(self, app, table, path):
        phone = of_role(app, table, "watcher")
        phone.get(f"{path}/file")
        content = phone.answer.get_data()
        assert json.loads(content)["format"] == "turn-eight-game/1"
        assert "attachment" in phone.answer.headers["Content-Disposition"]
        shown = self.upload(app, content)
        assert shown.value_of("name") == EIGHTS.name
        assert shown.value_of("value-8") == "25"

    @full_only
    @pytest.mark.parametrize(
        "content",
        [
            b"", b"{", b"[]", b'{"format": "turn-eight-game/1"}',
            b'{"format": "turn-eight-game/2", "game": {}}',
            b'{"format": "turn-eight-game/1", "game": {"name": "X", "letters": "X", "rounds": -1}}',
            b'{"format": "turn-eight-game/1", "game": {"name": "X", "letters": "X", "colour": 1}}',
            b"\xff\xfe" * 20, b"[" * 50_000, b"x" * 70_000,
        ],
    )  # fmt: skip
    def test_another_file_is_refused_with_a_message(self, app, content):
        phone = self.upload(app, content, status=422)
        assert "This file is no game." in phone.page.words
        assert (
            phone.value_of("notes") is None
            or phone.page.select("textarea[name=notes]")[0].text.strip() == "Mine"
        )

    def upload(self, app, content, status=200):
        phone = Phone(app)
        phone.get("/games/new?new_people=1")
        action, _method, sent = phone.filled("#custom-game", {"notes": "Mine"}, button="start=file")
        sent["file"] = (BytesIO(content), "game.json")
        phone.post(action, sent, status, Sec_Fetch_Site="same-origin")
        return phone

    def test_a_link_holds_the_game_for_any_group(self, app, table, path):
        phone = of_role(app, table, "watcher")
        address = phone.get(f"{path}/copy").select("textarea")[0].text.strip()
        other = Phone(app)
        other.get(address.partition("localhost")[2] + "&new_people=1")
        assert other.value_of("name") == EIGHTS.name
        other.submit("#custom-game")
        assert EIGHTS.name in other.page.words

    @full_only
    @pytest.mark.parametrize(
        "text", ["", "x", "eJw", "A" * 7000, "☃", in_link(EIGHTS)[:-8], "eNqrVkrLz1eyUlBKSixSqgUAJYYE9w"]
    )
    def test_a_broken_link_opens_an_empty_editor(self, phone, text):
        assert definition_in_link(text) is None
        phone.get(f"/games/new?new_people=1&game={text}")
        assert phone.value_of("name") == ""

    def test_a_bomb_in_a_link_is_no_game(self):
        bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 3_000_000, 9)).decode()
        assert definition_in_link(bomb) is None

    def test_it_is_copied_to_another_group_of_this_phone_once(self, app, table, path):
        other = start(app, "derange", "Dan Eva", group_name="Sunday table")
        phone = of_role(app, table, "watcher")
        phone.open_link(other.link("scorer"))
        phone.get(f"{path}/copy")
        assert "Copy to Sunday table" in phone.page.words
        action, _method, sent = phone.filled("/copy", button="Copy to Sunday table")
        for _ in range(2):
            phone.post(action, sent, Sec_Fetch_Site="same-origin")
        assert phone.path.startswith(other.group_path)
        with at_work(app):
            own = db.select(db.func.count()).where(CustomGame.group_id == other.group_id)
            assert db.session.scalar(own) == 1

    def test_a_group_gets_no_more_games_than_it_may_have(self, app, table, path, monkeypatch):
        other = start(app, "derange", "Dan Eva", group_name="Sunday table")
        phone = of_role(app, table, "owner")
        phone.open_link(other.link("scorer"))
        phone.get(f"{path}/copy")
        monkeypatch.setattr("models.custom_games.MAX_GAMES", 0)
        phone.submit("/copy", button="Copy to Sunday table")
        assert "A group has at most 0 games of its own." in phone.page.words
        with at_work(app):
            assert not games_of(other.group_id)

    def test_not_to_a_group_that_this_phone_cannot_change(self, app, table, path):
        other = start(app, "derange", "Dan Eva")
        phone = of_role(app, table, "owner")
        phone.open_link(other.link("watcher"))
        phone.get(f"{path}/copy")
        form = {"csrf_token": phone.token(), "to": str(other.group_id)}
        phone.post(f"{path}/copy", form, 404, Sec_Fetch_Site="same-origin")
