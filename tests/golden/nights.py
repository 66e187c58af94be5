"""Three nights of one group, played from score sheets that were added up by hand.

Each sheet is drawn as on paper: rounds down, players across, the cards left and their cost, the totals below.
The expected recaps and statistics of these nights are worked out from the sheets.
Points: Vändåtta 8 = 10, A = 5, others 1. Derange 8 = 50, 2, 3, 10 = 30, K = 20, A = 15, Q, J = 10, others
their number. Swedish Pursuit 8 = 30, 10 J Q K = 10, A = 1, others their number. Vatikan in house points
joker = 25, A = 11, 10 J Q K = 10, others their number.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from flask import Flask

from models.database import new_id
from tests.once import played_once
from tests.table import Clock, Table, start

FIRST = datetime(2026, 10, 2, 20, 30, tzinfo=UTC)
SECOND = datetime(2026, 10, 9, 19, 0, tzinfo=UTC)
THIRD = datetime(2026, 10, 17, 18, 0, tzinfo=UTC)


@dataclass(frozen=True)
class GoldenNight:
    """The sessions of one night in the order they were started."""

    tables: tuple[Table, ...]

    @property
    def night_id(self) -> uuid.UUID:
        return self.tables[0].night_id()

    @property
    def group_path(self) -> str:
        return self.tables[0].group_path

    @property
    def path(self) -> str:
        return f"{self.group_path}/nights/{self.night_id}"


class _Host:
    """Starts one session after another in one group."""

    def __init__(self, app: Flask, group_id: uuid.UUID | None, at: datetime) -> None:
        self.app, self.group_id, self.clock = app, group_id or new_id(), Clock(at)

    def sits(self, variant: str, names: str, **decided: Any) -> Table:
        return start(self.app, variant, names, group_id=self.group_id, clock=self.clock, **decided)

    def waits(self, **time: int) -> None:
        self.clock.time += timedelta(**time)


@played_once
def golden_group(app: Flask) -> tuple[GoldenNight, GoldenNight, GoldenNight]:
    """All three nights of one group."""
    first = first_night(app)
    group_id = first.tables[0].group_id
    return first, second_night(app, group_id), third_night(app, group_id)


def first_night(app: Flask, group_id: uuid.UUID | None = None) -> GoldenNight:
    """Friday 2 October 2026, 20.30 until half past midnight: a tie, a player who joins late, one who leaves.

    Vändåtta, 4 rounds of 7 cards. Cara dealt wrongly once before round 3.

            dealer   Anna        Bo          Cara        Dilan
        1   Anna     8 K     11  out      0  A 5      6  7 7 9    3
                             11           0           6           3
        2   Bo       out      0  8 8     20  4        1  A        5
                             11          20           7           8
        3   Cara     A 2 3    7  9        1  out      0  8 A     15
                             18          21           7          23
        4   Dilan    out      0  K J      2  8 3     11  Q        1
                             18          23          18          24
                     won                 3rd     won             4th

    Derange, the short game: 4 3 2 1 2 3 4 cards, Bo deals first. Eva sits down before round 3 with the
    average, 146 / 4 = 36.5, so 37; Dilan leaves before round 5. Round 6 ends on one 2: Eva draws two cards
    for it. Bo's 12 in round 3 is typed, not counted.

            dealer   Anna        Bo          Cara        Dilan       Eva
        1   Bo    4  K 5     25  out      0  8       50  9 4     13
                             25           0          50          13
        2   Cara  3  out      0  A       15  7 6     13  2       30
                             25          15          63          43          37
        3   Dilan 2  Q       10  =12     12  out      0  3 10    60  5        5
                             35          27          63         103          42
        4   Eva   1  9        9  8       50  out      0  4        4  K       20
                             44          77          63         107          62
        5   Anna  2  2 2     60  out      0  9 7     16  -           6        6
                            104          77          79                      68
        6   Bo    3  A 4     19  6 6 5   17  out      0  -           10 4 4  38
                            123          94          79                     106
        7   Cara  4  5 5     10  4        4  K       20  -           7        7   nobody out
                            133          98          99                     113
                     4th         won     2nd             left        3rd

    Vändåtta, 2 rounds, begun after midnight.

            dealer   Anna        Bo          Cara
        1   Anna     5        1  out      0  A A     10
                              1           0          10
        2   Bo       out      0  8 9     11  Q        1
                              1          11          11
                     won         2nd         2nd
    """
    host = _Host(app, group_id, FIRST)
    opening = host.sits("vandatta_pagat", "Anna Bo Cara Dilan", rounds=4)
    opening.plays("Bo out, Anna 8 K, Cara A 5, Dilan 7 7 9", "Anna out, Bo 8 8, Cara 4, Dilan A")
    opening.misdeals().plays("Cara out, Anna A 2 3, Bo 9, Dilan 8 A", "Anna out, Bo K J, Cara 8 3, Dilan Q")
    host.waits(hours=3)
    derange = host.sits("derange", "Anna Bo Cara Dilan", mode="short", first="Bo")
    derange.plays("Bo out, Anna K 5, Cara 8, Dilan 9 4", "Anna out, Bo A, Cara 7 6, Dilan 2")
    derange.sits_down("Eva", start="average")
    derange.plays("Cara out, Anna Q, Bo =12, Dilan 3 10, Eva 5", "Cara out, Anna 9, Bo 8, Dilan 4, Eva K")
    derange.leaves("Dilan").plays(
        "Bo out, Anna 2 2, Cara 9 7, Eva 6",
        "Cara out, Anna A 4, Bo 6 6 5, Eva 10 4 4, chain 1 Eva",
        "nobody out, Anna 5 5, Bo 4, Cara K, Eva 7",
    )
    host.waits(minutes=20)
    nightcap = host.sits("vandatta_pagat", "Anna Bo Cara", rounds=2)
    nightcap.plays("Bo out, Anna 5, Cara A A", "Anna out, Bo 8 9, Cara Q")
    return GoldenNight((opening, derange, nightcap))


def second_night(app: Flask, group_id: uuid.UUID | None = None) -> GoldenNight:
    """Friday 9 October 2026: a blocked game, and wins that are counted instead of points.

    Swedish Pursuit, one round of five games of 5 cards; Frans won the cut.

            dealer   Anna        Bo          Cara        Eva         Frans
        1   Frans    10 3    13  8       30  out      0  K 2     12  5        5
                             13          30           0          12           5
        2   Anna     A        1  9 9     18  8 8     60  out      0  Q       10
                             14          48          60          12          15
        3   Bo       4        4  2        2  3        3  7        7  A        1   nobody out
                             18          50          63          19          16
        4   Cara     6        6  out      0  J J     20  8       30  9        9
                             24          50          83          49          25
        5   Eva      K       10  out      0  A A      2  6 5     11  8 4     34
                             34          50          85          60          59
                     won         2nd         5th         4th         3rd

    Vatikan, wins are counted, first to 3; ? is an uncounted hand. The second round is blocked:
    Bo and Cara hold the fewest cards, two each, and both win it.

            dealer   Anna   Bo     Cara
        1   Anna     ?      out    K K
                     0      1      0
        2   Bo       4 5 6  4 4    K K      nobody out
                     0      2      1
        3   Cara     ?      ?      out
                     0      2      2
        4   Anna     ?      ?      out
                     0      2      3
                     3rd    2nd    won
    """
    host = _Host(app, group_id, SECOND)
    pursuit = host.sits("swedish_pursuit", "Anna Bo Cara Eva Frans", first="Frans")
    pursuit.plays(
        "Cara out, Anna 10 3, Bo 8, Eva K 2, Frans 5",
        "Eva out, Anna A, Bo 9 9, Cara 8 8, Frans Q",
        "nobody out, Anna 4, Bo 2, Cara 3, Eva 7, Frans A",
        "Bo out, Anna 6, Cara J J, Eva 8, Frans 9",
        "Bo out, Anna K, Cara A A, Eva 6 5, Frans 8 4",
    )
    vatikan = host.sits("vatikan", "Anna Bo Cara", first_to=3)
    vatikan.plays("Bo out, Anna ?, Cara K K", "nobody out, Anna 4 5 6, Bo 4 4, Cara K K")
    vatikan.plays("Cara out, Anna ?, Bo ?", "Cara out, Anna ?, Bo ?")
    return GoldenNight((pursuit, vatikan))


def third_night(app: Flask, group_id: uuid.UUID | None = None) -> GoldenNight:
    """Saturday 17 October 2026: teams, a session that stops early, one with totals only,
    and one that is not finished.

    Vatikan in house points and in teams, 3 rounds: Anna and Cara against Bo and Dilan.

            dealer   Anna        Bo          Cara        Dilan         Anna and Cara   Bo and Dilan
        1   Anna     out      0  K 9     19  A       11  5        5    11              24
        2   Bo       8 8     16  out      0  3        3  joker   25    30              49
        3   Cara     2        2  7        7  Q       10  out      0    42              56
                                                                       won             2nd

    Vändåtta, 4 rounds planned, stopped after 2; Eva deals first.

            dealer   Bo          Eva         Frans
        1   Eva      3        1  8 A     15  out      0
                              1          15           0
        2   Frans    8       10  out      0  2 2      2
                             11          15           2
                     2nd         3rd         won

    Derange, totals only: Anna 210 (3rd), Bo 96 (won), Cara 143 (2nd).

    Derange, the short game, waits to be played on: Anna 8 = 50, Dilan K = 20, Eva out.
    """
    host = _Host(app, group_id, THIRD)
    vatikan = {"tally": "house_points", "games": 3, "teams": True, "sides": "1 2 1 2"}
    teams = host.sits("vatikan", "Anna Bo Cara Dilan", **vatikan)
    teams.plays(
        "Anna out, Bo K 9, Cara A, Dilan 5",
        "Bo out, Anna 8 8, Cara 3, Dilan JK",
        "Dilan out, Anna 2, Bo 7, Cara Q",
    )
    early = host.sits("vandatta_pagat", "Bo Eva Frans", rounds=4, first="Eva")
    early.plays("Frans out, Bo 3, Eva 8 A", "Eva out, Bo 8, Frans 2 2").stops()
    totals_alone = host.sits("derange", "Anna Bo Cara")
    totals_alone.has(totals_only=True)
    totals_alone.plays("nobody out, Anna =210, Bo =96, Cara =143").stops()
    waiting = host.sits("derange", "Anna Dilan Eva", mode="short").plays("Eva out, Anna 8, Dilan K")
    return GoldenNight((teams, early, totals_alone, waiting))
