"""A camera of `tableside serve` that looks on its own while a match is played, with the real networks."""

from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from models.render.clips import film
from models.render.glyphs import FaceSources
from models.render.scene import Sources
from models.render.table import Scenery
from tests.browser.accessible import check
from tests.browser.test_match import begin
from tests.webui.commands.test_serve import served  # noqa: F401 - a fixture
from vision.image import Picture

PAIRS = "1122m3344p5566sE E"


class Rig:
    """A folder of pictures that a camera sends: what is put there last is what it sees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        folder.mkdir()

    def see(self, picture: Picture) -> None:
        self.count += 1
        part = self.folder / "part"
        part.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes())
        part.replace(self.folder / f"{self.count:03}.jpg")


@pytest.mark.long
def test_a_hand_is_shown_without_a_tap_recorded_by_one_and_goes_with_its_tiles(
    served: Callable[..., str],  # noqa: F811
    new_page: Callable[..., Page],
    tmp_path: Path,
) -> None:
    made = film("laid", 1, (1280, 720), Sources(FaceSources.find(None), Scenery.under(None)), hand=PAIRS)
    rig = Rig(tmp_path / "camera")
    rig.see(made.empty)
    address = served("--camera", str(rig.folder))
    phone = new_page(viewport={"width": 390, "height": 844})
    screen = new_page(viewport={"width": 1280, "height": 720})
    begin(phone, address)
    screen.goto(f"{address}/display/1")
    expect(screen.locator("#watches")).to_be_visible()
    expect(screen.locator("#laid article")).to_have_count(0)

    rig.see(made.scenes[0].image)
    expect(screen.locator("#laid .tile")).to_have_count(14)
    expect(screen.locator("#laid .winning .tile")).to_have_count(1)
    expect(phone.locator("#laid .tile")).to_have_count(14)
    rig.see(made.empty)
    expect(screen.locator("#laid article")).to_have_count(0)
    expect(phone.locator("#laid")).to_be_hidden()
    expect(phone.locator("#recent li")).to_have_count(0)
    rig.see(made.scenes[0].image)
    expect(screen.locator("#laid .tile")).to_have_count(14)
    phone.click("[data-key=winner-S]")
    phone.click("[data-key=giver-W]")
    expect(phone.locator("#laid .primary")).to_contain_text("Player 2")
    check(phone)
    phone.click("#laid .primary")
    expect(phone.locator(".last-record")).to_contain_text("Player 2")
    expect(phone.locator("#laid")).to_be_hidden()  # it is no hand of the next deal, though it still lies there
    expect(screen.locator("#headline")).to_contain_text("Player 2")
