"""Read one session of a document: compute what is left out, refuse what is wrong."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypedDict

from msgspec import UNSET

from exchange.document.checks import (
    BadDocument,
    bad_option,
    check_text,
    check_texts,
    check_total,
    moment,
    whole,
)
from exchange.document.decoding import decoded
from exchange.document.records import HandRecord, RoundRecord, SeatRecord, SessionRecord
from exchange.document.schema import check_rules
from game.scoring import facts
from game.scoring.deal import next_deal
from game.scoring.facts import SeatId, shared_seats
from game.scoring.hand import MOST_POINTS, IllegalHand, by_class, points_of
from game.scoring.rules import Rules
from game.scoring.standings import is_over, standings
from game.variants import VARIANTS, IllegalOption
from models.database import new_id
from models.player import Player
from models.round import Round
from models.seat import TEAM_LENGTH, Seat
from models.session import FLAGS, Session

MOST_ROUNDS = 999
MOST_DEALT = 52
MOST_MISDEALS = 99
MOST_SEATS = 60  # the largest table has ten; players who left keep their seats
MOST_START_POINTS = 99_999
MOST_RULES = 200  # that are remembered: a history of ten years was played by a handful
VERSIONS = 2**30


class AboutRound(TypedDict):
    """Stored fields of a round that scoring does not use."""

    misdeals: int
    recorded_at: datetime


class SessionReader:
    """Reads an item of “sessions”. at: its path. players: by their id in the file.

    played, about: its rounds for scoring, and their other fields, after `session`.
    """

    def __init__(self, record: SessionRecord, at: str, players: Mapping[str, Player]) -> None:
        self.record, self.at, self.players = record, at, players
        self.played: list[facts.RoundFacts] = []
        self.about: list[AboutRound] = []

    def session(self, session_id: uuid.UUID, started: datetime, now: datetime) -> Session:
        """The session with its seats, without its rounds. Raises BadDocument."""
        record = self.record
        if len(record.seats) > MOST_SEATS:
            raise BadDocument(f"{self.at}.seats", "more than %(most)s people", most=MOST_SEATS)
        options, rules = self._rules()
        seats = _seats_of(record, self.at, self.players)
        session = Session(
            id=session_id,
            variant=record.variant,
            options=options,
            rules=rules,
            started_at=started,
            first_dealers=[],
            stopped=False,
            extended=False,
            **{flag: getattr(record, flag) is True for flag in FLAGS},
            version=int(now.timestamp()) % VERSIONS,  # another than any that a phone may have seen of it
            seats=list(seats.values()),
        )
        session.first_dealers = [
            str(self._seat_id(player, seats, f"{self.at}.first_dealers[{index}]"))
            for index, player in enumerate(record.first_dealers)
        ]
        self._rounds(session, seats, started)
        self._set_next_deal(session, seats)
        self._end(session, now)
        self._check_standings(session, seats)
        return session

    def _rules(self) -> tuple[dict[str, Any], dict[str, Any]]:
        record = self.record
        variant = VARIANTS.get(record.variant)
        if variant is None:
            raise BadDocument(f"{self.at}.variant", "no variant “%(key)s”", key=record.variant[:40])
        players = len(record.seats)
        try:
            options = variant.resolve(record.options or {}, players)
        except IllegalOption as illegal:
            raise bad_option(f"{self.at}.options.{illegal.key[:40]}", illegal.reason) from None
        if record.rules is UNSET:
            return options, variant.freeze(options, players)
        return options, _rules_in(bytes(record.rules), f"{self.at}.rules")

    def rounds(self) -> list[Round]:
        """The rounds as models."""
        rounds = []
        for played, about in zip(self.played, self.about, strict=True):
            rounds.append(Round(number=played.number, **about))
            rounds[-1].update_from(played)
        return rounds

    def _rounds(self, session: Session, seats: dict[str, Seat], started: datetime) -> None:
        rules, seated, dealers = session.scoring_rules, session.seat_facts(), session.first_dealer_ids()
        for record, at in self._in_order():
            due = None if record.dealer else next_deal(rules, seated, self.played, dealers).dealer
            reader = RoundReader(record, at, rules=rules, seats=seats, seated=seated, due=due)
            self.played.append(reader.played())
            self.about.append(reader.about(started))

    def _in_order(self) -> Iterator[tuple[RoundRecord, str]]:
        """Yield each round with its path, by number; raises BadDocument at a gap."""
        places = {id(r): place for place, r in enumerate(self.record.rounds)}
        for place, record in enumerate(self.record.rounds):
            whole(record.number, f"{self.at}.rounds[{place}].number", least=1, most=MOST_ROUNDS)
        for number, record in enumerate(sorted(self.record.rounds, key=lambda r: r.number), 1):
            at = f"{self.at}.rounds[{places[id(record)]}]"
            if record.number != number:
                raise BadDocument(
                    f"{at}.number",
                    "expected round %(number)s here, found %(value)s",
                    number=number,
                    value=record.number,
                )
            yield record, at

    def _set_next_deal(self, session: Session, seats: dict[str, Seat]) -> None:
        record = self.record.next_deal
        if not record:
            return
        at = f"{self.at}.next_deal"
        dealer = self._seat_id(record.dealer, seats, f"{at}.dealer") if record.dealer is not None else None
        misdeals = whole(record.misdeals, f"{at}.misdeals", least=0, most=MOST_ROUNDS)
        session.set_next_deal(dealer=dealer, misdeals=misdeals, number=len(self.played) + 1)

    def _end(self, session: Session, now: datetime) -> None:
        """Set the end; if it is left out, the session is finished when all rounds are played."""
        seats, finished_at = session.seat_facts(), self.record.finished_at
        over = is_over(session.scoring_rules, seats, self.played)
        last = max([session.started_at, *(about["recorded_at"] for about in self.about)])
        if finished_at is UNSET:
            session.finished_at = last if over else None
        elif finished_at is None:
            session.extended = over or self.record.extended is True
        else:
            session.finished_at = moment(finished_at, f"{self.at}.finished_at")
            session.extended = self.record.extended is True
            session.stopped = not is_over(session.rules_in_force, seats, self.played)
        session.finalize(now, self.played)

    def _check_standings(self, session: Session, seats: dict[str, Seat]) -> None:
        given = self.record.standings or []
        computed = standings(session.scoring_rules, session.seat_facts(), self.played) if given else []
        table = {seat_id: standing for standing in computed for seat_id in standing.seats}
        for index, record in enumerate(given):
            at = f"{self.at}.standings[{index}]"
            standing = table[self._seat_id(record.player, seats, f"{at}.player")]
            wins = standing.leads and session.is_finished and bool(self.played)
            check_total(record.total, standing.total, f"{at}.total")
            if standing.rank is not None:
                check_total(record.rank, standing.rank, f"{at}.rank")
                check_total(record.winner, wins, f"{at}.winner")

    def _seat_id(self, player: str, seats: dict[str, Seat], at: str) -> uuid.UUID:
        if player not in seats:
            raise BadDocument(at, "no such seat")
        return seats[player].id


def _rules_in(text: bytes, at: str) -> dict[str, Any]:
    """Decode and check frozen rules. Raises BadDocument."""
    if not text.startswith(b"{"):
        raise BadDocument(at, "expected an object")
    try:
        return _checked_rules(text)
    except BadDocument as wrong:
        raise wrong.at(f"{at}.{wrong.place}".removesuffix(".")) from None


@lru_cache(MOST_RULES)
def _checked_rules(text: bytes) -> dict[str, Any]:
    rules = decoded(text, dict[str, Any])
    check_texts(rules)
    check_rules(rules)
    return rules


def _seats_of(session: SessionRecord, at: str, players: Mapping[str, Player]) -> dict[str, Seat]:
    """Seats by the player's id in the file. at: the path of the session."""
    seats: dict[str, Seat] = {}
    for place, record in enumerate(session.seats):
        here = f"{at}.seats[{place}]"
        player = players.get(record.player)
        if player is None:
            raise BadDocument(f"{here}.player", "no such player in “players”")
        if record.player in seats:
            raise BadDocument(f"{here}.player", "%(name)s sits here twice", name=player.name)
        seats[record.player] = _seat(session, record, here, player, place)
    for place, record in enumerate(session.seats):
        if record.takes_over is not UNSET:
            here = f"{at}.seats[{place}].takes_over"
            seats[record.player].origin_id = _origin(session, record, seats, here)
    _check_turns(session, at, seats)
    return seats


def _origin(session: SessionRecord, record: SeatRecord, seats: Mapping[str, Seat], at: str) -> uuid.UUID:
    origin = next((seat for seat in session.seats if seat.player == record.takes_over), None)
    if origin is None:
        raise BadDocument(at, "no such seat")
    if origin.takes_over is not UNSET or origin is record:
        raise BadDocument(at, "expected the first of the seats that share their points")
    return seats[origin.player].id


def _check_turns(session: SessionRecord, at: str, seats: Mapping[str, Seat]) -> None:
    """Raise BadDocument if two seats that share their points play the same round."""
    for shared in shared_seats([seat.facts() for seat in seats.values()]).values():
        for number in range(1, len(session.rounds) + 2):
            if sum(seat.plays(number) for seat in shared) > 1:
                raise BadDocument(
                    f"{at}.seats",
                    "two seats share their points and both play round %(number)s",
                    number=number,
                )


def _seat(session: SessionRecord, record: SeatRecord, at: str, player: Player, place: int) -> Seat:
    check_text(record.team, f"{at}.team", TEAM_LENGTH)
    return Seat(
        id=new_id(),
        player=player,
        position=place,
        team=record.team,
        joined_round=whole(record.joined_round, f"{at}.joined_round", least=1, most=MOST_ROUNDS),
        start_points=whole(
            record.start_points, f"{at}.start_points", least=-MOST_START_POINTS, most=MOST_START_POINTS
        ),
        away=[*_stretches(record, at), *_hand_in_figures(session, record, at)],
    )


def _stretches(record: SeatRecord, at: str) -> Iterator[dict[str, Any]]:
    for index, away in enumerate(record.away or []):
        here = f"{at}.away[{index}]"
        since = whole(away.since, f"{here}.since", least=1, most=MOST_ROUNDS)
        yield {
            "since": since,
            "until": whole(away.until, f"{here}.until", least=since, most=MOST_ROUNDS + 1),
            "points": whole(away.points, f"{here}.points", least=0, most=MOST_START_POINTS),
        }


def _hand_in_figures(session: SessionRecord, record: SeatRecord, at: str) -> list[dict[str, Any]]:
    """The absence without end of a seat that left; some files count from the last round played."""
    if record.left_round is None:
        return []
    since = whole(record.left_round, f"{at}.left_round", least=1, most=MOST_ROUNDS)
    since += _plays_in(session, record.player, since)
    return [{"since": since, "until": None, "points": 0}]


def _plays_in(session: SessionRecord, player: str, number: int) -> bool:
    hands = [hand for played in session.rounds if played.number == number for hand in played.hands]
    return any(hand.player == player for hand in hands)


class RoundReader:
    """Reads an item of “rounds” by the session's `rules`.

    seats: by the player's id in the file; seated: the same for scoring. due: the dealer if the file names
    none; None if unknown.
    """

    def __init__(
        self,
        record: RoundRecord,
        at: str,
        *,
        rules: Rules,
        seats: Mapping[str, Seat],
        seated: Sequence[facts.SeatFacts],
        due: SeatId | None,
    ) -> None:
        self.record, self.at, self.rules, self.seats = record, at, rules, seats
        self.seated, self.due = seated, due

    def played(self) -> facts.RoundFacts:
        """The round for scoring."""
        record = self.record
        out = self._seat(record.out, "out").id if record.out is not None else None
        hand_size = record.hand_size or self.rules.hand_size(record.number)
        return facts.RoundFacts(
            number=record.number,
            dealer=self._dealer(),
            hand_size=whole(hand_size, f"{self.at}.hand_size", least=1, most=MOST_DEALT),
            out=out,
            hands=tuple(self._hands(out)),
            chain=self._chain(out),
        )

    def about(self, started: datetime) -> AboutRound:
        """Fields that scoring does not use. started: stands in for an unknown time."""
        misdeals, recorded_at = self.record.misdeals or 0, self.record.recorded_at
        return {
            "misdeals": whole(misdeals, f"{self.at}.misdeals", least=0, most=MOST_MISDEALS),
            "recorded_at": started if recorded_at is None else moment(recorded_at, f"{self.at}.recorded_at"),
        }

    def _dealer(self) -> uuid.UUID:
        if self.record.dealer is not UNSET:
            return self._seat(self.record.dealer, "dealer").id
        if not isinstance(self.due, uuid.UUID):
            raise BadDocument(f"{self.at}.dealer", "missing, and “first_dealers” does not say who dealt")
        return self.due

    def _hands(self, out: uuid.UUID | None) -> list[facts.HandFacts]:
        number = self.record.number
        playing = {seat.id for seat in self.seated if seat.plays(number)}
        hands: dict[uuid.UUID, facts.HandFacts] = {}
        for index, hand in enumerate(self.record.hands):
            at = f"{self.at}.hands[{index}]"
            seat = self._seat(hand.player, f"hands[{index}].player")
            if seat.id in hands:
                raise BadDocument(f"{at}.player", "%(name)s is here twice", name=seat.name)
            if seat.id not in playing:
                raise BadDocument(
                    f"{at}.player", "%(name)s does not play round %(number)s", name=seat.name, number=number
                )
            hands[seat.id] = self._hand(hand, seat, out, at)
        if out is not None and out in playing and out not in hands:
            hands[out] = facts.HandFacts(out, {}, None if self.rules.counts_wins else 0)
        if playing - hands.keys():
            missing = next(seat.name for seat in self.seats.values() if seat.id in playing - hands.keys())
            raise BadDocument(f"{self.at}.hands", "the hand of %(name)s is missing", name=missing)
        if out is not None and out not in hands:
            raise BadDocument(f"{self.at}.out", "does not play this round")
        return list(hands.values())

    def _hand(self, hand: HandRecord, seat: Seat, out: uuid.UUID | None, at: str) -> facts.HandFacts:
        cards, points = self._cards(hand.cards, f"{at}.cards"), hand.points
        if seat.id == out:
            return self._hand_of_out(seat, cards, points, at)
        if self.rules.counts_wins:
            if points:
                raise BadDocument(f"{at}.points", "this game counts rounds won, not points")
            return facts.HandFacts(seat.id, cards, None)
        if cards is None:
            if points is None and not self.rules.cards_optional:
                raise BadDocument(at, "neither cards nor points")
            typed = None if points is None else whole(points, f"{at}.points", least=0, most=MOST_POINTS)
            return facts.HandFacts(seat.id, None, typed)
        worth = points_of(cards, self.rules)
        if points is not None and points != worth:
            raise BadDocument(
                f"{at}.points", "the cards make %(worth)s, not %(value)s", worth=worth, value=points
            )
        return facts.HandFacts(seat.id, cards, worth)

    def _hand_of_out(
        self, seat: Seat, cards: dict[str, int] | None, points: int | None, at: str
    ) -> facts.HandFacts:
        if cards or points:
            raise BadDocument(at, "%(name)s went out and has nothing left", name=seat.name)
        return facts.HandFacts(seat.id, {}, None if self.rules.counts_wins else 0)

    def _cards(self, cards: Mapping[str, int] | None, at: str) -> dict[str, int] | None:
        if cards is None:
            return None
        try:
            return by_class(cards, self.rules)
        except IllegalHand as wrong:
            if wrong.problem == "card":
                raise BadDocument(at, "no card %(card)s", card=f'"{str(wrong.value)[:20]}"') from None
            raise BadDocument(at, "not a number of cards: %(value)s", value=wrong.value) from None

    def _chain(self, out: uuid.UUID | None) -> facts.LastCards | None:
        chain = self.record.chain
        if not chain:
            return None
        at = f"{self.at}.chain"
        if self.rules.chain is None or out is None:
            raise BadDocument(at, "nobody draws for a chain here")
        most = self.rules.cards_in_pack(self.rules.by_key[self.rules.chain.card_class])
        cards = whole(chain.cards, f"{at}.cards", least=1, most=most)
        return facts.LastCards(cards, self._seat(chain.drawer, "chain.drawer").id)

    def _seat(self, player: str, field: str) -> Seat:
        if player not in self.seats:
            raise BadDocument(f"{self.at}.{field}", "no such seat")
        return self.seats[player]
