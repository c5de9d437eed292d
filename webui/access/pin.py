"""Who may change things: a PIN that is shown on this computer, and the tokens that it gives.

Watching needs none, and this computer itself needs none either.
"""

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Final

from webui.access.https import FOLDER
from webui.errors import WebError
from webui.records.database.database import Database
from webui.records.pins import PinStore

TOKEN_LIFE: Final = timedelta(hours=24)
"""How long a token is good for: one day of play. Not measured."""

KEY_FILE: Final = "access.key"
"""Name of a file that earlier versions kept the key in which tokens were signed with."""

FREE_TRIES: Final = 5
"""Wrong PINs that an address may try before it has to wait. More lets a guesser try more; fewer keeps out somebody who
mistypes."""

FREE_TRIES_OF_NETWORK: Final = 100
"""The same for an IPv6 network (/64), in which one device may have any number of addresses. Fewer would let one guesser
keep out all of the network; more lets that guesser try more."""

FIRST_WAIT: Final = 60.0
"""Seconds that an address waits after `FREE_TRIES`; each wrong PIN from then on doubles it."""

LONGEST_WAIT: Final = 4 * 3600.0
"""Seconds of the longest wait. Longer keeps out for longer those who share a guesser's address; shorter makes guessing
likelier. One address tries 17 wrong PINs in 24 hours: it hits upon one of a million within a day once in 58,000 times,
and a guesser who takes all 250 addresses of a small network once in 230 (0.43%)."""

FORGOTTEN: Final = 24 * 3600.0
"""Seconds after its last wrong PIN at which an address starts anew."""

SKIPPED: Final = (KEY_FILE, "box.log", FOLDER)
"""What no backup holds: the key that tokens of earlier versions were signed with, the record of the box's line, and the
folder with the key of the authority that phones trust."""


class WrongPin(WebError):
    """This is not the PIN: type the one that the computer shows."""


class TooManyPins(WebError):
    """Too many wrong PINs were tried: wait, or change things on the computer itself."""


@dataclass(slots=True)
class _Tries:
    """The wrong PINs of one address or network: how many, when the last came, and when the next may be tried."""

    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


class Guesses:
    """The wrong PINs of late; safe to use from many threads, one of which tries at a time.

    They slow down the address that they came from, and nobody else.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Counts from 0.

        Args:
            clock: Gives the seconds that went by.
        """
        self._clock: Final = clock
        self._tries: dict[str, _Tries] = {}
        self._lock: Final = threading.Lock()

    @contextmanager
    def allowed(self, who: str) -> Iterator[None]:
        """Lets a PIN be tried inside, and counts it if that raises `WrongPin`.

        Args:
            who: The address it came from.

        Raises:
            TooManyPins: Too many wrong ones came from there; even the right one is refused.
        """
        counted = _counted(who)
        with self._lock:  # or many requests at once would all be let through
            now = self._clock()
            wait = max((tries.until - now for name, _ in counted if (tries := self._tries.get(name))), default=0.0)
            if wait > 0:
                raise TooManyPins("pins-too-many", minutes=ceil(wait / 60), seconds=ceil(wait))
            try:
                yield
            except WrongPin:
                self._tries = {name: each for name, each in self._tries.items() if now - each.last < FORGOTTEN}
                for name, free in counted:
                    tries = self._tries.setdefault(name, _Tries())
                    tries.wrong, tries.last = tries.wrong + 1, now
                    if tries.wrong >= free:
                        tries.until = now + min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(tries.wrong - free, 32))
                raise


def _counted(who: str) -> list[tuple[str, int]]:
    """What a wrong PIN of an address counts for, with the tries that are free."""
    try:
        ip = ipaddress.ip_address(who.partition("%")[0])
    except ValueError:
        return [(who, FREE_TRIES)]
    if isinstance(ip, ipaddress.IPv4Address) or ip.ipv4_mapped:
        return [(str(getattr(ip, "ipv4_mapped", None) or ip), FREE_TRIES)]
    network = ipaddress.ip_network((ip, 64), strict=False)
    return [(str(ip), FREE_TRIES), (str(network), FREE_TRIES_OF_NETWORK)]


class Access:
    """The PIN of a server, or of all servers of a hall, and the tokens it gives; safe to use from many threads.

    Tokens are random and only their hashes are kept, with the records: every server of a hall knows them, they outlast
    a restart, and a device is out at once when it is signed out or the PIN is changed.

    Attributes:
        address: Where phones reach the page, such as `http://192.168.1.7:8000/`; None where no network is known.
        guesses: How many wrong PINs were tried.
        pins: Where PIN and devices are kept.
    """

    def __init__(self, address: str | None = None, pins: PinStore | None = None) -> None:
        """Takes where PIN and devices are kept.

        Args:
            address: Where phones reach the page.
            pins: Where they are kept; None for memory alone.
        """
        self.address: Final = address
        self.guesses: Final = Guesses()
        self.pins: Final = pins or PinStore(Database(None))

    @property
    def pin(self) -> str:
        """The PIN, `PIN_DIGITS` digits.

        Raises:
            RecordsError: it cannot be read.
        """
        return self.pins.pin()

    def enter(self, pin: str, who: str, device: str = "") -> str:
        """Gives a token for the PIN.

        Args:
            pin: What was typed; spaces in it do not matter.
            who: The address it came from.
            device: What kind of device it says that it is.

        Raises:
            WrongPin: It is not the PIN.
            TooManyPins: Too many wrong ones came from there; even the right one is refused.
            RecordsError: it cannot be kept.
        """
        right = self.pin
        with self.guesses.allowed(who):
            if not hmac.compare_digest("".join(pin.split()).encode(), right.encode()):
                raise WrongPin("pin-wrong")
        token = secrets.token_urlsafe(32)
        self.pins.let_in(digest(token), device)
        return token

    def grants(self, token: str) -> bool:
        """True if a token allows changes: it was given for the PIN, no longer than `TOKEN_LIFE` ago."""
        return self.device(token) is not None

    def device(self, token: str) -> str | None:
        """Return the id of the device that has a token which allows changes, or None."""
        return self.pins.by_token(digest(token), TOKEN_LIFE)


def digest(carried: str) -> str:
    """The hash by which a token or what an invitation carries is kept."""
    return hashlib.sha256(carried.encode("utf-8", "replace")).hexdigest()
