"""What axe-core finds wrong with a page for people who cannot see it well, or at all."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE: Final = Axe()


_STILL: Final = """() => Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => null)))"""
"""Waits until nothing fades or moves but what never ends."""


def check(page: Page) -> None:
    """Checks the page as it stands by all rules of axe-core, those of good practice too, in light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(_STILL)
        found = findings(page)
        assert not found, "\n".join([scheme, *found])


def findings(page: Page) -> list[str]:
    """One line for each element that breaks a rule: the rule, the element, why."""
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'].splitlines()[1].strip()}"
        for rule in _AXE.run(page).response["violations"]
        for node in rule["nodes"]
    ]


SIZES: Final = ((360, 640), (390, 844), (640, 400), (1280, 800), (3840, 2160))
"""Sizes of screens in CSS pixels: the smallest phone, a usual one, a desktop at a zoom of 200%, a desktop, a wall."""

WIDE: Final = """() => [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility())
    .map((element) => element.outerHTML.slice(0, 100)).slice(0, 5)"""


def check_sizes(page: Page) -> None:
    """Checks that no size of a screen makes the page scroll sideways."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{width} x {height}: {wide} pixels too wide: {page.evaluate(WIDE)}"
