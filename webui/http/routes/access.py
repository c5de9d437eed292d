"""Access: this computer, devices with the PIN, signed-in people, and the QR code for phones."""

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final, Protocol, cast
from urllib.parse import unquote

import segno
from flask import Response, current_app, g, request

from webui.access.own import OwnToken
from webui.access.people import People, SignedIn
from webui.access.pin import Access, digest
from webui.access.places import Asker
from webui.access.proxies import Proxies, by_proxy, client_address, is_local, is_loopback, was_passed_on
from webui.access.roles import LONGEST_NAME, Caller, Role
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import the_tables
from webui.http.errors import RequestError
from webui.http.requests import json_body, whole
from webui.http.routes.https import the_https
from webui.records.errors import RecordsError
from webui.records.store import MOST_TABLES

routes = Routes("access", __name__)

_log = logging.getLogger(__name__)

CONNECTION: Final = "tableside.connection"
"""Key of the WSGI environment with the `Connection` of the request; some servers have none."""

DEVICE: Final = "tableside-device"
"""Cookie with the token of a device, which identifies its streams."""

REMEMBERED: Final = 30 * 24 * 3600
"""Seconds for which a browser keeps that cookie; the token may expire earlier."""

OWN: Final = "Tableside-Token"
"""Header with the token of this computer, by which its page shows where it is while a person is signed in there."""

WHO: Final = "Tableside-Who"
"""Header with the name of an author who has not signed in, percent-encoded as UTF-8."""


class Connection(Protocol):
    """A connection of the server.

    Attributes:
        known: True once a person with a role has used it; it is then closed last if there are too many.
        watches: True while it gets a stream.
    """

    known: bool
    watches: bool


def the_access() -> Access | None:
    """Return the PIN and its tokens, or None if the page is for this computer alone, which needs none."""
    access: Access | None = current_app.extensions["access"]
    return access


def the_people() -> People:
    """Return the people with roles."""
    people: People = current_app.extensions["people"]
    return people


def from_here() -> bool:
    """Return True if the request is of this computer: it has its token, or nobody has a role and it comes from here."""
    if g.get("here") is None:
        g.here = by_own_token() or (looks_local() and not _may_be_anybody())
    return bool(g.here)


def warn_of_proxy() -> None:
    """Write into the log, once, that a request came through a proxy that the server was not told of."""
    if current_app.extensions["proxy_seen"] or not was_passed_on(request.environ):
        return
    current_app.extensions["proxy_seen"] = True
    _log.warning(
        "a request came through a proxy at %s that is not trusted: all who come through it count as one stranger, and "
        "while nobody has a role some may count as this computer; start with --trusted-proxy %s",
        *(client_address(request.environ),) * 2,
    )


def by_own_token(given: str = "") -> bool:
    """Return True if the request has the token of this computer, in its headers or as this text."""
    own: OwnToken | None = current_app.extensions["own"]
    return own is not None and any(map(own.matches, (given, _bearer(), request.headers.get(OWN, ""))))


def looks_local() -> bool:
    """Return True if the request shows no sign of another computer, which proves nothing."""
    proxies: Proxies = current_app.extensions["proxies"]
    return not proxies and is_local(request.environ)


def anybody() -> bool:
    """Return True if anybody has a role. A request asks once: a database that comes back meanwhile refuses nobody.

    Raises:
        RecordsError: It cannot be read, or could not when the request asked first.
    """
    if g.get("anybody") is None:
        try:
            g.anybody = the_people().store.anybody()
        except RecordsError as error:
            g.anybody = error
    if isinstance(g.anybody, RecordsError):
        raise g.anybody
    return bool(g.anybody)


def _may_be_anybody() -> bool:
    try:
        return anybody()
    except RecordsError:
        return True


def of_hall() -> bool:
    """Return True if this is the device of a table in a hall whose people and roles hold here too.

    Raises:
        RecordsError: It cannot be read.
    """
    return the_tables().own.outbox is not None and the_people().store.anybody()


def caller() -> Caller:
    """Return the sender of the request.

    A device with a signed-in person has their role. What has the token of this computer may do everything; while nobody
    has a role so may this computer itself, and a device with its PIN; all others watch. The device of a table in a hall
    with roles is no more than that: by its token it records for its table, and a referee's decisions need a signed-in
    referee.
    """
    if g.get("caller") is None:
        g.caller = _caller()
    asks: Caller = g.caller
    return asks


def asker(who: Caller) -> Asker:
    """Return the client whose places a request takes; mark the connection of a known device."""
    device = who.device or g.get("by_pin", "")
    if who.may("player"):
        connection: Connection | None = request.environ.get(CONNECTION)
        if connection is not None:
            connection.known = True
    client = client_address(request.environ)
    return Asker("" if is_loopback(client) else client, who.role, device)


def watcher() -> Asker:
    """Return the client whose place a stream takes: browsers open streams with a device's cookie, without a header."""
    who, token = caller(), request.cookies.get(DEVICE)
    if who.role == "spectator" and token:
        with suppress(RecordsError):
            who = _by_token(token, "") or who
    return asker(who)


def remember_device(response: Response) -> Response:
    """Set the cookie by which a browser identifies its device when it opens a stream, so that it finds a place.

    The cookie gives no rights: those need the token in the header, which no other site can send.
    """
    path = f"{request.root_path.rstrip('/')}/api/"
    if token := g.get("given"):
        secure = request.is_secure
        response.set_cookie(DEVICE, token, REMEMBERED, path=path, secure=secure, httponly=True, samesite="Strict")
    elif request.endpoint == "access.leave":
        response.delete_cookie(DEVICE, path)
    return response


def signed(who: Any) -> str:
    """Return the author's name for a record.

    Args:
        who: The name in the request, if any.
    """
    asks = caller()
    return asks.who if asks.device or not isinstance(who, str) else who.strip()[:LONGEST_NAME] or asks.who


def _caller() -> Caller:
    token = _bearer()
    who = unquote(request.headers.get(WHO, "")).strip()[:LONGEST_NAME]
    own: OwnToken | None = current_app.extensions["own"]
    known = _by_token(token, who) if token and not (own and own.matches(token)) else None
    if known is not None:
        return known
    if not from_here():
        return Caller("", "spectator")
    return Caller(who, "table", the_tables().own.number) if of_hall() else Caller(who, "chief")


def _bearer() -> str:
    """Return the token of the request; empty for none."""
    asked = request.authorization
    return (asked.token or "") if asked is not None and asked.type == "bearer" else ""


def _by_token(token: str, who: str) -> Caller | None:
    """Return the owner of a token: a person with a role, or a device with the PIN while nobody has one, or None."""
    known = the_people().caller(token)
    if known is not None:
        return replace(known, at_rig=the_tables().own.outbox is not None)
    access = the_access()
    device = access.device(token) if access is not None and not of_hall() else None
    if device is None or the_people().store.anybody():
        return None
    g.by_pin = device
    return Caller(who, "chief")


def home_of_phones() -> str | None:
    """Return the address of the start page for other devices, by a trusted proxy if there is one, or None."""
    access = the_access()
    return request.root_url if by_proxy(request.environ) else access.address if access else None


def authority_file() -> str | None:
    """Return the address of the authority's file for phones, or None: by HTTP, since they do not trust HTTPS yet."""
    https, home = the_https(), home_of_phones()
    if https is None or https.authority is None or home is None or by_proxy(request.environ):
        return None
    return f"{home.replace('https://', 'http://', 1)}tableside.crt"


def phone_address() -> str | None:
    """Return the address for a phone to open, with the PIN if the sender of the request may know it."""
    access, home = the_access(), home_of_phones()
    if access is None or home is None:
        return None
    told = caller().may("chief") and not the_people().store.anybody()
    return f"{home}#pin={access.pin}" if told else home


@dataclass(frozen=True, slots=True)
class Entrance:
    """The page's information about access from other devices.

    Attributes:
        alone: True if the page is for this computer alone.
        here: True if it is shown on this computer while nobody has a role: then nobody needs to sign in there.
        address: Its address for phones, or None without a network.
        pin: The PIN, on this computer while nobody has a role; else None.
        people: True if people have roles, and sign in by an invitation or their own PIN.
        command: The command that opens the page to other devices.
        authority: Address of the authority's file for phones, or None.
        fingerprint: The SHA-256 of its certificate.
    """

    alone: bool
    here: bool
    address: str | None
    pin: str | None
    people: bool
    command: str
    authority: str | None = None
    fingerprint: str = ""


def the_entrance() -> Entrance:
    """Return the page's information about access from other devices."""
    access, here = the_access(), from_here()
    try:
        people = the_people().store.anybody()
        pin = access.pin if access and here and not people else None
    except RecordsError:  # the page reports it
        people, pin = True, None
    command = current_app.extensions["command"]
    if access is None:
        return Entrance(True, here, None, None, people, command)
    https, file = the_https(), authority_file()
    fingerprint = https.fingerprint if https else ""
    return Entrance(False, here, home_of_phones(), pin, people, command, file, fingerprint)


@routes.get("/api/access", gives=shapes.Me)
def me() -> shapes.Me:
    """Return the sender on this device, and whether anybody has a role."""
    asks = caller()
    return shapes.Me(
        ok=True,
        who=asks.who,
        role=asks.role,
        table=asks.table,
        event=asks.event,
        device=asks.device,
        here=by_own_token(),
        people=the_people().store.anybody(),
    )


@routes.post("/api/access", role="spectator", gives=shapes.Token, takes=posted.Entering)
def enter() -> shapes.Token:
    """Give a token, for requests with `Authorization: Bearer TOKEN`.

    For `{"pin": "123456"}` with the PIN of this run, while nobody has a role; then for `{"name": …, "pin": …}`, or for
    the secret of an invitation, `{"invitation": …}`. For `{"token": …}`, that of this computer or a code for it, the
    answer has the token.
    """
    body, address = json_body(), client_address(request.environ)
    name, pin, carried = body.get("name"), body.get("pin"), body.get("invitation")
    if isinstance(shown := body.get("token"), str):
        return _at_home(shown)
    if isinstance(carried, str):
        return _signed_in(the_people().accept(carried, _device()))
    if not isinstance(pin, str):
        raise RequestError(400, "not-a-pin", got=f"{pin!r:.40}")
    if isinstance(name, str) and name.strip():
        return _signed_in(the_people().enter(name, pin, address, _device(), _known_device()))
    access = the_access()
    if access is None and not of_hall() and from_here():
        return shapes.Token(ok=True, token="", who="", role="chief", table=None, event=None)
    if access is None and not of_hall():
        raise RequestError(403, "not-from-here")
    if access is None or the_people().store.anybody():
        raise RequestError(403, "sign-in-needed")
    token = g.given = access.enter(pin, address, _device(), _known_device())
    return shapes.Token(ok=True, token=token, who="", role="chief", table=None, event=None)


@routes.delete("/api/access", role="spectator", gives=shapes.Done)
def leave() -> shapes.Done:
    """Sign out the device that sends this."""
    access, token = the_access(), _bearer()
    by_pin = access.device(token) if access and token else None
    if access and by_pin:
        access.pins.sign_out(by_pin)
    the_people().store.sign_out(caller().device)
    return shapes.Done(ok=True)


@routes.post("/api/access/pin", role="chief", gives=shapes.Pin)
def renew() -> shapes.Pin:
    """Make a new PIN, which signs out every device admitted by the old one."""
    access = the_access()
    if access is None:
        raise RequestError(404, "no-pin-here")
    return shapes.Pin(ok=True, pin=access.pins.renew())


def _signed_in(came: SignedIn) -> shapes.Token:
    person, g.given = came.person, came.token
    role = cast(Role, person.role)
    return shapes.Token(ok=True, token=came.token, who=person.name, role=role, table=person.table, event=person.event)


def _at_home(shown: str) -> shapes.Token:
    """Give the token of this computer to its page.

    Raises:
        RequestError: 403: neither the token nor a code for it was shown.
    """
    own: OwnToken | None = current_app.extensions["own"]
    if own is None or not own.admits(shown):
        raise RequestError(403, "token-wrong")
    table = the_tables().own.number if of_hall() else None
    role: Role = "chief" if table is None else "table"
    return shapes.Token(ok=True, token=own.text, who="", role=role, table=table, event=None)


def _known_device() -> str:
    """Return the id of the device that sends the request, if it was signed in before, by its cookie; else empty."""
    token, access = request.cookies.get(DEVICE, ""), the_access()
    if not token:
        return ""
    return the_people().store.device_of(digest(token)) or (access.device(token) if access else None) or ""


def _device() -> str:
    """Return the kind of device that a request reports."""
    agent = request.user_agent.string
    kinds = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
    return next((kind for kind in kinds if kind in agent), agent[:40])


@routes.page("/qr.svg")
def qr() -> Response:
    """Return the address for a phone as a QR code; without one, the address of this request.

    With `?to=me` it is that of the players' page, and opens nothing else; with `?to=authority` that of the authority's
    file, and with `?table=n` that of a table's page.
    """
    if request.args.get("to") == "authority" and (file := authority_file()):
        return Response(qr_code(file), mimetype="image/svg+xml")
    if request.args.get("to") == "me":
        address = home_of_phones() or request.root_url
        return Response(qr_code(f"{address.rstrip('/')}/me"), mimetype="image/svg+xml")
    address, table = phone_address() or request.root_url, whole("table", 0)
    if 0 < table <= MOST_TABLES:
        page, sign, pin = address.partition("#")
        address = f"{page.rstrip('/')}/t/{table}{sign}{pin}"
    return Response(qr_code(address), mimetype="image/svg+xml")


def qr_code(text: str) -> str:
    """Return a QR code as SVG, with the required margin."""
    image = BytesIO()
    segno.make_qr(text, error="m").save(image, "svg", xmldecl=False, omitsize=True, border=3, dark="#000", light="#fff")
    return image.getvalue().decode()
