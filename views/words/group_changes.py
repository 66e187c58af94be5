"""The history of a group in words: names, files, seasons, deletions."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from models import Change
from models.change import UNDO
from models.people.people import LINK_MADE
from models.recycle_bin import GAME_DELETED, GROUP_DELETED, NIGHT_DELETED, TOURNAMENT_DELETED
from views.words.figures import short_day
from views.words.phrases import Sentence, variant_name

GROUP_SENTENCES: dict[str, Sentence] = {
    "rename": lazy_gettext("A name changed"),
    "rename_group": lazy_gettext("The group’s name changed"),
    "merge": lazy_gettext("Two players merged"),
    "anonymise": lazy_gettext("A name forgotten: %(name)s"),
    "night": lazy_gettext("Place and note of a night"),
    "season_made": lazy_gettext("The season %(name)s added"),
    "season_changed": lazy_gettext("The season %(name)s changed"),
    "season_deleted": lazy_gettext("The season %(name)s deleted"),
    "game_made": lazy_gettext("The game %(name)s added"),
    "game_changed": lazy_gettext("The rules of %(name)s changed"),
    "game_retired": lazy_gettext("The game %(name)s retired"),
    "game_restored": lazy_gettext("The game %(name)s brought back"),
}


LINKS_MADE = {
    "owner": lazy_gettext("An owner’s link made on the server"),
    "scorer": lazy_gettext("A scorer’s link made on the server"),
    "player": lazy_gettext("A player’s link made on the server"),
    "watcher": lazy_gettext("A watcher’s link made on the server"),
}
DELETIONS = (GAME_DELETED, NIGHT_DELETED, TOURNAMENT_DELETED, GROUP_DELETED)


def group_change_in_words(change: Change, names: Mapping[str, str]) -> str:
    """One entry of the group's own history: names, merges, forgetting."""
    if change.kind == UNDO:
        inner = change.about.get("kind", "")
        return _("Taken back: %(change)s", change=_group_kind(inner, change, names))
    return _group_kind(change.kind, change, names)


def _group_kind(kind: str, change: Change, names: Mapping[str, str]) -> str:
    name = names.get(change.about.get("player", ""), _("somebody"))
    renamed = (pair for key, pair in change.diff.items() if key.startswith(("player:", "group")))
    before, after = next(renamed, (None, None))
    if kind in ("rename", "rename_group") and before and after:
        return _("%(before)s is called %(name)s", before=before["name"], name=after["name"])
    if kind.startswith("season_"):
        season = next((after or before for before, after in change.diff.values()), None)
        return _of_group(kind, (season or {}).get("name", ""))
    if kind.startswith("game_") and "name" in change.about.get("about", change.about):
        return _of_group(kind, change.about.get("about", change.about)["name"])
    if kind == "merge" and "gone" in change.about:
        return _("%(gone)s and %(kept)s merged", gone=change.about["gone"], kept=name)
    if kind in ("apply_import", "revert_import"):
        return _file_kind(kind, change)
    if kind == LINK_MADE:
        return str(LINKS_MADE[change.about["role"]])
    if kind in DELETIONS:
        return deletion_in_words(change)
    return _of_group(kind, name)


def _file_kind(kind: str, change: Change) -> str:
    count = change.about["sessions"]
    sessions = ngettext("%(num)d game", "%(num)d games", count)
    if "group" in change.about:
        applied = _("“%(name)s” put together with this group: %(sessions)s")
        back = _("“%(name)s” is a group of its own again: %(sessions)s went with it")
        return (applied if kind == "apply_import" else back) % {
            "name": change.about["file"],
            "sessions": sessions,
        }
    if kind == "apply_import" and "corrected" in change.about:
        return _(
            "“%(file)s” imported: %(sessions)s, %(corrected)s corrected",
            file=change.about["file"],
            sessions=sessions,
            corrected=change.about["corrected"],
        )
    if kind == "apply_import":
        return _("“%(file)s” imported: %(sessions)s", file=change.about["file"], sessions=sessions)
    return _("“%(file)s” taken back: %(sessions)s", file=change.about["file"], sessions=sessions)


def deletion_in_words(change: Change) -> str:
    """What a change deleted, or restored."""
    about = change.about["about"] if change.kind == UNDO else change.about
    kind = change.about["kind"] if change.kind == UNDO else change.kind
    if kind == GROUP_DELETED:
        return _("The group deleted")
    if kind == TOURNAMENT_DELETED:
        return _("“%(name)s” deleted", name=about["name"])
    if kind == NIGHT_DELETED:
        return ngettext(
            "The night of %(day)s deleted, with %(num)d game",
            "The night of %(day)s deleted, with %(num)d games",
            about["games"],
            day=short_day(date.fromisoformat(about["date"])),
        )
    return ngettext(
        "%(game)s deleted: %(num)d deal of %(day)s",
        "%(game)s deleted: %(num)d deals of %(day)s",
        about["deals"],
        game=variant_name(about["variant"]),
        day=short_day(date.fromisoformat(about["date"])),
    )


def _of_group(kind: str, name: str) -> str:
    return str(GROUP_SENTENCES[kind] % {"name": name}) if kind in GROUP_SENTENCES else _("A change")
