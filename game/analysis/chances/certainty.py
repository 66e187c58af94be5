"""What is certain of a session that is still played: by arithmetic, never by a guess."""

from __future__ import annotations

from collections.abc import Sequence

from game.scoring.round_warnings import pack_points
from game.scoring.rules import Rules


def certainties(rules: Rules, totals: Sequence[int], left: int | None) -> list[bool | None]:
    """Of each side at the table: True where it wins whatever happens, alone or with others, False where it
    cannot win any more, None where the cards decide.

    totals: of every side still at the table. left: rounds still to be played, None where nobody knows.
    """
    if left is None:
        return [None] * len(totals)
    swing = left * (1 if rules.counts_wins else pack_points(rules))  # in a round the others collect nothing
    behind = [-total if rules.counts_wins else total for total in totals]
    return [_certainty(behind, place, swing) for place in range(len(behind))]


def _certainty(behind: Sequence[int], place: int, swing: int) -> bool | None:
    """behind: smaller is better. A tie is a win for both, so it is enough not to fall behind."""
    own = behind[place]
    others = [worth for other, worth in enumerate(behind) if other != place]
    if all(own + swing <= worth for worth in others):
        return True
    if any(worth + swing < own for worth in others):
        return False
    return None
