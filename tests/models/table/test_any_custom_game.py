"""Any custom game: totals follow from the facts, and every change can be taken back and done again."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.scoring.shown import shown_of
from game.scoring.standings import is_over, standings
from models.table.adjusting import adjust
from models.table.ending import stop
from models.table.rounds import correct, record
from tests.game.variants.custom.definitions import definitions
from tests.game.variants.custom.rounds import random_round
from tests.sampling import examples, full_only
from tests.table import last_active_change, start

pytestmark = full_only

NAMES = "Anna Bo Cara Dan"


def play(table, chance, rounds):
    """Random rounds, corrections and bonus points, until the game is over."""
    for _round in range(rounds):
        with table.open() as session:
            if session.is_finished:
                return
            played = next_round(session, chance)
            record(session, played, table.change_stamp())
        if chance.random() < 1 / 3:
            with table.open() as session:
                wrong = chance.choice(session.rounds)
                earlier = session.rounds[: wrong.number - 1]
                right = random_round(
                    session.rules,
                    session.scored.seats,
                    earlier,
                    session.sheet.first_dealers[0],
                    chance,
                )
                shown = shown_of(wrong)
                if {h.seat for h in right.hands} == {h.seat for h in wrong.hands}:
                    correct(session, wrong, right, table.change_stamp(), shown=shown)
        if chance.random() < 1 / 3:
            with table.open() as session:
                seat = chance.choice(session.seats)
                adjust(session, seat, table.change_stamp(), points=chance.choice((-10, 5, 50)), reason="why")
    with table.open() as session:
        if session.rounds and not session.is_finished and chance.random() < 1 / 2:
            stop(session, table.change_stamp())


def next_round(session, chance):
    facts = session.scored.seats, session.rounds
    return random_round(session.rules, *facts, session.sheet.first_dealers[0], chance)


def finals(session):
    return {seat.id: (seat.final_total, seat.final_rank, seat.final_won) for seat in session.seats}


@settings(max_examples=examples(300))
@given(definitions(), st.integers(0, 2**32))
def test_the_finals_follow_from_the_facts(app, game, seed):
    chance = Random(seed)
    table = start(app, game, " ".join(NAMES.split()[: game.players[1]]))
    play(table, chance, chance.randint(1, 8))
    with table.seen() as session:
        rules, seats, rounds = session.rules_in_force, session.scored.seats, session.rounds
        assert session.is_finished is (session.sheet.stopped or is_over(rules, seats, rounds))
        ranked = standings(session.rules, seats, rounds)
        if session.is_finished:
            expected = {seat: (s.total, s.rank, s.leads) for s in ranked for seat in s.seats}
            assert finals(session) == expected
            assert any(won for _total, _rank, won in expected.values())
        assert [r.number for r in rounds] == list(range(1, len(rounds) + 1))


@settings(max_examples=examples(150))
@given(definitions(), st.integers(0, 2**32))
def test_every_change_can_be_taken_back_and_done_again(app, game, seed):
    chance = Random(seed)
    table = start(app, game, " ".join(NAMES.split()[: game.players[1]]))
    before = table.snapshot()
    play(table, chance, chance.randint(1, 6))
    after = table.snapshot()
    undos = []
    while last := last_change(table):
        table.takes_back(last)
        undos.append(table.last_change())
    assert table.snapshot() == before
    for undo in reversed(undos):
        table.takes_back(undo)
    assert table.snapshot() == after


def last_change(table):
    with table.seen() as session:
        last = last_active_change(session)
        return last.id if last else None
