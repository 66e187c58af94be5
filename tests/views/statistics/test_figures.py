"""Number formats per language."""

import uuid
from datetime import date

import pytest
from flask import render_template

from models.statistics.records import Milestone


@pytest.mark.parametrize(
    ("language", "word", "count"), [("en", "games", "1,500"), ("sv", "partier", "1\xa0500")]
)
def test_a_milestone_above_a_thousand_uses_the_number_format_of_the_language(app, language, word, count):
    milestone = Milestone(uuid.uuid4(), uuid.uuid4(), date(2026, 1, 9), nth=1500, wins=None)
    with app.test_request_context(headers={"Accept-Language": language}):
        text = render_template("statistics/_milestone.html", milestone=milestone)
    assert text == f"{count} {word}"
