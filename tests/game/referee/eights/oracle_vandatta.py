"""Independent oracle for Vandatta, written from the rule text before the referee was read."""


def may_lay(top, card, *, called, pending, starter, follow, skip, drew, drawn, hand, options):
    """“yes”, “no” or “ask”: may this one card be laid on that one? Drawing changes nothing (GV11)."""
    an_ace, an_eight = card.rank == "A", card.rank == "8"
    ordinary = not (an_ace or an_eight)  # V9
    if top.rank == "8" and starter:
        answer = "no"  # V7: shuffled back, so nothing can lie on it
    elif hand == 1 and not ordinary:
        answer = "no"  # V32, V33
    elif top.rank == "8":  # V26, GV8: not even another 8
        answer = "no" if not ordinary else "ask" if not called else _yes_if(card.suit == called)
    elif top.rank == "A":  # V24, V25
        answer = _yes_if((ordinary and card.suit == top.suit) or (an_ace and options["ace_on_ace"]))
    elif an_eight:
        answer = "yes"  # V19
    elif an_ace:
        answer = _yes_if(card.suit == top.suit)  # V18
    else:
        answer = _yes_if(card.suit == top.suit or card.rank == top.rank)  # V17
    return answer


def _yes_if(fits):
    return "yes" if fits else "no"
