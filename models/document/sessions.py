"""One session of a document: what it leaves out is computed, what it says wrong is refused."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from models.database import new_id
from models.document.checks import BadDocument, moment, same_shape, whole
from models.document.frozen import check_rules
from models.document.rounds import RoundReader
from models.player import Player
from models.seat import Seat
from models.session import Session
from scoring import facts
from scoring.deal import next_deal
from scoring.standings import is_over
from variants import VARIANTS, IllegalOption

MOST_ROUNDS = 999
MOST_SEATS = 60  # the largest table has ten; whoever has left keeps a seat
MOST_START_POINTS = 99_999
TEAM_LENGTH = 40
VERSIONS = 2**30


class SessionReader:
    """Reads one item of “sessions”; `at` is its place, `players` those of the file by their id in it."""

    def __init__(self, told: dict[str, Any], at: str, players: dict[str, Player]) -> None:
        self.told, self.at, self.players = told, at, players

    def session(self, session_id: uuid.UUID, started: datetime, now: datetime) -> Session:
        told = self.told
        if len(told["seats"]) > MOST_SEATS:
            raise BadDocument(f"{self.at}.seats", "more than %(most)s people", most=MOST_SEATS)
        options, rules = self._rules()
        seats = self._seats()
        session = Session(
            id=session_id,
            variant=told["variant"],
            options=options,
            rules=rules,
            started_at=started,
            first_dealers=[],
            stopped=False,
            plays_on=False,
            summed=told.get("summed") is True,
            untimed=told.get("untimed") is True,
            version=int(now.timestamp()) % VERSIONS,  # another than any that a phone may have seen of it
            seats=list(seats.values()),
        )
        session.first_dealers = [
            str(self._seat_id(player, seats, f"{self.at}.first_dealers[{index}]"))
            for index, player in enumerate(told["first_dealers"])
        ]
        self._rounds(session, seats, started)
        self._say_of_next_deal(session, seats)
        self._end(session, now)
        self._check_standings(session, seats)
        return session

    def _rules(self) -> tuple[dict[str, Any], dict[str, Any]]:
        variant = VARIANTS.get(self.told["variant"])
        if variant is None:
            raise BadDocument(f"{self.at}.variant", "no variant “%(key)s”", key=self.told["variant"][:40])
        players = len(self.told["seats"])
        try:
            options = variant.resolve(self.told.get("options", {}), players)
        except IllegalOption as illegal:
            raise _bad_option(f"{self.at}.options.{illegal.key}", illegal.reason) from None
        usual = variant.freeze(options, players)
        if "rules" not in self.told:
            return options, usual
        check_rules(self.told["rules"], f"{self.at}.rules")
        return options, self.told["rules"]

    def _seats(self) -> dict[str, Seat]:
        seats: dict[str, Seat] = {}
        for place, told in enumerate(self.told["seats"]):
            at = f"{self.at}.seats[{place}]"
            player = self.players.get(told["player"])
            if player is None:
                raise BadDocument(f"{at}.player", "no such player in “players”")
            if told["player"] in seats:
                raise BadDocument(f"{at}.player", "%(name)s sits here twice", name=player.name)
            if len(told.get("team") or "") > TEAM_LENGTH:
                raise BadDocument(f"{at}.team", "longer than %(most)s characters", most=TEAM_LENGTH)
            seats[told["player"]] = Seat(
                id=new_id(),
                player=player,
                position=place,
                team=told.get("team"),
                joined_round=whole(
                    told.get("joined_round", 1), f"{at}.joined_round", least=1, most=MOST_ROUNDS
                ),
                start_points=whole(
                    told.get("start_points", 0),
                    f"{at}.start_points",
                    least=-MOST_START_POINTS,
                    most=MOST_START_POINTS,
                ),
                away=self._away(told, at),
            )
        return seats

    def _away(self, told: dict[str, Any], at: str) -> list[dict[str, Any]]:
        stretches: list[dict[str, Any]] = []
        been_away = told.get("away", [])
        same_shape(been_away, [], f"{at}.away")
        for index, stretch in enumerate(been_away):
            here = f"{at}.away[{index}]"
            same_shape(stretch, {"since": 0, "until": 0, "points": 0}, here)
            since = whole(stretch["since"], f"{here}.since", least=1, most=MOST_ROUNDS)
            stretches.append(
                {
                    "since": since,
                    "until": whole(stretch["until"], f"{here}.until", least=since, most=MOST_ROUNDS + 1),
                    "points": whole(stretch["points"], f"{here}.points", least=0, most=MOST_START_POINTS),
                }
            )
        left = told.get("left_round")
        if left is not None:
            since = whole(left, f"{at}.left_round", least=1, most=MOST_ROUNDS)
            since += self._plays_in(told["player"], since)  # some count the last round played
            stretches.append({"since": since, "until": None, "points": 0})
        return stretches

    def _plays_in(self, player: str, number: int) -> bool:
        return any(
            hand["player"] == player
            for played in self.told["rounds"]
            if played["number"] == number
            for hand in played["hands"]
        )

    def _rounds(self, session: Session, seats: dict[str, Seat], started: datetime) -> None:
        rules, seated, dealers = session.scoring_rules, session.seat_facts(), session.first_dealer_ids()
        earlier: list[facts.Round] = []
        for told, at in self._told_in_order():
            due = None if "dealer" in told else next_deal(rules, seated, earlier, dealers).dealer
            reader = RoundReader(told, at, rules, seats, due)
            earlier.append(reader.played())
            session.rounds.append(reader.round(earlier[-1], started))

    def _told_in_order(self) -> Iterator[tuple[dict[str, Any], str]]:
        """Each round with its place in the file, number by number; raises BadDocument at a gap."""
        places = {id(r): place for place, r in enumerate(self.told["rounds"])}
        for place, told in enumerate(self.told["rounds"]):
            whole(told["number"], f"{self.at}.rounds[{place}].number", least=1, most=MOST_ROUNDS)
        for number, told in enumerate(sorted(self.told["rounds"], key=lambda r: r["number"]), 1):
            at = f"{self.at}.rounds[{places[id(told)]}]"
            if told["number"] != number:
                raise BadDocument(
                    f"{at}.number",
                    "round %(number)s is wanted here, not %(value)s",
                    number=number,
                    value=told["number"],
                )
            yield told, at

    def _say_of_next_deal(self, session: Session, seats: dict[str, Seat]) -> None:
        told = self.told.get("next_deal")
        if told is None:
            return
        at = f"{self.at}.next_deal"
        same_shape(told, {"dealer": None, "misdeals": 0}, at)
        dealer = self._seat_id(told["dealer"], seats, f"{at}.dealer") if told["dealer"] is not None else None
        misdeals = whole(told["misdeals"], f"{at}.misdeals", least=0, most=MOST_ROUNDS)
        session.say_of_next_deal(dealer=dealer, misdeals=misdeals)

    def _end(self, session: Session, now: datetime) -> None:
        """When it ended; left out: finished when all the rounds are there."""
        seats, rounds = session.seat_facts(), session.round_facts()
        over = is_over(session.scoring_rules, seats, rounds)
        last = max([session.started_at, *(played.recorded_at for played in session.rounds)])
        if "finished_at" not in self.told:
            session.finished_at = last if over else None
        elif self.told["finished_at"] is None:
            session.plays_on = over or self.told.get("plays_on") is True
        else:
            session.finished_at = moment(self.told["finished_at"], f"{self.at}.finished_at")
            session.plays_on = self.told.get("plays_on") is True
            session.stopped = not is_over(session.rules_in_force, seats, rounds)
        session.settle(now)

    def _check_standings(self, session: Session, seats: dict[str, Seat]) -> None:
        table = {seat_id: s for s in session.standings() for seat_id in s.seats}
        for index, told in enumerate(self.told.get("standings", [])):
            at = f"{self.at}.standings[{index}]"
            standing = table[self._seat_id(told["player"], seats, f"{at}.player")]
            wins = standing.leads and session.is_finished and bool(session.rounds)
            for field, true in (("total", standing.total), ("rank", standing.rank), ("winner", wins)):
                if told[field] != true and (field == "total" or standing.rank is not None):
                    raise BadDocument(
                        f"{at}.{field}",
                        "the hands make %(worth)s, not %(value)s",
                        worth=true,
                        value=told[field],
                    )

    def _seat_id(self, player: str, seats: dict[str, Seat], at: str) -> uuid.UUID:
        if player not in seats:
            raise BadDocument(at, "no such seat")
        return seats[player].id


def _bad_option(at: str, reason: str) -> BadDocument:
    return {
        "unknown": BadDocument(at, "there is no such option"),
        "type": BadDocument(at, "not the kind of value it takes"),
        "choice": BadDocument(at, "not one of the choices"),
        "range": BadDocument(at, "too small or too large"),
        "rank": BadDocument(at, "there is no such card"),
    }[reason]
