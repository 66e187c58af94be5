"""What is played with each revision, and which of its pages are opened afterwards.

A scenario is a function that gets a Stage. To add one, write a function with the decorator `scenario`: its
phones open pages and send forms, and everything that they are shown is compared. `stage.visits` names the
groups whose pages are opened afterwards, by all roles and in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product

from tests.compare.crawl import EVERY_PAGE, ONE_PAGE, SAMPLE, SOME_PAGES, Limits, crawl
from tests.compare.fields import Entry, form, link
from tests.compare.phone import Phone, Record, StepFailed
from tests.compare.server import Answer, Server
from tests.compare.sheets import play, sheets

ROLES = ("owner", "scorer", "player", "watcher")
LANGUAGES = ("en", "sv")
QUICK_VISITORS = (("owner", "en"), ("watcher", "sv"))
JOIN = re.compile(r"/join/[\w-]{20,}")


@dataclass
class Visit:
    """A group to open: the path of a link for each role, and how many pages for the owner."""

    links: dict[str, str]
    limits: Limits = EVERY_PAGE


@dataclass
class Stage:
    """One revision while a scenario is played with it. records: what its phones were shown."""

    server: Server
    records: list[Record] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)

    def phone(self, name: str, language: str = "en") -> Phone:
        return Phone(self.server, self.records, name=name, language=language)

    def note(self, step: str, text: str) -> None:
        """Record a text that is compared."""
        self.records.append(Record(step, step, Answer(0, {"content-type": "text/plain"}, text.encode())))

    def attempt(self, step: str, action: Callable[[], object]) -> None:
        """Carry out a step; that it cannot be carried out is recorded."""
        try:
            action()
        except StepFailed as failed:
            self.note(f"{step}: not possible", str(failed))

    def flask(self, *arguments: str) -> str:
        """Run a command of the project, record and return its output."""
        done = self.server.run(*arguments)
        self.note(f"flask {' '.join(arguments)}", f"{done.stdout}\n{done.stderr}\nexit {done.returncode}")
        return done.stdout


@dataclass(frozen=True)
class Scenario:
    play: Callable[[Stage], None]
    is_quick: bool

    @property
    def name(self) -> str:
        return self.play.__name__

    @property
    def about(self) -> str:
        return (self.play.__doc__ or "").partition("\n")[0].rstrip(".")


SCENARIOS: dict[str, Scenario] = {}


def scenario(*, is_quick: bool) -> Callable[[Callable[[Stage], None]], Callable[[Stage], None]]:
    """Add a function to the scenarios. is_quick: whether it is part of a quick run."""

    def add(play: Callable[[Stage], None]) -> Callable[[Stage], None]:
        SCENARIOS[play.__name__] = Scenario(play, is_quick)
        return play

    return add


@scenario(is_quick=True)
def games(stage: Stage) -> None:
    """Worked sheets of all variants and of custom games, through the forms of new game and pad."""
    owner = stage.phone("the owner’s phone")
    for sheet in sheets():
        play(owner, sheet, stage.attempt)
        stage.server.clock += 3 * 3600
    stage.visits.append(Visit(links_of(stage, owner)))


@scenario(is_quick=False)
def demo(stage: Stage) -> None:
    """The made-up group of `flask demo`."""
    stage.visits.append(Visit(_links_in(stage.flask("demo"))))


@scenario(is_quick=False)
def club(stage: Stage) -> None:
    """The club evening of `flask demo --club`."""
    stage.visits.append(Visit(_links_in(stage.flask("demo", "--club"))))


@scenario(is_quick=False)
def years(stage: Stage) -> None:
    """Two years of history, of `flask demo --years 2`."""
    stage.visits.append(Visit(_links_in(stage.flask("demo", "--years", "2")), SAMPLE))


def visit(stage: Stage, *, is_quick: bool = False) -> None:
    """Open the pages of the visited groups: as owner in English all of them, otherwise some of each kind."""
    for number, group in enumerate(stage.visits, 1):
        for role, language in QUICK_VISITORS if is_quick else product(ROLES, LANGUAGES):
            phone = stage.phone(f"{role} {number} ({language})", language)
            start = group.links.get(role)
            if start is None:
                stage.note(f"{role} {number}", "no link for this role")
            elif is_quick:
                crawl(phone, [start, "/"], ONE_PAGE)
            else:
                crawl(
                    phone, [start, "/"], group.limits if phone.name == f"owner {number} (en)" else SOME_PAGES
                )


def links_of(stage: Stage, owner: Phone) -> dict[str, str]:
    """Make a link for each role on the page of links."""
    links: dict[str, str] = {}
    for role in ROLES:
        stage.attempt(f"link for a {role}", lambda role=role: links.update({role: make_link(owner, role)}))
    return links


def make_link(owner: Phone, role: str) -> str:
    """Make a link to the group that the owner’s phone has opened last; return its path."""
    owner.get("/", f"{owner.name}: start page")
    page = owner.get(link(owner.page, "links"), f"{owner.name}: links")
    tag, _button = form(page, "new link")
    tag = page.soup.find("form", id="new-link") or tag
    entry = Entry(page, tag)
    entry.put("role", role)
    owner.submit(tag, entry.fields, step=f"link for a {role}")
    match = JOIN.search(owner.answer.text)
    if match is None:
        raise StepFailed(f"no link on {owner.address}")
    return match[0]


def _links_in(output: str) -> dict[str, str]:
    """The links that the command `demo` prints, by role."""
    pairs = (line.partition(": ") for line in output.splitlines())
    return {role: match[0] for role, _colon, address in pairs if (match := JOIN.search(address))}
