"""People and roles: the page, and the JSON interface by which a tournament director admits and removes people."""

from contextlib import suppress
from typing import Any

from flask import g, render_template, request, url_for

from webui.access.people import INVITED, LONGEST_PIN, SHORTEST_PIN
from webui.access.pin import TOKEN_LIFE
from webui.access.roles import LONGEST_NAME, Caller
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import home, the_hall, the_tables
from webui.http.errors import RequestError
from webui.http.identity import by_own_token, caller, from_here, signed, viewer
from webui.http.routes.access import home_of_phones, qr_code
from webui.http.site import the_site
from webui.records import MOST_TABLES, moments
from webui.records.errors import RecordsError
from webui.records.people import UNUSED, Person
from webui.records.pins import is_guessed_first
from webui.serializers.people import device_json, person_json

routes = Routes("people", __name__)


@routes.page("/people")
def page() -> str:
    """Return the page for signing in and out, and for giving roles."""
    drawn_now: dict[str, Any] = {"me": Caller("", "spectator"), "anybody": True, "known": None}
    with suppress(RecordsError):  # the page says so
        drawn_now = _drawn(viewer())
    return render_template(
        "people.html", least=SHORTEST_PIN, most=LONGEST_PIN, most_tables=MOST_TABLES, longest=LONGEST_NAME, **drawn_now
    )


@routes.page("/people/drawn")
def drawn() -> str:
    """Return what the page shows to the sender: to a director of everything also the people and their devices."""
    return render_template("people_drawn.html", longest=LONGEST_NAME, **_drawn(caller()))


def _drawn(me: Caller) -> dict[str, Any]:
    """Return what the page shows to somebody."""
    answer = _answer(me)
    events = {kept.number: kept.event.opened.name for kept in the_hall().events()}
    known = {"people": answer.people, "devices": answer.devices, "events": list(events.items())}
    return {
        "me": me,
        "ends": moments.after(moments.now(), UNUSED),
        "anybody": bool(answer.people),
        "events": events,
        "known": known if me.role == "chief" and me.event is None else None,
    }


@routes.get("/api/people", role="chief", gives=shapes.PeopleAnswer)
def listed() -> shapes.PeopleAnswer:
    """Return people with roles and their devices; while nobody has one, the devices admitted by the PIN."""
    return _answer(caller())


@routes.post("/api/people", role="chief", gives={201: shapes.PeopleAnswer}, body=posted.PostedPerson)
def add(body: posted.PostedPerson) -> tuple[shapes.PeopleAnswer, int]:
    """Give a role to a new person: `{"name": …, "role": …}`, with `"table"` for a table's device, `"pin"` for signing
    in, and `"event"` for a role in that event alone.

    The first role is a tournament director's, and who gives it becomes that person: the answer has a token. What has
    the token of this computer gives any. Another program than the page needs that token, or the PIN.
    """
    people = the_site().people
    table, pin = _given(body)
    name = " ".join(body.name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise _wrong(f"name={body.name!r:.60}")
    first = not by_own_token() and not people.store.anybody()
    if first and from_here() and "Origin" not in request.headers:
        raise RequestError(401, "first-role-unproved")
    if first and (body.role != "chief" or body.event is not None):
        raise RequestError(409, "chief-first")
    person = people.add(name, body.role, table, pin or "", signed(None), body.event)
    token = g.given = people.let_in(person, "").token if first else None
    return _answer(caller(), token), 201


@routes.put("/api/people/<person_id>", role="chief", gives=shapes.PeopleAnswer, body=posted.ChangedPerson)
def change(person_id: str, body: posted.ChangedPerson) -> shapes.PeopleAnswer:
    """Give a person another role, table, PIN or event: `{"role": …, "table": …, "pin": …}`; no PIN leaves theirs."""
    table, pin = _given(body)
    if the_site().people.change(person_id, body.role, table, pin, signed(None), body.event) is None:
        raise RequestError(404, "nobody-such")
    return _answer(caller())


@routes.delete("/api/people/<person_id>", role="chief", gives=shapes.PeopleAnswer)
def remove(person_id: str) -> shapes.PeopleAnswer:
    """Remove a person's role and sign them out everywhere; their records stay theirs."""
    if not the_site().people.store.remove(person_id):
        raise RequestError(404, "nobody-such")
    return _answer(caller())


@routes.post("/api/people/<person_id>/invitation", role="chief", gives={201: shapes.Invitation})
def invite(person_id: str) -> tuple[shapes.Invitation, int]:
    """Return an address that admits one device for a person, once; earlier ones become invalid."""
    people = the_site().people
    person = people.store.get(person_id)
    if person is None:
        raise RequestError(404, "nobody-such")
    top = f"{(home_of_phones() or request.root_url).rstrip('/')}/"
    address = f"{top}{_own_page(person)}#invitation={people.invite(person_id)}"
    hours = int(INVITED.total_seconds() // 3600)
    return shapes.Invitation(ok=True, address=address, qr=qr_code(address), hours=hours), 201


@routes.delete("/api/devices/<device_id>", role="chief", gives=shapes.PeopleAnswer)
def sign_out(device_id: str) -> shapes.PeopleAnswer:
    """Sign a device out, of a person with a role or admitted by the PIN."""
    access = the_site().access
    if not (access and access.pins.sign_out(device_id)):
        the_site().people.store.sign_out(device_id)
    return _answer(caller())


def _own_page(person: Person) -> str:
    """Return the path, without the first slash, of the page that a person works on: referees and tables have one."""
    match person.role:
        case "referee":
            page = url_for("referee.page")
        case "table" if the_tables().many and person.table is not None:
            page = url_for("pages.start", table=person.table)
        case _:
            page = home()
    return page.removeprefix(request.script_root).lstrip("/")


def _given(body: posted.ChangedPerson) -> tuple[int | None, str | None]:
    """Return the table and the PIN in a request.

    Raises:
        RequestError: 400: there is no such event, or the PIN is not a number of digits or easily guessed.
    """
    if body.event is not None and body.event not in the_hall().records.events.numbers():
        raise _wrong(f"event={body.event!r:.60}")
    pin = None if body.pin is None else "".join(body.pin.split())
    if pin and not (pin.isascii() and pin.isdecimal() and SHORTEST_PIN <= len(pin) <= LONGEST_PIN):
        raise _wrong("pin")
    if pin and is_guessed_first(pin):
        raise RequestError(400, "pin-guessed-first")
    return body.table if body.role == "table" else None, pin


def _wrong(reason: str) -> RequestError:
    return RequestError(400, "not-a-person", reason=reason, longest=LONGEST_NAME, least=SHORTEST_PIN, most=LONGEST_PIN)


def _answer(who: Caller, token: str | None = None) -> shapes.PeopleAnswer:
    store, access, own = the_site().people.store, the_site().access, who.device
    people, devices = store.all(), store.devices()
    if access and not people:
        devices += access.pins.devices(TOKEN_LIFE)
    return shapes.PeopleAnswer(
        ok=True,
        people=[person_json(person) for person in people],
        devices=[device_json(device, own) for device in devices],
        token=token,
    )
