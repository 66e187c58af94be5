"""Comparison of games, and of the points of a hand: the address contains all input; no database is used."""

from itertools import product
from urllib.parse import urlencode

import pytest
from sqlalchemy import event

from game.rulebook.comparison.statements import MOOT, eights_cells
from game.rulebook.comparison.table import default_rules
from game.variants import VARIANTS
from models import db
from tests.phone import Phone
from tests.sampling import full_only
from views.rules.comparison import PHRASES

pytestmark = full_only

HERE = "/rules/compare"
NAMES = [variant.name["en"] for variant in VARIANTS.values()]
PAIR = f"{HERE}?variant=derange&variant=vandatta"


def columns(phone):
    return phone.page.texts("table thead th")


def row(phone, title, part=""):
    """The cells of a row."""
    for group in phone.page.select("table tbody"):
        heading = group.select_one("tr.title").get_text(strip=True)
        for line in group.select("tr:not(.title)"):
            label = line.select("th > span:not([aria-hidden])")[0].get_text(strip=True)
            if label == title and heading.startswith(part):
                return [" ".join(td.get_text(" ").split()) for td in line.select("td")]
    raise AssertionError(f"no row “{title}”")


def values_of_hand(phone):
    """Name of each game, points of the hand, calculation."""
    return [
        tuple(part.get_text(strip=True) for part in li.select(".name, b, small"))
        for li in phone.page.select(".variant-values li")
    ]


def hand(phone):
    return phone.value_of("hand")


class TestSideBySide:
    def test_all_games_are_compared_by_default(self, phone):
        phone.get(HERE)
        assert columns(phone) == NAMES
        assert row(phone, "8", "Points") == ["10", "10", "30", "50", "– no points"]
        assert row(phone, "Players") == [
            "2–8 ◦",
            "2–8 ◦ best with 3–5",
            "2–10 ◦ best with 2–8 ◦",
            "2–8",
            "2–5",
        ]
        assert row(phone, "4, 5, 6, 7 and 9", "Points")[3] == "its number"

    def test_named_games_are_compared_in_their_order(self, phone):
        phone.get(PAIR)
        assert columns(phone) == ["Derange Order of Eight", "Vandatta"]
        assert row(phone, "8", "Points") == ["50", "10"]
        assert row(phone, "8", "Special") == [
            "names the suit",
            "names the suit then only an ordinary card of it",
        ]
        assert row(phone, "Going out")[1] == "A 8 never last"

    def test_the_table_is_accessible(self, phone):
        table = phone.get(PAIR).select("table")[0]
        assert table.caption.get_text(strip=True)
        assert all(th.get("scope") in ("col", "row", "rowgroup") for th in table.select("th"))
        region = table.parent
        assert (region["role"], region["tabindex"]) == ("region", "0")
        assert region.get("aria-labelledby")

    def test_equal_and_different_rows_are_marked(self, phone):
        phone.get(PAIR)
        heads = {th.get_text(" ", strip=True) for th in phone.page.select("th[scope=row]")}
        assert "Who wins = same" in heads
        assert "Joker" not in " ".join(heads), "neither has one"
        assert "Cards dealt ≠ they differ" in heads

    def test_a_cell_that_differs_from_most_is_marked(self, phone):
        phone.get(HERE)
        assert row(phone, "Who wins") == ["the lowest total"] * 4 + ["≠ unlike most: the most rounds won ◦"]

    def test_a_filter_shows_differences_only(self, phone):
        phone.get(PAIR)
        rows = len(phone.page.select("tbody tr:not(.title)"))
        (link,) = [a for a in phone.page.select(".filter a") if not a.get("aria-current")]
        phone.get(link["href"])
        assert columns(phone) == ["Derange Order of Eight", "Vandatta"]
        assert 0 < len(phone.page.select("tbody tr:not(.title)")) < rows
        assert not phone.page.select("tr.same")
        assert phone.page.texts(".filter [aria-current]")[0].startswith("Only differences")

    def test_games_can_be_chosen_with_a_plain_form(self, phone):
        phone.get(f"{HERE}?hand=8+5&only=differences")
        action, method, chosen = phone.filled("#which")
        assert (method, chosen.getlist("variant")) == ("GET", list(VARIANTS))
        chosen.setlist("variant", ["derange", "vatikan"])
        phone.get(f"{action}?{urlencode(list(chosen.items(multi=True)))}")
        assert columns(phone) == ["Derange Order of Eight", "Vatikan"]
        assert hand(phone) == "8 5"
        assert not phone.page.select("tr.same")

    @pytest.mark.parametrize(
        ("query", "message"),
        [
            ("variant=derange", "from 2 to 5"),
            ("variant=derange&variant=derange", "from 2 to 5"),
            ("variant=derange&variant=uno", "no game “uno”"),
            ("variant=", "no game “”"),
        ],
    )
    def test_an_invalid_choice_has_a_message(self, phone, query, message):
        phone.get(f"{HERE}?{query}&hand=8+5", 422)
        assert message in phone.page.texts("[role=alert]")[0]
        assert columns(phone) == NAMES
        assert hand(phone) == "8 5"
        chosen = [box["value"] for box in phone.page.select("#which [checked]")]
        assert chosen == (["derange"] if "derange" in query else list(VARIANTS))


class TestHand:
    def test_points_are_shown_for_every_game_with_the_calculation(self, phone):
        phone.get(f"{HERE}?hand=8+5+K")
        assert values_of_hand(phone) == [
            ("Vandatta", "12", "10 + 1 + 1"),
            ("Vändåtta", "12", "10 + 1 + 1"),
            ("Swedish Pursuit", "45", "30 + 5 + 10"),
            ("Derange Order of Eight", "75", "50 + 5 + 20"),
            ("Vatikan", "–", "no points: rounds won are counted"),
        ]

    def test_spelling_and_separators_of_cards_are_flexible(self, phone, subtests):
        for typed in ["8 5 k", "8,5,K", " 8h, 5S  kd ", "8♥;5♠;K♦", "8+5+K"]:
            with subtests.test(typed):
                phone.get(HERE)
                phone.submit("#hand", {"hand": typed})
                assert values_of_hand(phone)[3][:2] == ("Derange Order of Eight", "75")
                assert hand(phone) == typed

    def test_points_are_shown_for_compared_games_only(self, phone):
        phone.get(f"{PAIR}&hand=8+8+5")
        assert values_of_hand(phone) == [
            ("Derange Order of Eight", "105", "2 × 50 + 5"),
            ("Vandatta", "21", "2 × 10 + 1"),
        ]

    def test_a_hand_can_be_tapped_and_cards_removed(self, phone):
        phone.get(PAIR)
        for rank in ("8", "10", "JK"):
            phone.submit("#hand", button=f"add={rank}")
        assert hand(phone) == "8 10 JK"
        assert columns(phone) == ["Derange Order of Eight", "Vandatta"]
        phone.submit("#hand", button="take=0")
        assert hand(phone) == "10 JK"
        phone.submit("#hand", button="Take back")
        assert hand(phone) == "10"
        empty = next(a for a in phone.page.select("#hand a") if "Clear" in a.get_text())
        phone.get(empty["href"])
        assert hand(phone) == ""
        assert not values_of_hand(phone)

    def test_typed_cards_are_kept_when_a_card_is_tapped(self, phone):
        phone.get(HERE)
        phone.submit("#hand", {"hand": "8,5"}, button="add=K")
        assert hand(phone) == "8 5 K"

    def test_more_cards_than_in_the_pack_give_a_warning(self, phone):
        phone.get(f"{PAIR}&hand=8+8+8+8+8")
        derange, vandatta = values_of_hand(phone)
        assert derange == ("Derange Order of Eight", "250", "5 × 50")
        assert vandatta == ("Vandatta", "50", "5 × 10", "5 × 8, but the pack holds only 4.")

    def test_a_joker_in_a_game_without_jokers(self, phone):
        phone.get(f"{PAIR}&hand=8+JK")
        assert values_of_hand(phone)[0][:2] == ("Derange Order of Eight", "50")
        assert "no joker" in values_of_hand(phone)[0][-1]

    def test_invalid_cards_have_a_message(self, phone, subtests):
        for typed, message in [
            ("8 11 K", "no card “11”"),
            ("8 dam", "no card “dam”"),
            ("8 ٣", "no card “٣”"),
            ("<b>8</b>", "no card “<b>8</b>”"),
            ("8 " * 61, "61 cards in one hand? 60 is the most."),
            ("9" * 5000, "no card “9999"),
        ]:
            with subtests.test(typed[:80]):
                phone.get(HERE)
                phone.submit("#hand", {"hand": typed}, status=422)
                assert message in phone.page.texts("#e-hand")[0]
                assert hand(phone) == typed
                assert columns(phone) == NAMES
                assert not values_of_hand(phone)

    def test_a_hand_has_at_most_sixty_cards(self, phone):
        phone.get(f"{PAIR}&hand={'8+' * 60}")
        assert values_of_hand(phone)[0][1] == "3,000"

    @pytest.mark.parametrize("odd", ["add=11", "take=99", "take=-1", "take=x", f"take={'9' * 99}"])
    def test_an_unknown_key_is_harmless(self, phone, odd):
        phone.get(f"{PAIR}&hand=8+5&{odd}", 422 if odd.startswith("add") else 200)
        assert hand(phone) == ("8 5 11" if odd.startswith("add") else "8 5")


class TestThePage:
    def test_in_swedish(self, app):
        phone = Phone(app, language="sv")
        page = phone.get(f"{HERE}?hand=8+5+K")
        assert page.heading == "Jämför spelen"
        assert row(phone, "Vem som vinner")[0] == "den lägsta summan"
        assert "“" not in page.words

    def test_it_does_not_use_the_database(self, app, phone):
        statements = []

        def remember(_connection, _cursor, statement, *_rest):
            statements.append(statement)

        with app.app_context():
            engine = db.engine
        event.listen(engine, "before_cursor_execute", remember)
        phone.get(f"{HERE}?hand=8+5+K")
        phone.get(f"{HERE}?variant=uno", 422)
        event.remove(engine, "before_cursor_execute", remember)
        assert statements == []

    def test_it_has_no_form_that_changes_data(self, phone):
        phone.get(f"{HERE}?hand=8")
        assert phone.actions() == []


def test_every_choice_of_options_has_words():
    """So a default can change without leaving a cell empty."""
    keys = set()
    for variant in VARIANTS.values():
        if variant.play["family"] != "eights":
            continue
        choices = {
            o.key: [c.value for c in o.choices] or [True, False]
            for o in variant.options
            if o.kind in ("choice", "yes_no")
        }
        for values in product(*choices.values()):
            played = variant.play_rules(dict(zip(choices, values, strict=True)), variant.players[0])
            cells = eights_cells(played, default_rules(variant)).values()
            keys |= {each.rule_key for cell in cells for each in cell}
    assert keys - set(PHRASES) - MOOT == set()
