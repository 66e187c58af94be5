"""Names of a group and its players, their history, and how each is restored."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, func

from game.scoring.snapshot import Diff
from models.change import Change, ChangeStamp
from models.database import db, in_turns
from models.group import Group
from models.people.colours import Colours
from models.player import Player, same_name
from models.session import Seat, Session
from models.table.undo import CannotUndo
from models.tournament.people import takes_part, touch_tournaments_of
from models.tournament.tournament import Entrant

BATCH_SIZE = 500  # ids in a query


def rename_group(group: Group, name: str, stamp: ChangeStamp) -> None:
    if name == group.name:
        return
    add_group_change(group, "rename_group", stamp, {}, {"group": [{"name": group.name}, {"name": name}]})
    group.name = name


class NameTaken(ValueError):
    """Another player of the group has that name: `player`."""

    def __init__(self, player: Player) -> None:
        super().__init__("somebody has that name")
        self.player = player


def rename(group: Group, player: Player, name: str, stamp: ChangeStamp) -> None:
    """Raises NameTaken."""
    if name == player.name:
        return
    for other in namesakes(group, name, player.id):
        raise NameTaken(other)
    diff: Diff = {f"player:{player.id}": [{"name": player.name}, {"name": name}]}
    add_group_change(group, "rename", stamp, {"player": str(player.id)}, diff)
    player.name = name
    touch_sessions_of(player)


def namesakes(group: Group, name: str, besides: uuid.UUID) -> list[Player]:
    """Other players of the group with that name, ignoring case and blanks, without anonymised ones."""
    others = db.session.scalars(
        db.select(Player).where(
            Player.group_id == group.id, Player.id != besides, Player.anonymised_at.is_(None)
        )
    )
    return [player for player in others if same_name(player.name, name)]


def check_names(group: Group, change: Change) -> None:
    """Raise CannotUndo if a restored name belongs to another player now.

    Two merged players of one name may be separated, unless the other was renamed since.
    """
    about = change.about
    while "about" in about:  # of an undo: that of the change that was undone first
        about = about["about"]
    for key, (before, _made) in change.diff.items():
        if not key.startswith("player:") or before is None:
            continue
        for other in namesakes(group, before["name"], uuid.UUID(key.removeprefix("player:"))):
            if str(other.id) != about.get("player") or _named_since(other, change):
                raise CannotUndo("name")


def _named_since(player: Player, change: Change) -> bool:
    """Whether a later change that is active concerns the player."""
    later = db.session.scalars(
        db.select(Change.diff).where(
            *of_group(player.group_id), Change.number > change.number, Change.is_active
        )
    )
    return any(f"player:{player.id}" in diff for diff in later)


def of_group(group_id: uuid.UUID) -> tuple[ColumnElement[bool], ...]:
    """Condition: the change is one of the group itself."""
    return Change.group_id == group_id, Change.session_id.is_(None), Change.tournament_id.is_(None)


def group_history(group: Group) -> list[Change]:
    """Changes to the group itself, newest first."""
    changes = db.select(Change).where(*of_group(group.id)).order_by(*Change.newest_first())
    return list(db.session.scalars(changes))


LINK_MADE = "link_made"  # kind of change: a link made by a command; about: its role


def add_group_change(
    group: Group, kind: str, stamp: ChangeStamp, about: dict[str, Any], diff: Diff
) -> Change:
    """Record a change of the group itself. Two at the same moment may get the same number."""
    last = db.session.scalar(db.select(func.max(Change.number)).where(*of_group(group.id)))
    change = Change(
        id=stamp.change_id,
        group_id=group.id,
        number=(last or 0) + 1,
        kind=kind,
        by=stamp.by,
        at=stamp.at,
        form=stamp.form,
        about=about,
        diff=diff,
    )
    db.session.add(change)
    db.session.flush()
    return change


def touch_sessions_of(player: Player) -> None:
    """Increase the versions of the player's sessions and tournaments, so that phones reload."""
    touch_tournaments_of(player)
    played = db.select(Seat.session_id).where(Seat.player_id == player.id)
    db.session.execute(
        db.update(Session)
        .where(Session.id.in_(played))
        .values(version=Session.version + 1)
        .execution_options(synchronize_session="fetch")
    )


def delete_players(group_id: uuid.UUID, player_ids: Iterable[str]) -> list[Player]:
    """Delete players that were created by a change that was undone; return those that stay, because they have
    played or take part elsewhere since.
    """
    remaining = []
    for batch in in_turns([uuid.UUID(player_id) for player_id in player_ids], BATCH_SIZE):
        needed = referenced_ids(Seat.player_id, batch) | referenced_ids(Entrant.player_id, batch)
        players = db.select(Player).where(Player.id.in_(batch), Player.group_id == group_id)
        for player in db.session.scalars(players).all():
            if player.id in needed:
                remaining.append(player)
            else:
                db.session.delete(player)
    db.session.flush()
    return remaining


def referenced_ids(column: Any, ids: Sequence[uuid.UUID]) -> set[uuid.UUID]:
    """Those of the ids that occur in the column."""
    return set(db.session.scalars(db.select(column).where(column.in_(ids))))


def current_group_name(group: Group, _group_id: uuid.UUID) -> dict[str, Any]:
    return {"name": group.name}


def restore_group_name(group: Group, _group_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    group.name = (before or {})["name"]


def current_seat(_group: Group, seat_id: uuid.UUID) -> dict[str, Any] | None:
    seat = db.session.get(Seat, seat_id)
    return {"player": str(seat.player_id)} if seat else None


def restore_seat(_group: Group, seat_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    """Restore the player of a seat. The caller updates the outcomes after the last one."""
    seat = db.session.get_one(Seat, seat_id)
    seat.player_id = uuid.UUID((before or {})["player"])
    session = db.session.get_one(Session, seat.session_id)
    session.version += 1
    db.session.flush()


def current_player(_group: Group, player_id: uuid.UUID) -> dict[str, Any] | None:
    player = db.session.get(Player, player_id)
    return player.snapshot() if player else None


def restore_player(group: Group, player_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    player = db.session.get(Player, player_id)
    if before is None:
        seated = db.session.scalar(db.select(Seat.id).where(Seat.player_id == player_id).limit(1))
        if seated is not None or takes_part(player_id):
            raise CannotUndo("needed")
        db.session.delete(player)
    elif player is None:
        created = datetime.fromisoformat(before["created_at"])
        db.session.add(
            Player(
                id=player_id,
                group_id=group.id,
                name=before["name"],
                colour=before.get("colour") or Colours.of(group.id).next(),
                created_at=created,
                last_played_at=created,
            )
        )
    else:
        player.name = before["name"]
        touch_sessions_of(player)
    db.session.flush()
