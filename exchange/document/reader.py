"""Reading a session document into a group: all or nothing, and twice is as good as once.

The document is written piece by piece into a hidden group (models/hidden.py), each piece in a transaction of
its own. When all of them are there, one transaction gives them to the group: rounds and hands hang on their
sessions and stay as they are. One transaction for everything would keep SQLite's only writer waiting for ten
seconds; this way nobody waits longer than 0.2 s.

The running figures of the group are computed before the move, and again where a session has ended meanwhile:
computed afterwards they would be wrong for some seconds, for everybody to see.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from exchange.document.pieces import Pieces, Report, sat_down
from exchange.document.records import Document
from models.alone import alone
from models.database import db, give_way, in_turns, one_transaction
from models.group import Group
from models.hidden import MARK, Progress, clear_up_beside, make_hidden, nobody_counts
from models.night import Night
from models.player import Player
from models.seat import Seat
from models.session import Session
from models.statistics.outcome import Outcome
from models.statistics.outcomes import move_outcomes
from models.statistics.running import Reckoned, reckon_running, write_running_figures
from models.statistics.version import lock_statistics, statistics_version
from models.tournament.tournament import Entrant, Tournament

MOST_TRIES = 5
FIGURES_AT_ONCE = 4_000


class GroupChanged(RuntimeError):
    """Something that was read before the last step is not so any more: read it again."""


def read_document(
    document: Document,
    group: Group,
    at: datetime,
    *,
    who: Mapping[str, uuid.UUID] | None = None,
    also: Callable[[Report], None] | None = None,
    progress: Progress = nobody_counts,
) -> Report:
    """Take over what the group does not have yet; `at` stands in where the file tells no time.

    What is there already stays as it is; a group that is not there yet is made. who: people of the file that
    are players of the group, by their id in the file.
    also: done in the same transaction as the last step, the one that everybody sees.

    Whatever the caller has changed is committed first. Raises BadDocument, GroupChanged or Busy, and whatever
    `progress` raises; nothing has come in then.
    """

    def first() -> None:
        db.session.add(group)
        db.session.flush()
        lock_group(group_id)

    group_id = group.id
    with alone(group_id):
        return read_in_steps(
            document,
            group_id,
            at,
            who or {},
            first=first,
            last=also or (lambda _report: None),
            still_fits=lambda: True,
            progress=progress,
        )


def lock_group(group_id: uuid.UUID) -> None:
    """Nobody else changes the group itself until the transaction ends; raises GroupChanged if it is gone, or
    joined into another.
    """
    here = db.select(Group.name).where(Group.id == group_id, Group.merged_into_id.is_(None))
    name = db.session.scalar(here.with_for_update(key_share=True))
    if name is None or name.startswith(MARK):
        raise GroupChanged


def read_in_steps(
    document: Document,
    group_id: uuid.UUID,
    at: datetime,
    who: Mapping[str, uuid.UUID],
    *,
    first: Callable[[], None],
    last: Callable[[Report], None],
    still_fits: Callable[[], bool],
    progress: Progress,
) -> Report:
    """The same for one who is alone with the group, and may look at it again before anybody sees anything.

    first, last: done in the transaction that makes it seen. Where `first` raises GroupChanged, or figures
    have changed, `still_fits` says outside of any transaction whether to try once more.
    """
    clear_up_beside(group_id)
    try:
        staging = Staging(document, group_id, at, who)
        staging.write(progress)
        for tries_left in reversed(range(MOST_TRIES)):
            staging.reckon()
            try:
                with one_transaction(writes=True):
                    first()
                    report = staging.move()
                    last(report)
                break
            except GroupChanged:
                if not tries_left or not still_fits():
                    raise
    except BaseException:
        clear_up_beside(group_id)
        raise
    return report


class Staging:
    """A document on its way into the group `group_id`, which need not be there yet.

    `write`, `reckon` and `move` in this order; the last within a transaction of the caller's.
    """

    def __init__(
        self, document: Document, group_id: uuid.UUID, at: datetime, who: Mapping[str, uuid.UUID]
    ) -> None:
        self.group_id = group_id
        with one_transaction(writes=True):
            self.hidden = make_hidden(group_id, at)
        with one_transaction(writes=False):
            self.pieces = Pieces(document, group_id, at, who, self.hidden)
        self.version: uuid.UUID | None = None
        self.figures: list[Reckoned] = []  # those of the group's own outcomes, to be written with the move

    def write(self, progress: Progress) -> None:
        """Piece by piece; raises BadDocument."""
        count = len(self.pieces.document.sessions)
        for done in self.pieces:
            with one_transaction(writes=True):
                self.pieces.rows.write()
            progress(done, count)

    def reckon(self) -> None:
        """The running figures as they will be."""
        with one_transaction(writes=False):
            self.version, coming = statistics_version(self.group_id), set()
            figures: list[Reckoned] = []
            if self.pieces.first is not None:
                mine = db.select(Outcome.seat_id).where(Outcome.group_id == self.hidden)
                coming = set(db.session.scalars(mine))
                figures = reckon_running(
                    self.group_id, self.pieces.first, coming=self.hidden, players=self.pieces.players_here
                )
        self.figures = [pair for pair in figures if pair[0].seat_id not in coming]
        for some in in_turns([pair for pair in figures if pair[0].seat_id in coming], FIGURES_AT_ONCE):
            with one_transaction(writes=True):
                write_running_figures(some)
            give_way()

    def move(self) -> Report:
        """Everything becomes the group's. Raises GroupChanged; the caller then rolls back."""
        self._lock()
        self._move_nights_and_people()
        if self.pieces.first is not None:
            move_outcomes(self.hidden, self.group_id)
            write_running_figures(self.figures)
        sat_down(self.pieces.last_played)
        db.session.execute(db.delete(Group).where(Group.id == self.hidden))  # with whoever stood in there
        return self.pieces.report

    def _lock(self) -> None:
        """Nights and players that are named first, the version of the figures last, as everybody does."""
        for model, ids in ((Night, self.pieces.nights_here), (Player, self.pieces.players_here)):
            wanted = sorted(set(ids.values()))
            here = db.select(model.id).where(model.id.in_(wanted), model.group_id == self.group_id)
            locked = here.order_by(model.id).with_for_update(read=True, key_share=True)
            if len(db.session.scalars(locked).all()) < len(wanted):
                raise GroupChanged
        if self.pieces.first is not None:
            version = statistics_version(self.group_id, lock=True)
            lock_statistics(self.group_id)
            if version != self.version or (version is None and self._has_outcomes()):
                raise GroupChanged

    def _has_outcomes(self) -> bool:
        """Whether the first session of all has ended since; no version could be locked."""
        own = db.select(Outcome.seat_id).where(Outcome.group_id == self.group_id)
        return db.session.scalar(own.limit(1)) is not None

    def _move_nights_and_people(self) -> None:
        hidden, own = self.hidden, self.group_id
        self._move_tournaments()
        for stand_in, night_id in self.pieces.nights_here.items():
            _update(Session, Session.night_id == stand_in, night_id=night_id)
        for stand_in, player_id in self.pieces.players_here.items():
            _update(Seat, Seat.player_id == stand_in, player_id=player_id)
        _update(Session, Session.group_id == hidden, group_id=own)
        _update(Night, Night.group_id == hidden, Night.id.not_in(self.pieces.nights_here), group_id=own)
        _update(Player, Player.group_id == hidden, Player.id.not_in(self.pieces.players_here), group_id=own)

    def _move_tournaments(self) -> None:
        hidden, pieces = self.hidden, self.pieces
        if not pieces.made["tournaments"]:
            return
        for stand_in, night_id in pieces.nights_here.items():
            _update(Tournament, Tournament.night_id == stand_in, night_id=night_id)
        for stand_in, player_id in pieces.players_here.items():
            _update(Entrant, Entrant.player_id == stand_in, player_id=player_id)
        _update(Tournament, Tournament.group_id == hidden, group_id=self.group_id)


def _update(model: Any, *which: Any, **values: uuid.UUID) -> None:
    update = db.update(model).where(*which).values(**values)
    db.session.execute(update.execution_options(synchronize_session=False))
