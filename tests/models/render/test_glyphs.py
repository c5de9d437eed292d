"""Fonts: which characters they have, and which imitate a brush."""

import pytest

from models.render.glyphs import FaceSources, Font, writes

pytestmark = pytest.mark.long  # makes pictures and weights, which no user does


@pytest.fixture(scope="module")
def sources() -> FaceSources:
    try:
        return FaceSources.find()
    except FileNotFoundError as error:
        pytest.skip(str(error))


def test_a_font_says_what_it_can_write(sources: FaceSources) -> None:
    assert writes(sources.chinese[0], "九萬") or writes(sources.chinese[0], "九万")
    assert not writes(sources.latin[0], "\U0010fffd")


def test_brushed_fonts_are_told_by_their_names() -> None:
    assert Font("/fonts/TW-Kai-98_1.ttf").brushed
    assert Font("/fonts/arphic/ukai.ttc").brushed
    assert not Font("/fonts/NotoSansCJK-Bold.ttc").brushed
    assert not Font("/fonts/kaisei-decol-400.ttf").brushed
