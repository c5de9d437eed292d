"""The set-up of a table as plain JSON: its steps, its camera and box, and the check of a picture."""

from typing import Any

from scoring import RULES
from vision.table.check import Check
from webui.messages import Messages
from webui.messages import check as wording
from webui.messages import scoring as rules_wording
from webui.messages.errors import camera
from webui.serializers.tables import box_json
from webui.table.equipment import BOX, CAMERA, is_chosen, kept_address
from webui.table.steps import screen_language, steps
from webui.table.table import Table
from webui.table.table_name import name_of
from webui.tilesets.tilesets import TileSets


def check_json(each: Check, words: Messages) -> dict[str, Any]:
    """One aspect of a picture: how good it is, and what to change."""
    return {
        "aspect": each.aspect,
        "value": round(each.value, 3),
        "grade": each.grade,
        "title": wording.aspect(words, each),
        "says": wording.value(words, each),
        "grade_says": wording.grade(words, each),
        "fix": wording.fix(words, each),
    }


def setup_json(table: Table, tilesets: TileSets | None, language: bool, words: Messages) -> dict[str, Any]:
    """How far a table is set up; a password in an address does not show.

    Args:
        table: The table.
        tilesets: The sets of tiles; None where none are kept.
        language: Whether somebody chose the language of the page.
        words: The language of the sentences.
    """
    feed, records, number = table.feed, table.records, table.number
    chosen = kept_address(records, number, CAMERA)
    return {
        "steps": [{"step": step, "done": done} for step, done in steps(table, tilesets, language).items()],
        "name": name_of(table),
        "rules": table.rules,
        "rules_says": rules_wording.rules(words, RULES[table.rules]),
        "screen": screen_language(table),
        "camera": {
            "name": camera(words, feed.camera.name) if feed else None,
            "given": "camera" in table.given,
            "none": feed is None and is_chosen(records, number, CAMERA) and chosen is None,
            "missing": feed is None and chosen is not None,
            "calibrated": table.rig.calibration is not None,
        },
        "box": {
            "address": kept_address(records, number, BOX) if table.session.box else None,
            "given": "box" in table.given,
            "none": table.session.box is None and is_chosen(records, number, BOX),
            "line": box_json(table.session, words),
        },
        "tileset": tilesets.chosen if tilesets else None,
    }
