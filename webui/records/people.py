"""People with a role, the devices they signed in on, and the invitations that admit a device."""

from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from uuid_utils import uuid7

from webui.records import moments
from webui.records.database.database import Database
from webui.records.database.rows import columns, to_row
from webui.records.database.schema import VERSION, devices, invitations, people, rig_uses, values

UNUSED: Final = timedelta(days=180)
"""Time without use after which a sign-in ends. Longer leaves a sold phone with the rights of last season; shorter signs
the devices of a club out over the summer."""

AT_RIG: Final = "rig:"
"""Beginning of what stands in place of the token's hash of a device that a table's own computer let in."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person with a role, or the device of a table.

    Attributes:
        id: Their id in addresses.
        name: Their unique name.
        role: One of `webui.records.rights.ROLES`.
        table: Number of their one table, or None for any.
        pin: The hash of their PIN; empty if they have none.
        who: Name of the person who gave the role.
        at: Time of giving it, or of its last change (ISO 8601, UTC).
        event: Number of the one event of the role, or None for all.
    """

    id: str
    name: str
    role: str
    table: int | None
    pin: str
    who: str
    at: str
    event: int | None


@dataclass(frozen=True, slots=True)
class Device:
    """A device with a signed-in person.

    Attributes:
        id: Its id in addresses.
        person: Id of the person.
        name: Kind of device, as the device reports it.
        at: Time of the sign-in (ISO 8601, UTC).
        seen: Time of its last request that needs a role.
    """

    id: str
    person: str
    name: str
    at: str
    seen: str

    @property
    def ends(self) -> str:
        """Time at which the sign-in ends if the device is not used before (ISO 8601, UTC)."""
        return moments.after(self.seen, UNUSED)


_PERSON: Final = columns(Person, people)
_DEVICE: Final = columns(Device, devices)


class PeopleStore:
    """The people in a database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Store people in this database."""
        self._database: Final = database

    def anybody(self) -> bool:
        """Return True once any person has a role."""
        with self._database.reading() as connection:
            return connection.execute(select(people.c.id).where(~people.c.gone).limit(1)).scalar() is not None

    def all(self) -> list[Person]:
        """Return all people, in the order they were given their roles."""
        with self._database.reading() as connection:
            found = connection.execute(select(*_PERSON).where(~people.c.gone).order_by(people.c.id))
            return [Person(*row) for row in found]

    def get(self, id: str) -> Person | None:
        """Return the person with this id, or None."""
        return self._one(people.c.id == id)

    def called(self, name: str) -> Person | None:
        """Return the person with this name, in any case, or None."""
        folded = name.strip().casefold()
        return next((person for person in self.all() if person.name.casefold() == folded), None)

    def has_pin(self, person: Person, made: str) -> bool:
        """Return True if a hash, made with the salt of a person's PIN, is that of their PIN.

        Raises:
            RecordsError: It cannot be compared.
        """
        return compare_digest(person.pin, made)

    def add(
        self, name: str, role: str, table: int | None, pin: str, who: str, event: int | None = None
    ) -> Person | None:
        """Give a role to a new person. Return None if the name is in use.

        Raises:
            RecordsError: It cannot be stored.
        """
        person = Person(str(uuid7()), name, role, table, pin, who, moments.now(), event)
        with self._database.writing() as connection:
            names = connection.execute(select(people.c.name).where(~people.c.gone)).scalars()
            if name.casefold() in {other.casefold() for other in names}:
                return None
            connection.execute(insert(people).values(to_row(person, people, gone=False)))
            _changed(connection)
        return person

    def change(
        self, id: str, role: str, table: int | None, pin: str | None, who: str, event: int | None = None
    ) -> Person | None:
        """Give a person another role, table or PIN. Return None if no person has this id.

        A role that they had stays as a former one, on which records of its time rest.

        Args:
            id: Id of the person.
            role: Their role.
            table: Their table, or None for any.
            pin: The hash of their PIN, empty for none, or None to leave it.
            who: Name of the author.
            event: The one event of the role, or None for all.

        Raises:
            RecordsError: It cannot be stored.
        """
        rights: dict[str, Any] = {"role": role, "table_number": table, "event": event}
        with self._database.writing() as connection:
            row = connection.execute(select(people).where(people.c.id == id, ~people.c.gone)).one_or_none()
            if row is None:
                return None
            given = rights | {"who": who} | ({} if pin is None else {"pin": pin})
            if any(row._mapping[name] != value for name, value in rights.items()):
                given["at"] = moments.now()
                former = str(uuid7())
                kept = {**row._mapping, "id": former, "gone": True, **_former(former, row.name, given["at"])}
                connection.execute(insert(people).values(kept))
            connection.execute(update(people).where(people.c.id == id).values(given))
            _changed(connection)
        return self.get(id)

    def remove(self, id: str) -> bool:
        """Remove a role and sign out its devices; return False if no person has this id.

        Its row stays without the name, and so do those of the people whom it gave a role.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            row = connection.execute(select(people.c.name).where(people.c.id == id, ~people.c.gone)).one_or_none()
            if row is not None:
                former = _former(id, row.name, moments.now())
                connection.execute(update(people).where(people.c.id == id).values(gone=True, **former))
                connection.execute(update(people).where(people.c.who == row.name).values(who=""))
                anybody = connection.execute(select(people.c.id).where(~people.c.gone).limit(1)).scalar()
                if anybody is None:  # again nobody has to sign at a table's device, until it hears of the next role
                    connection.execute(update(rig_uses).values(told=None))
            connection.execute(update(devices).where(devices.c.person == id).values(gone=True))
            connection.execute(update(invitations).where(invitations.c.person == id).values(used=True))
            _changed(connection)
            return row is not None

    def invite(self, person: str, secret: str, until: str) -> None:
        """Store an invitation; earlier ones of the person become invalid.

        Args:
            person: Id of the person.
            secret: SHA-256 of its secret.
            until: Time of expiry (ISO 8601, UTC).

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            connection.execute(update(invitations).where(invitations.c.person == person).values(used=True))
            connection.execute(insert(invitations).values(secret=secret, person=person, until=until, used=False))

    def redeem(self, secret: str) -> Person | None:
        """Use an invitation up and return its person, or None if it is used, expired or unknown.

        Args:
            secret: SHA-256 of its secret.

        Raises:
            RecordsError: It cannot be stored.
        """
        good = (invitations.c.secret == secret) & ~invitations.c.used & (invitations.c.until >= moments.now())
        with self._database.writing() as connection:
            if not connection.execute(update(invitations).where(good).values(used=True)).rowcount:
                return None
            person = connection.execute(select(invitations.c.person).where(invitations.c.secret == secret)).scalar_one()
        return self.get(person)

    def let_in(self, person: str, secret: str, name: str) -> Device:
        """Store a device that a person signs in on.

        Args:
            person: Id of the person.
            secret: SHA-256 of its token.
            name: Kind of device, as the device reports it.

        Raises:
            RecordsError: It cannot be stored.
        """
        now = moments.now()
        device = Device(str(uuid7()), person, name, now, now)
        with self._database.writing() as connection:
            connection.execute(insert(devices).values(to_row(device, devices, secret=secret, gone=False)))
            _changed(connection)
        return device

    def by_token(self, secret: str) -> tuple[Device, Person] | None:
        """Return the device of a token and its person, or None if it is signed out, ended or unknown.

        Args:
            secret: SHA-256 of the token.
        """
        asked = select(*_DEVICE, *_PERSON).join_from(devices, people, devices.c.person == people.c.id)
        with self._database.reading() as connection:
            good = (devices.c.secret == secret) & ~devices.c.gone & ~people.c.gone & _in_use()
            row = connection.execute(asked.where(good)).one_or_none()
        return None if row is None else (Device(*row[: len(_DEVICE)]), Person(*row[len(_DEVICE) :]))

    def device_of(self, secret: str) -> str:
        """Return the id of the device that was given a token, also one that was signed out since; empty for none."""
        with self._database.reading() as connection:
            return connection.execute(select(devices.c.id).where(devices.c.secret == secret)).scalar() or ""

    def devices(self) -> list[Device]:
        """Return the devices that are signed in, those seen last first.

        Those that a table's own computer let in are used there, which this database is not told: they stay.
        """
        listed = ~devices.c.gone & (_in_use() | devices.c.secret.startswith(AT_RIG))
        with self._database.reading() as connection:
            found = connection.execute(select(*_DEVICE).where(listed).order_by(devices.c.seen.desc()))
            return [Device(*row) for row in found]

    def seen(self, device: str) -> None:
        """Store the current time as the device's last."""
        with self._database.writing() as connection:
            connection.execute(update(devices).where(devices.c.id == device).values(seen=moments.now()))

    def sign_out(self, device: str) -> bool:
        """Sign a device out; return False if it was not signed in.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            out = update(devices).where(devices.c.id == device, ~devices.c.gone).values(gone=True)
            _changed(connection)
            return bool(connection.execute(out).rowcount)

    def _one(self, where: Any) -> Person | None:
        with self._database.reading() as connection:
            row = connection.execute(select(*_PERSON).where(where, ~people.c.gone)).one_or_none()
        return None if row is None else Person(*row)


def mark(id: str, name: str) -> str:
    """Return what stays of the name of a former role, from which it cannot be read, but with which it can be compared.

    Args:
        id: Id of the row, which no other has: equal names have unequal marks.
        name: The name.
    """
    return sha256(f"{id} {name}".encode()).hexdigest()


def _former(id: str, name: str, until: str) -> dict[str, str]:
    """Return the values of a row whose role ended, in place of the name and the secrets."""
    return {"name": "", "pin": "", "who": "", "until": until, "mark": mark(id, name)}


def _in_use() -> ColumnElement[bool]:
    """Return the condition that the sign-in of a device has not ended."""
    return devices.c.seen >= moments.after(moments.now(), -UNUSED)


def version_of(connection: Connection) -> str:
    """Return a text that changes with every change of roles, empty before the first."""
    mine = (values.c.table_number == 0) & (values.c.key == VERSION)
    return connection.execute(select(values.c.value).where(mine)).scalar() or ""


def _changed(connection: Connection) -> None:
    mine = (values.c.table_number == 0) & (values.c.key == VERSION)
    connection.execute(delete(values).where(mine))
    row = {"table_number": 0, "key": VERSION, "value": f'"{uuid7()}"', "stamp": 0}
    connection.execute(insert(values).values(row))
