"""The sender of the current request: this computer, a device with the PIN, or a signed-in person."""

import logging
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from typing import Any, Final, Protocol
from urllib.parse import unquote

from flask import g, request

from webui.access.proxies import client_address, is_local, is_loopback, was_passed_on
from webui.access.roles import LONGEST_NAME, Caller
from webui.hand.places import Asker
from webui.http.api import API, STABLE
from webui.http.site import Site, the_site
from webui.records.errors import RecordsError

_log = logging.getLogger(__name__)

CONNECTION: Final = "tableside.connection"
"""Key of the WSGI environment with the `Connection` of the request; some servers have none."""

DEVICE: Final = "tableside-device"
"""Cookie with the token of a device, by which pages, pictures and streams are drawn as its owner sees them."""

OWN: Final = "Tableside-Token"
"""Header with the token of this computer, by which its page shows where it is while a person is signed in there."""

WHO: Final = "Tableside-Who"
"""Header with the name of an author who has not signed in, percent-encoded as UTF-8."""


_OF_TABLE: Final = tuple(f"{start}tables/<int:number>/" for start in (API, STABLE))
"""The beginnings of the interface's addresses of a table."""


class Connection(Protocol):
    """A connection of the server.

    Attributes:
        known: True once a person with a role has used it; it is then closed last if there are too many.
        watches: True while it gets a stream.
    """

    known: bool
    watches: bool


def from_here() -> bool:
    """Return True if the request is of this computer: it has its token, or nobody has a role and it comes from here."""
    return _from_here(the_site())


def _from_here(site: Site) -> bool:
    if g.get("here") is None:
        g.here = _has_token(site) or (_looks_local(site) and not _may_be_anybody(site))
    return bool(g.here)


def warn_of_proxy() -> None:
    """Write into the log, once, that a request came through a proxy that the server was not told of."""
    if not was_passed_on(request.environ) or (site := the_site()).proxy_seen:
        return
    site.proxy_seen = True
    _log.warning(
        "a request came through a proxy at %s that is not trusted: all who come through it count as one stranger, and "
        "while nobody has a role some may count as this computer; start with --trusted-proxy %s",
        *(client_address(request.environ),) * 2,
    )


def by_own_token(given: str = "") -> bool:
    """Return True if the request has the token of this computer, in its headers or as this text."""
    return _has_token(the_site(), given)


def _has_token(site: Site, given: str = "") -> bool:
    own = site.own
    return own is not None and any(map(own.matches, (given, bearer(), request.headers.get(OWN, ""))))


def looks_local() -> bool:
    """Return True if the request shows no sign of another computer, which proves nothing."""
    return _looks_local(the_site())


def _looks_local(site: Site) -> bool:
    return not site.proxies and is_local(request.environ)


def anybody() -> bool:
    """Return True if anybody has a role. A request asks once: a database that comes back meanwhile refuses nobody.

    Raises:
        RecordsError: It cannot be read, or could not when the request asked first.
    """
    return _anybody(the_site())


def _anybody(site: Site) -> bool:
    if g.get("anybody") is None:
        try:
            with _ahead(site):
                g.anybody = site.people.store.anybody()
        except RecordsError as error:
            g.anybody = error
    if isinstance(g.anybody, RecordsError):
        raise g.anybody
    return bool(g.anybody)


def _ahead(site: Site) -> AbstractContextManager[None]:
    """Read the records of the table that the address of the interface names, as the request will, in one transaction
    with all queries inside; see `webui.http.context.at`."""
    number = (request.view_args or {}).get("number")
    if number is None or not str(request.url_rule).startswith(_OF_TABLE):
        return nullcontext()
    table = site.tables.known(number)
    if table is None:
        return nullcontext()
    g.read_ahead = table.number
    return table.matches.ahead()


def _may_be_anybody(site: Site) -> bool:
    try:
        return _anybody(site)
    except RecordsError:
        return True


def of_hall() -> bool:
    """Return True if this is the device of a table in a hall whose people and roles hold here too.

    Raises:
        RecordsError: It cannot be read.
    """
    return _of_hall(the_site())


def _of_hall(site: Site) -> bool:
    return site.tables.own.outbox is not None and site.people.store.anybody()


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


def viewer() -> Caller:
    """Return the caller of a stream, a picture or a page: browsers send a device's cookie there, and no header.

    The cookie grants nothing else, since a browser sends it unasked.
    """
    if g.get("viewer") is None:
        who, token = caller(), request.cookies.get(DEVICE)
        if who.role == "spectator" and token:
            with suppress(RecordsError):
                who = _by_token(the_site(), token, "") or who
        g.viewer = who
    sees: Caller = g.viewer
    return sees


def drawn_for() -> str:
    """Return the viewer that a page is drawn for: "device" by its cookie, "here" for this computer, "" for anybody.

    A script that knows another token than the one in the cookie asks anew.
    """
    if viewer() is not caller():
        return "device"
    return "here" if caller().role != "spectator" else ""


def watcher() -> Asker:
    """Return the client whose place a stream takes."""
    return asker(viewer())


def signed(who: Any) -> str:
    """Return the author's name for a record.

    Args:
        who: The name in the request, if any.
    """
    asks = caller()
    return asks.who if asks.device or not isinstance(who, str) else who.strip()[:LONGEST_NAME] or asks.who


def _caller() -> Caller:
    token, site = bearer(), the_site()
    who = unquote(request.headers.get(WHO, "")).strip()[:LONGEST_NAME]
    known = _by_token(site, token, who) if token and not (site.own and site.own.matches(token)) else None
    if known is not None:
        return known
    if not _from_here(site):
        return Caller("", "spectator")
    return Caller(who, "table", site.tables.own.number) if _of_hall(site) else Caller(who, "chief")


def bearer() -> str:
    """Return the token of the request; empty for none."""
    asked = request.authorization
    return (asked.token or "") if asked is not None and asked.type == "bearer" else ""


def _by_token(site: Site, token: str, who: str) -> Caller | None:
    """Return the owner of a token: a person with a role, or a device with the PIN while nobody has one, or None."""
    alone = site.tables.own.outbox is not None  # it may ask the hall, and read again what it stores then
    known = site.people.caller(token, None if alone else _ahead(site))
    if known is not None:
        g.anybody = True
        return replace(known, at_rig=alone)
    device = site.access.device(token) if site.access is not None and not _of_hall(site) else None
    if device is None or site.people.store.anybody():
        return None
    g.by_pin = device
    return Caller(who, "chief")
