"""Sentences about the next step of a tournament, its history and refused actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from forms.tournaments import too_many_entrants
from game.tournament.attendance import DealCount
from game.tournament.decisions import DecisionStatus
from models import Change, Session, Tournament
from models.change import AT_TABLE, UNDO
from models.custom_games import variant_named
from models.names import isolated
from models.table.undo import CannotUndo
from models.tournament.entering import CannotEnter
from models.tournament.tournament import MAX_REQUESTS_OF_PHONE
from views.words import changes
from views.words.phrases import Plural, Sentence, listed, stage_name

SENTENCES: dict[str, Sentence] = {
    "enter": Plural("%(num)d person takes part", "%(num)d people take part", by="people"),
    "admit": lazy_gettext("Somebody who asked takes part"),
    "turn_away": lazy_gettext("%(name)s does not take part"),
    "reject": Plural("%(num)d name turned away", "%(num)d names turned away", by="requests"),
    "withdraw": lazy_gettext("%(name)s goes home"),
    "draw": lazy_gettext("%(stage)s drawn"),
    "cut": lazy_gettext("Goes on: %(names)s"),
    "tie": lazy_gettext("The order is decided: %(names)s"),
    "decide": lazy_gettext("The umpire decided"),
    "play_on": lazy_gettext("%(name)s plays on"),
    AT_TABLE: lazy_gettext("A table was changed after the next draw"),
}
DECISIONS = {
    "cut": lazy_gettext("Goes on: %(names)s."),
    "tie": lazy_gettext("In this order: %(names)s."),
    "late_entry": lazy_gettext("Comes late: %(names)s."),
    "plays_on": lazy_gettext("Plays on after leaving a table: %(names)s."),
}
TOO_LATE = lazy_gettext("All rounds have been drawn; nobody can join any more.")
NOT_DRAWN = {
    "moved": lazy_gettext("Somebody else has drawn in the meantime. This is how it stands now."),
    "people": lazy_gettext("Somebody came or left in the meantime. Here is a new draw."),
    "rules": lazy_gettext(
        "The rules of this game were changed, so that points of later tables cannot be added to the earlier "
        "ones. Take back the change on the page of the game, then draw."
    ),
    "size": lazy_gettext("There is a table with too few or too many people for this game. Move somebody."),
}
NOT_DECIDED = {
    "moved": lazy_gettext("There is nothing of that kind to decide now."),
    "few": lazy_gettext("Choose more people: there is room for more of them."),
    "others": lazy_gettext("Somebody is not level any more. This is how it stands now."),
}
STATUSES = {
    DecisionStatus.NOT_NEEDED: lazy_gettext("No longer needed."),
    DecisionStatus.AGAIN: lazy_gettext("No longer fits the totals: it has to be decided again."),
    DecisionStatus.TOO_LATE: lazy_gettext("No longer fits the totals. The draw stays."),
}
NOT_TAKEN_BACK = {
    "done": lazy_gettext("That has been taken back already."),
    "changed": lazy_gettext("Something later changed the same thing. Take that back first."),
    "needed": lazy_gettext("Somebody of them has sat down at a table. Take that draw back first."),
    "played": lazy_gettext("A table of that draw has played. Take its rounds back first."),
    "table": lazy_gettext("That is taken back at the table, under Changes."),
}


def change_in_words(change: Change, tournament: Tournament) -> str:
    """Return an entry of the history as a sentence."""
    if change.kind == UNDO:
        entry = _sentence(change.about["kind"], change.about["about"], tournament)
        return _("Taken back: %(change)s", change=entry)
    return _sentence(change.kind, change.about, tournament)


def table_change_in_words(change: Change, session: Session, tournament: Tournament) -> str:
    """ "Round 1, table 2: Deal 3, corrected: Bo 40 → 70"."""
    return _(
        "%(stage)s, table %(number)d: %(change)s",
        stage=stage_name(tournament, session.at_table.stage),
        number=session.at_table.number,
        change=changes.change_in_words(change, session),
    )


def decision_in_words(entry: Mapping[str, Any], tournament: Tournament) -> str:
    """ "Goes on: Cara. She has waited longest." """
    names = names_in(tournament, entry["players"])
    sentence = str(DECISIONS[entry["kind"]] % {"names": names}) if entry["kind"] in DECISIONS else ""
    return " ".join(filter(None, [sentence, entry["note"]]))


def not_entered(refused: CannotEnter) -> str:
    if refused.reason == "full":
        return too_many_entrants()
    if refused.reason == "phone":
        return _(
            "The umpire has %(num)d names from this phone. Wait for an answer.", num=MAX_REQUESTS_OF_PHONE
        )
    if refused.reason == "requests":
        return _("Too many names wait for the umpire. Go to the umpire’s table.")
    return _("%(name)s takes part already.", name=isolated(refused.name))


def not_undone(refused: CannotUndo) -> str:
    return too_many_entrants() if refused.reason == "full" else str(NOT_TAKEN_BACK[refused.reason])


def of_most_deals(deals: DealCount | None) -> str:
    """Return "1 of 4 deals", "" if nobody has played more."""
    if deals is None:
        return ""
    return ngettext("%(own)d of %(num)d deal", "%(own)d of %(num)d deals", deals.most, own=deals.played)


def names_in(tournament: Tournament, players: Iterable[Any]) -> str:
    """Return the names of these players, given by id or its text; "somebody" for one who is no entrant."""
    entered = {str(entrant.player_id): entrant.player for entrant in tournament.playing if entrant.player}
    ids = map(str, players)
    return listed([isolated(entered[id_].name) if id_ in entered else _("somebody") for id_ in ids])


def game_of(tournament: Tournament) -> Any:
    """Return the variant's name by language, None if the variant no longer exists."""
    variant = variant_named(tournament.group_id, tournament.variant)
    return variant.name if variant else None


def _sentence(kind: str, about: Mapping[str, Any], tournament: Tournament) -> str:
    values = {
        "people": about.get("people", 0),
        "requests": about.get("requests", 0),
        "name": names_in(tournament, [about["player"]]) if "player" in about else _("somebody"),
        "names": names_in(tournament, about.get("players", ())),
        "stage": stage_name(tournament, about.get("stage", 1)),
    }
    return str(SENTENCES[kind] % values)
