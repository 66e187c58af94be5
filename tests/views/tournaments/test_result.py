"""The result of a finished tournament."""

from __future__ import annotations

import pytest

from tests.club import opened
from tests.custom import typed
from tests.golden.club_sheets import ClubSheets
from tests.golden.test_tournaments import plays, twelve
from tests.phone import Phone
from tests.sampling import full_only

pytestmark = full_only

FOUR = "Anna Bo Cara Dilan"


def phone_with(app, club, role="watcher", language="en"):
    phone = Phone(app, language=language)
    phone.open_link(club.link(role))
    return phone


def places(page):
    """Rank and name, then the total of the rounds and that of the play-off."""
    rows = page.soup.select("[aria-labelledby=places] tbody tr")
    return [" ".join(row.get_text(" ").split()) for row in rows]


def words(page):
    return " ".join(page.words.split())


@pytest.fixture
def club(app):
    # Combined: Bo 25, Cara 40, Anna 60, Dilan 100.
    club = opened(app, FOUR, cut=2)
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    return club.draws().scores(Anna=50, Bo=5, Cara=10, Dilan=60)


def test_the_worked_example_of_twelve(app):
    # tests/golden/club/twelve.txt; Jon enters the play-off seventh with 100 and wins with 14, Dilan has 38.
    club = twelve(app)
    page = phone_with(app, club).get(club.path)
    assert page.texts(".stage h2") == ["Jon wins with 14"]
    assert page.texts(".podium .name") == ["Jon", "Dilan", "Hugo", "Anna"]
    headline = "Jon came into the play-off in place 7 and was 24 points ahead of Dilan."
    assert page.texts(".result-text") == [headline]
    assert "The lowest at one table: 12, Bo (Round 2)." in words(page)
    assert places(page) == [
        *("1 Jon 100 14", "2 Dilan 111 38", "3 Hugo 56 40", "4 Anna 100 42", "5 Kim 97 43", "6 Gun 91 44"),
        *("7 Finn 71 46", "7 Lena 78 46", "9 Eva 111 53", "10 Bo 75 61", "11 Cara 134", "12 Ida 140"),
    ]


def test_one_table_is_open_and_the_rounds_are_folded(app, club):
    club.draws().scores(Bo=10, Cara=20)
    page = phone_with(app, club).get(club.path)
    assert [tag.get_text() for tag in page.soup.select("summary")][-1] == "Round by round"
    assert [table.find_parent("details") is None for table in page.select("table.tournament-table")] == [
        True,
        False,
    ]


def test_a_single_round_before_the_playoff_is_shown_once(app):
    club = opened(app, FOUR, rounds=1, cut=2)
    club.draws().scores(Anna=10, Bo=20, Cara=30, Dilan=40)
    club.draws().scores(Anna=50, Bo=5)
    assert len(phone_with(app, club).get(club.path).select("table.tournament-table")) == 1


def test_without_a_playoff_there_is_one_table_of_ranks(app):
    # GS11; tests/golden/club/ten.txt: Bo 72, Ida 87.
    sheets = ClubSheets.of("ten")
    club = opened(app, " ".join(sheets.everybody))
    for stage in ("Round 1", "Round 2"):
        plays(club, sheets.stage(stage))
    page = phone_with(app, club).get(club.path)
    assert page.texts(".stage h2") == ["Bo wins with 72"]
    assert page.texts(".result-text") == ["Bo was 15 points ahead of Ida."]
    assert places(page) == []
    assert page.texts(".tournament-table tbody .rank") == [str(place) for place in range(1, 11)]


def test_level_winners_share_the_win_until_the_umpire_decides(app, club):
    club.draws().scores(Bo=7, Cara=7)
    watcher = phone_with(app, club)
    page = watcher.get(club.path)
    assert page.texts(".stage h2") == ["Bo and Cara win together with 7"]
    assert page.texts(".result-text") == []
    assert [row[: row.index(" ", 2)] for row in places(page)] == ["1 Bo", "1 Cara", "3 Anna", "4 Dilan"]
    club.settles("Cara Bo")
    page = watcher.get(club.path)
    assert page.texts(".stage h2") == ["Cara wins with 7"]
    assert page.texts(".result-text") == ["Cara and Bo were level, and the umpire decided the order."]
    assert [row[: row.index(" ", 2)] for row in places(page)] == ["1 Cara", "2 Bo", "3 Anna", "4 Dilan"]


def test_a_decided_order_applies_to_totals_without_a_playoff(app):
    club = opened(app, FOUR, rounds=1, cut=None).draws().scores(Anna=5, Bo=5, Cara=9, Dilan=9)
    club.settles("Bo Anna")
    page = phone_with(app, club).get(club.path)
    assert page.texts(".tournament-table tbody .rank") == ["1", "2", "3", "3"]
    assert page.texts(".tournament-table tbody .name")[:2] == ["Bo", "Anna"]


def test_a_withdrawn_player_has_no_rank(app, club):
    club.withdraws("Dilan", after=1)
    club.draws().scores(Bo=31, Cara=30)
    assert places(phone_with(app, club).get(club.path))[-1] == "– Dilan has left 100"


def test_the_lowest_total_counts_complete_sessions_only(app):
    club = opened(app, FOUR, rounds=1, cut=None)
    (table,) = club.draws().tables()
    table.plays("Anna out, Bo 5, Cara K, Dilan 9").leaves("Anna")  # with 0 points, four deals before the end
    table.plays(*["Bo out, Cara K, Dilan 9"] * 4)
    page = phone_with(app, club).get(club.path)
    assert "The lowest at one table: 5, Bo (Round 1)." in words(page)


def test_the_lowest_total_does_not_count_tables_that_stopped_early(app):
    club = opened(app, f"{FOUR} Eva Finn Gun Hugo", rounds=1, cut=None)
    club.draws(1, FOUR, "Eva Finn Gun Hugo")
    whole, early = club.tables()
    whole.plays(*["Anna out, Bo 5, Cara K, Dilan 9"] * 5)
    early.plays("nobody out, Eva 5, Finn 5, Gun 5, Hugo 5").stops()
    page = phone_with(app, club).get(club.path)
    assert "The lowest at one table: 0, Anna (Round 1)." in words(page)
    whole.corrects(1, "Bo out, Anna 9, Cara K, Dilan 9")
    page = phone_with(app, club).get(club.path)
    assert "The lowest at one table: 9, Anna (Round 1)." in words(page)


def test_where_the_highest_total_wins(app):
    club = opened(app, FOUR, variant=typed(winner="highest", first_to=40), rounds=1, cut=None)
    (table,) = club.draws(1, FOUR).tables()
    table.plays("Anna =10, Bo =30, Cara =20, Dilan =0", "Anna =3, Bo =12, Cara =2, Dilan =4")
    page = phone_with(app, club).get(club.path)
    assert page.texts(".result-text") == ["Bo was 20 points ahead of Cara."]
    assert "The highest at one table: 42, Bo (Round 1)." in words(page)
    assert page.texts(".podium .name") == ["Bo", "Cara", "Anna", "Dilan"]
    assert page.texts(".tournament-table tbody .rank") == ["1", "2", "3", "4"]
    page = phone_with(app, club, language="sv").get(club.path)
    assert "Högst vid ett bord: 42, Bo (Runda 1)." in words(page)


def test_the_result_can_be_shared_as_text(app, club):
    assert "data-share" not in str(phone_with(app, club).get(club.path).soup)
    club.draws().scores(Bo=31, Cara=30)
    text = phone_with(app, club).get(club.path).select("#share-text")[0].get_text()
    headline, playoff, others, lowest = text.split("\n\n")
    assert headline.split("\n")[0].startswith("The cup, ")
    assert headline.split("\n")[0].endswith(", Swedish Pursuit")
    assert headline.split("\n")[1] == (
        "Cara won. Cara came into the play-off in place 2 and was 1 point ahead of Bo."
    )
    assert playoff == "Play-off\n1. Cara 30\n2. Bo 31"
    assert others == "All rounds together\n3. Anna 60\n4. Dilan 100"
    assert lowest == "The lowest at one table: 5, Bo (Round 2)."


def test_in_swedish(app, club):
    club.draws().scores(Bo=31, Cara=30)
    page = phone_with(app, club, language="sv").get(club.path)
    assert page.texts(".result-text") == ["Cara kom till slutspelet som nummer 2 och var 1 poäng före Bo."]
