"""The names of a group and its people, and the way back from whatever was done to them."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from models.change import TAKE_BACK, Author, Change, Pieces
from models.database import db
from models.group import Group
from models.outcomes import follow_seats
from models.player import Player
from models.seat import Seat
from models.session import Session
from models.taking_back import CannotTakeBack


def rename_group(group: Group, name: str, author: Author) -> None:
    if name == group.name:
        return
    remember_change(group, "rename_group", author, {}, {"group": [{"name": group.name}, {"name": name}]})
    group.name = name


def rename(group: Group, player: Player, name: str, author: Author) -> None:
    if name == player.name:
        return
    pieces: Pieces = {f"player:{player.id}": [{"name": player.name}, {"name": name}]}
    remember_change(group, "rename", author, {"player": str(player.id)}, pieces)
    player.name = name
    touch_sessions_of(player)


def take_back_in_group(group: Group, change: Change, author: Author) -> None:
    """Undo a rename or a merge. Raises CannotTakeBack where it no longer stands as it was made."""
    if not change.in_force or not change.pieces:
        raise CannotTakeBack("done")
    current = {key: _current(group, key) for key in change.pieces}
    for key, (_, made) in change.pieces.items():
        now = current[key]
        if (made is None) != (now is None) or (made and now and any(now[f] != made[f] for f in made)):
            raise CannotTakeBack("changed")
    back: Pieces = {}
    # A player comes back before the seats that move to it, and goes only after they have moved away.
    for key in sorted(change.pieces, key=lambda k: (change.pieces[k][0] is None, k)):
        before, made = change.pieces[key]
        _put_back(group, key, before)
        back[key] = [made, before]
    if any(key.startswith("seat:") for key in back):
        follow_seats(group.id)
    about = {"kind": change.kind, "about": change.about}
    undo = remember_change(group, TAKE_BACK, author, about, back)
    undo.takes_back_id = change.id
    change.go_out_of_force()


def group_trail(group: Group) -> list[Change]:
    """Every change to the group itself, newest first."""
    return list(
        db.session.scalars(
            db.select(Change)
            .where(Change.group_id == group.id, Change.session_id.is_(None))
            .order_by(Change.id.desc())
        )
    )


def remember_change(group: Group, kind: str, author: Author, about: dict[str, Any], pieces: Pieces) -> Change:
    """Put a change of the group itself into the trail."""
    change = Change(
        id=author.change_id,
        group_id=group.id,
        kind=kind,
        by=author.by,
        at=author.at,
        about=about,
        pieces=pieces,
    )
    db.session.add(change)
    db.session.flush()
    return change


def touch_sessions_of(player: Player) -> None:
    """Let every phone that shows one of the player's sessions see that something is new."""
    theirs = db.select(Seat.session_id).where(Seat.player_id == player.id)
    db.session.execute(
        db.update(Session)
        .where(Session.id.in_(theirs))
        .values(version=Session.version + 1)
        .execution_options(synchronize_session="fetch")
    )


def _current(group: Group, key: str) -> dict[str, Any] | None:
    kind, _, thing_id = key.partition(":")
    if kind == "group":
        return {"name": group.name}
    if kind == "player":
        player = db.session.get(Player, uuid.UUID(thing_id))
        return player.snapshot() if player else None
    seat = db.session.get(Seat, uuid.UUID(thing_id))
    return {"player": str(seat.player_id)} if seat else None


def _put_back(group: Group, key: str, before: dict[str, Any] | None) -> None:
    kind, _, thing_id = key.partition(":")
    if kind == "group":
        group.name = (before or {})["name"]
    elif kind == "player":
        _put_back_player(group, uuid.UUID(thing_id), before)
    else:
        seat = db.session.get_one(Seat, uuid.UUID(thing_id))
        seat.player_id = uuid.UUID((before or {})["player"])
        session = db.session.get_one(Session, seat.session_id)
        session.version += 1
        db.session.flush()


def _put_back_player(group: Group, player_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    player = db.session.get(Player, player_id)
    if before is None:
        if db.session.scalar(db.select(Seat.id).where(Seat.player_id == player_id).limit(1)) is not None:
            raise CannotTakeBack("needed")
        db.session.delete(player)
    elif player is None:
        created = datetime.fromisoformat(before["created_at"])
        db.session.add(
            Player(
                id=player_id,
                group_id=group.id,
                name=before["name"],
                created_at=created,
                last_played_at=created,
            )
        )
    else:
        player.name = before["name"]
        touch_sessions_of(player)
    db.session.flush()
