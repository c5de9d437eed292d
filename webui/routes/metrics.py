"""`/metrics`: what a Prometheus server asks for; nothing of it names a person or a hand."""

import time
from collections.abc import Iterable
from typing import Final

from flask import Blueprint, Flask, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from webui.metrics import REQUEST_SECONDS, REQUESTS
from webui.routes.context import the_tables

blueprint = Blueprint("metrics", __name__)

LIVE: Final = "live"
CONNECTED: Final = "connected"


class _State(Collector):
    """What the application stands at when it is asked."""

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily(
            "tableside_event_streams", "Open streams of events.", current_app.extensions["viewers"].count
        )
        table = the_tables().own
        waiting = table.readings.sent
        yield GaugeMetricFamily("tableside_photographs_waiting", "Photographs sent that wait or are read.", waiting)
        if table.feed:
            up = float(table.feed.camera.health().state == LIVE)
            yield GaugeMetricFamily("tableside_camera_up", "Whether the camera sends pictures.", up)
        if table.session.box:
            up = float(table.session.box.state().phase == CONNECTED)
            yield GaugeMetricFamily("tableside_box_up", "Whether the table box is connected.", up)


def register(app: Flask) -> None:
    """Counts the requests of an application, and answers `/metrics`."""
    app.before_request(_begin)
    app.after_request(_count)
    app.register_blueprint(blueprint)


@blueprint.get("/metrics")
def metrics() -> Response:
    """The counts of this process and the state of its own table, in Prometheus' text format."""
    state = CollectorRegistry()
    state.register(_State())
    return Response(generate_latest(REGISTRY) + generate_latest(state), content_type=CONTENT_TYPE_LATEST)


def _begin() -> None:
    g.began = time.perf_counter()


def _count(response: Response) -> Response:
    endpoint = request.endpoint or "none"
    method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"
    REQUESTS.labels(endpoint, method, str(response.status_code)).inc()
    if "began" in g:
        REQUEST_SECONDS.labels(endpoint).observe(time.perf_counter() - g.began)
    return response
