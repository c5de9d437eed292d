"""Access: this computer, devices with the PIN, signed-in people, and the QR code for phones."""

from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Final, cast

import segno
from flask import Response, g, request

from webui.access.people import SignedIn
from webui.access.pin import digest
from webui.access.proxies import by_proxy, client_address
from webui.access.roles import Caller
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import the_tables
from webui.http.errors import RequestError
from webui.http.identity import DEVICE, bearer, by_own_token, caller, drawn_for, from_here, of_hall, viewer
from webui.http.requests import whole
from webui.http.site import the_site
from webui.records import MOST_TABLES
from webui.records.errors import RecordsError
from webui.records.rights import Role

routes = Routes("access", __name__)

REMEMBERED: Final = 30 * 24 * 3600
"""Seconds for which a browser keeps that cookie; the token may expire earlier."""


def remember_device(response: Response) -> Response:
    """Set the cookie by which a browser identifies its device when it opens a page or a stream: a page is drawn as the
    device's owner sees it, and a stream finds a place. A device that lost it gets it again when it asks who it is.

    The cookie gives no rights: those need the token in the header, which no other site can send.
    """
    path = f"{request.root_path.rstrip('/')}/"
    token = g.get("given") or _forgotten()
    if token:
        secure = request.is_secure
        response.set_cookie(DEVICE, token, REMEMBERED, path=path, secure=secure, httponly=True, samesite="Strict")
    elif request.endpoint == "access.leave":
        response.delete_cookie(DEVICE, path)
    if token or request.endpoint == "access.leave":
        response.delete_cookie(DEVICE, f"{path}api/")  # where an earlier version set it, which would be read first
    return response


def _forgotten() -> str:
    """Return the token of a known device that asks who it is without its cookie; else empty."""
    if request.endpoint != "access.me" or g.get("caller") is None:
        return ""
    known = caller().device or g.get("by_pin")
    return bearer() if known and request.cookies.get(DEVICE) != bearer() else ""


def home_of_phones() -> str | None:
    """Return the address of the start page for other devices, by a trusted proxy if there is one, or None."""
    access = the_site().access
    return request.root_url if by_proxy(request.environ) else access.address if access else None


def authority_file() -> str | None:
    """Return the address of the authority's file for phones, or None: by HTTP, since they do not trust HTTPS yet."""
    https, home = the_site().https, home_of_phones()
    if https is None or https.authority is None or home is None or by_proxy(request.environ):
        return None
    return f"{home.replace('https://', 'http://', 1)}tableside.crt"


def phone_address() -> str | None:
    """Return the address for a phone to open, with the PIN if the sender of the request may know it."""
    access, home = the_site().access, home_of_phones()
    if access is None or home is None:
        return None
    told = caller().may("chief") and not the_site().people.store.anybody()
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

    def allowed(self, table: int) -> list[str]:
        """Return what the viewer of a page about this table may do, as the scripts of the page know it."""
        if self.here:
            return ["player", "table", "referee"]
        with suppress(RecordsError):
            sees = viewer()
            if sees.table in (None, table):
                return [role for role in ("player", "table", "referee") if sees.may(role)]
        return []

    @property
    def viewer(self) -> Caller:
        """The viewer of a page; a stranger while people cannot be read."""
        with suppress(RecordsError):
            return viewer()
        return Caller("", "spectator")

    @property
    def drawn_for(self) -> str:
        """The viewer that a page is drawn for, as `drawn_for` names them."""
        with suppress(RecordsError):
            return drawn_for()
        return ""


def the_entrance() -> Entrance:
    """Return the page's information about access from other devices."""
    access, here = the_site().access, from_here()
    try:
        people = the_site().people.store.anybody()
        pin = access.pin if access and here and not people else None
    except RecordsError:  # the page reports it
        people, pin = True, None
    command = the_site().command
    if access is None:
        return Entrance(True, here, None, None, people, command)
    https, file = the_site().https, authority_file()
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
        people=the_site().people.store.anybody(),
    )


@routes.post("/api/access", role="spectator", gives=shapes.Token, body=posted.Entering)
def enter(body: posted.Entering) -> shapes.Token:
    """Give a token, for requests with `Authorization: Bearer TOKEN`.

    For `{"pin": "123456"}` with the PIN of this run, while nobody has a role; then for `{"name": …, "pin": …}`, or for
    the secret of an invitation, `{"invitation": …}`. For `{"token": …}`, that of this computer or a code for it, the
    answer has the token.
    """
    pin, address = body.pin, client_address(request.environ)
    if body.token is not None:
        return _at_home(body.token)
    if body.invitation is not None:
        return _signed_in(the_site().people.accept(body.invitation, _device()))
    if pin is None:
        raise RequestError(400, "not-a-pin", got=None)
    if body.name.strip():
        return _signed_in(the_site().people.enter(body.name, pin, address, _device(), _known_device()))
    access = the_site().access
    if access is None and not of_hall() and from_here():
        return shapes.Token(ok=True, token="", who="", role="chief", table=None, event=None)
    if access is None and not of_hall():
        raise RequestError(403, "not-from-here")
    if access is None or the_site().people.store.anybody():
        raise RequestError(403, "sign-in-needed")
    token = g.given = access.enter(pin, address, _device(), _known_device())
    return shapes.Token(ok=True, token=token, who="", role="chief", table=None, event=None)


@routes.delete("/api/access", role="spectator", gives=shapes.Done)
def leave() -> shapes.Done:
    """Sign out the device that sends this."""
    access, token = the_site().access, bearer()
    by_pin = access.device(token) if access and token else None
    if access and by_pin:
        access.pins.sign_out(by_pin)
    the_site().people.store.sign_out(caller().device)
    return shapes.Done(ok=True)


@routes.post("/api/access/pin", role="chief", gives=shapes.Pin)
def renew() -> shapes.Pin:
    """Make a new PIN, which signs out every device admitted by the old one."""
    access = the_site().access
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
    own = the_site().own
    if own is None or not own.admits(shown):
        raise RequestError(403, "token-wrong")
    table = the_tables().own.number if of_hall() else None
    role: Role = "chief" if table is None else "table"
    return shapes.Token(ok=True, token=own.text, who="", role=role, table=table, event=None)


def _known_device() -> str:
    """Return the id of the device that sends the request, if it was signed in before, by its cookie; else empty."""
    token, access = request.cookies.get(DEVICE, ""), the_site().access
    if not token:
        return ""
    return the_site().people.store.device_of(digest(token)) or (access.device(token) if access else None) or ""


def _device() -> str:
    """Return the kind of device that a request reports."""
    agent = request.user_agent.string
    kinds = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
    return next((kind for kind in kinds if kind in agent), agent[:40])


@routes.page("/qr.svg")
def qr() -> Response:
    """Return the address for a phone as a QR code; without one, the address of this request.

    With `?to=me` it is that of the players' page, and opens nothing else; with `?to=authority` that of the authority's
    file, with `?to=tables` that of the page of all tables, and with `?table=n` that of a table's page.
    """
    if request.args.get("to") == "authority" and (file := authority_file()):
        return Response(qr_code(file), mimetype="image/svg+xml")
    if request.args.get("to") == "me":
        address = home_of_phones() or request.root_url
        return Response(qr_code(f"{address.rstrip('/')}/me"), mimetype="image/svg+xml")
    address, table = phone_address() or request.root_url, whole("table", 0)
    there = f"t/{table}" if 0 < table <= MOST_TABLES else "tables" if request.args.get("to") == "tables" else ""
    if there:
        page, sign, pin = address.partition("#")
        address = f"{page.rstrip('/')}/{there}{sign}{pin}"
    return Response(qr_code(address), mimetype="image/svg+xml")


def qr_code(text: str) -> str:
    """Return a QR code as SVG, with the required margin."""
    image = BytesIO()
    segno.make_qr(text, error="m").save(image, "svg", xmldecl=False, omitsize=True, border=3, dark="#000", light="#fff")
    return image.getvalue().decode()
