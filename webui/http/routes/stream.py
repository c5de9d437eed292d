"""The page that a stream lays over its picture: the play of one table, without a ground and without controls."""

from datetime import UTC, datetime

from flask import Response, render_template, request, url_for

from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.serializers.encoding import encoded
from webui.serializers.stream import obs_scenes, stream_json

routes = Routes("stream", __name__)


@routes.page("/stream/<int:number>")
def page(number: int) -> str:
    """Return the page of a table for a stream, 1920 by 1080, on a transparent ground."""
    at = table_of(number)
    return render_template("stream.html", number=number, shown=stream_json(at, datetime.now(UTC), the_words()))


@routes.get("/api/tables/<int:number>/stream/obs.json", gives=("application/json",), query={"lang": "string"})
def scene_collection(number: int) -> Response:
    """Return a scene collection of OBS: a scene with the page of a table for a stream.

    Parameters of the request are handed on to the page.
    """
    at = table_of(number).number
    address = url_for("stream.page", number=at, _external=True, **request.args.to_dict())
    name = the_words()("Table %(number)d", {"number": at})
    headers = {"Content-Disposition": f"attachment; filename=tableside-{at}.json"}
    return Response(encoded(obs_scenes(name, address)), mimetype="application/json", headers=headers)


@routes.get("/api/tables/<int:number>/stream", gives=shapes.Streamed)
def state(number: int) -> shapes.Streamed:
    """Return a table as a stream shows it, late by the delay that the set-up of the table has."""
    return shapes.granted(shapes.Streamed, stream_json(table_of(number), datetime.now(UTC), the_words()))
