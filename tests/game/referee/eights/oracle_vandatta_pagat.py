"""Independent oracle for Vändåtta, written from the rule text before the referee was read."""

SPECIAL = ("A", "8")  # PG11: all other cards are ordinary cards


def may_lay(top, card, *, called, pending, starter, follow, skip, drew, drawn, hand, options):
    """“yes”, “no” or “ask”: may this one card be laid on that one? Chains, Follow-me cards and missed turns
    do
    not exist here, and a drawn card is a card like any other (PG21).
    """
    if starter and top.rank == "8":
        return "no"  # GV2: goes back into the stock, another card is turned
    if hand == 1 and card.rank in SPECIAL:
        return "no"  # PG32, PG33
    if top.rank == "8":
        return _on_an_eight(card, called)
    if top.rank == "A":
        return _on_an_ace(top, card, options)
    if card.rank == "8":
        return "yes"  # PG18
    if card.rank == "A":
        return "yes" if card.suit == top.suit else "no"  # PG15
    return "yes" if card.suit == top.suit or card.rank == top.rank else "no"  # PG12


def _on_an_eight(card, called):
    if card.rank in SPECIAL:
        return "no"  # PG29
    if not called:
        return "ask"
    return "yes" if card.suit == called else "no"  # PG28


def _on_an_ace(top, card, options):
    if card.rank == "8":
        return "no"  # PG27
    if card.rank == "A":
        return "yes" if options["ace_on_ace"] else "no"  # PG24, PG43
    return "yes" if card.suit == top.suit else "no"  # PG25
