"""A server that really runs, on each database, and the same database from here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.databases import lay_anew, new_postgres
from tests.trust.place import Place


@pytest.fixture(scope="module")
def place(database: str, migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("place")
    with ExitStack() as stack:
        if database == "sqlite":
            lay_anew(migrated_file, folder / "served.sqlite3")
            url = f"sqlite:///{folder / 'served.sqlite3'}"
        else:
            url = stack.enter_context(new_postgres("trust"))
        place = Place(folder, url)
        stack.callback(place.close)
        place.served.first_answer()
        yield place
