"""Who plays at the Friday table, on whose phone the score is kept, and how they play."""

from demo.playing import CARELESS, PLAIN, SHREWD, Style

GROUP = "Friday table"

ANNA, BO, CARA = "Anna", "Bo", "Cara"
DILAN, EVA_LENA, FRANS = "Dilan", "Eva-Lena", "Frans"
REGULARS = (ANNA, BO, CARA, DILAN, EVA_LENA, FRANS)
GUEST = "Aunt Greta"

STYLES = {
    ANNA: SHREWD,
    BO: Style(keeps=4.0),  # never parts with an eight, and counts it in the end
    CARA: PLAIN,
    DILAN: Style(dumps=1.6, slips=0.05),
    EVA_LENA: Style(follows=0.0, slips=0.15),
    FRANS: CARELESS,
    GUEST: Style(slips=0.2, forgets=0.2),
}


def phone_of(name: str) -> str:
    """What the trail calls somebody's phone."""
    return f"{name}’s phone"
