"""Players of a group: renaming, merging two players, forgetting."""

import unicodedata

import pytest

from models import Group, db
from models.table.starting import player_named
from tests.club import opened
from tests.models.rows import every_text
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import NOBODY, at_work
from tests.views.weird_names import HARMFUL, weird_names

ROUND = "Cara out, Anna 8, Bo K"

pytestmark = [
    full_only,
    pytest.mark.table(plays=[ROUND]),
    pytest.mark.phone("owner", "{table.group_path}/players"),
]


def names(app, table):
    with at_work(app):
        return sorted(p.name for p in db.session.get_one(Group, table.group_id).players)


def open_player(phone, table, name):
    phone.get(f"{table.group_path}/players/{table.player_id(name)}")


class TestRenaming:
    @pytest.mark.parametrize("name", weird_names("of players"))
    def test_names_of_any_script(self, app, phone, table, name):
        open_player(phone, table, "Anna")
        phone.submit("/name", {"name": f" {name} "})
        assert unicodedata.normalize("NFC", name) in names(app, table)
        phone.get(table.path)
        assert unicodedata.normalize("NFC", name) in phone.page.words
        assert all(harm not in phone.page.text for harm in HARMFUL)

    @pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 41, "\x00"])
    def test_an_invalid_name_is_refused_and_preserved(self, app, phone, table, name):
        open_player(phone, table, "Anna")
        phone.submit("/name", {"name": name}, status=422)
        assert phone.page.texts(".wrong")
        assert phone.value_of("name") == name.strip(" \x00")
        assert "Anna" in names(app, table)

    def test_renaming_is_in_the_history_and_can_be_undone(self, app, phone, table):
        open_player(phone, table, "Anna")
        phone.submit("/name", {"name": "Annika"})
        assert "Annika" in phone.page.texts(".history li")[0]
        phone.submit("/undo")
        assert names(app, table) == ["Anna", "Bo", "Cara"]
        newest = next(action for action in phone.actions() if "/undo" in action)
        phone.submit(newest)
        assert "Annika" in names(app, table)

    def test_sending_the_form_twice_renames_once(self, phone, table):
        open_player(phone, table, "Anna")
        action, _method, data = phone.filled("/name", {"name": "Annika"})
        for _ in range(2):
            phone.post(action, data)
        assert len(phone.page.select(".history li")) == 1


class TestRenamingToAnExistingName:
    """Names are unique in a group: the page offers a merge instead."""

    @pytest.fixture
    def eva(self, table, game):
        """Eva and Frans play at another table."""
        return game("vandatta", "Eva Frans", group_id=table.group_id).plays("Eva out, Frans 8")

    def rename(self, phone, table, before, after, status=200):
        open_player(phone, table, before)
        phone.submit("/name", {"name": after}, status=status)

    @pytest.mark.parametrize("name", ["Eva", "eva", " EVA ", "\uff25va"])
    def test_a_merge_is_offered_and_the_input_preserved(self, app, phone, table, eva, name):
        self.rename(phone, table, "Anna", name, 422)
        assert phone.page.texts(".problem p")[0] == "Eva is here already. Is this the same person?"
        assert phone.value_of("name") == unicodedata.normalize("NFC", name.strip())
        assert names(app, table) == ["Anna", "Bo", "Cara", "Eva", "Frans"]

    def test_names_are_compared_after_unicode_normalisation(self, app, phone, table, eva):
        self.rename(phone, eva, "Eva", "Zo\u00e9")
        self.rename(phone, table, "Anna", "ZOE\u0301", 422)
        assert phone.page.texts(".problem p")[0] == "Zo\u00e9 is here already. Is this the same person?"

    def test_the_offered_merge_can_be_undone(self, app, phone, table, eva):
        self.rename(phone, table, "Anna", "Eva", 422)
        merge = next(href for href in phone.page.hrefs(".problem a") if "/merge" in href)
        phone.get(merge)
        phone.submit("/merge")
        assert names(app, table) == ["Bo", "Cara", "Eva", "Frans"]
        assert table.seats() == ["Eva", "Bo", "Cara"]
        phone.submit("/undo")
        assert table.seats() == ["Anna", "Bo", "Cara"]

    def test_another_spelling_is_accepted(self, app, phone, table, eva):
        self.rename(phone, table, "Anna", "Eva", 422)
        assert "#f-name" in phone.page.hrefs(".problem a")
        phone.submit("/name", {"name": "Eva A."})
        assert names(app, table) == ["Bo", "Cara", "Eva", "Eva A.", "Frans"]

    def test_players_who_played_together_cannot_be_merged(self, app, phone, table):
        self.rename(phone, table, "Anna", "bo", 422)
        message = "Bo is here already and has played together with Anna, so they are two people."
        assert phone.page.texts(".wrong") == [f"{message} Choose another spelling."]
        assert phone.page.texts(".problem.thin") == []
        assert phone.value_of("name") == "bo"
        assert names(app, table) == ["Anna", "Bo", "Cara"]

    def test_a_player_can_change_the_case_of_their_own_name(self, app, phone, table):
        self.rename(phone, table, "Anna", "ANNA")
        assert names(app, table) == ["ANNA", "Bo", "Cara"]

    def test_names_of_forgotten_players_and_of_other_groups_are_free(self, app, phone, table, game):
        game("vandatta", "Eva Frans")
        self.rename(phone, table, "Anna", "Eva")
        assert "Eva" in names(app, table)

    def test_undo_is_refused_if_the_former_name_is_used(self, app, phone, table, game):
        self.rename(phone, table, "Bo", "Bosse")
        game("vandatta", "Bo Dilan", group_id=table.group_id)
        phone.submit("/undo")
        message = "Somebody else has that name by now. Give one of them another name first."
        assert phone.page.flashes == [message]
        assert names(app, table) == ["Anna", "Bo", "Bosse", "Cara", "Dilan"]

    def test_redo_is_refused_if_the_name_is_used(self, app, phone, table, game):
        self.rename(phone, table, "Bo", "Bosse")
        phone.submit("/undo")
        game("vandatta", "bosse Dilan", group_id=table.group_id)
        phone.submit(next(action for action in phone.actions() if "/undo" in action))
        assert "Somebody else has that name by now" in phone.page.flashes[0]
        assert names(app, table) == ["Anna", "Bo", "Cara", "Dilan", "bosse"]

    def test_undoing_a_merge_is_refused_if_the_name_is_used(self, app, phone, table, eva, game):
        open_player(phone, eva, "Eva")
        phone.submit("/merge", {"into": str(table.player_id("Bo"))})
        phone.submit("/merge")
        game("vandatta", "Eva Dilan", group_id=table.group_id)
        phone.submit("/undo")
        assert "Somebody else has that name by now" in phone.page.flashes[0]
        assert names(app, table) == ["Anna", "Bo", "Cara", "Dilan", "Eva", "Frans"]

    def test_in_swedish(self, app, table, eva):
        phone = Phone(app, language="sv")
        phone.open_link(table.link("owner"))
        self.rename(phone, table, "Anna", "Eva", 422)
        assert phone.page.texts(".problem p")[0] == "Eva finns redan. Är det samma person?"


class TestMerging:
    @pytest.fixture
    def other(self, table, game):
        return game("vandatta", "Dilan Bosse", group_id=table.group_id).plays("Dilan out, Bosse 8 A 5")

    @pytest.fixture
    def preview(self, phone, other, table):
        open_player(phone, other, "Bosse")
        phone.submit("/merge", {"into": str(table.player_id("Bo"))})
        return phone

    def test_the_preview_lists_the_changes(self, preview, app, table):
        assert "Bosse" in preview.page.words
        assert len(preview.page.select("ul.plain li")) == 1
        assert "Bosse" in names(app, table)

    def test_merging_can_be_undone(self, preview, app, table, other):
        preview.submit("/merge")
        assert names(app, table) == ["Anna", "Bo", "Cara", "Dilan"]
        assert other.totals() == {"Dilan": 0, "Bo": 16}
        preview.submit("/undo")
        assert "Bosse" in names(app, table)

    def test_sending_the_form_twice_merges_once(self, preview, app, table):
        action, _method, data = preview.filled("/merge")
        for _ in range(2):
            preview.post(action, data)
        assert names(app, table) == ["Anna", "Bo", "Cara", "Dilan"]

    def test_players_who_played_together_cannot_be_merged(self, phone, table, app):
        open_player(phone, table, "Anna")
        phone.submit("/merge", {"into": str(table.player_id("Bo"))})
        assert phone.page.texts(".problem")
        assert not [action for action in phone.actions() if "merge" in action]
        token = phone.token()
        data = {"csrf_token": token, "into": str(table.player_id("Bo"))}
        phone.post(f"{table.group_path}/players/{table.player_id('Anna')}/merge", data, 422)
        assert names(app, table) == ["Anna", "Bo", "Cara"]

    def test_players_of_one_tournament_cannot_be_merged(self, phone, table, app):
        club = opened(app, "Gun Hugo", group_id=table.group_id)
        with at_work(app):
            gun, hugo = club.ids("Gun Hugo")
        path = f"{table.group_path}/players/{gun}/merge"
        assert "The cup" in phone.get(f"{path}?into={hugo}").words
        assert not [action for action in phone.actions() if "merge" in action]
        phone.get(f"{table.group_path}/players")
        phone.post(path, {"csrf_token": phone.token(), "into": str(hugo)}, 422)
        assert {"Gun", "Hugo"} <= set(names(app, table))

    def test_a_player_cannot_be_merged_with_themselves(self, phone, table):
        path = f"{table.group_path}/players/{table.player_id('Anna')}/merge"
        token = phone.token()
        phone.get(f"{path}?into={table.player_id('Anna')}")
        assert phone.page.texts(".problem")
        phone.post(path, {"csrf_token": token, "into": str(table.player_id("Anna"))}, 422)

    @pytest.mark.parametrize("into", ["", "x", NOBODY])
    def test_an_unknown_target_is_not_found(self, phone, table, into):
        path = f"{table.group_path}/players/{table.player_id('Anna')}/merge"
        token = phone.token()
        phone.get(f"{path}?into={into}", 404)
        phone.post(path, {"csrf_token": token, "into": into}, 404)

    def test_a_target_of_another_group_is_not_found(self, phone, table, game):
        other = game("derange", "Eva Frans")
        phone.get(
            f"{table.group_path}/players/{table.player_id('Anna')}/merge?into={other.player_id('Eva')}", 404
        )

    def test_redo_is_refused_after_the_two_played_together(self, preview, table, game):
        preview.submit("/merge")
        preview.submit("/undo")
        game("vandatta", "Bosse Dilan", group_id=table.group_id)
        newest = next(action for action in preview.actions() if "/undo" in action)
        preview.submit(newest)
        assert preview.page.flashes


class TestForgetting:
    def test_forgetting_removes_the_name_everywhere(self, app, phone, table):
        phone.get("/phone")
        phone.submit("/phone", {"name": "Caras iPhone"})
        open_player(phone, table, "Cara")
        phone.submit("/name", {"name": "Carita"})
        phone.get(f"{table.group_path}/players/{table.player_id('Carita')}/anonymization")
        phone.submit("anonymization")
        assert not [
            text for text in every_text(app) if "cara" in text.casefold() or "carita" in text.casefold()
        ]
        phone.get(f"{table.group_path}/players")
        phone.get(table.path)
        phone.get(f"{table.path}/history")
        assert "Carita" not in phone.page.words

    def test_each_forgotten_player_gets_their_own_placeholder(self, app, phone, table):
        for name in ("Anna", "Bo"):
            phone.get(f"{table.group_path}/players/{table.player_id(name)}/anonymization")
            phone.submit("anonymization")
        assert len(set(names(app, table))) == 3

    def test_sending_the_form_twice_forgets_once(self, app, phone, table):
        phone.get(f"{table.group_path}/players/{table.player_id('Anna')}/anonymization")
        action, _method, data = phone.filled("anonymization")
        for _ in range(2):
            phone.post(action, data)
        assert names(app, table) == ["Bo", "Cara", "Player 1"]


def test_a_name_links_to_the_statistics_and_a_pencil_to_the_settings_of_the_player(phone, table):
    page = phone.get(f"{table.group_path}/players")
    anna = table.player_id("Anna")
    assert f"{table.group_path}/statistics/players/{anna}" in page.hrefs("main a[href]")
    assert f"{table.group_path}/players/{anna}" in page.hrefs("main a[href]")
    assert sorted(page.texts("main .disc")) == ["A", "B", "C"]


def test_a_player_without_sessions_can_be_merged(phone, app, table):
    with at_work(app):
        group = db.session.get_one(Group, table.group_id)
        eva = player_named(group, "Eva", table.clock.now())
        db.session.commit()
        eva_id = eva.id
    page = phone.get(f"{table.group_path}/players/{eva_id}/merge?into={table.player_id('Anna')}")
    assert "Eva sat at no table yet, so no game moves." in page.words


def test_a_group_without_sessions_has_a_page(phone, table, game, phone_of):
    with table.open() as session:
        db.session.delete(session)
    phone.get(table.group_path)
    assert phone.page.words


def test_a_group_with_many_sessions_has_all_pages(game, phone_of, subtests):
    table = game("derange", "A B C D E F G H")
    for _ in range(40):
        game("derange", "A B", group_id=table.group_id, at=table.clock.now()).stops()
    phone = phone_of(table, "owner")
    for path in ("", "/nights", "/settings", "/deletion", "/links", "/players", "/imports"):
        with subtests.test(path):
            assert phone.get(table.group_path + path).select("main")
