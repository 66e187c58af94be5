"""Search in the rules: a page of results, and a fragment for the script."""

import gzip
import json
from random import Random

import pytest
from sqlalchemy import event

from game.variants import VARIANTS
from models import db
from tests.phone import Phone
from tests.sampling import full_only

pytestmark = full_only


def hits(phone):
    return phone.page.select(".hits li")


def first_hit(phone):
    return hits(phone)[0].get_text(" ", strip=True)


def test_a_result_has_passage_variant_and_link(phone):
    phone.get("/rules/search")
    phone.submit("/rules/search", {"q": "derange last card king"})
    assert phone.value_of("q") == "derange last card king"
    link = hits(phone)[0].a
    assert link.get_text(" ", strip=True).startswith("Derange Order of Eight")
    assert "king" in phone.page.texts(".hits mark")
    page, _hash, anchor = str(link["href"]).partition("#")
    phone.get(page)
    assert phone.page.select(f"#{anchor}")


@full_only
def test_every_result_links_to_an_existing_section(phone):
    for question in ("ace", "eight", "joker", "points", "vatikan", "deal"):
        phone.get(f"/rules/search?q={question}")
        for link in [str(hit.a["href"]) for hit in hits(phone)]:
            page, _hash, anchor = link.partition("#")
            phone.get(page)
            assert phone.page.select(f"#{anchor}"), link


def test_a_swedish_phone_gets_swedish_results(app):
    phone = Phone(app, language="sv")
    phone.get("/rules/search?q=atta pa ess")
    assert "åtta" in first_hit(phone)
    assert phone.page.select(".hits [lang=sv]")


def test_an_empty_search_shows_examples(phone):
    for address in ("/rules/search", "/rules/search?q=", "/rules/search?q=%20%20"):
        phone.get(address)
        examples = [href for href in phone.page.hrefs() if href.startswith("/rules/search?q=")]
        assert len(examples) >= 4
    for example in examples:
        phone.get(example)
        assert hits(phone), example


def test_an_empty_result_has_a_message_and_links_to_the_variants(phone):
    phone.get("/rules/search?q=xylophone")
    assert "say nothing about that" in phone.page.words
    assert "/rules/derange" in phone.page.hrefs()
    assert phone.value_of("q") == "xylophone"


def test_a_question_that_is_too_long_is_refused_and_preserved(phone):
    long = "may I " * 40
    phone.get(f"/rules/search?q={long}", 422)
    assert "keep it to 200 characters" in phone.page.words
    assert phone.value_of("q") == long.strip()
    phone.get(f"/rules/search?q={long}", 422, X_Fragment="1")
    assert phone.page.select("#e-q")


def test_a_fragment_contains_the_results_only(phone):
    phone.get("/rules/search?q=ace", X_Fragment="1")
    assert phone.page.select(".hits li")
    assert not phone.page.select("html, form, h1")
    found = phone.page.soup.select_one("[data-say=found]")
    assert found.text == f"{len(hits(phone))} places in the rules"
    assert "X-Fragment" in phone.answer.headers["Vary"]


def test_html_in_a_question_is_escaped(phone):
    typed = '<u>ace</u> on "</ace>'
    phone.get("/rules/search?q=" + typed.replace("<", "%3C").replace(" ", "+"))
    assert phone.value_of("q") == typed
    assert not phone.page.select("main u, main script")
    assert hits(phone)


def test_a_search_within_a_variant_keeps_options_and_back_link(phone):
    phone.get("/rules/search?q=ace&variant=vandatta&ace_on_ace=0&back=/phone")
    assert {link.get_text(" ", strip=True).partition(" ")[0] for link in phone.page.select(".hits a")} == {
        "Vandatta"
    }
    for hit in hits(phone):
        assert "ace_on_ace=0" in hit.a["href"]
        assert "back=/phone" in hit.a["href"]
    assert phone.page.select("[role=search]")[0]["action"] == "/rules/vandatta/search"
    assert phone.value_of("ace_on_ace") == "0"
    assert phone.page.select("[role=search] [name=back]")[0]["value"] == "/phone"


def test_results_follow_the_options_of_the_table(phone):
    """Rules are those of the options, and results for an option show its value."""
    dealt = "/rules/search?q=how many cards do we deal&variant=derange&mode="
    short, full = (" ".join(phone.get(dealt + mode).texts(".hits p")) for mode in ("short", "full"))
    assert "four cards each" in short
    assert "eight cards each" in full
    assert "eight cards each" not in short
    search = "/rules/search?q=ace on ace&variant=vandatta_pagat&back=/new"
    phone.get(f"{search}&ace_on_ace=0")
    assert phone.page.texts(".tonight") == ["Tonight: no ace on an ace"]
    assert phone.page.texts(".hits .tag") == ["no ace on an ace"]
    phone.get(search)
    assert not phone.page.select(".tonight, .hits .tag")


def test_options_do_not_apply_to_another_variant(phone):
    phone.get("/rules/search?q=swedish pursuit ace on ace&variant=vandatta_pagat&ace_on_ace=0")
    assert not phone.page.select(".hits .tag")


@pytest.mark.parametrize("wrong", ["ace_on_ace=perhaps", "players=99", "rounds=-1"])
def test_invalid_options_are_replaced_by_defaults(phone, wrong):
    phone.get(f"/rules/search?q=ace on ace&variant=vandatta_pagat&{wrong}")
    assert phone.page.select(".hits li")
    assert not phone.page.select(".tonight, .hits .tag")


def test_the_back_link_stays_on_this_site(phone):
    phone.get("/rules/search?q=ace&back=//elsewhere.example")
    assert not [href for href in phone.page.hrefs() if "elsewhere" in href]
    assert not phone.page.select("[role=search] [name=back]")


def test_an_unknown_variant_is_not_found(phone):
    phone.get("/rules/search?q=ace&variant=canasta", 404)


def test_a_passage_in_the_other_language_is_labelled(phone):
    phone.get("/rules/search?q=protokoll")
    assert "in Swedish" in first_hit(phone)
    assert phone.page.select(".hits p[lang=sv]")
    assert phone.page.select("html[lang=en]")


def test_a_named_variant_without_results_has_a_message(phone):
    phone.get("/rules/search?q=derange umpire")
    assert "The rules of Derange Order of Eight say nothing about that." in phone.page.words
    assert "Other games say" in phone.page.words
    assert "Swedish Pursuit" in first_hit(phone)


def test_without_an_answer_the_nearest_sections_are_linked(phone):
    phone.get("/rules/search?q=is there a time limit for a turn&variant=derange")
    assert "The rules of Derange Order of Eight say nothing about that." in phone.page.words
    links = phone.page.hrefs("[aria-labelledby=nothing] .list a")
    assert all(href.startswith("/rules/derange#") for href in links)
    assert 1 <= len(links) <= 2


def test_a_position_is_answered_by_the_referee(phone):
    phone.get("/rules/search?q=can I play an 8 on a two&variant=swedish_pursuit")
    lines = phone.page.texts(".reply p")
    assert lines[0].startswith("While nobody has drawn for the 2: no")
    assert lines[1].startswith("After somebody has drawn for it: yes")
    (link,) = phone.page.hrefs(".reply h3 a")
    phone.get(link)
    assert phone.page.select("[data-verdict]")


def test_without_a_game_a_position_has_a_line_for_each(phone):
    phone.get("/rules/search?q=8 on an ace")
    assert phone.page.texts(".reply h3") == [
        "Vandatta",
        "Vändåtta",
        "Swedish Pursuit",
        "Derange Order of Eight",
    ]
    assert [line.split()[0] for line in phone.page.texts(".reply p")] == ["No", "No", "Yes", "Yes"]


def test_a_verdict_with_open_suits_names_none(phone):
    phone.get("/rules/search?q=5 on a king&variant=vandatta")
    first, second = phone.page.texts(".reply p")
    assert first == "In the same suit: yes The 5 has the same suit as the top card."
    assert second == "In another suit: no The 5 has neither the suit nor the rank of the top card."
    assert not {"spades", "hearts", "diamonds", "clubs"} & set(phone.page.words.lower().split())


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("how many cards do I get&variant=derange&mode=short", "four cards"),
        ("what does an ace cost&variant=vandatta", "5 points"),
        ("how many rounds&variant=vandatta&players=5", "as many rounds as there are players"),
    ],
)
def test_a_number_is_answered_by_the_rule_that_states_it(phone, query, answer):
    phone.get(f"/rules/search?q={query}")
    assert answer in phone.page.texts(".hits li")[0]


SCRAPS = """
how many much cards decks jokers rounds players points cost worth draw for of in on a the two 2 3 five 8s aces
king joker hearts out last run first nine ninth each hur många kort lekar tvåor kostar åtta kvar på
"""


@full_only
@pytest.mark.parametrize("key", ["", *VARIANTS])
def test_any_words_about_cards_and_numbers_give_a_page(phone, key):
    chance = Random(key)
    for _question in range(60):
        text = " ".join(chance.choices(SCRAPS.split(), k=chance.randint(1, 8)))
        phone.get(f"/rules/{key}/search?q={text}".replace("//", "/"), X_Fragment="1")


def test_a_comparison_lists_all_games(phone):
    phone.get("/rules/search?q=which game has the most cards")
    assert len(phone.page.texts(".by-game dt")) == 5
    assert any(href.startswith("/rules/compare") for href in phone.page.hrefs("main a"))


def ask(phone, text, table, variant="vandatta"):
    return phone.get(f"/rules/search?q={text}&variant={variant}&table={table}")


ONE, OTHER = "01890000-0000-7000-8000-000000000001", "01890000-0000-7000-8000-000000000002"


def last_questions(phone, table=ONE):
    phone.get(f"/rules/search?variant=vandatta&table={table}")
    return [link.get_text(strip=True) for link in phone.page.select("#asked ~ ul a")]


def test_the_last_questions_of_a_table_are_offered(phone):
    for text in ("who deals next", "how many rounds", "ace on ace"):
        ask(phone, text, ONE)
    ask(phone, "joker", OTHER)
    assert last_questions(phone) == ["ace on ace", "how many rounds", "who deals next"]
    assert last_questions(phone, OTHER) == ["joker"]
    phone.get("/rules/search")
    assert not phone.page.select("#asked")


def test_what_is_typed_letter_by_letter_is_one_question(phone):
    for end in range(3, len("who deals next") + 1):
        phone.get(f"/rules/search?q={'who deals next'[:end]}&table={ONE}", X_Fragment="1")
    assert last_questions(phone) == ["who deals next"]


def test_five_questions_are_kept(phone):
    for number in range(2, 10):
        ask(phone, f"{number} on an ace", ONE)
    assert last_questions(phone) == [f"{number} on an ace" for number in (9, 8, 7, 6, 5)]


@pytest.mark.parametrize("cookie", ["x", "[[1]]", "{}", "[" * 900, '[["a", "b", "c"]]', "null"])
def test_an_invalid_cookie_is_ignored(app, cookie):
    phone = Phone(app)
    phone.client.set_cookie("asked", cookie, path="/rules")
    assert last_questions(phone) == []
    ask(phone, "who deals next", ONE)
    assert last_questions(phone) == ["who deals next"]


def test_the_search_does_not_use_the_database(app, phone):
    statements = []

    def note(_connection, _cursor, statement, *_others):
        statements.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    for question in ("", "ace", "xylophone"):
        phone.get(f"/rules/search?q={question}")
    event.remove(engine, "before_cursor_execute", note)
    assert statements == []


# The index for phones without a network


def offline_index(phone, address):
    phone.get(address)
    return json.loads(phone.answer.text)


@full_only
@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize("key", VARIANTS)
def test_the_index_of_a_variant_is_small_and_has_every_passage(app, key, language):
    phone = Phone(app, language=language)
    index = offline_index(phone, f"/rules/{key}/index.json")
    assert len(gzip.compress(phone.answer.data)) < 30 * 1024
    phone.get(f"/rules/{key}")
    anchors = {anchor for anchor, *_rest in index["entries"]}
    assert len(anchors) > 60
    assert [anchor for anchor in anchors if not phone.page.select(f"#{anchor}")] == []
    assert {"8", "A"} <= set(index["words"].values())


def test_the_index_follows_the_options(phone):
    short, full = (
        offline_index(phone, f"/rules/derange/index.json?mode={mode}") for mode in ("short", "full")
    )
    texts = [{anchor: text for anchor, _title, text, _terms in each["entries"]} for each in (short, full)]
    assert "four cards" in texts[0]["short-deal"]
    assert "eight cards" in texts[1]["short-deal"]
    assert offline_index(phone, "/rules/derange/index.json?mode=perhaps") == full
    phone.get("/rules/canasta/index.json", 404)
