"""The session on a TV or a tablet at the end of the table: the board, followed along, and a code to join."""

from __future__ import annotations

import uuid

from flask import redirect, url_for
from flask.typing import ResponseReturnValue

from models import Session
from views.live.fragments import LivePart, SessionAccess, live_page, render_live, session_access
from views.live.guests import GuestCode, invite
from views.table import bp
from views.table.board import Board
from views.table.result import Result
from views.web.access import owner
from views.web.gate import changes_session
from views.words.hands import round_in_words

MIN_SIDES_FOR_COLUMNS = 9  # sides: fewer stand below each other


@bp.get("/board")
def screen(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The page without a menu; as light to follow as the table's own."""
    access = session_access(group_id, session_id)
    return live_page(access, "table/session/board.html", _rendered, joining=GuestCode(access))


@bp.post("/board/code")
@changes_session(on_repeat=None)
def show_follow_code(session: Session) -> ResponseReturnValue:
    """Show a code in the corner by which players join."""
    invite(owner(session.group_id).group)
    return redirect(url_for("table.screen", group_id=session.group_id, session_id=session.id), 303)


class TvBoard(Board):
    """The board of the table page for a large screen, without actions."""

    def __init__(self, session: Session, access: SessionAccess) -> None:
        super().__init__(session, may_score=False, access=access)

    @property
    def last_round(self) -> tuple[str, str]:
        """ "Round 6" and "Cara out, Dilan 30"; ("", "") before one is played."""
        if not self.session.rounds:
            return "", ""
        sentence = round_in_words(self.session.rounds[-1], self.session)
        number, _colon, result = sentence.partition(": ")
        return number, result

    @property
    def density(self) -> str:
        """How large a row can be: a class of static/css/board.css."""
        sides = len(self.session.standings())
        return "in-columns" if sides >= MIN_SIDES_FOR_COLUMNS else f"rows-{max(sides, 4)}"


def _rendered(session: Session, access: SessionAccess) -> LivePart:
    view = Result(session, may_score=False) if session.is_finished else TvBoard(session, access)
    return render_live(session, view, "table/session/_screen.html")
