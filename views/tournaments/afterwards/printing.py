"""The evening on paper, for the wall of the club: totals, the cut, the play-off, decisions, who sat where."""

from __future__ import annotations

import uuid
from itertools import groupby

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from models.tournament.reading import AtTable
from views.tournaments.afterwards.message import about_evening
from views.tournaments.board import EveningBoard
from views.web.access import reader, tournament_of
from views.wording.phrases import stage_name

printing = Blueprint("evening_paper", __name__, url_prefix="/paper")


@printing.get("")
def show(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    board = EveningBoard(tournament_of(group_id, tournament_id), is_umpire=False)
    return render_template(
        "tournaments/printing.html", view=board, about=about_evening(board.tournament), seated=_seated(board)
    )


def _seated(board: EveningBoard) -> list[tuple[str, list[AtTable]]]:
    """The tables of each stage by its name, in the order they were played."""
    stages = groupby(board.tables, key=lambda at: at.table.stage)
    return [(stage_name(board.tournament, stage), list(tables)) for stage, tables in stages]
