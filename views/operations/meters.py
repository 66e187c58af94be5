"""The metrics and where their values come from."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy.exc import SQLAlchemyError

from models import db


class Meters(Collector):
    """gauges: {name: (description, function that returns the value)}."""

    content_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "turn_eight_requests", "Requests answered", ("route", "method", "status"), registry=self.registry
        )
        self.seconds = Histogram(
            "turn_eight_request_seconds", "Until the answer is begun", ("route",), registry=self.registry
        )
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def text(self) -> bytes:
        """The metrics of all processes of this machine where they count into one folder, else of this one."""
        together = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        counted: Collector = MultiProcessCollector(None) if together else self.registry
        return generate_latest(counted) + generate_latest(self)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Leave out a gauge whose query fails: the others are needed all the more."""
        for name, (about, value) in self.gauges.items():
            try:
                yield GaugeMetricFamily(name, about, value())
            except SQLAlchemyError:
                db.session.rollback()
