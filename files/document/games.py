"""The games that sessions of a document name: known variants, custom games in it, or those of the group."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from msgspec import to_builtins

from files.document.checks import BadDocument, check_texts, moment
from files.document.records import GameRecord
from game.variants import VARIANTS, BadVariant, Variant
from game.variants.custom.building import custom_variant
from game.variants.custom.definition import GameDefinition, problems
from models.custom_games import GroupGames
from models.ids import is_id

REQUIREMENTS = {  # by the code of a problem
    "points": "scoring = cards / typed",
    "typed": "scoring = typed, negative = true",
    "cards": "scoring = cards",
    "lowest": "winner = lowest",
    "collects": "winner = collects",
    "target": "first_to",
    "no_target": "first_to = null",
}


def check_game(game: GameRecord, at: str) -> None:
    """Raise BadDocument for a game that cannot be played. at: its path."""
    for field in ("created_at", "changed_at", "retired_at"):
        if (text := getattr(game, field)) is not None:
            moment(text, f"{at}.{field}")
    place = f"{at}.definition"
    try:
        check_texts(to_builtins(game.definition))
    except BadDocument as wrong:
        raise wrong.at(f"{place}.{wrong.place}") from None
    for field, code in problems(game.definition):
        raise _problem(f"{place}.{field}", code, game.definition)
    try:
        custom_variant(game.id, game.definition.stored())
    except BadVariant as wrong:
        raise BadDocument(place, "%(problem)s", problem=str(wrong)[:200]) from None


class DocumentGames:
    """Finds the variant that a session or tournament of a document names.

    records: custom games in the document. ids: their ids in the group, where they differ from those in the
    document. own: the games of the group; one that it has already stays as it is there.
    """

    def __init__(
        self,
        records: Sequence[GameRecord],
        own: GroupGames,
        ids: Mapping[str, uuid.UUID] | None = None,
    ) -> None:
        self.own, self.ids = own, ids or {}
        self.records = {uuid.UUID(record.id): record for record in records}
        self._variants: dict[str, Variant | None] = {}

    def variant(self, key: str, at: str) -> Variant:
        """The variant with this key in the document; its own key is that in the group. Raises BadDocument."""
        if key not in self._variants:
            self._variants[key] = VARIANTS.get(key) or (self._custom(uuid.UUID(key)) if is_id(key) else None)
        variant = self._variants[key]
        if variant is None:
            raise BadDocument(f"{at}.variant", "no variant “%(key)s”", key=key[:40])
        return variant

    @property
    def used_of_group(self) -> set[uuid.UUID]:
        """Ids of the group's games that were found."""
        return {
            uuid.UUID(variant.key)
            for variant in self._variants.values()
            if variant and variant.key in self.own.by_key
        }

    def _custom(self, game_id: uuid.UUID) -> Variant | None:
        record = self.records.get(game_id)
        here = self.own.named_in_file(game_id)
        if here is not None or record is None:
            return here
        return custom_variant(str(self.ids.get(record.id, game_id)), record.definition.stored())


def _problem(at: str, code: str, definition: GameDefinition) -> BadDocument:
    if code in REQUIREMENTS:
        return BadDocument(at, "allowed only with: %(requirement)s", requirement=REQUIREMENTS[code])
    if code == "unknown" and at.endswith("base_options"):
        return BadDocument(at, "there is no such option")
    return {
        "unknown": BadDocument(at, "no variant “%(key)s”", key=str(definition.base)[:40]),
        "missing": BadDocument(at, "points are missing"),
        "no_points": BadDocument(at, "points are missing"),
        "foreign": BadDocument(at, "there is no such card"),
        "order": BadDocument(at, "expected numbers that ascend"),
    }[code]
