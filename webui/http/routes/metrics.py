"""`/metrics` for a Prometheus server; it names no person or hand."""

import time
from collections.abc import Iterable
from typing import Final

from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from webui.base.metrics import REQUEST_SECONDS, REQUESTS
from webui.hand.pictures import QueueState
from webui.http.api import Routes
from webui.http.context import the_tables
from webui.http.site import the_site
from webui.records.database.journal import written
from webui.records.errors import RecordsError
from webui.records.sync.leases import devices
from webui.table.tables import Tables

routes = Routes("metrics", __name__)

LIVE: Final = "live"
CONNECTED: Final = "connected"


class _State(Collector):
    """The state of the application at the request."""

    def collect(self) -> Iterable[Metric]:
        of = CounterMetricFamily(
            "tableside_records_written", "Records that this process wrote, by what they are of.", labels=("of",)
        )
        for kind, count in written.items():
            of.add_metric((kind,), count)
        yield of
        yield GaugeMetricFamily("tableside_event_streams", "Open streams of events.", the_site().viewers.count)
        tables = the_tables()
        table = tables.own
        waiting = table.pictures.queue.sent
        yield GaugeMetricFamily("tableside_photographs_waiting", "Photographs sent that wait or are read.", waiting)
        if table.equipment.feed:
            up = float(table.equipment.feed.camera.health().state == LIVE)
            yield GaugeMetricFamily("tableside_camera_up", "Whether the camera sends pictures.", up)
        if table.session.box:
            up = float(table.session.box.state().phase == CONNECTED)
            yield GaugeMetricFamily("tableside_box_up", "Whether the table box is connected.", up)
        if table.outbox:
            state = table.outbox.state
            yield GaugeMetricFamily("tableside_outbox_waiting", "Records and hands that the hall lacks.", state.waiting)
            up = float(state.trouble is None)
            yield GaugeMetricFamily("tableside_outbox_up", "Whether the hall takes what this device sends.", up)
            refused = float(state.refused is not None)
            yield GaugeMetricFamily(
                "tableside_outbox_refused", "Whether the hall refuses what this device sends.", refused
            )
        free = tables.records.probe.free()
        if free is not None:
            yield GaugeMetricFamily("tableside_disk_free_bytes", "Free bytes of the disk that records lie on.", free)
        if tables.records.lasting:
            writable = float(tables.records.probe.trouble() is None)
            yield GaugeMetricFamily("tableside_records_writable", "Whether anything can be recorded.", writable)
        try:
            kept = [
                *_of_tables(tables),
                *(_of_queue(table.pictures.elsewhere.state()) if table.pictures.elsewhere else ()),
            ]
        except RecordsError:
            kept = []
        yield GaugeMetricFamily("tableside_database_up", "Whether the database answers.", float(bool(kept)))
        yield from kept


def _of_tables(tables: Tables) -> Iterable[Metric]:
    """Return the database's counts of all tables, whichever server or device wrote them."""
    yield GaugeMetricFamily("tableside_tables", "Tables of this server or its hall.", len(tables.numbers))
    records = GaugeMetricFamily("tableside_table_records", "Records of a table, whoever wrote them.", labels=("table",))
    for number, count in tables.records.journal.counts().items():
        records.add_metric((str(number),), count)
    yield records
    used = tables.records.database.connections()
    if used:
        yield GaugeMetricFamily("tableside_database_connections", "Connections of PostgreSQL in use.", used[0])
        yield GaugeMetricFamily("tableside_database_connections_most", "Connections that PostgreSQL takes.", used[1])
    silent = GaugeMetricFamily(
        "tableside_table_silent_seconds", "Seconds since the device was heard of that has a table.", labels=("table",)
    )
    for number, seconds in devices(tables.records.database).items():
        silent.add_metric((str(number),), seconds)
    yield silent


def _of_queue(state: QueueState) -> Iterable[Metric]:
    """Return the state of the queue of photos, for all servers of the hall."""
    yield GaugeMetricFamily("tableside_queue_workers", "Workers that live.", state.workers)
    yield GaugeMetricFamily("tableside_queue_waiting", "Photographs that no worker has taken.", state.waiting)
    yield GaugeMetricFamily("tableside_queue_being_read", "Photographs that a worker reads.", state.being_read)
    yield GaugeMetricFamily("tableside_queue_stalled", "Photographs whose worker has ended.", state.stalled)


def register(app: Flask) -> None:
    """Count the requests of an application, and answer `/metrics`."""
    app.after_request(_count)
    app.register_blueprint(routes.blueprint)


@routes.page("/metrics")
def metrics() -> Response:
    """Return the counts of this process, the state of its own table, and its database's counts, for Prometheus."""
    state = CollectorRegistry()
    state.register(_State())
    return Response(generate_latest(REGISTRY) + generate_latest(state), content_type=CONTENT_TYPE_LATEST)


def _count(response: Response) -> Response:
    endpoint = request.endpoint or "none"
    method = request.method if request.method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS") else "other"
    REQUESTS.labels(endpoint, method, str(response.status_code)).inc()
    REQUEST_SECONDS.labels(endpoint).observe(time.perf_counter() - g.began)
    return response
