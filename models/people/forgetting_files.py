"""Anonymise a player in stored imports and jobs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from models.change import ChangeStamp
from models.database import db
from models.group import Group
from models.imported_file import Import, repacked, unpack_names
from models.job import Job
from models.names import is_named
from models.player import same_name


def forget_in_imports(
    group: Group, own: Iterable[str], names: Iterable[str], placeholder: str, stamp: ChangeStamp
) -> None:
    """Put the placeholder in the place of every one of the names; `own` are the ids the person had."""
    own, names = set(own), list(names)

    def without_names(text: str) -> str:
        return placeholder if any(is_named(name, text) for name in names) else text

    for job in db.session.scalars(db.select(Job).where(Job.group_id == group.id)):
        job.by = without_names(job.by)
        if "name" in job.arguments:
            job.arguments = {**job.arguments, "name": without_names(job.arguments["name"])}
    for file_id in db.session.scalars(db.select(Import.id).where(Import.group_id == group.id)).all():
        file = db.session.get_one(Import, file_id)  # one in memory: each may be large
        file.by, file.name = without_names(file.by), without_names(file.name)
        named, rest = unpack_names(file.document)
        who = file.result.get("who", {})
        theirs = [
            player
            for player in named["players"]
            if player["id"] in own or who.get(player["id"]) in own or _is_one_of(player["name"], names)
        ]
        for player in theirs:
            player.update(name=placeholder, told=placeholder, anonymised_at=stamp.at.isoformat())
        table, left_out, odd = named.get("table", {}), named.get("left_out", []), named.get("odd", [])
        lines, questions = table.get("lines", []), table.get("questions", [])
        said = [(record, "values") for record in (*left_out, *odd)] + [(each, "about") for each in questions]
        for record, part in said:
            record[part] = {key: _forgotten(value, names, placeholder) for key, value in record[part].items()}
        for line in lines:
            line[1] = [_forgotten(cell, names, placeholder) for cell in line[1]]
        if theirs or left_out or odd or lines:
            file.document = repacked(named, rest)
        db.session.flush()


def _is_one_of(name: str, names: Iterable[str]) -> bool:
    return any(same_name(name, other) for other in names)


def _forgotten(value: Any, names: Iterable[str], placeholder: str) -> Any:
    """A text, of which each line may be a name; anything else stays as it is."""
    if not isinstance(value, str):
        return value
    return "\n".join(placeholder if _is_one_of(line, names) else line for line in value.split("\n"))
