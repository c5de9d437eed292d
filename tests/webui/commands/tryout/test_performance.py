"""`tableside try`: its films, and a hand that is played, followed, read and recorded, with nothing left of it."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar
from uuid import uuid4

import cv2
import pytest

from tests.waiting import PATIENCE, until
from webui.commands.tryout import CLIPS
from webui.commands.tryout.box import SocketBox
from webui.commands.tryout.camera import Projector, ShippedFilm
from webui.commands.tryout.performance import Performance, TryOutRefusedError

COMMAND = [sys.executable, "-m", "webui", "try", "--port", "0", "--no-open"]

ACTS = {"mcr": ("flower", "pung", "chow", "win"), "riichi": ("riichi", "pung", "self-draw")}

RECORDED = {
    "mcr": {"type": "Drawn"},
    "riichi": {"type": "Won", "winner": "S", "points": 1000, "payer": "E"},
}
"""A record of each game that ends a hand and passes the deal."""


@pytest.mark.parametrize("name", CLIPS)
def test_a_film_is_small_and_as_long_as_is_told(name: str) -> None:
    clip, film = CLIPS[name], ShippedFilm.about(CLIPS[name])
    assert clip.stat().st_size <= 3_000_000
    capture = cv2.VideoCapture(str(clip))
    count, rate = capture.get(cv2.CAP_PROP_FRAME_COUNT), capture.get(cv2.CAP_PROP_FPS)
    assert (capture.get(cv2.CAP_PROP_FRAME_WIDTH), capture.get(cv2.CAP_PROP_FRAME_HEIGHT)) == film.size
    assert count / rate == pytest.approx(film.seconds, abs=0.3)
    acts = [event["act"] for event in film.events]
    assert set(ACTS[name]) <= set(acts)
    assert acts[-1] == ACTS[name][-1]


def _get(address: str, path: str) -> Any:
    with urllib.request.urlopen(f"{address}{path}", timeout=PATIENCE) as answer:
        return json.load(answer)


def _laid(address: str) -> Any:
    hands = _get(address, "/api/tables/1/laid")["hands"]
    return next((hand for hand in hands if hand.get("id") and hand["settled"]), None)


@contextmanager
def _running(command: list[str], settings: dict[str, str]) -> Iterator["subprocess.Popen[str]"]:
    """Run a command; end it after a failure."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=settings, start_new_session=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()


class Silent(BaseHTTPRequestHandler):
    """A server whose camera is live, and has no picture at first."""

    asked: ClassVar[list[str]] = []
    refusals: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        refused = self.refusals.pop(0) if self.path.endswith("/setup/check") and self.refusals else ""
        answer = {
            "/api/health": {"camera": "live"},
            "/api/tables/1/match": {"number": 1, "over": False},
            "/api/tables/1/setup/check": {"kind": refused, "error": "none"},
        }.get(self.path)
        self.send_response(409 if refused else 404 if answer is None else 200)
        self.end_headers()
        self.wfile.write(json.dumps(answer or {}).encode())

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.mark.parametrize(
    ("refusals", "checks"), [([], 1), (["nothing-shown", "camera-opening"], 3), (["not-marked"], None)], ids=str
)
def test_it_waits_for_a_camera_that_falls_silent_once_more(refusals: list[str], checks: int | None) -> None:
    Silent.asked, Silent.refusals = [], [*refusals]
    with HTTPServer(("127.0.0.1", 0), Silent) as server, closing(Projector()) as camera, closing(SocketBox()) as box:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        play = Performance(f"http://127.0.0.1:{server.server_port}", CLIPS["mcr"], camera, box, "")
        try:
            if checks is None:
                with pytest.raises(TryOutRefusedError, match="409"):
                    play.open("Try-out")
            else:
                play.open("Try-out")
                assert Silent.asked.count("/api/tables/1/setup/check") == checks
        finally:
            play.stop()
            server.shutdown()


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CLIPS)
def test_a_deal_is_followed_and_its_hand_appears_by_itself_and_the_next_is_played(name: str, tmp_path: Path) -> None:
    settings = {**os.environ, "PYTHONUNBUFFERED": "1", "TMPDIR": str(tmp_path)}
    command = [*COMMAND, "--rules", name, "--lang", "en"]
    with _running(command, settings) as trying:
        assert trying.stdout
        lines = iter(trying.stdout)
        assert "Nothing of it is real" in next(lines)
        address = re.findall(r"http://[^/]+", next(lines))[0]
        until(lambda: _laid(address), 4 * PATIENCE)
        hand = _laid(address)
        assert hand["chair"] == ShippedFilm.about(CLIPS[name]).winner
        steps = _get(address, "/api/tables/1/deals/1")["steps"]
        assert len(steps) > len(ShippedFilm.about(CLIPS[name]).events) / 2
        sent = json.dumps({"id": str(uuid4()), "act": RECORDED[name]}).encode()
        headers = {"Content-Type": "application/json"}
        urllib.request.urlopen(urllib.request.Request(f"{address}/api/tables/1/records", sent, headers))
        next(line for line in lines if "Hand 2" in line)
        os.killpg(trying.pid, signal.SIGINT)
        assert trying.wait(PATIENCE) == 0
    assert list(tmp_path.iterdir()) == []
