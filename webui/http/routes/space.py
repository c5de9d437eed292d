"""Storage space of photos, deleting them to free space, and a backup."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from functools import cache
from pathlib import Path

from flask import render_template, send_file
from flask.typing import ResponseReturnValue

from webui.access.pin import SKIPPED
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import the_table, the_tables
from webui.http.errors import RequestError
from webui.http.identity import caller, signed
from webui.match.matches import Matches
from webui.match.pruning import Pruning, plan, prune
from webui.records.archive.backup import back_up

routes = Routes("space", __name__)


@routes.page("/photos")
def page() -> str:
    """Return the page for deleting photos."""
    return render_template("photos.html")


@routes.get("/api/photos", gives=shapes.PruningAnswer)
def photos() -> shapes.PruningAnswer:
    """Return the number of stored photos, and their size in bytes."""
    return _answer(plan(the_table().records, _matches_of()), removed=False)


@routes.post("/api/photos/prune", role="chief", gives=shapes.PruningAnswer, body=posted.PostedPruning)
def remove(body: posted.PostedPruning) -> shapes.PruningAnswer:
    """Return the space that deleting photos by age or size would free; with `"remove": true` they are deleted, with
    records.

    `"older"` is in days, `"larger"` in megabytes that may stay, `"most"` the greatest number, the oldest first;
    `"reason"` is for the record.
    """
    table, matches_of = the_table(), _matches_of()
    found = plan(table.records, matches_of, body.older, body.larger)
    if body.most is not None:
        found = found.part(0, body.most)
    if body.remove and found.photos:
        prune(table.records, matches_of, found, signed(None), caller().recorded, body.reason)
    return _answer(found, body.remove)


@routes.get("/api/backup.zip", role="chief", gives=("application/zip",))
def backup() -> ResponseReturnValue:
    """Return the whole storage in one file for `tableside restore`.

    Not for a server with records in memory, or in PostgreSQL: `tableside backup --db` writes those.
    """
    records = the_table().records
    if not records.lasting or records.folder is None:
        raise RequestError(409, "nothing-lasts")
    if records.shared:
        raise RequestError(409, "backup-by-command")
    with ExitStack() as stack:
        room = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=records.folder, prefix=".backup-")))
        file = room / "all.zip"
        back_up(records.folder, file, (*SKIPPED, room.name))
        day = f"{datetime.now().astimezone():%Y-%m-%d}"
        response = send_file(file, "application/zip", as_attachment=True, download_name=f"tableside-{day}.zip")
        response.direct_passthrough = False  # otherwise the end of sending the file is not reported
        response.call_on_close(stack.pop_all().close)
    return response


def _matches_of() -> Callable[[int], Matches]:
    """Return a function for the matches of each table with records, shared with this server's tables."""
    tables = the_tables()

    @cache
    def matches_of(number: int) -> Matches:
        table = tables.get(number)
        return table.matches if table else Matches(tables.records.journal, number, tables.own.rules)

    return matches_of


def _answer(found: Pruning, removed: bool) -> shapes.PruningAnswer:
    return shapes.PruningAnswer(
        ok=True,
        removed=removed,
        photos=len(found.photos),
        freed=found.freed,
        until=found.newest,
        kept=found.kept,
        size=found.size,
        playing=found.playing,
    )
