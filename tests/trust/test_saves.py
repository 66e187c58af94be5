"""Each save counts once: after lost responses, with simultaneous saves, and with killed processes."""

from __future__ import annotations

import math
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest

from tests import sampling
from tests.page import Page
from tests.sampling import chaos
from tests.trust.remote import at_once
from tests.waiting import PATIENCE, wait_until

KILLS = ("a worker", "a worker", "all workers", "the jobs", "the jobs", "everything")


@pytest.mark.parametrize(("rounds", "others"), [(2, 2), pytest.param(8, 6, marks=chaos)])
def test_a_form_whose_response_was_lost_counts_once_when_sent_again(place, rounds, others):
    table = place.table()
    phone = place.phone(table)
    numbers = list(range(1, rounds + 1))
    for number in numbers:
        twice(phone, phone.round(table.path, number, Anna=number, Bo=20))
    for _ in range(others):
        twice(phone, phone.form(table.path, "/deal/misdeal", {}))
    for _ in range(others):
        twice(phone, phone.form(table.path, "/undo", {}))
    assert table.numbers() == numbers
    assert table.kinds() == ["record"] * rounds + ["misdeal"] * others + ["undo"] * others
    assert table.totals() == {"Anna": sum(numbers), "Bo": 20 * rounds, "Cara": 0}


def twice(phone, sent):
    phone.send_and_disconnect(sent)
    assert phone.send(sent).status_code == 303


@pytest.mark.parametrize("rounds", [8, pytest.param(40, marks=chaos)])
def test_of_two_phones_that_save_a_round_simultaneously_one_counts_and_no_page_fails(place, rounds):
    table = place.table()
    phones = [place.phone(table)]
    phones.append(phones[0].other())
    for number in range(1, rounds + 1):
        alike, one, other = number % 2 == 0, 1 + number % 20, 21 + number % 20
        annas = (one, one if alike else other)
        forms = [p.round(table.path, number, Anna=a, Bo=20) for p, a in zip(phones, annas, strict=True)]
        answers = at_once(phones, forms)
        codes = sorted(answer.status_code for answer in answers)
        assert codes == ([303, 303] if alike else [303, 409])
        both = {str(one), str(other), "20", "out"}
        assert all(set(Page(a.text, "").texts("td")) == both for a in answers if a.status_code == 409)
    assert table.numbers() == list(range(1, rounds + 1))
    assert table.kinds() == ["record"] * rounds


class Steps:
    """Counts the steps of all players, two for each round, and lets others wait for a step."""

    def __init__(self) -> None:
        self.count, self.changed = 0.0, threading.Condition()

    def add(self, count: float = 1) -> None:
        with self.changed:
            self.count += count
            self.changed.notify_all()

    def wait_for(self, count: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: self.count >= count, timeout=PATIENCE)


@pytest.mark.parametrize(
    ("tables", "rounds", "kills"),
    [(2, 5, ("a worker", "everything")), pytest.param(4, 25, KILLS, marks=chaos)],
    ids=["short", "long"],
)
def test_no_round_is_lost_or_duplicated_when_processes_are_killed(place, tables, rounds, kills):
    chance = sampling.chance_for("kills")
    played = [place.table() for _ in range(tables)]
    phones = [place.phone(table) for table in played]
    wanted = [[chance.randint(1, 30) for _ in range(rounds)] for _ in played]
    moments = sorted(chance.sample(range(2 * tables * rounds), len(kills)))
    steps = Steps()
    with ThreadPoolExecutor(tables) as threads:
        playing = [threads.submit(play, *one, steps) for one in zip(phones, played, wanted, strict=True)]
        for what, moment in zip(chance.sample(kills, len(kills)), moments, strict=True):
            steps.wait_for(moment)
            kill(place, what, chance)
        for table_over in playing:
            table_over.result(timeout=PATIENCE)
    assert [p.points_of(t.path, "Anna") for p, t in zip(phones, played, strict=True)] == wanted
    assert [table.numbers() for table in played] == [list(range(1, rounds + 1))] * tables
    assert [table.kinds() for table in played] == [["record"] * rounds] * tables


def play(phone, table, wanted, steps):
    try:
        for number, anna in enumerate(wanted, 1):
            form = phone.round(table.path, number, Anna=anna, Bo=20)
            steps.add()  # while it is sent
            assert phone.send_until_answered(form).status_code == 303
            steps.add()  # while the next pad is requested
    except BaseException:
        steps.add(math.inf)  # nothing waits for the rest
        raise


def kill(place, what, chance):
    if what == "everything":
        place.kill()
        place.start_again()
        return
    found = running(place, "turn-eight: jobs" if what == "the jobs" else "turn-eight: web")
    for process in [chance.choice(found)] if what == "a worker" else found:
        with suppress(psutil.NoSuchProcess):
            process.kill()


def running(place, name):
    """The processes of that name, once they run: they may have been killed just before."""
    return wait_until(lambda: place.served.processes(name), lambda: place.served.output)
