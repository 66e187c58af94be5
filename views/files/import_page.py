"""What the page shows of a file's plan: not every line of a long file, but how many there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from flask_babel import format_date, ngettext
from flask_babel import gettext as _

from exchange.importing.kinds import BG_STATS, BGG, DOCUMENT, ROUNDS, TOTALS
from forms.imports import GAME, WHO
from models.document import BadDocument, Report
from models.document.rehearsal import rehearsed, strangers
from models.importing.applying import CannotTakeIn
from models.importing.nights import Evening
from models.importing.people import NEW, Match
from models.importing.plan import Coming, Plan
from models.importing.reverting import GivenBack
from models.importing.totals import Odd
from models.player import Player
from models.session import Session
from scoring.facts import SeatId
from variants.naming import Way, ways
from variants.text import in_language
from views.web.language import current_language
from views.wording.phrases import listed

MOST_SHOWN = 30


@dataclass(frozen=True)
class Line:
    """One line of a list: where in the file, and what is said of it. what: its own words, or ""."""

    at: str
    words: str
    what: str = ""


@dataclass(frozen=True)
class Game:
    """A session that comes in: what was played, and who came to what."""

    name: Any
    scores: list[tuple[str, int]]
    finished: bool


@dataclass(frozen=True)
class Choice:
    """A question to the table: name of its field, what the file says, the answers and which one stands.

    open: nothing stands yet.
    """

    field: str
    name: str
    sessions: int
    answers: list[tuple[str, str]]
    chosen: str
    open: bool = False


@dataclass(frozen=True)
class Preview:
    """Lists are cut after MOST_SHOWN lines; `more` says how many sessions, left_out and odd are not shown.

    other_games: those that are left out and have no name that we know.
    """

    plan: Plan
    evenings: list[tuple[Evening, list[Game]]]
    people: list[Choice]
    games: list[Choice]
    other_games: list[Choice]
    left_out: list[Line]
    odd: list[Line]
    more: dict[str, int]


def preview(plan: Plan) -> Preview:
    asked = [game for game in plan.games if game.known or game.way]
    others = [game for game in plan.games if not (game.known or game.way)]
    left_out = [
        Line(told.at, _(told.reason, **told.values), told.what) for told in plan.left_out[:MOST_SHOWN]
    ]
    whole = {"sessions": len(plan.coming), "left_out": len(plan.left_out), "odd": len(plan.odd)}
    return Preview(
        plan=plan,
        evenings=_evenings(plan),
        people=_people(plan),
        games=[_game(game) for game in asked],
        other_games=[_game(game) for game in others],
        left_out=left_out,
        odd=[Line(odd.at, odd_in_words(odd)) for odd in plan.odd[:MOST_SHOWN]],
        more={name: max(0, count - MOST_SHOWN) for name, count in whole.items()},
    )


def _evenings(plan: Plan) -> list[tuple[Evening, list[Game]]]:
    """The newest sessions first: those the table remembers best."""
    newest = sorted(plan.coming, key=lambda coming: str(coming.evening.day), reverse=True)[:MOST_SHOWN]
    people = strangers(plan.document)
    return [
        (evening, [_came(coming, people) for coming in members])
        for evening, members in groupby(newest, key=lambda coming: coming.evening)
    ]


def _came(coming: Coming, people: dict[str, Player]) -> Game:
    session = rehearsed(coming.told, "", people)
    return Game(session.wording.name, _scores(session), session.is_finished)


def _scores(session: Session) -> list[tuple[str, int]]:
    """Names and totals, the best first."""
    names: dict[SeatId, str] = {seat.id: seat.name for seat in session.seats}
    return [(names[seat], side.total) for side in session.standings() for seat in side.seats]


def _people(plan: Plan) -> list[Choice]:
    here = [(str(known.player.id), _known(known.player.name, known.sessions)) for known in plan.here]
    return [_person(match, here) for match in plan.people if match.asked]


def _person(match: Match, here: Sequence[tuple[str, str]]) -> Choice:
    undecided = [] if match.chosen is not None else [("", _("choose who this is"))]
    answers = [*undecided, (NEW, _("a new player")), *here]
    chosen = "" if match.chosen is None else str(match.chosen)
    return Choice(WHO + match.key, match.name, match.sessions, answers, chosen, match.chosen is None)


def _known(name: str, sessions: int) -> str:
    return ngettext(
        "%(name)s (%(num)d session here)", "%(name)s (%(num)d sessions here)", sessions, name=name
    )


def _game(game: Any) -> Choice:
    answers = [("", _("leave out")), *((key, way_in_words(way)) for key, way in ways().items())]
    return Choice(f"{GAME}{game.number}", game.name, game.sessions, answers, game.way.key if game.way else "")


MOST_NAMED = 20


def kind_in_words(kind: str) -> str:
    return {
        DOCUMENT: _("Session document"),
        ROUNDS: _("Long table"),
        TOTALS: _("Table of totals"),
        BG_STATS: _("BG Stats"),
        BGG: _("BoardGameGeek"),
    }.get(kind, kind)


def way_in_words(way: Way) -> str:
    """The game, and what is counted where that is not the usual."""
    name = in_language(way.variant.name, current_language())
    if way.counted is None:
        return name
    return _("%(game)s: %(counted)s", game=name, counted=in_language(way.counted, current_language()))


def came_in(report: Report) -> str:
    """What is said right after; the page itself tells the rest."""
    if not report.known:
        return _("Taken in.")
    return ngettext(
        "Taken in. %(num)d session was here already.",
        "Taken in. %(num)d sessions were here already.",
        report.known,
    )


def what_came_in(made: Mapping[str, Any]) -> str:
    sessions, people = len(made["sessions"]), len(made["players"])
    came = ngettext("%(num)d session came in", "%(num)d sessions came in", sessions)
    if not people:
        return _("%(came)s.", came=came)
    new = ngettext("%(num)d new player", "%(num)d new players", people)
    return _("%(came)s, with %(new)s.", came=came, new=new)


def given_back(gone: GivenBack) -> str:
    """What went, and what stays though it came with the file."""
    said = [
        ngettext(
            "Taken back: %(num)d session is gone.", "Taken back: %(num)d sessions are gone.", gone.sessions
        )
    ]
    if gone.players_kept:
        names = listed(gone.players_kept[:MOST_NAMED])
        count = len(gone.players_kept)
        said.append(
            ngettext(
                "%(names)s has played here since and stays.",
                "%(names)s have played here since and stay.",
                count,
                names=names,
            )
        )
    if gone.nights_kept:
        days = listed([str(format_date(day, "medium")) for day in gone.nights_kept[:MOST_NAMED]])
        said.append(_("These nights stay, because something else belongs to them: %(days)s.", days=days))
    return " ".join(said)


def refusal_in_words(refused: CannotTakeIn | BadDocument) -> str:
    if isinstance(refused, BadDocument):
        reason = _(refused.reason, **refused.values)
        return f"{refused.place}: {reason}" if refused.place else reason
    return {
        "undecided": _("Say who is who first. Nothing was taken in."),
        "nothing": _("There is nothing new in this file. Nothing was taken in."),
    }[refused.reason]


def odd_in_words(odd: Odd) -> str:
    told = odd.values
    return {
        "winner": lambda: _(
            "the file says that %(file)s won; by the points it is %(points)s",
            file=listed(told["file"]),
            points=listed(told["points"]),
        ),
        "sum": lambda: _("no hands of this game make the %(count)d points of %(name)s", **told),
        "name": lambda: _("%(name)s is too long for a name here and becomes %(short)s", **told),
        "note": lambda: _("a remark finds no room: “%(note)s”", note=told["note"]),
    }[odd.code]()
