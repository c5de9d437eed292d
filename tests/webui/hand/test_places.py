"""Rights by place: each role at the server itself, over the network, behind proxies, and in a hall."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, get_args
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.match.records import Penalty, act_to_dict
from tests.served import Answers
from tests.webui.callers import OWN
from webui.access.people import People
from webui.access.pin import Access, Guesses
from webui.access.proxies import NO_PROXIES, Proxies
from webui.hand.places import ClientPlaces, PlacesFullError
from webui.http.app import create_app
from webui.http.site import Site, site_of
from webui.records.rights import Role
from webui.records.store import Storage
from webui.records.sync.outbox import Outbox
from webui.table.table import Table
from webui.table.tables import Tables

NUMBER: Final = 1
RIG: Final = 5
HAND: Final = "[123s,1]456789sCCC9p 9p"
SEATED: Final = {"type": "Seated", "players": ["Ann", "Bo", "Chen", "Dai"]}

NEAR: Final = {"REMOTE_ADDR": "192.168.1.7"}
BY_PROXY: Final = {"HTTP_X_FORWARDED_FOR": "192.168.1.7"}
BY_STOCK_NGINX: Final = {"SERVER_PROTOCOL": "HTTP/1.0"}
"""A proxy that says nothing of whom it asks for."""


def record(act: Mapping[str, Any]) -> tuple[str, str, Callable[[], dict[str, Any]]]:
    return "POST", "records", lambda: {"id": str(uuid4()), "act": dict(act)}


ACTS: Final[Mapping[str, tuple[str, str, Callable[[], dict[str, Any] | None]]]] = {
    "watch": ("GET", "match", lambda: None),
    "call": ("POST", "calls", lambda: {"reason": "a dispute"}),
    "lay": ("POST", "hands", lambda: {"text": HAND}),
    "rename": record({"type": "Renamed", "seat": "E", "name": "Ann"}),
    "fine": record(act_to_dict(Penalty("S", 10, "late"))),
    "note": ("POST", "/api/notes", lambda: {"player": "Ann", "text": "late"}),
    "people": ("GET", "/api/people", lambda: None),
    "camera": ("PUT", "camera", lambda: {"address": f"http://127.0.0.1:1/{uuid4()}"}),
}
"""Acts: the method, the address, below that of the table if it is no whole one, and the body."""

# The status of each act. 401: sign in first; 403: this role may not; 409 and 422: it may, and the table is as it is.
OF_ROLES: Final = """
          player  table  scorer  referee  chief
watch        200    200     200      200    200
call         201    201     201      201    201
lay          403    201     201      201    201
rename       403    403     201      201    201
fine         403    403     403      201    201
note         403    403     403      201    201
people       403    403     403      403    200
"""
"""Answers to people who are signed in, the same everywhere, also at the server itself."""

OF_NOBODY: Final = """
          server  network  trusted  untrusted  rig  rig-network  rig-proxied  second  second-network
watch        200      200      200        200  200          200          200     200             200
call         401      401      401        401  401          401          401     401             401
lay          401      401      401        401  401          401          401     401             401
rename       401      401      401        401  401          401          401     401             401
fine         401      401      401        401  401          401          401     401             401
note         401      401      401        401  401          401          401     401             401
people       401      401      401        401  401          401          401     401             401
"""
"""Nobody is signed in, and people have roles: no address gives anything, nor does the PIN of the run."""

OF_COMPUTER: Final = """
          server  trusted  untrusted  rig  rig-proxied  second
watch        200      200        200  200          200     200
call         201      201        201  201          201     201
lay          201      201        201  201          201     201
rename       201      201        201  403          403     201
fine         201      201        201  403          403     201
note         201      201        201  403          403     201
people       200      200        200  403          403     200
"""
"""The holder of the computer's token: at a rig of a hall with roles the device of its table."""

OF_PIN: Final = """
          server  network  trusted  untrusted  second  second-network
watch        200      200      200        200     200             200
call         201      201      201        201     201             201
lay          201      201      201        201     201             201
rename       201      201      201        201     201             201
fine         201      201      201        201     201             201
note         201      201      201        201     201             201
people       200      200      200        200     200             200
"""
"""The PIN was given, and nobody has a role."""


def cells(table: str) -> list[tuple[str, str, int]]:
    """Column, row and status of each cell."""
    head, *rows = (line.split() for line in table.strip().splitlines())
    return [(column, row[0], int(cell)) for row in rows for column, cell in zip(head, row[1:], strict=True)]


@dataclass
class Place:
    """An origin of requests.

    Attributes:
        client: The client that asks the application there.
        environ: The WSGI environment of a request there.
        number: Number of the table in its requests.
    """

    client: FlaskClient
    environ: dict[str, str]
    number: int = NUMBER

    def status(self, act: str, token: str = "") -> int:
        """Return the status that the server answers to an act."""
        method, path, body = ACTS[act]
        path = path if path.startswith("/") else f"/api/tables/{self.number}/{path}"
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self.client.open(
            path, method=method, json=body(), headers=headers, environ_overrides=self.environ
        ).status_code


@dataclass
class Hall:
    """Two servers and a rig on one database.

    Attributes:
        places: Where requests come from, by their names.
        people: Those with roles.
        access: The PIN.
        rig: The table of the rig.
    """

    places: dict[str, Place]
    people: People
    access: Access
    rig: Table

    def tokens(self) -> dict[str, str]:
        """A device of somebody of each role; the rig hears of them."""
        roles: tuple[Role, ...] = get_args(Role)
        found = {
            role: self.people.let_in(self.people.add(role, role, None, "", ""), "phone").token
            for role in roles
            if role != "spectator"
        }
        assert self.rig.outbox
        self.rig.outbox.send()
        self.rig.outbox.hear()
        return found


@pytest.fixture(scope="module")
def hall(
    postgres_databases: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[], Hall]]:
    with ExitStack() as stack:

        def made() -> Hall:
            db = postgres_databases()

            def served(proxies: Proxies = NO_PROXIES) -> tuple[Flask, Access]:
                records = stack.enter_context(closing(Storage.open(None, db=db)))
                access = Access("http://192.168.1.2:8000/", records.pins)
                table = Table(Answers(), records=records)
                stack.callback(table.stop)
                return create_app(Site(Tables(table, 2), access=access, proxies=proxies, own=OWN)), access

            (first, access), (second, _) = served(), served()
            behind, _ = served(Proxies.of(["127.0.0.1"]))
            rig = _rig(stack, db, tmp_path_factory.mktemp("rig"))
            at_rig = create_app(
                Site(Tables(rig, 1), access=Access("http://192.168.1.5:8000/", rig.records.pins), own=OWN)
            )
            one, other, proxied, own = (app.test_client() for app in (first, second, behind, at_rig))
            places = {
                "server": Place(one, {}),
                "network": Place(one, NEAR),
                "trusted": Place(proxied, BY_PROXY),
                "untrusted": Place(one, BY_STOCK_NGINX),
                "rig": Place(own, {}, RIG),
                "rig-network": Place(own, NEAR, RIG),
                "rig-proxied": Place(own, BY_STOCK_NGINX, RIG),
                "second": Place(other, {}),
                "second-network": Place(other, NEAR),
            }
            for place in (places["server"], places["rig"]):
                seated = {"id": str(uuid4()), "act": SEATED}
                assert place.client.post(f"/api/tables/{place.number}/records", json=seated).status_code == 201
            return Hall(places, People(site_of(first).tables.own.records.people, Guesses()), access, rig)

        yield made


def _rig(stack: ExitStack, db: str, folder: Path) -> Table:
    records = stack.enter_context(closing(Storage.open(folder)))
    table = Table(Answers(), records=records, number=RIG)
    table.send_by(Outbox(records, db, RIG))
    table.outbox.connect()
    stack.callback(table.outbox.stop)
    stack.callback(table.stop)
    return table


@pytest.mark.long
def test_somebody_with_a_role_is_the_same_everywhere(hall: Callable[[], Hall]) -> None:
    there = hall()
    tokens = there.tokens()
    found = {
        (place, role, act): there.places[place].status(act, tokens[role])
        for place in there.places
        for role, act, _ in cells(OF_ROLES)
    }
    expected = {(place, role, act): status for place in there.places for role, act, status in cells(OF_ROLES)}
    assert {key: (found[key], status) for key, status in expected.items() if found[key] != status} == {}


@pytest.mark.long
def test_nobody_has_what_the_place_gives(hall: Callable[[], Hall]) -> None:
    there = hall()
    pin = there.access.enter(there.access.pin, "")
    there.tokens()
    for token in ("", pin, "x"):
        found = {(place, act): there.places[place].status(act, token) for place, act, _ in cells(OF_NOBODY)}
        expected = {(place, act): status for place, act, status in cells(OF_NOBODY)}
        assert {key: (found[key], status) for key, status in expected.items() if found[key] != status} == {}


@pytest.mark.long
def test_the_token_of_the_computer_is_its_right(hall: Callable[[], Hall]) -> None:
    there = hall()
    there.tokens()
    found = {(place, act): there.places[place].status(act, OWN.text) for place, act, _ in cells(OF_COMPUTER)}
    expected = {(place, act): status for place, act, status in cells(OF_COMPUTER)}
    assert {key: (found[key], status) for key, status in expected.items() if found[key] != status} == {}


@pytest.mark.long
def test_the_pin_opens_every_server_of_the_hall_until_somebody_has_a_role(hall: Callable[[], Hall]) -> None:
    there = hall()
    pin = there.access.enter(there.access.pin, "")
    found = {(place, act): there.places[place].status(act, pin) for place, act, _ in cells(OF_PIN)}
    expected = {(place, act): status for place, act, status in cells(OF_PIN)}
    assert {key: (found[key], status) for key, status in expected.items() if found[key] != status} == {}


@pytest.mark.long
def test_what_reads_the_network_is_chosen_with_the_token_of_the_computer(hall: Callable[[], Hall]) -> None:
    there = hall()
    chief = there.tokens()["chief"]
    assert {name: place.status("camera", chief) for name, place in there.places.items()} == dict.fromkeys(
        there.places, 422
    )
    for place in there.places.values():
        place.environ = {**place.environ, "HTTP_TABLESIDE_TOKEN": OWN.text}
    assert {place.status("camera", chief) for place in there.places.values()} == {200}


def test_places_that_are_left_to_higher_roles_are_nobody_elses() -> None:
    places = ClientPlaces(2, 2, {"player": 3, "referee": 1})
    for role, most in (("player", 0), ("referee", 1), ("chief", 2)):
        with ExitStack() as stack:
            for _ in range(most):
                stack.enter_context(places.one(role, ""))  # type: ignore[arg-type]
            with pytest.raises(PlacesFullError), places.one(role, ""):  # type: ignore[arg-type]
                pass
        assert places.taken == 0


def test_one_client_takes_no_more_than_its_share() -> None:
    places = ClientPlaces(9, 2, {})
    with places.one("chief", "a"), places.one("chief", "a"):
        with pytest.raises(PlacesFullError), places.one("chief", "a"):
            pass
        with places.one("chief", "b"), places.one("chief", ""):
            assert places.taken == 4
