"""People with roles and their devices, as plain JSON."""

from typing import cast

from msgspec import Struct

from webui.access.pin import TOKEN_LIFE
from webui.records import moments, people
from webui.records.rights import Role


class PersonShown(Struct, frozen=True):
    """A person with a role: since when, given by whom, and if they have a PIN."""

    id: str
    name: str
    role: Role
    table: int | None
    event: int | None
    pin: bool
    who: str
    at: str


class DeviceShown(Struct, frozen=True):
    """A device of a signed-in person.

    Its sign-in ends at `ends` if it is not used before; `own` is true for the device that asks.
    """

    id: str
    person: str
    name: str
    at: str
    seen: str
    ends: str
    own: bool


def person_json(person: people.Person) -> PersonShown:
    """Return a person with a role, without the hash of their PIN."""
    return PersonShown(
        id=person.id,
        name=person.name,
        role=cast(Role, person.role),
        table=person.table,
        event=person.event,
        pin=bool(person.pin),
        who=person.who,
        at=person.at,
    )


def device_json(device: people.Device, own: str) -> DeviceShown:
    """Return a device of a signed-in person.

    Args:
        device: The device.
        own: Id of the device that asks; "" for none.
    """
    return DeviceShown(
        id=device.id,
        person=device.person,
        name=device.name,
        at=device.at,
        seen=device.seen,
        ends=device.ends if device.person else moments.after(device.at, TOKEN_LIFE),
        own=bool(device.person) and device.id == own,
    )
