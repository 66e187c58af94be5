"""A group with a form of every kind, which several files send in wrong ways."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from tests.views.web.place import Place, new_place
from views.web.limits import limiter


@pytest.fixture(scope="session")
def built_place(sqlite_app: Flask, migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    return new_place(sqlite_app, migrated_file, tmp_path_factory.mktemp("place"))


@pytest.fixture(scope="module")
def place(built_place: Place) -> Place:
    """Its database is restored before a request, if an earlier request changed it."""
    limiter.enabled = False
    built_place.restore()
    return built_place
