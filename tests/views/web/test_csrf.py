"""Every request that changes something needs the token of the phone that sends it."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from models.database import SAFE_METHODS
from tests.phone import Phone
from tests.sampling import full_only
from tests.views.endpoints import NEEDS
from tests.views.web.place import Place, filled
from tests.views.web.test_gate import unsafe

pytestmark = full_only

EXEMPT: dict[str, str] = {}  # endpoint → the reason why it needs no token
KINDS = ("no token", "a wrong token", "the token of another phone")


@pytest.fixture(scope="module")
def tokens(place):
    """The value of csrf_token that is sent, by kind."""
    stranger = Phone(place.app)
    return dict(zip(KINDS, ("", "wrong", stranger.token()), strict=True))


def methods_of(app: Flask) -> list[tuple[str, str]]:
    """Endpoint and method of all requests that change something."""
    return sorted((rule.endpoint, each) for rule in unsafe(app) for each in rule.methods - {*SAFE_METHODS})


def test_only_the_listed_endpoints_are_exempt(place):
    protection = place.app.extensions["csrf"]
    views = {
        name for name, view in place.app.view_functions.items() if _path(view) in protection._exempt_views
    }
    assert views == EXEMPT.keys()
    assert protection._exempt_blueprints == set()
    assert place.app.config["WTF_CSRF_ENABLED"]
    assert place.app.config["WTF_CSRF_CHECK_DEFAULT"]
    assert {method for _endpoint, method in methods_of(place.app)} <= place.app.config["WTF_CSRF_METHODS"]


def _path(view) -> str:
    return f"{view.__module__}.{view.__name__}"


def test_a_request_without_the_token_of_its_phone_is_refused(place, tokens, subtests):
    requests = [each for each in methods_of(place.app) if each[0] not in EXEMPT]
    assert len(requests) > 70
    for endpoint, method in requests:
        for kind, token in tokens.items():
            with subtests.test(f"{method} {endpoint} with {kind}"):
                answer = _send(place, endpoint, method, token)
                assert answer.status_code == 400
                assert "<h1" in answer.get_data(as_text=True)
                assert place.rows().as_text == place.before.as_text


def test_the_same_request_with_its_token_is_accepted(place, subtests):
    """So that the requests above are refused for their token."""
    effects = set()
    for endpoint, method in methods_of(place.app):
        with subtests.test(f"{method} {endpoint}"):
            answer = _send(place, endpoint, method, _phone(place, endpoint).token())
            assert answer.status_code in (200, 303, 404, 409, 422)
            if place.rows().as_text != place.before.as_text:
                effects.add(endpoint)
    assert len(effects) > 45


def _send(place: Place, endpoint: str, method: str, token: str):
    """By a phone that may send it."""
    form, phone = place.forms[endpoint][0], _phone(place, endpoint)
    return place.send(phone, form.action, MultiDict(filled(form, endpoint)), token, method)


def _phone(place: Place, endpoint: str) -> Phone:
    """One of the weakest role; the owner’s for own hands and for the deletion of a session with rounds."""
    if endpoint.startswith("live.") or endpoint == "table.remove_session":
        return place.phone
    return place.phones[NEEDS[endpoint]]
