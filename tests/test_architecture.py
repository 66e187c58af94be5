"""The architecture of the project: permitted imports, and constructs that must not occur."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# Each layer may import itself and those after it.
LAYERS = ("views", "forms", "files", "models", "game")
# What each folder of game/ may import besides itself.
GAME = {
    "rulebook": {"variants", "referee", "scoring"},
    "variants": {"scoring"},
    "analysis": {"scoring"},
    "tournament": {"scoring"},
    "referee": set(),
    "scoring": set(),
}
# Packages that they may import.
PACKAGES = {
    "analysis": {"msgspec", "openskill"},
    "rulebook": {"jinja2", "markdown_it", "rapidfuzz", "snowballstemmer"},
    "scoring": {"msgspec"},
    "variants": {"jsonschema", "msgspec"},
}
TOP = ("app", "settings", "commands")
SERVER = ("serving",)  # imports none of the others
# Rooms of views/ (or a file of one) that every room may import, and which of them these may import.
FOR_ALL = {
    "words": {"web"},
    "web": set(),
    "live": {"web", "words"},
    "offline": {"web", "words"},
    "statistics/filter.py": {"words"},
}
NOT_OURS = {".venv", ".git", ".compare", "node_modules", "instance"}
VARIANT_NAMES = {"vandatta", "vandatta_pagat", "swedish_pursuit", "derange", "vatikan"}


DELETABLE = {"Session", "Night", "Tournament", "model"}


def files(*folders, suffix=".py"):
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob(f"*{suffix}"))]
    return [path for path in found if "__pycache__" not in path.parts]


def own_files():
    """All Python files that are not tests."""
    top_level = sorted(ROOT.glob("*.py"))
    folders = [name for name in (*LAYERS, *TOP, *SERVER, "migrations") if (ROOT / name).is_dir()]
    return top_level + files(*folders)


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(path):
    return tuple(ast.walk(tree(path)))


def imported(path):
    """The top-level name of each imported module, with the line."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: a relative import"
            yield (node.module or "").partition(".")[0], node.lineno


def modules_imported(path):
    """The project files that a file imports, also for types only, with the line."""
    for name, line in names_imported(path):
        place = ROOT / name.replace(".", "/")
        for file in (place.with_suffix(".py"), place / "__init__.py"):
            if file.is_file():
                yield file, line


def names_imported(path):
    """The full name of each import: models.session, and models.session.Session."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from ((name, node.lineno) for name in names)


def shown(path, line=0):
    return f"{path.relative_to(ROOT)}:{line}"


def test_imports_follow_the_layers(subtests):
    for layer in LAYERS:
        with subtests.test(layer):
            above = {*LAYERS[: LAYERS.index(layer)], *TOP, "migrations", "tests"}
            wrong = [
                shown(path, line) for path in files(layer) for name, line in imported(path) if name in above
            ]
            assert wrong == []


@pytest.mark.parametrize("folder", SERVER)
def test_the_server_imports_nothing_of_the_application(folder):
    forbidden = {*LAYERS, *TOP, "migrations", "tests"}
    wrong = [
        shown(path, line) for path in files(folder) for name, line in imported(path) if name in forbidden
    ]
    assert wrong == []


def test_folders_of_game_import_only_what_they_may():
    assert {path.name for path in (ROOT / "game").iterdir() if is_room(path)} == GAME.keys()
    wrong = []
    for folder, others in GAME.items():
        for path in files(f"game/{folder}"):
            for name, line in names_imported(path):
                if name.startswith("game.") and name.split(".")[1] not in {folder, *others, "texts"}:
                    wrong.append(shown(path, line))
    assert wrong == []


def test_only_entry_points_import_the_application():
    for path in (ROOT / "settings.py", *files("commands")):
        assert "app" not in {name for name, _line in imported(path)}, path


def test_there_are_no_import_cycles():
    """Neither indirectly nor for types. A package and its files may import each other: pages import the
    blueprint of their room, and the room imports its pages, as usual with Flask.
    """
    imports = {
        path: {file for file, _line in modules_imported(path) if not is_package_of(file, path)}
        for path in own_files()
    }
    while True:
        targets = {file for imported in imports.values() for file in imported}
        cyclic = {path: imported & imports.keys() for path, imported in imports.items() if path in targets}
        cyclic = {path: imported for path, imported in cyclic.items() if imported}
        if cyclic == imports:
            break
        imports = cyclic
    assert [shown(path) for path in sorted(imports)] == []


def is_package_of(file, path):
    return file.name == "__init__.py" and file.parent in path.parents


def test_rooms_import_no_other_room():
    """Except those that are meant for all rooms."""
    wrong = []
    for room in rooms():
        for path in files(f"views/{room.name}"):
            own = within_views(path)
            allowed = FOR_ALL[own] if own in FOR_ALL else {room.name, *FOR_ALL.get(room.name, FOR_ALL)}
            for file, line in modules_imported(path):
                if (ROOT / "views") in file.parents[1:] and not allowed & {of_room(file), within_views(file)}:
                    wrong.append(shown(path, line))
    assert wrong == []


def of_room(path):
    return path.relative_to(ROOT / "views").parts[0]


def within_views(path):
    return path.relative_to(ROOT / "views").as_posix()


@pytest.mark.parametrize("beside", ["templates", "tests/views"])
def test_templates_and_tests_have_the_same_rooms(beside):
    allowed = {room.name for room in rooms()} | {"charts"}
    assert {path.name for path in (ROOT / beside).iterdir() if is_room(path)} <= allowed


def test_each_room_has_a_docstring():
    for room in rooms():
        assert ast.get_docstring(tree(room / "__init__.py")), room


def test_each_room_imports_exactly_its_pages():
    """A page that is not imported has no address."""
    for room in rooms():
        own = set(files(f"views/{room.name}")) - {room / "__init__.py"}
        imported = {file for file, _line in modules_imported(room / "__init__.py")}
        assert imported & own == {path for path in own if is_page(path)}, room


def is_page(path):
    """Whether a file adds addresses to the blueprint of its room."""
    return any(
        isinstance(node, ast.FunctionDef)
        and any("bp" in names_in(decorator) for decorator in node.decorator_list)
        for node in tree(path).body
    )


def names_in(expression):
    return {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}


def test_class_names_in_views_are_unique():
    """So that the name says whose class it is."""
    classes = [node.name for path in files("views") for node in nodes(path) if isinstance(node, ast.ClassDef)]
    assert {name for name in classes if classes.count(name) > 1} == set()


def rooms():
    return [path for path in sorted((ROOT / "views").iterdir()) if is_room(path)]


def is_room(path):
    """A folder with more in it than bytecode, which stays when the room that it was has gone."""
    bytecode = "__pycache__"
    return path.is_dir() and path.name != bytecode and any(file.name != bytecode for file in path.iterdir())


@pytest.mark.parametrize("folder", GAME)
def test_game_imports_only_the_standard_library_and_listed_packages(folder):
    allowed = sys.stdlib_module_names | {"game"} | PACKAGES.get(folder, set())
    wrong = [
        shown(path, line)
        for path in files(f"game/{folder}")
        for name, line in imported(path)
        if name not in allowed
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", ["scoring", "referee", "variants", "rulebook"])
def test_game_gets_time_and_randomness_as_arguments(folder):
    types_of_fields = {"datetime", "uuid"}
    of_sheets = ("counts", "facts", "operations", "restoring", "shown", "snapshot")
    with_types = {f"game/scoring/{name}.py:0" for name in of_sheets}
    forbidden = {"random", "time", "datetime", "secrets", "os", "uuid"}
    if folder == "variants":
        forbidden -= {"os"}
    wrong = [
        shown(path, line)
        for path in files(f"game/{folder}")
        for name, line in imported(path)
        if name in (forbidden - types_of_fields if shown(path) in with_types else forbidden)
    ]
    assert wrong == []


def test_models_and_forms_do_not_read_the_clock():
    wrong = [
        shown(path, node.lineno)
        for path in files("models", "forms")
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and node.attr in ("now", "utcnow", "today")
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", ["game", "models", "forms"])
def test_layers_below_views_do_not_import_flask_with_listed_exceptions(folder):
    allowed = {"models/database.py", "models/migrating.py", "models/backup/__init__.py"} | {
        str(p.relative_to(ROOT)) for p in files("forms")
    }
    wrong = [
        shown(path, line)
        for path in files(folder)
        for name, line in imported(path)
        if name in ("flask", "flask_wtf", "wtforms", "flask_babel")
        and str(path.relative_to(ROOT)) not in allowed
    ]
    assert wrong == []


def test_queries_say_whether_they_mean_what_is_in_the_recycle_bin():
    """A query that picks rows by their group or night has a condition of models/deletion.py."""
    wrong = [
        shown(path, picked.lineno)
        for path in files("models", "files", "views", "commands")
        for statement in statements(path)
        for picked in nodes_of(statement)
        if _picks_deletable(picked) and not names_of(statement) & {"visible", "visible_in", "ever_in"}
    ]
    assert wrong == []


def statements(path):
    """Functions, with those of classes, and what else a module does."""
    for node in tree(path).body:
        yield from node.body if isinstance(node, ast.ClassDef) else [node]


def nodes_of(statement):
    return list(ast.walk(statement))


def names_of(statement):
    return {node.attr for node in nodes_of(statement) if isinstance(node, ast.Attribute)}


def _picks_deletable(node):
    """Session.group_id == …, or Night.id.in_(…) and the like of a column with a group or a night."""
    if isinstance(node, ast.Compare):
        return any(map(_places_deletable, [node.left, *node.comparators]))
    of_column = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return of_column and node.func.attr in ("in_", "not_in") and _places_deletable(node.func.value)


def _places_deletable(node):
    is_column = isinstance(node, ast.Attribute) and node.attr in ("group_id", "night_id")
    return is_column and isinstance(node.value, ast.Name) and node.value.id in DELETABLE


def test_no_class_name_occurs_twice():
    """A name that is looked up leads to one class."""
    names = Counter(
        node.name for path in own_files() for node in nodes(path) if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_no_code_compares_the_name_of_a_variant():
    """Differences between variants are data: a rule, a word, an option."""
    wrong = []
    for path in own_files():
        if any(path.is_relative_to(ROOT / folder) for folder in ("game/variants", "commands/demo")):
            continue
        for node in nodes(path):
            if isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                named = [s for s in sides if isinstance(s, ast.Constant) and s.value in VARIANT_NAMES]
                of_variant = [s for s in sides if isinstance(s, ast.Attribute) and s.attr == "variant"]
                of_variant = [] if any(_is_column(s) for s in of_variant) else of_variant
                if named or (of_variant and any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops)):
                    wrong.append(shown(path, node.lineno))
            elif isinstance(node, ast.Constant) and node.value in VARIANT_NAMES:
                wrong.append(shown(path, node.lineno))
    assert wrong == []


def _is_column(attribute):
    """Outcome.variant == … in a query selects rows."""
    return isinstance(attribute.value, ast.Name) and attribute.value.id[0].isupper()


def test_no_template_compares_the_name_of_a_variant():
    wrong = [
        shown(path)
        for path in files("templates", suffix="")
        if path.is_file()
        and any(f"{q}{name}{q}" in path.read_text() for name in VARIANT_NAMES for q in "'\"")
    ]
    assert wrong == []


def test_no_module_hides_one_of_the_standard_library():
    names = {p.stem for p in ROOT.iterdir() if (p.is_dir() and any(p.glob("*.py"))) or p.suffix == ".py"}
    assert names & sys.stdlib_module_names == set()


def test_folder_names_are_specific():
    vague = {"utils", "util", "helpers", "services", "common", "misc", "lib", "core", "stuff"}
    folders = {path.name for path in ROOT.rglob("*") if path.is_dir() and not NOT_OURS & set(path.parts)}
    assert folders & vague == set()


def test_there_are_no_print_calls():
    wrong = [
        shown(path, node.lineno)
        for path in own_files()
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "breakpoint")
    ]
    assert wrong == []


def test_templates_contain_no_inline_script_style_or_handler(subtests):
    for path in files("templates", suffix=".html"):
        with subtests.test(shown(path)):
            text = path.read_text(encoding="utf-8")
            lowered = text.lower()
            assert "<style" not in lowered
            assert " style=" not in lowered
            assert "javascript:" not in lowered
            assert "|safe" not in lowered.replace(" ", "")
            assert "{% autoescape" not in lowered
            for handler in ("onclick", "onsubmit", "onload", "onchange", "oninput", "onerror", "onfocus"):
                assert f"{handler}=" not in lowered
            for piece in lowered.split("<script")[1:]:
                tag, _closed, rest = piece.partition(">")
                assert "src=" in tag
                assert rest.startswith("</script>")


def test_markup_is_created_in_listed_files_only():
    """They call Markup(...) with our own text only."""
    allowed = {
        "views/web/qr.py",
        "views/live/fragments.py",
        "views/web/pages.py",
        "views/rules/prose.py",
        "views/referee/referee.py",
        "views/games/games.py",
    }
    found = {
        str(path.relative_to(ROOT))
        for path in own_files()
        for node in nodes(path)
        if isinstance(node, ast.Name) and node.id == "Markup"
    }
    assert found <= allowed


def test_no_file_names_a_place_outside_the_project():
    outside = re.compile(r"(?<![\w.])/(tmp|root|home)/")
    texts = [
        *own_files(),
        *files("templates", "static", suffix=""),
        ROOT / "README.md",
        *sorted((ROOT / "docs").glob("*.md")),
        ROOT / "tests/README.md",
        ROOT / "Makefile",
    ]
    wrong = [
        shown(path)
        for path in texts
        if path.is_file() and outside.search(path.read_text(encoding="utf-8", errors="ignore"))
    ]
    assert wrong == []
