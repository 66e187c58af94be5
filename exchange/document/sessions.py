"""One session of a document: what it leaves out is computed, what it says wrong is refused."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from exchange.document.checks import BadDocument, bad_option, check_made, moment, same_shape, whole
from exchange.document.frozen import check_rules
from exchange.document.records import RoundRecord, SessionRecord
from exchange.document.rounds import MOST_ROUNDS, AboutRound, RoundReader
from exchange.document.seats import MOST_SEATS, seats_of
from game.scoring import facts
from game.scoring.deal import next_deal
from game.scoring.standings import is_over, standings
from game.variants import VARIANTS, IllegalOption
from models.player import Player
from models.round import Round
from models.seat import Seat
from models.session import Session

VERSIONS = 2**30


class SessionReader:
    """Reads one item of “sessions”; `at` is its place, `players` those of the file by their id in it.

    played, about: its rounds as scoring sees them, and what else is kept of each, once it is read.
    """

    def __init__(self, record: SessionRecord, at: str, players: Mapping[str, Player]) -> None:
        self.record, self.at, self.players = record, at, players
        self.played: list[facts.Round] = []
        self.about: list[AboutRound] = []

    def session(self, session_id: uuid.UUID, started: datetime, now: datetime) -> Session:
        """The session with its seats; it has not been given its rounds."""
        record = self.record
        if len(record["seats"]) > MOST_SEATS:
            raise BadDocument(f"{self.at}.seats", "more than %(most)s people", most=MOST_SEATS)
        options, rules = self._rules()
        seats = seats_of(record, self.at, self.players)
        session = Session(
            id=session_id,
            variant=record["variant"],
            options=options,
            rules=rules,
            started_at=started,
            first_dealers=[],
            stopped=False,
            plays_on=False,
            summed=record.get("summed") is True,
            untimed=record.get("untimed") is True,
            version=int(now.timestamp()) % VERSIONS,  # another than any that a phone may have seen of it
            seats=list(seats.values()),
        )
        session.first_dealers = [
            str(self._seat_id(player, seats, f"{self.at}.first_dealers[{index}]"))
            for index, player in enumerate(record["first_dealers"])
        ]
        self._rounds(session, seats, started)
        self._say_of_next_deal(session, seats)
        self._end(session, now)
        self._check_standings(session, seats)
        return session

    def _rules(self) -> tuple[dict[str, Any], dict[str, Any]]:
        variant = VARIANTS.get(self.record["variant"])
        if variant is None:
            raise BadDocument(f"{self.at}.variant", "no variant “%(key)s”", key=self.record["variant"][:40])
        players = len(self.record["seats"])
        try:
            options = variant.resolve(self.record.get("options", {}), players)
        except IllegalOption as illegal:
            raise bad_option(f"{self.at}.options.{illegal.key}", illegal.reason) from None
        if "rules" not in self.record:
            return options, variant.freeze(options, players)
        check_rules(self.record["rules"], f"{self.at}.rules")
        return options, self.record["rules"]

    def rounds(self) -> list[Round]:
        """Its rounds as they are kept."""
        kept = []
        for played, about in zip(self.played, self.about, strict=True):
            kept.append(Round(number=played.number, **about))
            kept[-1].take(played)
        return kept

    def _rounds(self, session: Session, seats: dict[str, Seat], started: datetime) -> None:
        rules, seated, dealers = session.scoring_rules, session.seat_facts(), session.first_dealer_ids()
        for record, at in self._in_order():
            due = None if "dealer" in record else next_deal(rules, seated, self.played, dealers).dealer
            reader = RoundReader(record, at, rules=rules, seats=seats, seated=seated, due=due)
            self.played.append(reader.played())
            self.about.append(reader.about(started))

    def _in_order(self) -> Iterator[tuple[RoundRecord, str]]:
        """Each round with its place in the file, number by number; raises BadDocument at a gap."""
        places = {id(r): place for place, r in enumerate(self.record["rounds"])}
        for place, record in enumerate(self.record["rounds"]):
            whole(record["number"], f"{self.at}.rounds[{place}].number", least=1, most=MOST_ROUNDS)
        for number, record in enumerate(sorted(self.record["rounds"], key=lambda r: r["number"]), 1):
            at = f"{self.at}.rounds[{places[id(record)]}]"
            if record["number"] != number:
                raise BadDocument(
                    f"{at}.number",
                    "expected round %(number)s here, found %(value)s",
                    number=number,
                    value=record["number"],
                )
            yield record, at

    def _say_of_next_deal(self, session: Session, seats: dict[str, Seat]) -> None:
        record: Any = self.record.get("next_deal")  # the schema says nothing of it
        if record is None:
            return
        at = f"{self.at}.next_deal"
        same_shape(record, {"dealer": None, "misdeals": 0}, at)
        dealer = (
            self._seat_id(record["dealer"], seats, f"{at}.dealer") if record["dealer"] is not None else None
        )
        misdeals = whole(record["misdeals"], f"{at}.misdeals", least=0, most=MOST_ROUNDS)
        session.say_of_next_deal(dealer=dealer, misdeals=misdeals, number=len(self.played) + 1)

    def _end(self, session: Session, now: datetime) -> None:
        """When it ended; left out: finished when all the rounds are there."""
        seats = session.seat_facts()
        over = is_over(session.scoring_rules, seats, self.played)
        last = max([session.started_at, *(about["recorded_at"] for about in self.about)])
        if "finished_at" not in self.record:
            session.finished_at = last if over else None
        elif self.record["finished_at"] is None:
            session.plays_on = over or self.record.get("plays_on") is True
        else:
            session.finished_at = moment(self.record["finished_at"], f"{self.at}.finished_at")
            session.plays_on = self.record.get("plays_on") is True
            session.stopped = not is_over(session.rules_in_force, seats, self.played)
        session.settle(now, self.played)

    def _check_standings(self, session: Session, seats: dict[str, Seat]) -> None:
        told = self.record.get("standings", [])
        made = standings(session.scoring_rules, session.seat_facts(), self.played) if told else []
        table = {seat_id: standing for standing in made for seat_id in standing.seats}
        for index, record in enumerate(told):
            at = f"{self.at}.standings[{index}]"
            standing = table[self._seat_id(record["player"], seats, f"{at}.player")]
            wins = standing.leads and session.is_finished and bool(self.played)
            check_made(record["total"], standing.total, f"{at}.total")
            if standing.rank is not None:
                check_made(record["rank"], standing.rank, f"{at}.rank")
                check_made(record["winner"], wins, f"{at}.winner")

    def _seat_id(self, player: str, seats: dict[str, Seat], at: str) -> uuid.UUID:
        if player not in seats:
            raise BadDocument(at, "no such seat")
        return seats[player].id
