"""Who may change things: this computer, and whoever gave the PIN; and the code by which a phone comes in."""

from dataclasses import dataclass
from io import BytesIO
from typing import Final

import segno
from flask import Blueprint, Response, current_app, jsonify, request
from flask.typing import ResponseReturnValue

from webui.access import Access, is_loopback
from webui.routes.errors import RequestError
from webui.routes.requests import json_body

blueprint = Blueprint("access", __name__)

WATCHING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing, and that anybody may use."""

PROXIED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via")
"""Headers that tell of a proxy, whose requests come from this computer and are those of others."""


def the_access() -> Access | None:
    """The PIN and its tokens; None where the page is for this computer alone, which needs none."""
    access: Access | None = current_app.extensions["access"]
    return access


def from_here() -> bool:
    """Whether the request was made on this computer."""
    return is_loopback(request.remote_addr or "") and not any(name in request.headers for name in PROXIED)


def may_change() -> bool:
    """Whether the sender of the request may change things."""
    access = the_access()
    if access is None or from_here():
        return True
    return request.authorization is not None and (
        request.authorization.type == "bearer" and access.grants(request.authorization.token or "")
    )


def refuse_watchers() -> None:
    """Refuses changes of those who may only watch.

    Raises:
        RequestError: 401, the request would change something and brings no token.
    """
    if request.method not in WATCHING and request.endpoint != "access.enter" and not may_change():
        raise RequestError(401, "pin-needed")


def phone_address() -> str | None:
    """The address that a phone is to open; with the PIN behind it where the sender of the request may know it."""
    access = the_access()
    if access is None or access.address is None:
        return None
    return f"{access.address}#pin={access.pin}" if may_change() else access.address


@dataclass(frozen=True, slots=True)
class Entrance:
    """What a page says of how other devices come in.

    Attributes:
        alone: Whether the page is for this computer alone.
        here: Whether it is shown on this computer.
        address: Where phones reach it; None where no network is known.
        pin: The PIN, on this computer; None elsewhere.
        command: What starts the page for other devices too.
    """

    alone: bool
    here: bool
    address: str | None
    pin: str | None
    command: str = "tableside serve --host 0.0.0.0"


def the_entrance() -> Entrance:
    """What the page of this request says of how other devices come in."""
    access, here = the_access(), from_here()
    if access is None:
        return Entrance(True, here, None, None)
    return Entrance(False, here, access.address, access.pin if here else None)


@blueprint.post("/api/access")
def enter() -> ResponseReturnValue:
    """Gives a token for the PIN: `{"pin": "123456"}`; changes bring it as `Authorization: Bearer TOKEN`."""
    pin = json_body().get("pin")
    if not isinstance(pin, str):
        raise RequestError(400, "not-a-pin", got=f"{pin!r:.40}")
    access = the_access()
    if access is None:
        return jsonify(ok=True, token="")
    return jsonify(ok=True, token=access.enter(pin, request.remote_addr or ""))


@blueprint.get("/qr.svg")
def qr() -> Response:
    """The address that a phone is to open as a QR code; without such a one, the address of this request."""
    image = BytesIO()
    code = segno.make_qr(phone_address() or request.host_url, error="m")
    code.save(image, "svg", xmldecl=False, omitsize=True, border=3, dark="#000", light="#fff")
    return Response(image.getvalue(), mimetype="image/svg+xml")
