"""A session in the terms of the game: actions at the table, and its score sheet.

    table = game("derange", "Anna Bo Cara", mode="short")
    table.plays("Cara out, Anna 8 5 5, Bo K")
    assert table.totals() == {"Anna": 60, "Bo": 20, "Cara": 0}

A round is "Cara out" or "nobody out", then each other seat with its cards as ranks; "Bo =12+7" are typed
points, "Bo ?" is not counted, "Bo -" is an empty hand; "chain 2 Anna": Anna draws for a chain of two. In a
custom game "Bo K K ×2" is multiplied by the multiplier with key 2, and "×1" alone multiplies the round. Games
without a winner of each round have no "out".
Each call is a transaction of its own, like a request.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask
from msgspec.structs import replace

from game.scoring import facts
from game.scoring.hand import hand_of as scored_hand
from game.scoring.rules import Rules
from game.scoring.shown import Shown, shown_of
from game.variants.custom.definition import GameDefinition
from models import Change, ChangeStamp, Group, Link, Player, Role, Seat, Session, db
from models.change import UNDO
from models.custom_games import change_game, create_game, game_of, variant_named, variant_of_game
from models.database import new_id, writing
from models.purging import purge_hidden
from models.recycle_bin import purge_expired
from models.table.adjusting import adjust
from models.table.dealing import choose_dealer, cut, misdeal
from models.table.ending import reopen, stop
from models.table.rounds import correct, insert, record, remove
from models.table.seating import come_back, join, leave, swap, take_over
from models.table.starting import SessionSetup, create_group, player_named, start_session
from models.table.undo import undo_change

MINUTE = timedelta(minutes=1)
NOBODY = "01890000-0000-7000-8000-000000000000"  # an unused id


@contextmanager
def at_work(app: Flask) -> Iterator[None]:
    """One transaction of the model; uncommitted changes are rolled back."""
    with app.app_context(), writing():
        try:
            yield
        finally:
            db.session.rollback()
            db.session.remove()


def empty_bins(app: Flask) -> None:
    """Delete everything in all recycle bins for good."""
    with at_work(app):
        purge_expired(None)
        purge_hidden()


@dataclass
class Clock:
    """Each call of `now` is a minute later."""

    time: datetime

    def now(self) -> datetime:
        self.time += MINUTE
        return self.time


def last_active_change(session: Session) -> Change | None:
    """The newest active change of a table, undos excepted."""
    return next((c for c in Change.history_of(session) if c.is_active and c.kind != UNDO), None)


class Table:
    """A session, in the terms of its players."""

    def __init__(self, app: Flask, group_id: uuid.UUID, session_id: uuid.UUID, clock: Clock) -> None:
        self.app, self.group_id, self.session_id, self.clock = app, group_id, session_id, clock
        self.phone = "Anna’s phone"

    @property
    def path(self) -> str:
        return f"{self.group_path}/sessions/{self.session_id}"

    @property
    def group_path(self) -> str:
        return f"/groups/{self.group_id}"

    @contextmanager
    def open(self) -> Iterator[Session]:
        """The session, locked; changes are committed at the end."""
        with at_work(self.app):
            yield self._session()
            db.session.commit()

    @contextmanager
    def seen(self) -> Iterator[Session]:
        """The session, read only."""
        with at_work(self.app):
            yield self._session()

    def _session(self) -> Session:
        session = Session.of(self.group_id, self.session_id, lock=True)
        assert session is not None
        return session

    def change_stamp(self, change_id: uuid.UUID | None = None) -> ChangeStamp:
        return ChangeStamp(change_id or new_id(), self.phone, self.clock.now())

    def signs_as(self, phone: str) -> Table:
        """Sign later changes with the name of this phone."""
        self.phone = phone
        return self

    # Actions

    def plays(self, *rounds: str) -> Table:
        for words in rounds:
            with self.open() as session:
                record(
                    session, round_of(words, session), self.change_stamp(), misdeals=session.sheet.misdeals
                )
        return self

    def corrects(self, number: int, words: str, *, seen: Shown | None = None) -> Table:
        with self.open() as session:
            wrong = session.round_number(number)
            assert wrong is not None
            right = round_of(words, session, wrong)
            shown = shown_of(wrong) if seen is None else seen
            correct(session, wrong, right, self.change_stamp(), shown=shown)
        return self

    def inserts(self, number: int, words: str, *, moves_deals: bool = False) -> Table:
        with self.open() as session:
            inserted = round_of(words, session, session.round_number(number))
            insert(session, inserted, self.change_stamp(), moves_deals=moves_deals)
        return self

    def removes(self, number: int, *, moves_deals: bool = False) -> Table:
        with self.open() as session:
            unwanted = session.round_number(number)
            assert unwanted is not None
            remove(session, unwanted, self.change_stamp(), moves_deals=moves_deals)
        return self

    def sits_down(self, name: str, *, after: str | None = None, start: str = "zero") -> Table:
        with self.open() as session:
            group = db.session.get_one(Group, self.group_id)
            player = player_named(group, name, self.clock.now())
            db.session.flush()
            place = seat_of(session, after) if after else None
            join(session, player, self.change_stamp(), after=place, start=start, team=None)
        return self

    def leaves(self, name: str) -> Table:
        with self.open() as session:
            leave(session, seat_of(session, name), self.change_stamp())
        return self

    def comes_back(self, name: str, *, start: str = "zero") -> Table:
        with self.open() as session:
            come_back(session, seat_of(session, name), self.change_stamp(), start=start)
        return self

    def takes_over(self, name: str, *, of: str) -> Table:
        with self.open() as session:
            group = db.session.get_one(Group, self.group_id)
            player = player_named(group, name, self.clock.now())
            db.session.flush()
            take_over(session, seat_of(session, of), player, self.change_stamp())
        return self

    def swaps(self, one: str, other: str) -> Table:
        with self.open() as session:
            swap(session, seat_of(session, one), seat_of(session, other), self.change_stamp())
        return self

    def lets_deal(self, name: str) -> Table:
        with self.open() as session:
            choose_dealer(session, seat_of(session, name), self.change_stamp())
        return self

    def cuts(self, name: str) -> Table:
        with self.open() as session:
            cut(session, seat_of(session, name), self.change_stamp())
        return self

    def misdeals(self) -> Table:
        with self.open() as session:
            misdeal(session, self.change_stamp())
        return self

    def adjusts(self, name: str, points: int, reason: str, *, after: int | None = None) -> Table:
        """Bonus or penalty points, by default after the last round."""
        with self.open() as session:
            stamp = self.change_stamp()
            adjust(session, seat_of(session, name), stamp, points=points, reason=reason, after=after)
        return self

    def stops(self) -> Table:
        with self.open() as session:
            stop(session, self.change_stamp())
        return self

    def reopens(self) -> Table:
        with self.open() as session:
            reopen(session, self.change_stamp())
        return self

    def takes_back(self, change_id: uuid.UUID | None = None) -> Table:
        """The change with this id, by default the last active one, undos excepted."""
        with self.open() as session:
            change = Change.of(self.group_id, change_id) if change_id else last_active_change(session)
            assert change is not None
            undo_change(session, change, self.change_stamp())
        return self

    def has(self, **fields: Any) -> Table:
        """Set fields of the sheet that no action sets."""
        with self.open() as session:
            session.sheet = replace(session.sheet, **fields)
        return self

    def changes_rules(self, definition: GameDefinition) -> Table:
        """Change the rules of later sessions of this custom game."""
        with self.open() as session:
            game = game_of(self.group_id, uuid.UUID(session.variant))
            assert game is not None
            change_game(db.session.get_one(Group, self.group_id), game, definition, self.change_stamp())
        return self

    # Results

    def variant(self) -> str:
        with self.seen() as session:
            return session.variant

    def totals(self) -> dict[str, int]:
        with self.seen() as session:
            table = {seat: s.total for s in session.standings() for seat in s.seats}
            return {seat.name: table[seat.id] for seat in session.seats}

    def ranks(self) -> dict[str, int | None]:
        with self.seen() as session:
            table = {seat: s.rank for s in session.standings() for seat in s.seats}
            return {seat.name: table[seat.id] for seat in session.seats}

    def finals(self) -> dict[str, tuple[int | None, int | None, bool | None]]:
        """Stored total, rank and win, by name."""
        with self.seen() as session:
            return {s.name: (s.final_total, s.final_rank, s.final_won) for s in session.seats}

    def dealers(self) -> list[str]:
        """The dealer of each round."""
        with self.seen() as session:
            return [seat_by_id(session, played.dealer).name for played in session.rounds]

    def next_dealer(self) -> str | None:
        with self.seen() as session:
            dealer = session.upcoming_deal().dealer
            return seat_by_id(session, dealer).name if dealer else None

    def numbers(self) -> list[int]:
        with self.seen() as session:
            return [played.number for played in session.rounds]

    def seats(self) -> list[str]:
        """Names clockwise."""
        with self.seen() as session:
            return [seat.name for seat in session.seats]

    def seat_id(self, name: str) -> uuid.UUID:
        return self._value(Seat.id, Seat.session_id == self.session_id, Player.name == name)

    def player_id(self, name: str) -> uuid.UUID:
        return self._value(Player.id, Seat.session_id == self.session_id, Player.name == name)

    def night_id(self) -> uuid.UUID:
        with at_work(self.app):
            return db.session.scalars(db.select(Session.night_id).where(Session.id == self.session_id)).one()

    def _value(self, column: Any, *conditions: Any) -> Any:
        """A column of a seat or its player. Loading the session takes six times as long."""
        with at_work(self.app):
            return db.session.scalars(
                db.select(column).select_from(Seat).join(Player).where(*conditions)
            ).one()

    def who_plays(self, number: int) -> list[str]:
        with self.seen() as session:
            return [seat.name for seat in session.playing(number)]

    def snapshot(self) -> dict[str, Any]:
        with self.seen() as session:
            assert_encodable(session.sheet)
            return session.snapshot()

    def version(self) -> int:
        with self.seen() as session:
            return session.version

    def is_finished(self) -> bool:
        with self.seen() as session:
            return session.is_finished

    def changes(self) -> list[tuple[uuid.UUID, str, bool]]:
        """The history, newest first: id, kind, whether it is active."""
        with self.seen() as session:
            return [(change.id, change.kind, change.is_active) for change in Change.history_of(session)]

    def kinds(self) -> list[str]:
        """The kinds of change, oldest first."""
        return [kind for _id, kind, _is_active in reversed(self.changes())]

    def last_change(self) -> uuid.UUID:
        return self.changes()[0][0]

    def link(self, role: str) -> str:
        """The address of a new link."""
        with at_work(self.app):
            _link, secret = Link.make(db.session.get_one(Group, self.group_id), Role(role), self.clock.now())
            db.session.commit()
        return f"/join/{secret}"


def start(
    app: Flask,
    variant: str | GameDefinition,
    names: str,
    *,
    first: str | None = None,
    group_id: uuid.UUID | None = None,
    group_name: str = "Friday table",
    sides: str = "",
    at: datetime | None = None,
    clock: Clock | None = None,
    **options: Any,
) -> Table:
    """A session of these players, clockwise; `first` deals first, by default the first name.

    variant: a key, also of a custom game of the group, or the definition of one, which is added. sides: the
    team of each player, with the option `teams`.
    """
    clock = clock or Clock(at or datetime.now(UTC) - timedelta(hours=3))
    seated = names.split()
    with at_work(app):
        moment = clock.now()
        group = db.session.get(Group, group_id) if group_id else None
        if group is None:
            group, _link = create_group(group_name, group_id or new_id(), moment)
        if isinstance(variant, GameDefinition):
            stamp = ChangeStamp(new_id(), "Anna’s phone", moment)
            chosen = variant_of_game(create_game(group, new_id(), variant, stamp))
        else:
            named = variant_named(group.id, variant)
            assert named is not None
            chosen = named
        setup = SessionSetup(chosen, options, seated, seated.index(first) if first else 0, sides.split())
        session = start_session(group, setup, new_id(), at=moment, today=moment.date())
        db.session.commit()
        return Table(app, group.id, session.id, clock)


def assert_encodable(sheet: facts.Sheet) -> None:
    seats = tuple(replace(seat, player=None) for seat in sheet.seats)
    assert facts.decoded(facts.encoded(sheet)) == replace(sheet, seats=seats)


def seat_of(session: Session, name: str) -> Seat:
    return next(seat for seat in session.seats if seat.name == name)


def seat_by_id(session: Session, seat_id: object) -> Seat:
    return next(seat for seat in session.seats if seat.id == seat_id)


def round_of(words: str, session: Session, instead_of: Any = None) -> facts.Round:
    """Parse a round. Dealer and cards dealt are the due ones, or those of `instead_of`."""
    rules = session.rules
    deal = session.plan()[instead_of.number - 1] if instead_of else session.upcoming_deal()
    parts = [part.strip() for part in words.split(",")]
    multipliers = tuple(part.removeprefix("×") for part in parts if part.startswith("×"))
    out, chain, hands = None, None, []
    for part in parts:
        name, _blank, held = part.partition(" ")
        if held == "out":
            out = None if name == "nobody" else seat_of(session, name).id
            if out:
                hands.append(facts.Hand(out, {}, None if rules.counts_wins else 0))
        elif name == "chain":
            cards, drawer = held.split()
            chain = facts.LastCards(int(cards), seat_of(session, drawer).id)
        elif held:
            hands.append(hand_of(seat_of(session, name).id, held, rules, multipliers))
    dealer = deal.dealer
    assert dealer is not None
    return facts.Round(deal.number, dealer, deal.hand_size, out, tuple(hands), chain, multipliers)


def hand_of(seat_id: uuid.UUID, held: str, rules: Rules, of_round: Sequence[str] = ()) -> facts.Hand:
    cards = [card for card in held.replace(" - ", " ").split() if not card.startswith("×") and card != "-"]
    own = [card.removeprefix("×") for card in held.split() if card.startswith("×")]
    if held == "?":
        return facts.Hand(seat_id, None, None)
    if held.startswith("="):
        typed = cards[0].removeprefix("=")
        return scored_hand(seat_id, rules, typed=typed, multipliers=own, of_round=of_round)
    return scored_hand(seat_id, rules, cards=Counter(cards), multipliers=own, of_round=of_round)
