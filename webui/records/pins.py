"""The PIN of a server, shared by all servers of a hall, and the devices admitted by it."""

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update
from uuid_utils import uuid7

from webui.records.database.database import Database
from webui.records.database.rows import add
from webui.records.database.schema import pin_devices, values
from webui.records.people import Device

PIN_DIGITS: Final = 6
"""Digits of a PIN, few enough to be typed on a phone."""

PIN: Final = "pin"
"""The key of the PIN, with the state of no table. No backup has it."""

_MINE: Final = (values.c.table_number == 0) & (values.c.key == PIN)


@dataclass(frozen=True, slots=True)
class _Pin:
    pin: str
    at: datetime


class PinStore:
    """The PIN in a database and its devices, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store the PIN in this database."""
        self._database: Final = database

    def pin(self) -> str:
        """Return the PIN, made if there is none.

        Raises:
            RecordsError: It cannot be read or stored.
        """
        return self._kept().pin

    def renew(self) -> str:
        """Make a new PIN, and sign out every device admitted by the old one.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            connection.execute(delete(values).where(_MINE))
            connection.execute(update(pin_devices).values(gone=True))
            self._make(connection)
        return self.pin()

    def renew_after(self, age: timedelta) -> None:
        """Make a new PIN if the current one is older.

        Raises:
            RecordsError: It cannot be stored.
        """
        if datetime.now(UTC) - self._kept().at > age:
            self.renew()

    def let_in(self, secret: str, name: str) -> Device:
        """Store a device that gave the PIN.

        Args:
            secret: SHA-256 of its token.
            name: Kind of device, as the device reports it.

        Raises:
            RecordsError: It cannot be stored.
        """
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        device = Device(str(uuid7()), "", name, now, now)
        with self._database.writing() as connection:
            row = {"id": device.id, "secret": secret, "name": name, "at": now, "gone": False}
            connection.execute(insert(pin_devices).values(row))
        return device

    def by_token(self, secret: str, life: timedelta) -> str | None:
        """Return the id of the device of a token, or None.

        Args:
            secret: SHA-256 of the token.
            life: Lifetime of a token.
        """
        good = (pin_devices.c.secret == secret) & ~pin_devices.c.gone & (pin_devices.c.at >= _since(life))
        with self._database.reading() as connection:
            return connection.execute(select(pin_devices.c.id).where(good)).scalar()

    def devices(self, life: timedelta) -> list[Device]:
        """Return the devices signed in by the PIN, the newest first."""
        good = ~pin_devices.c.gone & (pin_devices.c.at >= _since(life))
        with self._database.reading() as connection:
            found = connection.execute(select(pin_devices).where(good).order_by(pin_devices.c.at.desc()))
            return [Device(row.id, "", row.name, row.at, row.at) for row in found]

    def sign_out(self, device: str) -> bool:
        """Sign a device out; return False if it was not signed in.

        Raises:
            RecordsError: It cannot be stored.
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
        """Store a new PIN, unless another server has made one."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        kept = json.dumps({"pin": new_pin(), "at": at})
        row = {"table_number": 0, "key": PIN, "value": kept, "stamp": 0}
        add(connection, values, row)


def new_pin() -> str:
    """Return a random PIN, but none of those that are guessed first."""
    while is_guessed_first(pin := f"{secrets.randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"):
        pass
    return pin


def is_guessed_first(pin: str) -> bool:
    """Return True if the digits of a PIN are a row (123456, 654321) or repeat themselves (000000, 121212, 123123).

    1,110 of the million PINs of six digits are like this.
    """
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    return steps in ({1}, {9}) or pin in (pin + pin)[1:-1]


def forget_pin(connection: Connection) -> None:
    """Remove the PIN and its devices from a copy, so that a backup gives no access."""
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
