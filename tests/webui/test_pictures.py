"""The pictures of README: that they are there, and that the command makes them."""

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.ordeals.served import serving
from tests.pictures import FOLDER, LANGUAGES, MOST, SHOTS, play, taken
from tests.structure import ROOT

READMES = {"en": "README.md", "zh": "README.zh.md"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_readme_shows_pictures_in_its_language_that_exist(lang: str) -> None:
    text = (ROOT / READMES[lang]).read_text("utf-8")
    shown = set(re.findall(r'(?:\]\(|src=")(tests/data/[^)"]+)', text))
    assert {ROOT / path for path in shown if "pictures" in path} == {
        FOLDER / lang / f"{shot[0]}.webp" for shot in SHOTS
    }
    for path in shown:
        with Image.open(ROOT / path) as picture:
            assert picture.width >= 390


def test_they_are_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.webp")) <= MOST


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_makes_one_as_large_as_the_one_shown(browser: Browser, lang: str) -> None:
    """The sheet, which needs no reading: the cheapest."""
    shot = next(each for each in SHOTS if each[0] == "sheet")
    with serving("--memory") as (_, address):
        play(address, LANGUAGES[lang])
        made = Image.open(io.BytesIO(taken(browser, address, lang, shot)))
    with Image.open(FOLDER / lang / "sheet.webp") as kept:
        assert made.size == kept.size
        assert len(made.convert("L").getcolors(256) or ()) > 50, "letters and lines, not a blank page"
