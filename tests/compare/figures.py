"""Counts of the source of a tree: its size, the files that name a field, functions and files used once."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

NOT_PRODUCT = {"tests", "migrations", "translations", ".venv", ".compare", ".git", "node_modules", "instance"}
NAMING = (".py", ".js", ".html")  # the files that are searched for the name of a field
FIELDS = ("multipliers", "adjustments")
Function = ast.FunctionDef | ast.AsyncFunctionDef


def figures(folder: Path, fields: Sequence[str] = FIELDS) -> dict[str, int]:
    """The counts of a tree, by their names in the report."""
    files = {path.relative_to(folder): path.read_text(encoding="utf-8") for path in product_files(folder)}
    sources = {path: text for path, text in files.items() if path.suffix == ".py"}
    trees = {path: ast.parse(text) for path, text in sources.items()}
    once = functions_used_once(trees)
    counts = {
        "Python files": len(sources),
        "Python lines": sum(len(text.splitlines()) for text in sources.values()),
        "functions": sum(isinstance(node, Function) for tree in trees.values() for node in ast.walk(tree)),
    }
    for name in fields:
        counts[f"files that name “{name}”"] = sum(name in text for text in files.values())
    counts["private functions used once"] = sum(name.startswith("_") for name in once)
    counts["public functions used once"] = sum(not name.startswith("_") for name in once)
    counts["files with one importer"] = len(files_with_one_importer(trees))
    return counts


def product_files(folder: Path) -> Iterator[Path]:
    """The source files without tests, migrations and translations."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.suffix in NAMING and not NOT_PRODUCT & set(parts[:1]) and path.is_file():
            yield path


def functions_used_once(trees: dict[Path, ast.Module]) -> list[str]:
    """Names of functions at the top of a module that are used at one place.

    A private name is looked for in its own module, a public one in all; an import is no use. Public ones with
    a decorator, such as views, are left out.
    """
    uses = {path: Counter(_uses(tree)) for path, tree in trees.items()}
    everywhere = sum(uses.values(), Counter[str]())
    once = []
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, Function) and (node.name.startswith("_") or not node.decorator_list):
                counted = uses[path] if node.name.startswith("_") else everywhere
                once += [node.name] * (counted[node.name] == 1)
    return once


def _uses(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def files_with_one_importer(trees: dict[Path, ast.Module]) -> list[Path]:
    """The files, without packages, that exactly one other file imports."""
    importers: dict[Path, set[Path]] = {path: set() for path in trees}
    for path, tree in trees.items():
        for name in _imports(tree):
            target = Path(*name.split(".")).with_suffix(".py")
            if target in importers and target != path:
                importers[target].add(path)
    return [path for path, others in importers.items() if len(others) == 1 and path.name != "__init__.py"]


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
