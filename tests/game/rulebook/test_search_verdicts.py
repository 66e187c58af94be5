"""Questions about a card on another or about a meld: what is asked, and the referee’s answer."""

import pytest

from game.referee.cards import RANKS
from game.referee.eights.rules import EightsRules
from game.referee.eights.situation import Situation
from game.referee.eights.turn import judge
from game.rulebook.search import TableChoice, search_rules
from game.rulebook.search.text import words_of
from game.rulebook.search.verdicts import cases, position_in
from game.variants import VARIANTS

NAMES = {rank: {"A": "ace"}.get(rank, rank) for rank in RANKS}
EIGHTS = [key for key, variant in VARIANTS.items() if variant.play["family"] == "eights"]


def asked(text):
    position = position_in(words_of(text))
    if position is None:
        return None
    return " ".join(f"{c.rank}{c.suit}" for c in position.play for _ in range(c.times)), (
        f"{position.top.rank}{position.top.suit}"
    )


def answers(text, key):
    """{conditions: answer}"""
    (verdict,) = search_rules(text, "en", key).verdicts
    return {(case.suit, case.chain): case.verdict.answer for case in verdict.cases}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Can I play an 8 on an ace", ("8", "A")),
        ("tvåa på hjärter två", ("2", "2H")),
        ("kan jag svara med åtta på tvåa", ("8", "2")),
        ("two of clubs on two of hearts", ("2C", "2H")),
        ("8h on KS", ("8H", "KS")),
        ("on an ace an eight?", ("8", "A")),
        ("answer a two with an eight", ("8", "2")),
        ("svara på en tvåa med en tvåa", ("2", "2")),
        ("another eight on top of the eight", ("8", "8")),
        ("two sevens on a king", ("7 7", "K")),
        ("klöver 3 ligger, kan jag lägga klöver 5 och hjärter 5", ("5C 5H", "3C")),
        ("ruter dam mot ruter fyra", ("QD", "4D")),
    ],
)
def test_the_cards_of_a_position_are_found(text, expected):
    assert asked(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "ace on ace points",
        "can my last card be an 8 on an ace",
        "2 on 2 how many cards do I draw",
        "what can I play on an ace",
        "a joker on an ace",
        "ace king queen",
        "how many cards for two players",
        "on the table",
        "",
    ],
)
def test_other_questions_are_no_positions(text):
    assert asked(text) is None


def test_the_first_answer_is_the_verdict_of_the_game():
    assert answers("can I play an 8 on an ace", "vandatta") == {("", ""): "no"}
    assert answers("can I play an 8 on an ace", "derange") == {("", ""): "yes"}
    assert answers("5 on a king", "vandatta") == {("same", ""): "yes", ("other", ""): "no"}
    assert answers("5 on an 8", "derange") == {("named", ""): "yes", ("not_named", ""): "no"}
    assert answers("8 on a 2", "swedish_pursuit") == {("", "live"): "no", ("", "drawn"): "yes"}
    assert answers("2 on a 2", "derange") == {("", ""): "yes"}
    assert answers("ace of clubs on king of diamonds", "swedish_pursuit") == {("", ""): "no"}


def test_without_a_game_every_game_with_a_pile_answers():
    assert [verdict.variant for verdict in search_rules("8 on an ace", "en").verdicts] == EIGHTS
    assert search_rules("8 on an ace", "en", "vatikan").verdicts == ()


@pytest.mark.parametrize(
    ("text", "answer", "rule"),
    [
        ("is 2 ace king a valid run", "no", "corner"),
        ("can i have ace king queen", "yes", "run"),
        ("klöver 5, ruter 6 och klöver 7", "no", "mixed_suits"),
        ("7 of spades and 7 of clubs with a joker", "yes", "set"),
        ("kan man ha fem sjuor ihop", "no", None),
        ("my first meld three kings", "no", "not_first"),
    ],
)
def test_cards_of_a_meld_are_judged(text, answer, rule):
    """VK14, VK10, VK13, VK18, VK17, VK21"""
    (verdict,) = search_rules(text, "en", "vatikan").verdicts
    (case,) = verdict.cases
    assert case.verdict.answer == answer
    assert rule in (None, case.verdict.reason.rule_key)
    assert search_rules(text, "en").verdicts == ()


def test_a_table_gets_the_verdict_of_its_options():
    table = TableChoice("vandatta", frozenset({("ace_on_ace", "0")}))
    (verdict,) = search_rules("ace on ace", "en", "vandatta", table).verdicts
    assert {case.verdict.answer for case in verdict.cases} == {"no"}
    assert answers("ace on ace", "vandatta") == {("", ""): "yes"}


@pytest.mark.parametrize("key", EIGHTS)
def test_every_case_is_what_the_referee_says_to_its_cards(key):
    """For each pair of ranks: the cases agree with the referee, and differ where they are several."""
    variant = VARIANTS[key]
    rules = EightsRules.from_dict(variant.play_rules({}, variant.players[0]))
    for top in RANKS:
        for play in RANKS:
            found = cases(rules, position_in(words_of(f"{NAMES[play]} of hearts on {NAMES[top]} of spades")))
            for case in found:
                assert case.play[0].rank == play
                assert case.top.rank == top
                pending = rules.chain_draws if case.chain == "live" else 0
                if top != rules.wild and (top != rules.chain or case.chain):
                    situation = Situation(top=case.top, pending=pending)
                    assert case.verdict == judge(rules, situation, case.play)
            free = cases(rules, position_in(words_of(f"{NAMES[play]} on {NAMES[top]}")))
            assert len({(case.suit, case.chain) for case in free}) == len(free)
            assert len(free) == 1 or len({case.verdict.answer for case in free}) > 1
