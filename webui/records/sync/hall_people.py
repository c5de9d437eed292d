"""Roles at a table's device: the people of its hall, as last heard, also while the hall is unreachable."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, select, text, update

from webui.records.database.database import Database
from webui.records.database.rows import add
from webui.records.database.schema import devices, people
from webui.records.errors import RecordsError
from webui.records.people import Device, PeopleStore, Person


class HallPeople(PeopleStore):
    """The people of a hall in the database of a device: roles are given and removed in the hall alone.

    The device has no hash of a PIN and no token that was not used here: it asks the hall. While that is unreachable, a
    PIN that was right here before, and a token that was used here, still sign in; invitations need the hall.
    """

    def __init__(self, database: Database, hall: Callable[[], Database], hear: Callable[[], None]) -> None:
        """Use the device's database and two functions that reach the hall.

        Args:
            database: The device's own database.
            hall: Returns the hall's database; raises `RecordsError` if it is unreachable.
            hear: Updates the roles from the hall.
        """
        super().__init__(database)
        self._hall: Final = hall
        self._hear: Final = hear

    def has_pin(self, person: Person, made: str) -> bool:
        """Compare a hash with that of a PIN that was right here before, or ask the hall, and remember a right one."""
        if super().has_pin(person, made):
            return True
        try:
            tried = self._ask("SELECT rig_try(:person, :made)", person=person.id, made=made).scalar_one()
            # in a transaction of its own: the hall tells no answer to the one that asks
            is_right = bool(self._ask("SELECT rig_tried(:tried)", tried=tried).scalar_one())
        except RecordsError as error:
            if error.kind == "tries-spent" or person.pin == hidden(person.pin):
                raise
            return False  # the hall does not answer, and the PIN is not the one that was right before
        if is_right:
            with self._database.writing() as connection:
                connection.execute(update(people).where(people.c.id == person.id).values(pin=made))
        return is_right

    def add(
        self, name: str, role: str, table: int | None, pin: str, who: str, event: int | None = None
    ) -> Person | None:
        """Refuse to give a role, which only the hall may."""
        raise RecordsError("roles-in-hall")

    def change(
        self, id: str, role: str, table: int | None, pin: str | None, who: str, event: int | None = None
    ) -> Person | None:
        """Refuse to change a role."""
        raise RecordsError("roles-in-hall")

    def remove(self, id: str) -> bool:
        """Refuse to remove a role."""
        raise RecordsError("roles-in-hall")

    def invite(self, person: str, secret: str, until: str) -> None:
        """Refuse to invite somebody."""
        raise RecordsError("roles-in-hall")

    def redeem(self, secret: str) -> Person | None:
        """Use an invitation of the hall up."""
        person = self._ask("SELECT rig_redeem(:secret)", secret=secret).scalar()
        self._hear()
        return self.get(person) if person else None

    def let_in(self, person: str, secret: str, name: str) -> Device:
        """Store a device that a person signs in on: it is good here, and the hall lists it."""
        device = super().let_in(person, secret, name)
        with suppress(RecordsError):
            self._ask(
                "SELECT rig_let_in(:id, :secret, :person, :name, :at)",
                id=device.id, secret=secret, person=person, name=name, at=device.at,
            )  # fmt: skip
        return device

    def by_token(self, secret: str) -> tuple[Device, Person] | None:
        """Return the device of a token and its person, by the hall if the token was not used here before."""
        known = super().by_token(secret)
        if known is None:
            with self._database.reading() as connection:
                here = connection.execute(select(devices.c.gone).where(devices.c.secret == secret)).scalar()
            if not here:  # it is new here, or was used elsewhere in the hall since
                self._learn(secret)
                known = super().by_token(secret)
        return known

    def _learn(self, secret: str) -> None:
        """Store the device of a token as the hall knows it."""
        with suppress(RecordsError):
            found = self._ask("SELECT * FROM rig_device(:secret)", secret=secret).one_or_none()
            if found and self.get(found.person):
                with self._database.writing() as connection:
                    add(connection, devices, {**found._mapping, "secret": secret, "gone": False})
                    mine = (devices.c.secret == secret) & (devices.c.seen < found.seen)
                    connection.execute(update(devices).where(mine).values(seen=found.seen))

    def sign_out(self, device: str) -> bool:
        """Sign a device out, here and in the hall."""
        out = super().sign_out(device)
        with self._database.reading() as connection:
            secret = connection.execute(select(devices.c.secret).where(devices.c.id == device)).scalar()
        with suppress(RecordsError):
            if secret:
                out = self._ask("SELECT rig_sign_out(:id, :secret)", id=device, secret=secret).scalar_one() or out
        return out

    def _ask(self, statement: str, **values: str) -> Any:
        """Run a statement in the hall, in a transaction of its own, and return its result."""
        with self._hall().writing() as connection:
            return connection.execute(text(statement), values).freeze()()


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """The people of a hall as a table's device may know them.

    Attributes:
        people: Rows of people, former ones too, each with a hidden hash.
        gone: The devices of people by their ids: True for those that were signed out.
    """

    people: list[Any]
    gone: dict[str, bool]


def everybody(connection: Connection) -> KnownPeople:
    """Return the people of a hall."""
    known = connection.execute(text("SELECT * FROM rig_people()"))
    return KnownPeople(
        list(known), {row.id: row.gone for row in connection.execute(select(devices.c.id, devices.c.gone))}
    )


def take_over(connection: Connection, heard: KnownPeople) -> None:
    """Replace the people of a device by those of its hall; others lose their role there.

    A hash that the device has stays as long as the hall has the same salt. A device that signed in there while the hall
    was unreachable stays, as long as its person has a role.

    Args:
        connection: A transaction that writes to the device's database.
        heard: The people of the hall.
    """
    ids = {row.id for row in heard.people}
    pins = {row.id: row.pin for row in connection.execute(select(people.c.id, people.c.pin))}
    if ids:
        connection.execute(update(people).where(people.c.id.in_(pins.keys() - ids)).values(gone=True, name="", pin=""))
    for row in heard.people:
        pin = pins.get(row.id, "")
        new = {**row._mapping, "pin": pin if hidden(pin) == row.pin else row.pin}
        if row.id in pins:
            connection.execute(update(people).where(people.c.id == row.id).values(new))
        else:
            connection.execute(insert(people).values(new))
    out = [id for id, gone in heard.gone.items() if gone]
    connection.execute(update(devices).where(devices.c.id.in_(out)).values(gone=True))


def hidden(pin: str) -> str:
    """Return the hash of a PIN without all but its salt, its parameters and its length, as a hall tells it."""
    return re.sub(r"[^$]+$", lambda part: "A" * len(part[0]), pin)
