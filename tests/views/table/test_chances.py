"""Winning chances: the page during a session and after it."""

import re
from random import Random

import pytest

from models.table.counting import declare_out, send_count
from tests.files.document.files import ANNA, BO, CARA, SESSION, brief, import_document
from tests.sampling import full_only
from tests.table import hand_of, seat_of, start

ROUND = "Cara out, Anna 8, Bo K"

pytestmark = [full_only, pytest.mark.table(plays=[ROUND], mode="short")]


@pytest.fixture(autouse=True)
def same_draws(monkeypatch):
    """The random seed of a session is its id, which differs in each run."""
    monkeypatch.setattr("views.table.chances.Random", lambda _id: Random(8))


def now(page):
    return dict(zip(page.texts(".chances .participant"), page.texts(".chances b"), strict=True))


def percent(chance):
    """The number in a displayed chance such as “> 99%”."""
    return int(chance.strip("<> %"))


class TestRunningSession:
    def test_each_player_has_a_figure_and_a_bar_ordered_by_chance(self, table, phone_of):
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert page.heading == "Chances"
        assert list(now(page)) == ["Cara", "Bo", "Anna"]
        assert len(page.select(".chances rect.part")) == 3
        assert "Derange Order of Eight · after 1 of 7 rounds" in page.words

    def test_the_margin_of_error_and_the_sources_are_shown(self, table, phone_of):
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        (margin,) = re.findall(r"Margin of error: ±(\d+) percentage points", page.words)
        # Larger than the sampling error of 2,000 draws: the strength of the players is unknown.
        assert 3 < int(margin) < 50
        assert "played out at random, 2,000 times" in page.words
        assert "You have not finished such rounds before" in page.words
        assert "all count as equally good" in page.words

    def test_earlier_rounds_of_the_group_are_used(self, game, phone_of):
        before = game("vandatta", "Anna Bo").plays(*["Anna out, Bo 8 5"] * 2)
        table = start(before.app, "vandatta", "Anna Bo", group_id=before.group_id)
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert "come from 2 rounds of yours before this game" in page.words
        assert "Players who did better in earlier rounds" in page.words

    def test_a_player_with_better_results_before_has_a_higher_chance(self, game, phone_of):
        before = game("vandatta", "Anna Bo", rounds=30).plays(*["Bo out, Anna 8 5"] * 30)
        table = start(before.app, "vandatta", "Anna Bo", group_id=before.group_id)
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert percent(now(page)["Bo"]) > percent(now(page)["Anna"]) + 20

    def test_a_player_without_earlier_rounds_is_mentioned(self, game, phone_of):
        before = game("vandatta", "Anna Bo").plays(*["Anna out, Bo 8 5"] * 2)
        table = start(before.app, "vandatta", "Anna Bo Cara", group_id=before.group_id)
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert "Of Cara nothing is known yet." in page.words

    def test_counted_hands_are_included(self, game, phone_of):
        table = game("vandatta", "Anna Bo", rounds=2).plays("Anna out, Bo A")
        phone = phone_of(table, "watcher")
        before = now(phone.get(f"{table.path}/chances"))
        with table.open() as session:
            declare_out(session, 2, seat_of(session, "Bo"), table.change_stamp())
            anna = seat_of(session, "Anna")
            send_count(session, 2, anna, hand_of(anna.id, "8", session.rules), table.change_stamp(), shown="")
        page = phone.get(f"{table.path}/chances")
        assert "The hands that are counted already are in it." in page.words
        assert percent(before["Anna"]) > percent(before["Bo"])
        assert now(page) == {"Bo": "> 99%", "Anna": "< 1%"}  # 5 to 10, not saved yet

    def test_all_phones_show_the_same_figures(self, table, phone_of, monkeypatch):
        monkeypatch.setattr("views.table.chances.Random", Random)
        shown = [now(phone_of(table, role).get(f"{table.path}/chances")) for role in ("watcher", "owner")]
        assert shown[0] == shown[1]

    def test_before_the_first_round_all_chances_are_equal_and_there_is_no_chart(self, game, phone_of):
        table = game("vandatta", "Anna Bo")
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert len(set(now(page).values())) == 1
        assert not page.select(".chart")
        assert "no rounds played yet" in page.words

    def test_small_and_large_chances_are_not_rounded_to_0_and_100(self, game, phone_of):
        table = game("vandatta", "Anna Bo", rounds=2).plays("Anna out, Bo 8 8 8 8 A A A A")
        likely = now(phone_of(table, "watcher").get(f"{table.path}/chances"))
        assert likely == {"Anna": "> 99%", "Bo": "< 1%"}

    def test_a_certain_win_is_named(self, game, phone_of):
        table = game("vatikan", "Anna Bo Cara", games=3).plays(*["Bo out, Anna 5, Cara 5"] * 2)
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert now(page) == {"Bo": "100%", "Anna": "0%", "Cara": "0%"}
        assert "Bo: certain to win." in page.words

    def test_a_player_who_left_has_no_figure(self, table, phone_of):
        table.leaves("Cara")
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert now(page)["Cara is not at the table"] == "–"

    def test_a_session_without_a_planned_end_has_no_chances(self, game, phone_of):
        table = game("vatikan", "Anna Bo").plays("Anna out, Bo 5")
        page = phone_of(table, "watcher").get(f"{table.path}/chances")
        assert "No end is planned" in page.words
        assert not page.select(".chances, .chart, table")

    def test_an_extended_session_has_no_chances(self, game, phone_of):
        table = game("vandatta", "Anna Bo").plays(*["Anna out, Bo 8"] * 2).reopens()
        assert "plays on until it stops" in phone_of(table, "watcher").get(f"{table.path}/chances").words

    def test_a_session_with_totals_only_has_no_chances(self, table, phone_of):
        table.has(totals_only=True)
        assert "Only the totals" in phone_of(table, "watcher").get(f"{table.path}/chances").words

    def test_a_session_that_all_players_left_has_a_message(self, app, table, phone_of):
        document = brief()
        del document["sessions"][0]["rounds"][1:]
        document["sessions"][0]["seats"] = [{"player": p, "left_round": 2} for p in (ANNA, BO, CARA)]
        import_document(app, document, table.group_id)
        page = phone_of(table, "watcher").get(f"{table.group_path}/sessions/{SESSION}/chances")
        assert "Everybody has left this table." in page.words


class TestFollowing:
    def test_the_fragment_is_the_live_part_and_an_unchanged_one_gets_304(self, table, phone_of):
        phone = phone_of(table, "watcher")
        phone.get(f"{table.path}/chances", X_Fragment="1")
        assert not phone.page.soup.html
        tag = phone.answer.headers["ETag"]
        headers = {**phone.headers, "X-Fragment": "1", "If-None-Match": tag}
        assert phone.client.get(f"{table.path}/chances", headers=headers).status_code == 304
        table.plays(ROUND)
        assert phone.client.get(f"{table.path}/chances", headers=headers).status_code == 200

    def test_a_finished_session_does_not_poll(self, game, phone_of):
        table = game("vandatta", "Anna Bo", rounds=1)
        phone = phone_of(table, "watcher")
        assert phone.get(f"{table.path}/chances").select("[data-follow]")
        table.plays("Anna out, Bo 8")
        assert not phone.get(f"{table.path}/chances").select("[data-follow]")


class TestFinishedSession:
    @pytest.fixture
    def over(self, game):
        return game("derange", "Anna Bo Cara", mode="short").plays(*[ROUND] * 6, "Anna out, Bo 8, Cara 5")

    def test_the_chart_has_a_line_for_each_player_and_the_table_all_figures(self, over, phone_of):
        page = phone_of(over, "watcher").get(f"{over.path}/chances")
        assert len(page.select(".chart .curve")) == 3
        assert "Anna, Bo and Cara" in page.select(".chart")[0]["aria-label"]
        rows = page.select(".score-sheet tbody tr")
        assert len(rows) == 1 + 7
        assert [cell.get_text() for cell in rows[-1].select("td")] == ["0%", "0%", "100%"]
        assert not page.select(".chances")

    def test_the_round_with_the_largest_change_is_named(self, over, phone_of):
        page = phone_of(over, "watcher").get(f"{over.path}/chances")
        assert page.texts(".hint")[0].startswith("Round ")
        assert "was the turning point: " in page.texts(".hint")[0]

    def test_later_nights_do_not_change_it(self, over, phone_of):
        phone = phone_of(over, "watcher")
        before = phone.get(f"{over.path}/chances").words
        start(over.app, "derange", "Anna Bo Cara", mode="short", group_id=over.group_id).plays(*[ROUND] * 7)
        assert phone.get(f"{over.path}/chances").words == before

    def test_the_result_links_to_it(self, over, phone_of):
        phone = phone_of(over, "watcher")
        assert f"{over.path}/chances" in phone.get(over.path).hrefs()


def test_the_table_links_to_it_without_computing_it(table, phone_of, monkeypatch):
    monkeypatch.setattr("views.table.chances.chances_of", None)
    for role in ("watcher", "scorer"):
        assert f"{table.path}/chances" in phone_of(table, role).get(table.path).hrefs()


def test_a_stranger_and_another_group_get_404(table, game, phone, phone_of):
    phone.get(f"{table.path}/chances", 404)
    other = game("vandatta", "Anna Bo")
    phone_of(other, "owner").get(f"{other.group_path}/sessions/{table.session_id}/chances", 404)
