"""The page that counts a finished session with other card values."""

import pytest

from tests.sampling import full_only

# As played Anna has 0, Bo 70 and Cara 149; as Vandatta 0, 11 and 16.
DERANGE = ["Anna out, Bo 8 K, Cara 2 2 2 9 Q J A A", *["nobody out, Anna -, Bo -, Cara -"] * 6]

pytestmark = [full_only, pytest.mark.table(plays=DERANGE, mode="short")]


def rows(page):
    """Of the first table: name, total with these values, real total with its rank."""
    cells = [
        [cell.get_text(" ", strip=True) for cell in row.select("td")] for row in page.select(".rescored tr")
    ]
    names = page.texts(".rescored .participant")
    return [(name, *cell) for name, cell in zip(names, filter(None, cells), strict=True)][:3]


def test_rescored_and_real_totals_are_shown_together(table, phone_of):
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert page.heading == "What if?"
    assert page.texts("section h2")[0] == "Vandatta and Vändåtta"
    assert rows(page) == [
        ("Anna would have won", "0", "0 place 1"),
        ("Bo", "11", "70 place 2"),
        ("Cara", "16", "149 place 3"),
    ]


def test_changes_of_rank_are_described(game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays(
        "nobody out, Anna 8, Bo 2 K A", *["nobody out, Anna -, Bo -"] * 6
    )
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert "Bo would have won, not Anna." in page.words
    assert "1 place up" in rows(page)[0][0]
    assert "1 place down" in rows(page)[1][0]


@pytest.mark.parametrize(
    ("held", "sentence"),
    [
        ("Anna 8, Bo 8 8", "Anna would have won all the same."),
        ("Anna 2 Q, Bo Q Q Q", "Anna would have won, not Bo."),
        ("Anna 2, Bo 3", "Anna and Bo would have won all the same."),
        ("Anna 9, Bo 4", "Anna and Bo would have won together."),
        ("Anna K, Bo Q Q", "Anna would have won alone."),
    ],
)
def test_the_verdict(game, phone_of, held, sentence):
    nothing = ["nobody out, Anna -, Bo -"] * 6
    table = game("derange", "Anna Bo", mode="short").plays(f"nobody out, {held}", *nothing)
    assert sentence in phone_of(table, "watcher").get(f"{table.path}/rescoring").words


def test_the_page_says_that_only_values_change(table, phone_of):
    assert "Only the values change" in phone_of(table, "watcher").get(f"{table.path}/rescoring").words


def test_variants_that_cannot_be_computed_share_a_list_of_reasons(game, phone_of):
    table = game("vatikan", "Anna Bo", tally="house_points", games=2)
    table.plays("Anna out, Bo JK 5", "Anna out, Bo =3000")
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert not page.select(".rescored")
    assert page.texts(".not-rescored li") == [
        "Vandatta and Vändåtta, Swedish Pursuit and Derange Order of Eight"
        "Only the points of 1 hand are known, not its cards: Bo in round 2."
        "Left in hands: a joker. They have no value there."
    ]


def test_a_game_of_typed_points_cannot_be_rescored_and_the_page_names_some_of_its_hands(game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8", *["Anna out, Bo =30"] * 6)
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert not page.select(".rescored")
    assert page.texts(".not-rescored p") == [
        "Only the points of 6 hands are known, not their cards: "
        "Bo in round 2, Bo in round 3, Bo in round 4, Bo in round 5 and 2 more."
    ]


def test_cards_that_are_counted_together_may_differ_in_value_elsewhere(game, phone_of):
    """Derange: two others cost 4 to 30 each. With eights and aces alone it can be worked out."""
    table = game("vandatta", "Anna Bo", rounds=1).plays("Anna out, Bo 8 5 5")
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert "The same values as yours, so the same result: Vändåtta." in page.words
    assert not page.select(".rescored")
    assert (
        "Left in hands: two ordinary cards. Which ones is not known, and there they differ in value."
        in page.words
    )
    table = game("vandatta", "Anna Bo", rounds=1).plays("Anna out, Bo 8 A")
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert page.texts(".rescored tbody tr:last-child td b") == ["31", "65", "19"]
    assert not page.select(".not-rescored")


def test_jokers_have_no_value_elsewhere(game, phone_of):
    table = game("vatikan", "Anna Bo", tally="house_points", games=1).plays("Anna out, Bo JK 5")
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert "Left in hands: a joker. They have no value there." in page.words


def test_starting_points_of_a_late_player_prevent_rescoring(game, phone_of):
    table = game("derange", "Anna Bo", mode="short").plays("Anna out, Bo 8")
    table.sits_down("Cara", start="worst").plays(*["nobody out, Anna -, Bo -, Cara -"] * 6)
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert "1 player sat down with points of the old values." in page.words


def test_a_session_that_counts_wins_cannot_be_rescored(game, phone_of):
    table = game("vatikan", "Anna Bo", games=1).plays("Anna out, Bo 5")
    page = phone_of(table, "watcher").get(f"{table.path}/rescoring")
    assert not page.select(".rescored")
    assert "Only how many cards were left is known, not which." in page.words


def test_a_session_without_rounds_has_a_message(game, phone_of):
    table = game("vandatta", "Anna Bo").stops()
    assert "Nothing was played" in phone_of(table, "watcher").get(f"{table.path}/rescoring").words


def test_a_running_session_redirects_to_its_table(game, phone_of):
    table = game("vandatta", "Anna Bo").plays("Anna out, Bo 8")
    phone = phone_of(table, "watcher")
    phone.get(f"{table.path}/rescoring")
    assert phone.statuses == [303, 200]
    assert phone.path == table.path


def test_the_result_links_to_it(table, phone_of):
    assert f"{table.path}/rescoring" in phone_of(table, "watcher").get(table.path).hrefs()


def test_a_stranger_and_another_group_get_404(table, game, phone, phone_of):
    phone.get(f"{table.path}/rescoring", 404)
    other = game("vandatta", "Anna Bo")
    phone_of(other, "owner").get(f"{other.group_path}/sessions/{table.session_id}/rescoring", 404)
