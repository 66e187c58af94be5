"""A file for a phone to keep: what it is called, and that it is kept and not shown."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

from flask import Response

LONGEST = 80
UNFIT = str.maketrans(dict.fromkeys('/\\:*?"<>|', " "))  # some system refuses each of these


def attached(response: Response, name: str, ending: str) -> Response:
    """The answer as a file called `name`; for old programs also without what is not ASCII (RFC 5987)."""
    told = file_name(name)
    plain = unicodedata.normalize("NFKD", told).encode("ascii", "ignore").decode()
    plain = " ".join(plain.split()) or "turn-eight"
    full = quote(f"{told}.{ending}", safe="")
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain}.{ending}\"; filename*=UTF-8''{full}"
    )
    return response


def file_name(text: str) -> str:
    """What every system takes for a file's name, without its ending."""
    fit = "".join(c for c in text.translate(UNFIT) if unicodedata.category(c)[0] != "C")
    return " ".join(fit.split())[:LONGEST].strip(". ") or "turn-eight"
