"""All pages in all states that look different, for audits, measurements and pictures.

A `Site` holds groups with all kinds of events; PAGES lists the role and the address of each state. No state
depends
on texts, so the same list serves both languages, and none changes what the others show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from models import Group, Player, db
from models.people.people import rename
from models.table.starting import player_named
from tests.browser.import_pages import IMPORT_PAGES
from tests.browser.merge_pages import MERGE_PAGES
from tests.browser.states import WRONG, State, open_details, submit
from tests.browser.statistics_pages import STATISTICS_PAGES, History
from tests.browser.tournament_pages import TOURNAMENT_PAGES, Tournaments
from tests.counting import OwnHands
from tests.table import Table, at_work, start

if TYPE_CHECKING:
    from flask import Flask
    from playwright.sync_api import Page

WIDE = "W" * 40
EMOJI = "👩‍👩‍👧‍👦🎉🂡🃏👨🏾‍🚀"
ARABIC = "المستنصرباللهأبوجعفرالعباسيالبغدادي"
GERMAN = "Donaudampfschifffahrtskapitänswitwe"
EIGHT = f"{WIDE} {EMOJI} {ARABIC} {GERMAN} Bo Eva-Lena-Margareta 東京特許許可局局長 Ö"
SIX = "Anna Bo Cara Dilan Eva Frans"


class Site:
    """Groups and tables with prepared states."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.friday = start(app, "derange", "Anna Bo Cara Dilan").plays(
            "Cara out, Anna K 9, Bo 2, Dilan 8 5 5",
            "Bo out, Anna =12, Cara Q J, Dilan 7",
            "Anna out, Bo 6 4 4 9 K, Cara A, Dilan 10 5, chain 2 Bo",
            "Dilan out, Anna 6, Bo 3, Cara 4",
            "nobody out, Anna 9, Bo 5, Cara 8, Dilan 4 4",
        )
        self.friday.corrects(1, "Cara out, Anna K 9 9, Bo 2, Dilan 8 5 5").misdeals()
        sit = partial(start, app, group_id=self.friday.group_id, clock=self.friday.clock)
        self.fresh = sit("vandatta_pagat", "Anna Bo Cara Dilan")
        self.moved = sit("derange", "Anna Bo Cara Dilan", mode="short")
        self.moved.plays("Anna out, Bo 4, Cara 5, Dilan 6").sits_down("Eva", start="average").leaves("Bo")
        self.moved.plays("Cara out, Anna 4, Dilan 5, Eva 6").takes_back()
        self.pursuit = sit("swedish_pursuit", "Anna Bo Cara", rounds=2)
        self.pursuit.plays(*["Anna out, Bo K, Cara 9"] * 5)
        self.chase = sit("swedish_pursuit", "Anna Bo Cara")
        self.wins = sit("vatikan", "Anna Bo Cara", first_to=3)
        self.wins.plays("Anna out, Bo ?, Cara K K")
        teams = {"teams": True, "sides": "1 2 1 2"}
        self.house = sit("vatikan", "Anna Bo Cara Dilan", tally="house_points", games=4, **teams)
        self.house.plays("Anna out, Bo K, Cara 9, Dilan A")
        self.won = sit("derange", "Anna Bo Cara Dilan", mode="short").plays(
            *["Anna out, Bo 4, Cara 5, Dilan 6", "Bo out, Anna 9, Cara 5, Dilan 6"] * 3,
            "Bo out, Anna K, Cara 5, Dilan 6",
        )
        self.shared = sit("vandatta", "Anna Bo Cara", rounds=3).plays(
            "Anna out, Bo 8, Cara K", "Bo out, Anna 8, Cara K"
        )
        self.shared.stops()
        self.lost = sit("derange", "Anna Bo Cara Dilan", mode="short").plays(
            *["Cara out, Anna 8, Bo K, Dilan 9", "Anna out, Bo 5 5, Cara 4, Dilan 8"] * 3,
            "Bo out, Anna 6, Cara 8 2 10 4, Dilan 7",
        )
        self.teams_won = sit("vatikan", "Anna Bo Cara Dilan", tally="house_points", games=2, **teams)
        self.teams_won.plays(*["Anna out, Bo K, Cara 9, Dilan A"] * 2)
        self.wins_won = sit("vatikan", "Anna Bo Cara", first_to=2).plays(
            "Bo out, Anna ?, Cara ?", *["Anna out, Bo ?, Cara ?"] * 2
        )
        self.unplayed = sit("vandatta", "Anna Bo")
        self.unplayed.stops()
        self.crowd = start(app, "derange", EIGHT, group_name="G" * 80, mode="short", decks=4)
        self.crowd.plays(*[_crowd_round(self.crowd)] * 4)
        self.crowd_won = start(app, "derange", EIGHT, group_id=self.crowd.group_id, mode="short", decks=4)
        self.crowd_won.plays(*[_crowd_round(self.crowd_won)] * 7)
        # A separate group: where phones belong to players, the pad names them.
        self.hands = start(app, "derange", "Anna Bo Cara Dilan", mode="short", neighbour_checks=True)
        doubted = (
            OwnHands(self.hands).out("Cara", chain=(2, "Dilan")).sends("Bo", "8 5 5").sends("Anna", "K 9")
        )
        doubted.checks("Bo", right=False, on="Cara").checks("Anna", right=True, on="Bo")
        beside = partial(start, app, group_id=self.hands.group_id, clock=self.hands.clock)
        self.playing = beside("derange", "Anna Bo Cara")
        self.counted = beside("vandatta", "Anna Bo Cara")
        OwnHands(self.counted).out(None, seen=None).sends("Bo", "8 4").sends("Anna", "K").sends("Cara", "=15")
        self.crowd_counts = start(app, "derange", EIGHT, group_id=self.crowd.group_id, mode="short", decks=4)
        count_in_a_crowd(self.crowd_counts)
        self.statistics = History(app, self.crowd, EIGHT)
        self.tournaments = Tournaments(app, self.friday.group_id)
        self._change_people()

    def _change_people(self) -> None:
        """Rename a player, and seat one person under two names."""
        with at_work(self.app):
            group = db.session.get_one(Group, self.friday.group_id)
            frans = player_named(group, "Frans", self.friday.clock.now())
            db.session.flush()
            rename(group, frans, "Frasse", self.friday.change_stamp())
            db.session.commit()
            self.frans = frans.id
            self.anna = self.friday_player("Anna").id
            self.bo = self.friday_player("Bo").id

    def merge_url(self, source: object) -> str:
        """The page that merges a player into Anna."""
        return f"{self.friday.group_path}/players/{source}/merge?into={self.anna}"

    def friday_player(self, name: str) -> Player:
        return next(p for p in db.session.get_one(Group, self.friday.group_id).players if p.name == name)


def _crowd_round(table: Table) -> str:
    """The last player is out, every other player holds an eight and a queen or jack."""
    *others, last = table.seats()
    return ", ".join([f"{last} out", *(f"{name} 8 Q" for name in others)])


def count_in_a_crowd(table: Table) -> None:
    """The last player is out, and half of the others have sent many cards."""
    *others, last = table.seats()
    hands = OwnHands(table).out(last)
    for name in others[:4]:
        hands.sends(name, "8 8 8 Q K K 2 5 6 7 9 9 9 9", on=name[:30])


# Navigation


def at(where: Callable[[Site], str]) -> Callable[[Page, Site], Any]:
    return lambda page, site: page.goto(where(site))


def pad(page: Page, table: Table, number: int | None = None) -> None:
    """The pad on a phone without any input."""
    if page.url.startswith("http"):
        page.evaluate("() => localStorage.clear()")
    page.goto(f"{table.path}/rounds/{number or len(table.numbers()) + 1}")
    page.locator(".seats").wait_for()


def hand(page: Page, table: Table, *keys: str, out: int = -1) -> None:
    """The first hand after `out` (an index of the choices; the last is none), with these keys tapped."""
    pad(page, table)
    page.locator(".who-out label").nth(out).tap()
    for key in keys:
        page.locator(f"[data-step]:not([hidden]) [data-key='{key}']").tap()


def new_game(page: Page, key: str, site: Site | None = None) -> None:
    page.goto(f"/new/{key}?" + (f"group={site.friday.group_id}" if site else "new_people=1"))
    open_details(page)


def with_teams(page: Page, site: Site) -> None:
    page.goto(f"/new/vatikan?group={site.friday.group_id}")
    open_details(page)
    page.locator("[name=option-teams]").check()
    for name in ("Anna", "Bo", "Cara"):
        page.locator(f"[value='add:{name}']").click()
    page.locator("[name=first_dealer]").nth(1).check()
    submit(page, "#new-game", arrange="keep", **{"option-tally": "house_points"})
    open_details(page)


def eight_chairs(page: Page, site: Site) -> None:
    """All players of the crowd with long names, the last one deals first, one row is being moved."""
    page.goto(f"/new/derange?group={site.crowd.group_id}&seats_of={site.crowd.session_id}")
    page.locator("[name=first_dealer]").last.check()
    page.locator("[data-grip]").first.click()


def thin_deal(page: Page, site: Site) -> None:
    page.goto("/new/derange?new_people=1")
    for place, name in enumerate(SIX.split()[:4]):
        page.locator("input[name=name]").nth(place).fill(name)
    for name in SIX.split()[4:]:
        page.locator("[data-add]").tap()
        page.locator("input[name=name]").last.fill(name)
    submit(page, "#new-game", **{"option-decks": "1"})


def wrong_names(page: Page, site: Site) -> None:
    page.goto("/new/vandatta?new_people=1")
    page.locator("input[name=name]").nth(0).fill("Anna")
    page.locator("input[name=name]").nth(1).fill("anna")
    page.locator("[data-other]").check()
    page.locator("#own-length").fill("many")
    submit(page, "#new-game")


def typed_points(page: Page, site: Site) -> None:
    hand(page, site.friday, "8")
    page.locator("[data-type]").tap()
    page.locator("[data-step]:not([hidden]) [data-typed] input").fill("12+11+7")


def drawn_for_a_chain(page: Page, site: Site) -> None:
    pad(page, site.friday)
    page.locator(".chain > summary").tap()
    page.locator("#chain_cards").fill("2")
    page.locator(".drawers label").nth(1).tap()  # Bo, on Anna's left
    page.locator(".who-out label").first.tap()
    page.locator("[data-step]:not([hidden]) [data-chain-hint]").wait_for()


def round_sent(page: Page, table: Table, points: str, out: int = 0, **values: str) -> None:
    """A round in which every player but the one out holds these points."""
    pad(page, table)
    out_id = page.locator("[name=out]").nth(out).get_attribute("value")
    hands = [step.get_attribute("data-step") for step in page.locator(".hand").all()]
    page.evaluate(
        "() => document.querySelectorAll('#round [disabled]').forEach((f) => { f.disabled = false; })"
    )
    left = {f"points-{seat}": points for seat in hands if seat != out_id}
    submit(page, "#round", out=out_id or "", **left, **values)
    page.locator(".seats, table.two").wait_for()


def ended_meanwhile(page: Page, site: Site) -> None:
    """The pad is open, and another phone ends the session."""
    pad(page, site.wins)
    site.wins.stops()
    try:
        submit(page, "#round", out=page.locator("[name=out]").first.get_attribute("value") or "")
        page.locator(".seats").wait_for()
    finally:
        site.wins.takes_back()


def conflict(page: Page, site: Site) -> None:
    round_sent(page, site.friday, "30", action=f"{site.friday.path}/rounds/1")


def old_form(page: Page, site: Site) -> None:
    page.goto("/phone")
    submit(page, "form[action='/phone']", csrf_token="stale", name="Anna’s phone")


def board_of(name: str) -> Callable[[Page, Site], Any]:
    return at(lambda site: f"{getattr(site, name).path}/board")


def set_player(page: Page, table: Table, name: str | None) -> None:
    """Set the player of this phone, or none."""
    page.goto(f"{table.path}/identity")
    if name is None:
        page.locator("[form=who]").tap()
    else:
        page.locator(".people-grid button", has=page.get_by_text(name, exact=True)).tap()
    page.wait_for_url(lambda url: url.endswith((table.path, "/identity/confirmation")))
    page.goto(table.path)


def own_hands(page: Page, table: Table, name: str | None, seat: str = "") -> None:
    """The page of incoming hands, or the pad of one of them."""
    set_player(page, table, name)
    address = f"{table.path}/rounds/{len(table.numbers()) + 1}/hands"
    page.goto(f"{address}/{table.seat_id(seat)}" if seat else address)


def two_phones_one_seat(page: Page, site: Site) -> None:
    own_hands(page, site.hands, "Dilan", "Bo")
    seat = site.hands.seat_id("Bo")
    submit(page, "#hand", seen="", **{f"cards-{seat}-8": "2"})


def in_group(path: str) -> Callable[[Page, Site], Any]:
    return at(lambda site: f"{site.friday.group_path}{path}")


def sent_in_group(path: str, form: str, **values: str) -> Callable[[Page, Site], Any]:
    def reach(page: Page, site: Site) -> None:
        page.goto(f"{site.friday.group_path}{path}")
        submit(page, form, **values)

    return reach


def unfolded(where: Callable[[Site], str]) -> Callable[[Page, Site], Any]:
    def reach(page: Page, site: Site) -> None:
        page.goto(where(site))
        open_details(page)

    return reach


TABLES = ("friday", "fresh", "moved", "pursuit", "wins", "house", "crowd")
RESULTS = ("won", "lost", "teams_won", "wins_won", "shared", "unplayed", "crowd_won")
BOARDS = ("friday", "fresh", "pursuit", "wins", "house", "crowd", "lost", "unplayed", "crowd_won")
VARIANTS = ("vandatta", "vandatta_pagat", "swedish_pursuit", "derange", "vatikan")

PAGES = (
    State("start, empty", at(lambda _site: "/"), "stranger"),
    State("not on this phone", at(lambda _site: "/offline")),
    State("start", at(lambda _site: "/")),
    State("choose a variant", at(lambda site: f"/new?group={site.friday.group_id}")),
    *(State(f"new {key}", lambda page, _site, key=key: new_game(page, key)) for key in VARIANTS),
    State("new game in a group", lambda page, site: new_game(page, "derange", site)),
    State("new game with teams", with_teams),
    State("new game, eight with long names", eight_chairs),
    State("new game, wrong", wrong_names, errors=WRONG),
    State("new game, thin", thin_deal, errors=WRONG),
    *(State(f"table {name}", at(lambda site, name=name: getattr(site, name).path)) for name in TABLES),
    State("table, watched", at(lambda site: site.friday.path), "watcher"),
    *(State(f"result {name}", at(lambda site, name=name: getattr(site, name).path)) for name in RESULTS),
    State("result, watched", at(lambda site: site.won.path), "watcher"),
    *(State(f"board {name}", board_of(name)) for name in BOARDS),
    State("board, watched", at(lambda site: f"{site.friday.path}/board"), "watcher"),
    State("board for guests", lambda page, site: (
        page.goto(f"{site.friday.path}/board"), submit(page, "form[action$='/board/code']")
    )),
    State("pad, who is out", lambda page, site: pad(page, site.friday)),
    State("pad, a hand", lambda page, site: hand(page, site.friday, *"85562", "3-10", "Q-J")),
    State("pad, typed points", typed_points),
    State("pad, a chain", drawn_for_a_chain),
    State("pad with chips", lambda page, site: hand(page, site.fresh, "8", "other", "other")),
    State("pad with a neighbour", lambda page, site: hand(page, site.chase, "10-J-Q-K", "8")),
    State("pad with house points", lambda page, site: hand(page, site.house)),
    State("pad without points", lambda page, site: pad(page, site.wins)),
    State("pad, review", lambda page, site: pad(page, site.friday, 3)),
    State("pad, eight seats", lambda page, site: hand(page, site.crowd, *"8K8K8")),
    State("pad, eight seats, who is out", lambda page, site: pad(page, site.crowd)),
    State("pad, eight seats, review", lambda page, site: pad(page, site.crowd, 1)),
    State("pad, wrong", lambda page, site: round_sent(page, site.friday, "12+"), errors=WRONG),
    State("pad, nobody chosen", lambda page, site: (
        pad(page, site.friday), submit(page, "#round")
    ), errors=WRONG),
    State("pad, odd", lambda page, site: round_sent(page, site.friday, "1"), errors=WRONG),
    State("pad, over meanwhile", ended_meanwhile, errors=("409",)),
    State("who is this phone", at(lambda site: f"{site.hands.path}/identity")),
    State("who is this phone, eight", unfolded(lambda site: f"{site.crowd_counts.path}/identity")),
    State("own hands, nobody out", lambda page, site: own_hands(page, site.playing, "Bo")),
    State("own hands, they come in", lambda page, site: own_hands(page, site.hands, None)),
    State("own hands, sent", lambda page, site: own_hands(page, site.hands, "Cara")),
    State("own hands, all in", lambda page, site: own_hands(page, site.counted, "Anna")),
    State("own hands, eight", lambda page, site: own_hands(page, site.crowd_counts, None)),
    State("own hands, watched", at(lambda site: f"{site.hands.path}/rounds/1/hands"), "watcher"),
    State("own hand", lambda page, site: own_hands(page, site.hands, "Dilan", "Dilan")),
    State("own hand of eight", lambda page, site: own_hands(page, site.crowd_counts, None, "Bo")),
    State("own hand, two phones", two_phones_one_seat, errors=("409",)),
    State("table, own hand to count", lambda page, site: set_player(page, site.hands, "Dilan")),
    State("pad, hands came in", lambda page, site: pad(page, site.hands)),
    State("board, hands come in", board_of("hands")),
    State("board, eight hands come in", board_of("crowd_counts")),
    State("put a round in", at(lambda site: f"{site.friday.path}/rounds/2/insertion")),
    State("two accounts", conflict, errors=("409",)),
    State("score sheet", unfolded(lambda site: f"{site.friday.path}/rounds")),
    State("score sheet, empty", at(lambda site: f"{site.fresh.path}/rounds")),
    State("score sheet, watched", at(lambda site: f"{site.friday.path}/rounds"), "watcher"),
    State("score sheet, eight seats", unfolded(lambda site: f"{site.crowd.path}/rounds")),
    State("remove a round", at(lambda site: f"{site.friday.path}/rounds/2/removal")),
    State("trail", at(lambda site: f"{site.friday.path}/history")),
    State("trail, taken back", at(lambda site: f"{site.moved.path}/history")),
    State("trail, watched", at(lambda site: f"{site.friday.path}/history"), "watcher"),
    State("trail, eight seats", at(lambda site: f"{site.crowd.path}/history")),
    State("seats", at(lambda site: f"{site.moved.path}/seats")),
    State("seats, eight", at(lambda site: f"{site.crowd.path}/seats")),
    State("seats, wrong", lambda page, site: (
        page.goto(f"{site.moved.path}/seats"), submit(page, "form[action$='/seats']", name="Anna")
    ), errors=WRONG),
    State("seats, somebody who has left", lambda page, site: (
        page.goto(f"{site.moved.path}/seats"), submit(page, "form[action$='/seats']", name="Bo")
    ), errors=WRONG),
    State("another dealer", at(lambda site: f"{site.friday.path}/deal")),
    State("another dealer of eight", at(lambda site: f"{site.crowd.path}/deal")),
    State("the cut", at(lambda site: f"{site.pursuit.path}/deal/cut")),
    State("end a session", at(lambda site: f"{site.friday.path}/end")),
    State("delete a session", at(lambda site: f"{site.won.path}/end")),
    State("group", in_group("")),
    State("group, watched", in_group(""), "watcher"),
    State("group with a long name", at(lambda site: site.crowd.group_path)),
    State("settings", in_group("/settings")),
    State("settings, wrong", sent_in_group("/settings", "form[action$='/name']", name=""), errors=WRONG),
    State("links", in_group("/links")),
    State("a new link", sent_in_group("/links", "form[action$='/links']")),
    State("players", unfolded(lambda site: f"{site.friday.group_path}/players")),
    State("players with long names", at(lambda site: f"{site.crowd.group_path}/players")),
    State("a player", at(lambda site: f"{site.friday.group_path}/players/{site.anna}")),
    State("a player, wrong", lambda page, site: (
        page.goto(f"{site.friday.group_path}/players/{site.anna}"),
        submit(page, "form[action$='/name']", name="x" * 41),
    ), errors=WRONG),
    State("a player, a name that another has", lambda page, site: (
        page.goto(f"{site.friday.group_path}/players/{site.frans}"),
        submit(page, "form[action$='/name']", name="anna"),
    ), errors=WRONG),
    State("merge", at(lambda site: site.merge_url(site.frans))),
    State("merge, two people", at(lambda site: site.merge_url(site.bo))),
    State("forget a player", at(
        lambda site: f"{site.friday.group_path}/players/{site.anna}/anonymization"
    )),
    State("delete the group", in_group("/deletion")),
    State("delete the group, wrong name", sent_in_group(
        "/deletion", "form[action$='/deletion']", name="Monday"
    ), errors=WRONG),
    State("rules", at(lambda _site: "/rules"), "stranger"),
    *(State(f"rules of {key}", at(lambda _site, key=key: f"/rules/{key}"), "stranger") for key in VARIANTS),
    State("rules of a session", at(lambda site: (
        f"/rules/derange?mode=short&eight_follows=0&back={site.friday.path}/rounds/6"
    ))),
    State("rules with house points", at(
        lambda _site: "/rules/vatikan?tally=house_points&points=A:15&teams=1"
    ), "stranger"),
    State("rules, wrong", at(lambda _site: "/rules/derange?mode=tiny"), "stranger", WRONG),
    State("compare", at(lambda _site: "/rules/compare"), "stranger"),
    State("compare two, a hand", unfolded(
        lambda _site: "/rules/compare?variant=derange&variant=vandatta&hand=8H+5+K+JK+8+8+8+8"
    ), "stranger"),
    State("compare, differences", at(
        lambda _site: "/rules/compare?variant=vandatta&variant=vandatta_pagat&only=differences"
    ), "stranger"),
    State("compare, wrong", at(
        lambda _site: "/rules/compare?variant=derange&hand=8+eight"
    ), "stranger", WRONG),
    State("this phone", at(lambda _site: "/phone")),
    State("this phone, wrong", lambda page, _site: (
        page.goto("/phone"), submit(page, "form[action='/phone']", name="")
    ), errors=WRONG),
    State("referee", at(lambda _site: "/rules/derange/referee"), "stranger"),
    State("referee, a verdict", unfolded(
        lambda site: f"/rules/derange/referee?top=9H&play=3H 3C 9C&hand=4&back={site.friday.path}"
    )),
    State("referee, no", unfolded(
        lambda _site: "/rules/vandatta/referee?top=AH&play=8S&ace_on_ace=0"
    ), "stranger"),
    State("referee, needs to know", at(lambda _site: "/rules/derange/referee?top=8H&play=9D"), "stranger"),
    State("referee, wrong", at(lambda _site: "/rules/derange/referee?top=11H"), "stranger", WRONG),
    State("referee, a meld", unfolded(lambda _site: "/rules/vatikan/referee?meld=5H 6H JK"), "stranger"),
    State("referee, a whole table", unfolded(
        lambda _site: "/rules/vatikan/referee?meld=5H 6H 7H&meld=9S 9D JK&before=5H 6H 7H"
    ), "stranger"),
    State("referee, wrong meld", at(
        lambda _site: "/rules/vatikan/referee?meld=5H 5H 5H"
    ), "stranger", WRONG),
    State("search", at(lambda _site: "/rules/search"), "stranger"),
    State("search, answered", at(lambda _site: "/rules/search?q=ace on ace"), "stranger"),
    State("search of one variant", at(lambda site: (
        f"/rules/search?q=cut&variant=derange&back={site.friday.path}"
    ))),
    State("search, verdicts", at(lambda _site: "/rules/search?q=8 on a two"), "stranger"),
    State("search, side by side", at(lambda _site: "/rules/search?q=which game has most cards"), "stranger"),
    State("search, other games", at(lambda _site: "/rules/search?q=umpire&variant=derange"), "stranger"),
    State("search, nothing found", at(lambda _site: "/rules/search?q=xylophone"), "stranger"),
    State("search, too long", at(lambda _site: f"/rules/search?q={'8 ' * 120}"), "stranger", WRONG),
    *STATISTICS_PAGES,
    *IMPORT_PAGES,
    *MERGE_PAGES,
    *TOURNAMENT_PAGES,
    State("nothing here", at(lambda _site: "/nowhere"), "stranger", ("404",)),
    State("only watching", in_group("/settings"), "watcher", ("403",)),
    State("an old form", old_form, errors=("400",)),
)  # fmt: skip
