"""The pictures of README and of the manual: that they are there, and that the commands make them."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests import guide
from tests.ordeals.served import serving
from tests.pictures import FOLDER, LANGUAGES, MOST, SHOTS, play, taken
from tests.structure import ROOT

READMES = {"en": "README.md", "zh": "README.zh.md", "ja": "README.ja.md"}


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


@pytest.mark.long
@pytest.mark.parametrize("lang", guide.LOCALES)
def test_the_command_makes_pictures_of_the_manual_as_large_as_those_shown(
    browser: Browser, tmp_path: Path, lang: str
) -> None:
    """A rule book and the tournament desk, which need no reading: the cheapest."""
    names = ("rules", "seating", "hall")
    made = list(guide.make(browser, tmp_path, (lang,), names))
    assert sorted(file.stem for file in made) == sorted(names)
    for file in made:
        with Image.open(file) as picture, Image.open(guide.PICTURES / lang / file.name) as kept:
            assert picture.size == kept.size
            assert len(picture.convert("L").getcolors(256) or ()) > 50, "letters and lines, not a blank page"
