"""A simulated event that uses the HTTP interface of a hall's server, with rendered photos of hands."""

import json
import random
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

PLAYERS: Final = ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu", "Gao", "Hu", "Ida", "Jin", "Kai", "Lin")
"""The players, for three tables."""

TABLES: Final = len(PLAYERS) // 4

HANDS: Final = 4
"""Hands of a match: enough for a ranking to change."""

WINS: Final = (
    "234m2345p234678s 5p",
    "[CCC,1]123m456p789sE E",
    "123456789sCCC9p 9p",
    "111m999p[FFF,2]222s4m 4m",
    "22446688m11335p 5p",
    "[123s,1]456789s55m79p 8p",
    "[EEE,3][PPP,1][FFF,2]789p9s 9s",
    "123m123p123s7899s 9s",
)
"""Hands that may be declared under the Chinese competition rules, as text."""

_WINDS: Final = "ESWN"

_TIMEOUT: Final = 120.0
"""Seconds to wait for an answer: a loaded computer reads three photos one after another."""

_RENDERS: Final = 90.0
"""Seconds to wait for a rendered picture."""


class SimulationRefusedError(Exception):
    """An answer that reports an error, with its text."""


class SimulatedEvent:
    """An event from its opening to its last result; safe to stop from another thread."""

    def __init__(
        self,
        address: str,
        folder: Path,
        rounds: int,
        pause: float,
        tell: Callable[[str], None],
        seed: int = 1,
        token: str = "",
    ) -> None:
        """Prepare the event.

        Args:
            address: Address of the server, such as `http://127.0.0.1:8000`.
            folder: Folder for rendered pictures.
            rounds: Number of rounds.
            pause: Seconds between two hands of a table.
            tell: Called with a line of text for each event at a table.
            seed: Seed of the random hands.
            token: Token of the server's computer, by which it plays on once somebody gives roles; empty for none.
        """
        self._address: Final = address
        self._folder: Final = folder
        self._rounds: Final = rounds
        self._pause: Final = pause
        self._tell: Final = tell
        self._seed: Final = seed
        self._rights: Final = {"Authorization": f"Bearer {token}"} if token else {}
        self._stopping: Final = threading.Event()
        self._renders = True
        self.event = 0
        """Its number; 0 before it is open."""
        self.pictures = 0
        """Hands that were counted from a rendered picture."""

    def stop(self) -> None:
        """Stop after the current hands."""
        self._stopping.set()

    def open(self, name: str) -> None:
        """Open the event, enter the players and draw the seats.

        Args:
            name: Name of the event.

        Raises:
            RefusedError: The server reports an error.
        """
        opened = {
            "type": "Opened",
            "name": name,
            "rules": "mcr",
            "rounds": self._rounds,
            "hands": HANDS,
            "minutes": 60,
        }
        self.event = self._post("/api/hall/events", {"id": str(uuid4()), "act": opened})["event"]
        people = [{"number": n, "name": player} for n, player in enumerate(PLAYERS, 1)]
        self._record({"type": "Entered", "people": people})
        for number in range(1, len(PLAYERS) + 1):
            self._record({"type": "CheckedIn", "player": number})
        self._post(f"/api/hall/events/{self.event}/draw", {"id": str(uuid4()), "since": 1, "seed": self._seed})

    def run(self) -> None:
        """Play all rounds, all tables at once.

        Raises:
            RefusedError: The server reports an error.
        """
        for round_ in range(1, self._rounds + 1):
            self._record({"type": "Started", "round": round_})
            self._post(f"/api/hall/events/{self.event}/clocks", {"round": round_, "do": "start"})
            failed: list[Exception] = []
            tables = [
                threading.Thread(target=self._table, args=(round_, number, failed), daemon=True)
                for number in range(1, TABLES + 1)
            ]
            for table in tables:
                table.start()
            for table in tables:
                table.join()
            if failed:
                raise failed[0]
            if self._stopping.is_set():
                return
            self._record({"type": "Released", "round": round_})

    def _table(self, round_: int, table: int, failed: list[Exception]) -> None:
        chance = random.Random(f"{self._seed} {round_} {table}")
        try:
            for hand in range(1, HANDS + 1):
                if self._stopping.wait(self._pause * chance.uniform(0.5, 1.5)):
                    return
                self._tell(f"{round_}.{hand}  {table}: {self._hand(table, chance)}")
        except Exception as error:
            failed.append(error)
            self._stopping.set()

    def _hand(self, table: int, chance: random.Random) -> str:
        """Play one hand at a table; return a description of its result."""
        if chance.random() < 0.15:
            self._at(table, {"type": "Drawn"})
            return "–"
        text, winner = chance.choice(WINS), chance.choice(_WINDS)
        giver = chance.choice([None, *_WINDS.replace(winner, "")])
        act = {"type": "Won", "winner": winner, "discarder": giver}
        picture = self._rendered(text, table, chance.randrange(10_000))
        if picture:
            try:
                laid = self._send(f"/api/tables/{table}/hands", picture, "image/jpeg")["hand"]["id"]
                self._at(table, act | {"laid": laid})
                self.pictures += 1
                return f"{winner} {text} (JPEG)"
            except SimulationRefusedError:
                pass  # the reading has questions, which nobody answers here
        words = f"{text} seat={winner} {'from=' + giver if giver else 'self-draw'}"
        laid = self._post(f"/api/tables/{table}/hands", {"text": words})["hand"]["id"]
        self._at(table, act | {"laid": laid})
        return f"{winner} {text}"

    def _rendered(self, text: str, table: int, seed: int) -> bytes | None:
        """Return a picture of a hand, or None if none can be rendered, for example without a font."""
        if not self._renders:
            return None
        file = self._folder / f"{table}.jpg"
        command = [sys.executable, "-m", "models.render", text, "--out", str(file), "--seed", str(seed)]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=_RENDERS)
            return file.read_bytes()
        except (OSError, subprocess.SubprocessError):
            self._renders = False
            return None

    def _record(self, act: dict[str, Any]) -> None:
        self._post(f"/api/hall/events/{self.event}/records", {"id": str(uuid4()), "act": act})

    def _at(self, table: int, act: dict[str, Any]) -> None:
        self._post(f"/api/tables/{table}/records", {"id": str(uuid4()), "act": act})

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        return self._send(path, json.dumps(body).encode(), "application/json")

    def _send(self, path: str, data: bytes, kind: str) -> Any:
        headers = {"Content-Type": kind, **self._rights}
        request = urllib.request.Request(f"{self._address}{path}", data, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SimulationRefusedError(f"{path}: {error.code} {json.load(error).get('error', '')}") from error
        except OSError as error:
            raise SimulationRefusedError(f"{path}: {error}") from error
