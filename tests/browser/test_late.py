"""Pages that are late: what they ask, keep and hear."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.late import SCRIPT


@pytest.fixture
def late(browser: Browser, server: tuple[object, str]) -> Iterator[Page]:
    context = browser.new_context(service_workers="block")
    context.add_init_script(SCRIPT)
    page = context.new_page()
    page.goto(f"{server[1]}/api/health")
    yield page
    context.close()


TOOK = """async (does) => {
    const begun = performance.now();
    await new Promise((done) => new Function("done", does)(done));
    return performance.now() - begun;
}"""


@pytest.mark.parametrize(
    ("does", "least"),
    [
        ("fetch(location, { method: 'POST' }).then(done)", 500),
        ("fetch(location).then(done)", 100),
        ("indexedDB.open('late', 1).onsuccess = done", 200),
    ],
    ids=["sends", "asks", "keeps"],
)
def test_a_page_is_late(late: Page, does: str, least: float) -> None:
    assert late.evaluate(TOOK, does) >= least


SLOW = {
    "/from": "<a href=/to>on</a>",
    "/to": "<link rel=modulepreload href=/static/run.js>"
    "<script id=scripts src=/static/first.js data-names=slow></script>"
    "<button>do</button><output></output>",
    "/static/slow.js": "await new Promise((done) => setTimeout(done, 500));"
    "document.querySelector('button').onclick = () => { document.querySelector('output').append('done'); };",
}
"""A page whose script runs long after its button is shown, and one that leads to it."""


@pytest.mark.parametrize("comes", ["by a click", "by its address"])
def test_a_page_is_not_clicked_before_its_scripts_listen(page: Page, server: tuple[object, str], comes: str) -> None:
    def answers(route: Route) -> None:
        path = urlsplit(route.request.url).path
        kind = "text/javascript" if path.endswith(".js") else "text/html"
        route.fulfill(body=SLOW.get(path, ""), content_type=kind)

    page.route("**/*", answers)
    page.goto(f"{server[1]}/{'from' if comes == 'by a click' else 'to'}")
    if comes == "by a click":
        page.click("a")
    page.click("button")
    expect(page.locator("output")).to_have_text("done")
