"""The form of a custom game: a definition as fields, and the messages about what contradicts itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from flask import request
from flask_babel import gettext as _
from flask_babel import lazy_gettext as N_
from msgspec import to_builtins
from wtforms import BooleanField, HiddenField, RadioField, StringField, TextAreaField
from wtforms.form import BaseForm

from forms.base import ChangeForm, CountField, TypedField
from forms.names import ValidName, shortened
from forms.nights import at_most
from game.scoring.pack import THIN_STOCK_PER_PLAYER, pack_problem
from game.scoring.rules import CARDS_IN_DECK, RANKS, ranks_in_deck
from game.variants.custom.building import rules_of
from game.variants.custom.definition import (
    LONGEST_NAME,
    LONGEST_NOTES,
    MOST_HANDS,
    MOST_LETTERS,
    MOST_PLAYERS,
    BadDefinition,
    GameDefinition,
    ReasonedMultiplier,
    definition_of,
)
from models.names import tidy, tidy_lines

USUAL_VALUES = {
    **{str(number): number for number in range(2, 10)},
    **dict.fromkeys(("10", "J", "Q", "K"), 10),
    "8": 50,
    "A": 1,
    "JK": 20,
}
USUAL_TOTAL, USUAL_ROUNDS = 100, 10
MIN_PLAYERS, USUAL_MAX_PLAYERS = 2, 10  # players
UNNAMED = "?"
MAX_DECKS = 4
MAX_MULTIPLIERS = 5  # besides the usual one
MAX_LINE_LENGTH = 200
DOUBLING: Mapping[str, Any] = {"factor": 2, "of": "hand"}
NO_DEAL: Mapping[str, Any] = {"hand_sizes": (), "hand_by_players": ()}
NEW_GAME = GameDefinition(name="", letters="", winner="highest", negative=True)
# Fields of the form by those of a definition, where they have another name.
FIELD_OF = {
    "winner": "wins",
    "first_to": "total",
    "eliminate_at": "reaching",
    "rounds": "round_count",
    "hand_sizes": "hand_list",
    "players": "most",
    "reminders": "deal_reminders",
}
STEP = re.compile(r"(\d+)\s*[:=–-]\s*(\d+)")
BETWEEN_NUMBERS = re.compile(r"[\s,;]+")
PROBLEMS = {
    "missing": N_("Every card of the deck needs a value, or none: then it is only counted."),
    "no_points": N_("At least one card must be worth points."),
    "points": N_("This needs points."),
    "typed": N_("This needs typed points."),
    "lowest": N_("This is possible only where the lowest total wins."),
    "order": N_("From few players to many, each number once."),
}


class HandListField(TypedField):
    """Cards dealt, round by round: "10 9 8 … 1 2 … 10". `data` is a list of numbers."""

    def read(self, text: str) -> list[int]:
        if not text:
            return []
        try:
            sizes = hand_sizes_in(text)
        except ValueError:
            raise ValueError(_("Numbers from 1 to 52, such as 10 9 8 … 1 2 … 10.")) from None
        if len(sizes) > MOST_HANDS:
            raise ValueError(_("At most %(most)d rounds.", most=MOST_HANDS))
        return sizes


class StepsField(TypedField):
    """Numbers by players, "2: 7, 3: 5". `data` is a list of pairs: from so many players on, so many."""

    def __init__(self, *args: Any, most: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most = most

    def read(self, text: str) -> list[tuple[int, int]]:
        parts = [part.strip() for part in re.split(r"[,;]", text) if part.strip()]
        matches = [STEP.fullmatch(part) for part in parts]
        steps = [(int(match[1]), int(match[2])) for match in matches if match]
        fits = all(
            MIN_PLAYERS <= players <= MOST_PLAYERS and 1 <= number <= self.most for players, number in steps
        )
        if len(steps) < len(parts) or not fits or steps != sorted(dict(steps).items()):
            raise ValueError(_("Players and a number, from few to many, such as 2: 7, 3: 5."))
        return steps


class PointsOfRankField(TypedField):
    """Points of a rank; nothing typed: the card is only counted."""

    def read(self, text: str) -> int | None:
        plain = text.replace("−", "-")
        if not plain:
            return None
        if not re.fullmatch(r"-?\d{1,3}", plain):
            raise ValueError(_("A number from −999 to 999."))
        return int(plain)


class CustomGameForm(ChangeForm):
    """The editor. `definition` is filled once the form is valid.

    sketch: the game as far as it is known, without a name; None while something else is wrong. base,
    base_options, source: of the game that it was started from. doubling: the usual multiplier, a hand that
    counts twice; others have fields `factor-<n>`, `of-<n>` and `reason-<n>`. Points of a rank:
    `value-<rank>`.
    """

    name = StringField(filters=[tidy], validators=[ValidName(LONGEST_NAME)])
    letters = StringField(filters=[tidy, shortened(MOST_LETTERS)])
    base = HiddenField(filters=[shortened(40)])
    base_options = HiddenField(filters=[shortened(2000)])
    source = HiddenField(filters=[shortened(MAX_LINE_LENGTH)])
    points = RadioField(choices=["typed", "cards"], default="typed")
    wins = RadioField(choices=["lowest", "highest", "collects", "only_winner"], default="highest")
    places = BooleanField()
    blocked = RadioField(choices=["nothing", "difference"], default="nothing")
    ends = RadioField(choices=["stopped", "target", "rounds", "per_player"], default="stopped")
    total = CountField(least=1, most=9999)
    round_count = CountField(least=1, most=99)
    reaching = RadioField(choices=["ends", "out"], default="ends")
    tie = RadioField(choices=["shared", "play_on"], default="shared")
    also_rounds = CountField(least=1, most=99)
    also_total = CountField(least=1, most=9999)
    dealt = RadioField(choices=["none", "same", "players", "list"], default="none")
    hand_size = CountField(least=1, most=52)
    hand_by_players = StepsField(most=52)
    hand_list = HandListField()
    deck_size = RadioField(choices=["52", "36", "32"], default="52")
    decks = StepsField(most=4)
    jokers = CountField(least=0, most=12)
    fewest = CountField(least=MIN_PLAYERS, most=MOST_PLAYERS)
    most = CountField(least=MIN_PLAYERS, most=MOST_PLAYERS)
    negative = BooleanField()
    zero_sum = BooleanField()
    doubling = BooleanField()
    word = RadioField(choices=["round", "game", "hand"], default="round")
    deal_reminders = TextAreaField(filters=[tidy_lines])
    count_reminders = TextAreaField(filters=[tidy_lines])
    notes = TextAreaField(filters=[tidy_lines], validators=[at_most(LONGEST_NOTES)])

    def __init__(self, shown: GameDefinition | None = None) -> None:
        """shown: what the page shows at first; if given, sent fields are ignored."""
        is_sent = self.is_submitted() and shown is None
        game = shown or NEW_GAME
        super().__init__(
            formdata=request.form if is_sent else None, data=None if is_sent else _as_fields(game)
        )
        self.definition: GameDefinition | None = None
        self.sketch: GameDefinition | None = None if is_sent else game
        sent = request.form if is_sent else None
        self.values = _RowsForm({f"value-{rank}": PointsOfRankField() for rank in RANKS}, sent, _values(game))
        self.multipliers = [_multiplier_form(place, sent, game) for place in range(MAX_MULTIPLIERS)]

    @property
    def shown_letters(self) -> str:
        """The letters of the emblem."""
        return self.letters.data or letters_of(self.name.data or "")

    @property
    def counts_cards(self) -> bool:
        return self.points.data == "cards" and self.counts_points

    @property
    def counts_points(self) -> bool:
        return self.wins.data != "only_winner"

    @property
    def shown_multipliers(self) -> list[BaseForm]:
        """The rows of the page: those in use, and one empty."""
        used = sum(bool(row["reason"].data) for row in self.multipliers)
        return self.multipliers[: used + 1]

    @property
    def errors_at_top(self) -> list[str]:
        return [str(error) for error in self.form_errors]

    def validate(self, extra_validators: None = None) -> bool:
        """Fill `definition`, or the errors of wrong fields. Fields out of sight are never wrong."""
        super().validate(extra_validators)
        for field in self._hidden_fields():
            field.errors, field.data = [], None
        self._require_numbers()
        if self.counts_cards:
            self.values.validate()
        rows_valid = [row.validate() for row in self.multipliers] if self.counts_points else []
        fields_valid = not any(field.errors for field in self if field is not self.name)
        if not fields_valid or self.values.first_error or not all(rows_valid):
            return False
        try:
            self.sketch = definition_of(self._as_definition())
        except BadDefinition as wrong:
            self._add_problem(wrong)
            return False
        if not self._cards_suffice(self.sketch) or self.name.errors:
            return False
        self.definition = self.sketch
        return True

    def _hidden_fields(self) -> list[Any]:
        """The fields that the chosen answers hide."""
        shown_if: list[tuple[Any, bool]] = [
            (self.total, self.ends.data == "target"),
            (self.also_rounds, self.ends.data == "target"),
            (self.round_count, self.ends.data == "rounds"),
            (self.also_total, self.ends.data in ("rounds", "per_player")),
            (self.hand_size, self.dealt.data == "same"),
            (self.hand_by_players, self.dealt.data == "players"),
            (self.hand_list, self.dealt.data == "list"),
            (self.decks, self.counts_cards or self.dealt.data != "none"),
            (self.jokers, self.counts_cards or self.dealt.data != "none"),
        ]
        return [field for field, is_shown in shown_if if not is_shown]

    def _require_numbers(self) -> None:
        """Add an error to each number that the chosen answers need and that is missing."""
        hidden = self._hidden_fields()
        for field in (self.total, self.round_count, self.hand_size, self.hand_by_players, self.hand_list):
            if field not in hidden and not field.data and not field.errors:
                field.errors = [_("Which number?")]

    def _as_definition(self) -> dict[str, Any]:
        """The definition as JSON values, without fields that the chosen answers hide."""
        points, cards = self.counts_points, self.counts_cards
        typed = points and not cards
        game: dict[str, Any] = {
            "name": UNNAMED if self.name.errors else self.name.data,
            "letters": self.shown_letters,
            "source": self.source.data or "",
            "scoring": self.points.data if points else "places" if self.places.data else "wins",
            "winner": self.wins.data if points else "lowest",
            "blocked": self.blocked.data if self.wins.data == "collects" else "nothing",
            "deck_size": int(self.deck_size.data),
            "jokers": self.jokers.data or 0,
            "players": [self.fewest.data or MIN_PLAYERS, self.most.data or USUAL_MAX_PLAYERS],
            "negative": typed and self.negative.data,
            "zero_sum": typed and self.negative.data and self.zero_sum.data and self.wins.data != "collects",
            "multipliers": self._multipliers() if points else [],
            "word": self.word.data,
            "reminders": self._reminders(),
            "notes": self.notes.data or "",
            **self._ends(),
            **self._deal(),
        }
        if cards:
            ranks = (*ranks_in_deck(game["deck_size"]), *(("JK",) if game["jokers"] else ()))
            game["values"] = {rank: self.values[f"value-{rank}"].data for rank in ranks}
        if self.base.data:
            game |= {"base": self.base.data, "base_options": _options_in(self.base_options.data)}
        game["decks"] = self.decks.data or decks_as_needed(game)
        return game

    def _ends(self) -> dict[str, Any]:
        """The conditions that end the game: the chosen one, and others that may come first."""
        primary = self.ends.data
        rounds = {
            "rounds": self.round_count.data,
            "per_player": "per_player",
            "target": self.also_rounds.data,
        }
        total = {"target": self.total.data, "stopped": None}.get(primary, self.also_total.data)
        is_out = self.reaching.data == "out" and self.counts_points and self.wins.data == "lowest"
        return {
            "rounds": rounds.get(primary),
            "first_to": None if is_out else total,
            "eliminate_at": total if is_out else None,
            "tie": self.tie.data if total and not is_out else "shared",
        }

    def _deal(self) -> dict[str, Any]:
        sizes = {"same": [self.hand_size.data], "list": self.hand_list.data}.get(self.dealt.data, [])
        by_players = self.hand_by_players.data if self.dealt.data == "players" else []
        return {"hand_sizes": sizes, "hand_by_players": by_players}

    def _multipliers(self) -> list[dict[str, Any]]:
        rows = [row for row in self.multipliers if row["reason"].data]
        doubling = [{**DOUBLING, "reason": _("Counts twice")}] if self.doubling.data else []
        return doubling + [
            {"factor": row["factor"].data or 2, "of": row["of"].data, "reason": row["reason"].data}
            for row in rows
        ]

    def _reminders(self) -> list[dict[str, str]]:
        lines = [("deal", self.deal_reminders.data or ""), ("count", self.count_reminders.data or "")]
        return [
            {"moment": moment, "text": line.strip()}
            for moment, text in lines
            for line in text.splitlines()
            if line.strip()
        ]

    def _add_problem(self, wrong: BadDefinition) -> None:
        """Show a contradiction at its field, or above the form."""
        field = FIELD_OF.get(wrong.place.partition("[")[0], wrong.place)
        message = str(PROBLEMS.get(wrong.reason, "")) or _(
            "This is not possible: %(reason)s.", reason=wrong.reason
        )
        if field == "values":
            self.values.form_errors.append(message)
        elif field in self:
            self[field].errors = [*self[field].errors, message]
        else:
            self.form_errors.append(message)

    def _cards_suffice(self, game: GameDefinition) -> bool:
        """Add an error if the cards never suffice, for any number of players."""
        counts = range(game.players[0], game.players[1] + 1)
        if any(_can_be_dealt(game, players) for players in counts):
            return True
        self.decks.errors = [*self.decks.errors, _("So many cards are not in these decks.")]
        return False


class _RowsForm(BaseForm):
    """A form of these fields without a prefix, processed at once."""

    def __init__(self, fields: Mapping[str, Any], sent: Any, data: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.process(sent, data=None if sent is not None else data)

    @property
    def first_error(self) -> list[str]:
        return [*self.form_errors, *(error for field in self for error in field.errors)][:1]


def _multiplier_form(place: int, sent: Any, game: GameDefinition) -> _RowsForm:
    others = [multiplier for multiplier in game.multipliers if not _is_doubling(multiplier)]
    shown = others[place] if place < len(others) else None
    fields = {
        "factor": CountField(name=f"factor-{place}", least=2, most=10),
        "of": RadioField(name=f"of-{place}", choices=["hand", "round"], default="hand"),
        "reason": StringField(name=f"reason-{place}", filters=[tidy], validators=[at_most(60)]),
    }
    return _RowsForm(fields, sent, to_builtins(shown) if shown else {"of": "hand"})


def hand_sizes_in(text: str) -> list[int]:
    """Parse "10 9 8 … 1 2 … 10"; an ellipsis stands for the numbers between its neighbours.

    Raises ValueError for anything else.

    >>> hand_sizes_in("3 … 1, 2 ... 3")
    [3, 2, 1, 2, 3]
    """
    sizes: list[int] = []
    is_open = False
    for word in BETWEEN_NUMBERS.split(text.replace("...", " … ").replace("…", " … ").strip()):
        if word == "…":
            if not sizes or is_open:
                raise ValueError(text)
            is_open = True
            continue
        number = int(word) if word.isascii() and word.isdigit() and len(word) <= 2 else 0  # noqa: PLR2004
        if not 1 <= number <= CARDS_IN_DECK:
            raise ValueError(text)
        if is_open:
            step = 1 if number > sizes[-1] else -1
            sizes += range(sizes[-1] + step, number, step)
            is_open = False
        sizes.append(number)
    if is_open:
        raise ValueError(text)
    return sizes


def letters_of(name: str) -> str:
    """Return the letters of an emblem: the initials of two words, or the first letter.

    >>> letters_of("crazy eights"), letters_of("Plump")
    ('CE', 'P')
    """
    words = [word for word in name.split() if word[:1].isalnum()]
    return "".join(word[0].upper() for word in words[:MOST_LETTERS]) or "?"


def decks_as_needed(game: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the fewest decks for the deal, by number of players.

    Where cards are counted they leave a stock of two cards a player; other games need not have one. game: a
    definition as JSON values; `decks` is not used.
    """
    stock = THIN_STOCK_PER_PLAYER if game.get("scoring") == "cards" else 0
    sizes: dict[int, int] = {0: 0, **dict(game["hand_by_players"])}
    least, most = game["players"]
    steps: list[tuple[int, int]] = []
    for players in range(least, most + 1):
        dealt = max(game["hand_sizes"], default=sizes[max(step for step in sizes if step <= players)])
        wanted = (dealt + stock) * players - game["jokers"] if dealt else 1
        decks = min(MAX_DECKS, max(1, -(-wanted // game["deck_size"])))
        if not steps or steps[-1][1] < decks:
            steps.append((players if steps else MIN_PLAYERS, decks))
    return steps


def _can_be_dealt(game: GameDefinition, players: int) -> bool:
    problem = pack_problem(rules_of(game, players), players)
    return problem is None or not problem.impossible


def _as_fields(game: GameDefinition) -> dict[str, Any]:
    """The form that makes a definition."""
    total = game.first_to or game.eliminate_at
    ends = "per_player" if game.rounds == "per_player" else "rounds" if game.rounds else "stopped"
    is_first = total is not None and ends == "stopped"
    rounds = game.rounds if isinstance(game.rounds, int) else None
    points = game.scoring in ("cards", "typed")
    sizes = {"players": game.players, "jokers": game.jokers, "deck_size": game.deck_size}
    usual_decks = decks_as_needed({**NO_DEAL, **game.stored(), **sizes})
    return {
        "name": game.name,
        "letters": game.letters,
        "base": game.base or "",
        "base_options": json.dumps(game.base_options) if game.base_options else "",
        "source": game.source,
        "points": game.scoring if points else "typed",
        "wins": game.winner if points else "only_winner",
        "places": game.scoring == "places",
        "blocked": game.blocked,
        "ends": "target" if is_first else ends,
        "total": total if is_first else USUAL_TOTAL,
        "round_count": rounds or USUAL_ROUNDS,
        "reaching": "out" if game.eliminate_at else "ends",
        "tie": game.tie,
        "also_total": None if is_first else total,
        "deck_size": str(game.deck_size),
        "decks": None if list(game.decks) == usual_decks else _steps_text(game.decks),
        "jokers": game.jokers,
        "fewest": game.players[0],
        "most": game.players[1],
        "negative": game.negative,
        "zero_sum": game.zero_sum,
        "doubling": any(map(_is_doubling, game.multipliers)),
        "word": game.word,
        "deal_reminders": _lines(game, "deal"),
        "count_reminders": _lines(game, "count"),
        "notes": game.notes,
        **_deal_fields(game),
    }


def _deal_fields(game: GameDefinition) -> dict[str, Any]:
    usual = {"hand_size": 7, "hand_by_players": "2: 7, 3: 5"}
    if game.hand_by_players:
        return {**usual, "dealt": "players", "hand_by_players": _steps_text(game.hand_by_players)}
    if len(game.hand_sizes) == 1:
        return {**usual, "dealt": "same", "hand_size": game.hand_sizes[0]}
    if game.hand_sizes:
        return {**usual, "dealt": "list", "hand_list": " ".join(map(str, game.hand_sizes))}
    return {**usual, "dealt": "none"}


def _steps_text(steps: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{players}: {number}" for players, number in steps)


def _lines(game: GameDefinition, moment: str) -> str:
    return "\n".join(reminder.text for reminder in game.reminders if reminder.moment == moment)


def _values(game: GameDefinition) -> dict[str, int | None]:
    """Values of all ranks; ranks that the game does not have get the usual ones."""
    values: dict[str, int | None] = {
        **USUAL_VALUES,
        **{str(rank): points for rank, points in game.values.items()},
    }
    return {f"value-{rank}": points for rank, points in values.items()}


def _is_doubling(multiplier: ReasonedMultiplier) -> bool:
    """Whether it is the one that has a switch of its own."""
    is_usual = multiplier.reason == _("Counts twice")
    return is_usual and (multiplier.factor, multiplier.of) == (DOUBLING["factor"], DOUBLING["of"])


def _options_in(text: str | None) -> dict[str, Any]:
    """Options of the base, as the form carries them; none if they were tampered with."""
    try:
        options = json.loads(text or "{}")
    except ValueError:
        return {}
    return options if isinstance(options, dict) else {}
