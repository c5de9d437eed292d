"""The printed sheets of an event: whether they can be made here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from webui.exports.sheets import cjk_font


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    cjk_font.cache_clear()
    yield
    cjk_font.cache_clear()


@pytest.mark.parametrize(
    ("program", "there"),
    [(None, True), ("echo Noto Sans CJK SC", True), ("true", False), ("false", False)],
    ids=["no program", "listed", "none", "fails"],
)
def test_a_font_is_missed_where_fontconfig_lists_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None, there: bool
) -> None:
    if program is not None:
        file = tmp_path / "fc-list"
        file.write_text(f"#!/bin/sh\n{program}\n")
        file.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cjk_font() is there
