"""Who has which role: the page, and the JSON interface by which a chief lets people in and out."""

from typing import Any, Final

from flask import g, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from webui.access.people import INVITED, LONGEST_PIN, SHORTEST_PIN
from webui.access.pin import TOKEN_LIFE
from webui.access.roles import LONGEST_NAME, ROLES, Role
from webui.records.people import Device, Person
from webui.records.pins import is_guessed_first
from webui.routes import posted, shapes
from webui.routes.access import caller, from_here, home_of_phones, qr_code, signed, the_access, the_people
from webui.routes.api import Routes
from webui.routes.context import the_hall
from webui.routes.errors import RequestError
from webui.routes.requests import json_body

routes = Routes("people", __name__)

MOST_TABLES: Final = 1000
"""The largest number of a table that a device may be bound to. Not measured."""


@routes.page("/people")
def page() -> str:
    """The page on which somebody signs in or out, and on which a chief says who is what."""
    return render_template(
        "people.html", longest=LONGEST_NAME, least=SHORTEST_PIN, most=LONGEST_PIN, most_tables=MOST_TABLES
    )


@routes.get("/api/people", role="chief", gives=shapes.People)
def listed() -> ResponseReturnValue:
    """Who has a role, and the devices that they signed in on; while nobody has one, those that came in by the PIN."""
    return _answer()


@routes.post("/api/people", role="chief", gives={201: shapes.People}, takes=posted.PostedPerson)
def add() -> ResponseReturnValue:
    """Gives somebody a role: `{"name": …, "role": …}`, with `"table"` for a table's device, and `"pin"` to sign in by;
    with `"event"` it holds for the tables and pages of that event alone.

    Who has the PIN of this run alone makes a chief first, and is that one from then on: the answer has a token.
    """
    body, people, asks = json_body(), the_people(), caller()
    role, table, pin, event = _given(body)
    name = body.get("name")
    name = " ".join(name.split()) if isinstance(name, str) else ""
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise _wrong(f"name={body.get('name')!r:.60}")
    by_pin = not asks.device and not from_here()
    if by_pin and (role != "chief" or event is not None) and not people.store.anybody():
        raise RequestError(409, "chief-first")
    first = by_pin and not people.store.anybody()
    person = people.add(name, role, table, pin or "", signed(None), event)
    token = g.given = people.let_in(person, "").token if first else None
    return _answer(201, token)


@routes.put("/api/people/<person_id>", role="chief", gives=shapes.People, takes=posted.ChangedPerson)
def change(person_id: str) -> ResponseReturnValue:
    """Gives somebody another role, table, PIN or event: `{"role": …, "table": …, "pin": …}`; no PIN leaves theirs."""
    role, table, pin, event = _given(json_body())
    if the_people().change(person_id, role, table, pin, signed(None), event) is None:
        raise RequestError(404, "nobody-such")
    return _answer()


@routes.delete("/api/people/<person_id>", role="chief", gives=shapes.People)
def remove(person_id: str) -> ResponseReturnValue:
    """Takes somebody's role away, and signs them out on all devices; what they recorded stays theirs."""
    if not the_people().store.remove(person_id):
        raise RequestError(404, "nobody-such")
    return _answer()


@routes.post("/api/people/<person_id>/invitation", role="chief", gives={201: shapes.Invitation})
def invite(person_id: str) -> ResponseReturnValue:
    """An address that lets one device in as somebody, once; the one before lets nobody in any more."""
    people = the_people()
    if people.store.get(person_id) is None:
        raise RequestError(404, "nobody-such")
    address = f"{home_of_phones() or request.root_url}#invitation={people.invite(person_id)}"
    hours = int(INVITED.total_seconds() // 3600)
    return jsonify(ok=True, address=address, qr=qr_code(address), hours=hours), 201


@routes.delete("/api/devices/<device_id>", role="chief", gives=shapes.People)
def sign_out(device_id: str) -> ResponseReturnValue:
    """Signs a device out, of somebody with a role or one that came in by the PIN."""
    access = the_access()
    if not (access and access.pins.sign_out(device_id)):
        the_people().store.sign_out(device_id)
    return _answer()


def _given(body: dict[str, Any]) -> tuple[Role, int | None, str | None, int | None]:
    """The role, the table, the PIN and the event that a request gives somebody.

    Raises:
        RequestError: 400, they are none.
    """
    role, table, pin, event = (body.get(name) for name in ("role", "table", "pin", "event"))
    if role not in ROLES:
        raise _wrong(f"role={role!r:.60}")
    if table is not None and (type(table) is not int or not 0 < table <= MOST_TABLES):
        raise _wrong(f"table={table!r:.60}")
    if event is not None and (type(event) is not int or event not in the_hall().records.events.numbers()):
        raise _wrong(f"event={event!r:.60}")
    if pin is not None and not isinstance(pin, str):
        raise _wrong("pin")
    pin = None if pin is None else "".join(pin.split())
    if pin and not (pin.isascii() and pin.isdecimal() and SHORTEST_PIN <= len(pin) <= LONGEST_PIN):
        raise _wrong("pin")
    if pin and is_guessed_first(pin):
        raise RequestError(400, "pin-guessed-first")
    return role, table if role == "table" else None, pin, event


def _wrong(reason: str) -> RequestError:
    return RequestError(400, "not-a-person", reason=reason, longest=LONGEST_NAME, least=SHORTEST_PIN, most=LONGEST_PIN)


def _answer(status: int = 200, token: str | None = None) -> ResponseReturnValue:
    store, access = the_people().store, the_access()
    people, devices = store.all(), store.devices()
    if access and not people:
        devices += access.pins.devices(TOKEN_LIFE)
    return jsonify(
        ok=True,
        people=[_person_json(person) for person in people],
        devices=[_device_json(device) for device in devices],
        token=token,
    ), status


def _person_json(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "role": person.role,
        "table": person.table,
        "event": person.event,
        "pin": bool(person.pin),
        "who": person.who,
        "at": person.at,
    }


def _device_json(device: Device) -> dict[str, Any]:
    return {
        "id": device.id,
        "person": device.person,
        "name": device.name,
        "at": device.at,
        "seen": device.seen,
        "own": bool(device.person) and device.id == caller().device,
    }
