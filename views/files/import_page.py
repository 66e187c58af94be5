"""Texts of the pages of an import."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from flask_babel import format_date, lazy_gettext, ngettext, pgettext
from flask_babel import gettext as _

from files.document import BadDocument, Report
from files.importing.applying import CannotApply
from files.importing.draft import FileWarning, Question, SkippedItem
from files.importing.games import HIGHEST, LEFT_OUT, LOWEST, PLACES, WINS, FileGame
from files.importing.group_merge import KIND
from files.importing.preview import Preview
from files.importing.reverting import CannotRevert
from files.readers.reading import BG_STATS, DOCUMENT, WIDE
from forms.imports import UNDECIDED
from game.scoring.facts import SeatId
from game.texts import in_language
from game.variants.scoring_profiles import ScoringProfile, scoring_profiles
from models.imported_file import NEW
from models.job import Job
from models.session import Session
from views.web.language import current_language
from views.words.nights import ending
from views.words.phrases import listed

MOST_SHOWN = 30  # lines of a list; then only how many more there are
MOST_NAMED = 20
MAX_SHOWN_GAMES = 3  # of a file, that have not the name of one of ours; more can be opened
ROLE, ROW, SHEET = "role-", "row-", "sheet-"  # what the keys of questions begin with
MOST_SINGLE = 3  # items with the same reason; more are one line
EXAMPLES = 3
Answers = list[tuple[str, str]]  # value and words of each
REFUSALS = {
    "open": lazy_gettext("Answer the questions about the table first. Nothing was imported."),
    "game": lazy_gettext("Say first which game it is. Nothing was imported."),
    "undecided": lazy_gettext("Say who is who first. Nothing was imported."),
    "late": lazy_gettext("Say first whether the dates to come are right. Nothing was imported."),
    "nothing": lazy_gettext("There is nothing new in this file. Nothing was imported."),
    "changed": lazy_gettext(
        "Too much has changed here in the meantime. Nothing was imported or taken back; try again."
    ),
    "waits": lazy_gettext(
        "Something in that group is not finished. Play it to its end, or end it, first. Nothing was changed."
    ),
    "since": lazy_gettext(
        "This can no longer be taken back: something has changed here since, or the app was updated."
    ),
    "other": lazy_gettext(
        "That group has changed since you looked at it. Go back and look again. Nothing was changed."
    ),
}
WARNINGS = {
    "sum": lazy_gettext("no hands in this game add up to the %(count)d points of %(name)s"),
    "name": lazy_gettext("%(name)s is too long for a name here and becomes %(short)s"),
    "note": lazy_gettext("there is no room for a remark: “%(note)s”"),
    "rounds": lazy_gettext("the rounds do not make the points of %(name)s: only the totals are imported"),
    "total": lazy_gettext("row %(row)s says %(said)s for %(name)s, but the rows above make %(made)d"),
    "sums": lazy_gettext("row %(row)s holds the sums of other rows and is taken for the totals"),
    "row": lazy_gettext("row %(row)s is not read: no points stand in it"),
    "word": lazy_gettext("row %(row)s, “%(word)s”, is not read"),
    "sheet": lazy_gettext("the sheet “%(name)s” has no table with points"),
    "repeated": lazy_gettext("more than once in the file, and imported once: %(count)d"),
}
OF_JOBS = {
    "worker_died": lazy_gettext("The server was stopped three times while it was working on this."),
    "out_of_memory": lazy_gettext("It is too large for this server’s memory."),
}


def scores_of(session: Session) -> list[tuple[str, int]]:
    """Names and totals, the best first."""
    names: dict[SeatId, str] = {seat.id: seat.name for seat in session.seats}
    return [(names[seat], side.total) for side in session.standings() for seat in side.seats]


def winners_of(session: Session) -> str:
    """Who wins by the rules of the session’s game; "" while it is not finished."""
    return ending(session) if session.is_finished else ""


def empty_in_words(preview: Preview) -> str:
    """Why nothing would be imported."""
    if not preview.is_answered:
        return _("Nothing would be imported yet: answer the questions above.")
    if preview.not_chosen:
        return _("Nothing would be imported yet: choose a game above.")
    if preview.left_out and not preview.known:
        return _("Nothing in this file can be imported.")
    if preview.differing:
        return _("What differs stays as it is here, and there is nothing else new in this file.")
    return _("There is nothing new in this file.")


def player_choices(preview: Preview) -> Answers:
    here = [(str(player.id), _known(player.name, count)) for player, count in preview.group_players.items()]
    return [(NEW, _("a new player")), *here]


def _known(name: str, sessions: int) -> str:
    return ngettext("%(name)s (%(num)d game here)", "%(name)s (%(num)d games here)", sessions, name=name)


def game_choices(preview: Preview, game: FileGame) -> Answers:
    new = {
        HIGHEST: _("a new game: the highest points win"),
        LOWEST: _("a new game: the lowest points win"),
        WINS: _("a new game: only who won"),
        PLACES: _("a new game: the places count"),
    }
    profiles = scoring_profiles(preview.own_games.variants)
    undecided = [(UNDECIDED, _("choose the game"))] if game.is_open else []
    return [
        *undecided,
        (LEFT_OUT, _("leave out")),
        *((key, new[key]) for key in game.new),
        *((key, profile_in_words(profile)) for key, profile in profiles.items()),
    ]


def asked_games(games: Sequence[FileGame]) -> tuple[list[FileGame], list[FileGame]]:
    """Those to show, the open ones first, and the others in the file. A game without a name is always shown,
    and so are a few that are left out because nobody has chosen what they are.
    """
    unknown = [game for game in games if game.name and not game.is_ours]
    shown = [game for game in games if game not in unknown or len(unknown) <= MAX_SHOWN_GAMES]
    shown.sort(key=lambda game: not game.is_open)
    return shown, [game for game in games if game not in shown]


def others_in_words(games: Sequence[FileGame]) -> str:
    """What becomes of games that have not the name of one of ours."""
    new = sum(game.definition is not None for game in games)
    left_out = sum(game.profile is None for game in games)
    parts = [
        (new, ngettext("%(num)d becomes a new game", "%(num)d become new games", new)),
        (left_out, ngettext("%(num)d is left out", "%(num)d are left out", left_out)),
    ]
    return " · ".join(words for count, words in parts if count)


@dataclass(frozen=True)
class TableHead:
    """The columns of the tables with the same heads, and the first rows below them."""

    columns: list[Question]

    @property
    def open(self) -> list[Question]:
        """The columns that must be chosen."""
        return [column for column in self.columns if not column.chosen]

    @property
    def is_open(self) -> bool:
        return bool(self.open)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        return list(zip(*(column.about["cells"].split("\n") for column in self.columns), strict=False))

    @property
    def words(self) -> str:
        """ "3 players, 1 column is left out"."""
        players = sum(column.chosen == "player" for column in self.columns)
        others = sum(column.chosen == "other" for column in self.columns)
        parts = [
            (players, ngettext("%(num)d player", "%(num)d players", players)),
            (others, ngettext("%(num)d column is left out", "%(num)d columns are left out", others)),
        ]
        return ", ".join(words for count, words in parts if count)


def table_heads(questions: Sequence[Question]) -> list[TableHead]:
    """The columns of all tables, by heads; those with an open one first."""
    by_heads: dict[str, list[Question]] = defaultdict(list)
    for question in questions:
        if question.key.startswith(ROLE):
            by_heads[question.key.rpartition("-")[0]].append(question)
    return sorted(map(TableHead, by_heads.values()), key=lambda head: not head.is_open)


def other_questions(questions: Sequence[Question]) -> list[Question]:
    """Those that are not about a column, the open ones first."""
    others = [question for question in questions if not question.key.startswith(ROLE)]
    return sorted(others, key=lambda question: bool(question.chosen))


def question_in_words(question: Question) -> str:
    about, written = question.about, question.about.get("written", "")
    if question.key.startswith(ROLE):
        return _("What is the column “%(name)s”?", name=about["name"])
    if question.key.startswith(ROW):
        return _("Row %(row)s says “%(word)s”. What is it?", row=about["row"], word=about["word"])
    if question.key.startswith(SHEET):
        return _("The sheet “%(name)s”", name=about["name"])
    return {
        "rows": _("What is a row?"),
        "running": _("Are the numbers running totals?"),
        "empty": _("An empty cell: did not play, or went out (0)?"),
        "dates": _("Which day is %(date)s?", date=written),
        "day": _("When was it played?"),
        "year": _("In which year is %(date)s?", date=written),
        "decimals": _("Points have no decimals here. What becomes of %(points)s?", points=written),
    }[question.key]


def answer_in_words(question: Question, value: str) -> str:
    if question.key == "dates":
        return str(format_date(date.fromisoformat(question.about[value]), "long"))
    if question.key.startswith(ROLE):
        return {
            "player": pgettext("column", "player"),
            "name": pgettext("column", "names"),
            "points": pgettext("column", "points"),
            "date": pgettext("column", "date"),
            "time": pgettext("column", "time"),
            "game": pgettext("column", "game"),
            "round": pgettext("column", "round number"),
            "session": pgettext("column", "game number"),
            "number": pgettext("column", "running number"),
            "place": pgettext("column", "place"),
            "note": pgettext("column", "note"),
            "won": pgettext("column", "won"),
            "reached": pgettext("column", "place reached"),
            "starts": pgettext("column", "dealt first"),
            "other": pgettext("column", "leave out"),
        }[value]
    if question.key == "year":
        return value
    if question.key == "decimals":
        return _("rounded to whole points") if value == "rounded" else _("such games are left out")
    return {
        "totals": _("sums of other rows"),
        "round": _("points like those of the other rows"),
        "ignored": _("something else: leave it out"),
        "read": _("import its games"),
        "rounds": _("a round of one game"),
        "games": _("a game of its own"),
        "absent": _("did not play"),
        "out": _("went out, or has no points: 0"),
        "yes": _("yes: each row counts on"),
        "no": _("no: each row by itself"),
    }[value]


def future_in_words(days: list[date]) -> str:
    last = str(format_date(max(days), "long"))
    return ngettext(
        "%(num)d game lies in the future: on %(last)s.",
        "%(num)d games lie in the future, the last on %(last)s.",
        len(days),
        last=last,
    )


def kind_in_words(kind: str) -> str:
    return {
        DOCUMENT: _("Session document"),
        "rounds": _("Long table"),  # of earlier imports
        "totals": _("Table of totals"),  # of earlier imports
        WIDE: _("Table of your own"),
        BG_STATS: _("BG Stats"),
        "bgg": _("BoardGameGeek"),  # of earlier imports
        KIND: _("Another group"),
    }.get(kind, kind)


def profile_in_words(profile: ScoringProfile) -> str:
    """The game, and its options if they are not the default."""
    name = in_language(profile.variant.name, current_language())
    if profile.tally_name is None:
        return name
    return _("%(game)s: %(counted)s", game=name, counted=in_language(profile.tally_name, current_language()))


def import_summary(report: Report) -> str:
    """The message after an import."""
    if not report.known:
        return _("Imported.")
    return ngettext(
        "Imported. %(num)d game was here already.",
        "Imported. %(num)d games were here already.",
        report.known,
    )


def import_details(made: Mapping[str, Any]) -> str:
    sessions, people = len(made["sessions"]), len(made["players"])
    tournaments = len(made.get("tournaments", []))
    imported = ngettext("%(num)d game imported", "%(num)d games imported", sessions)
    if corrected := len(made.get("corrected", [])):
        here = ngettext("%(num)d game corrected", "%(num)d games corrected", corrected)
        imported = f"{imported}, {here}" if sessions else here
    if tournaments:
        own = ngettext("%(num)d club evening", "%(num)d club evenings", tournaments)
        imported = _("%(came)s and %(evenings)s", came=imported, evenings=own)
    if own := len(made.get("games", [])):
        games = ngettext("%(num)d game of your own", "%(num)d games of your own", own)
        imported = _("%(came)s and %(evenings)s", came=imported, evenings=games)
    if not people:
        return _("%(came)s.", came=imported)
    new = ngettext("%(num)d new player", "%(num)d new players", people)
    return _("%(came)s, with %(new)s.", came=imported, new=new)


def revert_summary(
    sessions: int,
    remaining_players: list[str],
    remaining_nights: list[date],
    remaining_games: list[str],
    *,
    stayed: int = 0,
) -> str:
    """What was removed, and what stays. stayed: number of games that stay corrected."""
    reverted = ngettext("Taken back: %(num)d game is gone.", "Taken back: %(num)d games are gone.", sessions)
    sentences = [reverted]
    if remaining_players:
        names = listed(remaining_players[:MOST_NAMED])
        count = len(remaining_players)
        sentences.append(
            ngettext(
                "%(names)s has played here since and stays.",
                "%(names)s have played here since and stay.",
                count,
                names=names,
            )
        )
    if stayed:
        sentences.append(
            ngettext(
                "%(num)d game stays corrected, because something was changed in it since.",
                "%(num)d games stay corrected, because something was changed in them since.",
                stayed,
            )
        )
    if remaining_nights:
        days = listed([str(format_date(day, "medium")) for day in remaining_nights[:MOST_NAMED]])
        sentences.append(_("These nights stay, because something else belongs to them: %(days)s.", days=days))
    if remaining_games:
        names = listed(remaining_games[:MOST_NAMED])
        sentences.append(
            ngettext(
                "The game %(names)s stays, because it is played or was changed here.",
                "The games %(names)s stay, because they are played or were changed here.",
                len(remaining_games),
                names=names,
            )
        )
    return " ".join(sentences)


def refusal_in_words(refused: CannotApply | CannotRevert | BadDocument) -> str:
    if isinstance(refused, BadDocument):
        reason = _(refused.reason, **refused.values)
        return f"{refused.place}: {reason}" if refused.place else reason
    return str(REFUSALS[refused.reason])


def why_not(job: Job) -> str:
    """Why a job failed; "" where only the operator can see it."""
    if job.reason == "unreadable":
        place, reason, values = (job.result[part] for part in ("place", "message", "values"))
        return refusal_in_words(BadDocument(place, reason, **values))
    return str((REFUSALS | OF_JOBS).get(job.reason, ""))


def reason_in_words(record: SkippedItem) -> str:
    return _(record.reason, **record.values)


@dataclass(frozen=True)
class SkippedGroup:
    """Items that are left out for the same reason, in the order of the file. items: never empty."""

    items: list[SkippedItem]

    @property
    def is_long(self) -> bool:
        return len(self.items) > MOST_SINGLE

    @property
    def has_one_reason(self) -> bool:
        """Whether the reasons are the same in every value."""
        return all(item.values == self.items[0].values for item in self.items)

    @property
    def heading(self) -> str:
        """ "12 games: played in teams"; the first of several reasons is an example."""
        values = {"count": len(self.items), "reason": reason_in_words(self.items[0])}
        if self.has_one_reason:
            return _("%(count)d games: %(reason)s", **values)
        return _("%(count)d games, such as: %(reason)s", **values)

    @property
    def examples(self) -> str:
        names = " – ".join(item.what or item.at for item in self.items[:EXAMPLES])
        return _("%(names)s – and %(count)d more", names=names, count=len(self.items) - EXAMPLES)


def skipped_groups(items: Iterable[SkippedItem]) -> list[SkippedGroup]:
    """Items by reason, without the values in it; where few have it, each by itself."""
    by_reason: defaultdict[str, list[SkippedItem]] = defaultdict(list)
    for item in items:
        by_reason[item.reason].append(item)
    groups = [SkippedGroup(members) for members in by_reason.values()]
    single = [SkippedGroup([item]) for group in groups if not group.is_long for item in group.items]
    long = sorted((group for group in groups if group.is_long), key=lambda group: -len(group.items))
    return [*long, *single]


def warning_in_words(warning: FileWarning) -> str:
    values = warning.values
    if warning.code == "winner":
        file, points = listed(values["file"]), listed(values["points"])
        return _("the file says that %(file)s won; by the points it is %(points)s", file=file, points=points)
    return str(WARNINGS[warning.code] % values)
