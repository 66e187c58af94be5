"""The variants.

Each has a folder with data and rules text; to add one, add its folder and its name to KEYS.
"""

from __future__ import annotations

from pathlib import Path

from game.variants.checking import BadVariant
from game.variants.loader import load
from game.variants.option import IllegalOption, Option
from game.variants.variant import Variant

KEYS = ("vandatta", "vandatta_pagat", "swedish_pursuit", "derange", "vatikan")

VARIANTS: dict[str, Variant] = {key: load(Path(__file__).parent / key) for key in KEYS}


__all__ = ["KEYS", "VARIANTS", "BadVariant", "IllegalOption", "Option", "Variant", "load"]
