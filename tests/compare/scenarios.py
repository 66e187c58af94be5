"""The scenarios: what is played with each revision."""

from __future__ import annotations

import time
from functools import partial

from tests.compare.crawl import SAMPLE, SOME_PAGES
from tests.compare.fields import TICKED, Entry, form, forms, link, link_named
from tests.compare.histories import HISTORIES, OPERATIONS, QUICK_OPERATIONS, History
from tests.compare.phone import Phone, StepFailed, visible
from tests.compare.sheets import play, sheets
from tests.compare.stage import Stage, Visit, links_in, links_of, make_link, scenario
from tests.compare.table import Table, fill_hand

PASTED = "Date;Anna;Bo;Cara\n2026-01-02;10;20;35\n2026-01-09;5;40;0\n2026-01-16;12;0;8\n"
EXPORTED = ("Vändåtta, one", "Derange, the short", "Derange, the full", "Vatikan, house", "Mau-Mau")
LOSSLESS = ".json"  # the format that brings everything back
READ_ONLY = (".ics", ".atom")  # formats that nothing reads again
OK = 200
JOBS, JOB_SECONDS = 3, 300
WAITING = 'http-equiv="refresh"'  # on the page of a job that has not ended
DRAFTS = 4  # how often the questions of an import are answered


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
    stage.visits.append(Visit(links_in(stage.flask("demo"))))


@scenario(is_quick=False)
def club(stage: Stage) -> None:
    """The club evening of `flask demo --club`."""
    stage.visits.append(Visit(links_in(stage.flask("demo", "--club"))))


@scenario(is_quick=False)
def years(stage: Stage) -> None:
    """Two years of history, of `flask demo --years 2`, and its exports, which the worker makes."""
    links = links_in(stage.flask("demo", "--years", "2"))
    owner = stage.phone("the owner’s phone")
    owner.get(links.get("owner", "/"), "the group")
    worker = stage.server.work()
    try:
        for number in range(JOBS):
            stage.attempt(f"export by the worker, {number}", partial(_export_by_job, owner, number))
    finally:
        worker.terminate()
        worker.wait()
    stage.visits.append(Visit(links, SAMPLE))


def _export_by_job(owner: Phone, number: int) -> None:
    page = owner.get("/", "exports: start page")
    page = owner.get(link(page, "export"), "exports")
    tag, _button = form(page, "job")
    buttons = [button for button in page.controls(tag) if button.get("name") and button.name == "button"]
    if number >= len(buttons):
        return
    poll = owner.unrecorded()
    poll.submit(tag, Entry(page, tag).fields, button=buttons[number], step="")
    address = poll.address
    deadline = time.monotonic() + JOB_SECONDS
    while WAITING in poll.get(address).text:
        if time.monotonic() > deadline:
            raise StepFailed(f"the job {number} does not end")
        time.sleep(0.5)
    owner.get(address, f"job {number}")
    owner.get(link(owner.page, "file of a job"), f"file of job {number}")


@scenario(is_quick=True)
def phones(stage: Stage) -> None:
    """Players count their own hands, each on a phone of their own, and the left neighbour checks."""
    owner = stage.phone("the owner’s phone")
    table = Table(owner, "own hands")
    table.chooses("Derange")
    table.starts(["Anna", "Bo", "Cara"], first="Anna", mode="short", neighbour_checks=TICKED)
    secret = make_link(owner, "player")
    players = {name: stage.phone(f"{name}’s phone") for name in ("Anna", "Bo", "Cara")}
    for name, phone in players.items():
        stage.attempt(f"{name} joins", partial(_joins, phone, secret, table.address, name))
    stage.attempt("Bo is out", lambda: _presses(players["Bo"], table.address, "out", ""))
    for name, held in (("Anna", "8 5 5"), ("Cara", "=12+7"), ("Anna", "8 5")):
        stage.attempt(f"{name} counts {held}", partial(_counts, players[name], table.address, name, held))
    for name in ("Bo", "Anna"):
        stage.attempt(f"{name} checks", partial(_presses, players[name], table.address, "check", ""))
    stage.attempt("the scorer saves", lambda: _saves_counted(table))
    stage.attempt("the end", table.looks)


def _joins(phone: Phone, secret: str, address: str, name: str) -> None:
    phone.get(secret, f"{name} opens the link")
    phone.get(address, f"{name} at the table")
    phone.get(link(phone.page, "identity"), f"who {name} is")
    Table(phone, f"{name}’s phone").press("identity", name)


def _presses(phone: Phone, address: str, kind: str, text: str) -> None:
    phone.get(address, f"{phone.name}: table")
    phone.get(link(phone.page, "hands"), f"{phone.name}: hands")
    Table(phone, phone.name).press(kind, text)


def _counts(phone: Phone, address: str, name: str, held: str) -> None:
    phone.get(address, f"{name} at the table")
    phone.get(link(phone.page, "hands"), f"{name}: hands")
    if not forms(phone.page, "own hand"):  # the page of the hands leads there until the hand is sent
        phone.get(link(phone.page, "own hand"), f"{name}’s hand")
    tag, _button = form(phone.page, "own hand")
    entry = Entry(phone.page, tag)
    entry.clear("cards")
    entry.clear("points")
    fill_hand(entry, name, held)
    phone.submit(tag, entry.fields, step=f"{name} sends {held}")


def _saves_counted(table: Table) -> None:
    table.opens_pad()
    tag, _button = form(table.phone.page, "round")
    table.phone.submit(tag, Entry(table.phone.page, tag).fields, step="the round of collected hands")


@scenario(is_quick=False)
def paper(stage: Stage) -> None:
    """Games kept on paper: every deal, and the totals only."""
    owner = stage.phone("the owner’s phone")
    for kind, block in (("rounds", "=15\tout\t=30\n=8\t=20\tout\nout\t=7\t=9"), ("totals", "210 96 143")):
        stage.attempt(f"a group for {kind}", partial(_new_group, owner, f"before {kind}"))
        stage.attempt(f"{kind} from paper", partial(_from_paper, owner, kind, block))
    stage.visits.append(Visit(links_of(stage, owner), SOME_PAGES))


def _new_group(owner: Phone, title: str) -> Table:
    table = Table(owner, title)
    table.chooses("Derange")
    table.starts(["Anna", "Bo", "Cara"])
    return table


def _from_paper(owner: Phone, kind: str, block: str) -> None:
    page = owner.get("/", f"{kind}: start page")
    owner.get(link(page, "paper"), f"{kind}: games")
    owner.get(link_named(owner.page, "Derange"), f"{kind}: players")
    entry = Entry(owner.page, form(owner.page, "paper setup")[0])
    entry.put("player", "Anna", "Bo", "Cara")
    entry.put("what is known", kind)
    entry.fill(entry.controls_of("first dealer"), "0")
    owner.submit(entry.form, entry.fields, step=f"{kind}: set up")
    entry = Entry(owner.page, form(owner.page, "paper sheet")[0])
    if kind == "totals":
        for name, total in zip(("Anna", "Bo", "Cara"), block.split(), strict=True):
            entry.fill(entry.labelled(name), total)
        owner.submit(entry.form, entry.fields, step=f"{kind}: saved")
        return
    entry.put("block", block.replace("=", ""))
    buttons = [tag for tag in entry.controls if tag.name == "button"]
    spread = next(tag for tag in buttons if visible(tag) == "Fill in the sheet")
    owner.submit(entry.form, entry.fields, button=spread, step=f"{kind}: filled in")
    for attempt in ("saved", "confirmed"):
        entry = Entry(owner.page, form(owner.page, "paper sheet")[0])
        entry.put("over", "The game was over")
        owner.submit(entry.form, entry.fields, step=f"{kind}: {attempt}")
        if owner.answer.status == OK:
            return


@scenario(is_quick=False)
def imports(stage: Stage) -> None:
    """All export formats of a group, read again by another group; a pasted table, applied and reverted."""
    owner = stage.phone("the owner’s phone")
    for sheet in list(sheets()):
        if sheet.title.startswith(EXPORTED):
            play(owner, sheet, stage.attempt)
    files = _exported(owner)
    for name in (name for name in files if not name.endswith(READ_ONLY)):
        other = stage.phone(f"the phone that reads {name}")
        _new_group(other, f"a group for {name}")
        stage.attempt(f"import of {name}", partial(import_file, other, name, files[name]))
        _exported(other)
        if name.endswith(LOSSLESS):
            stage.visits.append(Visit(links_of(stage, other), SOME_PAGES))
    stage.attempt("import of a pasted table", partial(import_file, other, "", PASTED.encode()))
    stage.attempt("the import reverted", lambda: Table(other, "import").press("revert import"))


def _exported(owner: Phone) -> dict[str, bytes]:
    """Every file that the export page of the group offers, by name."""
    page = owner.get("/", f"{owner.name}: start page")
    owner.get(link(page, "export"), f"{owner.name}: exports")
    files = {}
    for address in owner.page.links():
        name = address.rpartition("/")[2]
        if "." in name:
            owner.get(address, f"{owner.name}: export {name}")
            files[name] = owner.answer.body
    return files


def import_file(owner: Phone, name: str, content: bytes, *, trace: str = "") -> None:
    """Import a file, or a pasted table if it has no name: open questions get their first answer."""
    page = owner.get("/", f"import {name}: start page")
    owner.get(link(page, "imports"), f"import {name}: form")
    entry = Entry(owner.page, form(owner.page, "upload")[0])
    entry.put("pasted", "" if name else content.decode())
    files = {"file": (name, content)} if name else None
    owner.submit(entry.form, entry.fields, step=f"import {name}: preview", files=files)
    for attempt in range(DRAFTS):
        entry = Entry(owner.page, form(owner.page, "apply import")[0])
        entry.answer_questions()
        owner.submit(entry.form, entry.fields, step=f"import {name}: applied {attempt}", trace=trace)
        if not forms(owner.page, "apply import"):
            return
    raise StepFailed(f"{name} was not imported: {visible(owner.page.soup.body)[:300]}")


@scenario(is_quick=False)
def evening(stage: Stage) -> None:
    """A club evening through the forms: six players, draws, results of the tables, a play-off."""
    owner = stage.phone("the umpire’s phone")
    page = owner.get("/new", "evening: games")
    owner.get(link(page, "tournament"), "evening: form")
    entry = Entry(owner.page, form(owner.page, "tournament")[0])
    entry.put("name", "The club of cards")
    entry.put("names", "Anna\nBo\nCara\nDilan\nEva\nFrans")
    entry.put("rounds", "2")
    entry.put("play-off", TICKED)
    entry.put("finalists", "3")
    owner.submit(entry.form, entry.fields, step="evening: set up")
    address = owner.address
    for number in (1, 2, 3):
        stage.attempt(f"draw {number}", partial(_draw_and_play, stage, owner, address, number))
    owner.get(address, "evening: result")
    stage.visits.append(Visit(links_of(stage, owner), SOME_PAGES))


def _draw_and_play(stage: Stage, owner: Phone, address: str, number: int) -> None:
    owner.get(address, f"evening {number}")
    owner.get(link(owner.page, "draw"), f"draw {number}")
    entry = Entry(owner.page, form(owner.page, "draw")[0])
    owner.submit(entry.form, entry.fields, step=f"draw {number}: seated")
    owner.get(address, f"evening {number}, seated")
    for place, session in enumerate(
        [address for address in owner.page.links() if "/sessions/" in address], 1
    ):
        table = Table(owner, f"draw {number}, table {place}")
        table.address = session
        stage.attempt(f"{table.title}: round", partial(_play_anything, table, place))
        stage.attempt(f"{table.title}: end", table.ends)


def _play_anything(table: Table, place: int) -> None:
    """A round in which the first player goes out."""
    names = table.opens_pad()
    others = ", ".join(f"{name} ={place * 7 + number}" for number, name in enumerate(names[1:]))
    table.records(f"{names[0]} out, {others}", "a round")


@scenario(is_quick=True)
def histories(stage: Stage) -> None:
    """Random games with a fixed seed; then every change is undone and redone through the history page."""
    games, operations = (HISTORIES[:1], QUICK_OPERATIONS) if stage.is_quick else (HISTORIES, OPERATIONS)
    for number, (game, options) in enumerate(games):
        owner = stage.phone(f"phone {number}")
        history = History(Table(owner, f"history {number}"), stage.attempt, seed=number)
        history.play(game, operations, **options)
