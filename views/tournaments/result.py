"""The result of a tournament: podium, places, summary and a text to share."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from flask_babel import gettext as _
from flask_babel import ngettext

from game.tournament.standings import TournamentStanding
from models import Player, Tournament
from views.tournaments.access import CurrentTournament
from views.tournaments.words import game_of, names_in, of_most_deals
from views.web.language import local_date
from views.words.figures import day, number
from views.words.phrases import listed, stage_name, words
from views.words.results import Podium, won_with

MAX_ON_PODIUM = 10  # without a play-off


@dataclass(frozen=True)
class PrizeRow:
    """A row of the final ranking. deals: "1 of 4 deals" if others played more."""

    player: Player
    prize: TournamentStanding
    leads: bool
    deals: str

    @property
    def rank(self) -> int | None:
        return self.prize.rank

    @property
    def total(self) -> int:
        """The deciding total: of the play-off, or of all rounds."""
        return self.prize.total if self.prize.playoff is None else self.prize.playoff

    @property
    def names(self) -> str:
        return self.player.name

    @property
    def players(self) -> list[Player]:
        return [self.player]

    @property
    def note(self) -> str:
        return ", ".join(filter(None, [_("has left") if self.rank is None else "", self.deals]))


class TournamentResult:
    """The result of a tournament that is over."""

    def __init__(self, now: CurrentTournament) -> None:
        self.now, self.tournament, self.tournament_state = now, now.tournament, now.tournament_state

    @cached_property
    def rows(self) -> list[PrizeRow]:
        """The final ranking, best first."""
        state = self.tournament_state
        return [
            PrizeRow(
                self.now.people[prize.player],
                prize,
                prize.player in state.winners,
                of_most_deals(
                    state.fewer_deals.get(prize.player)
                    if prize.playoff is None
                    else state.fewer_deals_in_playoff.get(prize.player)
                ),
            )
            for prize in state.final_ranking
        ]

    @property
    def has_playoff(self) -> bool:
        return self.tournament_state.playoff is not None

    @property
    def finalists(self) -> list[PrizeRow]:
        """Rows of the play-off; empty without one."""
        return [row for row in self.rows if row.prize.playoff is not None]

    @property
    def others(self) -> list[PrizeRow]:
        return [row for row in self.rows if row.prize.playoff is None]

    @cached_property
    def podium(self) -> Podium:
        best = [row for row in self.rows if row.rank is not None and row.rank <= MAX_ON_PODIUM]
        rows = self.finalists or best
        won = [row for row in rows if row.leads]
        return Podium(rows, won_with(number(won[0].total), len(won)) if won else "")

    @cached_property
    def summary(self) -> str:
        """The result as a sentence; "" if several players share the first place."""
        final = [place for place in self.tournament_state.final if place.rank is not None]
        if len(final) < 2 or final[1].rank == 1:  # noqa: PLR2004 - no second place
            return ""
        return self._outcome(final[0], [place for place in final[1:] if place.rank == final[1].rank])

    @cached_property
    def best_at_a_table(self) -> str:
        """A sentence about the best total at one table, "" without one.

        Only players who were in every deal of a complete table count.
        """
        state = self.tournament_state
        most = max((at.rounds for at in self.now.tables), default=0)
        complete = [
            at for at in self.now.tables if at.is_over and (at.rounds == most or not state.has_equal_deals)
        ]
        totals = [(at.totals[player], player, at) for at in complete for player in at.throughout]
        if not totals:
            return ""
        best = (max if state.highest_wins else min)(total for total, _player, _at in totals)
        who = listed(
            [
                f"{names_in(self.tournament, [player])} ({stage_name(self.tournament, at.table.stage)})"
                for total, player, at in totals
                if total == best
            ]
        )
        if state.highest_wins:
            return _("The highest at one table: %(score)d, %(who)s.", score=best, who=who)
        return _("The lowest at one table: %(score)d, %(who)s.", score=best, who=who)

    def _outcome(self, first: TournamentStanding, second: list[TournamentStanding]) -> str:
        names = {
            "name": names_in(self.tournament, [first.player]),
            "others": names_in(self.tournament, [place.player for place in second]),
        }
        ahead = abs(second[0].total - first.total)
        if ahead == 0:
            return _("%(name)s and %(others)s were level, and the umpire decided the order.", **names)
        before = next((p.rank for p in self.tournament_state.combined if p.player == first.player), None)
        if not self.has_playoff or before is None:
            return ngettext(
                "%(name)s was %(num)d point ahead of %(others)s.",
                "%(name)s was %(num)d points ahead of %(others)s.",
                ahead,
                **names,
            )
        return ngettext(
            "%(name)s came into the play-off in place %(place)d and was %(num)d point ahead of %(others)s.",
            "%(name)s came into the play-off in place %(place)d and was %(num)d points ahead of %(others)s.",
            ahead,
            place=before,
            **names,
        )


def tournament_text(result: TournamentResult, headline: str) -> str:
    """Return the name, date and winners, then the places: of the play-off, then all others."""
    text = f"{headline}. {result.summary}".strip()
    parts = [f"{result.tournament.name}, {tournament_summary(result.tournament)}\n{text}"]
    if result.finalists:
        parts.append(_places(_("Play-off"), result.finalists))
    parts.append(_places(_("All rounds together"), result.others))
    if result.best_at_a_table:
        parts.append(result.best_at_a_table)
    return "\n\n".join(filter(None, parts))


def tournament_summary(tournament: Tournament) -> str:
    """Return date and game: "Wednesday 25 November 2026, Swedish Pursuit"."""
    played_on = tournament.night.date if tournament.night else local_date(tournament.created_at)
    game = game_of(tournament)
    return ", ".join([day(played_on), *([words(game)] if game else [])])


def _places(title: str, rows: list[PrizeRow]) -> str:
    return "\n".join([title, *map(_line, rows)]) if rows else ""


def _line(row: PrizeRow) -> str:
    note = f" ({row.note})" if row.note else ""
    return f"{f'{row.rank}.' if row.rank else '–'} {row.names} {number(row.total)}{note}"
