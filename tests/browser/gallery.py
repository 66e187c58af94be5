"""Every page there is, in every state that looks different: for audits, measurements and pictures.

A `House` holds groups in which all has happened; PAGES says who opens what. No page is told apart by its
words, so that the same list serves both languages, and none changes what the others show.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from models import Group, Player, db
from models.people.people import rename
from models.table.starting import player_named
from tests.browser.brought import BROUGHT_PAGES
from tests.browser.evenings import EVENING_PAGES, Evenings
from tests.browser.joined import JOINED_PAGES
from tests.browser.past import PAST_PAGES, Past
from tests.browser.reaching import WRONG, Shown, opened, sent
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


class House:
    """Groups, tables and what was done at them."""

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
        # A group of its own: where phones belong to people, a pad tells them who is out.
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
        self.past = Past(app, self.crowd, EIGHT)
        self.evenings = Evenings(app, self.friday.group_id)
        self._meet()

    def _meet(self) -> None:
        """Somebody is called otherwise, and the same person sits down under two names."""
        with at_work(self.app):
            group = db.session.get_one(Group, self.friday.group_id)
            frans = player_named(group, "Frans", self.friday.clock.now())
            db.session.flush()
            rename(group, frans, "Frasse", self.friday.author())
            db.session.commit()
            self.frans = frans.id
            self.anna = self.friday_player("Anna").id
            self.bo = self.friday_player("Bo").id

    def merging(self, gone: object) -> str:
        """Where somebody would become Anna."""
        return f"{self.friday.group_path}/players/{gone}/merge?into={self.anna}"

    def friday_player(self, name: str) -> Player:
        return next(p for p in db.session.get_one(Group, self.friday.group_id).players if p.name == name)


def _crowd_round(table: Table) -> str:
    """The last of the crowd is out, everybody else holds an eight and a queen or jack."""
    *others, last = table.seats()
    return ", ".join([f"{last} out", *(f"{name} 8 Q" for name in others)])


def count_in_a_crowd(table: Table) -> None:
    """The last is out, and half of the others have sent many cards."""
    *others, last = table.seats()
    hands = OwnHands(table).out(last)
    for name in others[:4]:
        hands.sends(name, "8 8 8 Q K K 2 5 6 7 9 9 9 9", on=name[:30])


# How to get there


def at(where: Callable[[House], str]) -> Callable[[Page, House], Any]:
    return lambda page, house: page.goto(where(house))


def pad(page: Page, table: Table, number: int | None = None) -> None:
    """The pad as it opens for a phone that has entered nothing yet."""
    if page.url.startswith("http"):
        page.evaluate("() => localStorage.clear()")
    page.goto(f"{table.path}/rounds/{number or len(table.numbers()) + 1}")
    page.locator(".seats").wait_for()


def hand(page: Page, table: Table, *keys: str, out: int = -1) -> None:
    """The first hand after `out` (a place among the choices; the last is nobody), with these keys tapped."""
    pad(page, table)
    page.locator(".who-out label").nth(out).tap()
    for key in keys:
        page.locator(f"[data-step]:not([hidden]) [data-key='{key}']").tap()


def new_game(page: Page, key: str, house: House | None = None) -> None:
    page.goto(f"/new/{key}?" + (f"group={house.friday.group_id}" if house else "new_people=1"))
    opened(page)


def with_teams(page: Page, house: House) -> None:
    page.goto(f"/new/vatikan?group={house.friday.group_id}")
    opened(page)
    page.locator("[name=option-teams]").check()
    for name in ("Anna", "Bo", "Cara"):
        page.locator(f"[value='add:{name}']").click()
    page.locator("[name=first_dealer]").nth(1).check()
    sent(page, "#new-game", arrange="keep", **{"option-tally": "house_points"})
    opened(page)


def eight_chairs(page: Page, house: House) -> None:
    """Everybody of a crowd with long names, the last one deals first, one row is being moved."""
    page.goto(f"/new/derange?group={house.crowd.group_id}&seats_of={house.crowd.session_id}")
    page.locator("[name=first_dealer]").last.check()
    page.locator("[data-grip]").first.click()


def thin_deal(page: Page, house: House) -> None:
    page.goto("/new/derange?new_people=1")
    for place, name in enumerate(SIX.split()[:4]):
        page.locator("input[name=name]").nth(place).fill(name)
    for name in SIX.split()[4:]:
        page.locator("[data-add]").tap()
        page.locator("input[name=name]").last.fill(name)
    sent(page, "#new-game", **{"option-decks": "1"})


def wrong_names(page: Page, house: House) -> None:
    page.goto("/new/vandatta?new_people=1")
    page.locator("input[name=name]").nth(0).fill("Anna")
    page.locator("input[name=name]").nth(1).fill("anna")
    page.locator("[data-other]").check()
    page.locator("#own-length").fill("many")
    sent(page, "#new-game")


def typed_points(page: Page, house: House) -> None:
    hand(page, house.friday, "8")
    page.locator("[data-type]").tap()
    page.locator("[data-step]:not([hidden]) [data-typed] input").fill("12+11+7")


def drawn_for_a_chain(page: Page, house: House) -> None:
    pad(page, house.friday)
    page.locator(".chain > summary").tap()
    page.locator("#chain_cards").fill("2")
    page.locator(".drawers label").nth(1).tap()  # Bo, on Anna's left
    page.locator(".who-out label").first.tap()
    page.locator("[data-step]:not([hidden]) [data-chain-hint]").wait_for()


def round_sent(page: Page, table: Table, points: str, out: int = 0, **values: str) -> None:
    """A round in which everybody but the one out holds these points."""
    pad(page, table)
    out_id = page.locator("[name=out]").nth(out).get_attribute("value")
    hands = [step.get_attribute("data-step") for step in page.locator(".hand").all()]
    page.evaluate(
        "() => document.querySelectorAll('#round [disabled]').forEach((f) => { f.disabled = false; })"
    )
    left = {f"points-{seat}": points for seat in hands if seat != out_id}
    sent(page, "#round", out=out_id or "", **left, **values)
    page.locator(".seats, table.two").wait_for()


def over_meanwhile(page: Page, house: House) -> None:
    """The pad is open, and another phone ends the session."""
    pad(page, house.wins)
    house.wins.stops()
    try:
        sent(page, "#round", out=page.locator("[name=out]").first.get_attribute("value") or "")
        page.locator(".seats").wait_for()
    finally:
        house.wins.takes_back()


def conflict(page: Page, house: House) -> None:
    round_sent(page, house.friday, "30", action=f"{house.friday.path}/rounds/1")


def old_form(page: Page, house: House) -> None:
    page.goto("/phone")
    sent(page, "form[action='/phone']", csrf_token="stale", name="Anna’s phone")


def board_of(name: str) -> Callable[[Page, House], Any]:
    return at(lambda house: f"{getattr(house, name).path}/board")


def is_whose(page: Page, table: Table, name: str | None) -> None:
    """From here on this phone is that person's, or nobody's."""
    page.goto(f"{table.path}/identity")
    if name is None:
        page.locator("[form=who]").tap()
    else:
        page.locator(".people-grid button", has=page.get_by_text(name, exact=True)).tap()
    page.wait_for_url(lambda url: url.endswith((table.path, "/identity/confirmation")))
    page.goto(table.path)


def own_hands(page: Page, table: Table, name: str | None, seat: str = "") -> None:
    """The hands as they come in, or the pad of one of them."""
    is_whose(page, table, name)
    address = f"{table.path}/rounds/{len(table.numbers()) + 1}/hands"
    page.goto(f"{address}/{table.seat_id(seat)}" if seat else address)


def two_phones_one_seat(page: Page, house: House) -> None:
    own_hands(page, house.hands, "Dilan", "Bo")
    seat = house.hands.seat_id("Bo")
    sent(page, "#hand", seen="", **{f"cards-{seat}-8": "2"})


def in_group(path: str) -> Callable[[Page, House], Any]:
    return at(lambda house: f"{house.friday.group_path}{path}")


def sent_in_group(path: str, form: str, **values: str) -> Callable[[Page, House], Any]:
    def reach(page: Page, house: House) -> None:
        page.goto(f"{house.friday.group_path}{path}")
        sent(page, form, **values)

    return reach


def unfolded(where: Callable[[House], str]) -> Callable[[Page, House], Any]:
    def reach(page: Page, house: House) -> None:
        page.goto(where(house))
        opened(page)

    return reach


TABLES = ("friday", "fresh", "moved", "pursuit", "wins", "house", "crowd")
RESULTS = ("won", "lost", "teams_won", "wins_won", "shared", "unplayed", "crowd_won")
BOARDS = ("friday", "fresh", "pursuit", "wins", "house", "crowd", "lost", "unplayed", "crowd_won")
VARIANTS = ("vandatta", "vandatta_pagat", "swedish_pursuit", "derange", "vatikan")

PAGES = (
    Shown("start, empty", at(lambda _house: "/"), "stranger"),
    Shown("not on this phone", at(lambda _house: "/offline")),
    Shown("start", at(lambda _house: "/")),
    Shown("choose a variant", at(lambda house: f"/new?group={house.friday.group_id}")),
    *(Shown(f"new {key}", lambda page, _house, key=key: new_game(page, key)) for key in VARIANTS),
    Shown("new game in a group", lambda page, house: new_game(page, "derange", house)),
    Shown("new game with teams", with_teams),
    Shown("new game, eight with long names", eight_chairs),
    Shown("new game, wrong", wrong_names, errors=WRONG),
    Shown("new game, thin", thin_deal, errors=WRONG),
    *(Shown(f"table {name}", at(lambda house, name=name: getattr(house, name).path)) for name in TABLES),
    Shown("table, watched", at(lambda house: house.friday.path), "watcher"),
    *(Shown(f"result {name}", at(lambda house, name=name: getattr(house, name).path)) for name in RESULTS),
    Shown("result, watched", at(lambda house: house.won.path), "watcher"),
    *(Shown(f"board {name}", board_of(name)) for name in BOARDS),
    Shown("board, watched", at(lambda house: f"{house.friday.path}/board"), "watcher"),
    Shown("board for guests", lambda page, house: (
        page.goto(f"{house.friday.path}/board"), sent(page, "form[action$='/board/code']")
    )),
    Shown("pad, who is out", lambda page, house: pad(page, house.friday)),
    Shown("pad, a hand", lambda page, house: hand(page, house.friday, *"85562", "3-10", "Q-J")),
    Shown("pad, typed points", typed_points),
    Shown("pad, a chain", drawn_for_a_chain),
    Shown("pad with chips", lambda page, house: hand(page, house.fresh, "8", "other", "other")),
    Shown("pad with a neighbour", lambda page, house: hand(page, house.chase, "10-J-Q-K", "8")),
    Shown("pad with house points", lambda page, house: hand(page, house.house)),
    Shown("pad without points", lambda page, house: pad(page, house.wins)),
    Shown("pad, review", lambda page, house: pad(page, house.friday, 3)),
    Shown("pad, eight seats", lambda page, house: hand(page, house.crowd, *"8K8K8")),
    Shown("pad, eight seats, who is out", lambda page, house: pad(page, house.crowd)),
    Shown("pad, eight seats, review", lambda page, house: pad(page, house.crowd, 1)),
    Shown("pad, wrong", lambda page, house: round_sent(page, house.friday, "12+"), errors=WRONG),
    Shown("pad, nobody chosen", lambda page, house: (
        pad(page, house.friday), sent(page, "#round")
    ), errors=WRONG),
    Shown("pad, odd", lambda page, house: round_sent(page, house.friday, "1"), errors=WRONG),
    Shown("pad, over meanwhile", over_meanwhile, errors=("409",)),
    Shown("who is this phone", at(lambda house: f"{house.hands.path}/identity")),
    Shown("who is this phone, eight", unfolded(lambda house: f"{house.crowd_counts.path}/identity")),
    Shown("own hands, nobody out", lambda page, house: own_hands(page, house.playing, "Bo")),
    Shown("own hands, they come in", lambda page, house: own_hands(page, house.hands, None)),
    Shown("own hands, sent", lambda page, house: own_hands(page, house.hands, "Cara")),
    Shown("own hands, all in", lambda page, house: own_hands(page, house.counted, "Anna")),
    Shown("own hands, eight", lambda page, house: own_hands(page, house.crowd_counts, None)),
    Shown("own hands, watched", at(lambda house: f"{house.hands.path}/rounds/1/hands"), "watcher"),
    Shown("own hand", lambda page, house: own_hands(page, house.hands, "Dilan", "Dilan")),
    Shown("own hand of eight", lambda page, house: own_hands(page, house.crowd_counts, None, "Bo")),
    Shown("own hand, two phones", two_phones_one_seat, errors=("409",)),
    Shown("table, own hand to count", lambda page, house: is_whose(page, house.hands, "Dilan")),
    Shown("pad, hands came in", lambda page, house: pad(page, house.hands)),
    Shown("board, hands come in", board_of("hands")),
    Shown("board, eight hands come in", board_of("crowd_counts")),
    Shown("put a round in", at(lambda house: f"{house.friday.path}/rounds/2/insertion")),
    Shown("two accounts", conflict, errors=("409",)),
    Shown("score sheet", unfolded(lambda house: f"{house.friday.path}/rounds")),
    Shown("score sheet, empty", at(lambda house: f"{house.fresh.path}/rounds")),
    Shown("score sheet, watched", at(lambda house: f"{house.friday.path}/rounds"), "watcher"),
    Shown("score sheet, eight seats", unfolded(lambda house: f"{house.crowd.path}/rounds")),
    Shown("remove a round", at(lambda house: f"{house.friday.path}/rounds/2/removal")),
    Shown("trail", at(lambda house: f"{house.friday.path}/history")),
    Shown("trail, taken back", at(lambda house: f"{house.moved.path}/history")),
    Shown("trail, watched", at(lambda house: f"{house.friday.path}/history"), "watcher"),
    Shown("trail, eight seats", at(lambda house: f"{house.crowd.path}/history")),
    Shown("seats", at(lambda house: f"{house.moved.path}/seats")),
    Shown("seats, eight", at(lambda house: f"{house.crowd.path}/seats")),
    Shown("seats, wrong", lambda page, house: (
        page.goto(f"{house.moved.path}/seats"), sent(page, "form[action$='/seats']", name="Anna")
    ), errors=WRONG),
    Shown("seats, somebody who has left", lambda page, house: (
        page.goto(f"{house.moved.path}/seats"), sent(page, "form[action$='/seats']", name="Bo")
    ), errors=WRONG),
    Shown("another dealer", at(lambda house: f"{house.friday.path}/deal")),
    Shown("another dealer of eight", at(lambda house: f"{house.crowd.path}/deal")),
    Shown("the cut", at(lambda house: f"{house.pursuit.path}/deal/cut")),
    Shown("end a session", at(lambda house: f"{house.friday.path}/end")),
    Shown("delete a session", at(lambda house: f"{house.won.path}/end")),
    Shown("group", in_group("")),
    Shown("group, watched", in_group(""), "watcher"),
    Shown("group with a long name", at(lambda house: house.crowd.group_path)),
    Shown("settings", in_group("/settings")),
    Shown("settings, wrong", sent_in_group("/settings", "form[action$='/name']", name=""), errors=WRONG),
    Shown("links", in_group("/links")),
    Shown("a new link", sent_in_group("/links", "form[action$='/links']")),
    Shown("players", unfolded(lambda house: f"{house.friday.group_path}/players")),
    Shown("players with long names", at(lambda house: f"{house.crowd.group_path}/players")),
    Shown("a player", at(lambda house: f"{house.friday.group_path}/players/{house.anna}")),
    Shown("a player, wrong", lambda page, house: (
        page.goto(f"{house.friday.group_path}/players/{house.anna}"),
        sent(page, "form[action$='/name']", name="x" * 41),
    ), errors=WRONG),
    Shown("a player, a name that another has", lambda page, house: (
        page.goto(f"{house.friday.group_path}/players/{house.frans}"),
        sent(page, "form[action$='/name']", name="anna"),
    ), errors=WRONG),
    Shown("merge", at(lambda house: house.merging(house.frans))),
    Shown("merge, two people", at(lambda house: house.merging(house.bo))),
    Shown("forget a player", at(
        lambda house: f"{house.friday.group_path}/players/{house.anna}/anonymization"
    )),
    Shown("delete the group", in_group("/deletion")),
    Shown("delete the group, wrong name", sent_in_group(
        "/deletion", "form[action$='/deletion']", name="Monday"
    ), errors=WRONG),
    Shown("rules", at(lambda _house: "/rules"), "stranger"),
    *(Shown(f"rules of {key}", at(lambda _house, key=key: f"/rules/{key}"), "stranger") for key in VARIANTS),
    Shown("rules of a session", at(lambda house: (
        f"/rules/derange?mode=short&eight_follows=0&back={house.friday.path}/rounds/6"
    ))),
    Shown("rules with house points", at(
        lambda _house: "/rules/vatikan?tally=house_points&points=A:15&teams=1"
    ), "stranger"),
    Shown("rules, wrong", at(lambda _house: "/rules/derange?mode=tiny"), "stranger", WRONG),
    Shown("compare", at(lambda _house: "/rules/compare"), "stranger"),
    Shown("compare two, a hand", unfolded(
        lambda _house: "/rules/compare?variant=derange&variant=vandatta&hand=8H+5+K+JK+8+8+8+8"
    ), "stranger"),
    Shown("compare, differences", at(
        lambda _house: "/rules/compare?variant=vandatta&variant=vandatta_pagat&only=differences"
    ), "stranger"),
    Shown("compare, wrong", at(
        lambda _house: "/rules/compare?variant=derange&hand=8+eight"
    ), "stranger", WRONG),
    Shown("this phone", at(lambda _house: "/phone")),
    Shown("this phone, wrong", lambda page, _house: (
        page.goto("/phone"), sent(page, "form[action='/phone']", name="")
    ), errors=WRONG),
    Shown("referee", at(lambda _house: "/rules/derange/referee"), "stranger"),
    Shown("referee, a verdict", unfolded(
        lambda house: f"/rules/derange/referee?top=9H&play=3H 3C 9C&hand=4&back={house.friday.path}"
    )),
    Shown("referee, no", unfolded(
        lambda _house: "/rules/vandatta/referee?top=AH&play=8S&ace_on_ace=0"
    ), "stranger"),
    Shown("referee, needs to know", at(lambda _house: "/rules/derange/referee?top=8H&play=9D"), "stranger"),
    Shown("referee, wrong", at(lambda _house: "/rules/derange/referee?top=11H"), "stranger", WRONG),
    Shown("referee, a meld", unfolded(lambda _house: "/rules/vatikan/referee?meld=5H 6H JK"), "stranger"),
    Shown("referee, a whole table", unfolded(
        lambda _house: "/rules/vatikan/referee?meld=5H 6H 7H&meld=9S 9D JK&before=5H 6H 7H"
    ), "stranger"),
    Shown("referee, wrong meld", at(
        lambda _house: "/rules/vatikan/referee?meld=5H 5H 5H"
    ), "stranger", WRONG),
    Shown("search", at(lambda _house: "/rules/search"), "stranger"),
    Shown("search, answered", at(lambda _house: "/rules/search?q=ace on ace"), "stranger"),
    Shown("search of one variant", at(lambda house: (
        f"/rules/search?q=cut&variant=derange&back={house.friday.path}"
    ))),
    Shown("search, nothing found", at(lambda _house: "/rules/search?q=xylophone"), "stranger"),
    Shown("search, too long", at(lambda _house: f"/rules/search?q={'8 ' * 120}"), "stranger", WRONG),
    *PAST_PAGES,
    *BROUGHT_PAGES,
    *JOINED_PAGES,
    *EVENING_PAGES,
    Shown("nothing here", at(lambda _house: "/nowhere"), "stranger", ("404",)),
    Shown("only watching", in_group("/settings"), "watcher", ("403",)),
    Shown("an old form", old_form, errors=("400",)),
)  # fmt: skip
