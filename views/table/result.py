"""How a session ended: who stands where, what there is to tell, the picture and the words to carry away."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from models import Change, Session
from review.story import Story
from views.table.standings import StandingsRow, standings_rows
from views.web.access import reader, session_of
from views.wording.changes import change_in_words
from views.wording.chart import Chart
from views.wording.deals import blocks_in_words
from views.wording.hands import name_of
from views.wording.phrases import listed
from views.wording.pictures import fitted
from views.wording.results import early_in_words, headline_of, message_of, score
from views.wording.score_chart import score_chart
from views.wording.score_sheet import ScoreSheet
from views.wording.story import story_in_words, story_of

results = Blueprint("results", __name__)

MOST_ON_STEPS = 4
LONG_NAME, VERY_LONG_NAME = 9, 22  # letters of the winners' names, from which they are written smaller

# Told apart by colour-blind people too (after Okabe and Ito). A picture that is sent away has no style sheet,
# so it takes the light ones from there.
TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
SEAT_COLOURS = tuple(re.findall(r"--seat-\d: light-dark\((#\w+),", TOKENS.read_text(encoding="utf-8")))


@results.get("/result.svg")
def picture(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The result as one picture that stands alone: its colours are its own, whatever the theme."""
    reader(group_id)
    session = session_of(group_id, session_id)
    svg = render_template(
        "table/result/picture.svg",
        view=Result(session, may_score=False),
        seat_colours=SEAT_COLOURS,
        fitted=fitted,
    )
    return Response(svg, mimetype="image/svg+xml")


@results.get("/result.txt")
def text(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    session = session_of(group_id, session_id)
    return Response(message_of(session) + "\n", mimetype="text/plain")


@dataclass(frozen=True)
class Step:
    """Everybody on it shares its rank."""

    rank: int
    rows: Sequence[StandingsRow]

    @property
    def width(self) -> int:
        return min(len(self.rows), MOST_ON_STEPS)


class Podium:
    """The winner's moment. rows: the standings, best first."""

    def __init__(self, session: Session, rows: Sequence[StandingsRow]) -> None:
        self.session, self.rows = session, rows

    @cached_property
    def steps(self) -> list[Step]:
        """Whole ranks as long as four fit; the first step always, however many share it."""
        ranked = [(row.rank, row) for row in self.rows if row.rank is not None]
        steps: list[Step] = []
        for rank, together in groupby(ranked, key=lambda pair: pair[0]):
            step = Step(rank, [row for _rank, row in together])
            if steps and sum(len(s.rows) for s in steps) + len(step.rows) > MOST_ON_STEPS:
                break
            steps.append(step)
        return steps

    @property
    def floor(self) -> list[StandingsRow]:
        """Who stands on no step; who left before the end comes last."""
        raised = {id(row) for step in self.steps for row in step.rows}
        return [row for row in self.rows if id(row) not in raised]

    @cached_property
    def names(self) -> str:
        """The winners'; "" where nothing was played."""
        return listed([row.names for row in self.rows if row.leads])

    @property
    def size(self) -> str:
        """How large the names can be written: a class of static/css/podium.css."""
        if len(self.names) < LONG_NAME:
            return ""
        return "long" if len(self.names) < VERY_LONG_NAME else "very-long"

    @property
    def said(self) -> str:
        """ "wins with 96"."""
        won = [row for row in self.rows if row.leads]
        if not won:
            return ""
        if self.session.scoring_rules.counts_wins:
            if len(won) == 1:
                return ngettext("%(num)d win, the most", "%(num)d wins, the most", won[0].total)
            return ngettext("%(num)d win each, the most", "%(num)d wins each, the most", won[0].total)
        together = len(won) > 1 or len(won[0].players) > 1
        total = score(won[0].total, self.session)
        return (
            _("win together with %(total)s", total=total)
            if together
            else _("wins with %(total)s", total=total)
        )


class Result:
    """Everything the page of a finished session shows."""

    def __init__(self, session: Session, *, may_score: bool) -> None:
        self.session = session
        self.last_change = Change.last_of(session) if may_score else None

    @cached_property
    def headline(self) -> str:
        return headline_of(self.session)

    @cached_property
    def story(self) -> Story | None:
        return story_of(self.session)

    @cached_property
    def told(self) -> str:
        """The story as a sentence, "" where there is none."""
        return story_in_words(self.story, self.session)

    @property
    def whose_hand(self) -> str:
        """Whose hand did it, where the sentence does not say so."""
        if self.story is None or self.story.hand is None or self.story.hand.seat in self.story.side:
            return ""
        return name_of(self.story.hand.seat, self.session)

    @property
    def blocks(self) -> list[str]:
        return blocks_in_words(self.session)

    @property
    def early(self) -> str:
        return early_in_words(self.session)

    @cached_property
    def rows(self) -> list[StandingsRow]:
        return standings_rows(self.session, self.session.deal_to_come())

    @cached_property
    def podium(self) -> Podium:
        return Podium(self.session, self.rows)

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet(self.session)

    @cached_property
    def chart(self) -> Chart:
        return score_chart(self.session)

    @property
    def text(self) -> str:
        """The result as a message to the family chat."""
        return message_of(self.session)

    @property
    def last_words(self) -> str:
        """What was done last."""
        return change_in_words(self.last_change, self.session) if self.last_change else ""
