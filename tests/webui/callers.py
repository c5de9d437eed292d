"""A hall with something of everything, and somebody of each role who asks."""

from collections.abc import Mapping
from itertools import count
from typing import Any, Final
from uuid import uuid4

from flask import Flask
from flask.testing import FlaskClient

from tests.served import Answers
from webui.access.own import OwnToken
from webui.access.people import People
from webui.access.pin import Access
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.records.rights import Role
from webui.records.store import Storage
from webui.table.table import Table
from webui.table.tables import Tables

SEATED: Final = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}
HAND: Final = "[123s,1]456789sCCC9p 9p"
OWN: Final = OwnToken("the-token-of-this-computer-for-tests")
ELSEWHERE: Final = {"X-Forwarded-For": "192.168.1.9"}
"""Headers of a request from another computer."""


def at_home(app: Flask) -> FlaskClient:
    """A client with the token of the computer, as its programs have it: it may do everything, whoever has a role."""
    site_of(app).own = OWN
    client = app.test_client()
    client.environ_base["HTTP_AUTHORIZATION"] = f"Bearer {OWN.text}"
    return client


class Hall:
    """Two tables with a match and a hand, an event, and people of all roles.

    Attributes:
        app: The application.
    """

    def __init__(self, db: str | None = None) -> None:
        """Prepares it in memory, or in a database of PostgreSQL."""
        table = Table(Answers(), records=Storage.open(None, db=db))
        self.app: Final[Flask] = create_app(Site(Tables(table, 2), access=Access()))
        self._tokens: dict[Role, str] = {}
        self._names = count()
        client = self.app.test_client()
        chief = self.headers("chief")
        for path, body in (
            ("/api/tables/1/records", {"id": str(uuid4()), "act": SEATED}),
            ("/api/tables/2/records", {"id": str(uuid4()), "act": SEATED}),
            ("/api/tables/1/hands", {"text": HAND}),
            ("/api/hall/events", {"id": str(uuid4()), "act": {"type": "Opened", "name": "Spring", "rules": "mcr"}}),
            ("/api/tables/1/calls", {"reason": "a dispute"}),
            ("/api/notes", {"player": "Ann", "text": "late"}),
        ):
            answer = client.post(path, json=body, headers=chief)
            assert answer.status_code == 201, answer.text

    @property
    def table(self) -> Table:
        """The table that addresses without a number mean."""
        own: Table = site_of(self.app).tables.own
        return own

    def headers(self, role: Role) -> dict[str, str]:
        """Return the headers of a person signed in with this role; if one was removed, of another."""
        if role == "spectator":
            return dict(ELSEWHERE)
        people: People = site_of(self.app).people
        known = people.caller(self._tokens[role]) if role in self._tokens else None
        if known is None or known.role != role:
            at = self.table.number if role == "table" else None
            person = people.add(f"{role} {next(self._names)}", role, at, "", "")
            self._tokens[role] = people.let_in(person, "phone").token
        return {"Authorization": f"Bearer {self._tokens[role]}"}

    def aim(self, parameters: Mapping[str, Any], path: str) -> dict[str, Any]:
        """Parts of an address that lead to what there is, in place of those that lead nowhere."""
        people: People = site_of(self.app).people
        store = self.table.records.calls
        there: dict[str, list[Any]] = {
            "hand_id": [hand.id for hand in self.table.hands.all()],
            "person_id": [person.id for person in people.store.all() if person.name.startswith("spare")],
            "call_id": [call.id for call in store.open()],
            "note_id": [note.id for note in store.notes()],
        }
        if path.startswith(("/api/tables/", "/api/hall/")):
            there["number"] = [1]
        return {name: there[name][-1] if there.get(name) else value for name, value in parameters.items()}
