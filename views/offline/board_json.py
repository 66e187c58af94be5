"""The facts of a session as JSON, which a page adds up by itself (static/js/offline/score-sheet.js).

rules: {tally, teams, rounds, first_to, block, hand_sizes, points: {class: points}}, the rules that differ
    from DEFAULTS, and multipliers {key: {factor, of}} if there are any
seats: clockwise, [{id, joined, away: [{since, until, points}], start, team, origin}], and
    adjustments [{after, points}] if there are any
first_dealers: ids, one for each block. chosen: the dealer chosen for the next round
rounds: the first to the last, [{dealer, hand_size, out, hands: [{seat, points, cards}]}]

`cards` is how many cards were left. Points include multipliers. What is open, or does not apply, is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any

from game.scoring.deal import Deal
from game.scoring.facts import Hand, Round, SeatFacts, SeatId, in_order
from game.scoring.rules import Rules
from models import Change, Session
from views.words.deals import decks_in_words, progress_in_words, prompts_of
from views.words.targets import target_patterns

DEALER, LEADER = "{dealer}", "{leader}"
OPTIONAL = ("entry", "highest_wins", "collects", "blocked", "tie", "eliminate_at", "negative")
DEFAULTS = {field.name: field.default for field in fields(Rules) if field.name in OPTIONAL}


def sheet_of(session: Session) -> dict[str, Any]:
    """The current sheet of a session."""
    return sheet(
        session.rules_in_force,
        session.scored.seats,
        session.rounds,
        first_dealers=session.sheet.first_dealers,
        chosen=session.scored.chosen_dealer,
    )


def sheet(
    rules: Rules,
    seats: Iterable[SeatFacts],
    rounds: Sequence[Round],
    *,
    first_dealers: Sequence[SeatId],
    chosen: SeatId | None,
) -> dict[str, Any]:
    """rules: those in force. chosen: the dealer chosen for the next round. Seats are ordered clockwise."""
    return {
        "rules": _rules(rules),
        "seats": [_seat(seat) for seat in in_order(seats)],
        "first_dealers": [str(dealer) for dealer in first_dealers],
        "chosen": _id(chosen),
        "rounds": [_round(played) for played in rounds],
    }


def _rules(rules: Rules) -> dict[str, Any]:
    changed = {name: getattr(rules, name) for name in DEFAULTS if getattr(rules, name) != DEFAULTS[name]}
    multipliers = {
        multiplier.key: {"factor": multiplier.factor, "of": multiplier.of} for multiplier in rules.multipliers
    }
    return {
        "tally": rules.tally,
        "teams": rules.teams,
        "rounds": rules.rounds,
        "first_to": rules.first_to,
        "block": rules.block,
        "hand_sizes": list(rules.hand_sizes),
        "points": {card_class.key: card_class.points for card_class in rules.classes},
        **changed,
        **({"multipliers": multipliers} if multipliers else {}),
    }


def _seat(seat: SeatFacts) -> dict[str, Any]:
    adjustments = [
        {"after": adjustment.after, "points": adjustment.points} for adjustment in seat.adjustments
    ]
    return {
        "id": str(seat.id),
        "joined": seat.joined_round,
        "away": [
            {"since": absence.since, "until": absence.until, "points": absence.points}
            for absence in seat.away
        ],
        "start": seat.start_points,
        "team": seat.team,
        "origin": _id(seat.origin),
        **({"adjustments": adjustments} if adjustments else {}),
    }


def _round(played: Round) -> dict[str, Any]:
    return {
        "dealer": str(played.dealer),
        "hand_size": played.hand_size,
        "out": _id(played.out),
        "hands": [_hand(hand) for hand in played.hands],
    }


def _hand(hand: Hand) -> dict[str, Any]:
    """cards: how many were left, None where they were not counted by cards."""
    cards = None if hand.cards is None else sum(hand.cards.values())
    return {"seat": str(hand.seat), "points": hand.points, "cards": cards}


def _id(seat: SeatId | None) -> str | None:
    return None if seat is None else str(seat)


def board_json(
    session: Session, plan: Iterable[Deal], ahead: Sequence[Deal], last: Change | None
) -> dict[str, Any]:
    """The sheet (static/js/offline/score-sheet.js), and the words for every deal ahead and for the target.

    The last deal of the plan that was played is among them, because it can be undone.
    """
    deals = [*[deal for deal in plan if deal.played][-1:], *ahead]
    decks = {
        size: decks_in_words(session.rules_in_force, size) for size in {deal.hand_size for deal in deals}
    }
    prompts = {deal.number: tuple(prompts_of(session, "deal", deal, DEALER, LEADER)) for deal in deals}
    hints = list(dict.fromkeys(prompts.values()))  # most deals have the same
    return sheet_of(session) | {
        "names": {str(seat.id): seat.name for seat in session.seats},
        "hints": hints,
        "ahead": {
            deal.number: {
                # Of its cached pad; None for a deal that was played.
                "dealer": str(deal.dealer) if deal.dealer and not deal.played else None,
                "progress": progress_in_words(session, deal, session.rules_in_force),
                "decks": decks[deal.hand_size],
                # Its place among the hints; the phone puts in the names of dealer and leader.
                "hint": hints.index(prompts[deal.number]),
            }
            for deal in deals
        },
        "last": _last_round(session, last),
        "target": target_patterns(session),
    }


def _last_round(session: Session, last: Change | None) -> dict[str, Any] | None:
    """The last change, if it added the last round; None otherwise."""
    if last is None or last.kind != "record" or last.about["number"] != len(session.rounds):
        return None
    return {"change": str(last.id), "number": last.about["number"]}
