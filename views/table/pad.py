"""The pad: values that the page for scoring a round shows in addition to the form."""

from __future__ import annotations

import json
import uuid
from typing import Any

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from forms.rounds import KEEP, MOVE, RoundForm
from forms.seats import seat_named
from game.scoring.counts import Count
from models import Session
from models.table.rounds import fingerprint
from views.live.counting import has_phone
from views.offline.board_json import sheet_of
from views.web.addresses import ask_url, session_url
from views.web.phone import own_player_ids
from views.words.deals import progress_in_words, prompts_of
from views.words.hands import (
    class_labels,
    hand_in_words,
    name_of,
    nobody_out,
    nobody_went_out,
    round_in_words,
    round_warning_in_words,
    the_word,
    usual_figures,
)

MAX_DEALS = 3  # of later rounds, named in a question


def pad_page(session: Session, form: RoundForm, *, inserting: bool = False, has_ended: bool = False) -> str:
    """The pad. has_ended: the session was ended while the form was open."""
    deal, rules = form.deal, session.rules
    endpoint = "table.insert_round" if inserting else "table.save_round"
    action = url_for(endpoint, group_id=session.group_id, session_id=session.id, number=deal.number)
    dealer, leader = (name_of(seat, session) if seat else None for seat in (deal.dealer, deal.leader))
    return render_template(
        "table/rounds/pad.html",
        form=form,
        has_ended=has_ended,
        title=_title(session, form, inserting),
        progress=progress_in_words(session, deal, session.rules_in_force),
        action=action,
        waiting_page="" if inserting else session_url(session),  # shows the round until it is sent
        prompts=prompts_of(session, "count", deal, dealer, leader),
        question=the_word(session, "who_out"),
        nobody=nobody_went_out(session),
        nobody_out=nobody_out(rules),
        labels=class_labels(session),
        figures=usual_figures(session),
        new_counts=[_new_count(session, count) for count in form.new_counts],
        warnings=[round_warning_in_words(warning, session, rules) for warning in form.warnings],
        neighbours=_neighbours(form) if rules.left_neighbour_checks else {},
        draft=draft_key(session, form, inserting=inserting),
        elsewhere=_elsewhere(session, form),
        offered=round_in_words(form.taken_back, session) if form.taken_back and not form.is_refilled else "",
        hands_page=url_for(
            "live.hands", group_id=session.group_id, session_id=session.id, number=deal.number
        ),
        ask_page=ask_url(session, back=action),
        later_deals=later_deals_question(session, first=deal.number, by=1) if inserting else None,
        # Where one seat collects the points of a round: the score sheet, for the script that shows its total.
        **({"collecting": _sheet_json(session)} if rules.collects else {}),
        **_correction(session, form),
    )


def _sheet_json(session: Session) -> str:
    return json.dumps({**sheet_of(session), "names": {str(s.id): s.name for s in session.seats}})


def _correction(session: Session, form: RoundForm) -> dict[str, str]:
    """For a saved round: its score sheet for the script, the page of the sheet, the hand that was tapped."""
    if form.saved is None:
        return {}
    tapped = None if form.is_submitted() else seat_named(form.seats, request.args.get("hand"))
    return {
        "sheet_json": _sheet_json(session),
        "sheet_page": url_for("table.rounds", group_id=session.group_id, session_id=session.id),
        "opened": str(tapped.id) if tapped else "",
    }


def back_to_table(
    session: Session, number: int, form: RoundForm, *, inserting: bool = False
) -> ResponseReturnValue:
    """Redirect to the table. The category of the message is the key of the draft, which the phone deletes."""
    saved = session.round_number(number)
    if saved is not None:
        flash(round_in_words(saved, session), f"round:{draft_key(session, form, inserting=inserting)}")
    return redirect(session_url(session), 303)


def draft_key(session: Session, form: RoundForm, *, inserting: bool = False) -> str:
    """The key of a draft in the phone's storage."""
    saved = form.saved if form.is_correction else None
    kind = "insert" if inserting else fingerprint(saved) if saved else "new"
    return f"{session.id}/{form.deal.number}/{kind}"


def _elsewhere(session: Session, form: RoundForm) -> list[uuid.UUID]:
    """Seats of players with a phone of their own, other than this phone."""
    if form.deal.number != len(session.rounds) + 1:
        return []
    here = own_player_ids(session.group_id)
    return [s.id for s in form.seats if has_phone(s.player) and s.player_id not in here]


def _new_count(session: Session, count: Count) -> str:
    """A message about a count that the scorer has not seen."""
    return _(
        "%(phone)s has counted in the meantime. %(name)s: %(hand)s. Look, and save again.",
        phone=count.by,
        name=name_of(count.hand.seat, session),
        hand=hand_in_words(count.hand, session) or _("no cards"),
    )


def _title(session: Session, form: RoundForm, inserting: bool) -> str:
    word = the_word(session, "round")
    if inserting:
        return _("Put in %(round)s %(number)d", round=word, number=form.deal.number)
    if form.saved is not None:
        return _("Correct %(round)s %(number)d", round=word, number=form.deal.number)
    return _("Score %(round)s %(number)d", round=word, number=form.deal.number)


def _neighbours(form: RoundForm) -> dict[str, str]:
    """Who sits on the left of each seat and checks its count (SP28)."""
    names = [seat.name for seat in form.seats]
    left = names[1:] + names[:1]
    return {str(seat.id): name for seat, name in zip(form.seats, left, strict=True)}


def later_deals_question(session: Session, *, first: int, by: int) -> dict[str, Any]:
    """The question about the deals of the rounds from number `first` on, which get another number.

    by: 1 where a round is put in before them, -1 where the one before them is removed. answers: (value of
    the form, label, what it means); note: the cards of the next round, which follow from its number.
    """
    rules, rounds = session.rules_in_force, the_word(session, "rounds")
    has_cards = len(set(rules.hand_sizes)) > 1
    if has_cards:
        on = _("Move dealer and cards of the later %(rounds)s on by one?", rounds=rounds)
        back = _("Move dealer and cards of the later %(rounds)s back by one?", rounds=rounds)
    else:
        on = _("Move the dealer of the later %(rounds)s on by one?", rounds=rounds)
        back = _("Move the dealer of the later %(rounds)s back by one?", rounds=rounds)
    moved = [
        _deal_in_words(session, each.number, each.dealer, each.hand_size, has_cards=has_cards)
        for each in session.scored.moved_deals(first=first, by=by)
    ]
    kept = [
        _deal_in_words(session, each.number + by, each.dealer, each.hand_size, has_cards=has_cards)
        for each in session.rounds[first - 1 :]
    ]
    return {
        "question": on if by > 0 else back,
        "answers": [(MOVE, _("Yes"), _shortened(moved)), (KEEP, _("No, as written"), _shortened(kept))],
        "note": _cards_of_next(session, len(session.rounds) + 1 + by) if has_cards else "",
    }


def _deal_in_words(session: Session, number: int, dealer: Any, hand_size: int, *, has_cards: bool) -> str:
    """ "3: Cara, 2 cards" """
    cards = ngettext("%(num)d card", "%(num)d cards", hand_size)
    name = name_of(dealer, session)
    return f"{number}: {name}, {cards}" if has_cards else f"{number}: {name}"


def _shortened(deals: list[str]) -> str:
    return "; ".join([*deals[:MAX_DEALS], *(["…"] if len(deals) > MAX_DEALS else [])])


def _cards_of_next(session: Session, number: int) -> str:
    """ "" where no round follows."""
    rules = session.rules_in_force
    if session.sheet.stopped or (rules.rounds is not None and number > rules.rounds):
        return ""
    return ngettext(
        "Cards follow the number: the next %(round)s, number %(number)d, has %(num)d card either way.",
        "Cards follow the number: the next %(round)s, number %(number)d, has %(num)d cards either way.",
        rules.hand_size(number),
        round=the_word(session, "round"),
        number=number,
    )
