"""The evening on paper, for the wall of the club: totals, the cut, the play-off, decisions, who sat where."""

from __future__ import annotations

import uuid
from itertools import groupby

from flask import render_template
from flask.typing import ResponseReturnValue

from models.tournament.reading import AtTable
from views.tournaments import bp
from views.tournaments.board import EveningBoard
from views.tournaments.result import about_evening
from views.web.access import reader, tournament_of
from views.web.addresses import TOURNAMENT
from views.wording.phrases import stage_name


@bp.get(f"{TOURNAMENT}/paper")
def paper(group_id: uuid.UUID, tournament_id: uuid.UUID) -> ResponseReturnValue:
    reader(group_id)
    board = EveningBoard(tournament_of(group_id, tournament_id), is_umpire=False)
    return render_template(
        "tournaments/printing.html", view=board, about=about_evening(board.tournament), seated=_seated(board)
    )


def _seated(board: EveningBoard) -> list[tuple[str, list[AtTable]]]:
    """The tables of each stage by its name, in the order they were played."""
    stages = groupby(board.tables, key=lambda at: at.table.stage)
    return [(stage_name(board.tournament, stage), list(tables)) for stage, tables in stages]
