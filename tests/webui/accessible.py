"""What axe-core finds wrong with a page for people who cannot see it well, or at all."""

from typing import Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

_STILL: Final = """() => Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => null)))"""
"""Waits until nothing fades or moves but what never ends."""


_FOUND: Final = """async (rules) => {
    const { violations } = await axe.run(rules ? { runOnly: rules } : {});
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
        `${id}: ${target} ${failureSummary.split("\\n")[1].trim()}`));
}"""

_OF_COLOURS: Final = ["color-contrast", "link-in-text-block"]
"""The rules whose outcome a colour changes."""


def check(page: Page) -> None:
    """Checks the page as it stands by all rules of axe-core in light, and by those of colours in dark too."""
    for scheme, rules in (("light", None), ("dark", _OF_COLOURS)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(_STILL)
        found = findings(page, rules)
        assert not found, "\n".join([scheme, *found])


def findings(page: Page, rules: list[str] | None = None) -> list[str]:
    """One line for each element that breaks one of the rules, by default all of them: the rule, the element, why."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_FOUND, rules)
    return found


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
