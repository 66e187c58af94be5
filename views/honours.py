"""Honours in words: what each is called, and its rule. The rules themselves: models/statistics/honours.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from flask_babel import gettext as _

from models.statistics.honours import CROWD, LEAST_ROUNDS


@dataclass(frozen=True)
class Named:
    name: str
    rule: str


_LONG = {"least": LEAST_ROUNDS}

NAMES: dict[str, Callable[[], Named]] = {
    "start_to_finish": lambda: Named(
        _("From start to finish"),
        _(
            "Won, and led after every round, alone or not, in a session of at least %(least)d rounds.",
            **_LONG,
        ),
    ),
    "from_behind": lambda: Named(
        _("Back from the dead"),
        _("Won after sharing the last place midway, in a session of at least %(least)d rounds.", **_LONG),
    ),
    "five_in_a_row": lambda: Named(
        _("Five in a row"),
        _("Won five sessions in a row, whatever was played. A tenth in a row is no second."),
    ),
    "clean_sheet": lambda: Named(
        _("Clean sheet"), _("Not a single point in a session of at least %(least)d rounds.", **_LONG)
    ),
    "quiet_win": lambda: Named(
        _("The quiet one"),
        _("Won without once going out, in a session of at least %(least)d rounds.", **_LONG),
    ),
    "hat_trick": lambda: Named(_("Hat trick"), _("Out three rounds in a row in one session.")),
    "beat_the_crowd": lambda: Named(
        _("Alone against the crowd"), _("Won alone at a table of at least %(crowd)d.", crowd=CROWD)
    ),
    "no_eight": lambda: Named(
        _("Hands off the eights"),
        _(
            "Caught at least once but never with an eight, every hand counted card by card, in a game of the "
            "Crazy Eights family with at least %(least)d rounds.",
            **_LONG,
        ),
    ),
}


def honour_in_words(key: str) -> Named:
    return NAMES[key]()
