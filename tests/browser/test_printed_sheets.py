"""Printed score sheets: each page that is drawn is one page of paper, and nothing on it overlaps."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from tests.browser.actions import open_link
from tests.custom import typed
from tests.sampling import chance_for, full_only, one_of_each_kind
from tests.table import start

pytest.importorskip("playwright")

pytestmark = full_only

PRINTABLE = {"a4": (190, 277), "letter": (196, 259)}  # millimetres inside the margins
MILLIMETRE = 96 / 25.4
NAMES = (
    "Anna Bo Bartholomäus-Maximilian Dilan Donaudampfschifffahrt Frans Gun Hugo Ida Jon "
    "Kim Lo Mia Nils Olga Per"
)
LONG_NOTE = "Forgot to knock on the table, then again, and once more because nobody had looked the first time"
LINES = "leaves => leaves.map((leaf) => leaf.querySelectorAll('tbody tr:not(.sums, .block, .added)').length)"
HEIGHTS = "leaves => leaves.map((leaf) => leaf.scrollHeight)"
# The last total of each column of each page, and that at its foot.
TOTALS = """leaves => leaves.map((leaf) => {
    const totals = (row) => [...row.querySelectorAll("td b")].map((total) => total.firstChild?.data.trim());
    const lines = [...leaf.querySelectorAll("tbody tr:not(.block)")].map(totals);
    const foot = totals(leaf.querySelector("tfoot tr"));
    return [foot.map((_total, column) => lines.map((line) => line[column]).findLast(Boolean)), foot];
})"""
# Texts with a contrast to white of less than 4.5, unless their background is printed.
PALE = """elements => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const luminance = (colour) => {
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const channels = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
        const linear = (value) => (value <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4);
        const [red, green, blue] = channels.map(linear);
        return .2126 * red + .7152 * green + .0722 * blue;
    };
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
    const hasText = (element) => [...element.childNodes].some(isText);
    return elements.filter(hasText).filter((element) => {
        const { color, printColorAdjust } = getComputedStyle(element);
        return printColorAdjust !== "exact" && 1.05 / (luminance(color) + .05) < 4.5;
    }).map((element) => element.outerHTML);
}"""
# Texts that leave their cell, lie upon each other, or are figures on two lines.
OVERLAPS = """cells => cells.flatMap((cell) => {
    const box = cell.getBoundingClientRect();
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const drawn = [];
    while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const lines = [...range.getClientRects()];
        const isFigure = cell.matches("td") && texts.currentNode.parentNode.matches("span, b");
        if (texts.currentNode.data.trim()) drawn.push({ text: texts.currentNode.data, lines, isFigure });
    }
    const inside = (line) => line.left >= box.left - 1 && line.right <= box.right + 1
        && line.top >= box.top - 1 && line.bottom <= box.bottom + 1;
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 2 && other.top < one.bottom - 2;
    return drawn.flatMap(({ text, lines, isFigure }, place) => [
        ...(lines.every(inside) ? [] : [`${text} leaves its cell`]),
        ...(isFigure && lines.length > 1 ? [`${text} is broken`] : []),
        ...drawn.slice(place + 1)
            .filter((other) => lines.some((one) => other.lines.some((two) => meet(one, two))))
            .map((other) => `${text} meets ${other.text}`),
    ]);
})"""


@dataclass(frozen=True)
class Sheet:
    players: int
    rounds: int
    size: str
    is_blank: bool = False
    note: str = ""


SHEETS = [
    *(
        Sheet(players, rounds, size)
        for players in range(4, 17)
        for rounds in (5, 16, 40)
        for size in PRINTABLE
    ),
    *(Sheet(players, 16, size, is_blank=True) for players in (4, 8, 9, 16) for size in PRINTABLE),
    *(Sheet(players, 16, size, note=LONG_NOTE) for players in (4, 8, 9, 16) for size in PRINTABLE),
]


def kind(sheet: Sheet) -> tuple[bool, bool, str, bool, bool]:
    return sheet.players > 8, sheet.players > 12, sheet.size, sheet.is_blank, bool(sheet.note)


def name(sheet: Sheet) -> str:
    return (
        f"{sheet.players}-{sheet.rounds}-{sheet.size}{'-blank' * sheet.is_blank}{'-note' * bool(sheet.note)}"
    )


@pytest.mark.parametrize("sheet", one_of_each_kind(SHEETS, kind, chance_for("printed sheets")), ids=name)
def test_each_drawn_page_is_one_printed_page(app, phone, sheet):
    names = NAMES.split()[: sheet.players]
    table = start(app, typed(rounds=sheet.rounds), " ".join(names))
    if sheet.note:
        table.adjusts(names[0], 150, sheet.note)
    table.plays(*[", ".join(f"{name} =110+{n % 10}" for name in names) for n in range(sheet.rounds)])
    if sheet.note:
        table.adjusts(names[-1], -15, sheet.note)
    open_link(phone, table.link("watcher"))
    phone.goto(f"{table.path}/print?size={sheet.size}&fill={'blank' if sheet.is_blank else 'filled'}")
    pdf = phone.pdf(prefer_css_page_size=True)
    leaves = phone.locator(".leaf").count()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == leaves
    assert min(phone.locator(".leaf").evaluate_all(LINES)) > 1
    width, height = PRINTABLE[sheet.size] if sheet.players <= 8 else PRINTABLE[sheet.size][::-1]
    phone.emulate_media(media="print")
    phone.set_viewport_size({"width": int(width * MILLIMETRE), "height": 800})
    assert max(phone.locator(".leaf").evaluate_all(HEIGHTS)) <= height * MILLIMETRE
    assert phone.locator(".leaf :is(th, td)").evaluate_all(OVERLAPS) == []
    if not sheet.is_blank:
        for last_totals, foot in phone.locator(".leaf").evaluate_all(TOTALS):
            assert last_totals == foot


def test_the_foot_is_printed_once_even_where_a_page_is_too_small_for_its_lines(app, phone):
    table = start(app, typed(rounds=15), "Anna Bo").plays(*["Anna =1, Bo =2"] * 15)
    open_link(phone, table.link("watcher"))
    phone.goto(f"{table.path}/print")
    phone.emulate_media(media="print")
    assert (
        phone.locator(".leaf tfoot").evaluate("foot => getComputedStyle(foot).display") == "table-row-group"
    )


@pytest.mark.parametrize("names", ["Anna Bo Cara", "Anna Bo Cara Dilan Eva Frans"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_podium_is_printed_in_colours_that_can_be_read_on_white(app, open_phone, names, scheme):
    hands = ", ".join(f"{name} =5" for name in names.split()[1:])
    table = start(app, "derange", names).plays(f"Anna out, {hands}").stops()
    phone = open_phone(color_scheme=scheme)
    open_link(phone, table.link("watcher"))
    phone.goto(table.path)
    phone.emulate_media(media="print")
    phone.locator(".stage").wait_for()
    assert phone.locator(".stage, .stage *").evaluate_all(PALE) == []
