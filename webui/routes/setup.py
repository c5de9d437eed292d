"""Setting a table up: its page, and the check of the camera's picture."""

from typing import Any

from flask import Blueprint, current_app, jsonify, render_template
from flask.typing import ResponseReturnValue

from scoring import RULES
from vision.table.check import Check, check
from webui.routes.context import table_of, the_table, the_words
from webui.routes.errors import RequestError
from webui.routes.requests import json_body
from webui.table.naming import LONGEST, is_name, name_of, name_table
from webui.words import Words
from webui.words import check as wording
from webui.words import scoring as rules_wording

blueprint = Blueprint("setup", __name__)


@blueprint.get("/setup")
def page() -> str:
    """The page on which a camera is set up, with ways to all else that belongs to a table."""
    table = the_table()
    return render_template(
        "setup.html",
        longest=LONGEST,
        live=table.feed is not None,
        camera=table.feed.camera.name if table.feed else "",
        tilesets=current_app.extensions["tilesets"],
        rules=rules_wording.rules(the_words(), RULES[table.in_force]) if table.in_force in RULES else table.in_force,
        calibrated=table.rig.calibration is not None,
    )


@blueprint.get("/api/setup/check")
def checked() -> ResponseReturnValue:
    """Checks the newest picture of the camera that was looked at: each aspect, how good it is, what to change."""
    table = the_table()
    if table.feed is None:
        raise RequestError(404, "no-camera")
    look = table.feed.newest
    if look is None:
        raise RequestError(409, "camera-opening")
    found = check(look.picture, look.sight.evidence if look.sight else None, table.rig.calibration)
    height, width = look.picture.shape[:2]
    words = the_words()
    return jsonify(ok=True, number=look.number, size=[width, height], checks=[_json(each, words) for each in found])


@blueprint.put("/api/tables/<int:number>/name")
def name(number: int) -> ResponseReturnValue:
    """Names the table, such as `{"name": "Window"}`; an empty name takes it away."""
    table, given = table_of(number), json_body().get("name")
    if not is_name(given):
        raise RequestError(400, "not-a-table-name", got=f"{given!r:.60}", most=LONGEST)
    name_table(table, str(given))
    return jsonify(ok=True, name=name_of(table))


def _json(each: Check, words: Words) -> dict[str, Any]:
    return {
        "aspect": each.aspect,
        "value": round(each.value, 3),
        "grade": each.grade,
        "title": wording.aspect(words, each),
        "says": wording.value(words, each),
        "grade_says": wording.grade(words, each),
        "fix": wording.fix(words, each),
    }
