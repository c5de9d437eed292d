"""Who has a role at a table's device: the people of its hall, as they were heard of last, also while it is gone."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from webui.records.database.database import Database
from webui.records.errors import RecordsError
from webui.records.people import Device, PeopleStore, Person


class HallPeople(PeopleStore):
    """The people of a hall in the database of a device: roles are given and taken in the hall, and come from there.

    While the hall is out of reach its people still sign in by their PIN, and out; invitations wait for the hall.
    """

    def __init__(self, database: Database, hall: Callable[[], PeopleStore], hear: Callable[[], None]) -> None:
        """Takes the device's database, what reaches the hall, and what takes over who has a role there.

        Args:
            database: The device's own.
            hall: Gives the hall's people; raises `RecordsError` where it is out of reach.
            hear: Takes over who has a role in the hall.
        """
        super().__init__(database)
        self._hall: Final = hall
        self._hear: Final = hear

    def add(
        self, name: str, role: str, table: int | None, pin: str, who: str, event: int | None = None
    ) -> Person | None:
        """Gives somebody a role in the hall."""
        person = self._hall().add(name, role, table, pin, who, event)
        self._hear()
        return person

    def change(
        self, id: str, role: str, table: int | None, pin: str | None, who: str, event: int | None = None
    ) -> Person | None:
        """Gives somebody another role, table or PIN in the hall."""
        person = self._hall().change(id, role, table, pin, who, event)
        self._hear()
        return person

    def remove(self, id: str) -> bool:
        """Takes a role away in the hall."""
        removed = self._hall().remove(id)
        self._hear()
        return removed

    def invite(self, person: str, secret: str, until: str) -> None:
        """Keeps an invitation in the hall."""
        self._hall().invite(person, secret, until)

    def redeem(self, secret: str) -> Person | None:
        """Uses an invitation of the hall up."""
        person = self._hall().redeem(secret)
        self._hear()
        return person

    def let_in(self, person: str, secret: str, name: str) -> Device:
        """Keeps a device that somebody signs in on; here alone while the hall is out of reach."""
        try:
            device = self._hall().let_in(person, secret, name)
        except RecordsError:
            return super().let_in(person, secret, name)
        self._hear()
        return device

    def sign_out(self, device: str) -> bool:
        """Signs a device out, here and in the hall."""
        out = super().sign_out(device)
        with suppress(RecordsError):
            out = self._hall().sign_out(device) or out
        return out
