"""Who plays at the Friday table, on whose phone the score is kept, and who wins more often than others."""

GROUP = "Friday table"

ANNA, BO, CARA = "Anna", "Bo", "Cara"
DILAN, EVA_LENA, FRANS = "Dilan", "Eva-Lena", "Frans"
REGULARS = (ANNA, BO, CARA, DILAN, EVA_LENA, FRANS)
GUEST = "Aunt Greta"

# How often each goes out compared with the others; a guest has beginner's luck.
LUCK = {ANNA: 5, BO: 3, CARA: 4, DILAN: 4, EVA_LENA: 3, FRANS: 2, GUEST: 3}


def phone_of(name: str) -> str:
    """What the trail calls somebody's phone."""
    return f"{name}’s phone"
