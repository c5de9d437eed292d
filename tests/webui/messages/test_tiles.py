"""Names of the 42 faces."""

import pytest

from scoring.tiles import FACES
from webui.messages import Messages
from webui.messages.tiles import tile


@pytest.mark.parametrize("lang", ["en", "zh", "zh_Hant", "ja"])
def test_every_face_has_a_name_of_its_own(lang: str) -> None:
    names = [tile(Messages.of(lang), code) for code in (*FACES, None)]
    assert all(names)
    assert len({*names}) == len(names)


@pytest.mark.parametrize(
    ("lang", "code", "name"),
    [("en", "5p", "5 Dots"), ("en", "1s", "1 Bamboo"), ("en", "E", "East"), ("zh", "5p", "五筒"), ("zh", "1m", "一万")],
)
def test_a_name(lang: str, code: str, name: str) -> None:
    assert tile(Messages.of(lang), code) == name
