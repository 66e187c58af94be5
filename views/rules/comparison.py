"""Variants side by side, and what one hand is worth under each; the comparison is the page's address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from forms.comparison import BY_RANK, Comparison, read_comparison
from referee.cards import JOKER_RANK, SUIT_SIGNS
from rulebook.comparison import Cell, Part, Row, Said, Surplus, Worth, differing, usual_rules, worth_of
from rulebook.comparison import compare as side_by_side
from variants import VARIANTS
from views.rules.comparison_words import PARTS, QUESTIONS, phrase
from views.wording.cards import card_name, rank_name
from views.wording.phrases import opening

comparison = Blueprint("comparison", __name__)


@comparison.get("/rules/compare")
def show() -> ResponseReturnValue:
    asked = read_comparison(request.args)
    every = side_by_side(asked.variants)
    different = differing(every)
    page = render_template(
        "rules/comparison/show.html",
        asked=asked,
        parts=[part_in_words(part) for part in (different if asked.only_differences else every)],
        rows=[sum(len(part.rows) for part in parts) for parts in (every, different)],
        worths=[(v, worth_in_words(worth_of(asked.cards, usual_rules(v)))) for v in asked.variants],
        everything=VARIANTS.values(),
        query=_query(asked),
        address=lambda **changes: url_for("comparison.show", **{**_query(asked), **changes}),
        ranks=tuple(BY_RANK),
        signs=SUIT_SIGNS,
        card_name=card_name,
        rank_name=rank_name,
    )
    return page, 200 if asked.is_sound else 422


def _query(asked: Comparison) -> dict[str, Any]:
    """This comparison as an address writes it, without what goes without saying."""
    keys = [variant.key for variant in asked.variants]
    query = {
        "variant": keys if keys != list(VARIANTS) else None,
        "only": "differences" if asked.only_differences else None,
        "hand": asked.hand or None,
    }
    return {name: value for name, value in query.items() if value}


@dataclass(frozen=True)
class Line:
    """A phrase of a cell and the ranks before it; `spoken` is what a dash means, `quiet` says it is usual."""

    text: str
    ranks: tuple[str, ...] = ()
    spoken: str = ""
    quiet: bool = False


@dataclass(frozen=True)
class ShownRow:
    """`rank` is drawn as a card beside the title; `is_number` where there is nothing to read but numbers.

    odd: of each cell whether it is unlike most.
    """

    title: str
    rank: str
    agrees: bool
    is_number: bool
    cells: list[list[Line]]
    odd: tuple[bool, ...]


@dataclass(frozen=True)
class ShownPart:
    title: str
    rows: list[ShownRow]


@dataclass(frozen=True)
class ShownWorth:
    """points: None where none are counted; sum: how they add up, "" where one card says it all."""

    points: int | None
    sum: str
    warnings: list[str]


def part_in_words(part: Part) -> ShownPart:
    return ShownPart(str(PARTS[part.key]), [_row(row) for row in part.rows])


def worth_in_words(worth: Worth) -> ShownWorth:
    terms = [str(term.each) if term.times == 1 else f"{term.times} × {term.each}" for term in worth.terms]
    adds_up = len(terms) > 1 or any(term.times > 1 for term in worth.terms)
    return ShownWorth(
        points=worth.points,
        sum=" + ".join(terms) if adds_up else "",
        warnings=[_surplus(surplus) for surplus in worth.surplus],
    )


def _row(row: Row) -> ShownRow:
    return ShownRow(
        title=opening(rank_name(row.rank)) if row.rank else str(QUESTIONS[row.about]),
        rank=row.rank,
        agrees=row.agrees,
        is_number=row.about == "points",
        cells=[_lines(cell, row) for cell in row.cells],
        odd=row.odd,
    )


def _lines(cell: Cell, row: Row) -> list[Line]:
    if not cell:
        return [_nothing(row)]
    return [_line(said) for said in cell]


def _line(said: Said) -> Line:
    if said.law == "only_counted":
        return Line("–", spoken=_("no points"), quiet=True)
    return Line(phrase(said.law, said.about), said.ranks)


def _nothing(row: Row) -> Line:
    if row.rank == JOKER_RANK:
        return Line(_("not in the pack"), quiet=True)
    return Line(_("ordinary"), quiet=True)


def _surplus(surplus: Surplus) -> str:
    """Why no hand of this game can be like that."""
    if not surplus.most:
        return _("There is no joker in this game; here it counts nothing.")
    card = surplus.card
    name = rank_name(card.rank) + SUIT_SIGNS.get(card.suit, "")
    return _(
        "%(held)d × %(card)s, but the pack holds only %(most)d.",
        held=surplus.held,
        card=name,
        most=surplus.most,
    )
