"""Custom games: the editor, the page of a game, and its way to another group."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("games", __name__)

from views.games import editor, games, sharing
