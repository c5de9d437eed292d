"""`tableside read` on many pictures: how far it is, the summary, and Ctrl+C, in a terminal of its own."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from webui.cli import main
from webui.commands.progress import Stop, Tally

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "tests" / "data" / "hand.jpg"


def folder_of(count: int, folder: Path) -> Path:
    for number in range(count):
        (folder / f"{number}.jpg").symlink_to(SAMPLE)
    return folder


class Terminal:
    """A command whose stderr is a terminal, and its stdout a pipe."""

    def __init__(self, *args: str) -> None:
        self._screen, end = pty.openpty()
        self.said = ""
        env = os.environ | {"LC_ALL": "C.UTF-8", "LANGUAGE": ""}
        command = [sys.executable, "-m", "webui", *args]
        self.process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=end, text=True)
        os.close(end)

    def until(self, text: str, seconds: float = 120.0) -> None:
        """Reads the terminal until a text stands there; an empty one until the command ends."""
        end = time.monotonic() + seconds
        while not text or text not in self.said:
            assert select.select([self._screen], [], [], max(0.0, end - time.monotonic()))[0], self.said
            try:
                self.said += os.read(self._screen, 4096).decode()
            except OSError:  # the terminal has no writer any more
                assert not text, self.said
                return

    def end(self) -> tuple[int, list[str]]:
        """The exit code, and the lines on stdout."""
        out, _ = self.process.communicate(timeout=120)
        self.until("")
        os.close(self._screen)
        return self.process.returncode, out.splitlines()


def test_a_terminal_shows_how_far_it_is_and_ctrl_c_ends_after_the_picture_in_work(tmp_path: Path) -> None:
    terminal = Terminal("read", "--json", str(folder_of(8, tmp_path)))
    terminal.until("2 of 8")
    terminal.process.send_signal(signal.SIGINT)
    code, lines = terminal.end()
    assert code == 1
    done = len(lines)  # two, or the few more that were read before a busy computer took the press on
    assert 2 <= done < 8
    assert [Path(json.loads(line)["image"]).name for line in lines] == [f"{number}.jpg" for number in range(done)]
    shown = terminal.said.replace("\r\n", "\n")
    assert "\r1 of 8\r" in shown
    assert f"{done + 1} of 8" not in shown
    last = shown.rstrip("\n").rsplit("\r", 1)[1]
    assert (
        last == f"Stopped after {done} of 8 photos. Without questions: {done}, with questions: 0, could not be used: 0."
    )
    assert "Traceback" not in shown


def test_where_there_is_no_terminal_only_the_summary_is_written(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["read", str(folder_of(2, tmp_path)), "--lang", "zh"], catch_exceptions=False)
    assert result.exit_code == 0
    assert result.stderr == "共2张照片。没有疑问：2，有疑问：0，无法使用：0。\n"
    assert result.stdout.count("hand.jpg") == 0 < result.stdout.count("1.jpg")


def test_the_first_press_waits_and_the_second_ends_at_once() -> None:
    stop = Stop()
    stop.press()
    assert stop.wanted
    with pytest.raises(KeyboardInterrupt):
        stop.press()


def test_a_press_ends_a_question() -> None:
    stop = Stop()
    with pytest.raises(KeyboardInterrupt), stop.asking():
        stop.press()
    assert stop.wanted


def test_a_tally_is_complete_once_every_picture_is_counted() -> None:
    tally = Tally(2)
    tally.add("questions")
    assert (tally.read, tally.complete) == (1, False)
    tally.add("unusable")
    assert (tally.read, tally.complete) == (2, True)
