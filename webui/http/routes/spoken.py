"""The play at a table, spoken: the page of a player who cannot see the table, and what it speaks."""

from contextlib import suppress
from typing import Final, get_args

from flask import render_template, request

from webui.http import shapes
from webui.http.api import Routes
from webui.http.context import table_of, the_words
from webui.http.identity import viewer
from webui.http.requests import whole
from webui.records.errors import RecordsError
from webui.serializers.spoken import Called, spoken_json

routes = Routes("spoken", __name__)

_LATEST: Final = 1 << 53
"""Largest number that a page counts exactly."""

CALLED: Final[tuple[Called, ...]] = get_args(Called)


@routes.page("/t/<int:table>/spoken")
def page(table: int) -> str:
    """Return the page on which each discard and call of a table is spoken as the camera sees it, for its players."""
    at, play = table_of(table), None
    with suppress(RecordsError):  # the page asks, and says so
        play = spoken_json(at, None, 0, CALLED[0], "", the_words()) if viewer().may("player") else None
    return render_template("spoken.html", table=at.number, play=play, called=CALLED[0])


@routes.get(
    "/api/tables/<int:table>/spoken",
    role="player",
    gives=shapes.Spoken,
    query={"after": "integer", "heard": "integer", "called": "string", "me": "string"},
)
def lines(table: int) -> shapes.Spoken:
    """Return what is spoken of the play at a table whose camera follows it, after the numbers of the answer before:
    `after` its `last`, `heard` its `heard`. Without `heard` it is the journal's alone, some seconds later.

    `called` names the players by `winds`, `names` or `places` as `me`, a player, sees them.
    """
    at, asked = table_of(table), request.args.get("called", "winds")
    called: Called = next((each for each in CALLED if each == asked), "winds")
    after = whole("after", 0) if "after" in request.args else None
    heard = whole("heard", 0, most=_LATEST) if "heard" in request.args else None
    return shapes.granted(shapes.Spoken, spoken_json(at, after, heard, called, request.args.get("me", ""), the_words()))
