"""Files of BG Stats: a shared play (.bgsplay), an export, a backup. All are JSON of one shape.

Ids are valid within a file only, a uuid everywhere; scores are text and may be sums; any key may be
missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from files.document.checks import BadDocument
from files.document.decoding import decoded
from files.document.records import MAX_SESSIONS
from files.importing.draft import DraftSession, FileWarning
from files.readers.dates import only_reading
from files.readers.numbers import points_in
from files.readers.plays import (
    MAX_TEXT_LENGTH,
    NAMELESS,
    Person,
    Plays,
    Score,
    check_game,
    is_anonymous,
    separate_guests,
)
from game.variants import Variant
from game.variants.scoring_profiles import profile_named
from models.names import tidy

LISTS = ("plays", "players", "games", "locations")
Record = Mapping[str, Any]
Scores = Mapping[str, str]
MIN_DEALS, MAX_DEALS = 2, 999  # deals
MAX_PLACE = 100
MAX_MINUTES = 1440
MAX_VALUES, MAX_LISTS = 1_500_000, 400_000  # in a file: of some 20,000 plays


class BgStats(Plays):
    """Reads one export after the other."""

    source = "bgstats"

    def __init__(self, zone: tzinfo, own: Sequence[Variant] = ()) -> None:
        super().__init__(zone, own)
        self.count = 0

    def read(self, document: Record, at: str = "") -> None:
        """Read an export. at: prefix of places in it. Raises BadDocument if it as a whole has the wrong
        shape.
        """
        for name in LISTS:
            if not isinstance(document.get(name, []), list):
                raise BadDocument(f"{at}{name}", "expected a list")
        plays = document["plays"]
        if plays and not any(isinstance(play, dict) and "playerScores" in play for play in plays):
            raise BadDocument(
                f"{at}plays",
                "these plays are not from BG Stats, and no other program’s JSON can be read: save them as a"
                " table (CSV)",
            )
        self.count += len(plays)
        if self.count > MAX_SESSIONS:
            raise BadDocument(f"{at}plays", "more than %(most)s games", most=MAX_SESSIONS)
        self.players, self.games, self.places = (_by_id(document.get(name, [])) for name in LISTS[1:])
        for index, play in enumerate(plays):
            with self.leaving_out(self._words(play)):
                self._read(play, f"{at}plays[{index}]")

    def _read(self, play: Any, at: str) -> None:
        if not isinstance(play, dict):
            raise BadDocument(at, "expected an object")
        game = self._game(play)
        _check_it_counts(play, game, at)
        date = play.get("playDate") or play.get("playDateYmd")
        began = only_reading(date, f"{at}.playDate", self.zone)
        name = self._game_name(play, game)
        scores = self._scores(play, f"{at}.playerScores", name)
        who = ",".join(map(str, scores))
        session = self.add(
            at,
            _text(play.get("uuid")).upper() or f"{date}|{name}|{who}",
            name,
            began,
            scores,
            minutes=_minutes(play.get("durationMin")),
            place=_text(self.places.get(_id(play.get("locationRefId")), {}).get("name")),
            note=_text(play.get("comments")),
        )
        if isinstance(game.get("highestWins"), bool):
            session.highest_wins = game["highestWins"]
        if session.tally == "points":
            self._add_deals(session, scores, play, at)
        if ours := _text(play.get("importPlayId")):
            session.ours = ours

    def _words(self, play: Any) -> str:
        """Date and game of a play, as a description."""
        if not isinstance(play, dict):
            return ""
        parts = (_text(play.get("playDate"))[:10], self._game_name(play, self._game(play)))
        return " · ".join(filter(None, parts))

    def _game(self, play: Record) -> Record:
        return self.games.get(_id(play.get("gameRefId")), {})

    def _game_name(self, play: Record, game: Record) -> str:
        """The name of the game; that of the board if only that is one of our games, as we export it."""
        name, board = _text(game.get("name")), _text(play.get("board"))
        is_ours = [profile_named(text, self.own) is not None for text in (name, board)]
        return board if board and is_ours == [False, True] else name

    def _add_deals(self, session: DraftSession, scores: list[Score], play: Record, at: str) -> None:
        """Add the rounds of the score sheet if they add up to the totals, else a warning."""
        records = play["playerScores"]
        ids = [score_id(records[index]) for index in _seat_order(records)]
        try:
            negative = self.can_be_negative(session.game or "") is not False
            deals = deals_of(play, ids, session.totals or [], negative=negative)
        except DoesNotAddUp as why:
            names = [score.person.name for score in scores]
            name = names[why.place] if why.place is not None else ", ".join(names)
            self.warnings.append(FileWarning(at=f"{at}.scoresheet", code="rounds", values={"name": name}))
            return
        if deals:
            session.played = [[*points] for points in deals]

    def _scores(self, play: Record, at: str, game: str) -> list[Score]:
        """Scores in the order of the seats, if the file has it."""
        written = play.get("playerScores")
        if not isinstance(written, list):
            raise BadDocument(at, "expected a list")
        for index, record in enumerate(written):
            if not isinstance(record, dict):
                raise BadDocument(f"{at}[{index}]", "expected an object")
        people = separate_guests(
            self._person(record, f"{at}[{index}].playerRefId") for index, record in enumerate(written)
        )
        scores = {
            index: self._score(person, record, f"{at}[{index}]", game)
            for index, (person, record) in enumerate(zip(people, written, strict=True))
        }
        check_game(list(scores.values()), at)
        return [scores[index] for index in _seat_order(written)]

    def _person(self, record: Record, at: str) -> Person:
        player = self.players.get(_id(record.get("playerRefId")))
        if player is None:
            raise BadDocument(at, "no such player in “players”")
        if not player:
            raise BadDocument(at, "several players in the file have this id")
        name = _text(player.get("name"))
        key = _text(player.get("uuid")).upper() or f"name:{tidy(name)}"
        nameless = bool(player.get("isAnonymous")) or is_anonymous(name)
        return Person(key, name or NAMELESS, nameless)

    def _score(self, person: Person, record: Record, at: str, game: str) -> Score:
        won = record.get("winner")
        return self.score(
            person,
            record.get("score"),
            f"{at}.score",
            game=game,
            won=won if isinstance(won, bool) else None,
            place=_place(record.get("rank")),
            starts=record.get("startPlayer") is True,
        )


def _minutes(written: object) -> int:
    """Parse a duration; 0 if it is missing or not plausible."""
    try:
        length = int(str(written or 0)[:6])
    except ValueError:
        return 0
    return length if 0 < length <= MAX_MINUTES else 0


def _place(written: Any) -> int | None:
    return written if isinstance(written, int) and 0 < written <= MAX_PLACE else None


def _check_it_counts(play: Record, game: Record, at: str) -> None:
    if play.get("ignored") is True:
        raise BadDocument(at, "marked there as not counting")
    if play.get("usesTeams", game.get("usesTeams")) is True:
        raise BadDocument(at, "played in teams, and the file does not say whose points these are")
    if game.get("cooperative") is True:
        raise BadDocument(at, "played together, not against each other")


def _seat_order(records: list[Record]) -> list[int]:
    """Indexes of the records in the order of their seats; those without a seat come last."""
    seats = [record.get("seatOrder") for record in records]
    places = [
        seat if isinstance(seat, int) and seat > 0 else len(seats) + place for place, seat in enumerate(seats)
    ]
    return sorted(range(len(seats)), key=lambda place: (places[place], place))


def _by_id(records: list[Any]) -> dict[Any, dict[str, Any]]:
    """Records by id; an id of different records has an empty one."""
    by_id: dict[Any, dict[str, Any]] = {}
    for record in records:
        if isinstance(record, dict):
            record_id = _id(record.get("id"))
            by_id[record_id] = record if by_id.setdefault(record_id, record) == record else {}
    return by_id


def _id(written: Any) -> Any:
    """An id as a dict key; a value that is neither number nor text becomes a key without a match."""
    return written if isinstance(written, int | str) else object()


def _text(written: Any) -> str:
    return " ".join(written[:MAX_TEXT_LENGTH].split()) if isinstance(written, str) else ""


class DoesNotAddUp(ValueError):
    """Deals do not add up to the total of the player at `place`; None if they cannot be read."""

    def __init__(self, place: int | None) -> None:
        super().__init__("rounds do not add up")
        self.place = place


def deals_of(
    play: Mapping[str, Any], ids: Sequence[str], totals: Sequence[int], *, negative: bool = False
) -> list[list[int]]:
    """Points by deal, in the order of the players with these ids; empty without a sheet.

    negative: whether they may be below zero. An empty cell is 0. Raises DoesNotAddUp.
    """
    sheet = _as_object(play.get("scoresheet"))
    rounds = [
        deal
        for deal in _objects(sheet.get("rounds"))
        if any(_scores(row) for row in _objects(deal.get("rows")))
    ]
    if len(rounds) == 1:
        deals = [[row] for row in _objects(rounds[0].get("rows")) if _scores(row)]
    else:
        deals = [list(_objects(deal.get("rows"))) for deal in rounds]
    if not MIN_DEALS <= len(deals) <= MAX_DEALS:
        return []
    try:
        played = [[sum(_points(row, player_id) for row in rows) for player_id in ids] for rows in deals]
    except BadDocument:
        raise DoesNotAddUp(None) from None
    for place, total in enumerate(totals):
        of_player = [points[place] for points in played]
        if sum(of_player) != total or (min(of_player) < 0 and not negative):
            raise DoesNotAddUp(place)
    return played


def score_id(record: Mapping[str, Any]) -> str:
    """The id of a player in the score sheet."""
    score_uuid = _as_object(record.get("metaData")).get("scoreUuid")
    return score_uuid.casefold() if isinstance(score_uuid, str) else ""


def _points(row: Mapping[str, Any], player_id: str) -> int:
    written = _scores(row).get(player_id, "")
    points = points_in(written, "", "", negative=True) if written else 0
    return -points if row.get("negative") is True else points


def _scores(row: Mapping[str, Any]) -> Scores:
    """Scores of a row by id."""
    scores = row.get("scores")
    if not isinstance(scores, dict):
        return {}
    return {
        str(own).casefold(): str(score).strip()
        for own, score in scores.items()
        if score is not None and str(score).strip()
    }


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    return (item for item in (value if isinstance(value, list) else ()) if isinstance(item, dict))


def _as_object(value: Any) -> Mapping[str, Any]:
    """An object, also if it is encoded as a text, as some versions do."""
    if isinstance(value, str) and value.strip():
        try:
            return decoded(value.encode(), dict[str, Any])
        except BadDocument:
            return {}
    return value if isinstance(value, dict) else {}
