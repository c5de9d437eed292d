"""States of the pages, looked over by axe-core in light and dark; and what a screen reader is told.

The pages of calibration, of sets of tiles and of the camera are looked over in their own tests.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Page

from tests.waiting import until
from tests.webui.accessible import check, check_sizes
from tests.webui.conftest import Answers
from tests.webui.states import STATES, Shown, hand_unsure
from webui.table.table import Table

Serve = Callable[[Table], str]


@pytest.fixture
def shown(
    page: Page,
    table: Table,
    answers: Answers,
    serve: Serve,
    tmp_path: Path,
    server: tuple[Flask, str],
    monkeypatch: pytest.MonkeyPatch,
) -> Shown:
    return Shown(page, table, answers, serve(table), tmp_path, server[0], monkeypatch)


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_accessible_on_every_screen(shown: Shown, state: str) -> None:
    STATES[state](shown)
    check(shown.page)
    check_sizes(shown.page)


def test_nothing_moves_for_those_who_ask_for_less_motion(shown: Shown) -> None:
    hand_unsure(shown)
    moving = "() => document.getAnimations().filter((each) => each.playState === 'running').length"
    until(lambda: shown.page.evaluate(moving) > 0)  # the frames of unsure tiles breathe
    shown.page.emulate_media(reduced_motion="reduce")
    until(lambda: shown.page.evaluate(moving) == 0)
