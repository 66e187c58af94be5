"""Seasons: creating, changing, deleting, undo, and filtering statistics by season."""

import uuid

import pytest

from tests.golden.nights import golden_group
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import start
from tests.views.weird_names import HARMFUL, weird_names

pytestmark = full_only


@pytest.fixture
def played(app):
    return golden_group(app)[0].tables[0]


@pytest.fixture
def path(played):
    return f"{played.group_path}/seasons"


@pytest.fixture
def scorer(played, path, phone_of):
    scorer = phone_of(played, "scorer")
    scorer.get(path)
    return scorer


def make(scorer, name, first="", last="", status=200):
    return scorer.submit(
        "form[action$=seasons]", {"name": name, "first_day": first, "last_day": last}, status=status
    )


def listed(scorer):
    return scorer.page.texts("ul.list .row-link")


def open_season(scorer, path, name):
    page = scorer.get(path)
    link = next(a for a in page.select("a.button") if name in a.get_text())
    scorer.get(link["href"])


def test_a_season_is_created_and_listed_with_its_days(scorer):
    make(scorer, " Autumn ", "2026-10-02", "2026-10-09")
    assert listed(scorer) == ["Autumn2 Oct 2026 – 9 Oct 2026"]
    make(scorer, "Since then", "2026-10-10")
    make(scorer, "Before", "", "2026-10-02")
    make(scorer, "Everything")
    assert listed(scorer)[0] == "Since thenfrom 10 Oct 2026"
    assert {"Beforeuntil 2 Oct 2026", "Everythingall days"} <= set(listed(scorer))


@pytest.mark.parametrize(
    ("first", "last", "games"),
    [
        ("2026-10-02", "2026-10-09", "5"),
        ("2026-10-03", "", "5"),
        ("", "2026-10-02", "3"),
        ("1900-01-01", "2200-12-31", "8"),
        ("", "", "8"),
    ],
)
def test_statistics_include_the_first_and_the_last_day(scorer, first, last, games):
    page = make(scorer, "Autumn", first, last)
    page = scorer.get(page.select("ul.list .row-link")[0]["href"])
    assert page.texts(".figures b")[0] == games
    assert "Autumn" in page.texts(".filter summary")[0]
    assert scorer.value_of("season")


def test_season_and_year_are_combined(played, scorer):
    page = make(scorer, "Autumn", "2026-10-03", "")
    address = page.select("ul.list .row-link")[0]["href"]
    assert scorer.get(f"{address}&year=2026").texts(".figures b")[0] == "5"


@pytest.mark.parametrize("name", weird_names("of seasons"))
def test_names_of_any_script(scorer, name):
    page = make(scorer, name)
    assert all(harm not in page.text for harm in HARMFUL)
    assert len(listed(scorer)) == 1


@pytest.mark.parametrize(
    ("name", "first", "last", "error"),
    [
        ("", "", "", "Type a name."),
        ("\u200b", "", "", "Type a name."),
        ("x" * 41, "", "", "40 characters"),
        ("Autumn", "yesterday", "", "2026-10-02"),
        ("Autumn", "2026-02-30", "", "2026-10-02"),
        ("Autumn", "1899-12-31", "", "2026-10-02"),
        ("Autumn", "", "2201-01-01", "2026-10-02"),
        ("Autumn", "2026-10-09", "2026-10-02", "before the first"),
        ("Autumn", "1" * 3000, "", "2026-10-02"),
    ],
)
def test_errors_are_shown_and_the_input_preserved(scorer, path, name, first, last, error):
    page = make(scorer, name, first, last, status=422)
    assert error in " ".join(page.texts(".wrong"))
    assert scorer.value_of("first_day") == first
    assert scorer.value_of("last_day") == last
    scorer.get(path)
    assert listed(scorer) == []


def test_sending_the_form_twice_creates_one_season(scorer, path):
    action, _method, fields = scorer.filled("form[action$=seasons]", {"name": "Autumn"})
    for _ in range(2):
        scorer.post(action, fields, Sec_Fetch_Site="same-origin")
    assert len(listed(scorer)) == 1


def test_a_change_can_be_undone_and_redone(scorer, path):
    make(scorer, "Autumn", "2026-10-02")
    open_season(scorer, path, "Autumn")
    assert scorer.value_of("first_day") == "2026-10-02"
    scorer.submit("form[class~=stack]", {"name": "Fall", "last_day": "2026-10-09"})
    assert listed(scorer) == ["Fall2 Oct 2026 – 9 Oct 2026"]
    assert scorer.page.texts(".history li p")[0] == "The season Fall changed"
    scorer.submit(_newest(scorer))
    assert listed(scorer) == ["Autumnfrom 2 Oct 2026"]
    scorer.submit(_newest(scorer))
    assert listed(scorer) == ["Fall2 Oct 2026 – 9 Oct 2026"]


def test_deletion_can_be_undone(scorer, path):
    make(scorer, "Autumn", "2026-10-02", "2026-10-09")
    before = listed(scorer)
    open_season(scorer, path, "Autumn")
    scorer.submit("/deletion")
    assert listed(scorer) == []
    assert "No season yet" in scorer.page.words
    scorer.submit(_newest(scorer))
    assert listed(scorer) == before


def test_creation_can_be_undone_unless_the_season_was_changed(scorer, path):
    make(scorer, "Autumn")
    made = _newest(scorer)
    open_season(scorer, path, "Autumn")
    scorer.submit("form[class~=stack]", {"name": "Fall"})
    scorer.submit(made)
    assert scorer.page.flashes == ["Something later changed the same thing. Take that back first."]
    assert listed(scorer) == ["Fallall days"]
    scorer.submit(_newest(scorer))
    scorer.submit(made)
    assert listed(scorer) == []


def _newest(scorer):
    return scorer.page.select(".history form")[0]["action"]


def test_a_watcher_cannot_change_seasons(scorer, path, played, phone_of):
    make(scorer, "Autumn")
    watcher = phone_of(played, "watcher")
    watcher.get(path)
    assert listed(watcher) == ["Autumnall days"]
    assert watcher.actions() == []


def test_the_history_of_the_group_lists_seasons(scorer, played, phone_of):
    make(scorer, "Autumn")
    page = phone_of(played, "owner").get(f"{played.group_path}/players")
    assert "The season Autumn added" in page.texts(".history li p")


def test_a_season_of_another_group_is_not_found(app, scorer, path, phone_of):
    make(scorer, "Autumn")
    season = scorer.page.select("a.button")[0]["href"].rsplit("/", 1)[1]
    other = start(app, "derange", "Zoe Yan")
    stranger = phone_of(other, "scorer")
    for unknown in (season, str(uuid.uuid4())):
        stranger.get(f"{other.group_path}/seasons/{unknown}", 404)
    assert "Autumn" not in stranger.get(f"{other.group_path}/statistics?season={season}").words


def test_other_changes_cannot_be_undone_here(played, scorer, path):
    token = scorer.token()
    address = f"{path}/changes/{played.last_change()}/undo"
    scorer.post(address, {"csrf_token": token}, 404, Sec_Fetch_Site="same-origin")


def test_in_swedish(app, played, path):
    phone = Phone(app, language="sv")
    phone.get(played.link("scorer"))
    assert phone.get(path).heading == "Säsonger"
    make(phone, "Höst", "2026-10-09", "2026-10-02", status=422)
    assert phone.page.texts(".wrong") == ["Den sista dagen är före den första."]
