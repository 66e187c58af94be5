"""The stage on which a scenario is played, and the pages that are opened afterwards.

A scenario is a function that gets a Stage. To add one, write a function with the decorator `scenario`: its
phones open pages and send forms, and everything that they are shown is compared. `stage.visits` names the
groups whose pages are opened afterwards, by all roles and in both languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from tests.compare.crawl import EVERY_PAGE, ONE_PAGE, SOME_PAGES, WITHOUT_RULES, Limits, crawl
from tests.compare.fields import Entry, form, link
from tests.compare.phone import Phone, Record, StepFailed
from tests.compare.server import Answer, Server

ROLES = ("owner", "scorer", "player", "watcher")
LANGUAGES = ("en", "sv")
QUICK_VISITORS = (("owner", "en"), ("watcher", "sv"))
NOT_POSSIBLE = ": not possible"  # the end of the name of a step that could not be carried out
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
    is_quick: bool = False

    def phone(self, name: str, language: str = "en") -> Phone:
        return Phone(self.server, self.records, name=name, language=language)

    def note(self, step: str, text: str) -> None:
        """Record a text that is compared."""
        self.records.append(Record(step, step, Answer(0, {"content-type": "text/plain"}, text.encode())))

    def attempt(self, step: str, action: Callable[[], object]) -> None:
        """Carry out a step; that it cannot be carried out is recorded."""
        try:
            action()
        except (StepFailed, LookupError, AttributeError, ValueError, StopIteration) as failed:
            self.note(f"{step}{NOT_POSSIBLE}", str(failed) or repr(failed))

    def flask(self, *arguments: str) -> str:
        """Run a command of the project, record and return its output."""
        done = self.server.run(*arguments)
        self.note(f"flask {' '.join(arguments)}", f"{done.stdout}\n{done.stderr}\nexit {done.returncode}")
        return done.stdout


@dataclass(frozen=True)
class Scenario:
    action: Callable[[Stage], None]
    is_quick: bool

    def play(self, stage: Stage) -> None:
        """Play it to its end, or as far as the pages of this revision allow."""
        stage.attempt(self.name, partial(self.action, stage))

    @property
    def name(self) -> str:
        return self.action.__name__

    @property
    def about(self) -> str:
        return (self.action.__doc__ or "").partition("\n")[0].rstrip(".")


SCENARIOS: dict[str, Scenario] = {}


def scenario(*, is_quick: bool) -> Callable[[Callable[[Stage], None]], Callable[[Stage], None]]:
    """Add a function to the scenarios. is_quick: whether it is part of a quick run."""

    def add(play: Callable[[Stage], None]) -> Callable[[Stage], None]:
        SCENARIOS[play.__name__] = Scenario(play, is_quick)
        return play

    return add


def visit(stage: Stage) -> None:
    """Open the pages of the visited groups: as owner in English all of them, otherwise some of each kind."""
    for number, group in enumerate(stage.visits, 1):
        for role, language in QUICK_VISITORS if stage.is_quick else product(ROLES, LANGUAGES):
            phone = stage.phone(f"{role} {number} ({language})", language)
            start = group.links.get(role)
            if start is None:
                stage.note(f"{role} {number}", "no link for this role")
            else:
                crawl(phone, [start, "/"], _limits(stage, group, role, language))


def _limits(stage: Stage, group: Visit, role: str, language: str) -> Limits:
    if role in ("scorer", "player"):
        return WITHOUT_RULES
    if stage.is_quick or role == "watcher":
        return ONE_PAGE
    return group.limits if language == "en" else SOME_PAGES


def links_of(stage: Stage, owner: Phone) -> dict[str, str]:
    """Make a link for each role on the page of links."""
    links: dict[str, str] = {}
    for role in ROLES:
        stage.attempt(f"link for a {role}", partial(_add_link, links, owner, role))
    return links


def _add_link(links: dict[str, str], owner: Phone, role: str) -> None:
    links[role] = make_link(owner, role)


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


def links_in(output: str) -> dict[str, str]:
    """The links that the command `demo` prints, by role."""
    pairs = (line.partition(": ") for line in output.splitlines())
    return {role: match[0] for role, _colon, address in pairs if (match := JOIN.search(address))}
