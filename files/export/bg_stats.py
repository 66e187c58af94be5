"""A finished session as a link that opens the import dialog of the app BG Stats on the phone.

The app asks once which player is which and remembers it by `sourceName` and our ids; the same
`sourcePlayId` updates the play. No account and no request is needed: the link contains everything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, timedelta
from typing import Any
from urllib.parse import quote

from game.analysis.elapsed import elapsed
from game.scoring.deal import left_of
from models import Seat, Session

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Turn Eight"  # part of what the app matches by: it never changes
MAX_LINK_LENGTH = 8_000
MAX_DURATION = timedelta(hours=24)  # of a session; one that is ended days later was not played for days
MAY_GO = ("comments", "location", "board")
NO_RANK = 0
SHORT_NAME = 12
Words = Mapping[str, str]


def play_link(session: Session, texts: Words) -> str:
    """The link for a finished session, at most MAX_LINK_LENGTH long.

    texts: in the reader's language, the name of the “game” and any of MAY_GO. Those are dropped in
    that order if the link is too long; in the end long names are cut.
    """
    for shorter, longest in _lighter(texts):
        text = json.dumps(play(session, shorter, longest), ensure_ascii=False, separators=(",", ":"))
        link = ADDRESS + quote(text, safe=":,")  # both may stand in a query as they are: the code is smaller
        if len(link) <= MAX_LINK_LENGTH:
            return link
    return link


def play(session: Session, texts: Words, longest: int | None = None) -> dict[str, Any]:
    """The play with the keys of BG Stats; every player has all of theirs: an Android phone fails without.

    longest: characters of a name, None for whole names. Empty values are left out.
    """
    rules = session.rules
    record: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": str(session.id),
        "playDate": session.started_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": texts["game"],
            "sourceGameId": session.variant,
            "highestWins": rules.higher_is_better,
            "noPoints": rules.without_points,
        },
        "players": [_player(session, seat, longest) for seat in session.seats],
    }
    optional = {
        "durationMin": _minutes(session),
        **{key: texts.get(key) for key in ("location", "board", "comments")},
    }
    return {**record, **{key: value for key, value in optional.items() if value}}


def _player(session: Session, seat: Seat, longest: int | None) -> dict[str, Any]:
    record = {
        "name": seat.player.name[:longest],
        "sourcePlayerId": str(seat.player_id),
        "startPlayer": seat.id == _starter(session),
        "winner": bool(seat.final_won),
        "rank": seat.final_rank or NO_RANK,
        "score": seat.final_total or 0,
        "role": "",
    }
    if session.rules.teams and seat.team:
        record |= {"role": seat.team, "team": seat.team}
    return record


def _starter(session: Session) -> object:
    """The seat that led the first round; None if only totals are known."""
    if session.totals_only or not session.rounds:
        return None
    first = session.rounds[0]
    return left_of(first.dealer, session.scored.seats, first.number)


def _minutes(session: Session) -> int:
    """The duration in minutes, 0 if unknown."""
    if not session.hours_known:
        return 0
    last = max(session.started_at, session.last_round_at or session.started_at)
    lasted = elapsed(session.started_at, last)
    return round(lasted / timedelta(minutes=1)) if lasted <= MAX_DURATION else 0


def _lighter(texts: Words) -> Iterator[tuple[Words, int | None]]:
    yield texts, None
    for key in MAY_GO:
        texts = {**texts, key: ""}
        yield texts, None
    yield texts, SHORT_NAME
