"""Anonymise a player: games stay, every name that the person ever had is removed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from models.change import UNDO, Change, ChangeStamp
from models.database import db, new_id
from models.group import Group
from models.ids import derived_id
from models.imported_file import merge_import_of
from models.names import is_named
from models.people.forgetting_files import forget_in_imports
from models.people.people import add_group_change, touch_sessions_of
from models.player import Player
from models.session import Session
from models.tournament.people import anonymize_entrants

CALLED = ("by", "checked_by", "asks_as")  # stored keys with the name of a phone, or of a request for entry


def anonymise(group: Group, player: Player, placeholder: str, stamp: ChangeStamp) -> None:
    """Replace the player's names by `placeholder` everywhere. This cannot be undone."""
    history = list(db.session.scalars(db.select(Change).where(Change.group_id == group.id)))
    own = _ids_of(player, history)
    names = {player.name}.union(*(_forget_in(change, own) for change in history))
    player.name = placeholder
    player.anonymised_at = stamp.at
    history.append(add_group_change(group, "anonymise", stamp, {"player": str(player.id)}, {}))
    for change in history:
        if _is_called(change.by, names):
            change.by = placeholder
        if _is_called(change.about.get("file", ""), names):
            change.about = {**change.about, "file": placeholder}
        if change.session_id is None:
            change.diff = _without_phones(change.diff, names, placeholder)
        change.about = _without_phones(change.about, names, placeholder)
    anonymize_entrants(group, lambda value: _without_phones(value, names, placeholder))
    forget_in_imports(group, own, names, placeholder, stamp)
    _forget_phones(group, player, names, placeholder)
    touch_sessions_of(player)
    _forget_in_joined(group, own, placeholder, stamp)


def _forget_in_joined(group: Group, own: set[str], placeholder: str, stamp: ChangeStamp) -> None:
    """Anonymise the same person in every group that was merged into this one."""
    for joined in db.session.scalars(db.select(Group).where(Group.merged_into_id == group.id)).all():
        file = merge_import_of(joined)
        who = file.result.get("who", {}) if file else {}
        for player in joined.players:
            became = who.get(str(player.id), str(derived_id(group.id, player.id)))
            if became in own and player.anonymised_at is None:
                anonymise(joined, player, placeholder, replace(stamp, change_id=new_id()))


def _forget_phones(group: Group, player: Player, names: set[str], placeholder: str) -> None:
    """Phones of the person, and phones with that name that are counting a round."""
    player.phone = player.phone_at = None
    for other in group.players:
        if other.phone and _is_called(other.phone, names):
            other.phone = placeholder
    counting = db.select(Session).where(Session.counting.is_not(None))
    for session in db.session.scalars(counting.where(Session.ever_in(group.id))):
        session.counting = _without_phones(session.counting, names, placeholder)


def _without_phones(stored: Any, names: set[str], placeholder: str) -> Any:
    """A copy with the placeholder for each phone or requested name that contains one of the names."""
    if isinstance(stored, list):
        return [_without_phones(each, names, placeholder) for each in stored]
    if not isinstance(stored, dict):
        return stored
    return {
        key: placeholder
        if key in CALLED and value and _is_called(value, names)
        else _without_phones(value, names, placeholder)
        for key, value in stored.items()
    }


def _is_called(phone: str, names: set[str]) -> bool:
    return any(is_named(name, phone) for name in names)


def _ids_of(player: Player, history: list[Change]) -> set[str]:
    """The ids of the player and of all players merged into it."""
    own = {str(player.id)}
    merges = [c for c in history if c.kind == "merge" and c.is_active]
    for change in sorted(merges, key=lambda c: c.number, reverse=True):
        if change.about.get("player") in own:
            own |= {key.removeprefix("player:") for key in change.diff if key.startswith("player:")}
    return own


def _forget_in(change: Change, own: set[str]) -> set[str]:
    """Remove the names of these ids from a change of the group; return them."""
    keys = {f"player:{player_id}" for player_id in own}
    about = change.about
    while "about" in about:
        about = about["about"]
    if (
        change.session_id
        or change.tournament_id
        or not (keys & change.diff.keys() or about.get("player") in own)
    ):
        return set()
    names = {person["name"] for key in keys & change.diff.keys() for person in change.diff[key] if person}
    change.diff = {}
    if change.kind == UNDO:
        change.about = {"kind": change.about["kind"], "about": {}}
    else:
        change.about = {"player": about.get("player")}
    return names
