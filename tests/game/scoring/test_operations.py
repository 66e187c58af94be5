"""What a table does to its sheet, and that each of it can be put back."""

from __future__ import annotations

from dataclasses import replace as replaced
from datetime import UTC, datetime
from random import Random
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from game.scoring import operations
from game.scoring.facts import Adjustment, Away, Hand, NextDeal, Round, SeatFacts, Sheet, unseated
from game.scoring.rules import Rules
from game.scoring.scored_sheet import ScoredSheet
from game.scoring.snapshot import difference, restored, snapshot
from tests.game.scoring.builders import rules_of

ANNA, BO, CARA, DILAN = (UUID(int=number) for number in range(1, 5))
AT = datetime(2026, 10, 2, 19, 30, tzinfo=UTC)
RULES = rules_of("derange", 3)


def sheet_of(*seats: UUID) -> Sheet:
    seated = tuple(SeatFacts(seat, place) for place, seat in enumerate(seats))
    return Sheet(seated, first_dealers=seats[:1])


def next_round(rules: Rules, sheet: Sheet, out: UUID | None = None, number: int | None = None) -> Round:
    """Everybody who plays has five points but the one who went out."""
    number = number or sheet.next_number
    scored = ScoredSheet(rules, sheet)
    playing = scored.playing(number)
    hands = tuple(Hand(seat, None, 0 if seat == out else 5) for seat in playing)
    dealer = scored.upcoming_deal.dealer or playing[0]
    return Round(
        number, dealer, 8, out, hands, id=UUID(int=1000 + number + len(sheet.rounds)), recorded_at=AT
    )


def played(rules: Rules, sheet: Sheet, rounds: int) -> Sheet:
    for _ in range(rounds):
        sheet = operations.record(rules, sheet, next_round(rules, sheet, ANNA))
    return sheet


TABLE = played(RULES, sheet_of(ANNA, BO, CARA), 3)


def dealers(sheet: Sheet) -> list[UUID]:
    return [each.dealer for each in sheet.rounds]


class TestRounds:
    def test_the_deal_rotates_and_what_was_decided_about_it_is_used_up(self):
        chosen = operations.choose_dealer(TABLE, CARA)
        assert chosen.next_deal == NextDeal(4, CARA)
        assert operations.misdeal(RULES, chosen).next_deal == NextDeal(4, CARA, 1)
        after = played(RULES, chosen, 1)
        assert (dealers(after), after.next_deal) == ([ANNA, BO, CARA, CARA], None)

    def test_a_round_saved_before_its_cut_decides_who_has_won_it(self):
        """SP1, GS21: the pack is cut anew for each block of rounds."""
        rules = rules_of("swedish_pursuit", 3, rounds=2)
        assert rules.block is not None
        before = played(rules, sheet_of(ANNA, BO, CARA), rules.block)
        assert ScoredSheet(rules, before).upcoming_deal.needs_cut
        cara_deals = replace(next_round(rules, before), dealer=CARA)
        assert operations.record(rules, before, cara_deals).first_dealers == (ANNA, CARA)

    def test_an_inserted_round_moves_the_later_ones_and_what_stands_by_number(self):
        late = operations.join(TABLE, SeatFacts(DILAN, 0), after=BO)
        late = operations.adjust(late, ANNA, Adjustment(3, 10, "a"))
        forgotten = replace(next_round(RULES, TABLE, BO, number=2), id=UUID(int=7))
        after = operations.insert(RULES, late, forgotten)
        assert [each.number for each in after.rounds] == [1, 2, 3, 4]
        assert after.rounds[1].id == UUID(int=7)
        assert after.seat(DILAN).joined_round == 5
        assert after.seat(ANNA).adjustments[0].after == 4
        assert snapshot(operations.remove(RULES, after, 2)) == snapshot(late)

    def test_the_deals_of_later_rounds_move_along_on_request(self):
        forgotten = replace(next_round(RULES, TABLE, BO, number=1), id=UUID(int=7))
        after = operations.insert(RULES, TABLE, forgotten, moves_deals=True)
        assert dealers(after)[1:] == [BO, CARA, ANNA]
        assert dealers(operations.remove(RULES, after, 1, moves_deals=True)) == dealers(TABLE)

    def test_a_correction_replaces_one_round(self):
        right = replace(TABLE.rounds[1], out=BO)
        after = operations.correct(TABLE, right)
        assert after.rounds == (TABLE.rounds[0], right, TABLE.rounds[2])


class TestSeats:
    def test_a_player_sits_down_on_the_left_of_another(self):
        after = operations.join(TABLE, SeatFacts(DILAN, 0, start_points=12), after=ANNA)
        assert [seat.id for seat in after.seats] == [ANNA, DILAN, BO, CARA]
        assert [seat.position for seat in after.seats] == [0, 1, 2, 3]
        assert after.seat(DILAN).joined_round == 4
        assert operations.join(TABLE, SeatFacts(DILAN, 0), after=None).seats[-1].id == DILAN

    def test_leaving_and_coming_back(self):
        gone = operations.leave(TABLE, BO)
        assert gone.seat(BO).away == (Away(4),)
        assert operations.come_back(gone, BO) == TABLE  # no round was missed
        missed = played(RULES, gone, 1)
        assert operations.come_back(missed, BO, 7).seat(BO).away == (Away(4, 5, 7),)
        assert operations.come_back(gone, BO, 7).seat(BO).away == (Away(4, 4, 7),)

    def test_another_player_takes_over_and_the_first_one_takes_it_back(self):
        over = operations.take_over(TABLE, BO, SeatFacts(DILAN, 0))
        assert [seat.id for seat in over.seats] == [ANNA, BO, DILAN, CARA]
        assert (over.seat(DILAN).origin, over.seat(DILAN).joined_round) == (BO, 4)
        back = operations.take_over(played(RULES, over, 1), DILAN, over.seat(BO))
        assert [seat.id for seat in back.seats] == [ANNA, DILAN, BO, CARA]
        assert (back.seat(BO).away, back.seat(DILAN).away) == ((Away(4, 5),), (Away(5),))

    def test_two_players_swap_places(self):
        assert [seat.id for seat in operations.swap(TABLE, ANNA, CARA).seats] == [CARA, BO, ANNA]

    def test_bonus_and_penalty_points_stand_in_the_order_of_their_rounds(self):
        sheet = operations.adjust(TABLE, BO, Adjustment(2, 5, "b"))
        sheet = operations.adjust(sheet, BO, Adjustment(1, -5, "c"))
        assert [each.after for each in sheet.seat(BO).adjustments] == [1, 2]


def test_a_seat_that_is_named_but_missing_is_found():
    assert unseated(TABLE) == set()
    gone = replace(TABLE, seats=TABLE.seats[:2])
    assert unseated(gone) == {CARA}
    assert unseated(operations.choose_dealer(replace(TABLE, rounds=()), DILAN)) == set()


@pytest.mark.parametrize("key", ["unknown", "seat:00000000-0000-0000-0000-000000000009"])
def test_what_is_gone_already_stays_gone(key):
    assert restored(TABLE, {key: [None, {"position": 1}]}) == TABLE


@given(st.randoms(use_true_random=False), st.integers(3, 25))
def test_every_history_can_be_put_back_step_by_step_and_done_again(chance: Random, steps: int):
    rules = replaced(rules_of("vandatta", 3), rounds=None)
    sheet, changes = sheet_of(ANNA, BO, CARA), []
    for step in range(steps):
        after = random_step(rules, sheet, chance, UUID(int=5000 + step))
        changes.append((sheet, difference(snapshot(sheet), snapshot(after)), after))
        sheet = after
    for before, diff, after in reversed(changes):
        sheet = restored(sheet, diff)
        assert snapshot(sheet) == snapshot(before)
        again = restored(sheet, {key: [new, old] for key, (old, new) in diff.items()})
        assert snapshot(again) == snapshot(after)


def random_step(rules: Rules, sheet: Sheet, chance: Random, new: UUID) -> Sheet:
    """One of all operations, as far as the table allows it; otherwise a round."""
    here = [seat.id for seat in sheet.seats if not seat.has_left]
    absent = [seat.id for seat in sheet.seats if seat.has_left]
    seat = chance.choice(here)
    recorded = replace(next_round(rules, sheet, chance.choice([None, seat])), id=new)
    kind = chance.choice(
        ["record", "insert", "correct", "remove", "leave", "back", "join", "over", "swap", "add"]
    )
    if kind == "insert" and sheet.rounds:
        number = chance.randint(1, len(sheet.rounds))
        forgotten = replace(next_round(rules, sheet, number=number), id=new)
        return operations.insert(rules, sheet, forgotten, moves_deals=chance.random() < 0.5)
    if kind == "remove" and sheet.rounds:
        number = chance.randint(1, len(sheet.rounds))
        return operations.remove(rules, sheet, number, moves_deals=chance.random() < 0.5)
    if kind == "correct" and sheet.rounds:
        wrong = chance.choice(sheet.rounds)
        hands = tuple(replace(hand, points=chance.randrange(50)) for hand in wrong.hands)
        return operations.correct(sheet, replace(wrong, hands=hands))
    if kind == "leave" and len(here) > 2:
        return operations.leave(sheet, seat)
    if kind == "back" and absent and all(each.origin is None for each in sheet.seats):
        return operations.come_back(sheet, chance.choice(absent), chance.randrange(3))
    if kind == "join":
        return operations.join(sheet, SeatFacts(new, 0, start_points=chance.randrange(9)), after=seat)
    if kind == "over" and not absent:
        return operations.take_over(sheet, seat, SeatFacts(new, 0))
    if kind == "swap":
        return operations.swap(sheet, here[0], here[-1]) if len(here) > 1 else sheet
    if kind == "add":
        added = Adjustment(chance.randint(0, len(sheet.rounds)), chance.randint(-9, 9), str(new), "why")
        return operations.adjust(operations.choose_dealer(sheet, seat), seat, added)
    return operations.record(rules, sheet, recorded)
