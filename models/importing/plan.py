"""What a file would bring: the whole truth before anything is done, and what is then done to the letter."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from models.document.checks import BadDocument
from models.document.ids import is_id, owned
from models.document.rehearsal import rehearsed, strangers
from models.group import Group
from models.importing.draft import Draft, tells_totals
from models.importing.games import Game, games
from models.importing.matching import Landing
from models.importing.nights import Evening
from models.importing.people import Acquaintance, Match, acquaintances, clashes, matches
from models.importing.totals import Odd, oddities, with_rounds
from models.session import Session

Told = dict[str, Any]


@dataclass(frozen=True)
class LeftOut:
    """What does not come in: its place in the file, a few of its words, and why (as BadDocument says it)."""

    at: str
    what: str
    reason: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Coming:
    """A session that comes in, as its document tells it, and the night it lands on."""

    told: Told
    evening: Evening


@dataclass
class Plan:
    """document: ready for read_document, with `who` for its people; only what comes in where totals are told.

    known: how many sessions are here already. not_chosen: how many are of games that are left out.
    clashing: pairs of names that cannot be one player.
    """

    here: list[Acquaintance]
    games: list[Game]
    document: Told = field(default_factory=dict)
    people: list[Match] = field(default_factory=list)
    coming: list[Coming] = field(default_factory=list)
    known: int = 0
    not_chosen: int = 0
    left_out: list[LeftOut] = field(default_factory=list)
    odd: list[Odd] = field(default_factory=list)
    clashing: list[tuple[str, str]] = field(default_factory=list)

    @property
    def who(self) -> dict[str, uuid.UUID]:
        return {match.key: match.player for match in self.people if match.player}

    @property
    def is_decided(self) -> bool:
        """Whether it can be done: everybody is somebody, and no two at one table are the same."""
        return not self.clashing and all(match.chosen is not None for match in self.people)

    @property
    def brings_nothing(self) -> bool:
        return not (self.coming or self.new_people)

    @property
    def new_people(self) -> list[Match]:
        return [match for match in self.people if match.player is None]

    @property
    def new_nights(self) -> int:
        return len({coming.evening.id for coming in self.coming if coming.evening.new})


def plan_for(group: Group, draft: Draft, choices: Mapping[str, Any], at: datetime) -> Plan:
    """What taking in this draft would do, after these choices (models/importing/keeping.py has their shape).

    at: when the file came, for what tells no time at all.
    """
    found = games(draft["sessions"], choices.get("games", {}))
    plan = Plan(acquaintances(group), found)
    plan.left_out = [LeftOut(**told) for told in draft.get("left_out", [])]
    landing = Landing(group, draft.get("nights", []), at)
    _plan_sessions(group, draft, plan, landing)
    whole = not any(tells_totals(told) for told in draft["sessions"])
    sessions = [coming.told for coming in plan.coming]
    sitting = {seat["player"] for told in sessions for seat in told["seats"]}
    players = [player for player in draft["players"] if whole or player["id"] in sitting]
    plan.people = matches(group, players, sessions, plan.here, choices.get("people", {}))
    plan.clashing = clashes(plan.people, sessions)
    plan.odd += [*landing.odd, *_shortened(players)]
    plan.document = {**draft, "players": players, "nights": landing.nights, "sessions": sessions}
    return plan


def _plan_sessions(group: Group, draft: Draft, plan: Plan, landing: Landing) -> None:
    ids = owned(Session, group.id, [told["id"] for told in draft["sessions"]])
    ours = _ours(group, draft["sessions"])
    making = _Making(draft, plan)
    for told in sorted(draft["sessions"], key=lambda told: str(told.get("started_at", ""))):
        own, here = ids[told["id"]]
        if here or told.get("ours") in ours:
            plan.known += 1
            continue
        made = making.made(told) if tells_totals(told) else told
        if made is not None:
            plan.coming.append(Coming(*landing.landed(told, made, own)))


class _Making:
    """Gives rounds to the sessions of which a file tells totals only."""

    def __init__(self, draft: Draft, plan: Plan) -> None:
        self.plan = plan
        self.names = {player["id"]: player["name"] for player in draft["players"]}
        self.players = strangers(draft)
        self.ways = {game.name: game.way for game in plan.games}

    def made(self, told: Told) -> Told | None:
        """The session; None where it stays out, and the plan says why."""
        way = self.ways[told["game"]]
        if way is None:
            self.plan.not_chosen += 1
            return None
        try:
            made = with_rounds(told, way)
            session = rehearsed(made, "", self.players)
        except BadDocument as wrong:
            what = f"{told['day']} · {told['game']}"
            self.plan.left_out.append(LeftOut(told["at"], what, wrong.reason, wrong.values))
            return None
        self.plan.odd += oddities(told, session, self.names)
        return made


def _ours(group: Group, sessions: Iterable[Told]) -> set[str]:
    """Those of the ids that another program was given by us and that are still here."""
    told = {session["ours"] for session in sessions if is_id(session.get("ours"))}
    return {text for text, (_own, here) in owned(Session, group.id, told).items() if here}


def _shortened(players: Iterable[Told]) -> list[Odd]:
    return [
        Odd("", "name", {"name": told["told"], "short": told["name"]})
        for told in players
        if told.get("told", told["name"]) != told["name"]
    ]
