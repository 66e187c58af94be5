"""The number of rounds of a session whose game has one for each player, when players join or leave."""

from __future__ import annotations

from game.variants import IllegalOption
from models.change import ChangeStamp, recorded_as_change
from models.custom_games import variant_named
from models.session import Session


def rounds_for(session: Session, players: int) -> int | None:
    """Return how many rounds a new session with these options would have for so many players.

    None if the game ends otherwise, or is not known any more.
    """
    variant = variant_named(session.group_id, session.variant)
    if variant is None:
        return None
    at_start = sum(seat.joined_round == 1 for seat in session.sheet.seats)
    by_number = {
        option.key: option.default_for(at_start) for option in variant.options if option.default_players
    }
    options = {
        key: value
        for key, value in session.options.items()
        if key not in by_number or value not in (by_number[key], session.planned_rounds)
    }
    try:
        return variant.rules(options, players).rounds
    except IllegalOption:
        return None


def other_plan(session: Session, players_before: int | None = None) -> int | None:
    """Return the number of rounds that the players present would have by the rules, if it is another one.

    None if the game is over or more rounds have been played. players_before: only if the present plan is the
    one for so many players.
    """
    rules, planned = session.rules, session.planned_rounds
    if planned is None or rules.block or session.sheet.extended or session.is_finished:
        return None
    if players_before is not None and planned != rounds_for(session, players_before):
        return None
    rounds = rounds_for(session, sum(not seat.has_left for seat in session.sheet.seats))
    if rounds is None or rounds == planned or rounds < len(session.rounds):
        return None
    return rounds


def plan_rounds(session: Session, rounds: int, stamp: ChangeStamp) -> None:
    """Change the number of rounds; the session ends if as many have been played."""
    with recorded_as_change(session, "plan", stamp, {"rounds": rounds}):
        session.planned_rounds = rounds
