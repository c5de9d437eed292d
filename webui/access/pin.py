"""Who may change things: a PIN that is shown on this computer, and the tokens that it gives.

Watching needs none, and this computer itself needs none either.
"""

import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, URLSafeTimedSerializer
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from vision.files import write
from webui.errors import WebError

PIN_DIGITS: Final = 6
"""Digits of a PIN, few enough to be typed on a phone."""

TOKEN_LIFE: Final = 24 * 3600
"""Seconds that a token is good for: one day of play. Not measured."""

KEY_FILE: Final = "access.key"
"""Name of the file in the folder of all that is kept that holds the key tokens are signed with."""

_KEY_BYTES: Final = 32

WRONG_OF_ONE: Final = (RateLimitItemPerMinute(5), RateLimitItemPerHour(20))
"""Wrong PINs that one address may try. Not measured."""

WRONG_OF_ALL: Final = (RateLimitItemPerHour(100),)
"""Wrong PINs that all addresses together may try: in a day of play they hit upon the PIN with a chance of 0.24%."""

SKIPPED: Final = (KEY_FILE, "box.log")
"""What no backup holds: the key that phones' tokens are signed with, and the record of the box's line."""


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
    """The PIN of this run and the tokens it gives, safe to use from many threads.

    Attributes:
        pin: The PIN, `PIN_DIGITS` digits.
        address: Where phones reach the page, such as `http://192.168.1.7:8000/`; None where no network is known.
        guesses: How many wrong PINs were tried.
    """

    def __init__(self, key: bytes, address: str | None = None) -> None:
        """Makes a PIN.

        Args:
            key: Signs the tokens; `signing_key` gives one that outlives the program, and the tokens with it.
            address: Where phones reach the page.
        """
        self.pin: Final = f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
        self.address: Final = address
        self.guesses: Final = Guesses()
        self._tokens = URLSafeTimedSerializer(key, "tableside access")

    def enter(self, pin: str, who: str) -> str:
        """Gives a token for the PIN.

        Args:
            pin: What was typed; spaces in it do not matter.
            who: The address it came from.

        Raises:
            WrongPin: It is not the PIN.
            TooManyPins: Too many wrong ones came from there, or from everywhere; even the right one is refused.
        """
        with self.guesses.allowed(who):
            if not hmac.compare_digest("".join(pin.split()).encode(), self.pin.encode()):
                raise WrongPin("pin-wrong")
        return self._tokens.dumps("changes")

    def grants(self, token: str) -> bool:
        """Whether a token allows changes: it was given for a PIN, no longer than `TOKEN_LIFE` ago."""
        try:
            return bool(self._tokens.loads(token, TOKEN_LIFE) == "changes")
        except (BadSignature, UnicodeError):
            return False


def signing_key(folder: Path | None) -> bytes:
    """The key kept in a folder, made there when it has none; a new one where nothing is kept.

    A folder that cannot be written to gives a new key each time, so that phones ask for the PIN after each start.
    """
    if folder is None:
        return secrets.token_bytes(_KEY_BYTES)
    file = folder / KEY_FILE
    with suppress(OSError):
        key = file.read_bytes()
        if len(key) == _KEY_BYTES:
            return key
    key = secrets.token_bytes(_KEY_BYTES)
    with suppress(OSError):
        write(file, key, private=True)
    return key


def is_loopback(address: str) -> bool:
    """Whether an IP address, as connections have it, is that of this computer to itself."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        return ip.ipv4_mapped.is_loopback
    return ip.is_loopback
