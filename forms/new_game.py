"""Everything a table decides before the first deal: who sits where, the options, who deals first.

The form can also be sent to change itself (`arrange`: add, remove, move, shuffle a seat), which is how it
works without JavaScript. Field names: `name` once per seat in order, `team` likewise, `option-<key>`,
`first_dealer` (a place counted from 0, or "random"), `accept_thin`, `group_name`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from flask import request
from flask_babel import gettext as _

from forms.base import ChangeForm
from forms.names import name_problem
from forms.options import OptionField, fields_for, given_options
from forms.pack_words import words_for_pack
from forms.seat_list import RANDOM, SeatEntry, SeatList
from models.group import NAME_LENGTH as GROUP_NAME_LENGTH
from models.names import tidy
from models.player import same_name
from models.table.starting import Setup
from scoring.pack import pack_problem
from variants import IllegalOption, Variant
from variants.text import in_language


class NewGameForm(ChangeForm):
    """Built for a variant; `valid()` fills `chosen` or says what is wrong, thin set-ups once."""

    def setup(self, variant: Variant, language: str, names: Sequence[str] = ()) -> NewGameForm:
        self.variant, self.language = variant, language
        self.errors_at_top: list[str] = []
        self.warning: str | None = None
        self.chosen: Setup | None = None
        sent = request.method == "POST"
        self.options: list[OptionField] = fields_for(variant, language, request.form if sent else {})
        self.group_name = tidy(request.form.get("group_name", "")[:400]) if sent else ""
        self.accept_thin = sent and request.form.get("accept_thin") == "1"
        self.seat_list = self._sent_seats() if sent else SeatList.named(names, self.most_players)
        return self

    @property
    def seats(self) -> list[SeatEntry]:
        return self.seat_list.seats

    @property
    def first_dealer(self) -> str:
        return self.seat_list.first_dealer

    @property
    def has_teams(self) -> bool:
        return any(each.option.key == "teams" for each in self.options)

    @property
    def most_players(self) -> int:
        return self.variant.players[1]

    def arrange(self, what: str, chance: random.Random) -> None:
        """Change the seat list as a button asked."""
        if not self.seat_list.arrange(what, chance):
            self.errors_at_top.append(_("%(count)d is the most for this game.", count=self.most_players))

    def valid(self, chance: random.Random) -> bool:
        """Whether play can begin; `chance` draws the first dealer where the table asked for that."""
        if not self.validate_on_submit():
            return False
        taken = [seat for _place, seat in self.seat_list.taken()]
        self._check_names(taken)
        options = given_options(self.options)
        if self.errors_at_top or any(seat.error for seat in self.seats) or options is None:
            return False
        teams = [seat.team for seat in taken] if options.get("teams") else []
        if not self._cards_suffice(options, len(taken)) or not self._teams_fit(teams):
            return False
        dealer = self.seat_list.draw_dealer(chance)
        self.chosen = Setup(self.variant, options, [seat.name for seat in taken], dealer, teams)
        return True

    def _sent_seats(self) -> SeatList:
        teams = request.form.getlist("team")
        seats = [
            SeatEntry(tidy(name[:400]), tidy(teams[place][:40]) if place < len(teams) else "")
            for place, name in enumerate(request.form.getlist("name")[:20])
        ]
        first_dealer = (request.form.get("first_dealer") or RANDOM)[:10]
        return SeatList(self.most_players, seats, first_dealer).padded()

    def _check_names(self, seats: Sequence[SeatEntry]) -> None:
        for place, seat in enumerate(seats):
            seat.error = name_problem(seat.name)
            if seat.error is None and any(same_name(seat.name, other.name) for other in seats[:place]):
                seat.error = _(
                    "Two are called %(name)s. Add a letter, so that everybody knows who is meant.",
                    name=seat.name,
                )
        if len(self.group_name) > GROUP_NAME_LENGTH:
            self.errors_at_top.append(name_problem(self.group_name, GROUP_NAME_LENGTH) or "")

    def _cards_suffice(self, options: Mapping[str, Any], players: int) -> bool:
        try:
            rules = self.variant.rules(options, players)
        except IllegalOption as illegal:
            self.errors_at_top.append(self._words_for_option(illegal))
            return False
        problem = pack_problem(rules, players)
        if problem is None:
            return True
        words = words_for_pack(problem, rules, has_short_game=self._has_short_game())
        if problem.impossible:
            self.errors_at_top.append(words)
            return False
        if not self.accept_thin:
            self.warning = words
        return self.accept_thin

    def _has_short_game(self) -> bool:
        return any(choice.value == "short" for each in self.options for choice in each.option.choices)

    def _teams_fit(self, teams: Sequence[str]) -> bool:
        if not teams or (all(teams) and len(set(teams)) > 1):
            return True
        self.errors_at_top.append(_("Teams: everybody needs one, and there must be at least two."))
        return False

    def _words_for_option(self, illegal: IllegalOption) -> str:
        option = next((each.option for each in self.options if each.option.key == illegal.key), None)
        name = in_language(option.name, self.language) if option else illegal.key
        return _("%(option)s: this is not possible here.", option=name)
