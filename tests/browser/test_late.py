"""Pages that are late: what they ask, keep and hear."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

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
