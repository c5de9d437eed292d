"""The PIN shown on this computer, and the tokens that it gives: the right to change things.

Watching needs no PIN, nor does this computer itself while nobody has a role.
"""

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Final

from webui.access.https import FOLDER
from webui.access.own import FILE
from webui.base.errors import WebError
from webui.records.database.database import Database
from webui.records.pins import PinStore

TOKEN_LIFE: Final = timedelta(hours=24)
"""Lifetime of a token: one day of play. Longer leaves a lost phone with access; shorter asks for the PIN during
play."""

KEY_FILE: Final = "access.key"
"""Name of the file in which earlier versions stored the key for signing tokens."""

FREE_TRIES: Final = 5
"""Wrong PINs that an address may try for a name, or a known device for all, before it has to wait. More lets a guesser
try more; fewer keeps out people who mistype."""

FREE_TRIES_OF_NAMES: Final = 30
"""The same for an address and all names: the people of a venue may share one, and each mistypes sometimes. More lets a
guesser try the names of more people; fewer keeps out all of them."""

FREE_TRIES_OF_NETWORK: Final = 100
"""The same for an IPv6 network (/64), in which one device may have any number of addresses. Fewer would let one guesser
block the whole network; more lets that guesser try more."""

FIRST_WAIT: Final = 60.0
"""Seconds that an address waits after `FREE_TRIES`; each wrong PIN from then on doubles it."""

LONGEST_WAIT: Final = 4 * 3600.0
"""Seconds of the longest wait. Longer keeps out people who share a guesser's address; shorter makes guessing likelier.
One address tries 17 wrong PINs in 24 hours: it finds one of a million within a day once in 58,000 times, and a guesser
with all 250 addresses of a small network once in 230 (0.43%)."""

FORGOTTEN: Final = 24 * 3600.0
"""Seconds after its last wrong PIN at which an address starts again from zero."""

SKIPPED: Final = (KEY_FILE, FILE, "box.log", FOLDER)
"""Files that no backup has: the key for tokens of earlier versions, the token of this computer, the log of the box's
line, and the folder with the key of the authority that phones trust."""


class WrongPinError(WebError):
    """Wrong PIN: type the one shown by the computer."""


class TooManyPinsError(WebError):
    """Too many wrong PINs were tried: wait, or change things on the computer itself."""


@dataclass(slots=True)
class _Tries:
    """The wrong PINs of one address or network: their number, the time of the last, and the time of the next try."""

    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


class Guesses:
    """The recent wrong PINs; safe to use from many threads, one of which tries at a time.

    They slow down only the address that they came from, for the name that they were for; those of a device that was
    signed in before slow down that device alone.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin at zero.

        Args:
            clock: Returns monotonic seconds.
        """
        self._clock: Final = clock
        self._tries: dict[str, _Tries] = {}
        self._lock: Final = threading.Lock()

    @contextmanager
    def allowed(self, who: str, name: str = "", device: str = "") -> Iterator[None]:
        """Allow one try of a PIN inside, and count it if that raises `WrongPinError`.

        Args:
            who: Address of the request.
            name: Name of the person whose PIN it is; empty for that of the server.
            device: Id of the device that sends it, if it was signed in before; else empty.

        Raises:
            TooManyPinsError: Too many wrong ones came from there; even the right one is refused.
        """
        counted = [(f"device {device}", FREE_TRIES)] if device else _counted(who, name.strip().casefold())
        with self._lock:  # otherwise many simultaneous requests would all be let through
            now = self._clock()
            wait = max((tries.until - now for name, _ in counted if (tries := self._tries.get(name))), default=0.0)
            if wait > 0:
                raise TooManyPinsError("pins-too-many", minutes=ceil(wait / 60), seconds=ceil(wait))
            try:
                yield
            except WrongPinError:
                self._tries = {name: each for name, each in self._tries.items() if now - each.last < FORGOTTEN}
                for name, free in counted:
                    tries = self._tries.setdefault(name, _Tries())
                    tries.wrong, tries.last = tries.wrong + 1, now
                    if tries.wrong >= free:
                        tries.until = now + min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(tries.wrong - free, 32))
                raise


def _counted(who: str, name: str) -> list[tuple[str, int]]:
    """Return the counters of a wrong PIN for a name from an address, each with its free tries."""
    address, networks = who, []
    with suppress(ValueError):
        ip = ipaddress.ip_address(who.partition("%")[0])
        address = str(getattr(ip, "ipv4_mapped", None) or ip)
        if isinstance(ip, ipaddress.IPv6Address) and not ip.ipv4_mapped:
            networks = [(str(ipaddress.ip_network((ip, 64), strict=False)), FREE_TRIES_OF_NETWORK)]
    of_names = [(f"{address} *", FREE_TRIES_OF_NAMES)] if name else []
    return [(f"{address} for {name}", FREE_TRIES), *of_names, *networks]


class Access:
    """The PIN of a server, or of all servers of a hall, and its tokens; safe to use from many threads.

    Tokens are random and only their hashes are stored, with the records: every server of a hall knows them, they
    outlast a restart, and a device is out at once when it is signed out or the PIN is changed.

    Attributes:
        address: Address of the page for phones, such as `http://192.168.1.7:8000/`, or None without a network.
        guesses: The counter of wrong PINs.
        pins: The store of PIN and devices.
    """

    def __init__(self, address: str | None = None, pins: PinStore | None = None) -> None:
        """Use this store of PIN and devices.

        Args:
            address: Address of the page for phones.
            pins: The store, or None for memory.
        """
        self.address: Final = address
        self.guesses: Final = Guesses()
        self.pins: Final = pins or PinStore(Database(None))

    @property
    def pin(self) -> str:
        """Return the PIN, `PIN_DIGITS` digits.

        Raises:
            RecordsError: It cannot be read.
        """
        return self.pins.pin()

    def enter(self, pin: str, who: str, device: str = "", known: str = "") -> str:
        """Return a token for the PIN.

        Args:
            pin: The typed PIN, spaces ignored.
            who: Address of the request.
            device: Kind of device, as the device reports it.
            known: Id of the device if it was signed in before.

        Raises:
            WrongPinError: It is not the PIN.
            TooManyPinsError: Too many wrong ones came from there; even the right one is refused.
            RecordsError: It cannot be stored.
        """
        right = self.pin
        with self.guesses.allowed(who, device=known):
            if not hmac.compare_digest("".join(pin.split()).encode(), right.encode()):
                raise WrongPinError("pin-wrong")
        token = secrets.token_urlsafe(32)
        self.pins.let_in(digest(token), device)
        return token

    def grants(self, token: str) -> bool:
        """Return True if a token allows changes: it was given for the PIN, no longer than `TOKEN_LIFE` ago."""
        return self.device(token) is not None

    def device(self, token: str) -> str | None:
        """Return the id of the device of a token that allows changes, or None."""
        return self.pins.by_token(digest(token), TOKEN_LIFE)


def digest(carried: str) -> str:
    """Return the stored hash of a token or of an invitation's secret."""
    return hashlib.sha256(carried.encode("utf-8", "replace")).hexdigest()
