"""Undo a change of the group itself: each part of a group knows its current fields and how to restore them.

A new part is two functions in the module of its noun and a line in PARTS.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from game.scoring.snapshot import Diff
from models.change import UNDO, Change, ChangeStamp
from models.custom_games import current_game, restore_game
from models.group import Group
from models.night_notes import current_night, restore_night
from models.people.people import (
    add_group_change,
    check_names,
    current_group_name,
    current_player,
    current_seat,
    restore_group_name,
    restore_player,
    restore_seat,
)
from models.season import current_season, restore_season
from models.statistics.storing import reassign_outcomes
from models.table.undo import CannotUndo
from models.tournament.people import current_decisions, current_entrant, restore_decisions, restore_entrant

Fields = dict[str, Any]


@dataclass(frozen=True)
class GroupPart:
    """How to read and restore things of one kind, by id.

    current: the fields, None if there is none. restore: set them, create the thing, or delete it (None).
    goes_with_game: whether it is deleted with a session or tournament; then there is nothing to undo.
    """

    current: Callable[[Group, uuid.UUID], Fields | None]
    restore: Callable[[Group, uuid.UUID, Fields | None], None]
    goes_with_game: bool = False

    def is_unchanged(self, group: Group, thing_id: uuid.UUID, made: Fields | None) -> bool:
        """Whether the thing is as the change left it; made None: whether it is deleted."""
        now = self.current(group, thing_id)
        if now is None or made is None:
            return now is made
        return all(now[field] == value for field, value in made.items())


# By the prefix of the keys in Change.diff: "season:<id>"; the key of the group itself is "group".
PARTS = {
    "group": GroupPart(current_group_name, restore_group_name),
    "player": GroupPart(current_player, restore_player),
    "seat": GroupPart(current_seat, restore_seat, goes_with_game=True),
    "taking_part": GroupPart(current_entrant, restore_entrant, goes_with_game=True),
    "tournament": GroupPart(current_decisions, restore_decisions, goes_with_game=True),
    "season": GroupPart(current_season, restore_season),
    "game": GroupPart(current_game, restore_game),
    "night": GroupPart(current_night, restore_night),
}


def undo_group_change(group: Group, change: Change, stamp: ChangeStamp) -> None:
    """Undo a change of the group itself. Raise CannotUndo if its result was changed since."""
    if not change.is_active or not change.diff:
        raise CannotUndo("done")
    diff: Diff = {}
    for key, (before, made) in change.diff.items():
        part, thing_id = _part_of(group, key)
        if part.goes_with_game and part.current(group, thing_id) is None:
            continue
        if not part.is_unchanged(group, thing_id, made):
            raise CannotUndo("changed")
        diff[key] = [before, made]
    check_names(group, change)
    # Players are restored before the seats that move to them, and deleted after their seats and outcomes have
    # moved away.
    deleted = [key for key, (before, _made) in diff.items() if before is None]
    for key in sorted(diff.keys() - set(deleted)):
        _restore(group, key, diff[key][0])
    if any(key.startswith("seat:") for key in diff):
        reassign_outcomes(group.id)
    for key in deleted:
        _restore(group, key, None)
    back: Diff = {key: [made, before] for key, (before, made) in diff.items()}
    about = {"kind": change.kind, "about": change.about}
    undo = add_group_change(group, UNDO, stamp, about, back)
    undo.undoes_id = change.id
    change.mark_undone()


def _restore(group: Group, key: str, before: Fields | None) -> None:
    part, thing_id = _part_of(group, key)
    part.restore(group, thing_id, before)


def _part_of(group: Group, key: str) -> tuple[GroupPart, uuid.UUID]:
    kind, _, thing_id = key.partition(":")
    return PARTS[kind], uuid.UUID(thing_id) if thing_id else group.id
