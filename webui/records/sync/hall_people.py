"""Roles at a table's device: the people of its hall, as last heard, also while the hall is unreachable."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from webui.records.database.database import Database
from webui.records.errors import RecordsError
from webui.records.people import Device, PeopleStore, Person


class HallPeople(PeopleStore):
    """The people of a hall in the database of a device: roles are given and removed in the hall.

    While the hall is unreachable its people still sign in by their PIN, and out; invitations need the hall.
    """

    def __init__(self, database: Database, hall: Callable[[], PeopleStore], hear: Callable[[], None]) -> None:
        """Use the device's database and two functions that reach the hall.

        Args:
            database: The device's own database.
            hall: Returns the hall's people; raises `RecordsError` if it is unreachable.
            hear: Updates the roles from the hall.
        """
        super().__init__(database)
        self._hall: Final = hall
        self._hear: Final = hear

    def add(
        self, name: str, role: str, table: int | None, pin: str, who: str, event: int | None = None
    ) -> Person | None:
        """Give a new person a role in the hall."""
        person = self._hall().add(name, role, table, pin, who, event)
        self._hear()
        return person

    def change(
        self, id: str, role: str, table: int | None, pin: str | None, who: str, event: int | None = None
    ) -> Person | None:
        """Give a person another role, table or PIN in the hall."""
        person = self._hall().change(id, role, table, pin, who, event)
        self._hear()
        return person

    def remove(self, id: str) -> bool:
        """Remove a role in the hall."""
        removed = self._hall().remove(id)
        self._hear()
        return removed

    def invite(self, person: str, secret: str, until: str) -> None:
        """Store an invitation in the hall."""
        self._hall().invite(person, secret, until)

    def redeem(self, secret: str) -> Person | None:
        """Use an invitation of the hall up."""
        person = self._hall().redeem(secret)
        self._hear()
        return person

    def let_in(self, person: str, secret: str, name: str) -> Device:
        """Store a device that a person signs in on; only here while the hall is unreachable."""
        try:
            device = self._hall().let_in(person, secret, name)
        except RecordsError:
            return super().let_in(person, secret, name)
        self._hear()
        return device

    def sign_out(self, device: str) -> bool:
        """Sign a device out, here and in the hall."""
        out = super().sign_out(device)
        with suppress(RecordsError):
            out = self._hall().sign_out(device) or out
        return out
