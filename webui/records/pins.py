"""The PIN of a server, one for all servers of a hall, and the devices that came in by it."""

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from uuid_utils import uuid7

from webui.records.database.database import Database
from webui.records.database.schema import pin_devices, values
from webui.records.people import Device

PIN_DIGITS: Final = 6
"""Digits of a PIN, few enough to be typed on a phone."""

PIN: Final = "pin"
"""The key that the PIN is kept by, with the state of no table. No backup holds it."""

_INSERTS: Final[dict[str, Any]] = {"postgresql": postgresql.insert, "sqlite": sqlite.insert}
_MINE: Final = (values.c.table_number == 0) & (values.c.key == PIN)


@dataclass(frozen=True, slots=True)
class _Pin:
    pin: str
    at: datetime


class PinStore:
    """The PIN in a database and its devices, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Takes the database."""
        self._database: Final = database

    def pin(self) -> str:
        """The PIN; made where there is none.

        Raises:
            RecordsError: it cannot be read or kept.
        """
        return self._kept().pin

    def renew(self) -> str:
        """Makes another PIN, and signs out every device that came in by the one before.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            connection.execute(delete(values).where(_MINE))
            connection.execute(update(pin_devices).values(gone=True))
            self._make(connection)
        return self.pin()

    def renew_after(self, age: timedelta) -> None:
        """Makes another PIN where this one is older.

        Raises:
            RecordsError: it cannot be kept.
        """
        if datetime.now(UTC) - self._kept().at > age:
            self.renew()

    def let_in(self, secret: str, name: str) -> Device:
        """Keeps a device that gave the PIN.

        Args:
            secret: SHA-256 of its token.
            name: What kind of device it says that it is.

        Raises:
            RecordsError: it cannot be kept.
        """
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        device = Device(str(uuid7()), "", name, now, now)
        with self._database.writing() as connection:
            row = {"id": device.id, "secret": secret, "name": name, "at": now, "gone": False}
            connection.execute(insert(pin_devices).values(row))
        return device

    def by_token(self, secret: str, life: timedelta) -> str | None:
        """The id of the device of a token, or None.

        Args:
            secret: SHA-256 of the token.
            life: How long a token is good for.
        """
        good = (pin_devices.c.secret == secret) & ~pin_devices.c.gone & (pin_devices.c.at >= _since(life))
        with self._database.reading() as connection:
            return connection.execute(select(pin_devices.c.id).where(good)).scalar()

    def devices(self, life: timedelta) -> list[Device]:
        """The devices that are signed in by the PIN, the newest first."""
        good = ~pin_devices.c.gone & (pin_devices.c.at >= _since(life))
        with self._database.reading() as connection:
            found = connection.execute(select(pin_devices).where(good).order_by(pin_devices.c.at.desc()))
            return [Device(row.id, "", row.name, row.at, row.at) for row in found]

    def sign_out(self, device: str) -> bool:
        """Signs a device out; whether it was signed in.

        Raises:
            RecordsError: it cannot be kept.
        """
        with self._database.writing() as connection:
            mine = (pin_devices.c.id == device) & ~pin_devices.c.gone
            return bool(connection.execute(update(pin_devices).where(mine).values(gone=True)).rowcount)

    def _kept(self) -> _Pin:
        with self._database.reading() as connection:
            found = _read(connection)
        if found is None:
            with self._database.writing() as connection:
                self._make(connection)
                found = _read(connection)
        assert found
        return found

    def _make(self, connection: Connection) -> None:
        """Keeps a new PIN, unless another server has made one."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        kept = json.dumps({"pin": new_pin(), "at": at})
        row = {"table_number": 0, "key": PIN, "value": kept, "stamp": 0}
        connection.execute(_INSERTS[connection.dialect.name](values).values(row).on_conflict_do_nothing())


def new_pin() -> str:
    """A random PIN, none of those that are guessed first."""
    while is_guessed_first(pin := f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"):
        pass
    return pin


def is_guessed_first(pin: str) -> bool:
    """True if the digits of a PIN are a row (123456, 654321) or repeat themselves (000000, 121212, 123123).

    Of a million PINs of six digits these are 1,110.
    """
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    return steps in ({1}, {9}) or pin in (pin + pin)[1:-1]


def forget_pin(connection: Connection) -> None:
    """Takes the PIN and its devices out of a copy, so that who reads a backup comes in nowhere."""
    connection.execute(delete(values).where(_MINE))
    connection.execute(delete(pin_devices))


def _read(connection: Connection) -> _Pin | None:
    text = connection.execute(select(values.c.value).where(_MINE)).scalar()
    if text is None:
        return None
    kept = json.loads(text)
    return _Pin(str(kept["pin"]), datetime.fromisoformat(kept["at"]))


def _since(life: timedelta) -> str:
    return (datetime.now(UTC) - life).isoformat(timespec="milliseconds")
