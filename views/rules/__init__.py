"""The rules: each variant on a page, searched, and side by side."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("rules", __name__)

from views.rules import comparison, rules, search
