"""Many photographs at once on the start page: how far it is, stopping, what came of them, and nothing lost."""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import check
from tests.served import make_reading
from tests.waiting import PATIENCE, until
from vision.image import Picture
from vision.reading import Reading
from webui.table.table import Table

Serve = Callable[[Table], str]
CHOOSE = "#drop input[multiple]"
KEPT = """async () => {
    const open = indexedDB.open("tableside-outbox", 1);
    const base = await new Promise((done) => { open.onsuccess = () => done(open.result); });
    const all = base.transaction("photographs").objectStore("photographs").getAllKeys();
    return new Promise((done) => { all.onsuccess = () => { base.close(); done(all.result.length); }; });
}"""
"""Script that counts the photos that wait in the browser."""


@pytest.fixture
def files(tmp_path: Path, photo: bytes) -> list[Path]:
    """Three photographs, a text that is none, and a photograph again; each has bytes of its own."""
    made = []
    for n in range(5):
        made.append(tmp_path / f"{n}.jpg")
        made[-1].write_bytes(b"no picture" if n == 3 else photo + bytes([n]))
    return made


def test_many_photographs_are_read_one_after_another_and_summed_up(
    page: Page, table: Table, answers: Any, serve: Serve, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, count = answers.read, 0

    def read(image: Picture, **named: Any) -> Reading:
        nonlocal count
        count += 1
        answers.reading = make_reading(()) if count == 2 else make_reading()
        found: Reading = whole(image, **named)
        return found

    monkeypatch.setattr(answers, "read", read)
    page.goto(serve(table))
    page.set_input_files(CHOOSE, files)
    card = page.locator(".batch")
    expect(card).to_contain_text("5 of 5 done. Hands read: 3, of which to be checked: 0.")
    expect(card.locator("li")).to_have_count(2)
    expect(card.locator("li").nth(0)).to_have_text("1.jpg")
    expect(card.locator("li").nth(1)).to_contain_text("3.jpg")
    assert len(table.hands.all()) == 4
    until(lambda: page.evaluate(KEPT) == 0)
    expect(page.locator("[data-key=batch-done]")).to_have_attribute("href", page.url)  # whole, also below a path
    page.click("[data-key=batch-done]")
    expect(page.locator(".recent li")).to_have_count(4)


@pytest.mark.long
def test_it_says_how_far_it_is_and_can_be_stopped(
    page: Page, table: Table, answers: Any, serve: Serve, files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, go = answers.read, threading.Event()

    def read(image: Picture, **named: Any) -> Reading:
        assert go.wait(PATIENCE)
        found: Reading = whole(image, **named)
        return found

    monkeypatch.setattr(answers, "read", read)
    page.goto(serve(table))
    page.set_input_files(CHOOSE, files)
    expect(page.locator(".batch [role=status]")).to_have_text("1 of 5")
    check(page)
    page.click(".batch button")
    go.set()
    expect(page.locator(".batch")).to_contain_text("Stopped after 1 of 5.")
    assert len(table.hands.all()) == 1
    until(lambda: page.evaluate(KEPT) == 0)


@pytest.mark.long
def test_what_is_not_sent_waits_on_the_device(page: Page, table: Table, serve: Serve, files: list[Path]) -> None:
    page.goto(serve(table))
    page.route("**/hands?*", lambda route: route.abort())
    page.set_input_files(CHOOSE, files[:3])
    expect(page.locator(".batch")).to_contain_text("Waiting on this device, to be sent later: 3.")
    assert table.hands.all() == []
    page.unroute("**/hands?*")
    page.reload()
    until(lambda: len(table.hands.all()) == 3)


def test_a_folder_is_dropped(page: Page, table: Table, serve: Serve, files: list[Path]) -> None:
    page.goto(serve(table))
    found = page.evaluate(
        """async () => {
            const { filesOf } = await import("/static/batch.js");
            const file = (name) => ({ isFile: true, name, file: (done) => done(new File(["x"], name)) });
            const parts = [[file("b.jpg"), file("notes.txt")], [file("c.HEIC")], []];
            const folder = { isFile: false, createReader: () => ({ readEntries: (done) => done(parts.shift()) }) };
            return (await filesOf([file("a.png"), folder])).map(({ name }) => name);
        }"""
    )
    assert found == ["a.png", "b.jpg", "c.HEIC"]
