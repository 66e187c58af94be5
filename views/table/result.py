"""A session's result: standings, story, chart, picture and text."""

from __future__ import annotations

import re
import uuid
from functools import cached_property
from pathlib import Path

from flask import Response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from game.analysis.story import Story
from models import Change, Session
from models.table.ending import may_reopen
from views.table import bp
from views.table.rescoring import may_be_rescored
from views.table.standings import StandingsRow, standings_rows
from views.web.access import reader, session_of
from views.words.adjustments import adjustments_in_words
from views.words.changes import change_in_words
from views.words.chart import Chart
from views.words.deals import blocks_in_words
from views.words.hands import name_of, the_word
from views.words.pictures import fitted, fitting_size
from views.words.results import (
    Podium,
    early_in_words,
    handovers_in_words,
    headline_of,
    message_of,
    story_in_words,
    story_of,
    won_in_words,
)
from views.words.score_chart import score_chart
from views.words.score_sheet import ScoreSheet

# Distinguishable for colour-blind people too (after Okabe and Ito). A picture that is sent away has no style
# sheet, so it contains the light ones.
TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
SEAT_COLOURS = tuple(re.findall(r"--seat-\d: light-dark\((#\w+),", TOKENS.read_text(encoding="utf-8")))


@bp.get("/result.svg")
def result_picture(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The result as SVG, with colours independent of the theme."""
    reader(group_id)
    session = session_of(group_id, session_id)
    svg = render_template(
        "table/result/picture.svg",
        view=Result(session, may_score=False),
        seat_colours=SEAT_COLOURS,
        fitted=fitted,
        fitting_size=fitting_size,
    )
    return Response(svg, mimetype="image/svg+xml")


@bp.get("/result.txt")
def result_text(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    session = session_of(group_id, session_id)
    return Response(message_of(session) + "\n", mimetype="text/plain")


class Result:
    """Everything the page of a finished session shows."""

    def __init__(self, session: Session, *, may_score: bool) -> None:
        self.session = session
        self.may_score = may_score

    @cached_property
    def headline(self) -> str:
        return headline_of(self.session)

    @cached_property
    def story(self) -> Story | None:
        return story_of(self.session)

    @cached_property
    def summary(self) -> str:
        """The story as a sentence; "" without one."""
        return story_in_words(self.story, self.session)

    @property
    def deciding_hand(self) -> str:
        """Caption of the hand that decided the story; "" if it is of a player the story is about."""
        story = self.story
        if story is None or story.hand is None or story.hand.seat in story.side:
            return ""
        return _(
            "because %(name)s was caught with this in %(round)s %(number)d",
            name=name_of(story.hand.seat, self.session),
            round=the_word(self.session, "round"),
            number=story.round,
        )

    @property
    def block_winners(self) -> list[str]:
        return blocks_in_words(self.session)

    @property
    def notes(self) -> list[str]:
        """Sentences about an early end, handovers, and bonus and penalty points."""
        early = filter(None, [early_in_words(self.session)])
        return [*early, *handovers_in_words(self.session), *adjustments_in_words(self.session)]

    @property
    def closed(self) -> str:
        """Why it cannot be opened again; "" if it can."""
        return closed_in_words(self.session)

    @cached_property
    def rows(self) -> list[StandingsRow]:
        return standings_rows(self.session, self.session.upcoming_deal())

    @cached_property
    def podium(self) -> Podium:
        names_units = not self.session.rules.counts_points
        return Podium(self.rows, won_in_words(self.rows, self.session), names_units)

    @property
    def can_be_rescored(self) -> bool:
        """Whether other card values can be applied to what was played."""
        return bool(self.chart.curves) and may_be_rescored(self.session)

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet(self.session, self.changes)

    @cached_property
    def chart(self) -> Chart:
        return score_chart(self.session)

    @property
    def text(self) -> str:
        """The result as a message to the family chat."""
        return message_of(self.session)

    @cached_property
    def changes(self) -> list[Change]:
        return Change.last_and_corrections(self.session)

    @property
    def last_change(self) -> Change | None:
        """The change that the undo button would undo."""
        return Change.last_step(self.changes) if self.may_score else None

    @property
    def last_words(self) -> str:
        """The newest change, in words."""
        return change_in_words(self.last_change, self.session) if self.last_change else ""


def closed_in_words(session: Session) -> str:
    """Why a finished session cannot be opened again; "" if it can."""
    if may_reopen(session):
        return ""
    return _("Only one is left, so the game cannot go on. Correct a round if something is wrong.")
