"""Sets of tiles on the page: shown, named, chosen, forgotten."""

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scoring.tiles import FACES
from vision.image import ImageError, open_image
from vision.tilesets.prototypes import SetError, place_of
from webui.routes.context import the_table, the_words
from webui.routes.errors import Refusal
from webui.routes.requests import json_body
from webui.table.pictures import NothingSeen
from webui.table.tilesets import Draft, Shelf, TooMany
from webui.words.errors import vision_error

blueprint = Blueprint("sets", __name__)


@blueprint.get("/sets")
def page() -> str:
    return render_template("sets.html", shelf=_shelf().to_dict())


@blueprint.get("/api/sets")
def sets() -> ResponseReturnValue:
    return jsonify(ok=True, **_shelf().to_dict())


@blueprint.get("/api/sets/<name>.png")
def picture(name: str) -> ResponseReturnValue:
    """The set itself: its file, which is a picture of its tiles."""
    try:
        data = place_of(_shelf().folder, name).read_bytes()
    except (SetError, OSError) as error:
        raise Refusal(404, f"There is no set {name[:40]}", "Load the page again") from error
    return Response(data, mimetype="image/png")


@blueprint.put("/api/sets")
def choose() -> ResponseReturnValue:
    """Takes `{"chosen": name}`, or null to read any tiles."""
    name = json_body().get("chosen")
    if name is not None and not isinstance(name, str):
        raise Refusal(400, f"chosen should be a name or null, got {name!r:.40}", "Load the page again")
    try:
        _shelf().choose(name)
    except SetError as error:
        raise Refusal(409, "This set cannot be used", vision_error(the_words(), error)) from error
    the_table().reconsider()
    return sets()


@blueprint.delete("/api/sets/<name>")
def forget(name: str) -> ResponseReturnValue:
    try:
        _shelf().forget(name)
    except SetError as error:
        raise Refusal(404, "This set cannot be forgotten", vision_error(the_words(), error)) from error
    the_table().reconsider()
    return sets()


@blueprint.post("/api/sets/drafts")
def show() -> ResponseReturnValue:
    """A photo in the form field `photo` begins a set, or with `?draft=id` shows more of its tiles."""
    photo = request.files.get("photo")
    if photo is None:
        raise Refusal(400, "There is no picture in what was sent", "Send it as the form field photo")
    draft_id = request.args.get("draft", "")
    try:
        draft = _shelf().show(open_image(photo.read()), draft_id)
    except (ImageError, NothingSeen) as error:
        name = (photo.filename or "The picture")[-60:]
        fix = vision_error(the_words(), error) if isinstance(error, ImageError) else str(error)
        raise Refusal(422, f"{name} cannot be read", fix) from error
    except TooMany as error:
        raise Refusal(409, "No more photographs are taken", str(error)) from error
    return _answer(draft or _gone(draft_id), 201)


@blueprint.get("/api/sets/drafts/<draft_id>/<int:tile>.jpg")
def preview(draft_id: str, tile: int) -> ResponseReturnValue:
    previews = _draft(draft_id).previews
    if tile >= len(previews):
        raise Refusal(404, f"There is no tile {tile}", f"There are {len(previews)}")
    response = Response(previews[tile], mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = 3600
    return response


@blueprint.put("/api/sets/drafts/<draft_id>")
def say(draft_id: str) -> ResponseReturnValue:
    """Takes `{"said": {"3": "5m", "7": null}}`, all that was said; answers with the tiles as they are named then."""
    said = json_body().get("said")
    if not isinstance(said, dict) or not all(k.isdecimal() and (v is None or v in FACES) for k, v in said.items()):
        raise Refusal(400, "said should map numbers of tiles to their codes", "Load the page again")
    try:
        draft = _shelf().say(draft_id, {int(k): None if v is None else FACES.index(v) for k, v in said.items()})
    except ValueError as error:
        raise Refusal(400, str(error), "Load the page again") from error
    return _answer(draft or _gone(draft_id))


@blueprint.post("/api/sets/drafts/<draft_id>")
def keep(draft_id: str) -> ResponseReturnValue:
    """Takes `{"name": …}`, with `"anew": true` where the set of that name is to be replaced."""
    body = json_body()
    name = body.get("name")
    if not isinstance(name, str):
        raise Refusal(400, "The set needs a name", "Give it one")
    try:
        _shelf().keep(_draft(draft_id), name.strip(), anew=body.get("anew") is True)
    except FileExistsError as error:
        raise Refusal(409, f"There is a set called {name[:40]} already", "Give another name, or replace it") from error
    except SetError as error:
        raise Refusal(422, "This set cannot be kept", vision_error(the_words(), error)) from error
    the_table().reconsider()
    return sets()


def _shelf() -> Shelf:
    shelf = current_app.extensions.get("shelf")
    if not isinstance(shelf, Shelf):
        raise Refusal(404, "No sets of tiles are kept here", "Start the page with `tableside serve`")
    return shelf


def _draft(draft_id: str) -> Draft:
    return _shelf().draft(draft_id) or _gone(draft_id)


def _gone(draft_id: str) -> Draft:
    raise Refusal(404, f"The set {draft_id[:20]} is not being learnt any more", "Photograph it again")


def _answer(draft: Draft, status: int = 200) -> ResponseReturnValue:
    return jsonify(ok=True, draft=draft.to_dict()), status
