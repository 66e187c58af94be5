"""Independent oracle for Swedish Pursuit, written from the rule text before the referee was read."""

FOLLOWS_SUIT = ("A", "Q", "2")  # SP19: trick cards other than the 8


def may_lay(top, card, *, called, pending, starter, follow, skip, drew, drawn, hand, options):
    """“yes”, “no” or “ask”: may this one card be laid on that one? Any card may be the last one (GS20)."""
    if pending and top.rank != "2":
        return "ask"  # what lies on top of a live chain is a 2
    if starter and top.rank == "8":
        return "no"  # SP7: to the bottom of the stock
    if skip:
        return "no"  # SP20
    if drew:
        return "no"  # SP15, SP23: picking up is the whole turn
    if starter and top.rank == "2":
        pending = max(pending, 2)  # SP8, GS5: as if the dealer had played it
    if pending:
        return "yes" if card.rank == "2" else "no"  # SP22, GS3, GS4
    if card.rank == "8":
        return "yes"  # SP18
    suit = called if called and top.rank == "8" else top.suit  # GS18
    if card.suit == suit:
        return "yes"  # SP14, SP19
    if card.rank in FOLLOWS_SUIT and options["trick_match"] == "suit":
        return "no"  # SP19, GS2
    return "yes" if card.rank == top.rank else "no"  # SP14
