"""Honours in words: what each is called and its rule. The rules themselves: models/statistics/honours.py."""

from __future__ import annotations

from flask_babel import lazy_gettext as _

from models.statistics.honours import CROWD
from models.statistics.records import LEAST_ROUNDS

_LONG = {"least": LEAST_ROUNDS}
NAMES_AND_RULES = {
    "start_to_finish": (
        _("From start to finish"),
        _("Won, and led after every deal played, alone or not, over at least %(least)d of them.", **_LONG),
    ),
    "from_behind": (
        _("Back from the dead"),
        _("Won after being last midway, alone or not, over at least %(least)d deals played.", **_LONG),
    ),
    "five_in_a_row": (
        _("Five in a row"),
        _("Won five games in a row, whatever was played. Ten in a row do not earn it twice."),
    ),
    "clean_sheet": (
        _("Clean sheet"),
        _("Not a single point over at least %(least)d deals played.", **_LONG),
    ),
    "quiet_win": (
        _("The quiet one"),
        _("Won without once going out, over at least %(least)d deals played.", **_LONG),
    ),
    "hat_trick": (
        _("Hat trick"),
        _("Out three deals in a row in one game."),
    ),
    "beat_the_crowd": (
        _("Alone against the crowd"),
        _("Won alone at a table of at least %(crowd)d players.", crowd=CROWD),
    ),
    "no_eight": (
        _("Hands off the eights"),
        _(
            "Caught at least once but never with an eight, every hand counted card by card, in a game of the "
            "Crazy Eights family, over at least %(least)d deals played.",
            **_LONG,
        ),
    ),
}
