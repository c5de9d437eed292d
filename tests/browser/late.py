"""Pages whose line is slow, so that a test which does not wait for what it expects fails each time, not once in a year.

With TABLESIDE_TEST_LATE=1 each request of a page leaves late and its answer arrives late, as do what it reads and keeps
in its databases, and the news; and no page is left while something that was entered is on its way. So a test fails that
clicks and leaves, or asks anybody at once what came of it. Pages load as fast as ever. Only tests that ask for a
browser are run; those that measure the time of a page may fail.
"""

import os
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

IS_LATE: Final = bool(os.environ.get("TABLESIDE_TEST_LATE"))

SCRIPT: Final = """(() => {
    const { fetch, setTimeout } = globalThis;
    const { random } = Math;
    const sometime = (least, most) => least + random() * (most - least);
    const rest = (least, most) => new Promise((resolve) => setTimeout(resolve, sometime(least, most)));
    const underWay = globalThis.underWay = new Set();
    globalThis.fetch = async (asked, options) => {
        const method = options?.method ?? asked.method ?? "GET";
        const reads = /^(GET|HEAD)$/i.test(method);
        const what = [`${method} ${asked.url ?? asked}`];
        if (!reads && !/[?&]anyway=1/.test(what)) underWay.add(what); // a photograph is kept until it is sent
        await (reads ? rest(50, 200) : rest(400, 800));
        const answer = await fetch(asked, options).finally(() => underWay.delete(what));
        await (reads ? rest(50, 100) : rest(100, 300));
        return answer;
    };
    // a transaction ends as soon as nothing is asked of it: what opens late keeps late
    Object.defineProperty(IDBOpenDBRequest.prototype, "onsuccess", {
        set(then) {
            this.addEventListener("success", (event) => setTimeout(() => then.call(this, event), sometime(200, 400)));
        },
    });
    const { addEventListener } = EventSource.prototype;
    EventSource.prototype.addEventListener = function (name, then) {
        addEventListener.call(this, name, (event) => setTimeout(() => then.call(this, event), 400)); // in their order
    };
})()"""


def make_late() -> None:
    """Have every browser open contexts whose pages are late."""
    opened = Browser.new_context

    def new_context(self: Browser, **options: Any) -> BrowserContext:
        context = opened(self, **options)
        context.add_init_script(SCRIPT)
        return context

    Browser.new_context = new_context  # type: ignore[method-assign]
    for leave in ("goto", "reload", "go_back"):
        setattr(Page, leave, _waiting(getattr(Page, leave)))


def _waiting(leave: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of a page that leaves it, refusing to while something that was entered is on its way."""

    @wraps(leave)
    def checked(self: Page, *args: Any, **options: Any) -> Any:
        if not (args and args[0].startswith("chrome:")):  # a process that a test kills
            under_way = self.evaluate("[...globalThis.underWay ?? []].join(', ')")
            assert not under_way, f"the test leaves before this is kept: {under_way}"
        return leave(self, *args, **options)

    return checked
