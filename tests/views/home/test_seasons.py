"""Seasons on their pages: made, changed, deleted, each taken back; and what they leave of the statistics."""

import uuid

import pytest

from tests.golden.evenings import golden_group
from tests.phone import Phone
from tests.table import start
from tests.views.words import HARMFUL, WEIRD_NAMES


@pytest.fixture
def table(app):
    return golden_group(app)[0].tables[0]


@pytest.fixture
def path(table):
    return f"{table.group_path}/seasons"


@pytest.fixture
def phone(table, path, phone_of):
    phone = phone_of(table, "scorer")
    phone.get(path)
    return phone


def make(phone, name, first="", last="", status=200):
    return phone.submit(
        "form[action$=seasons]", {"name": name, "first_day": first, "last_day": last}, status=status
    )


def listed(phone):
    return phone.page.texts("ul.list .go")


def open_season(phone, path, name):
    page = phone.get(path)
    link = next(a for a in page.select("a.button") if name in a.get_text())
    phone.get(link["href"])


def test_it_is_made_and_shown_with_its_days(phone):
    make(phone, " Autumn ", "2026-10-02", "2026-10-09")
    assert listed(phone) == ["Autumn2 Oct 2026 – 9 Oct 2026"]
    make(phone, "Since then", "2026-10-10")
    make(phone, "Before", "", "2026-10-02")
    make(phone, "Everything")
    assert listed(phone)[0] == "Since thenfrom 10 Oct 2026"
    assert {"Beforeuntil 2 Oct 2026", "Everythingall days"} <= set(listed(phone))


@pytest.mark.parametrize(
    ("first", "last", "games"),
    [("2026-10-02", "2026-10-09", "5"), ("2026-10-03", "", "5"), ("", "2026-10-02", "3"), ("", "", "8")],
)
def test_statistics_are_of_its_days_the_first_and_the_last_included(phone, first, last, games):
    page = make(phone, "Autumn", first, last)
    page = phone.get(page.select("ul.list .go")[0]["href"])
    assert page.texts(".figures b")[0] == games
    assert "Autumn" in page.texts(".filter summary")[0]
    assert phone.value_of("season")


def test_a_season_and_a_year_leave_what_both_have(table, phone):
    page = make(phone, "Autumn", "2026-10-03", "")
    address = page.select("ul.list .go")[0]["href"]
    assert phone.get(f"{address}&year=2026").texts(".figures b")[0] == "5"


@pytest.mark.parametrize("name", WEIRD_NAMES)
def test_names_of_any_script(phone, name):
    page = make(phone, name)
    assert all(harm not in page.text for harm in HARMFUL)
    assert len(listed(phone)) == 1


@pytest.mark.parametrize(
    ("name", "first", "last", "said"),
    [
        ("", "", "", "Type a name."),
        ("\u200b", "", "", "Type a name."),
        ("x" * 41, "", "", "40 characters"),
        ("Autumn", "yesterday", "", "2026-10-02"),
        ("Autumn", "2026-02-30", "", "2026-10-02"),
        ("Autumn", "", "9999-12-31", "2026-10-02"),
        ("Autumn", "2026-10-09", "2026-10-02", "before the first"),
        ("Autumn", "1" * 3000, "", "2026-10-02"),
    ],
)
def test_what_is_wrong_is_said_and_stays_typed(phone, path, name, first, last, said):
    page = make(phone, name, first, last, status=422)
    assert said in " ".join(page.texts(".wrong"))
    assert phone.value_of("first_day") == first
    assert phone.value_of("last_day") == last
    phone.get(path)
    assert listed(phone) == []


def test_sent_twice_it_is_one_season(phone, path):
    action, _method, fields = phone.filled("form[action$=seasons]", {"name": "Autumn"})
    for _ in range(2):
        phone.post(action, fields, Sec_Fetch_Site="same-origin")
    assert len(listed(phone)) == 1


def test_it_is_changed_and_the_change_taken_back_and_done_again(phone, path):
    make(phone, "Autumn", "2026-10-02")
    open_season(phone, path, "Autumn")
    assert phone.value_of("first_day") == "2026-10-02"
    phone.submit("form[class~=stack]", {"name": "Fall", "last_day": "2026-10-09"})
    assert listed(phone) == ["Fall2 Oct 2026 – 9 Oct 2026"]
    assert phone.page.texts(".history li p")[0] == "The season Fall changed"
    phone.submit(_newest(phone))
    assert listed(phone) == ["Autumnfrom 2 Oct 2026"]
    phone.submit(_newest(phone))
    assert listed(phone) == ["Fall2 Oct 2026 – 9 Oct 2026"]


def test_it_is_deleted_and_brought_back(phone, path):
    make(phone, "Autumn", "2026-10-02", "2026-10-09")
    before = listed(phone)
    open_season(phone, path, "Autumn")
    phone.submit("/deletion")
    assert listed(phone) == []
    assert "No season yet" in phone.page.words
    phone.submit(_newest(phone))
    assert listed(phone) == before


def test_making_is_taken_back_unless_it_was_changed_since(phone, path):
    make(phone, "Autumn")
    made = _newest(phone)
    open_season(phone, path, "Autumn")
    phone.submit("form[class~=stack]", {"name": "Fall"})
    phone.submit(made)
    assert phone.page.flashes == ["Something later changed the same thing. Take that back first."]
    assert listed(phone) == ["Fallall days"]
    phone.submit(_newest(phone))
    phone.submit(made)
    assert listed(phone) == []


def _newest(phone):
    return phone.page.select(".history form")[0]["action"]


def test_a_watcher_looks_and_changes_nothing(phone, path, table, phone_of):
    make(phone, "Autumn")
    watcher = phone_of(table, "watcher")
    watcher.get(path)
    assert listed(watcher) == ["Autumnall days"]
    assert watcher.actions() == []


def test_the_owner_reads_it_in_the_groups_history(phone, table, phone_of):
    make(phone, "Autumn")
    page = phone_of(table, "owner").get(f"{table.group_path}/players")
    assert "The season Autumn added" in page.texts(".history li p")


def test_another_groups_season_is_none_of_this_one(app, phone, path, phone_of):
    make(phone, "Autumn")
    season = phone.page.select("a.button")[0]["href"].rsplit("/", 1)[1]
    other = start(app, "derange", "Zoe Yan")
    stranger = phone_of(other, "scorer")
    for unknown in (season, str(uuid.uuid4())):
        stranger.get(f"{other.group_path}/seasons/{unknown}", 404)
    assert "Autumn" not in stranger.get(f"{other.group_path}/statistics?season={season}").words


def test_a_change_of_something_else_is_not_taken_back_here(table, phone, path):
    token = phone.token()
    address = f"{path}/changes/{table.last_change()}/take-back"
    phone.post(address, {"csrf_token": token}, 404, Sec_Fetch_Site="same-origin")


def test_in_swedish(app, table, path):
    phone = Phone(app, language="sv")
    phone.get(table.link("scorer"))
    assert phone.get(path).heading == "Säsonger"
    make(phone, "Höst", "2026-10-09", "2026-10-02", status=422)
    assert phone.page.texts(".wrong") == ["Den sista dagen är före den första."]
