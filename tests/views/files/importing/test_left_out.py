"""What a file has and an import leaves out: in the preview with reason and number."""

import json

import pytest

from tests.files.readers.test_bg_stats import export, play_of
from tests.views.files.importing.test_imports import apply_import, counts, upload

pytestmark = [
    pytest.mark.table(plays=["Cara out, Anna 8 5 5, Bo K"], mode="short"),
    pytest.mark.phone("owner"),
    pytest.mark.usefixtures("no_pauses"),
]
TEAMS = "played in teams, and the file does not say whose points these are"
SCORES = [(0, "1"), (1, "2")]


def many(count, **about):
    """Different plays of ten days."""
    name = "-".join(about)
    return [play_of(SCORES, number % 10, **about, uuid=f"{name}-{number}") for number in range(count)]


def upload_plays(phone, table, *plays):
    upload(phone, table, json.dumps(export(*plays)), name="BGStatsExport.json")


def summaries(phone):
    return phone.page.texts("section[aria-labelledby=left-out] summary")


def single(phone):
    return phone.page.texts("section[aria-labelledby=left-out] > ul > li:not(:has(details))")


def test_many_with_the_same_reason_are_one_line_with_examples(phone, table):
    upload_plays(phone, table, *many(12, usesTeams=True), *many(1, ignored=True))
    assert "13 cannot be imported" in counts(phone)
    assert summaries(phone) == [
        f"12 games: {TEAMS} 2024-05-17 · Whist – 2024-05-18 · Whist – 2024-05-19 · Whist – and 9 more"
    ]
    assert single(phone) == ["2024-05-17 · Whist Marked there as not counting plays[12]"]


def test_each_of_them_is_listed_below(phone, table):
    upload_plays(phone, table, *many(12, usesTeams=True))
    listed = phone.page.texts("section[aria-labelledby=left-out] details li")
    assert [text.split()[-1] for text in listed] == [f"plays[{number}]" for number in range(12)]


def test_three_with_the_same_reason_are_listed_by_themselves(phone, table):
    upload_plays(phone, table, *many(3, usesTeams=True))
    assert (summaries(phone), len(single(phone))) == ([], 3)


def test_reasons_with_other_names_are_one_line_with_the_first_as_an_example(phone, table):
    strange = [[(0, "?"), (1, "2")], [(0, "1"), (1, "about 3")], [(0, "!"), (1, "2")], [(0, "1"), (1, "x")]]
    plays = [play_of(scores, number) for number, scores in enumerate(strange)]
    upload_plays(phone, table, *plays)
    (line,) = summaries(phone)
    reason = "the points of Anna are neither a number nor a sum: ?"
    assert line.startswith(f"4 games, such as: {reason} 2024-05-17 · Whist –")


def test_the_most_frequent_reason_is_first(phone, table):
    upload_plays(phone, table, *many(4, ignored=True), *many(6, usesTeams=True))
    assert [line.split(":")[0] for line in summaries(phone)] == ["6 games", "4 games"]


def test_anonymous_players_are_not_asked_about_and_found_again(app, phone, table):
    plays = [play_of([(0, "12"), (1, "5"), (1, "9"), (1, "7")], number) for number in range(4)]
    text = json.dumps(export(*plays, players=["Anna", "Anonymous player"])).replace("Whist", "Vändåtta")
    upload(phone, table, text)
    assert "3 new players" in counts(phone)
    assert phone.page.texts("section[aria-labelledby=people] label") == ["Anna 4 games in the file"]
    apply_import(phone)
    upload(phone, table, text)
    assert counts(phone) == ["0 games to import", "4 are here already and stay as they are"]


def test_plays_that_stand_there_twice_are_worth_a_look(phone, table):
    upload_plays(phone, table, *many(1), *many(1))
    assert phone.page.texts("section[aria-labelledby=odd] li") == [
        "More than once in the file, and imported once: 1",
    ]
