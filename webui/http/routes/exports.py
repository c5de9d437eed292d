"""Files of a match: for spreadsheets, for programs, as a bundle; and bundles of another Tableside."""

import json
import tempfile
from typing import IO, Any, Final

from flask import Response, render_template, request, send_file
from flask.typing import ResponseReturnValue

from webui.base.text import BOM
from webui.exports.bundle import HELD, Bundle, open_bundle, photographs, step_pictures
from webui.exports.kept import bundle_of
from webui.exports.spreadsheet import sheet_table, to_csv
from webui.exports.workbook import records_table, to_xlsx
from webui.http import shapes
from webui.http.api import Routes
from webui.http.bodies import BUNDLE_LIMIT
from webui.http.context import table_of, the_table, the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import caller, signed
from webui.http.requests import whole
from webui.http.roles import expect_imported, sight_of
from webui.match.matches import TableMatch
from webui.messages import exports as wording
from webui.serializers.matches import ended_at, match_json
from webui.serializers.sheet import hand_sheet, hand_sheet_json
from webui.table.importing import Importer, take_over
from webui.table.known import known_here

routes = Routes("exports", __name__)

_TYPES: Final = {
    "csv": "text/csv",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "zip": "application/zip",
}


@routes.page("/t/<int:number>/match.<any(csv, json, xlsx, zip):form>")
def download(number: int, form: str) -> ResponseReturnValue:
    """Return the match of a table as a file, the present one or `?number=n`; `zip` is its bundle."""
    table, words = table_of(number), the_words()
    found = _match(number)
    out: Any = tempfile.SpooledTemporaryFile(HELD)  # noqa: SIM115 - the response closes it
    match form:
        case "csv":
            out.write(BOM + to_csv(sheet_table(found.match, words, found.entries, number)).encode())
        case "json":
            out.write(json.dumps(hand_sheet_json(found.match, words), ensure_ascii=False).encode())
        case "xlsx":
            out.write(to_xlsx(found.match, found.entries, words, number))
        case _:
            bundle_of(out, table.records, found.match, found.entries, sight_of(number))
    size = out.tell()
    out.seek(0)
    day = found.entries[0].when[:10]
    response = send_file(
        out, _TYPES[form], as_attachment=True, download_name=f"match-{day}-{found.number}.{form}", max_age=0
    )
    response.content_length = size
    response.call_on_close(out.close)
    return response


@routes.page("/t/<int:number>/records.csv")
def records(number: int) -> Response:
    """Return the records of a table's match as they are stored, the present one or `?number=n`."""
    found = _match(number)
    written = BOM + to_csv(records_table(found.match, found.entries, the_words())).encode()
    name = f"records-{found.entries[0].when[:10]}-{found.number}.csv"
    return Response(written, mimetype="text/csv", headers={"Content-Disposition": f"attachment; filename={name}"})


def _match(number: int) -> TableMatch:
    matches = table_of(number).matches
    asked = whole("number", None)
    found = matches.get(asked)
    if found:
        return found
    if asked is not None:
        raise RequestError(404, "no-such-match", number=asked)
    raise RequestError(404, "no-match", number=number)


@routes.page("/open")
def page() -> str:
    """Return the page for opening a bundle."""
    return render_template("open.html", table=the_table().number)


@routes.post("/api/bundles", role="table", gives=shapes.BundleAnswer, file="bundle", largest=BUNDLE_LIMIT)
def opened() -> shapes.BundleAnswer:
    """Return the contents of a bundle, sent as `bundle` in a form: its match, failed verifications, and what is known
    of it here. Nothing is stored."""
    words = the_words()
    bundle, _ = _sent()
    found = TableMatch(bundle.records[0].number, bundle.records, bundle.match)
    here = known_here(the_tables().records, bundle.records)
    shown = shapes.BundleAnswer(
        ok=True,
        sound=bundle.sound,
        seal=bundle.seal,
        made=bundle.made,
        records=len(bundle.records),
        photos=list(bundle.photos),
        match=hand_sheet(bundle.match, words),
        problems=[
            shapes.BundleProblem(found.kind, dict(found.about), wording.problem(words, found))
            for found in bundle.problems
        ],
        notes=[
            shapes.BundleProblem(found.kind, dict(found.about), wording.note(words, found)) for found in bundle.notes
        ],
        known=None if here is None else here.differs is None,
        here=wording.known_here(words, here),
        seals=list(bundle.seals),
        began=bundle.records[0].number,
        started=bundle.records[0].when,
        drawn="",
    )
    drawn = {"match": match_json(found, words), "ended": ended_at(found), "consistent": wording.CONSISTENT}
    shown.drawn = render_template("opened.html", bundle=shown, **drawn)
    return shown


@routes.post(
    "/api/tables/<int:number>/bundles",
    role="referee",
    gives={200: shapes.BundleKept, 201: shapes.BundleKept},
    file="bundle",
    largest=BUNDLE_LIMIT,
)
def taken_over(number: int) -> tuple[shapes.BundleKept, int]:
    """Import the match of a bundle, sent as `bundle` in a form, as the last match of a table.

    A record after them says who imported them. One that the sender may not record, or that belongs to a round of an
    event, needs a tournament director. A table's computer imports none: its hall does not take acts of others from it.

    201 once it is on the disk; 200 if all of it is stored already. 409 if a match is being played there, or a record
    with the same id has other contents.
    """
    table = table_of(number)
    if table.outbox:
        raise RequestError(409, "import-at-rig")
    bundle, file = _sent()
    here = table.records.journal.places([entry.id for entry in bundle.records])
    expect_imported(entry for entry in bundle.records if entry.id not in here)
    whole, pictures = (bundle.to_keep(), bundle.hands, photographs(file)), step_pictures(file)
    by = Importer(signed(None), caller().recorded, bundle.seal)
    taken = take_over(table.records, number, bundle.match.rules, by, *whole, bundle.followed, pictures)
    found = the_tables().get(taken.table)
    if found:
        found.others.catch_up()
    kept = shapes.BundleKept(ok=True, table=taken.table, number=taken.match, records=taken.records, photos=taken.photos)
    return kept, 201 if taken.records else 200


def _sent() -> tuple[Bundle, IO[bytes]]:
    """Return the bundle of the request, opened and verified, and its file."""
    sent = request.files.get("bundle")
    if sent is None:
        raise RequestError(400, "no-bundle")
    return open_bundle(sent.stream), sent.stream
