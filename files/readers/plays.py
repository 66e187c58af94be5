"""Plays of other programs (a date, a game, a score for each player) as a draft."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal

from files.document.checks import BadDocument
from files.document.records import FORMAT, MAX_PEOPLE, GroupRecord, SeatRecord
from files.importing.draft import Draft, DraftPlayer, DraftSession, FileWarning, SkippedItem, left_out
from files.readers.numbers import points_in
from game.variants import Variant
from game.variants.scoring_profiles import profile_named
from models.names import folded, is_visible, tidy
from models.night import PLACE_LENGTH
from models.player import NAME_LENGTH

NAMESPACE = uuid.UUID("5a0cc9a5-8a4c-5d6c-9d0e-2f4b8e6f7c31")  # ids of what other programs keep
MAX_TEXT_LENGTH = 2_000  # characters; a name that all games of a file refer to is tidied for each of them
MAX_NOTE_LENGTH = 500  # of a note, and of what a game is called
MAX_DESCRIPTION_LENGTH = 80
NOON = time(12)
NAMELESS = "Anonymous player"
ANONYMOUS = {
    *("anonymous player", "anonymous", "anonym spelare", "anonym", "anonym spiller", "anonyymi pelaaja"),
    *("anonymer spieler", "anonieme speler", "anoniem", "joueur anonyme", "anonyme", "jugador anónimo"),
    *("anónimo", "jugador anònim", "giocatore anonimo", "anonimo", "jogador anônimo", "jogador anónimo"),
    *("anônimo", "anonimowy gracz", "anonymní hráč", "anonymný hráč", "névtelen játékos", "anonim oyuncu"),
    *("анонимный игрок", "анонімний гравець", "ανώνυμος παίκτης"),
    *("匿名プレイヤー", "匿名玩家", "익명 플레이어"),
}


@dataclass(frozen=True)
class Person:
    """A player of a file. key: unique among all files of the same source.

    nameless: an anonymous player, who may have several seats in one play: see `separate_guests`.
    """

    key: str
    name: str
    nameless: bool = False

    def guest(self, number: int) -> Person:
        """The anonymous player of this number in a play; the first one is the player itself."""
        return self if number == 1 else Person(f"{self.key}#{number}", f"{self.name} {number}", nameless=True)

    def record(self, player_id: str) -> DraftPlayer:
        name = _tidied(self.name)[:NAME_LENGTH].strip()
        return DraftPlayer(
            id=player_id,
            name=name if is_visible(name) else "?",
            source_name=self.name[: NAME_LENGTH * 2],
            nameless=self.nameless,
        )


@dataclass(frozen=True)
class Score:
    """The score of a player. points: None without. at: where it stands in the file.

    won, place: as the file says, None if it does not. starts: led the first round.
    """

    person: Person
    points: int | None
    at: str
    won: bool | None = None
    starts: bool = False
    place: int | None = None

    def __str__(self) -> str:
        return f"{self.person.key}={self.points}"


class Plays:
    """Collects the plays of a file. A play that cannot be imported is skipped alone.

    source: prefix of ids; the same play has the same id in every file of its source. zone: of times
    without one. own: games of the group.
    """

    source: str

    def __init__(self, zone: tzinfo, own: Sequence[Variant] = ()) -> None:
        self.zone, self.own = zone, own
        self.signs: dict[str, bool | None] = {}
        self.people: dict[str, Person] = {}
        self.sessions: dict[str, DraftSession] = {}
        self.repeated: list[DraftSession] = []  # with an id that another one has
        self.left_out: list[SkippedItem] = []
        self.warnings: list[FileWarning] = []
        self.of_day: Counter[date] = Counter()

    def draft(self) -> Draft:
        self._report_repeated()
        sitting = {seat.player for session in self.sessions.values() for seat in session.seats}
        people = {self._id("person", key): person for key, person in self.people.items()}
        return Draft(
            format=FORMAT,
            group=GroupRecord(name=self.source),
            players=[
                person.record(player_id) for player_id, person in people.items() if player_id in sitting
            ],
            sessions=list(self.sessions.values()),
            left_out=self.left_out,
            warnings=self.warnings,
        )

    @contextmanager
    def leaving_out(self, words: str) -> Iterator[None]:
        """Skip the play if reading it raises BadDocument. words: a description of the play."""
        try:
            yield
        except BadDocument as why:
            self.left_out.append(left_out(words[:MAX_DESCRIPTION_LENGTH], why))

    def _report_repeated(self) -> None:
        """Count plays that the file has more than once, and leave out those with other content."""
        count = 0
        for session in self.repeated:
            first = self.sessions[session.id]
            if _content(session) == _content(first):
                count += 1
                continue
            why = BadDocument(
                session.at, "the play at %(first)s has the same id and other content", first=first.at
            )
            self.left_out.append(left_out(f"{session.day} · {session.game}"[:MAX_DESCRIPTION_LENGTH], why))
        if count:
            self.warnings.append(FileWarning(at="", code="repeated", values={"count": count}))

    def can_be_negative(self, game: str) -> bool | None:
        """Whether points of the game of this name can be below zero; None if it is none of ours yet."""
        if game not in self.signs:
            profile = profile_named(game, self.own)
            rules = profile.variant.rules({}, profile.variant.players[0]) if profile else None
            self.signs[game] = rules.can_be_negative if rules else None
        return self.signs[game]

    def score(
        self,
        person: Person,
        written: object,
        at: str,
        *,
        game: str,
        won: bool | None = None,
        starts: bool = False,
        place: int | None = None,
    ) -> Score:
        """Parse the score of a player and remember the player; raises BadDocument.

        Points below zero are refused here only if the game is known; otherwise once the table has chosen it.
        """
        known = self.people.setdefault(person.key, person)
        if len(self.people) > MAX_PEOPLE:
            raise BadDocument(at, "more than %(most)s people", most=MAX_PEOPLE)
        negative = self.can_be_negative(game) is not False
        is_given = written is not None and str(written).strip()
        points = points_in(written, at, person.name, negative=negative) if is_given else None
        return Score(known, points, at, won, starts, place)

    def add(
        self,
        at: str,
        key: str,
        game: str,
        when: tuple[date, datetime | None],
        scores: Sequence[Score],
        *,
        minutes: int = 0,
        place: str = "",
        note: str = "",
    ) -> DraftSession:
        """Add a finished game. at: its place in the file. key: unique among the plays of the source.

        when: the date, and the start if known. minutes: the duration, 0 if unknown. Raises BadDocument if
        only some players have points, or nobody has, and neither winners nor places are given.
        """
        day, moment = when
        tally, totals = _totals(scores, at)
        play_id = self._id("play", key)
        nth = min(self.of_day[day], 600)  # keeps the order within a day without times
        self.of_day[day] += play_id not in self.sessions
        begins = moment or datetime.combine(day, NOON, UTC) + timedelta(minutes=nth)
        dealer = next((score for score in scores if score.starts), scores[0])
        session = DraftSession(
            id=play_id,
            at=at,
            game=_tidied(game)[:MAX_NOTE_LENGTH],
            day=day.isoformat(),
            timed=moment is not None,
            place=_tidied(place)[:PLACE_LENGTH] or None,
            note=_tidied(note)[:MAX_NOTE_LENGTH] or None,
            started_at=begins.isoformat(),
            finished_at=(begins + timedelta(minutes=minutes)).isoformat(),
            seats=[SeatRecord(player=self._id("person", score.person.key)) for score in scores],
            first_dealers=[self._id("person", dealer.person.key)],
            totals=totals,
            tally=tally,
            winners=[self._id("person", score.person.key) for score in scores if score.won],
        )
        if self.sessions.setdefault(play_id, session) is not session:
            self.repeated.append(session)
        return session

    def _id(self, kind: str, key: str) -> str:
        return str(uuid.uuid5(NAMESPACE, f"{self.source}:{kind}:{key}"))


def _content(session: DraftSession) -> tuple[object, ...]:
    """What the file says of a play, for comparison; without the guessed time of one without a time."""
    begins, ends = (datetime.fromisoformat(str(at)) for at in (session.started_at, session.finished_at))
    return (
        *(session.game, session.day, session.timed and begins, ends - begins),
        *(session.place, session.note, session.seats, session.first_dealers),
        *(session.totals, session.tally, session.winners, session.played, session.ours),
    )


def _totals(scores: Sequence[Score], at: str) -> tuple[Literal["points", "wins", "places"], list[int]]:
    """What the totals of a play are, and the totals. Raises BadDocument if the scores are incomplete."""
    points = [score.points for score in scores if score.points is not None]
    if points:
        for score in scores:
            if score.points is None:
                raise BadDocument(score.at, "no points given for %(name)s", name=score.person.name)
        return "points", points
    places = [score.place for score in scores if score.place is not None]
    if len(places) == len(scores) and min(places) == 1 < max(places):
        return "places", places
    if not any(score.won for score in scores):
        raise BadDocument(at, "neither points nor a winner are given")
    return "wins", [int(bool(score.won)) for score in scores]


def is_anonymous(name: str) -> bool:
    """Whether a name is what other programs call an anonymous player, in one of their languages."""
    return not is_visible(name) or (len(name) <= NAME_LENGTH and folded(name) in ANONYMOUS)


def separate_guests(people: Iterable[Person]) -> list[Person]:
    """The players of a play, with a person for each seat of an anonymous player.

    Guests are numbered within a play, so that all plays of a file have as many as its largest.
    """
    seats: Counter[str] = Counter()
    separate = []
    for person in people:
        seats[person.key] += 1
        separate.append(person.guest(seats[person.key]) if person.nameless else person)
    return separate


def check_game(scores: Sequence[Score], at: str) -> None:
    """Raise BadDocument for too few scores, or two of one player."""
    if not scores:
        raise BadDocument(at, "the file does not say who played")
    seen: set[str] = set()
    for score in scores:
        if score.person.key in seen:
            raise BadDocument(at, "%(name)s sits here twice", name=score.person.name)
        seen.add(score.person.key)
    if len(seen) < 2:  # noqa: PLR2004
        raise BadDocument(at, "a game takes two or more players")


def _tidied(text: str) -> str:
    """Tidy the beginning of a text; the rest is cut off later."""
    return tidy(text[:MAX_TEXT_LENGTH])
