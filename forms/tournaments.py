"""Forms of a tournament: settings, entrants, draws, decisions."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import ngettext
from wtforms import BooleanField, SelectField, StringField, TextAreaField, ValidationError

from forms.base import ChangeForm, CountField, parse_count, parse_id
from forms.names import OptionalName, ValidName, name_problem, shortened
from game.scoring.hand import MAX_POINTS
from game.tournament.facts import CUT, ROUNDS, Plan
from game.variants import Variant
from models.group import NAME_LENGTH as GROUP_NAME_LENGTH
from models.names import folded, tidy
from models.player import NAME_LENGTH, Player, same_name
from models.tournament.entering import Invitation
from models.tournament.tournament import MAX_ENTRANTS, MOST_ROUNDS, TITLE_LENGTH
from models.tournament.variants import tournament_games

NOTE_LENGTH = 500
MAX_LIST_LENGTH = 10_000  # characters
MAX_TWINS_SHOWN = 5  # in a message


class NamesForm(ChangeForm):
    """Names typed or pasted, one a line or with commas between; known people are ticked (`player`)."""

    names = TextAreaField(filters=[shortened(MAX_LIST_LENGTH)])

    def __init__(self, known: Sequence[Player] = (), **about: Any) -> None:
        super().__init__(**about)
        self.known = {str(player.id): player for player in known}
        self.ticked = set(request.form.getlist("player")) if self.is_submitted() else set()

    @property
    def people(self) -> list[str | Player]:
        """Without duplicates: those ticked, then those typed."""
        ticked = [player for player_id, player in self.known.items() if player_id in self.ticked]
        names = [player.name for player in ticked]
        for _line, name in self._typed():
            if not any(same_name(name, other) for other in names):
                names.append(name)
        return [*ticked, *names[len(ticked) :]]

    def validate_names(self, field: TextAreaField) -> None:
        for _line, name in self._typed():
            if (problem := name_problem(name)) is not None:
                raise ValidationError(f"“{name[:NAME_LENGTH]}”: {problem}")
        self._check_twins()
        if len(self.people) > MAX_ENTRANTS:
            raise ValidationError(too_many_entrants())

    def _check_twins(self) -> None:
        """Raise ValidationError if a name is typed twice: the second person must not be left out silently."""
        lines: dict[str, int] = {}
        twins = []
        for line, name in self._typed():
            first = lines.get(folded(name))
            if first is None:
                lines[folded(name)] = line
            else:
                twins.append(
                    _("%(name)s (lines %(first)d and %(second)d)", name=name, first=first, second=line)
                )
        if twins:
            raise ValidationError(
                _(
                    "One name stands twice: %(names)s. Add a letter, so that everybody knows who is meant.",
                    names=", ".join(twins[:MAX_TWINS_SHOWN]),
                )
            )

    def _typed(self) -> Iterator[tuple[int, str]]:
        """Yield (line number from 1, name)."""
        for number, line in enumerate((self.names.data or "").splitlines(), 1):
            for name in filter(None, map(tidy, line.replace(";", ",").split(","))):
                yield number, name


class EntryForm(NamesForm):
    """Entrants after the first round start with points for the rounds they missed."""

    start_points = CountField(most=MAX_POINTS)

    def validate_names(self, field: TextAreaField) -> None:
        super().validate_names(field)
        if not self.people:
            raise ValidationError(_("Type a name."))


class TournamentForm(NamesForm):
    """A new tournament. variants: those that the group plays."""

    name = StringField(filters=[tidy], validators=[ValidName(TITLE_LENGTH)])
    game = SelectField()
    rounds = SelectField(
        coerce=int, choices=[str(number) for number in range(1, MOST_ROUNDS + 1)], default=ROUNDS
    )
    cuts = BooleanField(default=True)
    cut = CountField(default=CUT, least=2, most=MAX_ENTRANTS)
    carried = BooleanField()

    def __init__(self, variants: Iterable[Variant], known: Sequence[Player] = (), **about: Any) -> None:
        super().__init__(known, **about)
        self.games = tournament_games(variants)
        self.game.choices = list(self.games)

    @property
    def invitation(self) -> Invitation:
        cut = (self.cut.data or CUT) if self.cuts.data else None
        plan = Plan(self.rounds.data, cut, bool(self.carried.data) and cut is not None)
        game = self.games[self.game.data]
        return Invitation(self.name.data or "", game.variant.key, game.options, plan)


class FirstTournamentForm(TournamentForm):
    """A new tournament in a new group."""

    group_name = StringField(filters=[shortened(400), tidy], validators=[OptionalName(GROUP_NAME_LENGTH)])


class RequestForm(ChangeForm):
    """A request to take part."""

    name = StringField(filters=[shortened(400), tidy], validators=[ValidName(NAME_LENGTH)])


class DrawForm(ChangeForm):
    """A draw as shown; `table-<player>` moves a player to the end of another table."""

    seed = CountField()
    stage = CountField(least=1)
    seats = StringField(filters=[shortened(MAX_LIST_LENGTH)])

    @property
    def drawn(self) -> list[list[uuid.UUID]]:
        """The tables before any move, from "player,player;player,…"; [] if that is malformed."""
        try:
            tables = (self.seats.data or "").split(";")
            return [[uuid.UUID(player) for player in table.split(",")] for table in tables]
        except ValueError:
            return []

    @property
    def tables(self) -> list[list[uuid.UUID]]:
        """The tables with the moves applied; empty tables are left out."""
        tables = [list(table) for table in self.drawn]
        for number, table in enumerate(self.drawn):
            for player in table:
                to = parse_count(request.form.get(f"table-{player}", ""), least=1, most=len(tables) + 1)
                if to is not None and to - 1 != number:
                    tables[number].remove(player)
                    if to > len(tables):
                        tables.append([])
                    tables[to - 1].append(player)
        return [table for table in tables if table]

    @property
    def is_by_hand(self) -> bool:
        return self.tables != self.drawn


class DecisionForm(ChangeForm):
    """A decision: `player` for each person concerned, `place-<player>` for an order."""

    note = TextAreaField(filters=[shortened(NOTE_LENGTH * 2), lambda text: (text or "").strip()])

    def validate_note(self, field: TextAreaField) -> None:
        if len(field.data) > NOTE_LENGTH:
            raise ValidationError(
                _("At most %(most)d characters; this has %(count)d.", most=NOTE_LENGTH, count=len(field.data))
            )

    @property
    def players(self) -> list[uuid.UUID]:
        """Each once, in the order they were sent."""
        return list(
            dict.fromkeys(player for sent in request.form.getlist("player") if (player := parse_id(sent)))
        )

    def order_of(self, level: Sequence[uuid.UUID]) -> list[uuid.UUID] | None:
        """Return the people in the order of their places; None if a place is missing or used twice."""
        places = {p: parse_count(request.form.get(f"place-{p}", ""), least=1, most=len(level)) for p in level}
        if sorted(place or 0 for place in places.values()) != list(range(1, len(level) + 1)):
            return None
        return sorted(level, key=lambda player: places[player] or 0)


def too_many_entrants() -> str:
    return ngettext(
        "At most %(num)d person can take part.", "At most %(num)d people can take part.", MAX_ENTRANTS
    )
