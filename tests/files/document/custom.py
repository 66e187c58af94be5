"""Sessions of custom games for the tests of files: played at random, or as a test decides."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from flask import Flask
from hypothesis import strategies as st
from msgspec.structs import replace

from game.scoring.facts import Adjustment, Hand, Round
from game.scoring.hand import IllegalHand, hand_of
from game.scoring.operations import ordered, with_seat
from game.scoring.rules import Rules
from game.variants.custom.definition import GameDefinition, definition_of
from models import ChangeStamp, Group, Seat, Session, db
from models.change import recorded_as_change
from models.custom_game import CustomGame
from models.custom_games import create_game, variant_of_game
from models.database import new_id
from models.names import tidy
from models.table.rounds import record
from models.table.starting import SessionSetup, start_session
from tests.files.document.files import NOW
from tests.table import Clock, Table, at_work

NAMES = ("Anna", "Bo", "Cara", "Dilan", "Eva", "Frans", "Gun", "Hans")
MOST_ROUNDS = 5
REASONS = st.text("añ =+-", max_size=5).map(tidy)


def defined(**game: Any) -> GameDefinition:
    """A definition; the default is a game of typed points that ends when the table stops."""
    return definition_of({"name": "Plump", "letters": "P", **game})


def stamp(at: Any = NOW) -> ChangeStamp:
    return ChangeStamp(new_id(), "Anna’s phone", at)


def add_game(app: Flask, group_id: uuid.UUID, definition: GameDefinition) -> uuid.UUID:
    """Add a game to a group, which is created if it is new; returns the id of the game."""
    with at_work(app):
        group = db.session.get(Group, group_id) or Group(id=group_id, name="Friday table", created_at=NOW)
        db.session.add(group)
        db.session.flush()
        game = create_game(group, new_id(), definition, stamp())
        db.session.commit()
        return game.id


def start_custom(
    app: Flask,
    definition: GameDefinition,
    names: Sequence[str] = NAMES[:3],
    group_id: uuid.UUID | None = None,
    **options: Any,
) -> Table:
    """A session of a new custom game, in a new group unless one is named."""
    group_id = group_id or new_id()
    return start_again(app, group_id, add_game(app, group_id, definition), names, **options)


def start_again(
    app: Flask,
    group_id: uuid.UUID,
    game_id: uuid.UUID,
    names: Sequence[str] = NAMES[:3],
    *,
    at: datetime = NOW,
    **options: Any,
) -> Table:
    """A session of a game that the group has."""
    with at_work(app):
        variant = variant_of_game(db.session.get_one(CustomGame, game_id))
        setup = SessionSetup(variant, options, list(names), 0)
        group = db.session.get_one(Group, group_id)
        session = start_session(group, setup, new_id(), at=at, today=at.date())
        db.session.commit()
        return Table(app, group_id, session.id, Clock(at))


def play(table: Table, *, out: str | None = None, multipliers: Sequence[str] = (), **hands: Any) -> Table:
    """Record a round: by name, a typed sum, cards by rank, or (one of them, multipliers)."""
    with table.open() as session:
        seat_of = {seat.name: seat for seat in session.seats}
        made = []
        for name, held in hands.items():
            own, keys = held if isinstance(held, tuple) else (held, ())
            how = {"typed": own} if isinstance(own, str) else {"cards": own}
            rules = session.rules
            made.append(hand_of(seat_of[name].id, rules, multipliers=keys, of_round=multipliers, **how))
        if out is not None:
            made.append(Hand(seat_of[out].id, {}, None if session.rules.counts_wins else 0))
        _record(session, made, seat_of[out].id if out else None, multipliers, table)
    return table


def adjust(table: Table, name: str, *adjustments: tuple[int, int, str]) -> Table:
    """Set the bonus and penalty points of a player: after which round, points, reason."""
    with table.open() as session:
        seat = next(seat for seat in session.seats if seat.name == name)
        _adjust(session, seat, adjustments, table)
    return table


def _adjust(session: Session, seat: Seat, adjustments: Sequence[tuple[int, int, str]], table: Table) -> None:
    with recorded_as_change(session, "adjust", table.change_stamp(), {}):
        added = ordered(
            Adjustment(after, points, str(new_id()), reason) for after, points, reason in adjustments
        )
        session.sheet = with_seat(session.sheet, replace(seat.facts(), adjustments=added))


def _record(
    session: Session,
    hands: Sequence[Hand],
    out: uuid.UUID | None,
    multipliers: Sequence[str],
    table: Table,
) -> None:
    deal = session.upcoming_deal()
    dealer = deal.dealer or hands[0].seat
    played = Round(deal.number, dealer, deal.hand_size, out, tuple(hands), multipliers=tuple(multipliers))
    record(session, played, table.change_stamp())


def play_at_random(table: Table, data: st.DataObject) -> None:
    """Play and adjust until the session is over, or MOST_ROUNDS are played."""
    for number in range(data.draw(st.integers(0, MOST_ROUNDS)) + 1):
        with table.open() as session:
            if session.is_finished:
                return
            if data.draw(st.integers(0, 3)) == 0:
                seat = data.draw(st.sampled_from(session.seats))
                given = st.tuples(st.integers(0, number), st.integers(-50, 50), REASONS)
                _adjust(session, seat, data.draw(st.lists(given, max_size=3)), table)
            if number and not session.is_finished:
                _play_round(session, data, table)


def _play_round(session: Session, data: st.DataObject, table: Table) -> None:
    rules, seats = session.rules, session.playing(len(session.rounds) + 1)
    if len(seats) < 2:
        return
    out = data.draw(st.sampled_from([None, *seats])) if rules.has_round_winner else None
    of_round = data.draw(_keys(rules, "round"))
    hands = []
    for seat in seats:
        if seat is out:
            hands.append(Hand(seat.id, {}, None if rules.counts_wins else 0))
        else:
            hands.append(_hand(seat.id, rules, of_round, data))
    _record(session, hands, out.id if out else None, of_round, table)


def _keys(rules: Rules, of: str) -> st.SearchStrategy[list[str]]:
    keys = [multiplier.key for multiplier in rules.multipliers if multiplier.of == of]
    return st.lists(st.sampled_from(keys), unique=True) if keys else st.just([])


def _hand(seat: uuid.UUID, rules: Rules, of_round: Sequence[str], data: st.DataObject) -> Hand:
    multipliers = data.draw(_keys(rules, "hand"))
    is_counted = bool(rules.classes) and data.draw(st.booleans())
    if rules.counts_wins and not is_counted:
        return Hand(seat, None, None)
    terms = data.draw(st.lists(st.integers(0, 30), min_size=1, max_size=3))
    sign = data.draw(st.sampled_from("+-")) if rules.can_be_negative and not is_counted else "+"
    typed = sign.join(map(str, terms))
    cards = {c.key: data.draw(st.integers(0, 2)) for c in rules.classes} if is_counted else None
    try:
        if cards is not None:
            return hand_of(seat, rules, cards=cards, multipliers=multipliers, of_round=of_round)
        return hand_of(seat, rules, typed=typed, multipliers=multipliers, of_round=of_round)
    except IllegalHand:  # too many points
        return hand_of(seat, rules, typed="0", multipliers=multipliers, of_round=of_round)


def without_ids(document: dict[str, Any]) -> dict[str, Any]:
    """The document with names in place of the ids of a group: equal for copies of a history."""
    text = json.dumps({**document, "exported_at": None, "group": None}, sort_keys=True)
    for kind in ("players", "nights", "games", "sessions", "tournaments"):
        for number, thing in enumerate(sorted(document.get(kind, ()), key=_content)):
            text = text.replace(thing["id"], f"{kind} {number}")
    found: dict[str, Any] = json.loads(text)
    for kind in ("players", "nights", "games"):
        found[kind] = sorted(found.get(kind, ()), key=_content)
    return found


def _content(thing: dict[str, Any]) -> str:
    own = thing.get("name") or thing.get("date") or thing.get("started_at")
    return json.dumps([own, thing.get("definition")], sort_keys=True)
