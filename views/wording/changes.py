"""The trail as the sentences the table reads: what was done, and why it cannot be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from models import Change, Session
from models.change import TAKE_BACK
from models.table.taking_back import CannotTakeBack
from views.wording.hands import cards_in_figures, name_of, score_in_words, the_word


def change_in_words(change: Change, session: Session) -> str:
    """One entry of the trail as a sentence."""
    if change.kind == TAKE_BACK:
        about = change.about
        return _("Taken back: %(change)s", change=_said(about["kind"], about["about"], {}, session))
    return _said(change.kind, change.about, change.pieces, session)


def _said(kind: str, about: Mapping[str, Any], pieces: Mapping[str, Any], session: Session) -> str:
    names = {str(seat.player_id): seat.name for seat in session.seats}
    name = names.get(about.get("player", ""), _("somebody"))
    number = about.get("number", 0)
    word = the_word(session, "Round")
    if kind == TAKE_BACK:
        return _("Taken back: %(change)s", change=_said(about["kind"], about["about"], {}, session))
    if kind == "record":
        return score_in_words(number, about["out"], about["points"], session)
    if kind == "correct":
        return _(
            "%(round)s %(number)d, corrected: %(what)s",
            round=word,
            number=number,
            what=_differences(about, pieces, session),
        )
    if kind == "insert":
        return _("Put in: %(round)s", round=score_in_words(number, about["out"], about["points"], session))
    if kind == "remove":
        return _("Removed: %(round)s", round=score_in_words(number, about["out"], about["points"], session))
    return _said_of_table(kind, about, name, names, session)


def _said_of_table(
    kind: str, about: Mapping[str, Any], name: str, names: Mapping[str, str], session: Session
) -> str:
    word, number = the_word(session, "Round"), about.get("number", 0)
    somebody = _("somebody")
    if kind == "swap":
        one, other = (names.get(player, somebody) for player in about["players"])
        return _("%(one)s and %(other)s changed places", one=one, other=other)
    return {
        "join": lambda: ngettext(
            "%(name)s sat down with %(num)d point",
            "%(name)s sat down with %(num)d points",
            about["points"],
            name=name,
        ),
        "leave": lambda: _("%(name)s left", name=name),
        "come_back": lambda: ngettext(
            "%(name)s came back, %(num)d point added",
            "%(name)s came back, %(num)d points added",
            about["points"],
            name=name,
        ),
        "cut": lambda: _("%(name)s won the cut", name=name),
        "dealer": lambda: _(
            "%(round)s %(number)d: %(name)s deals instead", round=word, number=number, name=name
        ),
        "misdeal": lambda: _("%(round)s %(number)d: misdeal", round=word, number=number),
        "sheet": lambda: _sheet_in_words(about, session),
        "stop": lambda: _("Session ended"),
        "reopen": lambda: _("Session opened again"),
    }.get(kind, lambda: kind)()


def _sheet_in_words(about: Mapping[str, Any], session: Session) -> str:
    if about["summed"]:
        return _("Entered from paper: the totals")
    return ngettext(
        "Entered from paper: %(num)d %(round)s",
        "Entered from paper: %(num)d %(rounds)s",
        about["count"],
        round=the_word(session, "round"),
        rounds=the_word(session, "rounds"),
    )


def _differences(about: Mapping[str, Any], pieces: Mapping[str, Any], session: Session) -> str:
    """What a correction changed: "Bo 40 → 70, out Cara → Bo"."""
    parts = []
    for key, (before, after) in pieces.items():
        if key.startswith("round:") and before and after:
            parts += [_difference(field, before[field], after[field], session) for field in sorted(after)]
    return ", ".join(part for part in parts if part) or _("nothing")


def _difference(field: str, before: Any, after: Any, session: Session) -> str:
    if field.startswith("hand:"):
        name = name_of(field.removeprefix("hand:"), session)
        return f"{name} {_left(before, session)} → {_left(after, session)}"
    if field == "out":
        one, other = (name_of(x, session) if x else _("nobody") for x in (before, after))
        return _("out: %(before)s → %(after)s", before=one, after=other)
    if field == "dealer":
        one, other = name_of(before, session), name_of(after, session)
        return _("dealer: %(before)s → %(after)s", before=one, after=other)
    if field == "hand_size":
        return _("cards dealt: %(before)d → %(after)d", before=before, after=after)
    if field == "chain":
        return _("the cards drawn at the end")
    return ""


def _left(left: Mapping[str, Any] | None, session: Session) -> str:
    if left is None:
        return "–"
    cards = cards_in_figures(left["cards"], session) if left["cards"] else ""
    if left["points"] is None:
        return cards or "–"
    return f"{left['points']} ({cards})" if cards else str(left["points"])


def group_change_in_words(change: Change, names: Mapping[str, str]) -> str:
    """One entry of the group's own trail: names, merges, forgetting."""
    if change.kind == TAKE_BACK:
        inner = change.about.get("kind", "")
        return _("Taken back: %(change)s", change=_group_kind(inner, change, names))
    return _group_kind(change.kind, change, names)


def _group_kind(kind: str, change: Change, names: Mapping[str, str]) -> str:
    name = names.get(change.about.get("player", ""), _("somebody"))
    before, after = next(
        (p for key, p in change.pieces.items() if key.startswith(("player:", "group"))), (None, None)
    )
    if kind in ("rename", "rename_group") and before and after:
        return _("%(before)s is called %(name)s", before=before["name"], name=after["name"])
    if kind.startswith("season_"):
        return _season_kind(kind, change)
    if kind == "merge" and "gone" in change.about:
        return _("%(gone)s and %(kept)s made one", gone=change.about["gone"], kept=name)
    if kind in ("take_in", "give_back"):
        return _file_kind(kind, change)
    return {
        "rename": _("A name changed"),
        "rename_group": _("The group’s name changed"),
        "merge": _("Two players made one"),
        "anonymise": _("A name forgotten: %(name)s", name=name),
        "night": _("Place and note of a night"),
    }.get(kind, _("A change"))


def _file_kind(kind: str, change: Change) -> str:
    count = change.about["sessions"]
    sessions = ngettext("%(num)d session", "%(num)d sessions", count)
    if kind == "take_in":
        return _("“%(file)s” read in: %(sessions)s", file=change.about["file"], sessions=sessions)
    return _("“%(file)s” taken back: %(sessions)s", file=change.about["file"], sessions=sessions)


def _season_kind(kind: str, change: Change) -> str:
    fields = next((after or before for before, after in change.pieces.values()), None)
    name = (fields or {}).get("name", "")
    return {
        "season_made": _("The season %(name)s made", name=name),
        "season_changed": _("The season %(name)s changed", name=name),
        "season_deleted": _("The season %(name)s deleted", name=name),
    }.get(kind, _("A change"))


def words_for_refusal(refused: CannotTakeBack) -> str:
    return {
        "done": _("That has been taken back already."),
        "changed": _("Something later changed the same thing. Take that back first."),
        "needed": _("That player has played or dealt since. Take that back first."),
    }[refused.reason]
