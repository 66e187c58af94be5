"""README.md and docs/: all names exist, and all commands, settings and folders are documented."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from flask.cli import FlaskGroup, ScriptInfo

from app import create_app
from commands.serve import serve
from settings import READ

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = [README, ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
MAX_LINES = 90  # of README.md
MAX_FEATURE_WORDS = 12
MAX_PICTURE_BYTES = 150_000

LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
CODE = re.compile(r"`([^`\n]+)`")
CODE_BLOCK = re.compile(r"(?<=\n\n)(?: {4,}\S.*\n)+")
PATH = re.compile(r"[\w.-]+(?:/[\w.-]*)+|[\w.-]+\.(?:md|py|toml|json|txt|lock|png|csv|service)")
MAKE = re.compile(r"(?:^|&& )(?:\w+=\S+ )*make ([a-z][\w-]*)", re.MULTILINE)
FLASK = re.compile(r"flask --app app((?: [^\s']+)+)")
CREATED_LATER = ("instance/", ".venv/")  # created by make run and by the server
NOT_A_PATH = {"Europe/Stockholm"}

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def code(page: Path) -> list[str]:
    """The code spans of a page, and the lines of its code blocks."""
    text = page.read_text()
    return code_lines(text) + CODE.findall(CODE_BLOCK.sub("\n", text))


def code_lines(text: str) -> list[str]:
    """The lines of the code blocks."""
    return [line.strip() for block in CODE_BLOCK.findall(f"\n{text}") for line in block.splitlines()]


def section(page: Path, heading: str) -> str:
    """The text below a heading of the second level."""
    return page.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables, without separator lines."""
    lines = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line] for line in lines if set(line[0]) - set(" -|")]


def first_column(text: str) -> list[str]:
    """The code spans in the first cells of the tables."""
    return [name for row in rows(text) for name in CODE.findall(row[0])]


def anchors(page: Path) -> set[str]:
    """The fragments of the headings on GitHub."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def make_targets() -> set[str]:
    [targets] = re.findall(r"^\.PHONY:(.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return set(targets.split())


def test_the_readme_is_short():
    assert len(README.read_text().splitlines()) <= MAX_LINES
    features = re.findall(r"^- (.+(?:\n  .+)*)", section(README, "Features"), re.MULTILINE)
    assert [text for text in features if len(text.split()) > MAX_FEATURE_WORDS] == []
    assert len(features) > 1


def test_the_readme_begins_with_the_commands_of_a_newcomer():
    start = code_lines(section(README, "Start"))
    assert [line.split()[0] for line in start[:2]] == ["git", "cd"]
    assert start[2:5] == ["make run", "TLS=1 make run", "make demo"]
    assert start[5].startswith("podman build ")
    assert code_lines(section(README, "Development")) == ["make test"]


def test_the_pictures_are_small():
    pictures = [path for path in DOCS.iterdir() if path.suffix != ".md"]
    assert [path.name for path in pictures if path.stat().st_size > MAX_PICTURE_BYTES] == []
    assert {f"docs/{path.name}" for path in pictures} == set(
        re.findall(r'<img src="([^"]+)"', README.read_text())
    )


def test_the_readme_links_to_every_page():
    links = {link for found in LINK.findall(README.read_text()) for link in found}
    assert {str(page.relative_to(ROOT)) for page in PAGES if page != README} - links == set()


@pages
def test_every_link_leads_somewhere(page):
    broken = []
    for link in ("".join(found) for found in LINK.findall(page.read_text())):
        if "://" in link:
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (fragment and fragment not in anchors(target)):
            broken.append(link)
    assert broken == []


@pages
def test_every_path_exists(page):
    """A path is relative to the project; a file name alone may be anywhere in it."""
    names = {path.name for folder in ROOT.iterdir() if is_ours(folder) for path in folder.rglob("*.*")}
    names |= {path.name for path in ROOT.iterdir()}
    paths = [span for span in code(page) if PATH.fullmatch(span) and span not in NOT_A_PATH]
    missing = [
        path
        for path in paths
        if not path.startswith(CREATED_LATER) and not ((ROOT / path).exists() or path in names)
    ]
    assert missing == []


def test_every_setting_is_documented_and_every_documented_setting_is_read():
    documented = first_column((DOCS / "configuration.md").read_text())
    read_by_serve = {option.envvar for option in serve.params if isinstance(option, click.Option)}
    assert sorted(documented) == sorted({*READ, *read_by_serve})


def test_every_documented_default_is_the_default():
    documented = {row[0].strip("`"): row[-1] for row in rows((DOCS / "configuration.md").read_text())}
    wrong = [name for name, default in READ.items() if default and documented[name] != f"`{default}`"]
    assert wrong == []


def test_every_make_target_is_documented_and_every_documented_target_exists():
    table = first_column(section(DOCS / "development.md", "Make targets"))
    documented = [command.removeprefix("make ") for command in table if command.startswith("make ")]
    assert sorted(documented) == sorted(make_targets())


@pages
def test_every_make_command_exists(page):
    named = {target for text in code(page) for target in MAKE.findall(text)}
    assert named - make_targets() == set()


@pytest.fixture(scope="module")
def flask_commands() -> FlaskGroup:
    app = create_app(
        {
            "DATABASE_URL": "sqlite://",
            "SECRET_KEY": "only for this test, and long enough",
            "UPGRADE_ON_START": False,
        }
    )
    return FlaskGroup(create_app=lambda: app)


@pages
def test_every_flask_command_exists_and_has_the_options(page, flask_commands):
    found = [words.split() for text in code(page) for words in FLASK.findall(text)]
    assert [words for words in found if not is_command(flask_commands, words)] == []


def is_command(commands: FlaskGroup, words: list[str]) -> bool:
    command: click.Command | None = commands
    words = list(words)
    with click.Context(commands, obj=ScriptInfo(create_app=commands.create_app)) as context:
        while isinstance(command, click.Group) and words:
            command = command.get_command(context, words.pop(0))
    if command is None or (isinstance(command, click.Group) and not command.invoke_without_command):
        return False
    options = {name for option in command.params for name in option.opts}
    return {word for word in words if word.startswith("--")} <= options


def test_the_folder_map_names_every_package():
    named = {name.strip("/") for name in first_column(section(DOCS / "development.md", "Folders"))}
    packages = {path.name for path in ROOT.iterdir() if is_ours(path) and any(path.glob("*.py"))}
    assert packages - named == set()


def is_ours(folder: Path) -> bool:
    return folder.is_dir() and folder.name[0] != "." and folder.name not in ("instance", "node_modules")
