"""Reading an option, and refusing one that could not be chosen or would set no rule there is."""

from __future__ import annotations

from typing import Any

from scoring.rules import RANKS
from variants.citations import decisions
from variants.effects import read_sets, read_sets_value
from variants.fields import Fields, is_number
from variants.option import PER_PLAYER, Choice, IllegalOption, Option
from variants.text import Text

KINDS = ("choice", "yes_no", "count", "points")


def read_option(entry: Fields) -> Option:
    kind = entry.one_of("kind", KINDS)
    option = Option(
        key=entry.string("key"),
        kind=kind,
        name=entry.text("name"),
        help=entry.text("help"),
        **_limits(entry, kind),
        sets_value=read_sets_value(entry, kind),
        only_if=entry.value("only_if", {}),
        facts=entry.cited(),
        default_by=entry.string("default_by") if "default_by" in entry else None,
        tonight=_tonight(entry),
    )
    entry.done()
    _check_decision(entry, option)
    _check_defaults(entry, option)
    return option


def _limits(entry: Fields, kind: str) -> dict[str, Any]:
    """What may be chosen, as the kind of option has it, and what is chosen unless the table says so."""
    limits: dict[str, Any] = _default(entry)
    if kind == "choice":
        limits["choices"] = _choices(entry)
    if kind == "yes_no":
        limits["sets"] = read_sets(entry)
    if kind in ("count", "points"):
        limits["least"] = entry.number("least")
        limits["most"] = entry.number("most", least=limits["least"])
    if kind == "count":
        limits["nullable"] = entry.flag("nullable", default=False)
        limits["special"] = tuple(_special(special) for special in entry.tables("special"))
    return limits


def _default(entry: Fields) -> dict[str, Any]:
    if "default_from" not in entry:
        return {"default": entry.value("default", None)}
    steps = entry.value("default_from")
    if steps == "players":
        return {"default_players": True}
    if not isinstance(steps, list) or not steps or not all(_is_step(step) for step in steps):
        entry.refuse("default_from", "must be “players” or a list of [players, value]")
    if steps != sorted(steps):
        entry.refuse("default_from", "must go from few players to many")
    return {"default_from": tuple((players, value) for players, value in steps)}


def _is_step(step: object) -> bool:
    return isinstance(step, list) and len(step) == len(("players", "value")) and all(map(is_number, step))


def _choices(entry: Fields) -> tuple[Choice, ...]:
    choices: list[Choice] = []
    for choice_entry in entry.tables("choices"):
        choice = _choice(choice_entry)
        if choice.value in [other.value for other in choices]:
            choice_entry.refuse("value", f"a second choice “{choice.value}”")
        choices.append(choice)
    return tuple(choices)


def _choice(entry: Fields) -> Choice:
    value = entry.value("value")
    if not isinstance(value, str) and not is_number(value):
        entry.refuse("value", "must be a text or a whole number")
    choice = Choice(value, entry.text("name"), _tonight(entry), read_sets(entry))
    entry.done()
    return choice


def _tonight(entry: Fields) -> Text | None:
    return entry.text("tonight") if "tonight" in entry else None


def _special(entry: Fields) -> Choice:
    special = Choice(entry.one_of("value", (PER_PLAYER,)), entry.text("name"))
    entry.done()
    return special


def _check_decision(entry: Fields, option: Option) -> None:
    if option.default_by is not None and option.default_by not in {*decisions()} & {*option.facts}:
        entry.refuse("default_by", "must be one of the decisions among the facts")


def _check_defaults(entry: Fields, option: Option) -> None:
    given = "default_from" if option.default_from or option.default_players else "default"
    if option.kind == "points":
        _check_ranks(entry, option.default)
    for players in [reached for reached, _ in option.default_from] or [2]:
        default = option.default_for(players)
        if default is None and not option.nullable:
            entry.refuse(given, "missing")
        try:
            option.checked(default)
        except IllegalOption as illegal:
            entry.refuse(given, str(illegal))


def _check_ranks(entry: Fields, points: object) -> None:
    if not isinstance(points, dict):
        entry.refuse("default", "must be a table of ranks and points")
    for rank in points:
        if rank not in RANKS:
            entry.refuse("default", f"no rank “{rank}”")
    for rank in RANKS:
        if rank not in points and rank != "JK":
            entry.refuse("default", f"no points for {rank}")
