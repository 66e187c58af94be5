"""QR codes, for the camera of another phone."""

from __future__ import annotations

import io

import segno
from markupsafe import Markup
from segno import DataOverflowError


def qr_code(address: str, *, error: str = "m") -> Markup | None:
    """The address as an SVG, None where it is too long for any code.

    White ground and quiet zone in both themes, or cameras fail. error: "l" holds more, "m" forgives more.
    """
    picture = io.BytesIO()
    try:
        code = segno.make_qr(address, error=error)
    except DataOverflowError:
        return None
    code.save(
        picture, kind="svg", xmldecl=False, svgns=True, border=4, dark="#000", light="#fff", omitsize=True
    )
    return Markup(picture.getvalue().decode())  # noqa: S704 - segno writes only paths
