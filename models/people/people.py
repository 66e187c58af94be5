"""The names of a group and its people, the history of what was done to them, and how each goes back."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from models.change import Author, Change, Diff
from models.database import db
from models.group import Group
from models.people.colours import Colours
from models.player import Player, same_name
from models.seat import Seat
from models.session import Session
from models.table.taking_back import CannotTakeBack
from models.tournament.people import takes_part, touch_evenings_of


def rename_group(group: Group, name: str, author: Author) -> None:
    if name == group.name:
        return
    remember_change(group, "rename_group", author, {}, {"group": [{"name": group.name}, {"name": name}]})
    group.name = name


class NameTaken(ValueError):
    """Another player of the group has that name: `player`."""

    def __init__(self, player: Player) -> None:
        super().__init__("somebody has that name")
        self.player = player


def rename(group: Group, player: Player, name: str, author: Author) -> None:
    """Raises NameTaken."""
    if name == player.name:
        return
    for other in namesakes(group, name, player.id):
        raise NameTaken(other)
    diff: Diff = {f"player:{player.id}": [{"name": player.name}, {"name": name}]}
    remember_change(group, "rename", author, {"player": str(player.id)}, diff)
    player.name = name
    touch_sessions_of(player)


def namesakes(group: Group, name: str, besides: uuid.UUID) -> list[Player]:
    """The other players of the group with that name, however it is written; a forgotten one has none."""
    known = db.session.scalars(
        db.select(Player).where(
            Player.group_id == group.id, Player.id != besides, Player.anonymised_at.is_(None)
        )
    )
    return [player for player in known if same_name(player.name, name)]


def check_names(group: Group, change: Change) -> None:
    """Raise CannotTakeBack where a name would go back that another player has by now.

    Two of one name who were merged may be two again, unless the other was given that name since.
    """
    for key, (before, _made) in change.diff.items():
        if key.startswith("player:") and before is not None:
            others = namesakes(group, before["name"], uuid.UUID(key.removeprefix("player:")))
            if any(str(other.id) != _kept(change) or _named_since(other, change) for other in others):
                raise CannotTakeBack("name")


def _kept(change: Change) -> str | None:
    """Whom the merge, or the merge that was taken back and done again, has kept; of a rename, who it was."""
    about = change.about
    while "about" in about:
        about = about["about"]
    return about.get("player")


def _named_since(player: Player, change: Change) -> bool:
    later = db.session.scalars(
        db.select(Change.diff).where(
            Change.group_id == player.group_id,
            Change.session_id.is_(None),
            Change.at > change.at,
            Change.is_active,
        )
    )
    return any(f"player:{player.id}" in diff for diff in later)


def group_history(group: Group) -> list[Change]:
    """Changes to the group itself, newest first."""
    return list(
        db.session.scalars(
            db.select(Change)
            .where(
                Change.group_id == group.id,
                Change.session_id.is_(None),
                Change.tournament_id.is_(None),
            )
            .order_by(Change.id.desc())
        )
    )


def remember_change(group: Group, kind: str, author: Author, about: dict[str, Any], diff: Diff) -> Change:
    """Put a change of the group itself into the history."""
    change = Change(
        id=author.change_id,
        group_id=group.id,
        kind=kind,
        by=author.by,
        at=author.at,
        about=about,
        diff=diff,
    )
    db.session.add(change)
    db.session.flush()
    return change


def touch_sessions_of(player: Player) -> None:
    """Let every phone that shows one of the player's sessions or evenings see that something is new."""
    touch_evenings_of(player)
    theirs = db.select(Seat.session_id).where(Seat.player_id == player.id)
    db.session.execute(
        db.update(Session)
        .where(Session.id.in_(theirs))
        .values(version=Session.version + 1)
        .execution_options(synchronize_session="fetch")
    )


def group_now(group: Group, _group_id: uuid.UUID) -> dict[str, Any]:
    return {"name": group.name}


def put_group_back(group: Group, _group_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    group.name = (before or {})["name"]


def seat_now(_group: Group, seat_id: uuid.UUID) -> dict[str, Any] | None:
    seat = db.session.get(Seat, seat_id)
    return {"player": str(seat.player_id)} if seat else None


def put_seat_back(_group: Group, seat_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    """Give the seat to whom it belonged; outcomes follow only once all of them are back."""
    seat = db.session.get_one(Seat, seat_id)
    seat.player_id = uuid.UUID((before or {})["player"])
    session = db.session.get_one(Session, seat.session_id)
    session.version += 1
    db.session.flush()


def player_now(_group: Group, player_id: uuid.UUID) -> dict[str, Any] | None:
    player = db.session.get(Player, player_id)
    return player.snapshot() if player else None


def put_player_back(group: Group, player_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    player = db.session.get(Player, player_id)
    if before is None:
        seated = db.session.scalar(db.select(Seat.id).where(Seat.player_id == player_id).limit(1))
        if seated is not None or takes_part(player_id):
            raise CannotTakeBack("needed")
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
