"""Sentences of the settings of a camera."""

from typing import get_args

from vision.live.sources.controls import ControlName
from webui.messages.controls import EFFECTS, TITLES


def test_every_setting_has_a_name_and_says_what_fixing_it_does() -> None:
    assert {*TITLES} == {*EFFECTS} == {*get_args(ControlName)}
    assert len({*TITLES.values()}) == len(TITLES)
