"""Figures as the page's language writes them."""

import uuid
from datetime import date

import pytest
from flask import render_template

from models.statistics.honours import Milestone


@pytest.mark.parametrize(
    ("language", "word", "count"), [("en", "games", "1,500"), ("sv", "partier", "1\xa0500")]
)
def test_a_milestone_past_a_thousand_is_written_like_every_other_figure(app, language, word, count):
    milestone = Milestone(uuid.uuid4(), uuid.uuid4(), date(2026, 1, 9), nth=1500, wins=None)
    with app.test_request_context(headers={"Accept-Language": language}):
        said = render_template("statistics/_milestone.html", milestone=milestone)
    assert said == f"{count} {word}"
