"""What the driver looks for on pages: links, forms and fields by what they are.

The only place that knows addresses and names of fields. Each entry lists the names that the revisions use:
where a refactoring renames an address or a field, add the new name next to the old one. A field whose name
does not match is found by its label. Pages are driven in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bs4 import Tag

from tests.compare.phone import Fields, Page, StepFailed, initial_values, legend_of, text_of, visible

# The end of the address, without its query.
PAGES = {
    "pad": r"/rounds/\d+",
    "rounds": r"/rounds",
    "correction": r"/rounds/{}",
    "insertion": r"/rounds/{}/insertion",
    "removal": r"/rounds/{}/removal",
    "seats": r"/seats",
    "takeover": r"/seats/[^/]+/takeover",
    "deal": r"/deal",
    "cut": r"/deal/cut",
    "adjustment": r"/adjustments?",
    "end": r"/end",
    "history": r"/history",
    "export": r"/export",
    "session document": r"/sessions/[^/]+/export/document\.json",
    "group document": r"/groups/[^/]+/export/document\.json",
    "identity": r"/identity",
    "hands": r"/rounds/\d+/hands",
    "own hand": r"/rounds/\d+/hands/[^/]+",
    "paper": r"/sheets/new",
    "links": r"/links",
    "imports": r"/imports|/arrivals",
    "custom game": r"/games/new",
    "tournament": r"/tournaments/new",
    "draw": r"/draw",
    "file of a job": r"/jobs/[^/]+/file",
    "player": r"/statistics/players/[^/]+",
    "night": r"/nights/[^/]+",
    "nights": r"/nights",
    "session": r"/sessions/[^/]+",
    "figures": r"/statistics",
}
# The end of the address that a form, or a button of it, sends to.
FORMS = {
    "new game": r"/new/[^/]+",
    "round": r"/rounds/\d+(/insertion)?",
    "removal": r"/rounds/\d+/removal",
    "join": r"/seats",
    "leave": r"/seats/[^/]+/leaving",
    "return": r"/seats/[^/]+/return",
    "takeover": r"/seats/[^/]+/takeover",
    "swap": r"/seats/swap",
    "dealer": r"/deal/dealer",
    "cut": r"/deal/cut",
    "misdeal": r"/deal/misdeal",
    "adjustment": r"/adjustments?",
    "end": r"/result",
    "reopen": r"/reopening",
    "undo": r"/changes/[^/]+/undo",
    "identity": r"/identity",
    "own hand": r"/rounds/\d+/hands/[^/]+",
    "new link": r"/links",
    "upload": r"/imports|/arrivals",
    "apply import": r"/imports/[^/]+/apply",
    "revert import": r"/imports/[^/]+/revert",
    "tournament": r"/tournaments/new",
    "draw": r"/draw",
    "out": r"/hands/out",
    "check": r"/hands/[^/]+/check",
    "custom game": r"/games(/new)?",
    "paper setup": r"/sheets/new/[^/]+",
    "paper sheet": r"/sheets/grid",
    "job": r"/jobs",
}
# Names of fields, and the label where none of them is on the form.
FIELDS = {
    "player": (r"name|player", r"Name of player \d+"),
    "first dealer": (r"first_dealer", r".* (deals|dealt) first"),
    "team": (r"team", r"Team of player \d+"),
    "group name": (r"group_name", r"What is this group called\?"),
    "option": (r"option-{}", r"{}"),
    "out": (r"out", r""),
    "cards": (r"cards-.*", r"\d+|[AKQJ]"),
    "points": (r"points-.*", r"(Points|Place)\b.*"),
    "typed": (r"points", r"Points\b.*"),
    "multiplier": (r"multiplier-.*", r"×.*"),
    "chain cards": (r"chain_cards", r"How many .* in the chain\?"),
    "chain drawer": (r"chain_drawer", r""),
    "dealt by": (r"dealer", r"Who dealt"),
    "name": (r"name", r"Name"),
    "on the left of": (r"after", r"On the left of"),
    "begins with": (r"start", r""),
    "one": (r"one", r"This one"),
    "other": (r"other", r"with"),
    "who": (r"seat", r""),
    "kind": (r"kind", r""),
    "reason": (r"reason", r"(Another reason|Why\?)"),
    "when": (r"after", r"When\?"),
    "role": (r"role", r""),
    "pasted": (r"pasted", r".*[Pp]aste.*"),
    "file": (r"file", r"File"),
    "what is known": (r"kind", r""),
    "block": (r"block", r"A line for each deal.*"),
    "over": (r"over", r""),
    "names": (r"names", r"Who plays\?"),
    "play-off": (r"cuts", r"The best play off"),
    "finalists": (r"cut", r"How many of them"),
    "rounds": (r"rounds", r"Rounds at drawn tables"),
    "accepted": (r"accepted", r""),
}
CONFIRMATIONS = r"accept_\w+"  # buttons that answer a question of the page
CARD_CLASS = "data-class"  # the attribute that names the cards of a field: "3-10"
TICKED = "yes"  # the answer that ticks a box
OTHER = "own"  # the choice of a number that is typed
NOBODY = "none"  # the value of the choice that nobody went out


def link(page: Page, kind: str, number: object = "") -> str:
    """The address of the first link of a kind."""
    found = links(page, kind, number)
    if not found:
        raise StepFailed(f"no link “{kind}” {number} on {page.address}")
    return found[0]


def links(page: Page, kind: str, number: object = "") -> list[str]:
    """The addresses of all links of a kind."""
    wanted = re.compile(f"(?:{PAGES[kind].format(number)})$")
    return [address for address in page.links() if wanted.search(address.partition("?")[0])]


def link_named(page: Page, text: str) -> str:
    """The address of the link whose text begins with these words."""
    for tag in page.soup.find_all("a", href=True):
        if visible(tag).startswith(text):
            return str(tag["href"])
    raise StepFailed(f"no link “{text}” on {page.address}")


def forms(page: Page, kind: str) -> list[tuple[Tag, Tag | None]]:
    """The forms of a kind; with the button of each, where the button names the address."""
    wanted = re.compile(f"(?:{FORMS[kind]})$")
    matches: list[tuple[Tag, Tag | None]] = []
    for form in page.forms:
        buttons = [tag for tag in page.controls(form) if tag.name == "button" and tag.get("formaction")]
        pressed = [tag for tag in buttons if wanted.search(str(tag["formaction"]).partition("?")[0])]
        if wanted.search(str(form.get("action") or page.address).partition("?")[0]):
            matches.append((form, None))
        else:
            matches += [(form, button) for button in pressed]
    return matches


def form(page: Page, kind: str, text: str = "") -> tuple[Tag, Tag | None]:
    """The first form of a kind whose text contains `text`."""
    for tag, button in forms(page, kind):
        if text in visible(tag):
            return tag, button
    raise StepFailed(f"no form “{kind}” {text} on {page.address}: {visible(page.soup.body)[:300]}")


class Entry:
    """The fields of a form while they are filled in."""

    def __init__(self, page: Page, form: Tag) -> None:
        self.page, self.form = page, form
        self.controls = page.controls(form)
        self.values: list[tuple[Tag, str, str]] = []
        for tag in self.controls:
            self.values += [(tag, name, value) for name, value in initial_values(tag)]

    @property
    def fields(self) -> Fields:
        return [(name, value) for _tag, name, value in self.values]

    @property
    def players(self) -> list[str]:
        """The names of the players whose hands a pad asks for."""
        hands = self.controls_of("points") or self.controls_of("cards")
        return list(dict.fromkeys(legend_of(tag) for tag in hands))

    @property
    def ranks(self) -> list[str]:
        """The first card of each class that a pad counts."""
        classes = [re.split(r"[-·]", str(tag[CARD_CLASS])) for tag in self.controls_of("cards")]
        return list(dict.fromkeys(ranks[0] for ranks in classes if ranks[0] != "other"))

    def answer_questions(self) -> None:
        """Give the first answer to each question that is not answered."""
        for tag in [tag for tag in self.controls if tag.name == "select"]:
            answers = [str(option.get("value", text_of(option))) for option in tag.find_all("option")]
            if [value for control, _name, value in self.values if control is tag] == [""] and answers[1:]:
                self.fill([tag], answers[1])

    def controls_of(self, kind: str, *, within: str = "", key: str = "") -> list[Tag]:
        """The fields of a kind. within: the legend of the field set around them, a name of a player."""
        names, labels = (pattern.format(re.escape(key)) for pattern in FIELDS[kind])
        inputs = [tag for tag in self.controls if tag.name != "button" and tag.get("name")]
        inputs = [tag for tag in inputs if not within or within in legend_of(tag).split()]
        named = [tag for tag in inputs if re.fullmatch(names, str(tag["name"]))]
        return named or self.labelled(labels, inputs)

    def labelled(self, label: str, inputs: Iterable[Tag] | None = None) -> list[Tag]:
        if not label:
            return []
        among = self.controls if inputs is None else inputs
        return [tag for tag in among if re.fullmatch(label, self.page.label_of(tag), re.DOTALL)]

    def within(self, legend: str) -> list[Tag]:
        """The fields of the field set with this legend."""
        return [tag for tag in self.controls if tag.get("name") and legend_of(tag) == legend]

    def put(self, kind: str, *texts: str, within: str = "", key: str = "") -> None:
        """Fill in the fields of a kind: text, the label or value of a choice, or several for equal names."""
        controls = self.controls_of(kind, within=within, key=key)
        if not controls:
            raise StepFailed(f"no field “{kind}” {key} {within} on {self.page.address}")
        self.fill(controls, *texts)

    def fill(self, controls: list[Tag], *texts: str) -> None:
        choices = [tag for tag in controls if tag.get("type") in ("radio", "checkbox")]
        if choices and len(choices) < len(controls) and not self._offers(choices, texts):
            texts = (OTHER, *texts)  # a choice of numbers, and a field for others
        elif choices:
            texts = tuple(self._value(choices, text) for text in texts)
        elif controls[0].name == "select":
            texts = tuple(_option(controls[0], text) for text in texts)
        places = {id(tag) for tag in controls}
        self.values = [value for value in self.values if id(value[0]) not in places]
        self.values += [(controls[0], str(controls[0]["name"]), text) for text in texts]

    def clear(self, kind: str) -> None:
        """Empty all fields of a kind."""
        for tag in self.controls_of(kind):
            self.fill([tag], *([] if tag.get("type") in ("radio", "checkbox") else [""]))

    def _offers(self, choices: list[Tag], texts: tuple[str, ...]) -> bool:
        return all(text in [tag.get("value") for tag in choices] for text in texts)

    def _value(self, controls: list[Tag], text: str) -> str:
        if text == TICKED:
            return str(controls[0].get("value", "on"))
        for tag in controls:
            if text in (tag.get("value"), self.page.label_of(tag)):
                return str(tag.get("value", "on"))
        for tag in controls:
            if self.page.label_of(tag).startswith(text):
                return str(tag.get("value", "on"))
        raise StepFailed(f"no choice “{text}” of {controls[0].get('name')} on {self.page.address}")


def _option(select: Tag, text: str) -> str:
    for option in select.find_all("option"):
        if text in (option.get("value"), text_of(option)):
            return str(option.get("value", text_of(option)))
    raise StepFailed(f"no choice “{text}” of {select.get('name')}")


def card_field(controls: Iterable[Tag], rank: str) -> Tag:
    """The field that counts the cards of a rank: its own, or that of all others."""
    by_class = {str(tag[CARD_CLASS]): tag for tag in controls}
    for ranks, tag in by_class.items():
        if rank in re.split(r"[-·]", ranks):
            return tag
    if "other" in by_class:
        return by_class["other"]
    raise StepFailed(f"no field for the card {rank} among {', '.join(by_class)}")
