"""What was typed in a question to the referee, beside what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask_babel import gettext as _

from referee.cards import BadCard, Card, read_cards

SAID = {"1": True, "0": False, "": False}
LONGEST_TEXT = 300


@dataclass
class Typed:
    """`texts` holds what was typed by field, `problems` what is wrong by field."""

    texts: dict[str, str]
    problems: dict[str, str] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        return not self.problems

    def cards(self, name: str, text: str, *, most: int) -> tuple[Card, ...]:
        """The cards of a field, none where it says no cards or more than `most`."""
        if len(text) > LONGEST_TEXT:
            self.problems[name] = _("That is more than %(most)d characters.", most=LONGEST_TEXT)
            return ()
        try:
            cards = read_cards(text)
        except BadCard as bad:
            self.problems[name] = _words_for_bad_card(bad)
            return ()
        if len(cards) > most:
            self.problems[name] = (
                _("One card only.") if most == 1 else _("That is more than %(most)d cards.", most=most)
            )
            return ()
        return cards

    def flag(self, name: str) -> bool:
        text = self.texts[name]
        if text not in SAID:
            self.problems[name] = _("This is 1 for yes, or nothing.")
        return SAID.get(text, False)


def words_for_copies(card: Card, decks: int) -> str:
    if decks == 1:
        return _("One deck has only one card “%(card)s”.", card=card)
    return _("%(decks)d decks have only %(decks)d cards “%(card)s”.", decks=decks, card=card)


def _words_for_bad_card(bad: BadCard) -> str:
    return _(
        "There is no card “%(card)s”. A card is its rank and its suit: 9H, 10S, QD (S H D C for the suits).",
        card=bad.written[:20],
    )
