"""The set-up of a table: its steps, what a picture is worth, settings of a camera."""

import pytest

from vision.live.sources.controls import ControlSetting
from vision.table.check import Check
from webui.messages import Messages
from webui.serializers.setup import check_json, setting_json, setup_json
from webui.table.table import Table

ENGLISH = Messages.of("en")


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_an_aspect_of_a_picture_has_its_grade_and_a_remedy_in_words(lang: str) -> None:
    good, poor = (check_json(Check("light", 61.23456, grade), Messages.of(lang)) for grade in ("good", "bad"))
    assert (good.aspect, good.value, good.grade) == ("light", 61.235, "good")
    assert good.grade_says != poor.grade_says
    assert poor.fix
    assert all(each.title and each.says for each in (good, poor))


def test_a_setting_keeps_its_bounds_and_is_named() -> None:
    shown = setting_json(ControlSetting("exposure", 5, 1, 9, 2), True, ENGLISH)
    assert (shown.name, shown.value, shown.least, shown.most, shown.step, shown.fixed) == ("exposure", 5, 1, 9, 2, True)
    assert shown.title
    assert shown.says


def test_a_new_table_has_neither_camera_nor_box_and_offers_every_language(table: Table) -> None:
    found = setup_json(table, None, False, ENGLISH)
    assert (found.name, found.rules, found.screen, found.tileset) == ("", "mcr", None, None)
    camera, box = found.camera, found.box
    assert camera.name is None
    assert not any((camera.given, camera.none, camera.missing, camera.follows))
    assert (box.address, box.given, box.none, box.line) == (None, False, False, None)
    assert not any(each.done for each in found.steps if each.step in ("camera", "box"))
    assert {"en", "zh", "ja"} <= {*found.languages}
