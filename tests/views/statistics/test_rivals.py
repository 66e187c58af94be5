"""Pages of rivals: the table of all pairs, and the rivalry of two players."""

import uuid
from datetime import UTC, datetime

import pytest

from tests.custom import typed
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start
from tests.views.statistics.short_sessions import ANNA, BO, LEVEL, add_session

pytestmark = full_only


@pytest.fixture
def played(game):
    """Anna wins 7, Bo 3, and 2 are level."""
    first = game("derange", "Anna Bo Cara").plays(ANNA).stops()
    for result in [*[ANNA] * 6, *[LEVEL] * 2, *[BO] * 3]:
        add_session(first, result)
    return first


def rivals_of(played):
    return f"{played.group_path}/statistics/rivals"


def rivalry_of(played, own, other):
    return f"{rivals_of(played)}/{played.player_id(own)}/{played.player_id(other)}"


def cells(page):
    """By names of row and column: the text for screen readers and the visible mark."""
    _corner, *names = [cell.get_text(" ", strip=True) for cell in page.soup.select(".matrix thead tr > *")]
    found = {}
    for row in page.soup.select(".matrix tbody tr"):
        own = row.th.select_one(".short").get_text()
        for other, cell in zip(names, row.select("td"), strict=True):
            aloud = cell.select_one(".unseen")
            mark = cell.select_one("i")
            found[own, other] = aloud and aloud.get_text(), mark and mark.get_text()
    return found


def test_the_table_describes_each_pair_and_marks_what_luck_does_not_explain(played, phone_of):
    shown = cells(phone_of(played, "watcher").get(rivals_of(played)))
    assert shown["Anna", "Cara"] == ("Anna ahead of Cara in 10 of 12 games, 2 even", "▲▲")
    assert shown["Cara", "Anna"] == ("Cara ahead of Anna in 0 of 12 games, 2 even", "▼▼")
    assert shown["Anna", "Bo"] == ("Anna ahead of Bo in 7 of 12 games, 2 even", "=")
    assert shown["Anna", "Anna"] == (None, None)


def test_eleven_to_nine_is_too_close_and_fifty_to_nine_is_not(game, phone_of):
    """From both sides."""
    first = game("derange", "Anna Bo").plays("Anna out, Bo 8").stops()
    for results, marks in ((["A"] * 10 + ["B"] * 9, ("=", "=")), (["A"] * 39, ("▲▲", "▼▼"))):
        for result in results:
            add_session(first, "Anna out, Bo 8" if result == "A" else "Bo out, Anna 8", names="Anna Bo")
        shown = cells(phone_of(first, "watcher").get(rivals_of(first)))
        assert (shown["Anna", "Bo"][1], shown["Bo", "Anna"][1]) == marks


def test_pairs_with_few_games_are_shown_without_a_mark(played, phone_of):
    add_session(played, "Dilan out, Anna 8", names="Dilan Anna")
    shown = cells(phone_of(played, "watcher").get(rivals_of(played)))
    assert shown["Dilan", "Anna"] == ("Dilan ahead of Anna in 1 of 1 game", None)
    assert shown["Dilan", "Bo"] == ("never met", None)


def test_the_list_of_pairs_starts_with_the_clearest(played, phone_of):
    add_session(played, "Dilan out, Anna 8", names="Dilan Anna")
    page = phone_of(played, "watcher").get(rivals_of(played))
    assert page.texts(".duels .row-of .name") == [
        "Anna ahead of Cara",
        "Bo ahead of Cara",
        "Anna ahead of Bo",
    ]
    assert page.texts(".duels small")[-1] == "7 of 12 games, 2 even, too close to tell"
    people = f"{played.group_path}/statistics/players"
    assert [a["href"] for a in page.select(".duels li:last-child .person-link")] == [
        f"{people}/{played.player_id('Anna')}",
        f"{people}/{played.player_id('Bo')}",
    ]
    assert page.texts(".as-list details li") == ["Dilan ahead of Anna in 1 of 1 game"]


def test_a_group_with_few_games_has_no_empty_lists(game, phone_of):
    table = game("derange", "Anna Bo Cara").plays(ANNA).stops()
    page = phone_of(table, "watcher").get(rivals_of(table))
    assert not page.select(".duels, .nemesis-list")
    assert len(page.select(".as-list details[open] li")) == 3


def test_nemesis_and_favourite_victim_are_shown_with_their_numbers(played, phone_of):
    page = phone_of(played, "watcher").get(rivals_of(played))
    lines = [item.get_text(" ", strip=True) for item in page.soup.select(".nemesis-list > li")]
    assert lines[1] == "B Bo Nemesis too close to tell Favourite victim Cara behind in 92% of 12 games"


def test_a_group_without_finished_games_gets_a_hint(game, phone_of):
    table = game("derange", "Anna Bo")
    assert "Once two have finished" in phone_of(table, "watcher").get(rivals_of(table)).words


def test_the_filter_is_kept_in_links_to_a_rivalry(played, phone_of):
    add_session(played, "Bo out, Anna 8", names="Anna Bo", variant="vandatta", rounds=1)
    phone = phone_of(played, "watcher")
    page = phone.get(f"{rivals_of(played)}?variant=vandatta")
    assert cells(page)["Anna", "Bo"][0] == "Anna ahead of Bo in 0 of 1 game"
    page = phone.get(page.soup.select_one(".matrix td a")["href"])
    assert "1 game together" in page.words


def test_a_rivalry_shows_results_runs_and_the_last_meetings(played, phone_of):
    page = phone_of(played, "watcher").get(rivalry_of(played, "Anna", "Bo"))
    shown = {
        item.dt.get_text(" ", strip=True): item.dd.get_text() for item in page.soup.select(".sides > div")
    }
    assert shown == {"A Anna": "7", "even": "2", "B Bo": "3"}
    assert "Bo, ahead 3 times in a row" in page.words
    assert "Bo ahead, 50 – 0" in page.words
    assert "20.8" in page.words  # Anna’s 250 points in twelve rounds


def test_a_rivalry_is_the_same_from_both_sides(played, phone_of):
    page = phone_of(played, "watcher").get(rivalry_of(played, "Bo", "Anna"))
    shown = {
        item.dt.get_text(" ", strip=True): item.dd.get_text() for item in page.soup.select(".sides > div")
    }
    assert shown == {"B Bo": "3", "even": "2", "A Anna": "7"}
    assert "Bo ahead, 0 – 50" in page.words


def test_two_players_without_a_common_game(played, phone_of):
    other = add_session(played, "Eva out, Frans 8", names="Eva Frans")
    address = f"{rivals_of(played)}/{played.player_id('Anna')}/{other.player_id('Eva')}"
    assert "have not finished a game together" in phone_of(played, "watcher").get(address).words


def test_a_player_has_no_rivalry_with_themselves(played, phone_of):
    phone_of(played, "watcher").get(rivalry_of(played, "Anna", "Anna"), 404)


def test_an_unknown_player_or_one_of_another_group_is_not_found(played, game, phone_of):
    phone, theirs = phone_of(played, "owner"), game("derange", "Anna Bo")
    for other in (uuid.uuid4(), theirs.player_id("Bo")):
        phone.get(f"{rivals_of(played)}/{played.player_id('Anna')}/{other}", 404)
        phone.get(f"{rivals_of(played)}/{other}/{played.player_id('Anna')}", 404)


def test_a_stranger_gets_404(played, phone):
    phone.get(rivals_of(played), 404)
    phone.get(rivalry_of(played, "Anna", "Bo"), 404)


def test_invalid_filter_values_are_ignored(played, phone_of, subtests):
    phone = phone_of(played, "watcher")
    for query in ["variant=chess", "year=x", "players=-1", "season=8", "year=9999999"]:
        with subtests.test(query):
            for path in (
                rivals_of(played),
                rivalry_of(played, "Anna", "Bo"),
                f"{played.group_path}/statistics/ratings",
            ):
                phone.get(f"{path}?{query}")


def test_in_swedish(app, played):
    phone = Phone(app, language="sv")
    phone.get(played.link("watcher"))
    shown = cells(phone.get(rivals_of(played)))
    assert shown["Anna", "Bo"] == ("Anna före Bo i 7 av 12 partier, 2 jämnt", "=")


def test_games_of_one_name_that_count_differently_are_told_apart(app, phone_of):
    """A custom game whose highest total won until its rules changed."""
    first = start(app, typed(winner="highest"), "Anna Bo", at=datetime(2026, 3, 7, 18, tzinfo=UTC))
    first.plays("Anna =9, Bo =3").stops().changes_rules(typed(winner="lowest"))
    again = {"group_id": first.group_id, "at": datetime(2026, 4, 9, 18, tzinfo=UTC)}
    start(app, first.variant(), "Anna Bo", **again).plays("Anna =9, Bo =3").stops()
    page = phone_of(first, "watcher").get(rivalry_of(first, "Anna", "Bo"))
    assert page.texts(".more-figures h2")[:2] == [
        "House game counted as on 7 Mar 2026",
        "House game counted as on 9 Apr 2026",
    ]
