"""The pad: what the page that scores a round shows beside the form itself."""

from __future__ import annotations

from dataclasses import dataclass

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.rounds import RoundForm
from models import Session
from variants.text import in_language
from views.web.addresses import rules_of, table_of
from views.web.language import current_language
from views.wording.deals import progress_in_words, prompts_of
from views.wording.hands import name_of, oddity_in_words, round_in_words, the_word


@dataclass(frozen=True)
class Key:
    """One key of the pad: a card class."""

    key: str
    label: str
    points: int | None
    danger: bool
    one: str
    many: str


@dataclass(frozen=True)
class Pad:
    title: str
    progress: str
    action: str
    keys: list[Key]
    chips: bool
    prompts: list[tuple[str, str]]
    question: str
    warnings: list[str]
    chain_card: Key | None
    chain_draws: int
    neighbours: dict[str, str]
    draft: str
    rules: str | None


def pad_for(session: Session, form: RoundForm, *, inserting: bool = False) -> Pad:
    rules, keys = session.scoring_rules, _keys(session, current_language())
    number = form.deal.number
    endpoint = "rounds.insert_round" if inserting else "rounds.save"
    dealer = name_of(form.deal.dealer, session) if form.deal.dealer else None
    leader = name_of(form.deal.leader, session) if form.deal.leader else None
    action = url_for(endpoint, group_id=session.group_id, session_id=session.id, number=number)
    return Pad(
        title=_title(session, form, inserting),
        progress=progress_in_words(session, form.deal, session.rules_in_force),
        action=action,
        keys=keys,
        chips=rules.count_chips,
        prompts=prompts_of(session, "count", form.deal, dealer, leader),
        question=the_word(session, "who_out"),
        warnings=[oddity_in_words(odd, session, rules) for odd in form.odd],
        chain_card=next((k for k in keys if rules.chain and k.key == rules.chain.card_class), None),
        chain_draws=rules.chain.draws_per_card if rules.chain else 0,
        neighbours=_neighbours(form) if rules.left_neighbour_checks else {},
        draft=draft_key(session, form, inserting),
        rules=rules_of(session, back=action, section="scoring"),
    )


def draft_key(session: Session, form: RoundForm, inserting: bool) -> str:
    """Where the phone keeps a half-entered round; one place for each thing that can be half entered."""
    kind = "insert" if inserting else form.seen.data or "new"
    return f"{session.id}/{form.deal.number}/{kind}"


def _title(session: Session, form: RoundForm, inserting: bool) -> str:
    word = the_word(session, "round")
    if inserting:
        return _("Put in %(round)s %(number)d", round=word, number=form.deal.number)
    if form.saved is not None:
        return _("Correct %(round)s %(number)d", round=word, number=form.deal.number)
    return _("Score %(round)s %(number)d", round=word, number=form.deal.number)


def _keys(session: Session, language: str) -> list[Key]:
    return [
        Key(
            key=c.key,
            label=in_language(c.label, language),
            points=c.points,
            danger=c.danger,
            one=in_language(c.one, language),
            many=in_language(c.many, language),
        )
        for c in session.wording.classes
    ]


def _neighbours(form: RoundForm) -> dict[str, str]:
    """Who sits on the left of each seat and checks its count (SP28)."""
    names = [seat.name for seat in form.seats]
    left = names[1:] + names[:1]
    return {str(seat.id): name for seat, name in zip(form.seats, left, strict=True)}


def pad_page(session: Session, form: RoundForm, *, inserting: bool = False, over: bool = False) -> str:
    """The page itself; `over` where the session was ended while somebody was still counting."""
    return render_template(
        "table/rounds/pad.html",
        form=form,
        pad=pad_for(session, form, inserting=inserting),
        over=over,
    )


def back_to_table(
    session: Session, number: int, form: RoundForm, *, inserting: bool = False
) -> ResponseReturnValue:
    """The table, which says what was saved and lets the phone drop its draft."""
    saved = session.round_number(number)
    if saved is not None:
        flash(round_in_words(saved.facts(), session), f"saved:{draft_key(session, form, inserting)}")
    return redirect(table_of(session), 303)
