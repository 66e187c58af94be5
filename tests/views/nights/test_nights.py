"""Pages about nights: list, recap, place and note, text and picture, links."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest

from models import Group, Night, db
from models.database import new_id
from tests.custom import preset, typed
from tests.files.importing.files import TOTALS, File
from tests.golden.nights import first_night, golden_group, second_night, third_night
from tests.queries import queries_of
from tests.sampling import full_only
from tests.table import at_work
from tests.views.weird_names import HARMFUL, weird_names

AT = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)
MORE_NIGHTS = "nav[aria-label='More nights'] a"


pytestmark = pytest.mark.table(plays=["Cara out, Anna 8, Bo K"], at=AT, mode="short")


def spaced_texts(page, selector):
    """The text of each matching element, its parts separated by blanks."""
    return [" ".join(tag.get_text(" ").split()) for tag in page.select(selector)]


def night_path(table):
    return f"{table.group_path}/nights/{table.night_id()}"


def listed_nights(page):
    """The addresses of the nights in the list."""
    return page.hrefs(".night > .row-link")


def older_sessions(game, table, count, **decided):
    """Start `count` older sessions, one a week."""
    at = [AT - timedelta(weeks=n) for n in range(1, count + 1)]
    return [game("vandatta", "Anna Dilan", group_id=table.group_id, at=a, **decided).stops() for a in at]


@full_only
def test_nights_like_this_are_linked_from_the_second_such_night(app, phone_of):
    first, second, _third = golden_group(app)
    phone = phone_of(first.tables[0], "watcher")
    assert "Who wins on nights like this" not in phone.get(first.path).words
    assert "Who wins on nights like this: Fridays" in phone.get(second.path).words


class TestTheList:
    def test_a_night_shows_date_players_games_and_winners(self, app, phone_of):
        first, second, third = golden_group(app)
        page = phone_of(first.tables[0], "watcher").get(f"{first.group_path}/nights")
        nights = spaced_texts(page, ".night")
        assert listed_nights(page) == [third.path, second.path, first.path]
        assert nights[2] == (
            "A Friday 2 October 2026 Anna, Bo, Cara, Dilan, Eva "
            "Vändåtta won by Anna and Cara Derange Order of Eight won by Bo Vändåtta won by Anna"
        )
        assert "Derange Order of Eight waits to be played on" in nights[0]

    def test_the_winner_of_the_night_is_shown(self, app, phone_of):
        first, _second, _third = golden_group(app)
        page = phone_of(first.tables[0], "watcher").get(f"{first.group_path}/nights")
        assert spaced_texts(page, ".night .discs")[-1] == "A"

    def test_the_place_is_shown(self, table, phone_of):
        phone = phone_of(table, "scorer")
        write(phone, table, place="at Bo’s")
        assert "at Bo’s · Anna, Bo, Cara" in phone.get(f"{table.group_path}/nights").words

    @full_only
    def test_the_list_is_paginated(self, table, game, phone_of):
        older = older_sessions(game, table, 25)
        phone = phone_of(table, "watcher")
        phone.get(f"{table.group_path}/nights")
        hrefs = []
        for _page in range(5):
            hrefs += listed_nights(phone.page)
            further = [href for href in phone.page.hrefs(MORE_NIGHTS) if "before=" in href]
            if not further:
                break
            phone.get(further[0])
        assert hrefs == [night_path(one) for one in (table, *older)]
        assert phone.page.texts(MORE_NIGHTS) == ["Newest nights"]

    @full_only
    def test_query_count_and_size_do_not_grow_with_the_number_of_nights(self, app, table, game, phone_of):
        phone = phone_of(table, "watcher")
        path = f"{table.group_path}/nights"
        few = queries_of(app, lambda: phone.get(path))
        older_sessions(game, table, 30)
        assert queries_of(app, lambda: phone.get(path)) == few
        assert len(phone.answer.data) < 14 * 1024

    @pytest.mark.parametrize("before", ["x", "00000000-0000-0000-0000-000000000000", ""])
    def test_an_invalid_before_parameter_shows_the_first_page(self, table, phone_of, before):
        page = phone_of(table, "watcher").get(f"{table.group_path}/nights?before={before}")
        assert night_path(table) in page.hrefs()

    def test_a_before_parameter_of_another_group_shows_the_first_page(self, table, game, phone_of):
        page = phone_of(table).get(f"{table.group_path}/nights?before={game().night_id()}")
        assert night_path(table) in page.hrefs()

    def test_the_page_before_the_first_night_is_empty(self, table, phone_of):
        page = phone_of(table).get(f"{table.group_path}/nights?before={table.night_id()}")
        assert page.texts(".lead") == ["No earlier nights."]

    def test_a_group_without_nights_has_an_empty_list(self, app, table, phone_of):
        phone = phone_of(table, "owner")
        phone.get(f"{table.path}/end")
        phone.submit("/deletion")
        page = phone.get(f"{table.group_path}/nights")
        assert page.texts(".lead") == ["No night yet. The first game you play begins one."]


@full_only
class TestTheFilter:
    """The form and words of the statistics pages (tests/views/statistics), selecting nights."""

    @pytest.fixture
    def older(self, table, game):
        """Fourteen Fridays before the first night, on which Anna and Dilan played at Anna’s."""
        table.stops()
        at = [AT - timedelta(weeks=n) for n in range(1, 15)]
        games = [game("vandatta", "Anna Dilan", group_id=table.group_id, at=a) for a in at]
        return [one.plays("Anna out, Dilan 8").stops() for one in games]

    def test_filter_by_player_variant_and_year(self, table, older, phone_of):
        phone = phone_of(table, "watcher")
        phone.get(f"{table.group_path}/nights")
        bo = str(table.player_id("Bo"))
        phone.submit("/nights", {"who": bo, "variant": "derange", "year": "2026"})
        assert listed_nights(phone.page) == [night_path(table)]
        assert spaced_texts(phone.page, "summary")[0] == "Only Derange Order of Eight, 2026, with Bo"
        assert f"{table.group_path}/nights" in phone.page.hrefs()  # clears the filter

    def test_filter_by_place_and_weekday(self, table, older, game, phone_of):
        phone = phone_of(table, "scorer")
        write(phone, table, place="Bo’s")
        sunday = game("vandatta", "Anna Dilan", group_id=table.group_id, at=AT + timedelta(days=2))
        sunday.plays("Anna out, Dilan 8").stops()
        phone.get(f"{table.group_path}/nights")
        phone.submit("/nights", {"place": "Bo’s"})
        assert listed_nights(phone.page) == [night_path(table)]
        assert spaced_texts(phone.page, "summary")[0] == "Only Bo’s"
        phone.get(f"{table.group_path}/nights?weekday=7")
        assert listed_nights(phone.page) == [night_path(sunday)]
        assert spaced_texts(phone.page, "summary")[0] == "Only Sundays"

    @full_only
    def test_statistics_link_to_the_nights_that_they_count(self, table, older, phone_of):
        phone = phone_of(table, "watcher")
        bo = table.player_id("Bo")
        page = phone.get(f"{table.group_path}/statistics")
        assert "These nights" not in page.words
        for path in ("statistics", "statistics/records", "statistics/rivals", "statistics/honours"):
            page = phone.get(f"{table.group_path}/{path}?who={bo}&sat=without&weekday=5")
            [these] = [a["href"] for a in page.select("a") if a.get_text() == "These nights"]
            phone.get(these)
            assert len(phone.page.select(".night")) == 12
            assert spaced_texts(phone.page, "summary")[0] == "Only Fridays, without Bo"

    def test_a_former_address_selects_one_player(self, table, older, phone_of):
        phone = phone_of(table, "watcher")
        page = phone.get(f"{table.group_path}/nights?player={table.player_id('Bo')}&year=2026")
        assert spaced_texts(page, "summary")[0] == "Only 2026, with Bo"

    def test_the_filter_is_kept_across_pages(self, table, older, phone_of):
        phone = phone_of(table, "watcher")
        phone.get(f"{table.group_path}/nights?variant=vandatta")
        [further] = [href for href in phone.page.hrefs(MORE_NIGHTS) if "before=" in href]
        assert "variant=vandatta" in further
        assert len(phone.get(further).select(".night")) == 2

    def test_an_empty_result_names_the_filter(self, table, older, phone_of):
        path = f"{table.group_path}/nights?variant=derange&year=2025"
        page = phone_of(table).get(path)
        assert page.texts(".lead") == ["No night like that yet: Derange Order of Eight, 2025."]

    def test_there_is_no_filter_before_a_game_is_finished(self, table, phone_of):
        assert phone_of(table).get(f"{table.group_path}/nights").select(".filter") == []

    def test_unknown_filter_values_are_ignored(self, table, older, phone_of, subtests):
        phone = phone_of(table)
        for query in [
            "who=x",
            "variant=canasta",
            "year=1999",
            "year=x",
            "who=",
            "place=x",
            "year=99999999999999999999",
        ]:
            with subtests.test(query):
                page = phone.get(f"{table.group_path}/nights?{query}")
                assert spaced_texts(page, "summary")[0] == "All nights"
                assert night_path(table) in page.hrefs()

    def test_a_player_of_another_group_is_not_shown(self, table, game, phone_of):
        stranger = game("derange", "Zlatan Bo").player_id("Zlatan")
        page = phone_of(table).get(f"{table.group_path}/nights?who={stranger}")
        assert "Zlatan" not in page.words


class TestTheRecap:
    def test_the_first_golden_night(self, app, phone_of):
        night = first_night(app)
        page = phone_of(night.tables[0], "watcher").get(night.path)
        assert page.heading == "Friday 2 October 2026"
        assert spaced_texts(page, ".result-panel h2") == ["Anna took the night 2 of 3 games · 22:31–02:10"]
        assert spaced_texts(page, ".tally li") == [
            "Rank 1 A Anna 2 wins of 3 2.0 average place",
            "Rank 2 C Cara 1 win of 3 1.7 average place",
            "Rank 3 B Bo 1 win of 3 2.0 average place",
            "Rank 4 E Eva 0 wins of 1 3.0 average place",
            "Rank 5 D Dilan 0 wins of 2, left 1 early 4.0 average place",
        ]
        assert "Points are not added" in page.words
        assert spaced_texts(page, ".highlights li") == [
            "Costliest hand Dilan and Anna, 60 3·10 ×2 Derange Order of Eight",
            "Costliest hand Bo, 20 8 8 Vändåtta, round 2",
            "Closest finish 5 points Anna 18, Cara 18, Bo 23",
            "Most eights caught Bo, 4 8 8 8 8",
            "Dealt wrongly Cara 1",
        ]
        assert spaced_texts(page, ".game h3") == [
            "Anna and Cara win together Vändåtta · 22:31–22:36 · 4 rounds",
            "Bo wins Derange Order of Eight · 01:37–01:47 · 7 rounds",
            "Anna wins Vändåtta · 02:08–02:10 · 2 rounds",
        ]

    def test_going_out_repeatedly_is_a_highlight_from_three_rounds_on(self, game, phone_of):
        table = game("derange", "Anna Bo").plays(*["Anna out, Bo 8"] * 2).stops()
        phone = phone_of(table, "watcher")
        assert "running" not in spaced_texts(phone.get(night_path(table)), ".night-highlights")[0]
        table.reopens().plays("Anna out, Bo 8").stops()
        cards = spaced_texts(phone.get(night_path(table)), ".highlights li")
        assert cards[-1] == "Out 3 times running Anna rounds 1–3"

    def test_equal_players_share_a_rank(self, game, phone_of):
        table = game("derange", "Anna Bo Cara").plays("Anna out, Bo 8, Cara 8").stops()
        game("derange", "Anna Bo Cara", group_id=table.group_id, clock=table.clock).plays(
            "Anna out, Bo 8, Cara 8"
        ).stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert [" ".join(words.split()[:2]) for words in spaced_texts(page, ".tally li")] == [
            "Rank 1",
            "Rank 2",
            "Rank 2",
        ]

    def test_the_long_game_of_the_first_golden_night(self, app, phone_of):
        night = first_night(app)
        page = phone_of(night.tables[0], "watcher").get(night.path)
        game = page.select(".game")[1]
        words = " ".join(game.get_text(" ").split())
        assert "The lead Bo pulled ahead in the last round." in words
        assert "Biggest swing Round 4: Bo from 8 points ahead to 33 behind" in words
        assert "Dilan, round 3: 60 points" in words
        assert "Anna, round 5: 60 points" in words
        drawn = [hand["aria-label"] for hand in game.select(".drawn")]
        assert drawn == ["two threes or tens", "two twos"]
        assert "– left before the end Dilan 107" in words
        lines = [[c.get_text() for c in row.select("td")] for row in game.select(".score-sheet tbody tr")]
        assert lines[-1] == ["98", "99", "113", "133", "107"]  # in order of rank
        assert game.select("svg.chart")[0]["aria-label"].startswith("Totals after each round: ")

    def test_a_game_that_counts_wins(self, app, phone_of):
        night = second_night(app)
        page = phone_of(night.tables[0], "watcher").get(night.path)
        words = " ".join(page.select(".game")[1].get_text(" ").split())
        assert "Cara wins" in words
        assert "Biggest swing" not in words
        assert "Dearest" not in words

    def test_teams_totals_only_and_unfinished_games(self, app, phone_of):
        night = third_night(app)
        page = phone_of(night.tables[0], "scorer").get(night.path)
        teams, early, summed, waiting = page.select(".game")
        assert "Anna and Cara win together" in teams.get_text()
        assert "The table stopped after 2 of 4 rounds." in early.get_text()
        assert "Only the totals of this one are known." in summed.get_text()
        assert summed.select("svg.chart, .definitions") == []
        assert "Waits to be played on" in waiting.get_text()
        assert waiting.select("svg.chart, .definitions") == []
        assert "1 game is not finished and does not count here." in page.words
        assert page.texts(".result-panel h2")[0].endswith("tied for most wins3 games")

    def test_a_session_with_totals_only_shows_no_times(self, app, table, phone_of):
        """A date without a time in a file is stored as noon."""
        File(app, table.group_id, TOTALS).choose(people={"Anna": "Anna", "Bo": "Bo"}).apply()
        phone = phone_of(table, "watcher")
        phone.get(f"{table.group_path}/nights")
        [night] = [path for path in listed_nights(phone.page) if path != night_path(table)]
        for path in (night, f"{night}.svg"):
            phone.get(path)
            assert not re.search("[0-9]{2}:[0-9]{2}", phone.answer.get_data(as_text=True))

    def test_a_single_session_needs_no_table(self, table, phone_of):
        table.stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert spaced_texts(page, ".result-panel h2")[0].startswith("Cara won Derange Order of Eight · ")
        assert page.select(".tally") == []

    def test_a_night_without_finished_games_shows_the_number_of_unfinished_games(self, table, game, phone_of):
        phone = phone_of(table, "watcher")
        assert phone.get(night_path(table)).texts(".result-panel h2") == ["1 game waits to be played on"]
        game("vandatta", "Anna Bo", group_id=table.group_id, at=AT + timedelta(hours=1))
        assert phone.get(night_path(table)).texts(".result-panel h2") == ["2 games wait to be played on"]

    def test_the_first_game_of_tonight_is_in_progress(self, game, phone_of):
        table = game("derange", "Anna Bo")
        phone = phone_of(table, "watcher")
        page = phone.get(night_path(table))
        assert page.texts(".result-panel h2") == ["Tonight: 1 game in progress"]
        assert "Nothing" not in page.words
        phone.get(f"{night_path(table)}.txt")
        assert "Nothing" not in phone.answer.get_data(as_text=True)

    def test_a_session_without_rounds_is_not_counted(self, game, phone_of):
        table = game("derange", "Anna Bo").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert page.texts(".result-panel h2") == ["Nothing has been played to the end yet."]
        assert "Nothing was played" in page.texts(".game h3")[0]

    def test_a_night_without_sessions(self, app, table, phone_of):
        night = Night(id=new_id(), group_id=table.group_id, date=AT.date(), note="Nobody came.")
        with at_work(app):
            db.session.add(night)
            night_id = night.id
            db.session.commit()
        page = phone_of(table, "watcher").get(f"{table.group_path}/nights/{night_id}")
        assert page.texts(".result-panel h2") == ["Nothing was played that night."]

    def test_eights_are_not_counted_where_they_are_ordinary_cards(self, game, phone_of):
        table = game("vatikan", "Anna Bo", tally="house_points", points={"8": 50})
        table.plays("Anna out, Bo 8 8").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert not any("eights" in line for line in spaced_texts(page, ".highlights li"))

    @pytest.mark.parametrize(("key", "shown"), [("crazy_eights", True), ("switch", False)])
    def test_eights_are_counted_in_custom_games_in_which_they_cost_most(self, game, phone_of, key, shown):
        table = game(preset(key), "Anna Bo").plays("Anna out, Bo 8 8").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        caught = "Most eights caught Bo, 2 8 8" in spaced_texts(page, ".highlights li")
        assert (caught, "eights" in page.words) == (shown, shown)

    def test_hands_of_a_game_whose_card_values_changed_are_not_compared(self, game, phone_of):
        table = game(preset("crazy_eights"), "Anna Bo").plays("Anna out, Bo 8").stops()
        table.changes_rules(preset("crazy_eights", values={**preset("crazy_eights").values, "8": 20}))
        again = {"group_id": table.group_id, "clock": table.clock}
        game(table.variant(), "Anna Bo", **again).plays("Bo out, Anna 8").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        lines = spaced_texts(page, ".highlights li")
        assert {line.split(" 8 ")[0] for line in lines if "Costliest" in line} == {
            "Costliest hand Bo, 50",
            "Costliest hand Anna, 20",
        }

    @pytest.mark.parametrize(
        ("rules", "plays", "note"),
        [
            ({"eliminate_at": 50}, "Anna =9, Bo =60", "Out of the game at 50; the last one in wins."),
            ({"scoring": "places"}, "Anna =1, Bo =2", "Places are added up; the lowest total wins."),
            ({"scoring": "wins"}, "Anna out, Bo -", "Rounds won count; most wins takes it."),
            ({}, "Anna =9, Bo =60", ""),
        ],
    )
    def test_a_ranking_that_does_not_follow_from_points_is_explained(
        self, game, phone_of, rules, plays, note
    ):
        table = game(typed(**rules), "Anna Bo").plays(plays)
        table = table if table.is_finished() else table.stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert page.texts(".game > .note") == [note] * bool(note)

    @pytest.mark.parametrize(("rules", "only_drawn"), [({"eliminate_at": 50}, False), ({}, True)])
    def test_places_are_listed_where_a_chart_of_totals_does_not_tell_them(
        self, game, phone_of, rules, only_drawn
    ):
        table = game(typed(**rules), "Anna Bo").plays("Anna =60, Bo =40")
        table = table if table.is_finished() else table.stops()
        (shown,) = phone_of(table, "watcher").get(night_path(table)).select(".game")
        assert shown.select("svg.chart")
        assert shown.select(".places")
        assert ("has-chart" in shown["class"]) is only_drawn  # whose style hides the list

    def test_who_wins_three_rounds_in_a_row_without_cards_is_not_said_to_be_out(self, game, phone_of):
        table = game(typed(scoring="wins"), "Anna Bo").plays(*["Anna out, Bo -"] * 3).stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert spaced_texts(page, ".highlights li") == ["Won 3 times running Anna rounds 1–3"]

    def test_only_the_figures_of_the_page_are_explained(self, game, phone_of):
        table = game(typed(scoring="places"), "Anna Bo").plays("Anna =1, Bo =2").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert page.texts("main > .aside dt") == ["The lead"]

    def test_a_night_without_caught_eights(self, game, phone_of):
        table = game("derange", "Anna Bo").plays("Anna out, Bo 4").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert "Caught with eights nobody all night" in spaced_texts(page, "main")[0]

    def test_a_round_of_typed_points_has_no_cards_to_draw(self, game, phone_of):
        table = game("derange", "Anna Bo").plays("Anna out, Bo =60").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert "Bo, round 1: 60 points" in page.words
        assert page.select(".drawn") == []

    def test_many_cards_of_a_class_are_shown_as_a_count(self, game, phone_of):
        table = game("vandatta", "Anna Bo").plays("Anna out, Bo 8 8 8 8 A 2 3 4 5 6 7 9 10 J").stops()
        page = phone_of(table, "watcher").get(night_path(table))
        assert [fan.get_text() for fan in page.select(".game .fan")] == ["8888", "A", "other×9"]
        assert page.select(".drawn")[0]["aria-label"] == "four eights, an ace and nine ordinary cards"

    @full_only
    def test_query_count_does_not_grow_with_the_number_of_sessions(self, app, table, game, phone_of):
        phone = phone_of(table, "watcher")
        few = queries_of(app, lambda: phone.get(night_path(table)))
        for _ in range(3):
            session = game("derange", "Anna Bo Cara Dilan", group_id=table.group_id, at=table.clock.now())
            session.plays(*["Anna out, Bo 4, Cara 5, Dilan 8"] * 9).stops()
        assert queries_of(app, lambda: phone.get(night_path(table))) == few

    @full_only
    def test_the_page_of_a_long_night_is_small(self, app, game, phone_of):
        names = "Anna Bo Cara Dilan Eva Frans Gerd Hans"
        words = "Hans out, Anna 8 4, Bo 5 K, Cara 9, Dilan 2 2, Eva A, Frans 3, Gerd 10 J"
        table = game("derange", names, at=AT, decks=4).plays(*[words] * 15)
        for _ in range(2):
            session = game("derange", names, group_id=table.group_id, clock=table.clock, decks=4)
            session.plays(*[words] * 15)
        phone_of(table, "watcher").get(night_path(table))
        phone = phone_of(table, "watcher")
        phone.headers["Accept-Encoding"] = "gzip"
        phone.get(night_path(table))
        assert len(phone.answer.data) < 14 * 1024

    def test_the_result_of_a_session_links_to_its_night(self, table, phone_of):
        table.stops()
        assert night_path(table) in phone_of(table, "watcher").get(table.path).hrefs()


@full_only
class TestTextAndPicture:
    @pytest.mark.parametrize("kind", ["txt", "svg"])
    @pytest.mark.parametrize("night", [first_night, second_night, third_night])
    def test_both_can_be_downloaded(self, app, phone_of, night, kind):
        night = night(app)
        phone = phone_of(night.tables[0], "watcher")
        phone.get(f"{night.path}.{kind}")
        assert phone.answer.status_code == 200
        text = phone.answer.get_data(as_text=True)
        assert "October 2026" in text
        assert "Anna" in text
        assert "None" not in text

    def test_the_text_is_a_short_summary(self, app, phone_of):
        night = first_night(app)
        phone = phone_of(night.tables[0], "watcher")
        phone.get(f"{night.path}.txt")
        text = phone.answer.get_data(as_text=True)
        assert text.startswith(
            "Friday 2 October 2026\nAnna took the night: 2 of 3 games.\n\nVändåtta: Anna and Cara"
        )
        assert (
            "Derange Order of Eight: Bo wins\n1. Bo 98\n2. Cara 99\n3. Eva 113\n4. Anna 133\n– Dilan 107\n"
            in text
        )
        assert "Most eights caught: Bo, 4\n" in text
        shared = phone.get(night.path).soup.textarea.get_text()
        assert shared.split() == text.split()

    @pytest.mark.parametrize("names", ["x" * 40, "👩‍👩‍👧‍👦", "東京特許許可局局長", "<b>Bo</b>", "100%"])
    def test_the_picture_is_well_formed_for_any_name(self, game, phone_of, names):
        table = game("derange", f"{names} Bo").plays(f"Bo out, {names} 8").stops()
        phone = phone_of(table, "watcher")
        phone.get(f"{night_path(table)}.svg")
        drawn = ElementTree.fromstring(phone.answer.data)
        assert drawn.tag.endswith("svg")
        assert phone.answer.mimetype == "image/svg+xml"
        assert all(float(t.get("textLength", 0)) <= 340 for t in drawn.iter())

    @full_only
    @pytest.mark.parametrize("name", weird_names("of nights"))
    def test_place_and_note_of_any_script_are_escaped(self, table, phone_of, name):
        phone = phone_of(table, "owner")
        write(phone, table, place=name, note=name)
        for path in (
            night_path(table),
            f"{table.group_path}/nights",
            table.group_path,
            f"{night_path(table)}/note",
        ):
            phone.get(path)
            assert all(harm not in phone.page.text for harm in HARMFUL)
        phone.get(f"{night_path(table)}.svg")
        ElementTree.fromstring(phone.answer.data)


class TestALinkToTheNight:
    def test_it_opens_the_night_for_a_watcher(self, app, table, phone_of, phone):
        owner = phone_of(table, "owner")
        owner.get(night_path(table))
        owner.submit("/links")
        address = re.search(r"/join/\S+", owner.page.soup.textarea.get_text())[0]
        phone.get(address)
        assert phone.path == night_path(table)
        assert "This phone can only look" in phone.get(table.group_path).words

    @pytest.mark.parametrize("role", ["scorer", "watcher"])
    def test_only_an_owner_can_make_one(self, table, phone_of, role):
        page = phone_of(table, role).get(night_path(table))
        assert "Make a link to this night" not in page.words

    @pytest.mark.parametrize("night", ["x", "", "00000000-0000-0000-0000-000000000000", "//evil.example"])
    def test_an_invalid_night_leads_to_the_group(self, table, phone, night):
        phone.get(f"{table.link('watcher')}?night={night}")
        assert phone.path == table.group_path

    def test_a_night_of_another_group_leads_to_the_group_of_the_link(self, table, game, phone):
        phone.get(f"{table.link('watcher')}?night={game().night_id()}")
        assert phone.path == table.group_path

    def test_no_link_is_made_to_a_night_of_another_group(self, table, game, phone_of):
        owner = phone_of(table, "owner")
        owner.get(night_path(table))
        owner.submit("/links", {"night": str(game().night_id())})
        assert "night=" not in owner.page.soup.textarea.get_text()


def write(phone, table, *, status=200, **fields):
    phone.get(f"{night_path(table)}/note")
    return phone.submit("/note", fields, status=status)


class TestPlaceAndNote:
    def test_a_scorer_saves_them_and_a_watcher_reads_them(self, table, phone_of):
        scorer = phone_of(table, "scorer")
        write(scorer, table, place="  at Bo’s ", note="It snowed.\r\n\r\nCara  came late.\n")
        assert scorer.page.flashes == ["Saved."]
        page = phone_of(table, "watcher").get(night_path(table))
        assert page.texts(".top p") == ["at Bo’s · Friday table"]
        assert page.select(".night-note")[0].get_text() == "It snowed.\n\nCara came late."

    def test_empty_fields_remove_them(self, table, phone_of):
        scorer = phone_of(table, "scorer")
        write(scorer, table, place="at Bo’s", note="It snowed.")
        write(scorer, table, place="", note="")
        assert scorer.get(night_path(table)).select(".night-note") == []

    @pytest.mark.parametrize(("place", "note"), [("x" * 81, "n"), ("at Bo’s", "n" * 2001)])
    def test_input_that_is_too_long_is_refused_and_preserved(self, table, phone_of, place, note):
        scorer = phone_of(table, "scorer")
        page = write(scorer, table, place=place, note=note, status=422)
        assert "characters" in page.texts(".wrong")[0]
        assert (scorer.value_of("place"), scorer.value_of("note")) == (place, note)
        assert scorer.get(night_path(table)).select(".night-note") == []

    def test_the_longest_allowed_note_is_saved_completely(self, table, phone_of):
        scorer = phone_of(table, "scorer")
        write(scorer, table, place="x" * 80, note="n" * 2000)
        assert len(scorer.get(night_path(table)).select(".night-note")[0].get_text()) == 2000

    def test_sending_the_form_twice_saves_once(self, app, table, phone_of):
        scorer = phone_of(table, "scorer")
        scorer.get(f"{night_path(table)}/note")
        action, _method, data = scorer.filled("/note", {"place": "at Bo’s"})
        for _time in range(2):
            scorer.post(action, data, Sec_Fetch_Site="same-origin")
        assert len(scorer.get(f"{night_path(table)}/note").select(".history li")) == 1

    def test_a_conflicting_change_is_shown_before_saving(self, table, phone_of):
        one, other = phone_of(table, "scorer"), phone_of(table, "scorer")
        one.get(f"{night_path(table)}/note")
        write(other, table, place="at Cara’s")
        one.submit("/note", {"place": "at Bo’s"}, status=409)
        assert "at Cara’s" in one.page.texts(".problem")[0]
        assert one.value_of("place") == "at Bo’s"
        one.submit("/note")
        assert one.page.texts(".top p") == ["at Bo’s · Friday table"]

    def test_saving_can_be_undone_and_redone(self, table, phone_of):
        scorer = phone_of(table, "scorer")
        write(scorer, table, place="at Bo’s", note="It snowed.")
        scorer.get(f"{night_path(table)}/note")
        assert scorer.page.texts(".history li p")[0] == "Place: at Bo’s; Note: It snowed."
        scorer.submit("/undo")
        assert scorer.page.flashes == ["Taken back."]
        assert scorer.value_of("place") == ""
        scorer.submit("/undo", button="Do it again")
        assert scorer.value_of("place") == "at Bo’s"

    def test_undo_is_refused_after_a_later_change(self, table, phone_of):
        scorer = phone_of(table, "scorer")
        write(scorer, table, place="at Bo’s")
        scorer.get(f"{night_path(table)}/note")
        action, _method, data = scorer.filled("/undo")
        write(scorer, table, place="at Cara’s")
        scorer.post(action, data, Sec_Fetch_Site="same-origin")
        assert scorer.page.flashes == ["Something later changed the same thing. Take that back first."]

    def test_the_change_is_in_the_history_of_the_group(self, table, phone_of):
        owner = phone_of(table, "owner")
        write(owner, table, place="at Bo’s")
        page = owner.get(f"{table.group_path}/players")
        assert "Place and note of a night" in page.words
        owner.submit("/undo")
        assert owner.get(night_path(table)).texts(".top p") == ["Friday table"]

    def test_a_change_of_another_night_is_not_found(self, table, game, phone_of):
        other = game("derange", "Anna Bo", group_id=table.group_id, at=AT - timedelta(days=7))
        scorer = phone_of(table, "scorer")
        write(scorer, other, place="at Bo’s")
        scorer.get(f"{night_path(other)}/note")
        action, _method, data = scorer.filled("/undo")
        wrong = action.replace(str(other.night_id()), str(table.night_id()))
        scorer.post(wrong, data, 404, Sec_Fetch_Site="same-origin")


def test_nights_show_the_new_name_of_a_renamed_group(app, table, phone_of):
    with at_work(app):
        db.session.get_one(Group, table.group_id).name = "Saturday table"
        db.session.commit()
    assert phone_of(table).get(night_path(table)).texts(".top p") == ["Saturday table"]
