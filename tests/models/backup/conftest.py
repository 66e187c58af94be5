"""Additional databases for a test, on each engine."""

from contextlib import ExitStack

import pytest

from tests.databases import app_on, let_go, new_postgres, replace_database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def another(request, migrated_file, tmp_path):
    """another() is an application on a new database; another(migrated=False) on an empty one."""
    with ExitStack() as stack:
        made = []

        def make(*, migrated=True):
            name = f"backup_{len(made)}"
            if request.param == "sqlite":
                url = f"sqlite:///{tmp_path / name}.sqlite3"
                if migrated:
                    replace_database(migrated_file, tmp_path / f"{name}.sqlite3")
            else:
                url = stack.enter_context(new_postgres(migrated=migrated))
            app = app_on(url)
            made.append(app)
            stack.callback(let_go, app)
            return app

        yield make
