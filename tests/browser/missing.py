"""What becomes of a test whose browser this machine does not have."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def do_without(reason: str) -> NoReturn:
    if os.environ.get("CI", "").lower() in ("true", "1"):
        pytest.fail(f"CI must test with a browser, but {reason}", pytrace=False)
    pytest.skip(f"not tested in a browser: {reason}")
