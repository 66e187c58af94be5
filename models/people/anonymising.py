"""Anonymise a player: games stay, every name that the person ever had is removed, also from stored imports
and jobs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from models.change import UNDO, Change, ChangeStamp
from models.database import db, new_id
from models.group import Group
from models.ids import derived_id
from models.imported_file import Import, merge_import_of, repacked, unpack_names
from models.job import Job
from models.names import is_named
from models.people.people import add_group_change, touch_sessions_of
from models.player import Player, same_name
from models.session import Session
from models.tournament.people import anonymize_entrants

# Stored keys with the name of a phone, or of a request for entry.
PHONE_KEYS = ("by", "checked_by", "asks_as")


def anonymise(group: Group, player: Player, placeholder: str, stamp: ChangeStamp) -> None:
    """Replace the player's names by `placeholder` everywhere. This cannot be undone."""
    history = list(db.session.scalars(db.select(Change).where(Change.group_id == group.id)))
    ids = _ids_of(player, history)
    names = {player.name}.union(*(_remove_from_change(change, ids) for change in history))
    player.name = placeholder
    player.anonymised_at = stamp.at
    history.append(add_group_change(group, "anonymise", stamp, {"player": str(player.id)}, {}))
    for change in history:
        if _contains_name(change.by, names):
            change.by = placeholder
        if _contains_name(change.about.get("file", ""), names):
            change.about = {**change.about, "file": placeholder}
        if change.session_id is None:
            change.diff = _without_phones(change.diff, names, placeholder)
        change.about = _without_phones(change.about, names, placeholder)
    anonymize_entrants(group, lambda value: _without_phones(value, names, placeholder))
    _remove_from_imports(group, ids, names, placeholder, stamp)
    _remove_phones(group, player, names, placeholder)
    touch_sessions_of(player)
    for merged in db.session.scalars(db.select(Group).where(Group.merged_into_id == group.id)).all():
        _anonymise_in_merged(merged, group, ids, placeholder, stamp)


def _ids_of(player: Player, history: list[Change]) -> set[str]:
    """The ids of the player and of all players merged into it."""
    ids = {str(player.id)}
    merges = [c for c in history if c.kind == "merge" and c.is_active]
    for change in sorted(merges, key=lambda c: c.number, reverse=True):
        if change.about.get("player") in ids:
            ids |= {key.removeprefix("player:") for key in change.diff if key.startswith("player:")}
    return ids


def _remove_from_change(change: Change, ids: set[str]) -> set[str]:
    """Remove the names of these players from a change of the group; return them."""
    if change.session_id or change.tournament_id:
        return set()
    about = change.about
    while "about" in about:  # of an undo: that of the change that was undone first
        about = about["about"]
    keys = {f"player:{player_id}" for player_id in ids} & change.diff.keys()
    if not keys and about.get("player") not in ids:
        return set()
    names = {person["name"] for key in keys for person in change.diff[key] if person}
    change.diff = {}
    if change.kind == UNDO:
        change.about = {"kind": change.about["kind"], "about": {}}
    else:
        change.about = {"player": about.get("player")}
    return names


def _without_phones(stored: Any, names: Iterable[str], placeholder: str) -> Any:
    """A copy with the placeholder for each phone or requested name that contains one of the names."""
    if isinstance(stored, list):
        return [_without_phones(item, names, placeholder) for item in stored]
    if not isinstance(stored, dict):
        return stored
    return {
        key: placeholder
        if key in PHONE_KEYS and value and _contains_name(value, names)
        else _without_phones(value, names, placeholder)
        for key, value in stored.items()
    }


def _contains_name(text: str, names: Iterable[str]) -> bool:
    """Whether the name of a phone or a file contains one of the names."""
    return any(is_named(name, text) for name in names)


def _remove_from_imports(
    group: Group, ids: set[str], names: Iterable[str], placeholder: str, stamp: ChangeStamp
) -> None:
    """Replace the names in jobs and in the drafts of imports, and those of the players with these ids."""

    def without_names(text: str) -> str:
        return placeholder if _contains_name(text, names) else text

    for job in db.session.scalars(db.select(Job).where(Job.group_id == group.id)):
        job.by = without_names(job.by)
        if "name" in job.arguments:
            job.arguments = {**job.arguments, "name": without_names(job.arguments["name"])}
    for file_id in db.session.scalars(db.select(Import.id).where(Import.group_id == group.id)).all():
        file = db.session.get_one(Import, file_id)  # one in memory: each may be large
        file.by, file.name = without_names(file.by), without_names(file.name)
        named, rest = unpack_names(file.document)
        local_ids = file.result.get("who", {})
        players = [
            player
            for player in named["players"]
            if player["id"] in ids or local_ids.get(player["id"]) in ids or _is_one_of(player["name"], names)
        ]
        for player in players:
            player.update(name=placeholder, told=placeholder, anonymised_at=stamp.at.isoformat())
        table, left_out, odd = named.get("table", {}), named.get("left_out", []), named.get("odd", [])
        lines, questions = table.get("lines", []), table.get("questions", [])
        records = [(record, "values") for record in (*left_out, *odd)]
        records += [(question, "about") for question in questions]
        for record, part in records:
            record[part] = {k: _without_name_lines(v, names, placeholder) for k, v in record[part].items()}
        for line in lines:
            line[1] = [_without_name_lines(cell, names, placeholder) for cell in line[1]]
        if players or left_out or odd or lines:
            file.document = repacked(named, rest)
        db.session.flush()


def _is_one_of(name: str, names: Iterable[str]) -> bool:
    return any(same_name(name, other) for other in names)


def _without_name_lines(value: Any, names: Iterable[str], placeholder: str) -> Any:
    """A text with the placeholder for each line that is one of the names; any other value unchanged."""
    if not isinstance(value, str):
        return value
    return "\n".join(placeholder if _is_one_of(line, names) else line for line in value.split("\n"))


def _remove_phones(group: Group, player: Player, names: set[str], placeholder: str) -> None:
    """Remove the phones of the person, and of phones with one of the names that are counting a round."""
    player.phone = player.phone_at = None
    for other in group.players:
        if other.phone and _contains_name(other.phone, names):
            other.phone = placeholder
    counting = db.select(Session).where(Session.counting.is_not(None))
    for session in db.session.scalars(counting.where(Session.ever_in(group.id))):
        session.counting = _without_phones(session.counting, names, placeholder)


def _anonymise_in_merged(
    merged: Group, target: Group, ids: set[str], placeholder: str, stamp: ChangeStamp
) -> None:
    """Anonymise the same person in a group that was merged into `target`."""
    file = merge_import_of(merged)
    target_ids = file.result.get("who", {}) if file else {}
    for player in merged.players:
        target_id = target_ids.get(str(player.id), str(derived_id(target.id, player.id)))
        if target_id in ids and player.anonymised_at is None:
            anonymise(merged, player, placeholder, replace(stamp, change_id=new_id()))
