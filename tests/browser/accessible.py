"""Faults that axe-core finds in a page for people who cannot see it well, or at all."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.long import runs_long

_STILL: Final = """() => Promise.all(document.getAnimations()
    .filter((each) => each.effect.getComputedTiming().iterations !== Infinity)
    .map((each) => each.finished.catch(() => null)))"""
"""Waits until nothing fades or moves but what never ends."""


_FOUND: Final = """async (chosen) => {
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, ...chosen });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) =>
        `${id}: ${target} ${failureSummary.split("\\n")[1].trim()}`));
}"""
"""Script that lists what axe-core finds. Anything but violations, and sheets loaded once more for rules that do
not run by default, double the processor time."""

Scheme = Literal["light", "dark"]

_COLOURS: Final = ("color-contrast", "link-in-text-block")
"""The rules whose outcome a colour changes. They take two thirds of the processor time of all."""


def check(page: Page, *schemes: Scheme) -> None:
    """Check the page as it stands by the rules of axe-core: in light by all, in dark by those of colours.

    By default by those of no colour, and by all in light where long tests are run: colours are those of the sheets that
    pages share, and `test_accessible.py` checks them on the pages seen most each time, on every one in both schemes.
    """
    for scheme in schemes or ("light",):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(_STILL)
        chosen = {"runOnly": [*_COLOURS]} if scheme == "dark" else {}
        if not schemes and not runs_long():
            chosen = {"rules": {rule: {"enabled": False} for rule in _COLOURS}}
        found = findings(page, chosen)
        assert not found, "\n".join([scheme, *found])


def findings(page: Page, chosen: dict[str, Any] | None = None) -> list[str]:
    """One line for each element that breaks one of the rules chosen, by default of all: the rule, the element, why."""
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_FOUND, chosen or {})
    return found


_BROKEN: Final = """(selector) => {
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: "word" });
    const range = document.createRange();
    const broken = [];
    for (const element of document.querySelectorAll(selector)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (element.checkVisibility() && walker.nextNode()) {
            for (const { segment, index, isWordLike } of words.segment(walker.currentNode.data)) {
                range.setStart(walker.currentNode, index);
                range.setEnd(walker.currentNode, index + segment.length);
                const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)));
                if (isWordLike && lines.size > 1) broken.push(segment);
            }
        }
    }
    return broken;
}"""


def broken_words(page: Page, selector: str) -> list[str]:
    """The words that go on in the next line, in the elements of a kind that are shown."""
    found: list[str] = page.evaluate(_BROKEN, selector)
    return found


SIZES: Final = ((360, 640), (640, 400), (1280, 800), (3840, 2160))
"""Sizes of screens in CSS pixels: the smallest phone, a desktop at a zoom of 200%, a desktop, a wall."""

_LARGER_TEXT: Final = ((390, 844, 150), (1280, 800, 200))
"""Screens whose reader has letters made larger, in percent: a usual phone, a desktop."""

_FAULTS: Final = """(finger) => {
    const described = (element) => element.outerHTML.replace(/\\s+/g, " ").slice(0, 90);
    const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const root = document.querySelector("dialog[open]") ?? document.body;
    const faults = [];
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) {
        const beyond = (element) => element.getBoundingClientRect().right > innerWidth + 1 && shown(element);
        const first = [...root.querySelectorAll("*")].findLast(beyond);
        faults.push(`${wide} pixels too wide: ${first && described(first)}`);
    }
    const screen = document.body.matches(".screen"); // its own tests look at texts that are cut; nobody touches it

    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    const range = document.createRange();
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || element.closest("script, style, svg, option, .hidden, .skip")) continue;
        if (!shown(element)) continue;
        range.selectNodeContents(walker.currentNode);
        for (const box of range.getClientRects()) if (box.width > 1) texts.push({ element, box });
    }
    const said = new Set();
    const fault = (what, element) => {
        if (!said.has(element)) faults.push(`${what} ${described(element)}`);
        said.add(element);
    };
    const holders = ".card, .button, .alert, .notice, .hall-table, fieldset, td, th, dialog, li, main, header";
    const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    for (const { element, box } of screen ? [] : texts) {
        const holder = element.closest(holders);
        if (!holder) continue;
        let each = element;
        while (each !== holder && !scrolls(each)) each = each.parentElement;
        if (each !== holder) continue; // it is scrolled to
        const around = holder.getBoundingClientRect();
        if (box.left < around.left - 1 || box.right > around.right + 1) fault("sticks out:", element);
    }
    for (const { element } of screen ? [] : texts) {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const cut = ["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1;
        if (cut && !(textOverflow === "ellipsis" && element.title)) fault("cut:", element);
    }
    const floats = (element) => {
        for (let each = element; each; each = each.parentElement)
            if (["fixed", "sticky"].includes(getComputedStyle(each).position)) return each;
        return null;
    };
    const clipped = (element, { left, right, top, bottom }) => {
        for (let each = element; each !== document.body; each = each.parentElement) {
            if (getComputedStyle(each).overflowX === "visible") continue;
            const around = each.getBoundingClientRect();
            [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
            [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
        }
        return { left, right, top, bottom, height: bottom - top };
    };
    if (screen) for (const text of texts) text.box = clipped(text.element, text.box); // names that end in an ellipsis
    for (const text of texts) text.float = floats(text.element);
    for (const [n, one] of texts.entries())
        for (const other of texts.slice(n + 1)) {
            if (one.float !== other.float || one.element === other.element) continue; // what floats lies over the rest
            const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
            const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
            const much = Math.min(one.box.height, other.box.height) / 2;
            if (across > 2 && down > much) fault(`overlaps ${described(other.element)}:`, one.element);
        }
    if (finger && !screen)
        for (const element of root.querySelectorAll(
            "button, .button, select, summary, :is(nav, .recent-head, .clock-screen, .match-links) a, .brand, input")) {
            const target = element.matches("input") ? (element.closest("label") ?? element) : element;
            if (!shown(target) || target.closest(".skip, .hidden, svg, .slot, [data-face], .flower-picks")) continue;
            const { width, height } = target.getBoundingClientRect();
            if (Math.min(width, height) < 43.5) fault(`${Math.round(width)} x ${Math.round(height)}:`, target);
        }
    return faults;
}"""
"""Script that lists faults of fit: the page, texts beyond their box or over others, targets too small for a finger."""

_MOVING: Final = "document.getAnimations().filter((each) => each.playState === 'running').length"


def check_sizes(page: Page) -> None:
    """Checks that all fits every screen and larger letters, that a finger hits it, that it stands still where asked.

    On a screen of a hall, which nobody touches, nothing scrolls. Where no long tests are run, the smallest phone and a
    desktop stand for all: each screen takes a tenth of a second, and every page is seen on each in a long test.
    """
    found = faults(page) if runs_long() else faults(page, SIZES[::2], larger=False)
    assert not found, "\n".join(found)


def faults(page: Page, sizes: Sequence[tuple[int, int]] = SIZES, larger: bool = True) -> list[str]:
    """Return the faults that `check_sizes` finds, each with the size of the screen."""
    found: list[str] = []
    devtools = page.context.new_cdp_session(page)
    page.emulate_media(reduced_motion="reduce")
    if page.evaluate(_MOVING):
        found.append("moves, where less motion is asked for")
    screen = page.locator("body.screen").count() > 0
    for width, height in sizes:
        finger = width < 600
        devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": finger})
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} x {height}: {each}" for each in page.evaluate(_FAULTS, finger)]
    for width, height, percent in _LARGER_TEXT if larger and not screen else ():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%`; }", percent)
        found += [f"{width} x {height}, letters of {percent}%: {each}" for each in page.evaluate(_FAULTS, False)]
    page.evaluate("document.documentElement.style.fontSize = ''")
    devtools.detach()
    return found
