"""Where a page about the rules leads back to: the table or the half-entered round it was opened from."""

from __future__ import annotations

import re

from flask import request

LONGEST = 300
# A path of this site: one slash, then nothing that a browser could read as another host.
LOCAL = re.compile(r"/(?![/\\])[A-Za-z0-9/_.~#?=&%-]*")


def way_back() -> str:
    """The path that the address names with `back`, "" where it names none or one of another site."""
    path = request.args.get("back", "")
    return path if len(path) <= LONGEST and LOCAL.fullmatch(path) else ""
