"""Static files: none missing, none unused, small, and without texts for users."""

from __future__ import annotations

import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"
TEMPLATES = sorted((ROOT / "templates").rglob("*.*"))
MODULES = sorted((STATIC / "js").rglob("*.js"))
SHEETS = sorted((STATIC / "css").glob("*.css"))
ICONS = STATIC / "icons.svg"
SVG = "{http://www.w3.org/2000/svg}"
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
# Quoted texts in a module that are for the browser: selectors, attributes, tags, single words.
FOR_THE_BROWSER = re.compile(r"[\[\]#.>=:;{}/]|^[a-z-]+( (costly|seat))?$|^[A-Za-z-]*$")

environment = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)


def name_of(module: Path) -> str:
    """The name in templates: "pad/hand"."""
    return module.relative_to(STATIC / "js").with_suffix("").as_posix()


@cache
def calls(template: Path) -> list[nodes.Call]:
    return list(environment.parse(template.read_text()).find_all(nodes.Call))


def words_in(node: nodes.Node) -> set[str]:
    """The possible values of a name: one, or both branches of a condition."""
    if isinstance(node, nodes.CondExpr):
        return words_in(node.expr1) | (words_in(node.expr2) if node.expr2 else set())
    return {node.value} if isinstance(node, nodes.Const) and node.value else set()


def icons_named_in(call: nodes.Call) -> set[str]:
    """In icon("x"), or passed to the macros link_row and post as their third argument."""
    name = getattr(call.node, "attr", None) or getattr(call.node, "name", None)
    if name == "icon":
        return words_in(call.args[0])
    if name in ("link_row", "post"):
        by_keyword = [keyword.value for keyword in call.kwargs if keyword.key == "picture"]
        return set().union(*(words_in(node) for node in (*call.args[2:3], *by_keyword)))
    return set()


def static_files_named_in(call: nodes.Call) -> set[str]:
    if isinstance(call.node, nodes.Name) and call.node.name == "static":
        return words_in(call.args[0])
    if not (isinstance(call.node, nodes.Name) and call.node.name == "url_for"):
        return set()
    if not (call.args and words_in(call.args[0]) == {"static"}):
        return set()
    return set().union(*(words_in(keyword.value) for keyword in call.kwargs if keyword.key == "filename"))


def test_the_sprite_contains_exactly_the_icons_in_use():
    shown = set().union(*(icons_named_in(call) for template in TEMPLATES for call in calls(template)))
    held = {symbol.get("id") for symbol in ElementTree.parse(ICONS).iter(f"{SVG}symbol")}
    assert held == shown


def test_every_icon_has_the_colour_of_its_text():
    for symbol in ElementTree.parse(ICONS).iter(f"{SVG}symbol"):
        assert symbol.get("viewBox") == "0 0 24 24", symbol.get("id")
        assert symbol.get("stroke") == "currentColor", symbol.get("id")


def test_every_static_file_named_in_a_template_exists():
    named = set().union(*(static_files_named_in(call) for template in TEMPLATES for call in calls(template)))
    assert named
    assert not {name for name in named if not (STATIC / name).is_file()}


def imported_by(module: Path) -> set[Path]:
    """Its static and dynamic imports."""
    names = re.findall(r'(?:from |import\()"(\.{1,2}/[^"]+)"', module.read_text())
    return {(module.parent / name).resolve() for name in names}


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_style_sheet_has_one_declaration_per_line(sheet: Path):
    code = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", sheet.read_text(), flags=re.DOTALL)
    assert not [line for line in code.splitlines() if line.count(";") > 1]


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_distance_that_has_a_token_uses_it(sheet: Path):
    tokens = re.findall(r"--space-\d+: ([\d.]+rem);", (STATIC / "css/tokens.css").read_text())
    assert tokens
    distances = re.findall(
        r"(?<![\w-])(?:padding|margin|gap|row-gap|column-gap)[a-z-]*: (.+);", sheet.read_text()
    )
    literals = set(re.findall(r"(?<![\w.])[\d.]+rem\b", " ".join(distances)))
    assert not literals & set(tokens)


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_every_imported_module_exists(module: Path):
    assert imported_by(module) <= set(MODULES)


def test_no_module_is_unused():
    imported = set().union(*map(imported_by, MODULES))
    worker = ROOT / "views/offline/precache.py"
    pages = "".join(page.read_text() for page in (*TEMPLATES, worker))
    assert not [
        name_of(module) for module in MODULES if module not in imported and name_of(module) not in pages
    ]


def test_there_are_no_import_cycles():
    """The service worker caches a module after its imports."""
    TopologicalSorter({module: imported_by(module) for module in MODULES}).prepare()


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_no_module_contains_text_for_users(module: Path):
    """Every word on screen comes from the page, so both languages work."""
    code = re.sub(r"^\s*//.*$", "", module.read_text(), flags=re.MULTILINE)
    texts = [plain or template for plain, template in STRING.findall(code)]
    sentences = [text for text in texts if re.search(r"[^\W\d_]{2,}\W+[^\W\d_]{2,}", text)]
    assert not [text for text in sentences if not FOR_THE_BROWSER.search(text)]


def test_pages_and_modules_agree_on_messages():
    given = set(re.findall(r'data-say="(\w+)"', "".join(template.read_text() for template in TEMPLATES)))
    taken = set(re.findall(r"\btexts\.(\w+)", "".join(module.read_text() for module in MODULES)))
    assert given
    assert taken == given


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_no_module_uses_features_refused_by_plain_http_or_the_policy(module: Path):
    code = module.read_text()
    for refused in ("innerHTML =", "insertAdjacentHTML", 'setAttribute("style"', "eval("):
        assert refused not in code
    assert ("randomUUID" in code) == (name_of(module) == "offline/outbox")  # never filled over plain http


@pytest.mark.parametrize("module", MODULES, ids=name_of)
def test_no_module_measures_a_time_with_a_clock_that_can_be_set_back(module: Path):
    """`Date.now() - x` may be negative; performance.now() is not, but is unknown to the next page."""
    across_pages = {"pad/drafts", "offline/connection-banner"}  # these expect a clock that was set back
    if name_of(module) not in across_pages:
        assert "Date.now() -" not in module.read_text()
