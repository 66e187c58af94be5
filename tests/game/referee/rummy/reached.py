"""Laws cited by typical questions about melds."""

from functools import cache

from game.referee.rummy.turn import judge_turn, laws_of_a_turn
from tests.game.referee.rummy.builders import MELDING, meld, swap, table

MELDS = (
    "5H 6H 7H", "QS KS AS", "AS 2S 3S", "5H 5D 5C", "5H 5D 5C 5S", "5H JK JK", "5H 6H JK", "5H 5H 5D",
    "5H 6H", "KS AS 2S", "5H 6H 8H", "5H 6D 7H", "5H 5D 6C", "5H 6D 9C", "5H 5D 5C 5S JK", "5H 5H 6H",
    "5H 5H 5H", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
)  # fmt: skip
SWAPS = (("5H JK 7H", "6H"), ("5H 6H JK", "7H"), ("5H JK 7H", "8H"), ("5H JK 7H", "JK"), ("5H 6H 7H", "8H"))
TABLES = (
    ("5H 6H 7H / 9S 9D 9C", ""),
    ("5H 6H 8H / 9S 9D 9C", ""),
    ("5H 6H 7H / 9S 9D 9C", "5H 6H 7H 8H"),
    ("5H 6H 7H 8H", "5H 6H 7H"),
    ("5H 6H 7H / 7D 8D JK", "5H 6H JK"),
)


@cache
def laws_reached():
    """Every law cited, with its facts."""
    verdicts = [meld(cards, first=first) for cards in MELDS for first in (False, True)]
    verdicts += [
        swap(lying, card, whose=whose) for lying, card in SWAPS for whose in ("hand", "own", "other")
    ]
    verdicts += [
        table(after, before=before, opened=opened) for after, before in TABLES for opened in (False, True)
    ]
    verdicts += [
        judge_turn(MELDING, drew=drew, melded=melded, stock_left=stock_left)
        for drew, melded, stock_left in ((True, True, True), (False, False, True), (False, False, False))
    ]
    reasons = [
        reason
        for verdict in verdicts
        for reason in (verdict.because, *verdict.steps, *verdict.aside, *verdict.then)
        if reason
    ]
    reasons += [reason for opened in (False, True) for reason in laws_of_a_turn(MELDING, opened=opened)]
    return {reason.law: reason.facts for reason in reasons}
