"""A match of four people who are none, before the camera and the box: by the interface that every program has."""

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from vision.image import Picture
from webui.commands.tryout.box import SocketBox
from webui.commands.tryout.camera import Projector, ShippedFilm, pictures

PLAYERS: Final = ("Ann", "Bo", "Chen", "Dai")

_PAUSE: Final = 0.15
"""Seconds between two pictures while nothing moves."""

_SOON: Final = 2.0
"""Seconds after an event within which it is followed and stored. More lets a busy computer fall behind; less holds the
film where nothing is late."""

_HELD: Final = 10.0
"""Most seconds that the film is held for an event that is not followed yet. More stands still where one is missed; less
loses a deal on a computer that is busy."""

_LAID: Final = 2.5
"""Seconds that the hand lies before its player declares the win: the camera reads it then without an arm over it."""

_TIMEOUT: Final = 60.0
"""Seconds to wait for an answer: the computer may be reading a photo."""

_ASKED: Final = 1.0
"""Seconds between two questions how the match stands. More begins the next hand later."""


_NO_PICTURE: Final = ("camera-opening", "camera-down", "nothing-shown")
"""Kinds of errors of a camera that shows a picture a moment later."""


class TryOutRefusedError(Exception):
    """An answer of the server that reports an error, with its text.

    Attributes:
        kind: The kind of the error that the answer names, or "".
    """

    def __init__(self, text: str, kind: str = "") -> None:
        super().__init__(text)
        self.kind: Final = kind


class Performance:
    """The play of one film, hand after hand, each from the seat of its dealer; safe to stop from another thread."""

    def __init__(self, address: str, clip: Path, camera: Projector, box: SocketBox, token: str) -> None:
        """Prepare it.

        Args:
            address: Address of the server.
            clip: The film.
            camera: Shows it.
            box: Rolls the dice and declares the win.
            token: Token of the server's computer.
        """
        self._address: Final = address
        self._clip: Final = clip
        self._film: Final = ShippedFilm.about(clip)
        self._camera: Final = camera
        self._box: Final = box
        self._rights: Final = {"Authorization": f"Bearer {token}"} if token else {}
        self._stopping: Final = threading.Event()
        self._playing: Final = threading.Event()
        self._deals = 0
        """Followed deals before the one that is played."""

    def stop(self) -> None:
        """End with the present picture."""
        self._stopping.set()

    def open(self, name: str) -> None:
        """Show an idle table until the camera sees it; then begin a match, unless one is played, and follow the play.

        Args:
            name: Name of the table.

        Raises:
            TryOutRefusedError: The server reports an error.
        """
        _, first = next(pictures(self._clip))
        threading.Thread(target=self._idle, args=(first,), name="idle table", daemon=True).start()
        self._send("PUT", "/api/tables/1/name", {"name": name})
        running = self._match()
        if running["number"] is None or running["over"]:
            seated = {"type": "Seated", "players": PLAYERS, "rules": self._film.rules}
            self._send("POST", "/api/tables/1/records", {"id": str(uuid4()), "act": seated})
        self._send("PUT", "/api/tables/1/setup", {"follows": True, "stream": 0})
        while self._steps(self._deals + 1) is not None:
            self._deals += 1
        while not self._looked():
            if self._stopping.wait(_PAUSE):
                return

    def _looked(self) -> bool:
        """Let the server read a picture, which loads the networks before the film; return False while it has none."""
        if self._send("GET", "/api/health")["camera"] != "live":
            return False
        try:
            self._send("GET", "/api/tables/1/setup/check")
        except TryOutRefusedError as error:  # on a busy computer the camera may fall silent in between
            if error.kind not in _NO_PICTURE:
                raise
            return False
        return True

    def _idle(self, picture: Picture) -> None:
        while not self._playing.wait(_PAUSE) and not self._stopping.is_set():
            self._camera.show(picture)

    def run(self, tell: Callable[[int, int], None]) -> None:
        """Play one hand after another until it is stopped; the next begins when the one before is recorded.

        Args:
            tell: Called with the number of each hand and the seat of its dealer.

        Raises:
            TryOutRefusedError: The server reports an error.
        """
        while not self._stopping.is_set():
            seats = self._seats()
            tell(seats["hand"], seats["dealer"])
            last = self._hand(seats["dealer"])
            while not self._stopping.is_set() and self._same(seats):
                for _ in range(round(_ASKED / _PAUSE)):
                    if self._stopping.wait(_PAUSE):
                        return
                    self._camera.show(last)

    def _hand(self, dealer: int) -> Picture:
        """Play a hand from its dealer's seat; return the last picture."""
        film, rolled, won = self._film, 0, False
        quarters = dealer - 1
        picture: Picture | None = None
        began, done, missed = time.monotonic(), 0, 0
        for at, picture in pictures(self._clip, quarters):
            self._playing.set()
            if self._stopping.wait(max(0.0, began + at - time.monotonic())):
                break
            self._camera.show(picture)
            happened = sum(event["t"] <= at - _SOON for event in film.events)
            if happened > done:
                done = happened
                began += self._hold(picture, done - missed)
                missed = max(missed, done - (self._steps(self._deals + 1) or 0))
            if rolled < len(film.dice) and at >= film.rolls + rolled:
                chair = dealer if rolled == 0 else (dealer + sum(film.dice[0]) - 2) % 4 + 1
                self._box.roll(rolled + 1, chair, film.dice[rolled])
                rolled += 1
            if not won and at >= film.lies + _LAID:
                self._box.win((film.winner + quarters - 1) % 4 + 1)
                won = True
        assert picture is not None
        while self._steps(self._deals + 1) is not None:
            self._deals += 1
        return picture

    def _hold(self, picture: Picture, events: int) -> float:
        """Hold the film until so many events of the deal are followed, or for a while; return the seconds of it."""
        began = time.monotonic()
        while time.monotonic() - began < _HELD and (self._steps(self._deals + 1) or 0) < events:
            if self._stopping.wait(_PAUSE):
                break
            self._camera.show(picture)
        return time.monotonic() - began

    def _steps(self, deal: int) -> int | None:
        """Return the number of steps that are followed of a deal, or None if there is no such deal."""
        try:
            return len(self._send("GET", f"/api/tables/1/deals/{deal}")["steps"])
        except TryOutRefusedError:
            return None

    def _same(self, seats: dict[str, Any]) -> bool:
        """Return True while the hand of the match that was played is not over, or the match is."""
        now = self._seats()
        return self._match()["over"] or (now["hand"], now["dealer"]) == (seats["hand"], seats["dealer"])

    def _seats(self) -> dict[str, Any]:
        answer: dict[str, Any] = self._send("GET", "/api/tables/1/play")["seats"]
        return answer

    def _match(self) -> dict[str, Any]:
        answer: dict[str, Any] = self._send("GET", "/api/tables/1/match")
        return answer

    def _send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Content-Type": "application/json", **self._rights}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self._address}{path}", data, headers, method=method)
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(request, timeout=_TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            told = json.load(error)
            raise TryOutRefusedError(f"{path}: {error.code} {told.get('error', '')}", told.get("kind", "")) from error
        except OSError as error:
            raise TryOutRefusedError(f"{path}: {error}") from error
