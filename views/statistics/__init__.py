"""Statistics: who wins, who beats whom, records and ratings, over as many nights as are asked for."""

from __future__ import annotations

from flask import Blueprint

from views.web.addresses import GROUP

bp = Blueprint("statistics", __name__, url_prefix=f"{GROUP}/statistics")

from views.statistics import periods, ratings, rivals, statistics, years
