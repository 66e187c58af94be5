"""Taking the figures: seconds in interleaved pairs, queries, bytes."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import perf_counter

from benchmarks.pages import Page
from benchmarks.phone import Answer, Phone
from benchmarks.queries import Query, counted_queries
from commands.writing import writing
from models import Session, db
from models.statistics.cached import forget_figures

WARM_UP = 3

OK, NOT_MODIFIED = 200, 304
LIVE = {"X-Fragment": "1"}


class Asking:
    """A page that a phone asks for again and again; what happens between two answers is not timed."""

    def __init__(self, phone: Phone, page: Page, encoding: str = "identity") -> None:
        self.phone, self.page = phone, page
        headers = {"Accept-Encoding": encoding}
        if page.part:
            headers |= LIVE
        if page.known:
            tag = phone.ask(phone.request(page.path, LIVE)).headers["ETag"]
            headers |= {**LIVE, "If-None-Match": tag}
        self.request = phone.request(page.path, headers)

    def answer(self) -> Answer:
        """The answer; refuses to go on with one that is not the page."""
        self.change()
        answer = self.phone.ask(self.request)
        if answer.status != (NOT_MODIFIED if self.page.known else OK):
            raise RuntimeError(f"{self.page.name}: {answer.status}")
        return answer

    def seconds(self) -> float:
        self.change()
        start = perf_counter()
        self.phone.ask(self.request)
        return perf_counter() - start

    def queries(self) -> list[Query]:
        """What the second answer asks of the database."""
        self.answer()
        self.change()
        with counted_queries() as queries:
            self.phone.ask(self.request)
        return queries

    def change(self) -> None:
        """Another version of the session, or no figures at hand, as after something is done at the table."""
        if self.page.first:
            forget_figures()
        if self.page.changed:
            with self.phone.app.app_context(), writing():
                db.session.execute(
                    db.update(Session)
                    .where(Session.id == self.page.changed)
                    .values(version=Session.version + 1)
                )
                db.session.commit()


@dataclass(frozen=True)
class Pairs:
    """Seconds that two pages took, in turns."""

    seconds: Sequence[Sequence[float]]

    @property
    def one(self) -> float:
        return median(one for one, _ in self.seconds)

    @property
    def other(self) -> float:
        return median(other for _, other in self.seconds)

    @property
    def ratio(self) -> float:
        """The median of each pair's ratio."""
        return median(one / other for one, other in self.seconds)

    @property
    def spread(self) -> tuple[float, float]:
        """The ratio of the middle half of the pairs."""
        first, _, third = quantiles((one / other for one, other in self.seconds), n=4)
        return first, third


def in_pairs(one: Asking, other: Asking, turns: int) -> Pairs:
    return Pairs(in_turns([one, other], turns))


def in_turns(pages: Sequence[Asking], turns: int) -> list[list[float]]:
    """Seconds by turn and page. Each turn begins with another page, so that a slow moment hits all alike."""
    for page in [*pages] * min(WARM_UP, turns - 1):
        page.answer()
    gc.collect()
    seconds = [[0.0] * len(pages) for _ in range(turns)]
    for turn in range(turns):
        for step in range(len(pages)):
            place = (turn + step) % len(pages)
            seconds[turn][place] = pages[place].seconds()
    return seconds
