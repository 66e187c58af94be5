"""How a phone trusts this computer, once, where that speaks https itself (TLS=1); elsewhere no such page."""

from __future__ import annotations

from flask import Response, abort, current_app, redirect, render_template, request
from flask.typing import ResponseReturnValue

from serving.certificates import Certificates
from views.home import bp
from views.web.addresses import secure_address


@bp.get("/trust")
def trust() -> ResponseReturnValue:
    return render_template(
        "home/trust/show.html",
        address=_secure(),
        fingerprint=_certificates().fingerprint(),
        is_secure=request.is_secure,
    )


@bp.get("/trust/turn-eight.crt")
def certificate() -> ResponseReturnValue:
    """The authority's, which holds nothing secret. Not as an attachment: an iPhone would not install it."""
    _secure()
    return Response(_certificates().authority.read_bytes(), mimetype="application/x-x509-ca-cert")


@bp.get("/trust/https")
def try_https() -> ResponseReturnValue:
    """Redirect to https."""
    return redirect(_secure(), 303)


def _secure() -> str:
    return secure_address() or abort(404)


def _certificates() -> Certificates:
    """Those that are served with; the authority may have been taken back meanwhile."""
    certificates: Certificates = current_app.config["CERTIFICATES"]
    if not certificates.authority.exists():
        abort(404)
    return certificates
