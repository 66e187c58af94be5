"""The worker that keeps pages on the phone, and the page that stands for one that is not there."""

from __future__ import annotations

import json

from flask import Response, render_template, url_for
from flask.typing import ResponseReturnValue

from views.offline import bp
from views.offline.keeping import version_of_files
from views.web.pages import static


@bp.get("/service-worker.js")
def worker() -> ResponseReturnValue:
    """Its first line changes with any of the files that pages load, so that phones notice."""
    known = {
        "version": version_of_files(),
        "static": url_for("static", filename=""),
        "home": url_for("home.index"),
        "asks": [url_for("home.index"), url_for("home.phone")],
        "offline": url_for("offline.show"),
    }
    first, rest = json.dumps(known), json.dumps(static("js/offline/service-worker.js"))
    return Response(f"self.KNOWN={first};\nimportScripts({rest});\n", mimetype="text/javascript")


@bp.get("/offline")
def show() -> ResponseReturnValue:
    """Shown without a network instead of a page that this phone does not keep."""
    return render_template("offline/show.html")
