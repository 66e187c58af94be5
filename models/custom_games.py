"""The custom games of a group: create, change, retire, and find the variant of a session."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from game.variants import VARIANTS, Variant
from game.variants.custom.building import custom_variant
from game.variants.custom.definition import GameDefinition
from models.change import Change, ChangeStamp
from models.custom_game import CustomGame
from models.database import db
from models.group import Group
from models.ids import derived_id
from models.people.people import add_group_change, group_history
from models.session import Session
from models.table.undo import CannotUndo
from models.tournament.tournament import Tournament

MAX_GAMES = 500  # of a group, retired ones included
PREFIX = "game:"  # and its id: a key in Change.diff


def games_of(group_id: uuid.UUID) -> Sequence[CustomGame]:
    """All games of a group, oldest first."""
    games = db.select(CustomGame).where(CustomGame.group_id == group_id)
    return db.session.scalars(games.order_by(CustomGame.created_at, CustomGame.id)).all()


def playable_variants(group_id: uuid.UUID | None) -> list[Variant]:
    """The known variants, then the group's own games that are not retired."""
    games = games_of(group_id) if group_id else ()
    return [*VARIANTS.values(), *(variant_of_game(game) for game in games if not game.is_retired)]


class TooManyGames(ValueError):
    """The group has `limit` games of its own, the largest number allowed."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.limit = limit


class GroupGames:
    """The games of a group as variants, retired ones first, read once; none if there is no group yet."""

    def __init__(self, group_id: uuid.UUID | None) -> None:
        self.group_id = group_id
        games = sorted(games_of(group_id), key=lambda game: not game.is_retired) if group_id else ()
        self.variants = [variant_of_game(game) for game in games]
        self.by_key = {variant.key: variant for variant in self.variants}

    def named_in_file(self, game_id: uuid.UUID) -> Variant | None:
        """The game with this id in a file, which may be that of another group (models/ids.py)."""
        derived = derived_id(self.group_id, game_id) if self.group_id else game_id
        return self.by_key.get(str(game_id)) or self.by_key.get(str(derived))


def game_of(group_id: uuid.UUID, game_id: uuid.UUID) -> CustomGame | None:
    """The group's game with this id."""
    in_group = CustomGame.group_id == group_id
    return db.session.scalar(db.select(CustomGame).where(CustomGame.id == game_id, in_group))


def variant_named(group_id: uuid.UUID | None, key: str) -> Variant | None:
    """The variant with this key: a known one, or a game of the group, retired or not."""
    if key in VARIANTS:
        return VARIANTS[key]
    game = _game_with_key(group_id, key)
    return variant_of_game(game) if game else None


def variant_of_game(game: CustomGame) -> Variant:
    return custom_variant(game.key, game.definition)


def repeatable_options(session: Session) -> Mapping[str, Any]:
    """The options of a session for a later one: none if the rules of its custom game were changed since."""
    game = _game_with_key(session.group_id, session.variant)
    return {} if game is not None and game.changed_at > session.started_at else session.options


def create_game(
    group: Group, game_id: uuid.UUID, definition: GameDefinition, stamp: ChangeStamp
) -> CustomGame:
    """Add a game to the group. Raises TooManyGames."""
    if len(games_of(group.id)) >= MAX_GAMES:
        raise TooManyGames(MAX_GAMES)
    game = CustomGame(
        id=game_id,
        group_id=group.id,
        definition=definition.stored(),
        created_at=stamp.at,
        changed_at=stamp.at,
    )
    db.session.add(game)
    db.session.flush()
    _add_change(group, "game_made", stamp, game, None)
    return game


def change_game(group: Group, game: CustomGame, definition: GameDefinition, stamp: ChangeStamp) -> None:
    """Change the rules of later sessions; no-op if nothing differs."""
    before, stored = game.snapshot(), definition.stored()
    if stored == before["definition"]:
        return
    game.definition, game.changed_at = stored, stamp.at
    _add_change(group, "game_changed", stamp, game, before)


def retire_game(group: Group, game: CustomGame, stamp: ChangeStamp) -> None:
    """Remove the game from those that can be started; its sessions stay."""
    if not game.is_retired:
        before, game.retired_at = game.snapshot(), stamp.at
        _add_change(group, "game_retired", stamp, game, before)


def bring_back_game(group: Group, game: CustomGame, stamp: ChangeStamp) -> None:
    """Undo a retirement."""
    if game.is_retired:
        before, game.retired_at = game.snapshot(), None
        _add_change(group, "game_restored", stamp, game, before)


def game_history(group: Group, game_id: uuid.UUID) -> list[Change]:
    """Everything done to a game, newest first."""
    return [change for change in group_history(group) if f"{PREFIX}{game_id}" in change.diff]


def changed_games(group: Group) -> set[uuid.UUID]:
    """Ids of the games that the history names."""
    keys = {key for change in group_history(group) for key in change.diff if key.startswith(PREFIX)}
    return {uuid.UUID(key.removeprefix(PREFIX)) for key in keys}


def current_game(group: Group, game_id: uuid.UUID) -> dict[str, Any] | None:
    game = game_of(group.id, game_id)
    return game.snapshot() if game else None


def restore_game(group: Group, game_id: uuid.UUID, before: dict[str, Any] | None) -> None:
    """Set a game to a snapshot; None deletes it, which raises CannotUndo if it has been played."""
    game = game_of(group.id, game_id)
    if before is None:
        if used_keys(group.id, [game_id]):
            raise CannotUndo("game_played")
        db.session.delete(game)
    else:
        game = game or CustomGame(id=game_id, group_id=group.id)
        game.restore(before)
        db.session.add(game)
    db.session.flush()


def times_played(group_id: uuid.UUID, key: str) -> int:
    """The number of sessions of a variant, running ones included."""
    count = db.select(db.func.count(Session.id)).where(Session.visible_in(group_id), Session.variant == key)
    return db.session.scalar(count) or 0


def used_keys(group_id: uuid.UUID, game_ids: Collection[uuid.UUID]) -> set[str]:
    """Keys of those of the games that a session or tournament refers to, also in the recycle bin."""
    used: set[str] = set()
    for model in (Session, Tournament):
        keys = db.select(model.variant).where(model.variant.in_([str(game_id) for game_id in game_ids]))
        used.update(db.session.scalars(keys.where(model.ever_in(group_id)).distinct()))
    return used


def _game_with_key(group_id: uuid.UUID | None, key: str) -> CustomGame | None:
    """The group's game with this key: its id in canonical form."""
    try:
        game_id = uuid.UUID(key)
    except ValueError:
        return None
    return game_of(group_id, game_id) if group_id and str(game_id) == key else None


def _add_change(
    group: Group, kind: str, stamp: ChangeStamp, game: CustomGame, before: dict[str, Any] | None
) -> None:
    diff = {f"{PREFIX}{game.id}": [before, game.snapshot()]}
    add_group_change(group, kind, stamp, {"game": str(game.id), "name": game.name}, diff)
