"""Whether the cards suffice for these players, in words."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from scoring.pack import PackProblem, decks_needed
from scoring.rules import Rules


def words_for_pack(problem: PackProblem, rules: Rules, *, has_short_game: bool) -> str:
    """What the table reads when the cards do not suffice, or hardly do, for these players."""
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
            "Only %(stock)d card stays in the stock: a turned-up ace could not give %(players)d players "
            "a card each. Another deck would help.",
            "Only %(stock)d cards stay in the stock: a turned-up ace could not give %(players)d players "
            "a card each. Another deck would help.",
            numbers["stock"],
            **numbers,
        )
    return ngettext(
        "Only %(stock)d card stays in the stock for %(players)d players. It will be thin; another deck "
        "would help.",
        "Only %(stock)d cards stay in the stock for %(players)d players. It will be thin; another deck "
        "would help.",
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
