"""Who may change things: a PIN that is shown on this computer, and the tokens that it gives.

Watching needs none, and this computer itself needs none either.
"""

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from webui.errors import WebError
from webui.records.database.database import Database
from webui.records.pins import PinStore

TOKEN_LIFE: Final = timedelta(hours=24)
"""How long a token is good for: one day of play. Not measured."""

KEY_FILE: Final = "access.key"
"""Name of a file that earlier versions kept the key in which tokens were signed with."""

WRONG_OF_ONE: Final = (RateLimitItemPerMinute(5), RateLimitItemPerHour(20))
"""Wrong PINs that one address may try. Not measured."""

WRONG_OF_ALL: Final = (RateLimitItemPerHour(100),)
"""Wrong PINs that all addresses together may try: in a day of play they hit upon the PIN with a chance of 0.24%."""

SKIPPED: Final = (KEY_FILE, "box.log")
"""What no backup holds: the key that tokens of earlier versions were signed with, and the record of the box's line."""


class WrongPin(WebError):
    """This is not the PIN: type the one that the computer shows."""


class TooManyPins(WebError):
    """Too many wrong PINs were tried: wait, or change things on the computer itself."""


class Guesses:
    """How many wrong PINs were tried of late; safe to use from many threads, one of which tries at a time."""

    def __init__(self) -> None:
        """Counts from 0."""
        self._limits = MovingWindowRateLimiter(MemoryStorage())
        self._lock = threading.Lock()

    @contextmanager
    def allowed(self, who: str) -> Iterator[None]:
        """Lets a PIN be tried inside, and counts it where that raises `WrongPin`.

        Args:
            who: The address it came from.

        Raises:
            TooManyPins: Too many wrong ones came from there, or from everywhere; even the right one is refused.
        """
        limits = [(each, who) for each in WRONG_OF_ONE] + [(each, "") for each in WRONG_OF_ALL]
        with self._lock:  # or many requests at once would all be let through
            if not all(self._limits.test(item, name) for item, name in limits):
                raise TooManyPins("pins-too-many", minutes=self._minutes(limits))
            try:
                yield
            except WrongPin:
                for item, name in limits:
                    self._limits.hit(item, name)
                raise

    def _minutes(self, limits: Sequence[tuple[RateLimitItem, str]]) -> int:
        """Whole minutes, rounded up, until a PIN may be tried again."""
        full = [self._limits.get_window_stats(*each) for each in limits if not self._limits.test(*each)]
        return max((int(-(-(window.reset_time - time.time()) // 60)) for window in full), default=1)


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
            TooManyPins: Too many wrong ones came from there, or from everywhere; even the right one is refused.
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
