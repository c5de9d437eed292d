"""The token of this computer: its file, and the codes that stand for it once."""

from pathlib import Path

import pytest

from webui.access import own
from webui.access.own import FILE, OwnToken


def test_the_token_stays_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = OwnToken.kept(tmp_path)
    assert len(first.text) == 43  # 32 bytes in base64, nobody guesses them
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    (tmp_path / FILE).chmod(0o644)
    assert OwnToken.kept(tmp_path).text == first.text == (tmp_path / FILE).read_text()
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("written", [b"", b"short", b"\xff" * 40])
def test_a_file_that_holds_no_token_gets_one(tmp_path: Path, written: bytes) -> None:
    (tmp_path / FILE).write_bytes(written)
    assert len(OwnToken.kept(tmp_path).text) >= 32


def test_a_code_stands_for_the_token_once_and_not_for_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    token = OwnToken.kept(tmp_path)
    code, late = token.code(), token.code()
    assert [token.admits(given) for given in (code, code, token.text, "", "x", f"{code}x")] == [
        *(True, False, True),
        *(False, False, False),
    ]
    assert not token.matches(late)
    assert not OwnToken("another-token-of-another-computer!").admits(late)
    monkeypatch.setattr(own, "OPENED", -1)
    assert not token.admits(late)


def test_a_token_of_the_least_length_is_one(tmp_path: Path) -> None:
    for length, kept in ((own._LEAST - 1, False), (own._LEAST, True)):
        (tmp_path / FILE).write_text("a" * length)
        assert (OwnToken.kept(tmp_path).text == "a" * length) is kept
