"""A poor line, as a phone has in a full hall, and what moves on a page that comes over it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import CDPSession, Page

LATENCY: Final = 300
"""Milliseconds to and fro: what phones measure on the Wi-Fi of a full hall."""

RATE: Final = 1_600_000 / 8
"""Bytes a second, of the same hall."""

LEAST_MOVED: Final = 0.02
"""Layout shift that a page may have: a fifth of what web.dev calls good. More lets a button go from below a finger."""

WATCH: Final = """(() => {
    const moved = globalThis.moved = [];
    globalThis.painted = 0;
    const name = (node) => node?.id ? `#${node.id}` : `${node?.nodeName}.${node?.className}`;
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources, startTime } of list.getEntries())
            if (!hadRecentInput) moved.push([value, Math.round(startTime), sources.map(({ node }) => name(node))]);
    }).observe({ type: "layout-shift", buffered: true });
    new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) globalThis.painted = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
})()"""
"""Script that notes each layout shift with what moved, and when the largest element was painted."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Layout shift of a page so far, and the parts that moved, each with its share and its millisecond."""

    shift: float
    parts: list[Any]


def make_poor(page: Page, latency: int = LATENCY, rate: float = RATE, slower: int = 1) -> CDPSession:
    """Have a page come over a poor line from now on, on a processor some times slower, and note what moves on it."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", _conditions(latency, rate))
    line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(WATCH)
    return line


def moved(page: Page) -> Moved:
    """Return what has moved on a page since it began."""
    found = page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(moved))))")
    return Moved(sum(value for value, *_ in found), found)


def _conditions(latency: int, rate: float) -> Mapping[str, Any]:
    return {"offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate}
