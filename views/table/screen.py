"""The session on a TV or a tablet at the end of the table: the board, followed along, and a code to join."""

from __future__ import annotations

import uuid
from functools import cached_property

from flask import Blueprint, redirect, url_for
from flask import session as cookie
from flask.typing import ResponseReturnValue

from models import Link, Role, Session, db
from views.table.board import Board
from views.table.live import Live, Seen, live_of, live_page, seen_by_reader
from views.table.result import Result
from views.web.access import owner
from views.web.addresses import address_for_others
from views.web.clock import now
from views.web.gate import changes_session, made_by_form
from views.web.qr import qr_code
from views.wording.hands import round_in_words

screen = Blueprint("screen", __name__)

LEAST_FOR_COLUMNS = 9  # sides: fewer stand below each other


@screen.get("/board")
def show(group_id: uuid.UUID, session_id: uuid.UUID) -> ResponseReturnValue:
    """The page without a menu; as light to follow as the table's own."""
    seen = seen_by_reader(group_id, session_id)
    return live_page(seen, "table/session/board.html", _rendered, joining=Joining(seen))


@screen.post("/board/code")
@changes_session(again=None)
def let_guests_follow(session: Session) -> ResponseReturnValue:
    """A link that only looks, made on purpose by an owner. Its secret stays in this device's cookie, so that
    nobody else can show it; whoever reads the code off the screen may watch.
    """
    group = owner(session.group_id).group
    link_id, secret = made_by_form(Role.WATCHER.value)
    if db.session.get(Link, link_id) is None:
        Link.make(group, Role.WATCHER, now(), link_id=link_id, secret=secret)
        db.session.commit()
    cookie["guests"] = [session.group_id.hex, link_id.hex, secret]
    return redirect(url_for("screen.show", group_id=session.group_id, session_id=session.id), 303)


class Joining:
    """The code in the corner: for guests where this device shows a link of its own for them, else the way for
    phones that have the group's link already, which gives nobody anything.
    """

    def __init__(self, seen: Seen) -> None:
        self.seen = seen

    @cached_property
    def secret(self) -> str | None:
        """Of a link that is still alive."""
        group, link_id, secret = cookie.get("guests") or (None, None, None)
        if group != self.seen.group.id.hex or link_id is None:
            return None
        link = db.session.get(Link, uuid.UUID(link_id))
        return secret if link is not None and link.revoked_at is None else None

    @property
    def address(self) -> str:
        if self.secret:
            return address_for_others("links.join", secret=self.secret, game=self.seen.session_id)
        return address_for_others(
            "sessions.show", group_id=self.seen.group.id, session_id=self.seen.session_id
        )

    @property
    def code(self) -> str | None:
        return qr_code(self.address, error="l")


class FarBoard(Board):
    """The table page's board, to be read from across the room: nothing of what this phone may do."""

    def __init__(self, session: Session) -> None:
        super().__init__(session, may_score=False)

    @property
    def last_round(self) -> tuple[str, str]:
        """ "Round 6" and "Cara out, Dilan 30"; ("", "") before one is played."""
        if not self.session.rounds:
            return "", ""
        said = round_in_words(self.session.rounds[-1].facts(), self.session)
        number, _colon, result = said.partition(": ")
        return number, result

    @property
    def density(self) -> str:
        """How large a row can be: a class of static/css/board.css."""
        sides = len(self.session.standings())
        return "in-columns" if sides >= LEAST_FOR_COLUMNS else f"rows-{max(sides, 4)}"


def _rendered(session: Session, seen: Seen) -> Live:
    view = Result(session, may_score=False) if session.is_finished else FarBoard(session)
    return live_of(session, view, "table/session/_screen.html")
