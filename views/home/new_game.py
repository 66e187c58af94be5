"""A new game: choose the variant, then who sits where and who deals first."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask import abort, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import Field

from forms.new_game import NewGameForm
from forms.paper.game import query_of
from forms.seats import TEAMS
from game.variants import Variant
from game.variants.option import Option
from models import Group, Link, Session, db
from models.custom_games import playable_variants, variant_named
from models.database import new_id
from models.night_lists import last_in, last_of_variant, running_with
from models.people.known import KnownPlayers
from models.table.starting import start_session
from views.home import bp
from views.home.groups import WaitingTable
from views.web.access import group_from_args, known_groups, reader, session_of
from views.web.addresses import session_url
from views.web.clock import chance, now
from views.web.founding import found_group
from views.web.gate import sent_id
from views.web.language import current_language, local_date
from views.web.stored_links import add_link
from views.words.custom_games import own_summaries
from views.words.figures import number, rounded
from views.words.hands import first_words
from views.words.phrases import default_group_name, listed, opening, tonight_in_words, within_a_line, words

Length = tuple[str, str, str]  # what a form sends for it ("" for as usual), its name, how long it takes
MINUTES_PER_ROUND = 6  # a plain guess: dealing, playing and counting, whatever the game and however many play
DEFAULT_COUNTS = (5, 10)


@bp.get("/new")
def choose_variant() -> ResponseReturnValue:
    group, known = group_from_args(), known_groups(to_write=True)
    if group is None and known and not _is_for_new_people():
        return redirect(url_for("home.choose_variant", group=known[0].id))
    last = last_in(group.id) if group else None
    return render_template(
        "home/new_game/choose.html",
        variants=playable_variants(group.id if group else None),
        own_summaries=own_summaries(group.id) if group else {},
        group=group,
        known_groups=known,
        may_create_tournament=_may_create_tournament(group),
        new_people=_is_for_new_people(),
        seats_of=_session_id("seats_of") or (last.id if last else None),
    )


@bp.get("/new/<key>")
def new_game(key: str) -> ResponseReturnValue:
    group = group_from_args()
    variant = _variant(key, group)
    if group is None and not _is_for_new_people():
        known = known_groups(to_write=True)
        if known:
            last = last_in(known[0].id)
            return redirect(url_for("home.new_game", key=key, group=known[0].id, seats_of=last and last.id))
    form = _form(variant, group, *_seats_to_start_with(group))
    return _setup_page(form, variant, group)


@bp.post("/new/<key>")
def create_game(key: str) -> ResponseReturnValue:
    group = group_from_args()
    variant = _variant(key, group)
    form = _form(variant, group)
    link_id = uuid.uuid5(sent_id(), session.get("csrf_token", ""))  # only this phone can compute it
    link = db.session.get(Link, link_id) if group is None else None
    if link is not None:  # sent twice, before the first answer brought its cookie
        add_link(link)
        group = link.group
    started = db.session.get(Session, sent_id())
    if started is not None and group is not None and started.group_id == group.id:
        return redirect(session_url(started), 303)  # the same form, sent twice
    if request.form.get("arrange"):
        form.arrange(request.form["arrange"][:100], chance())
        return _setup_page(form, variant, group)
    if not form.valid(chance()) or form.chosen is None:
        return _setup_page(form, variant, group), 422
    running = _running(form, variant, group)
    if running is not None and form.accept_another.data != str(running.id):
        return _setup_page(form, variant, group), 422
    moment = now()
    if group is None:
        group = found_group(form.group_name.data or default_group_name(local_date(moment)), moment, link_id)
    game_id = sent_id() if started is None else new_id()
    game = start_session(group, form.chosen, game_id, at=moment, today=local_date(moment))
    db.session.commit()
    flash(first_words(game))
    return redirect(session_url(game), 303)


@bp.post("/new/<key>/sheet")
def print_blank(key: str) -> ResponseReturnValue:
    """Print the form as a sheet instead of starting the session: the address contains the setup."""
    group = group_from_args()
    variant = _variant(key, group)
    form = _form(variant, group)
    if not form.valid(chance()) or form.chosen is None:
        return _setup_page(form, variant, group), 422
    address = url_for("paper.print_blank_sheet", group=group.id if group else None, **query_of(form.chosen))
    return redirect(address, 303)


def _form(
    variant: Variant, group: Group | None, names: Sequence[str] = (), teams: Sequence[str] = ()
) -> NewGameForm:
    """With the options that the group played the variant with last."""
    last = last_of_variant(group.id, variant.key) if group else None
    return NewGameForm(variant, current_language(), names, teams=teams, last=last)


def _setup_page(form: NewGameForm, variant: Variant, group: Group | None) -> str:
    """The form of a new game: seats, options and first dealer."""
    running = _running(form, variant, group)
    return render_template(
        "home/new_game/new.html",
        form=form,
        variant=variant,
        variants=playable_variants(group.id if group else None),
        group=group,
        known=KnownPlayers(group),
        usual_name=default_group_name(local_date(now())),
        known_groups=known_groups(to_write=True),
        running=WaitingTable(running) if running else None,
    )


def _running(form: NewGameForm, variant: Variant, group: Group | None) -> Session | None:
    """The game that these people play already. Where no group is chosen, in any that the phone knows: Back
    from the first game of a group leads to the page that founded it.
    """
    groups = [group] if group else known_groups(to_write=True)
    return running_with([each.id for each in groups], variant.key, form.names, now())


def _variant(key: str, group: Group | None) -> Variant:
    return variant_named(group.id if group else None, key) or abort(404)


def _is_for_new_people() -> bool:
    """Else a phone that knows a group begins there: history must not split."""
    return bool(request.args.get("new_people"))


def _may_create_tournament(group: Group | None) -> bool:
    """In a group only an owner; without a group anyone, with a new one."""
    return group is None or group in known_groups(to_manage=True)


def _session_id(name: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(request.args.get(name, ""))
    except ValueError:
        return None


def _seats_to_start_with(group: Group | None) -> tuple[list[str], list[str]]:
    """Names and teams of the session that is played again, if one is named; a new table is empty."""
    earlier = _session_id("seats_of")
    if group is None or earlier is None:
        return [], []
    reader(group.id)
    here = [seat for seat in session_of(group.id, earlier).seats if not seat.has_left]
    teams = [seat.team or "" for seat in here if seat.team in TEAMS]
    return [seat.name for seat in here], teams if len(teams) == len(here) else []


@bp.app_template_filter()
def holding_in_words(option: Option, value: Any) -> str:
    """A short explanation of this value; "" if it needs none."""
    if option.kind == "yes_no" and value is option.default:
        return within_a_line(words(option.name)) if value else ""
    is_stated = any(choice.value == value for choice in option.choices)
    if option.kind == "points" or value in (None, "") or (option.choices and not is_stated):
        return ""
    return tonight_in_words(option, value)


@bp.app_template_filter()
def house_rules_in_words(variant: Variant, fields: Iterable[Field]) -> str:
    """One line for everything that holds at a table: "two decks, an 8 may follow a 3 or 10"."""
    typed = [(field.short_name, getattr(field, "text", field.data)) for field in fields if not field.errors]
    named = [(variant.option(key), value) for key, value in typed]
    texts = [holding_in_words(option, value) for option, value in named if option is not None]
    return ", ".join(text for text in texts if text)


@bp.app_template_filter()
def options_in_words(variant: Variant, keys: Sequence[str]) -> str:
    """Names of these options: "Decks and Length"; unknown ones are counted as one."""
    named = [option.name for option in map(variant.option, keys) if option is not None]
    removed = [_("a house rule that no longer exists")] if len(named) < len(keys) else []
    return listed([*map(words, named), *removed])


@bp.app_template_filter()
def lengths(variant: Variant) -> list[Length]:
    """Lengths to choose from, with rounds and approximate minutes; empty without a choice."""
    option = variant.length
    if option is None:
        return []
    return list(_named_lengths(option, variant) if option.choices else _counted_lengths(option, variant))


def _named_lengths(option: Option, variant: Variant) -> Iterator[Length]:
    word = words(variant.words["rounds"] or "")
    for choice in option.choices:
        count: Any = choice.sets["rounds"]
        note = _(
            "%(count)d %(rounds)s, about %(minutes)d min", count=count, rounds=word, minutes=_minutes(count)
        )
        yield str(choice.value), opening(words(choice.tonight or choice.name)), note


def _counted_lengths(option: Option, variant: Variant) -> Iterator[Length]:
    if isinstance(option.default, int):
        yield "", _end_named(option, option.default, variant), _("as usual")
        others = DEFAULT_COUNTS if option.sets_value == "rounds" else (2 * option.default,)
        for count in others:
            if count != option.default:
                yield str(count), _end_named(option, count, variant), ""
        return
    usual = _("One per player") if option.depends_on_players else _("Until you stop")
    word = words(variant.words["round"] or "")
    yield "", usual, _("about %(minutes)d min a %(round)s", minutes=MINUTES_PER_ROUND, round=word)
    for count in DEFAULT_COUNTS:
        yield str(count), str(count), _("%(minutes)d min", minutes=_minutes(count))


def _end_named(option: Option, count: int, variant: Variant) -> str:
    """A length as a segment: "To 100", "Out at 100", "10 rounds"."""
    if option.sets_value == "first_to":
        return _("To %(total)s", total=number(count))
    if option.sets_value == "eliminate_at":
        return _("Out at %(total)s", total=number(count))
    return f"{count} {words((variant.words['round'] if count == 1 else variant.words['rounds']) or '')}"


def _minutes(rounds: int) -> int:
    """Rounded to five minutes."""
    return int(rounded(rounds * MINUTES_PER_ROUND / 5)) * 5
