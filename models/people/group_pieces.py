"""Taking back a change to the group itself: each kind of piece says how it stands now and how it goes back.

A new kind of piece is two functions beside its noun and a line in KINDS.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from models.change import UNDO, Author, Change, Diff
from models.group import Group
from models.night_notes import night_now, put_night_back
from models.people.people import (
    check_names,
    group_now,
    player_now,
    put_group_back,
    put_player_back,
    put_seat_back,
    remember_change,
    seat_now,
)
from models.seasons import put_season_back, season_now
from models.statistics.outcomes import follow_seats
from models.table.taking_back import CannotTakeBack
from models.tournament.people import decisions_now, entrant_now, put_decisions_back, put_entrant_back

Fields = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """stands: the fields of the thing with this id, None where there is none. put_back: give it those fields
    again, make it or delete it (None).
    """

    stands: Callable[[Group, uuid.UUID], Fields | None]
    put_back: Callable[[Group, uuid.UUID, Fields | None], None]

    def still_stands(self, group: Group, thing_id: uuid.UUID, made: Fields | None) -> bool:
        """Whether the thing is as a change has made it; None: whether it is gone."""
        now = self.stands(group, thing_id)
        if now is None or made is None:
            return now is made
        return all(now[field] == value for field, value in made.items())


# By what a piece's key begins with: "season:<id>"; the group's own piece is just "group".
KINDS = {
    "group": Kind(group_now, put_group_back),
    "player": Kind(player_now, put_player_back),
    "seat": Kind(seat_now, put_seat_back),
    "taking_part": Kind(entrant_now, put_entrant_back),
    "tournament": Kind(decisions_now, put_decisions_back),
    "season": Kind(season_now, put_season_back),
    "night": Kind(night_now, put_night_back),
}


def take_back_in_group(group: Group, change: Change, author: Author) -> None:
    """Undo a change of the group itself. Raises CannotTakeBack where it no longer stands as it was made."""
    if not change.is_active or not change.diff:
        raise CannotTakeBack("done")
    for key, (_, made) in change.diff.items():
        kind, thing_id = _kind_of(group, key)
        if not kind.still_stands(group, thing_id, made):
            raise CannotTakeBack("changed")
    check_names(group, change)
    # A player comes back before the seats that move to it, and goes only after they, and what is kept of
    # them, have moved away.
    going = [key for key, (before, _made) in change.diff.items() if before is None]
    for key in sorted(change.diff.keys() - set(going)):
        _put_back(group, key, change.diff[key][0])
    if any(key.startswith("seat:") for key in change.diff):
        follow_seats(group.id)
    for key in going:
        _put_back(group, key, None)
    back: Diff = {key: [made, before] for key, (before, made) in change.diff.items()}
    about = {"kind": change.kind, "about": change.about}
    undo = remember_change(group, UNDO, author, about, back)
    undo.undoes_id = change.id
    change.go_out_of_force()


def _put_back(group: Group, key: str, before: Fields | None) -> None:
    kind, thing_id = _kind_of(group, key)
    kind.put_back(group, thing_id, before)


def _kind_of(group: Group, key: str) -> tuple[Kind, uuid.UUID]:
    kind, _, thing_id = key.partition(":")
    return KINDS[kind], uuid.UUID(thing_id) if thing_id else group.id
