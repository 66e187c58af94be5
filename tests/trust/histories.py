"""A group with a history so long that its export becomes a job."""

from __future__ import annotations

from flask import Flask

from models.job import MAX_SESSIONS_PER_REQUEST
from tests.files.document.many import copied
from tests.table import Table, start

ROUNDS = ["Eva out, Anna 8 K, Bo 5 5, Cara 2, Dilan A", "Anna out, Bo Q, Cara 9 9 4, Dilan 10, Eva 8"] * 8


def long_history(app: Flask) -> Table:
    """The table of tonight's session."""
    past = start(app, "vandatta_pagat", "Anna Bo Cara Dilan Eva", rounds=99).plays(*ROUNDS).stops()
    copied(past, MAX_SESSIONS_PER_REQUEST)
    again = {"group_id": past.group_id, "clock": past.clock}
    return start(app, "vandatta_pagat", "Anna Bo Cara", rounds=99, **again)
