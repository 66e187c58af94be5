"""Sessions under any rules that do not contradict each other: seats and rounds as input of scoring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from game.scoring.deal import next_deal
from game.scoring.facts import Adjustment, Away, Hand, Round, SeatFacts
from game.scoring.hand import hand_of
from game.scoring.rules import Rules, contradictions
from game.scoring.standings import is_over, with_eliminations
from tests.game.scoring.builders import card_class, multiplier, rules_of

NAMES = ("Anna", "Bo", "Cara", "Dilan", "Eva")
CLASSES = (
    card_class("8", ("8",), 50, 4, danger=True),
    card_class("court", ("J", "Q", "K"), 10, 12, danger=False),
    card_class("A", ("A",), -5, 4, danger=False),
    card_class("others", ("2", "3", "4", "5", "6", "7", "9", "10"), 1, 32, danger=False),
)
MULTIPLIERS = (multiplier("double", 2, "hand"), multiplier("last", 3, "round"))


@dataclass(frozen=True)
class AnySession:
    rules: Rules
    seats: Sequence[SeatFacts]
    rounds: Sequence[Round]

    @property
    def is_over(self) -> bool:
        return is_over(self.rules, self.seats, self.rounds)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Every rule that the earlier ones leave open is drawn."""
    tally = draw(st.sampled_from(("points", "points", "points", "wins", "places")))
    entry = "typed" if tally == "places" else draw(st.sampled_from(("cards", "typed")))
    highest = tally == "points" and draw(st.booleans())
    negative = tally == "points" and entry == "typed" and draw(st.booleans())
    eliminates = tally == "points" and not highest and draw(st.booleans())
    is_typed = entry == "typed" and tally != "wins"
    changes: dict[str, Any] = {
        "tally": tally,
        "entry": entry,
        "highest_wins": highest,
        "collects": highest and draw(st.booleans()),
        "blocked": draw(st.sampled_from(("nothing", "difference"))),
        "negative": negative,
        "eliminate_at": draw(st.sampled_from((1, 40, 120))) if eliminates else None,
        "first_to": None if eliminates else draw(st.sampled_from((None, 1, 5, 60, 300))),
        "tie": draw(st.sampled_from(("shared", "play_on"))),
        "teams": not eliminates and draw(st.booleans()),
        "rounds": draw(st.sampled_from((None, 1, 4, 6))),
        "block": draw(st.sampled_from((None, 2))),
        "hand_sizes": draw(st.sampled_from(((), (5,), (3, 4, 5)))),
        "multipliers": MULTIPLIERS if tally == "points" and draw(st.booleans()) else (),
        "classes": () if is_typed or (tally == "wins" and draw(st.booleans())) else CLASSES,
        "chain": None,
        "cards_optional": tally == "wins",
        "decks": 1,
        "jokers": 0,
    }
    changes["zero_sum"] = negative and not changes["collects"] and draw(st.booleans())
    rules = replace(rules_of("vandatta"), **changes)
    assert list(contradictions(rules)) == []
    return rules


@st.composite
def any_session(draw: st.DrawFn, rules: Rules | None = None, most: int = 7) -> AnySession:
    """A session that may have ended, with seats that join late, leave, return or take over points."""
    rules = draw(any_rules()) if rules is None else rules
    count = draw(st.integers(2, len(NAMES)))
    seats = [
        SeatFacts(name, place, team=str(place % 2) if rules.teams else None)
        for place, name in enumerate(NAMES[:count])
    ]
    if count > 2:
        seats[-1] = draw(st.sampled_from(_attendances(seats[-1])))
    if draw(st.booleans()):
        seats[0] = structs.replace(seats[0], adjustments=(Adjustment(draw(st.integers(0, 2)), 15),))
    rounds: list[Round] = []
    for _ in range(draw(st.integers(0, most))):
        if is_over(rules, seats, rounds):
            break
        rounds.append(draw(_round(rules, seats, rounds)))
    return AnySession(rules, seats, rounds)


def _attendances(seat: SeatFacts) -> list[SeatFacts]:
    return [
        seat,
        structs.replace(seat, joined_round=2, start_points=7),
        structs.replace(seat, away=(Away(2),)),
        structs.replace(seat, away=(Away(2, until=3, points=4),)),
    ]


@st.composite
def _round(draw: st.DrawFn, rules: Rules, seats: Sequence[SeatFacts], rounds: Sequence[Round]) -> Round:
    number = len(rounds) + 1
    here = [seat.id for seat in with_eliminations(rules, seats, rounds) if seat.plays(number)]
    deal = next_deal(rules, seats, rounds, [NAMES[0]] * 4, chosen=here[0])
    out = draw(st.sampled_from((None, *here))) if rules.has_round_winner else None
    of_round = ("last",) if rules.multipliers and draw(st.booleans()) else ()
    places = draw(st.permutations(range(1, len(here) + 1)))
    hands = []
    for seat, place in zip(here, places, strict=True):
        of_hand = ("double",) if rules.multipliers and draw(st.booleans()) else ()
        if seat == out:
            hands.append(Hand(seat, {}, None if rules.counts_wins else 0))
        elif rules.tally == "places":
            hands.append(hand_of(seat, rules, typed=str(place)))
        elif rules.is_typed:
            points = draw(st.integers(-30 if rules.negative else 0, 60))
            hands.append(hand_of(seat, rules, typed=str(points), multipliers=of_hand, of_round=of_round))
        else:
            cards = {c.key: draw(st.integers(0, 2)) for c in rules.classes}
            hands.append(hand_of(seat, rules, cards=cards, multipliers=of_hand, of_round=of_round))
    return Round(number, here[0], deal.hand_size, out, tuple(hands), multipliers=of_round)
