"""Sentences of the check of a picture."""

from typing import get_args

import pytest

from vision.table.check import Aspect, Check, Grade
from webui.messages import Messages
from webui.messages.check import aspect, fix, grade, value

ENGLISH = Messages.of("en")


@pytest.mark.parametrize("each", get_args(Aspect))
def test_every_aspect_has_a_name_a_value_and_a_remedy_unless_it_is_good(each: Aspect) -> None:
    for of in get_args(Grade):
        found = Check(each, 0.5, of)
        assert aspect(ENGLISH, found)
        assert value(ENGLISH, found)
        assert grade(ENGLISH, found) == of
        assert bool(fix(ENGLISH, found)) == (of != "good")


@pytest.mark.parametrize(
    ("each", "of", "digits"), [("sharpness", 0.424, "42"), ("light", 255.0, "100"), ("pixels", 31.6, "32")]
)
def test_shares_and_light_are_of_a_hundred(each: Aspect, of: float, digits: str) -> None:
    assert digits in value(ENGLISH, Check(each, of, "good"))
