"""Sentences about changes of a session, and about why a change cannot be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from models import Change, Session
from models.change import ADJUST, UNDO
from models.table.undo import CannotUndo
from views.words.adjustments import adjustment_in_words, moment_in_words
from views.words.figures import with_minus
from views.words.hands import cards_in_figures, factors_in_figures, name_of, score_in_words, the_word
from views.words.phrases import Plural, Sentence
from views.words.results import total_in_words

TABLE_SENTENCES: dict[str, Sentence] = {
    "join": lazy_gettext("%(name)s sat down with %(total)s"),
    "leave": lazy_gettext("%(name)s left"),
    "take_over": lazy_gettext("%(name)s took over from %(other)s with %(total)s"),
    "come_back": lazy_gettext("%(name)s came back, %(total)s added"),
    "cut": lazy_gettext("%(name)s won the cut"),
    "dealer": lazy_gettext("%(round)s %(number)d: %(name)s deals instead"),
    "misdeal": lazy_gettext("%(round)s %(number)d: misdeal"),
    "stop": lazy_gettext("Game ended"),
    "reopen": lazy_gettext("Game opened again"),
    "plan": Plural("The game has %(num)d round now", "The game has %(num)d rounds now", by="rounds"),
}
REFUSALS = {
    "done": lazy_gettext("That has been taken back already."),
    "changed": lazy_gettext("Something later changed the same thing. Take that back first."),
    "needed": lazy_gettext("That player has played or dealt since. Take that back first."),
    "game_played": lazy_gettext("This game has been played. Retire it instead."),
    "played": lazy_gettext(
        "Later rounds were played by the people who were there then. Take those back first."
    ),
    "evening": lazy_gettext("The umpire said so of the whole evening, and takes it back there."),
    "name": lazy_gettext("Somebody else has that name by now. Give one of them another name first."),
}


def change_in_words(change: Change, session: Session) -> str:
    """One entry of the history as a sentence."""
    if change.kind != UNDO:
        return _sentence(change.kind, change.about, change.diff, session)
    kind, about = change.original
    if change.takes_back:
        diff = {key: [before, after] for key, (after, before) in change.diff.items()}
        return _("Taken back: %(change)s", change=_sentence(kind, about, diff, session))
    return _("Put back: %(change)s", change=_sentence(kind, about, change.diff, session))


def _sentence(kind: str, about: Mapping[str, Any], diff: Mapping[str, Any], session: Session) -> str:
    names = {str(seat.player_id): seat.name for seat in session.seats}
    name = names.get(about.get("player", ""), _("somebody"))
    number = about.get("number", 0)
    word = the_word(session, "Round")
    moved_on, moved_back = _("later dealers moved on"), _("later dealers moved back")
    if kind == "record":
        sentence = score_in_words(about, session)
        return (
            f"{sentence} ({_discarded_counts(about['counts'], session)})" if "counts" in about else sentence
        )
    if kind == "correct":
        return _(
            "%(round)s %(number)d, corrected: %(what)s",
            round=word,
            number=number,
            what=_differences(about, diff, session),
        )
    if kind == "correct_from_file":
        return _(
            "Corrected from “%(file)s”: %(what)s",
            file=about["file"],
            what=_differences(about, diff, session),
        )
    if kind == "insert":
        sentence = _("Put in: %(round)s", round=score_in_words(about, session))
        return f"{sentence} ({moved_on})" if "moves_deals" in about else sentence
    if kind == "remove":
        sentence = _("Removed: %(round)s", round=score_in_words(about, session))
        return f"{sentence} ({moved_back})" if "moves_deals" in about else sentence
    return _table_sentence(kind, about, name, names, session)


def _table_sentence(
    kind: str, about: Mapping[str, Any], name: str, names: Mapping[str, str], session: Session
) -> str:
    if kind == "swap":
        one, other = (names.get(player, _("somebody")) for player in about["players"])
        return _("%(one)s and %(other)s changed places", one=one, other=other)
    if kind == "sheet":
        return _sheet_in_words(about, session)
    if kind == ADJUST:
        words = adjustment_in_words(name, about["points"], about["reason"], session.rules)
        if about["number"] == len(session.rounds):
            return words
        return f"{words}, {moment_in_words(about['number'], session)}"
    other = names.get(about.get("from", ""), _("somebody"))
    total = total_in_words(about.get("points", 0), session)
    values = {"round": the_word(session, "Round"), "number": 0, **about}
    values |= {"name": name, "other": other, "total": total}
    return str(TABLE_SENTENCES[kind] % values) if kind in TABLE_SENTENCES else kind


def _sheet_in_words(about: Mapping[str, Any], session: Session) -> str:
    if about["totals_only"]:
        return _("Entered from paper: the totals")
    return ngettext(
        "Entered from paper: %(num)d %(round)s",
        "Entered from paper: %(num)d %(rounds)s",
        about["count"],
        round=the_word(session, "round"),
        rounds=the_word(session, "rounds"),
    )


def _discarded_counts(counts: Mapping[str, Any], session: Session) -> str:
    """Counts of phones that differ from the saved round: "Bo 60 (8, 5 ×2) on Bo’s phone"."""
    return ", ".join(
        _(
            "%(name)s %(hand)s on %(phone)s",
            name=name_of(seat, session),
            hand=_hand_in_figures(count, session),
            phone=count["by"],
        )
        for seat, each in counts.items()
        for count in each
    )


def _differences(about: Mapping[str, Any], diff: Mapping[str, Any], session: Session) -> str:
    """What a correction changed: "Bo 40 → 70, out Cara → Bo"."""
    parts = []
    for key, (before, after) in diff.items():
        if key.startswith("round:") and before and after:
            parts += [_difference(field, before[field], after[field], session) for field in sorted(after)]
    return ", ".join(part for part in parts if part) or _("nothing")


def _difference(field: str, before: Any, after: Any, session: Session) -> str:
    if field.startswith("hand:"):
        name = name_of(field.removeprefix("hand:"), session)
        return f"{name} {_hand_in_figures(before, session)} → {_hand_in_figures(after, session)}"
    if field == "out":
        one, other = (name_of(x, session) if x else _("nobody") for x in (before, after))
        if not session.rules.classes:
            return _("won: %(before)s → %(after)s", before=one, after=other)
        return _("out: %(before)s → %(after)s", before=one, after=other)
    if field == "dealer":
        one, other = name_of(before, session), name_of(after, session)
        return _("dealer: %(before)s → %(after)s", before=one, after=other)
    if field == "hand_size":
        return _("cards dealt: %(before)d → %(after)d", before=before, after=after)
    if field == "chain":
        return _("the cards drawn at the end")
    if field == "multipliers":
        one, other = (factors_in_figures(keys or (), session) or "×1" for keys in (before, after))
        return _("the round counts %(before)s → %(after)s", before=one, after=other)
    return ""


def _hand_in_figures(left: Mapping[str, Any] | None, session: Session) -> str:
    if left is None:
        return "–"
    cards = cards_in_figures(left["cards"], session) if left["cards"] else ""
    if left["points"] is None:
        return cards or "–"
    typed = with_minus(left.get("typed") or "")
    factors = factors_in_figures(left.get("multipliers") or (), session)
    details = " ".join(filter(None, (cards or typed, factors)))
    points = with_minus(left["points"])
    return f"{points} ({details})" if details else points


def words_for_refusal(refused: CannotUndo) -> str:
    return str(REFUSALS[refused.reason])
