"""One state of a table: what is read in a request is of one moment, whatever is recorded meanwhile."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from tests.ordeals.quick import Same
from webui.http.app import create_app
from webui.http.site import Site
from webui.records.store import Storage
from webui.table.table import Table

ROOT = Path(__file__).parents[3] / "webui"
ASKS = tuple(f"{ROOT / room}/" for room in ("http", "serializers", "messages", "games"))
"""The rooms in whose functions another thread may record: they hold no lock."""

SEATED = {"type": "Seated", "players": ["Ann", "Bo", "Che", "Dai"]}
WIN = "[123m,1]456m789mEEE9p 9p discard round=E seat=S"
HANDS = 9
"""Hands that a match of the test may have, before another is seated: reading a long one takes longer."""


class Meanwhile:
    """Records something in the middle of a request, at one of the calls that it makes.

    Attributes:
        calls: Number of calls that the request made.
    """

    def __init__(self, record: Callable[[], None]) -> None:
        self.calls = 0
        self._record = record
        self._at = 0

    def during(self, request: Callable[[], Any], at: int) -> Any:
        """Make a request, and record at its call of this number; 0 records nothing."""
        self.calls, self._at = 0, at
        sys.setprofile(self._see)
        try:
            return request()
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(ASKS):
            self.calls += 1
            if self.calls == self._at:
                sys.setprofile(None)
                thread = Thread(target=self._record)
                thread.start()
                thread.join()
                sys.setprofile(self._see)


class Played:
    """A table whose match goes on while it is read, with a page of it."""

    def __init__(self, own: Table, recorder: Table) -> None:
        self.client: FlaskClient = create_app(Site(own)).test_client()
        self._recorder = recorder
        self._records = 0

    def record(self) -> None:
        """Record the next hand: drawn or won, and every ninth time another match."""
        act: dict[str, Any] = {"type": "Drawn"}
        if self._records % HANDS == 0:
            act = SEATED
        elif self._records % 2:
            act = {"type": "Won", "winner": "Ann", "payer": "Bo", "points": 20}
        self._records += 1
        self._recorder.record(act, uuid4(), "", "referee", force=True)

    def match(self) -> Any:
        return self.client.get(f"/api/tables/{self._recorder.number}/match").get_json() | {"clock": None}

    def laid(self) -> Any:
        return self.client.post(f"/api/tables/{self._recorder.number}/hands", json={"text": WIN}).get_json()["hand"]

    def hand(self, id: str) -> Any:
        return self.client.get(f"/api/hands/{id}").get_json()["hand"]


@pytest.fixture(params=["here", "elsewhere", "postgresql"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Played]:
    """A match that goes on in this process or in another one, in each database."""
    db = request.getfixturevalue("postgres_url") if request.param == "postgresql" else None
    with (
        closing(Storage.open(tmp_path, alone=False, db=db)) as records,
        closing(Storage.open(tmp_path, alone=False, db=db)) as others,
    ):
        own = Table(Same(), records=records)
        played = Played(own, own if request.param == "here" else Table(Same(), records=others))
        played.record()
        yield played


def _read_while_recorded(played: Played, times: int) -> None:
    """Read the match, a laid hand, and one that is being laid, while others record; each is of one state."""
    meanwhile, chance = Meanwhile(played.record), random.Random(times)
    made = 0
    while made < times:
        laid = played.laid()["id"]
        for read in (played.match, lambda laid=laid: played.hand(laid)):
            before = meanwhile.during(read, 0)
            at = chance.randint(1, meanwhile.calls)
            found = meanwhile.during(read, at)
            assert found in (before, read()), at
            made += 1
        meanwhile.during(played.laid, 0)
        hand = meanwhile.during(played.laid, at := chance.randint(1, meanwhile.calls))
        ending = hand["ending"]
        assert ending is None or not ending["earlier"], at
        made += 1


def test_what_is_read_while_others_record_is_of_one_state(played: Played) -> None:
    _read_while_recorded(played, 30)


@pytest.mark.long
def test_what_is_read_at_any_moment_is_of_one_state(played: Played) -> None:
    _read_while_recorded(played, 700)
