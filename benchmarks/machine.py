"""Where and when the figures were taken."""

from __future__ import annotations

import os
import platform
from datetime import UTC, datetime
from pathlib import Path


def machine_line() -> str:
    return (
        f"{datetime.now(UTC):%d %B %Y} on {platform.system()} {platform.machine()}, {_processor()}, "
        f"{os.cpu_count()} cores, Python {platform.python_version()}."
    )


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, "") or platform.processor() or "unknown processor"
