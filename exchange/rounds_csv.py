"""The long table: a row for each player in each round, for a spreadsheet and to be read in again.

The contract, for whoever reads such a file:

UTF-8 with a byte order mark, lines end with CR LF, the first one holds COLUMNS. Cells are separated by
"," or ";" (a Swedish spreadsheet wants this one); the header tells which. Numbers are plain, moments ISO 8601
in UTC, days ISO; an empty cell is null. Every text cell went through `exchange.cells.harmless`.

Sessions come oldest first, their rounds in order, in a round the seats clockwise. One row holds:

session_id       the session, as in the session document
date, place      of its night
game_id          which game: the variant's key, "derange"
variant          what that is called, in the reader's language; says nothing that game_id does not
round            from 1
cards_dealt      to each seat
dealer           who dealt, a name
player, seat     whose row it is; seats count clockwise from 1, as they stand at the end of the session
went_out         1 or 0
points           of this hand; empty where wins are counted or nothing was
running_total    of this side after the round
rank             after the round, among those who are still at the table (equal totals share one); empty for
                 whoever has left by then
cards            "8×1 K×2", by card class; "0": none left, empty: not counted (see exchange.cells)

The first fifteen are all that is needed; what follows makes the way back exact:

player_id, dealer_seat
chain, chain_seat   how many cards that the round ended on, and the seat that drew for them
misdeals            before this deal
recorded_at
more                in the first row of each session, as JSON: what is left of its session document beside
                    id, night, variant, rounds and standings, so "seats" (as the document has them, in the
                    order of `seat`), "first_dealers", "options", "rules", "started_at" and so on; and
                    "night_told": the night as the document has it; "players_told": those players, as the
                    document has them, of whom a row cannot tell everything.

Rules that were told in full for an earlier session in the file are named by it: "rules_of": its session_id
instead of "rules". A session in which no round was played has no row and does not travel this way.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from exchange.cells import cards_in_cell, harmless
from models import Session
from models.document.records import HandRecord, RoundRecord, SessionRecord
from models.document.writer import night_record, player_record, session_record
from review.timeline import SeatStanding, timeline
from variants.text import in_language

BYTE_ORDER_MARK = "\ufeff"
COLUMNS = (
    "session_id",
    "date",
    "place",
    "game_id",
    "variant",
    "round",
    "cards_dealt",
    "dealer",
    "player",
    "seat",
    "went_out",
    "points",
    "running_total",
    "rank",
    "cards",
    "player_id",
    "dealer_seat",
    "chain",
    "chain_seat",
    "misdeals",
    "recorded_at",
    "more",
)
TOLD_BY_ROWS = ("id", "night", "variant", "rounds", "standings")

Cells = dict[str, Any]
Places = dict[str, tuple[int, str]]  # number of the seat and name, by player


def rounds_csv(sessions: Iterable[Session], *, delimiter: str, language: str) -> Iterator[str]:
    """The file piece by piece, a session at a time; the memory it needs does not grow with their number."""
    yield BYTE_ORDER_MARK + _lines([dict(zip(COLUMNS, COLUMNS, strict=True))], delimiter)
    rules_told: dict[str, str] = {}
    for session in sessions:
        if session.rounds:
            yield _lines(_rows(session, language, rules_told), delimiter)


def _lines(rows: Iterable[Cells], delimiter: str) -> str:
    text = io.StringIO()
    csv.DictWriter(text, COLUMNS, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


def _rows(session: Session, language: str, rules_told: dict[str, str]) -> Iterator[Cells]:
    record = session_record(session)
    about = {
        "session_id": record["id"],
        "date": session.night.date.isoformat(),
        "place": harmless(session.night.place or ""),
        "game_id": session.variant,
        "variant": harmless(in_language(session.wording.name, language)),
    }
    more = json.dumps(_more(session, record, rules_told), ensure_ascii=False, separators=(",", ":"))
    places: Places = {
        str(seat.player_id): (n, harmless(seat.player.name)) for n, seat in enumerate(session.seats, 1)
    }
    after = timeline(session.scoring_rules, session.seat_facts(), session.round_facts())
    stood = [{str(seat.player_id): row[seat.id] for seat in session.seats} for row in after]
    for played, here in zip(record["rounds"], stood, strict=True):
        of_round = {**about, **_round(played, places)}
        for hand in played["hands"]:
            player = hand["player"]
            of_hand = _hand(hand, places[player], here[player], out=played["out"] == player)
            yield {**of_round, **of_hand, "more": more}
            more = ""


def _round(played: RoundRecord, places: Places) -> Cells:
    chain = played.get("chain")
    seat, name = places[played["dealer"]]
    return {
        "round": played["number"],
        "cards_dealt": played["hand_size"],
        "dealer": name,
        "dealer_seat": seat,
        "chain": chain["cards"] if chain else None,
        "chain_seat": places[chain["drawer"]][0] if chain else None,
        "misdeals": played.get("misdeals"),
        "recorded_at": played["recorded_at"],
    }


def _hand(hand: HandRecord, place: tuple[int, str], stood: SeatStanding, *, out: bool) -> Cells:
    seat, name = place
    return {
        "player": name,
        "player_id": hand["player"],
        "seat": seat,
        "went_out": int(out),
        "points": hand["points"],
        "running_total": stood.total,
        "rank": stood.rank,
        "cards": cards_in_cell(hand["cards"]),
    }


def _more(session: Session, record: SessionRecord, rules_told: dict[str, str]) -> Cells:
    """What the rows cannot tell of a session."""
    more: Cells = {key: value for key, value in record.items() if key not in TOLD_BY_ROWS}
    rules = json.dumps(record["rules"], sort_keys=True)
    first = rules_told.setdefault(rules, record["id"])
    if first != record["id"]:
        del more["rules"]
        more["rules_of"] = first
    in_rows = {hand["player"] for played in record["rounds"] for hand in played["hands"]}
    players = [player_record(seat.player) for seat in session.seats]
    more["night_told"] = night_record(session.night)
    more["players_told"] = [p for p in players if p["id"] not in in_rows or p.keys() > {"id", "name"}]
    return more
