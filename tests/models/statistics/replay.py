"""Plain implementation of a group's statistics: every session replayed from its rounds, added up in loops."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

from game.analysis.outcome import scale_of
from game.variants import VARIANTS
from models import Session, db
from tests.game.analysis.plain_ratings import PlainRatings
from tests.game.analysis.plain_replay import expected_outcomes

FILE = "tests/models/statistics/replay.py"

TALLY = (
    *("sessions", "left_early", "wins", "expected_wins", "rank_sum", "comebacks"),
    *("rounds", "rounds_with_winner", "outs", "caught_hands", "cards_left"),
    *("all_rounds_played", "all_rounds_dealt"),
)


@dataclass
class PlayedSession:
    """One player in one finished session, with the figures of tests/game/analysis/plain_replay.py."""

    session: Session
    player: uuid.UUID
    scale: str
    figures: dict[str, Any]
    rivals: list[int]

    @property
    def stayed(self) -> bool:
        return self.figures["rank"] is not None

    @property
    def included(self) -> bool:
        """Whether its hands count."""
        return self.figures["included"]

    @property
    def figures_key(self) -> tuple[str, str]:
        return self.session.variant, self.scale


def everything(group_id: uuid.UUID) -> list[PlayedSession]:
    """Sessions of all players in the order they were played; only finished ones."""
    found = list(db.session.scalars(db.select(Session).where(Session.visible_in(group_id))))
    history = []
    for session in sorted(found, key=lambda s: (s.started_at, s.id)):
        if not session.is_finished:
            continue
        rules = session.rules
        by_seat = expected_outcomes(
            rules, session.scored.seats, session.rounds, totals_only=session.totals_only
        )
        for seat in session.seats:
            if seat.id in by_seat:
                rivals = [
                    other["rank"]
                    for other in by_seat.values()
                    if other["rank"] is not None and seat.id not in other["mates"]
                ]
                history.append(
                    PlayedSession(session, seat.player_id, scale_of(rules), by_seat[seat.id], rivals)
                )
    return history


def ratings(history: list[PlayedSession]) -> dict[tuple[uuid.UUID, uuid.UUID], tuple[Any, ...]]:
    """By session and player, strength and uncertainty after it: overall and in its variant alone."""
    whole, of_variant = PlainRatings(), defaultdict(PlainRatings)
    found = {}
    for session in dict.fromkeys(one.session for one in history):
        here = [one for one in history if one.session is session and one.stayed]
        of_seat = {seat.id: seat.player_id for seat in session.seats}
        teams = {frozenset(one.figures["mates"]): one.figures["rank"] for one in here}
        staying = {one.player for one in here}
        sides = [(sorted({of_seat[seat] for seat in mates} & staying), rank) for mates, rank in teams.items()]
        for running in (whole, of_variant[session.variant]):
            running.add(session.started_at, sides)
        for one in here:
            own = of_variant[session.variant].after[one.player]
            found[session.id, one.player] = (*whole.after[one.player][:2], *own[:2])
    return found


def tallies(history: list[PlayedSession]) -> dict[tuple[uuid.UUID, str], dict[str, Any]]:
    """The figures named in TALLY by player and variant."""
    found: dict[tuple[uuid.UUID, str], dict[str, Any]] = defaultdict(lambda: dict.fromkeys(TALLY, 0))
    for one in history:
        tally, figures = found[one.player, one.session.variant], one.figures
        tally["all_rounds_played"] += figures["rounds"]
        tally["all_rounds_dealt"] += figures["dealer"][0]
        if one.included:
            for figure in ("rounds", "outs", "caught_hands", "cards_left"):
                tally[figure] += figures[figure]
            tally["rounds_with_winner"] += figures["rounds"]  # each round of the variants here has one
        if not one.stayed:
            tally["left_early"] += 1
            continue
        tally["sessions"] += 1
        tally["wins"] += figures["won"]
        tally["expected_wins"] += figures["winners"] / figures["players"]
        tally["rank_sum"] += figures["rank"]
        tally["comebacks"] += figures["won"] and figures["last_midway"]
    return found


def meetings(history: list[PlayedSession]) -> dict[tuple[uuid.UUID, uuid.UUID], Counter[str]]:
    """How often each player finished ahead of, behind or level with each opponent."""
    found: dict[tuple[uuid.UUID, uuid.UUID], Counter[str]] = {}
    for one in history:
        for other in history:
            here = one.session.id == other.session.id and one.stayed and other.stayed
            seats = {seat.player_id: seat.id for seat in one.session.seats}
            if here and seats[other.player] not in one.figures["mates"]:
                mine, theirs = one.figures["rank"], other.figures["rank"]
                result = "ahead" if mine < theirs else "behind" if mine > theirs else "level"
                found.setdefault((one.player, other.player), Counter())[result] += 1
    return found


def accounts(history: list[PlayedSession]) -> dict[tuple[uuid.UUID, str, str], list[Any]]:
    """Sessions, cards dealt, and rounds, points and outs of all rounds, of those dealt, of those led to."""
    found: dict[tuple[uuid.UUID, str, str], list[Any]] = {}
    for one in history:
        figures = one.figures
        if not one.included or not figures["rounds"]:
            continue
        sums = found.setdefault((one.player, *one.figures_key), [0] * 11)
        parts = [
            (figures["rounds"], figures["points"], figures["outs"]),
            figures["dealer"],
            figures["leader"],
        ]
        for place, value in enumerate([1, figures["cards_dealt"], *(v for part in parts for v in part)]):
            sums[place] += value
    return found


def cards(history: list[PlayedSession]) -> dict[tuple[uuid.UUID, str, str], dict[str, tuple[int, int]]]:
    found: dict[tuple[uuid.UUID, str, str], dict[str, tuple[int, int]]] = {}
    for one in history:
        if one.included:
            for key, (count, points) in one.figures["cards_by_class"].items():
                own = found.setdefault((one.player, *one.figures_key), {})
                before = own.get(key, (0, 0))
                own[key] = (before[0] + count, before[1] + points)
    return found


def timelines(history: list[PlayedSession]) -> dict[uuid.UUID, list[tuple[bool, float | None]]]:
    """Wins and the share of opponents beaten, session by session."""
    found: dict[uuid.UUID, list[tuple[bool, float | None]]] = {}
    for one in history:
        if one.stayed:
            mine = one.figures["rank"]
            points = [1 if rank > mine else 0.5 if rank == mine else 0 for rank in one.rivals]
            beaten = sum(points) / len(points) if points else None
            found.setdefault(one.player, []).append((one.figures["won"], beaten))
    return found


Best = dict[
    tuple[str, str], tuple[float, list[PlayedSession]]
]  # of each variant and scale: the value and its players, oldest first


def worst_hands(history: list[PlayedSession]) -> Best:
    """The worst hand of each variant and scale."""
    found: Best = {}
    for one in history:
        if one.included and one.figures["worst_hand"]:
            points = one.figures["worst_hand"][0]
            most, holders = found.get(one.figures_key, (-1, []))
            if points > most:
                found[one.figures_key] = (points, [one])
            elif points == most:
                holders.append(one)
    return found


def lowest_averages(history: list[PlayedSession], *, least: int) -> Best:
    """The lowest average points a round over a session of at least `least` rounds."""
    found: Best = {}
    for one in history:
        figures = one.figures
        if one.stayed and figures["rounds"] >= least and not one.session.rules.counts_wins:
            average = figures["points"] / figures["rounds"]
            lowest, holders = found.get(one.figures_key, (float("inf"), []))
            if average < lowest:
                found[one.figures_key] = (average, [one])
            elif average == lowest:
                holders.append(one)
    return found


def winning_streaks(history: list[PlayedSession]) -> dict[uuid.UUID, int]:
    """The longest streak of each player."""
    now: Counter[uuid.UUID] = Counter()
    longest: dict[uuid.UUID, int] = {}
    for one in history:
        if one.stayed:
            now[one.player] = now[one.player] + 1 if one.figures["won"] else 0
            longest[one.player] = max(longest.get(one.player, 0), now[one.player])
    return longest


def honours(history: list[PlayedSession]) -> Counter[tuple[str, uuid.UUID]]:
    """How often each honour was earned, by the rules as worded on the page."""
    found: Counter[tuple[str, uuid.UUID]] = Counter()
    streak: Counter[uuid.UUID] = Counter()
    for one in history:
        figures, rules = one.figures, one.session.rules
        if not one.stayed:
            continue
        streak[one.player] = streak[one.player] + 1 if figures["won"] else 0
        long, caught = figures["rounds"] >= 3, figures["rounds"] - figures["outs"]
        usual = VARIANTS[one.session.variant].classes
        eights = [c.key for c in usual if c.ranks == ("8",)]
        conditions = {
            "start_to_finish": long and figures["won"] and figures["rounds_led"] == figures["rounds"],
            "from_behind": long and figures["won"] and figures["last_midway"],
            "five_in_a_row": streak[one.player] == 5,
            "clean_sheet": long and not rules.counts_wins and figures["points"] == 0,
            "quiet_win": long and figures["won"] and figures["outs"] == 0,
            "hat_trick": figures["outs_run"] >= 3,
            "beat_the_crowd": figures["won"] and figures["winners"] == 1 and figures["players"] >= 7,
            "no_eight": long
            and bool(eights)
            and caught > 0
            and figures["caught_hands"] == caught
            and eights[0] not in figures["cards_by_class"],
        }
        found.update((key, one.player) for key, earned in conditions.items() if earned)
    return found
