"""A database on each engine, empty or with the newest schema."""

import pytest

from tests.databases import app_on, let_go, new_postgres, replace_database


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def engine(request):
    return request.param


@pytest.fixture
def url(engine, tmp_path):
    """An empty database."""
    if engine == "sqlite":
        yield f"sqlite:///{tmp_path / 'new.sqlite3'}"
    else:
        with new_postgres() as url:
            yield url


@pytest.fixture
def migrated_url(engine, tmp_path, migrated_file):
    """A database with the newest schema and no rows."""
    if engine == "sqlite":
        replace_database(migrated_file, tmp_path / "migrated.sqlite3")
        yield f"sqlite:///{tmp_path / 'migrated.sqlite3'}"
    else:
        with new_postgres(migrated=True) as url:
            yield url


@pytest.fixture
def new_app(url):
    """The application on an empty database."""
    app = app_on(url)
    yield app
    let_go(app)


@pytest.fixture
def app(migrated_url):
    """The application on a database with the newest schema and no rows."""
    app = app_on(migrated_url)
    yield app
    let_go(app)
