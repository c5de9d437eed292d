"""The manual, the licences of the libraries in use, and the program's source."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from flask import Response, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from webui import source
from webui.help import manual
from webui.help.notices import notices
from webui.http.api import Routes
from webui.http.context import select_language
from webui.http.errors import RequestError
from webui.messages import Messages

routes = Routes("help", __name__)

OF_PAGES: Final[Mapping[str, str]] = {
    "pages.start": "first-hand",
    "pages.all_tables": "hall#all-tables",
    "pages.offline": "phones#without-a-network",
    "pages.round_the_table": "match#in-the-middle-of-the-table",
    "spoken.page": "match#the-play-spoken",
    "pages.hand_sheet": "match#the-match-sheet",
    "pages.all_hands": "first-hand#find-a-hand-again",
    "pages.appeal": "referee#look-closer",
    "deals.page": "referee#replay",
    "pages.hand": "first-hand#check-the-tiles",
    "calibration": "rig#calibration",
    "exports": "match#as-a-file",
    "hall": "hall#the-tournament-desk",
    "hall.me": "hall#the-players-phones",
    "people": "phones#roles",
    "referee": "referee",
    "rules": "rules",
    "setup": "rig#set-up",
    "space": "data",
    "tilesets": "tile-sets",
    "webhooks": "interface#webhooks",
    "year": "hall#the-clubs-year",
}
"""Parts of the manual that explain other pages, by the endpoint of these or by its blueprint.

A part is a page, with `#` and the English fragment of a heading if it is not the whole page.
"""

RUNNING: Final = "match#record-a-hand"
"""The part of the manual that explains the start page of a table while its match runs."""

OWN: Final = "tableside"
"""The name of the program's own licence among those of libraries."""


def explained_at() -> dict[str, str]:
    """Return `explained_at`, the address of the manual's page about the requested page, for all templates."""
    part = OF_PAGES.get(request.endpoint or "") or OF_PAGES.get(request.blueprint or "", manual.INDEX)
    return {"explained_at": part_address(part)}


def part_address(part: str) -> str:
    """Return the address of a part of the manual, as in `OF_PAGES`, in the reader's language."""
    name, _, heading = part.partition("#")
    fragment = manual.fragment(name, heading, select_language()) if heading else None
    return _address("page", name) + (f"#{fragment}" if fragment else "")


@routes.page("/help", "/help/<name>")
def page(name: str = manual.INDEX) -> str:
    """Show a page of the manual in the reader's language, or in English if it is not translated."""
    lang = select_language()
    found = manual.page(name, lang, _address)
    if found is None:
        raise RequestError(404, "not-found", path=f"/help/{name[:60]}")
    return render_template(
        "help.html",
        page=found,
        html=Markup(found.html),  # the program's own Markdown, drawn with raw HTML off
        contents=manual.contents(lang),
        written=Messages.of(found.lang).tag,
    )


@routes.page("/help/pictures/<path:name>")
def picture(name: str) -> ResponseReturnValue:
    """Answer with a picture of the manual."""
    file = manual.picture(name)
    if file is None:
        raise RequestError(404, "not-found", path=f"/help/pictures/{name[:60]}")
    return send_file(file, "image/svg+xml" if file.suffix == ".svg" else None)


@routes.page("/help/licences")
def licences() -> str:
    """Show the licence of the program and the notices of third parties."""
    told = [(each, _file_name(each.name) if each.texts else None) for each in notices()]
    return render_template("licences.html", told=told, own=OWN, contents=manual.contents(select_language()))


@routes.page("/help/licences/<name>.txt")
def licence(name: str) -> Response:
    """Answer with the licence texts of one library, or of the program itself."""
    if name == OWN:
        texts = source.licence()
    else:
        texts = next((each.texts for each in notices() if _file_name(each.name) == name), None)
    if not texts:
        raise RequestError(404, "not-found", path=f"/help/licences/{name[:60]}.txt")
    return Response(texts, mimetype="text/plain")


@routes.page("/source.zip")
def source_code() -> ResponseReturnValue:
    """Answer with the source of the running program."""
    name = "tableside-source.zip"
    with suppress(OSError):  # without room for it, it is made while it is sent
        return send_file(source.packed(), "application/zip", as_attachment=True, download_name=name)
    answer = Response(source.chunks(), mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=name)
    return answer


def _address(kind: str, name: str) -> str:
    """Return the address of a page or picture of the manual, or of an example of rules."""
    if kind == "rules":
        return url_for("rules.example", name=name)
    if kind == "picture":
        return url_for("help.picture", name=name)
    return url_for("help.page") if name == manual.INDEX else url_for("help.page", name=name)


def _file_name(name: str) -> str:
    """Return the name of a library for the address of its licence."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())
