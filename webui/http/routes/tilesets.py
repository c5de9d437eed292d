"""Tile sets: their page and JSON interface, for learning, naming, choosing and deleting them."""

from typing import NoReturn

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from scoring.tiles import FACES
from vision.image import open_image
from vision.tilesets.files import SetError, SetFileError, file_of
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.bodies import UPLOAD_LIMIT
from webui.http.context import the_hand, the_table, the_words
from webui.http.errors import RequestError
from webui.http.requests import sent_photo
from webui.http.site import the_site
from webui.serializers.tables import SetList, draft_json, tilesets_json
from webui.table.tile_learning import TileLearner
from webui.tilesets.drafts import Draft
from webui.tilesets.tilesets import TileSets

routes = Routes("tilesets", __name__)


@routes.page("/sets")
def page() -> str:
    """Return the page of tile sets."""
    the_site().expect_photo()
    return render_template("tilesets.html", tilesets=_shown())


@routes.get("/api/sets", gives=shapes.TileSetList)
def sets() -> shapes.TileSetList:
    """Return the stored sets, and the one in use."""
    return shapes.granted(shapes.TileSetList, _shown())


@routes.get("/api/sets/<name>.png", gives=("image/png",))
def picture(name: str) -> ResponseReturnValue:
    """Return a set's file, which is a picture of its tiles."""
    try:
        data = file_of(_tilesets().folder, name).read_bytes()
    except (SetError, OSError) as error:
        raise RequestError(404, "no-such-set", name=name[:40]) from error
    return Response(data, mimetype="image/png")


@routes.put("/api/sets", role="referee", gives=shapes.TileSetList, body=posted.Chosen)
def choose(body: posted.Chosen) -> shapes.TileSetList:
    """Choose the set to read by: `{"chosen": name}`, or null to read any tiles."""
    try:
        _tilesets().choose(body.chosen)
    except SetError as error:
        raise RequestError(_status(error, 409), "set-unusable", error) from error
    the_table().equipment.reconsider()
    return sets()


@routes.delete("/api/sets/<name>", role="referee", gives=shapes.TileSetList)
def forget(name: str) -> shapes.TileSetList:
    """Delete a set."""
    try:
        _tilesets().forget(name)
    except SetError as error:
        raise RequestError(_status(error, 404), "set-not-forgotten", error) from error
    the_table().equipment.reconsider()
    return sets()


@routes.put("/api/sets/learning", role="referee", gives=shapes.TileSetList, body=posted.SwitchedAnswers)
def switch(body: posted.SwitchedAnswers) -> shapes.TileSetList:
    """Switch learning from approved hands on or off: `{"on": true}`."""
    _learning().switch(body.on)
    return sets()


@routes.post("/api/sets/learning", role="referee", gives=shapes.TileSetList, body=posted.NamedSet)
def keep_learnt(body: posted.NamedSet) -> shapes.TileSetList:
    """Make a set of the hands learned while none was chosen: `{"name": …}`."""
    _learning()
    try:
        _tilesets().keep_learnt(body.name.strip())
    except SetError as error:
        raise RequestError(_status(error, 422), "set-not-kept", error) from error
    the_table().equipment.reconsider()
    return sets()


@routes.delete("/api/sets/learning/<hand_id>", role="referee", gives=shapes.TileSetList)
def take_back(hand_id: str) -> shapes.TileSetList:
    """Take back the tiles learned from a hand."""
    the_hand(hand_id)
    try:
        _learning().take_back(hand_id)
    except SetError as error:
        raise RequestError(_status(error, 409), "set-unusable", error) from error
    return sets()


@routes.post(
    "/api/sets/drafts",
    role="referee",
    gives={201: shapes.DraftAnswer},
    file="photo",
    largest=UPLOAD_LIMIT,
    query={"draft": "string"},
)
def add() -> tuple[shapes.DraftAnswer, int]:
    """Begin a draft with a photo in the form field `photo`; with `?draft=id` add it to that draft."""
    draft_id = request.args.get("draft", "")
    with sent_photo() as photo:
        add = _tilesets().add
        draft = the_table().pictures.queue.run_sent(lambda: add(open_image(photo()), draft_id))
    return _answer(draft or _gone(draft_id)), 201


@routes.get("/api/sets/drafts/<draft_id>/<int:tile>.jpg", gives=("image/jpeg",))
def preview(draft_id: str, tile: int) -> ResponseReturnValue:
    """Return the picture of one tile of a draft."""
    previews = _draft(draft_id).previews
    if tile >= len(previews):
        raise RequestError(404, "no-such-preview", tile=tile, count=len(previews))
    response = Response(previews[tile], mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = 3600
    return response


@routes.put("/api/sets/drafts/<draft_id>", role="referee", gives=shapes.DraftAnswer, body=posted.PostedWords)
def say(draft_id: str, body: posted.PostedWords) -> shapes.DraftAnswer:
    """Name tiles of a draft: `{"said": {"3": "5m", "7": null}}`, all names given so far."""
    said = body.said
    if not all(number.isdecimal() and (face is None or face in FACES) for number, face in said.items()):
        raise RequestError(400, "not-tile-names")
    draft = _tilesets().say(draft_id, {int(k): None if v is None else FACES.index(v) for k, v in said.items()})
    return _answer(draft or _gone(draft_id))


@routes.post("/api/sets/drafts/<draft_id>", role="referee", gives=shapes.TileSetList, body=posted.NamedSet)
def keep(draft_id: str, body: posted.NamedSet) -> shapes.TileSetList:
    """Store a draft as a set: `{"name": …}`, with `"anew": true` to replace the set of that name."""
    try:
        _tilesets().keep(_draft(draft_id), body.name.strip(), anew=body.anew)
    except SetError as error:
        raise RequestError(_status(error, 422), "set-not-kept", error) from error
    the_table().equipment.reconsider()
    return sets()


def _shown() -> SetList:
    return tilesets_json(_tilesets(), the_site().learning, the_words())


def _learning() -> TileLearner:
    learning = the_site().learning
    if learning is None:
        raise RequestError(404, "no-sets-here")
    return learning


def _tilesets() -> TileSets:
    tilesets = the_site().tilesets
    if tilesets is None:
        raise RequestError(404, "no-sets-here")
    return tilesets


def _status(error: SetError, otherwise: int) -> int:
    """Return 507 (RFC 4918, section 11.5) if the disk fails, else the given status."""
    return 507 if isinstance(error, SetFileError) else otherwise


def _draft(draft_id: str) -> Draft:
    return _tilesets().draft(draft_id) or _gone(draft_id)


def _gone(draft_id: str) -> NoReturn:
    raise RequestError(404, "draft-gone", id=draft_id[:20])


def _answer(draft: Draft) -> shapes.DraftAnswer:
    return shapes.DraftAnswer(ok=True, draft=draft_json(draft))
