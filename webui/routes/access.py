"""Who may change things: this computer, and whoever gave the PIN; and the code by which a phone comes in."""

from dataclasses import dataclass
from io import BytesIO
from typing import Any, Final
from urllib.parse import unquote

import segno
from flask import Blueprint, Response, current_app, g, jsonify, request
from flask.typing import ResponseReturnValue

from webui.access.pin import Access, is_loopback
from webui.access.roles import Caller
from webui.routes.errors import RequestError
from webui.routes.requests import json_body

blueprint = Blueprint("access", __name__)

WHO: Final = "Tableside-Who"
"""Header by which somebody who has not signed in gives their name, percent-encoded as UTF-8."""

LONGEST_NAME: Final = 60
"""Characters of the name of somebody at most. Not measured."""

PROXIED: Final = ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via")
"""Headers that tell of a proxy, whose requests come from this computer and are those of others."""


def the_access() -> Access | None:
    """The PIN and its tokens; None where the page is for this computer alone, which needs none."""
    access: Access | None = current_app.extensions["access"]
    return access


def from_here() -> bool:
    """Whether the request was made on this computer."""
    return is_loopback(request.remote_addr or "") and not any(name in request.headers for name in PROXIED)


def caller() -> Caller:
    """Who sent the request: this computer and who has the PIN may do all, others watch."""
    if g.get("caller") is None:
        g.caller = _caller()
    asks: Caller = g.caller
    return asks


def signed(who: Any) -> str:
    """The name by which something is recorded.

    Args:
        who: The name that the request itself gives, where it does.
    """
    asks = caller()
    return asks.who if asks.device or not isinstance(who, str) else who.strip()[:LONGEST_NAME] or asks.who


def _caller() -> Caller:
    access = the_access()
    who = unquote(request.headers.get(WHO, "")).strip()[:LONGEST_NAME]
    if access is None or from_here():
        return Caller(who, "chief")
    asked = request.authorization
    if asked is not None and asked.type == "bearer" and access.grants(asked.token or ""):
        return Caller(who, "chief")
    return Caller("", "spectator")


def phone_address() -> str | None:
    """The address that a phone is to open; with the PIN behind it where the sender of the request may know it."""
    access = the_access()
    if access is None or access.address is None:
        return None
    return f"{access.address}#pin={access.pin}" if caller().may("chief") else access.address


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
