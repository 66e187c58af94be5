"""A table: what happens in a game, in the words of tests/table.py, sent through the forms of pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from bs4 import Tag

from tests.compare.fields import (
    CONFIRMATIONS,
    NOBODY,
    TICKED,
    Entry,
    card_field,
    form,
    forms,
    link,
    link_named,
)
from tests.compare.phone import Page, Phone, StepFailed, visible

INVALID = 422
VIA = {
    "history": "rounds",
    "session document": "export",
}  # pages that are linked from another one than the table’s


class Table:
    """A game on the phone of its scorer. title: the beginning of the name of each step."""

    def __init__(self, phone: Phone, title: str) -> None:
        self.phone, self.title = phone, title
        self.address = ""
        self.addresses: dict[str, str] = {}
        self.trace = ""

    # Starting

    def chooses(self, game: str) -> None:
        """Open the form of a new game. game: the beginning of its name on the page of games."""
        page = self.phone.get("/new", self._step("games"))
        self.phone.get(link_named(page, game), self._step(f"form of {game}"))

    def defines(self, preset: str, answers: dict[str, str]) -> None:
        """Make a custom game from an offered one; its form of a new game opens. answers: by label."""
        page = self.phone.get("/new", self._step("games"))
        self.phone.get(link(page, "custom game"), self._step("editor"))
        self.press("custom game", preset)
        filled = self._entry("custom game")
        for label, answer in answers.items():
            controls = filled.labelled(f"{label}.*") or filled.within(label)
            if not controls:
                raise StepFailed(f"no field “{label}” in the editor")
            filled.fill(controls[:1] if controls[0].get("type") != "radio" else controls, answer)
        self._submit(filled.form, filled, f"defines {preset}", None)

    def starts(self, players: Sequence[str], *, first: str = "", **options: str) -> None:
        """Start the game whose form is open. players: clockwise."""
        filled = self._entry("new game")
        filled.put("player", *players)
        if first:
            dealers = filled.controls_of("first dealer")
            filled.fill(dealers, str(dealers[players.index(first)]["value"]))
        teams = options.get("teams", "").split()
        if teams:
            options["teams"] = TICKED
        for key, value in options.items():
            filled.put("option", *([value] if value else []), key=key)
        self._send("new game", filled, "starts")
        if teams and self.phone.answer.status == INVALID:
            filled = self._entry("new game")
            filled.put("team", *teams)
            self._send("new game", filled, "chooses teams")
        self.address = self.phone.address

    # Rounds

    def plays(self, words: str) -> None:
        self.opens_pad()
        self.records(words, words)

    def opens_pad(self) -> list[str]:
        """Open the pad of the next round; return the names of its players."""
        self._show()
        self.phone.get(link(self.phone.page, "pad"), self._step("pad"))
        return self._entry("round").players

    def ranks(self) -> list[str]:
        """A card for each field of the pad that is open."""
        return self._entry("round").ranks

    def corrects(self, number: str, words: str) -> None:
        self.opens_correction(number)
        self.records(words, f"corrects {number}: {words}")

    def opens_correction(self, number: str) -> list[str]:
        return self._open_round("correction", number)

    def inserts(self, number: str, words: str) -> None:
        self.opens_insertion(number)
        self.records(words, f"inserts {number}: {words}")

    def opens_insertion(self, number: str) -> list[str]:
        return self._open_round("insertion", number)

    def _open_round(self, kind: str, number: str) -> list[str]:
        """Open the page that changes a round; return the names of its players."""
        self._open("rounds")
        self.phone.get(link(self.phone.page, kind, number), self._step(f"{kind} of round {number}"))
        return self._entry("round").players

    def removes(self, number: str) -> None:
        self._open("rounds")
        self.phone.get(link(self.phone.page, "removal", number), self._step(f"removal of round {number}"))
        self._send("removal", self._entry("removal"), f"removes {number}")

    def records(self, words: str, step: str) -> None:
        filled = self._entry("round")
        for kind in ("cards", "points", "multiplier", "chain cards", "chain drawer"):
            filled.clear(kind)
        fill_round(filled, words)
        self._send("round", filled, step)

    # Seats, deals, points

    def joins(self, name: str, start: str = "zero", after: str = "") -> None:
        self._open("seats")
        filled = self._entry("join", "On the left of")
        filled.put("name", name)
        filled.put("begins with", start)
        if after:
            filled.put("on the left of", after)
        self._send("join", filled, f"{name} joins")

    def leaves(self, name: str) -> None:
        self._open("seats")
        self._send("leave", self._entry("leave", name), f"{name} leaves")

    def returns(self, name: str, start: str = "zero") -> None:
        self._open("seats")
        filled = self._entry("return", name)
        filled.put("begins with", start)
        self._send("return", filled, f"{name} returns")

    def takes_over(self, name: str, of: str) -> None:
        self._open("seats")
        row = next(tag for tag in self.phone.page.soup.select("li") if of in visible(tag).split())
        address = link(Page(str(row), self.phone.page.address), "takeover")
        self.phone.get(address, self._step(f"successor of {of}"))
        filled = self._entry("takeover")
        filled.put("name", name)
        self._send("takeover", filled, f"{name} takes over from {of}")

    def swaps(self, one: str, other: str) -> None:
        self._open("seats")
        filled = self._entry("swap")
        filled.put("one", one)
        filled.put("other", other)
        self._send("swap", filled, f"{one} and {other} swap")

    def lets_deal(self, name: str) -> None:
        self._open("deal")
        self.press("dealer", name)

    def cuts(self, name: str) -> None:
        self._show()
        self.phone.get(link(self.phone.page, "cut"), self._step("cut"))
        self.press("cut", name)

    def misdeals(self) -> None:
        self._show()
        self.press("misdeal")

    def adjusts(self, name: str, kind: str, points: str, reason: str, after: str = "") -> None:
        self._open("adjustment")
        filled = self._entry("adjustment")
        filled.put("who", name)
        filled.put("kind", kind)
        filled.put("typed", points)
        filled.put("reason", reason)
        if after:
            filled.put("when", after)
        self._send("adjustment", filled, f"{kind} of {points} for {name}")

    # End and history

    def ends(self) -> None:
        self._open("end")
        self._send("end", self._entry("end"), "ends")

    def reopens(self) -> None:
        self._show()
        self.press("reopen")

    def undoes(self, place: int | str = 0) -> None:
        """Press the button of a change on the history page, counted from the newest."""
        self._open("history")
        buttons = forms(self.phone.page, "undo")
        if not buttons:
            raise StepFailed("no change can be undone")
        tag, button = buttons[int(place) % len(buttons)]
        self._submit(tag, Entry(self.phone.page, tag), f"change {place}: {visible(button or tag)}", button)

    def shows_history(self) -> Page:
        self._open("history")
        return self.phone.page

    def looks(self) -> None:
        """Record the pages that show the state of the game, and its document."""
        self._show()
        for kind in ("rounds", "history", "session document"):
            self._open(kind)

    # Pages and forms

    def _step(self, words: str) -> str:
        return f"{self.title}: {words}"

    def _show(self) -> Page:
        return self.phone.get(self.address, self._step("table"))

    def _open(self, kind: str) -> None:
        """Open a page of the game; the address that a link has shown once is used again."""
        if kind not in self.addresses:
            if kind in VIA:
                self._open(VIA[kind])
            else:
                self._show()
            self.addresses[kind] = link(self.phone.page, kind)
        self.phone.get(self.addresses[kind], self._step(kind))

    def _entry(self, kind: str, text: str = "") -> Entry:
        tag, _button = form(self.phone.page, kind, text)
        return Entry(self.phone.page, tag)

    def press(self, kind: str, text: str = "") -> None:
        """Press the button of a form that shows this text."""
        tag, button = form(self.phone.page, kind, text)
        if text:
            buttons = [control for control in self.phone.page.controls(tag) if control.name == "button"]
            button = next((control for control in buttons if visible(control).startswith(text)), button)
        self._submit(tag, Entry(self.phone.page, tag), f"{kind} {text}", button)

    def _send(self, kind: str, filled: Entry, step: str) -> None:
        """Send a form, and once more where the page asks for a confirmation."""
        _tag, button = form(self.phone.page, kind)
        self._submit(filled.form, filled, step, button if button in filled.controls else None)
        if self.phone.answer.status != INVALID:
            return
        for tag, _button in forms(self.phone.page, kind):
            again = Entry(self.phone.page, tag)
            answers = [
                control for control in again.controls if control.name == "button" and control.get("name")
            ]
            answers = [control for control in answers if re.fullmatch(CONFIRMATIONS, str(control["name"]))]
            accepted = [control for control in again.controls_of("accepted") if control.get("value")]
            if answers or accepted:
                self._submit(tag, again, f"{step}, confirmed", answers[0] if answers else None)
                return

    def _submit(self, tag: Tag, filled: Entry, step: str, button: Tag | None) -> None:
        self.phone.submit(tag, filled.fields, button=button, step=self._step(step), trace=self.trace)


def fill_round(filled: Entry, words: str) -> None:
    """Fill in a pad: "Anna out, Bo 8 5, Cara =12+7, Dilan -, chain 2 Anna, ×1"."""
    for part in (part.strip() for part in words.split(",")):
        name, _blank, held = part.partition(" ")
        if part.startswith("×"):
            _tick(filled.controls_of("multiplier"), part, filled)
        elif held == "out":
            filled.put("out", NOBODY if name == "nobody" else name)
        elif name == "chain":
            cards, drawer = held.split()
            filled.put("chain cards", cards)
            filled.put("chain drawer", drawer)
        elif name == "dealer":
            filled.put("dealt by", held)
        elif held and held != "?":
            fill_hand(filled, name, held)


def fill_hand(filled: Entry, name: str, held: str) -> None:
    """Fill in the hand of a player: ranks, "=" and points, or "-" for an empty one."""
    for multiplier in re.findall(r"×\S+", held):
        _tick(filled.controls_of("multiplier", within=name), multiplier, filled)
    cards = [word for word in held.split() if not word.startswith("×")]
    if cards[:1] == ["-"]:
        filled.put("points", "0", within=name)
    elif cards and cards[0].startswith("="):
        filled.put("points", " ".join(cards)[1:], within=name)
    else:
        controls = filled.controls_of("cards", within=name)
        fields = Counter(id(card_field(controls, rank)) for rank in cards)
        for tag in controls:
            if fields[id(tag)]:
                filled.fill([tag], str(fields[id(tag)]))


def _tick(boxes: list[Tag], words: str, filled: Entry) -> None:
    """Tick the first box whose label begins with a multiplier like "×2"."""
    for box in boxes:
        if filled.page.label_of(box).replace(" ", "").startswith(words):
            filled.fill([box], str(box.get("value", "on")))
            return
    raise StepFailed(f"no multiplier {words}")


VERBS: dict[str, Callable[..., object]] = {
    "joins": Table.joins,
    "leaves": Table.leaves,
    "returns": Table.returns,
    "takes over": Table.takes_over,
    "swap": Table.swaps,
    "dealer": Table.lets_deal,
    "cut": Table.cuts,
    "misdeal": Table.misdeals,
    "adjusts": Table.adjusts,
    "ends": Table.ends,
    "reopens": Table.reopens,
    "undo": Table.undoes,
    "looks": Table.looks,
    "corrects": Table.corrects,
    "inserts": Table.inserts,
    "removes": Table.removes,
}
