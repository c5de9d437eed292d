"""Health of the server and its parts, for monitoring programs."""

from importlib.metadata import version

from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import the_table
from webui.records.errors import RecordsError
from webui.table.table import Table

routes = Routes("health", __name__)


@routes.get("/api/health", gives=shapes.HealthAnswer)
def health() -> tuple[shapes.HealthAnswer, int]:
    """Return the version, and the state of the database, the camera and the box; null for a missing one.

    `hall` has the number of records that the database of a hall lacks, and the reason. `workers` is the number of
    processes that read photos for the hall.

    The database is "ok", "memory" if nothing is on a disk, or the kind of its error, with status 503; writing is tested
    at most every 10 seconds.
    """
    table = the_table()
    workers = None
    try:
        table.records.journal.tables()
        trouble = table.records.probe.trouble() if table.records.lasting else None
        database = trouble.kind if trouble else "ok" if table.records.lasting else "memory"
        workers = table.pictures.elsewhere.state().workers if table.pictures.elsewhere else None
    except RecordsError as error:
        database = error.kind
    well = database in ("ok", "memory")
    answer = shapes.HealthAnswer(
        ok=well,
        version=version("tableside"),
        database=database,
        camera=table.equipment.feed.camera.health().state if table.equipment.feed else None,
        box=table.session.box.state().phase if table.session.box else None,
        hall=_hall(table),
        workers=workers,
    )
    return answer, 200 if well else 503


def _hall(table: Table) -> shapes.HallLine | None:
    if table.outbox is None:
        return None
    state = table.outbox.state
    return shapes.HallLine(state.waiting, state.trouble.kind if state.trouble else None)
