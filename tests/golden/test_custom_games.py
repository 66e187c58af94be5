"""Worked sheets of custom games, recorded at a table, corrected, by own hands, and in a club evening."""

from __future__ import annotations

from typing import Any

import pytest

from game.variants.custom.building import variant_of
from game.variants.custom.definition import GameDefinition
from models.tournament.variants import tournament_games
from tests.club import opened
from tests.counting import OwnHands
from tests.custom import preset, typed
from tests.golden.score_sheets import WorkedSheet, worked_sheets
from tests.phone import Phone
from tests.sampling import full_only
from tests.table import Table, start

MAU_MAU = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
CRAZY = "Crazy Eights, "
GAMES: dict[str, GameDefinition] = {
    CRAZY + "who goes out collects, and one reaches exactly 100": preset("crazy_eights"),
    "Crazy Eights for two with seven cards, and a blocked round that scores nothing": preset(
        "crazy_eights", blocked="nothing"
    ),
    CRAZY + "the lowest hands of two blocked rounds get the difference, and what two cannot share is lost": (
        preset("crazy_eights")
    ),
    CRAZY + "each pays for the own hand, and it ends when one has 100": preset("crazy_eights_low"),
    "Mau-Mau with 32 cards, rounds count twice after a jack, and it ends above 300": preset(
        "mau_mau", values=MAU_MAU
    ),
    "Switch, where an ace costs 50 and one ace ends the game": preset("switch"),
    "Uno, the points of all hands are typed, and who goes out collects them up to 500": typed(
        winner="collects", first_to=500, hand_sizes=[7]
    ),
    "Last One, two are out of the game after the second round, and Eva is the last": preset("last_one"),
    "Plump, ten of nineteen rounds: the hands have shrunk to one card and grow again": preset("plump"),
    "Chicago, both fall below 52 again, and the next to reach it alone wins": preset("chicago"),
    "Skyjo, two hands count twice, and nobody knows how many cards are dealt": typed(
        winner="lowest",
        negative=True,
        first_to=100,
        multipliers=[{"factor": 2, "of": "hand", "reason": "Ended the round without the lowest hand"}],
    ),
    "A game of places, two share the second place in the first of its three rounds": typed(
        scoring="places", rounds=3
    ),
    "A game whose points add up to zero, and the lowest total is below it": typed(
        winner="highest", negative=True, zero_sum=True, hand_sizes=[12]
    ),
}
SHEETS = {sheet.name: sheet for sheet in worked_sheets() if sheet.custom}
each_game = pytest.mark.parametrize("name", GAMES)
COMPARED = (
    "tally",
    "entry",
    "highest_wins",
    "collects",
    "first_to",
    "rounds",
    "eliminate_at",
    "tie",
    "deck_size",
)


def names_of(sheet: WorkedSheet) -> str:
    return " ".join(sheet.seats)


def begun(app, name: str) -> tuple[WorkedSheet, Table]:
    sheet = SHEETS[name]
    return sheet, start(app, GAMES[name], names_of(sheet), first=sheet.first_dealers[0])


def in_words(table: Table, record: dict[str, Any]) -> str:
    """A round of a sheet as `Table.plays` takes it."""
    with table.seen() as session:
        rules = session.rules
    hands = [f"{name} {hand_in_words(left, rules)}" for name, left in record["hands"].items()]
    if rules.has_round_winner and "out" not in record["hands"].values():
        hands.insert(0, "nobody out")
    doubled = [f"{hand} ×1" if hand.split()[0] in record.get("of_hands", {}) else hand for hand in hands]
    return ", ".join(doubled + ["×1"] * len(record.get("multipliers", ())))


def hand_in_words(left: Any, rules: Any) -> str:
    if isinstance(left, dict):
        return " ".join(rules.class_of_rank[rank] for rank, number in left.items() for _ in range(number))
    return left if left == "out" else f"={left}".replace(" ", "")


def wrong_words(words: str) -> str:
    """The hand of the last seat that has one is another."""
    head, _comma, last = words.removesuffix(", ×1").rpartition(", ")
    if last.endswith(" out"):
        first, _comma, rest = head.partition(", ")
        return f"{first.split()[0]} =1, {rest}, {last}" if rest else f"{first.split()[0]} =1, {last}"
    return f"{head}, {last.split()[0]} =1"


def costs_of(table: Table, number: int) -> dict[str, int | None]:
    with table.seen() as session:
        played = session.rounds[number - 1]
        return {seat.name: played.points_of(seat.id) for seat in session.playing(number)}


def results(table: Table) -> dict[str, tuple[int, int | None]]:
    totals, ranks = table.totals(), table.ranks()
    return {name: (totals[name], ranks[name]) for name in totals}


def worked_out(sheet: WorkedSheet) -> dict[str, tuple[int, int | None]]:
    return {side["seats"][0]: (side["total"], side["rank"]) for side in sheet.standings}


@each_game
def test_the_game_has_the_rules_of_the_sheet(app, name):
    sheet, table = begun(app, name)
    with table.seen() as session:
        rules, expected = session.rules, sheet.rules()
    for rule in COMPARED:
        assert getattr(rules, rule) == getattr(expected, rule), rule
    for card_class in rules.classes:
        for rank in card_class.ranks:
            if rank != "JK":
                assert card_class.points == expected.by_key[expected.class_of_rank[rank]].points


@each_game
def test_recorded_at_a_table(app, name):
    sheet, table = begun(app, name)
    for record in sheet.rounds:
        table.plays(in_words(table, record))
    assert results(table) == worked_out(sheet)
    assert table.is_finished() is sheet.over


@full_only
@each_game
def test_corrected(app, name):
    """Every round is first made wrong, then right again."""
    sheet, table = begun(app, name)
    for record in sheet.rounds:
        table.plays(in_words(table, record))
    for number, record in enumerate(sheet.rounds, 1):
        words = in_words(table, record)
        table.corrects(number, wrong_words(words))
        assert costs_of(table, number) != record["costs"]
        table.corrects(number, words)
        assert costs_of(table, number) == record["costs"]
    assert results(table) == worked_out(sheet)
    assert table.is_finished() is sheet.over


@full_only
@each_game
def test_by_own_hands(app, name):
    """Each player sends the own hand; the scorer saves them on the page that collects them."""
    sheet, table = begun(app, name)
    scorer = Phone(app)
    scorer.open_link(table.link("scorer"))
    for number, record in enumerate(sheet.rounds, 1):
        hands = OwnHands(table)
        with table.seen() as session:
            has_winner = session.rules.has_round_winner
        if has_winner:
            hands.out(next((who for who, left in record["hands"].items() if left == "out"), None))
        for words in in_words(table, record).split(", "):
            who, _blank, held = words.partition(" ")
            if held and held != "out" and who != "nobody":
                hands.sends(who, held)
        scorer.get(f"{table.path}/rounds/{number}/hands")
        scorer.submit("#round", {"multiplier-1": "on"} if "multipliers" in record else {})
    assert results(table) == worked_out(sheet)
    assert table.is_finished() is sheet.over


@full_only
@each_game
def test_in_a_club_evening(app, name):
    """Two rounds at one table, which plays the sheet twice: every total is twice as high."""
    sheet = SHEETS[name]
    if "eliminate_at" in sheet.custom:
        assert tournament_games([variant_of("x", GAMES[name])]) == {}
        return
    club = opened(app, names_of(sheet), variant=GAMES[name], rounds=2, cut=None)
    for _round in (1, 2):
        club.draws(1, names_of(sheet))
        (table,) = club.tables()
        for record in sheet.rounds:
            table.plays(in_words(table, record))
        if not sheet.over:
            table.stops()
    expected = {who: (2 * total, rank) for who, (total, rank) in worked_out(sheet).items()}
    assert {who: (total, rank) for who, total, rank in club.places()} == expected
    assert club.phase() == "over"
    assert club.winners() == [who for who, (_total, rank) in expected.items() if rank == 1]
