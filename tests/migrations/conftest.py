"""A database that nothing has been done to, on each engine."""

import pytest

from tests.databases import app_on, let_go, new_postgres


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request, tmp_path):
    """A database that nothing has been done to."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new.sqlite3'}"
    else:
        with new_postgres("migrations") as url:
            yield url


@pytest.fixture
def app(url):
    app = app_on(url)
    yield app
    let_go(app)
