"""Games side by side, and a hand under each: the address says it all, and the database is not asked."""

from itertools import product
from urllib.parse import urlencode

import pytest
from sqlalchemy import event

from game.rulebook.comparison.statements import MOOT, eights_cells
from game.rulebook.comparison.table import default_rules
from game.variants import VARIANTS
from models import db
from tests.phone import Phone
from views.rules.comparison_words import PHRASES

HERE = "/rules/compare"
NAMES = [variant.name["en"] for variant in VARIANTS.values()]
PAIR = f"{HERE}?variant=derange&variant=vandatta"


def columns(phone):
    return phone.page.texts("table thead th")


def row(phone, title, part=""):
    """The cells of one question."""
    for group in phone.page.select("table tbody"):
        heading = group.select_one("tr.title").get_text(strip=True)
        for line in group.select("tr:not(.title)"):
            asked = line.select("th > span:not([aria-hidden])")[0].get_text(strip=True)
            if asked == title and heading.startswith(part):
                return [" ".join(td.get_text(" ").split()) for td in line.select("td")]
    raise AssertionError(f"no row “{title}”")


def worths(phone):
    """What each game says of the hand: name, points, how they add up."""
    return [
        tuple(part.get_text(strip=True) for part in li.select(".name, b, small"))
        for li in phone.page.select(".variant-values li")
    ]


def hand(phone):
    return phone.value_of("hand")


class TestSideBySide:
    def test_all_five_unless_some_are_named(self, phone):
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

    def test_those_that_are_named_in_their_order(self, phone):
        phone.get(PAIR)
        assert columns(phone) == ["Derange Order of Eight", "Vandatta"]
        assert row(phone, "8", "Points") == ["50", "10"]
        assert row(phone, "8", "Special") == [
            "names the suit",
            "names the suit then only an ordinary card of it",
        ]
        assert row(phone, "Going out")[1] == "A 8 never last"

    def test_the_table_is_one_for_the_ear_too(self, phone):
        table = phone.get(PAIR).select("table")[0]
        assert table.caption.get_text(strip=True)
        assert all(th.get("scope") in ("col", "row", "rowgroup") for th in table.select("th"))
        region = table.parent
        assert (region["role"], region["tabindex"]) == ("region", "0")
        assert region.get("aria-labelledby")

    def test_what_agrees_and_what_differs_is_marked_in_words_and_signs(self, phone):
        phone.get(PAIR)
        heads = {th.get_text(" ", strip=True) for th in phone.page.select("th[scope=row]")}
        assert "Who wins = same" in heads
        assert "Joker" not in " ".join(heads), "neither has one"
        assert "Cards dealt ≠ they differ" in heads

    def test_a_cell_that_is_unlike_most_says_so(self, phone):
        phone.get(HERE)
        assert row(phone, "Who wins") == ["the lowest total"] * 4 + ["≠ unlike most: the most rounds won ◦"]

    def test_only_differences(self, phone):
        phone.get(PAIR)
        rows = len(phone.page.select("tbody tr:not(.title)"))
        (link,) = [a for a in phone.page.select(".filter a") if not a.get("aria-current")]
        phone.get(link["href"])
        assert columns(phone) == ["Derange Order of Eight", "Vandatta"]
        assert 0 < len(phone.page.select("tbody tr:not(.title)")) < rows
        assert not phone.page.select("tr.same")
        assert phone.page.texts(".filter [aria-current]")[0].startswith("Only differences")

    def test_other_games_are_chosen_with_a_plain_form(self, phone):
        phone.get(f"{HERE}?hand=8+5&only=differences")
        action, method, chosen = phone.filled("#which")
        assert (method, chosen.getlist("variant")) == ("GET", list(VARIANTS))
        chosen.setlist("variant", ["derange", "vatikan"])
        phone.get(f"{action}?{urlencode(list(chosen.items(multi=True)))}")
        assert columns(phone) == ["Derange Order of Eight", "Vatikan"]
        assert hand(phone) == "8 5"
        assert not phone.page.select("tr.same")

    @pytest.mark.parametrize(
        ("query", "said"),
        [
            ("variant=derange", "from 2 to 5"),
            ("variant=derange&variant=derange", "from 2 to 5"),
            ("variant=derange&variant=uno", "no game “uno”"),
            ("variant=", "no game “”"),
        ],
    )
    def test_a_choice_that_makes_no_sense_is_answered_in_words(self, phone, query, said):
        phone.get(f"{HERE}?{query}&hand=8+5", 422)
        assert said in phone.page.texts("[role=alert]")[0]
        assert columns(phone) == NAMES
        assert hand(phone) == "8 5"
        chosen = [box["value"] for box in phone.page.select("#which [checked]")]
        assert chosen == (["derange"] if "derange" in query else list(VARIANTS))


class TestWhatAHandIsWorth:
    def test_under_every_game_and_how_it_adds_up(self, phone):
        phone.get(f"{HERE}?hand=8+5+K")
        assert worths(phone) == [
            ("Vandatta", "12", "10 + 1 + 1"),
            ("Vändåtta", "12", "10 + 1 + 1"),
            ("Swedish Pursuit", "45", "30 + 5 + 10"),
            ("Derange Order of Eight", "75", "50 + 5 + 20"),
            ("Vatikan", "–", "no points: rounds won are counted"),
        ]

    def test_however_it_is_typed(self, phone, subtests):
        for typed in ["8 5 k", "8,5,K", " 8h, 5S  kd ", "8♥;5♠;K♦", "8+5+K"]:
            with subtests.test(typed):
                phone.get(HERE)
                phone.submit("#hand", {"hand": typed})
                assert worths(phone)[3][:2] == ("Derange Order of Eight", "75")
                assert hand(phone) == typed

    def test_only_under_the_games_that_are_compared(self, phone):
        phone.get(f"{PAIR}&hand=8+8+5")
        assert worths(phone) == [
            ("Derange Order of Eight", "105", "2 × 50 + 5"),
            ("Vandatta", "21", "2 × 10 + 1"),
        ]

    def test_a_hand_is_tapped_together_and_taken_back(self, phone):
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
        assert not worths(phone)

    def test_what_is_typed_but_not_sent_stays_when_a_card_is_tapped(self, phone):
        phone.get(HERE)
        phone.submit("#hand", {"hand": "8,5"}, button="add=K")
        assert hand(phone) == "8 5 K"

    def test_more_than_the_pack_holds_is_a_warning_and_no_refusal(self, phone):
        phone.get(f"{PAIR}&hand=8+8+8+8+8")
        derange, vandatta = worths(phone)
        assert derange == ("Derange Order of Eight", "250", "5 × 50")
        assert vandatta == ("Vandatta", "50", "5 × 10", "5 × 8, but the pack holds only 4.")

    def test_a_joker_where_there_is_none(self, phone):
        phone.get(f"{PAIR}&hand=8+JK")
        assert worths(phone)[0][:2] == ("Derange Order of Eight", "50")
        assert "no joker" in worths(phone)[0][-1]

    def test_what_is_no_hand_is_answered_in_words(self, phone, subtests):
        for typed, said in [
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
                assert said in phone.page.texts("#e-hand")[0]
                assert hand(phone) == typed
                assert columns(phone) == NAMES
                assert not worths(phone)

    def test_sixty_cards_are_a_hand(self, phone):
        phone.get(f"{PAIR}&hand={'8+' * 60}")
        assert worths(phone)[0][1] == "3,000"

    @pytest.mark.parametrize("odd", ["add=11", "take=99", "take=-1", "take=x", f"take={'9' * 99}"])
    def test_a_key_that_is_on_no_pad(self, phone, odd):
        phone.get(f"{PAIR}&hand=8+5&{odd}", 422 if odd.startswith("add") else 200)
        assert hand(phone) == ("8 5 11" if odd.startswith("add") else "8 5")


class TestThePage:
    def test_in_swedish(self, app):
        phone = Phone(app, language="sv")
        page = phone.get(f"{HERE}?hand=8+5+K")
        assert page.heading == "Jämför spelen"
        assert row(phone, "Vem som vinner")[0] == "den lägsta summan"
        assert "“" not in page.words

    def test_it_asks_nothing_of_the_database(self, app, phone):
        asked = []

        def remember(_connection, _cursor, statement, *_rest):
            asked.append(statement)

        with app.app_context():
            engine = db.engine
        event.listen(engine, "before_cursor_execute", remember)
        phone.get(f"{HERE}?hand=8+5+K")
        phone.get(f"{HERE}?variant=uno", 422)
        event.remove(engine, "before_cursor_execute", remember)
        assert asked == []

    def test_it_writes_nothing(self, phone):
        phone.get(f"{HERE}?hand=8")
        assert phone.actions() == []


def test_there_are_words_for_whatever_a_table_may_choose():
    """A default may change; no cell is left without words then."""
    said = set()
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
            said |= {each.rule_key for cell in cells for each in cell}
    assert said - set(PHRASES) - MOOT == set()
