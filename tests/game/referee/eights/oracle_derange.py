"""Independent oracle for Derange, written from the rule text before the referee was read."""

FOLLOW_ME = ("3", "10")


def may_lay(top, card, *, called, pending, starter, follow, skip, drew, drawn, hand, options):
    """“yes”, “no” or “ask”: may this one card be laid on that one? A last 3 or 10 may be laid, but it does
    not
    end the round (DO37, GD9). No player misses a turn.
    """
    if (pending and top.rank != "2") or (follow and top.rank not in FOLLOW_ME):
        return "ask"  # a chain lies under a 2, and only a 3 or 10 requires a Follow-me card
    if starter and top.rank in FOLLOW_ME:
        return "no"  # DO14: the dealer keeps turning
    if pending or (starter and top.rank == "2" and options["flipped_two"]):  # GD3
        return "yes" if card.rank == "2" and not drew else "no"  # DO28, DO30, GD7; GD6: the turn is over
    if drew and drawn is not None and card != drawn:
        return "no"  # DO19, DO35: only the drawn card is tried
    if follow:
        return _may_follow(top, card, drew, options)
    if card.rank == "8":
        return "yes"  # DO22
    if top.rank == "8":
        return "ask" if not called else "yes" if card.suit == called else "no"  # DO15, DO23
    return "yes" if card.suit == top.suit or card.rank == top.rank else "no"  # DO17, DO24, DO27


def _may_follow(top, card, drew, options):
    if card.suit == top.suit:
        return "yes"  # DO34, GD12
    if card.rank == "8":
        return "yes" if options["eight_follows"] else "no"  # GD11
    return "yes" if card.rank == top.rank and not drew else "no"  # DO33; DO35
