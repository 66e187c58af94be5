"""A running server, and the application on the same database: on SQLite, and with `--chaos` on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.databases import new_postgres, replace_database
from tests.sampling import chaos
from tests.trust.place import Place

ENGINES = ["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, chaos])]


@pytest.fixture(scope="module", params=ENGINES)
def place(
    request: pytest.FixtureRequest, migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    folder = tmp_path_factory.mktemp("place")
    with ExitStack() as stack:
        if request.param == "sqlite":
            replace_database(migrated_file, folder / "served.sqlite3")
            url = f"sqlite:///{folder / 'served.sqlite3'}"
        else:
            url = stack.enter_context(new_postgres(migrated=True))
        place = Place(folder, url)
        stack.callback(place.close)
        place.served.first_answer()
        yield place


@pytest.fixture(scope="module")
def on_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with (
        new_postgres(migrated=True) as url,
        closing(Place(tmp_path_factory.mktemp("place"), url)) as place,
    ):
        place.served.first_answer()
        yield place
