"""Letters of court cards: Kn D K in Swedish unless the phone prefers J Q K; data always contains J Q K."""

import re

import pytest

from game.variants import VARIANTS
from tests.phone import Phone
from tests.sampling import full_only

INTERNATIONAL, SWEDISH = re.compile(r"\b[JQ]\b"), re.compile(r"\bKn\b")
PAGES = (
    "{table.path}",
    "{table.path}/rounds",
    "{table.path}/rounds/1",
    "{table.path}/rounds/2",
    "{table.path}/history",
    "{table.path}/print",
    "{table.group_path}/statistics",
    "/new/vatikan",
    "/rules/derange",
    "/rules/swedish_pursuit",
    "/rules/derange/referee",
    "/rules/vatikan/referee?meld=JH QH KH",
    "/rules/compare?hand=8+J+Q",
    "/rules/search?q=vad+kostar+knekt",
)

pytestmark = [
    full_only,
    pytest.mark.table("swedish_pursuit", "Anna Bo Cara", plays=["Cara out, Anna Q J, Bo 8 K"]),
    pytest.mark.phone("owner"),
]


@pytest.fixture
def swede(table, app):
    phone = Phone(app, language="sv")
    phone.open_link(table.link("owner"))
    return phone


def choose_letters(phone, letters):
    phone.get("/phone")
    phone.submit("/phone/appearance", button=letters)


def readable(page):
    """Text and labels of a page, without the explanation of how cards may be typed, which contains both."""
    for apart in page.soup.select("script, style, .situation details > .note"):
        apart.decompose()
    labels = [str(tag["aria-label"]) for tag in page.having("aria-label")]
    fields = [str(tag.get("value", "")) for tag in page.soup.select("#f-hand")]
    return " ".join([page.soup.get_text(" "), *labels, *fields])


def faces(page):
    return page.texts(".face:not(:has(.unseen))") + page.texts(".face > [aria-hidden]")


def keys(page):
    return {str(key["data-key"]): key["data-label"] for key in page.soup.select("[data-key]")}


class TestOnEveryPage:
    @pytest.mark.parametrize("path", PAGES)
    def test_a_swedish_page_has_no_j_and_q(self, table, swede, path):
        assert not INTERNATIONAL.findall(readable(swede.get(path.format(table=table))))

    @pytest.mark.parametrize("path", PAGES)
    def test_an_english_page_has_no_kn(self, table, phone, path):
        assert not SWEDISH.findall(readable(phone.get(path.format(table=table))))

    @pytest.mark.parametrize("path", PAGES)
    def test_a_swedish_page_of_a_phone_that_prefers_j_q_k_has_no_kn(self, table, swede, path):
        choose_letters(swede, "J Q K")
        assert not SWEDISH.findall(readable(swede.get(path.format(table=table))))

    @pytest.mark.parametrize("key", VARIANTS)
    def test_rules_of_every_game_use_the_chosen_letters(self, swede, key):
        page = swede.get(f"/rules/{key}")
        assert not {"J", "Q"} & set(page.texts(".card"))
        choose_letters(swede, "J Q K")
        assert not {"Kn", "D"} & set(swede.get(f"/rules/{key}").texts(".card"))


class TestWhereCardsAreShown:
    def test_on_the_pad(self, table, swede, phone):
        path = f"{table.path}/rounds/2"
        assert keys(swede.get(path))["10-J-Q-K"] == "10·Kn·D·K"
        assert keys(phone.get(path))["10-J-Q-K"] == "10·J·Q·K"

    def test_in_a_drawn_board(self, swede, phone):
        path = "/rules/derange/referee?top=QS"
        assert {"Kn♠", "D♠", "K♠", "A♠"} <= set(faces(swede.get(path)))
        assert {"J♠", "Q♠", "K♠", "A♠"} <= set(faces(phone.get(path)))

    def test_in_search_results(self, swede):
        swede.get("/rules/search?q=vad kostar en dam i Derange")
        assert "Damer och knektar: 10 poäng styck." in swede.page.words
        assert swede.page.texts(".hits .card")[:2] == ["D", "Kn"]

    def test_on_a_printed_sheet(self, table, swede, phone):
        path = f"{table.path}/print"
        assert "10·Kn·D·K" in swede.get(path).texts(".leaf-values dt")
        assert "10·J·Q·K" in phone.get(path).texts(".leaf-values dt")

    def test_in_the_history(self, table, swede, phone):
        table.corrects(1, "Cara out, Anna Q, Bo 8 K")
        assert "10·Kn·D·K" in swede.get(f"{table.path}/history").words
        assert "10·J·Q·K" in phone.get(f"{table.path}/history").words

    def test_in_the_form_of_house_points(self, swede):
        labels = swede.get("/new/vatikan").texts("fieldset.ranks label")
        assert [label for label in labels if label in ("Kn", "D", "K", "J", "Q")] == ["Kn", "D", "K"]


class TestSetting:
    def test_the_default_is_kn_d_k(self, swede):
        pressed = swede.get("/phone").texts("[name=letters][aria-pressed=true]")
        assert (swede.page.texts("[name=letters]"), pressed) == (["Kn D K", "J Q K"], ["Kn D K"])

    def test_it_can_be_changed_and_restored(self, table, swede):
        for choice, label in (("J Q K", "10·J·Q·K"), ("Kn D K", "10·Kn·D·K")):
            choose_letters(swede, choice)
            assert swede.page.texts("[name=letters][aria-pressed=true]") == [choice]
            assert keys(swede.get(f"{table.path}/rounds/2"))["10-J-Q-K"] == label

    def test_english_pages_have_no_setting(self, phone):
        assert phone.get("/phone").texts("[name=letters]") == []

    def test_unknown_letters_are_ignored(self, table, swede):
        sent = {"csrf_token": swede.token(), "letters": "ABC"}
        swede.post("/phone/appearance", sent, Sec_Fetch_Site="same-origin")
        assert keys(swede.get(f"{table.path}/rounds/2"))["10-J-Q-K"] == "10·Kn·D·K"

    def test_other_phones_are_not_affected(self, app, table, swede):
        other = Phone(app, language="sv")
        other.open_link(table.link("owner"))
        choose_letters(swede, "J Q K")
        assert keys(other.get(f"{table.path}/rounds/2"))["10-J-Q-K"] == "10·Kn·D·K"

    def test_a_live_page_gets_the_new_letters(self, table, swede):
        """Fragments are cached for each choice of letters, and sent if their ETag differs."""
        swede.get(table.path, X_Fragment="1")
        tag = swede.answer.headers["ETag"]
        cached = {"X-Fragment": "1", "If-None-Match": tag}
        assert swede.client.get(table.path, headers={**swede.headers, **cached}).status_code == 304
        choose_letters(swede, "J Q K")
        assert swede.client.get(table.path, headers={**swede.headers, **cached}).status_code == 200

    def test_stored_pages_get_new_versions(self, table, swede):
        def versions():
            listed = swede.get(table.path).select("[data-keep]")[0]["data-keep"].split(" ")
            return dict(zip(listed[::2], listed[1::2], strict=True))

        before = versions()
        choose_letters(swede, "J Q K")
        after = versions()
        assert before.keys() == after.keys()
        assert not [path for path in before if before[path] == after[path]]


class TestData:
    def test_field_names_of_the_pad(self, table, swede, phone):
        path = f"{table.path}/rounds/2"
        assert keys(swede.get(path)).keys() == keys(phone.get(path)).keys()
        names = [
            [field["name"] for field in each.page.soup.select("[data-class]")] for each in (swede, phone)
        ]
        assert names[0] == names[1]

    def test_addresses_and_button_values(self, swede, phone):
        for path, selector, attribute in (
            ("/rules/derange/referee?top=QS", ".board a", "href"),
            ("/rules/compare?hand=8", ".ranks-pad button", "value"),
        ):
            values = [[tag[attribute] for tag in each.get(path).select(selector)] for each in (swede, phone)]
            assert values[0] == values[1]
            assert any("J" in text for text in values[0])

    @pytest.mark.parametrize("file", ["rounds.csv", "document.json"])
    def test_exports(self, table, swede, file):
        def exported():
            swede.answer = swede.client.get(f"{table.path}/export/{file}", headers=swede.headers)
            return re.sub(r'"exported_at": *"[^"]*"', "", swede.answer.text)

        before = exported()
        choose_letters(swede, "J Q K")
        assert swede.answer.status_code == 200
        assert exported() == before
        assert "J" in before
        assert "Kn" not in before

    def test_saved_cards(self, table, swede):
        swede.get(f"{table.path}/rounds/2")
        seats = [str(table.seat_id(name)) for name in ("Anna", "Bo", "Cara")]
        swede.submit(
            "#round", {"out": seats[2], f"cards-{seats[0]}-10-J-Q-K": "2", f"cards-{seats[1]}-8": "1"}
        )
        assert str(table.snapshot()).count("'10-J-Q-K': 2") == 2


class TestInput:
    @pytest.mark.parametrize("typed", ["RKn", "rkn", "KnR", "JD", "♦Kn"])
    @pytest.mark.parametrize("language", ["sv", "en"])
    def test_the_referee_accepts_both(self, app, typed, language):
        page = Phone(app, language=language).get(f"/rules/derange/referee?top={typed}")
        name = {"sv": "ruter knekt", "en": "jack of diamonds"}[language]
        assert name in page.select(".on-top .face .unseen")[0].get_text()

    def test_the_error_message_of_the_referee_uses_the_chosen_letters(self, app):
        page = Phone(app, language="sv").get("/rules/derange/referee?top=RX", 422)
        assert "RKn" in page.words
        assert "9H, 10S, KnR" in page.texts(".problem")[0]

    @pytest.mark.parametrize("typed", ["8 Kn D E K", "8 kn d e k", "8 J Q A K", "8 KnS RD EH KK"])
    @pytest.mark.parametrize("language", ["sv", "en"])
    def test_the_comparison_of_hands_accepts_both(self, app, typed, language):
        phone = Phone(app, language=language)
        worths = [
            phone.get(f"/rules/compare?hand={hand}").texts(".variant-values b")
            for hand in (typed, "8 J Q A K")
        ]
        assert worths[0] == worths[1]
        assert worths[0]

    def test_a_tapped_card_is_shown_with_the_chosen_letters(self, swede):
        swede.get("/rules/compare?hand=8+J")
        assert swede.page.select("#f-hand")[0]["value"] == "8 Kn"
        assert faces(swede.page) == ["8", "Kn"]
