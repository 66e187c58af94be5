"""The form of a new session: seats, options, first dealer.

It can also be sent to change itself (`arrange`: add, remove, move, shuffle a seat), which works without
JavaScript, and to the page of another variant: `game` names the variant whose options it holds, and the other
variant's choices are carried along. The fields of seats: forms/seats.py, those of options: forms/options.py.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, StringField

from forms.names import OptionalName, shortened
from forms.options import OptionsForm
from forms.seats import SeatListForm
from game.scoring.pack import PackProblem, decks_needed, pack_problem
from game.scoring.rules import Rules
from game.variants import VARIANTS, IllegalOption, Variant
from models.custom_games import repeatable_options
from models.group import NAME_LENGTH as GROUP_NAME_LENGTH
from models.names import tidy
from models.session import Session
from models.table.starting import SessionSetup

CARRIED_PREFIX = "kept-"  # and a game's key, before the names of its fields
MAX_CARRIED = 200
MAX_CARRIED_LENGTH = 100


class NewGameForm(SeatListForm):
    """The form of a variant. `valid()` fills `chosen` or sets errors, and asks once about a thin stock."""

    group_name = StringField(filters=[shortened(400), tidy], validators=[OptionalName(GROUP_NAME_LENGTH)])
    accept_thin = BooleanField()
    accept_another = StringField(filters=[shortened(40)])  # the game beside which one more is begun

    def __init__(
        self,
        variant: Variant,
        language: str,
        names: Sequence[str] = (),
        *,
        teams: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        last: Session | None = None,
        **known: Any,
    ) -> None:
        """last: the session whose options the page shows at first, unless `options` are given."""
        super().__init__(variant.players[1], names, teams, **known)
        self.variant = variant
        self.warning: str | None = None
        self.chosen: SessionSetup | None = None
        self.sent_key = request.form.get("game", variant.key) if self.is_submitted() else variant.key
        repeated, not_repeated = self._options_to_repeat(last) if last else ({}, [])
        sent = self._options_sent()
        self.not_repeated = not_repeated if sent is None else []
        self.options = OptionsForm(variant, language, sent, repeated if options is None else options)
        at_first = OptionsForm(variant, language, None, repeated)
        self.is_as_last_time = bool(repeated) and self.options.shown_rules == at_first.shown_rules
        if self.sent_key != variant.key:
            self._reset_for_another_game()

    @property
    def errors_at_top(self) -> list[str]:
        return [*self.form_errors, *self.group_name.errors]

    @property
    def has_teams(self) -> bool:
        return "teams" in self.options

    @property
    def names(self) -> list[str]:
        """Of the players, clockwise."""
        return [seat.name.data for seat in self.taken]

    @property
    def carried_over(self) -> list[tuple[str, str]]:
        """The choices for other games, as hidden fields of the page: names and values."""
        sent = list(request.form.items(multi=True)) if self.is_submitted() else []
        of_others = tuple(f"{CARRIED_PREFIX}{key}-" for key in VARIANTS if key != self.variant.key)
        carried = [(name, value) for name, value in sent if name.startswith(of_others)]
        if self.sent_key in VARIANTS and self.sent_key != self.variant.key:
            carried += [
                (f"{CARRIED_PREFIX}{self.sent_key}-{name}", value)
                for name, value in sent
                if name == "game" or name.startswith("option-")
            ]
        return [
            (name[:MAX_CARRIED_LENGTH], value[:MAX_CARRIED_LENGTH]) for name, value in carried[:MAX_CARRIED]
        ]

    def _options_to_repeat(self, last: Session) -> tuple[dict[str, Any], list[str]]:
        """The options chosen there, and the keys of those that cannot be repeated for these players."""
        began = sum(seat.joined_round == 1 for seat in last.sheet.seats)
        return self.variant.carried_over(repeatable_options(last), began, len(self.taken) or began)

    def _options_sent(self) -> MultiDict[str, str] | None:
        """Options sent by this game's page or carried along by another's; None where there are none yet."""
        if not self.is_submitted():
            return None
        if self.sent_key == self.variant.key:
            return request.form
        prefix = f"{CARRIED_PREFIX}{self.variant.key}-"
        sent = request.form.items(multi=True)
        return (
            MultiDict([(name.removeprefix(prefix), value) for name, value in sent if name.startswith(prefix)])
            or None
        )

    def _reset_for_another_game(self) -> None:
        """Seats are kept; the question about a thin stock is asked again."""
        self.accept_thin.data, self.accept_another.data = False, ""
        least, most = self.variant.players
        if len(self.taken) > most:
            numbers = {"least": least, "most": most, "players": len(self.taken)}
            self.form_errors.append(
                _("This game is for %(least)d to %(most)d players, not %(players)d.", **numbers)
            )

    def valid(self, chance: random.Random) -> bool:
        """Whether the session can start; `chance` draws the first dealer if requested."""
        is_sound = self.validate_on_submit()
        if self.errors_at_top or self.options.errors or any(seat.errors for seat in self.seats):
            return False
        names, options = self.names, self.options.given
        teams = [seat.team.data for seat in self.taken] if options.get("teams") else []
        if not self._cards_suffice(options, len(names)) or not self._teams_fit(teams):
            return False
        dealer = self.dealer_place()
        first = chance.randrange(len(names)) if dealer is None else dealer
        self.chosen = SessionSetup(self.variant, options, names, first, teams)
        return is_sound

    def validate(self, extra_validators: None = None) -> bool:
        sound = super().validate(extra_validators)
        return self.options.validate() and sound

    def _cards_suffice(self, options: Mapping[str, Any], players: int) -> bool:
        try:
            rules = self.variant.rules(options, players)
        except IllegalOption as illegal:
            name = self.options[illegal.key].label.text if illegal.key in self.options else illegal.key
            self.form_errors.append(_("%(option)s: this is not possible here.", option=name))
            return False
        problem = pack_problem(rules, players)
        if problem is None:
            return True
        choices = chain.from_iterable(option.choices for option in self.variant.options)
        has_short_game = any(choice.value == "short" for choice in choices)
        words = _words_for_pack(problem, rules, has_short_game=has_short_game)
        if problem.impossible:
            self.form_errors.append(words)
            return False
        if not self.accept_thin.data:
            self.warning = words
        return self.accept_thin.data

    def _teams_fit(self, teams: Sequence[str]) -> bool:
        if not teams or (all(teams) and len(set(teams)) > 1):
            return True
        self.form_errors.append(_("Teams: everybody needs one, and there must be at least two."))
        return False


def _words_for_pack(problem: PackProblem, rules: Rules, *, has_short_game: bool) -> str:
    """The message when the cards do not suffice, or hardly do, for these players."""
    numbers = {
        "players": problem.players,
        "cards": problem.hand_size,
        "stock": max(problem.stock, 0),
        "least": rules.players[0],
        "most": rules.players[1],
    }
    if problem.problem == "few":
        return _("At least %(least)d must play. Type a name for each.", **numbers)
    if problem.problem == "many":
        return _("This game is for %(least)d to %(most)d players, not %(players)d.", **numbers)
    if problem.problem == "short":
        return _words_for_short(rules, numbers, has_short_game)
    if problem.problem == "turn_up":
        return ngettext(
            "Only %(stock)d card would be left in the stock: for a turned-up ace %(players)d players could "
            "not draw one each. Another deck would help.",
            "Only %(stock)d cards would be left in the stock: for a turned-up ace %(players)d players could "
            "not draw one each. Another deck would help.",
            numbers["stock"],
            **numbers,
        )
    return ngettext(
        "Only %(stock)d card would be left in the stock for %(players)d players. That is too few; "
        "another deck would help.",
        "Only %(stock)d cards would be left in the stock for %(players)d players. That is too few; "
        "another deck would help.",
        numbers["stock"],
        **numbers,
    )


def _words_for_short(rules: Rules, numbers: dict[str, int], has_short_game: bool) -> str:
    needed = decks_needed(rules, numbers["players"])
    cannot = (
        _("One deck cannot deal %(cards)d cards to %(players)d players:", **numbers)
        if rules.decks == 1
        else _(
            "%(decks)d decks cannot deal %(cards)d cards to %(players)d players:",
            decks=rules.decks,
            **numbers,
        )
    )
    ways = []
    if needed == 2:  # noqa: PLR2004
        ways.append(_("take two decks"))
    elif needed is not None:
        ways.append(_("take %(decks)d decks", decks=needed))
    if has_short_game:
        ways.append(_("play the short game"))
    way = _(" or ").join(ways) or _("fewer must play")
    return f"{cannot} {way}."
