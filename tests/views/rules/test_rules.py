"""Pages of the rules: public, adapted to the options of a table, with a link back."""

import re

import pytest
from sqlalchemy import event

from game.rulebook.prose import SECTIONS
from game.variants import KEYS, VARIANTS
from models import Session, db
from tests.phone import Phone
from tests.table import at_work
from views.web.addresses import rules_url


@pytest.fixture
def swedish(app):
    return Phone(app, language="sv")


@pytest.fixture
def queries(app):
    """All statements sent to the database."""
    statements = []

    def remember(_connection, _cursor, statement, *_rest):
        statements.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", remember)
    yield statements
    event.remove(engine, "before_cursor_execute", remember)


def ids(page):
    return [str(tag["id"]) for tag in page.select("[id]")]


def back_links(page):
    return {str(a["href"]) for a in page.select(".top .back-link")}


# One page for each variant


def test_variants_are_listed_with_summary_and_referee(phone):
    page = phone.get("/rules")
    for key in KEYS:
        assert f"/rules/{key}" in page.hrefs()
        assert f"/rules/{key}/referee" in page.hrefs()
        assert VARIANTS[key].summary["en"] in page.words
    assert "/rules/compare" in page.hrefs()
    assert phone.filled("/rules/search", {"q": "ace"})[:2] == ("/rules/search", "GET")


@pytest.mark.parametrize("key", KEYS)
def test_a_page_has_all_sections_in_the_language_of_the_phone(phone, swedish, key):
    english, translated = phone.get(f"/rules/{key}"), swedish.get(f"/rules/{key}")
    for page in (english, translated):
        assert [str(h["id"]) for h in page.select("h2")] == list(SECTIONS)
        assert [link for link in page.hrefs() if link in {f"#{key}" for key in SECTIONS}]
    titles = [page.texts("h2") for page in (english, translated)]
    assert not set(titles[0]) & set(titles[1])
    assert english.heading == VARIANTS[key].name["en"]


def test_cards_are_drawn_with_a_name_for_screen_readers(phone):
    page = phone.get("/rules/derange")
    assert page.select("#example-start .card.red")
    drawn = [card for card in page.select(".card") if "♦" in card.get_text()]
    assert drawn
    assert "of diamonds" in drawn[0].get_text()
    assert drawn[0].select_one("[aria-hidden]").get_text() == "♦"


def test_points_and_the_worked_hand_are_those_of_the_variant(phone):
    page = phone.get("/rules/derange")
    prices = [" ".join(text.split()) for text in page.texts(".prices li")]
    assert "8 50" in prices
    assert "3 10 30" in prices
    hand = page.texts(".worked-example")[0]
    assert hand == "2 30 + K 20 + J 10 + 7 7 = 67"


def test_an_unknown_variant_is_not_found(phone):
    for path in ("/rules/chess", "/rules/Derange", "/rules/..%2fderange", "/rules/derange/"):
        phone.get(path, 404)


@pytest.mark.parametrize(
    "path", ["/rules", "/rules/derange", "/rules/vatikan?tally=house_points&points=A:15"]
)
def test_the_rules_do_not_use_the_database(phone, queries, path):
    phone.get(path)
    assert queries == []


# The options of a table


def test_options_in_the_address_change_the_text(phone):
    usual = phone.get("/rules/vandatta_pagat")
    assert not usual.select(".tonight")
    page = phone.get("/rules/vandatta_pagat?ace_on_ace=0&multi_first=suit&rounds=6&players=4&back=/new")
    assert page.texts(".tonight") == [
        "Tonight: rounds: 6 · no ace on an ace · several cards follow by suit only"
    ]
    assert "You have chosen that no ace goes on an ace" in page.words
    assert "You have chosen that no ace goes on an ace" not in usual.words
    assert page.texts("#option-ace_on_ace .tag") == ["no ace on an ace"]


def test_the_short_game_is_described(phone, swedish):
    for reader, word in ((phone, "short game"), (swedish, "korta varianten")):
        page = reader.get("/rules/derange?mode=short&back=/new")
        assert word in page.texts(".tonight")[0]
    assert "four cards each" in phone.page.words


def test_default_options_are_not_mentioned(phone):
    assert not phone.get("/rules/derange?mode=full&decks=2&eight_follows=1&back=/").select(".tonight")
    assert not phone.get("/rules/vandatta?players=6&decks=2&back=/").select(".tonight")
    assert phone.get("/rules/vandatta?players=5&decks=2&back=/").select(".tonight")


def test_house_points_are_in_the_address(phone):
    page = phone.get("/rules/vatikan?tally=house_points&points=A:15,K:20")
    prices = page.texts(".prices li")
    assert "A 15" in prices
    assert "K 20" in prices


def test_an_invalid_option_has_a_message_and_default_rules(phone, subtests):
    for query in [
        "mode=tiny",
        "decks=9",
        "decks=two",
        "eight_follows=perhaps",
        "players=1",
        "players=99",
        "players=many",
        "mode=short&flipped_two=2",
        "mode=%3Cscript%3E",
    ]:
        with subtests.test(query):
            page = phone.get(f"/rules/derange?{query}", 422)
            assert "These are the usual rules." in page.texts(".problem")[0]
            assert not page.select(".tonight")
            assert "eight cards each" in page.words


@pytest.mark.parametrize(
    "query", ["points=A:x", "points=A", "points=Z:1", "points=A:1000", "games=0", "games=-1"]
)
def test_invalid_house_points_have_a_message(phone, query):
    assert phone.get(f"/rules/vatikan?{query}", 422).select(".problem")


def test_unknown_parameters_are_ignored(phone):
    phone.get("/rules/derange?utm_source=chat&ace_on_ace=0&mode=")
    assert not phone.page.select(".tonight, .problem")


def test_the_link_to_the_referee_keeps_the_options(phone):
    phone.get("/rules/derange?mode=short&eight_follows=0&back=/new")
    (referee,) = (str(a["href"]) for a in phone.page.select(".bar .main"))
    assert referee.startswith("/rules/derange/referee?")
    assert "eight_follows=0" in referee
    assert "mode=short" in referee
    assert "back=/new" in referee
    phone.get(referee)


# The link back


def test_the_back_link_leads_to_the_given_page(phone):
    assert back_links(phone.get("/rules/derange")) == {"/rules"}
    assert back_links(phone.get("/rules/derange?back=/new%3Fgroup%3D")) == {"/new?group="}


def test_the_bar_contains_the_link_to_the_referee_only(phone):
    """The back link is at the top, as on every page."""
    page = phone.get("/rules/derange?mode=short&back=/new")
    assert page.texts(".bar .button") == ["May I play this?"]


@pytest.mark.parametrize(
    "elsewhere",
    [
        "//evil.example",
        "https://evil.example",
        "http:evil.example",
        "/\\evil.example",
        "/new\\..",
        "\\\\evil.example",
        "javascript:alert(1)",
        "evil",
        "/%0d%0aX: 1",
        "/new\t",
        "/new\n//evil.example",
        " /new",
        "/" + "n" * 600,
    ],
)
def test_the_back_link_stays_on_this_site(phone, elsewhere):
    phone.client.get("/")
    answer = phone.client.get("/rules/derange", query_string={"back": elsewhere})
    page = answer.get_data(as_text=True)
    assert answer.status_code == 200
    assert re.findall(r'class="back-link" href="([^"]*)"', page) == ["/rules"]
    assert not re.findall(r'href="[^"]*evil', page)


# From a session


def rules_address(table):
    with table.seen() as session, table.app.test_request_context():
        return rules_url(session, back=table.path)


def test_the_address_contains_only_options_that_differ_from_the_default(game):
    usual = game("derange", "Anna Bo Cara")
    assert rules_address(usual) == f"/rules/derange?back={usual.path}"
    other = game("derange", "Anna Bo Cara", mode="short", flipped_two=False)
    assert rules_address(other) == f"/rules/derange?back={other.path}&mode=short&flipped_two=0"


def test_the_address_contains_the_number_of_players_if_a_default_depends_on_it(game, phone):
    six = game("vandatta", "Anna Bo Cara Dilan Eva Frans")  # GV4: two decks
    assert rules_address(six).endswith("&decks=2&players=6")
    page = phone.get(rules_address(six).replace(six.path, "/new"))
    assert not page.select(".tonight")
    four = game("vandatta_pagat", "Anna Bo Cara Dilan")
    assert "rounds" not in rules_address(four)
    assert (
        "You have agreed on a number of rounds: 4"
        in phone.get(rules_address(four).replace(four.path, "/new")).words
    )


def test_house_points_of_a_session_are_shown(game, phone):
    table = game("vatikan", "Anna Bo", tally="house_points", points={"A": 15})
    page = phone.get(rules_address(table).replace(table.path, "/new"))
    assert "A 15" in page.texts(".prices li")
    assert "house points" in page.texts(".tonight")[0]


@pytest.mark.parametrize("role", ["owner", "scorer", "watcher"])
def test_the_table_links_to_its_rules_and_back(game, phone_of, role):
    table = game("derange", "Anna Bo Cara", mode="short")
    phone = phone_of(table, role)
    phone.get(table.path)
    pages = {"/rules/derange", "/rules/derange/search"}
    addresses = [href for href in phone.page.hrefs() if href.partition("?")[0] in pages]
    assert {address.partition("?")[0] for address in addresses} == pages
    for address in addresses:
        page = phone.get(address)
        assert page.texts(".tonight") == ["Tonight: short game"]
        assert back_links(page) == {table.path}


def test_the_pad_links_to_the_search_in_its_rules_and_back(game, phone_of):
    table = game("derange", "Anna Bo Cara", mode="short").plays("Cara out, Anna 8, Bo K")
    phone = phone_of(table, "scorer")
    for path in (f"{table.path}/rounds/2", f"{table.path}/rounds/1/insertion"):
        phone.get(path)
        (link,) = (tab for tab in phone.page.select("a.tab") if tab.get_text(strip=True) == "Ask")
        assert link["target"] == "_blank"  # the typed cards stay where a browser has no script
        page = phone.get(link["href"])
        assert page.texts(".tonight") == ["Tonight: short game"]
        assert back_links(page) == {path}
        assert "/rules/derange" in {href.partition("?")[0] for href in page.hrefs()}


def test_a_session_of_a_removed_variant_has_no_link_to_rules(app, game, phone_of):
    table = game("derange", "Anna Bo Cara")
    with at_work(app):
        db.session.get_one(Session, table.session_id).variant = "whist"
        db.session.commit()
    phone = phone_of(table, "scorer")
    for path in (table.path, f"{table.path}/rounds/1"):
        phone.get(path)
        assert not [href for href in phone.page.hrefs() if href.startswith("/rules/")]


def test_the_start_page_and_the_page_of_a_new_game_link_to_the_rules(phone):
    assert "/rules" in phone.get("/").hrefs()
    links = phone.get("/new").hrefs(".variants a.quiet")
    assert links == [f"/rules/{key}?back=/new" for key in KEYS]
