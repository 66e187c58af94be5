"""Files that a phone loads besides pages: few on a first visit, few for any page."""

from __future__ import annotations

import re
from os.path import normpath
from pathlib import Path
from urllib.parse import urlsplit

import brotli
import pytest

from tests.phone import Phone
from tests.sampling import full_only
from tests.table import Table

pytestmark = full_only

STATIC = Path(__file__).parents[2] / "static"
MOST_BYTES = 40 * 1024  # DESIGN.md section 6
MOST_FOR_A_PAGE = 16 * 1024
SHORT = ["Anna out, Bo 4, Cara 5"] * 7


def files_of(phone: Phone, path: str) -> set[str]:
    """The style sheets, modules and icons of a page, and all their imports."""
    page = phone.get(path)
    named = [tag["href"] for tag in page.select("link[rel=stylesheet]")]
    named += [tag["src"] for tag in page.select("script[src]")]
    named += [tag["href"] for tag in page.select("use[href]")]
    waiting = [urlsplit(str(address)).path.removeprefix("/static/") for address in named]
    files: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in files:
            files.add(name)
            imported = re.findall(r'from "(\.{1,2}/[\w/-]+\.js)"', (STATIC / name).read_text())
            waiting += [normpath(Path(name).parent / module) for module in imported]
    return files


def weight(phone: Phone, files: set[str]) -> int:
    """Transferred bytes."""
    sent = (phone.client.get(f"/static/{name}").data for name in files)
    return sum(len(brotli.compress(data)) for data in sent)


@pytest.fixture
def first_visit(game) -> tuple[Phone, Table, Table]:
    """A phone that continues a session, in a group with a finished session."""
    over = game(mode="short").plays(*SHORT)
    table = game("derange", "Anna Bo Cara", group_id=over.group_id, at=over.clock.now())
    phone = Phone(over.app)
    phone.get(over.link("owner"))
    return phone, table, over


def test_a_first_visit_loads_little(first_visit):
    phone, table, over = first_visit
    paths = (
        "/",
        "/new",
        "/new/derange",
        table.path,
        f"{table.path}/rounds/1",
        over.path,
        "/rules/derange",
    )
    assert 0 < weight(phone, set().union(*(files_of(phone, path) for path in paths))) <= MOST_BYTES


LOOKING_BACK = ("", "/nights", "/statistics", "/statistics/records", "/statistics/ratings")
AND_BEYOND = ("/statistics/rivals", "/export", "/imports", "/sheets/new", "/seasons")


@full_only
@pytest.mark.parametrize("page", [*LOOKING_BACK, *AND_BEYOND])
def test_no_statistics_page_loads_much(first_visit, page):
    phone, table, _over = first_visit
    assert 0 < weight(phone, files_of(phone, table.group_path + page)) <= MOST_FOR_A_PAGE
