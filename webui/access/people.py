"""People with roles: how they come in on a device, by an invitation or a PIN, and how a device is known again.

What an invitation or a device carries is random, and only its hash is kept: who reads the database or a backup of it
comes in nowhere, every server of a hall knows every device, and a device that is signed out is out at once.
"""

import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, cast

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from webui.access.pin import Guesses, WrongPin, digest
from webui.access.roles import Caller, Role
from webui.errors import WebError
from webui.records.errors import RecordsError
from webui.records.people import PeopleStore, Person

INVITED: Final = timedelta(days=2)
"""How long an invitation may be used: to the end of a tournament of a weekend. Not measured."""

SEEN_AGAIN: Final = 60.0
"""Seconds after which it is kept anew that a device was seen. Not measured."""

SHORTEST_PIN: Final = 6
"""Digits of somebody's own PIN at least, as that of a run has."""

LONGEST_PIN: Final = 12
"""Digits of somebody's own PIN at most. Not measured."""

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""Argon2id with 19 MiB and two passes, the least that OWASP advises."""

_NOBODY: Final = _HASHER.hash(secrets.token_urlsafe())
"""What the PIN of a name that nobody has is compared with, so that it takes as long."""


class NotInvited(WebError):
    """The invitation was used, is over, or is none: ask for another."""


class NameInUse(WebError):
    """Somebody with a role is called so already: give another name."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A device that was let in: its token, and who it belongs to."""

    token: str
    person: Person


class People:
    """The people of a server, safe to use from many threads."""

    def __init__(self, store: PeopleStore, guesses: Guesses) -> None:
        """Takes where they are kept, and how many wrong PINs were tried."""
        self.store: Final = store
        self._guesses: Final = guesses
        self._seen: dict[str, float] = {}

    def add(self, name: str, role: Role, table: int | None, pin: str, who: str, event: int | None = None) -> Person:
        """Gives somebody a role.

        Args:
            name: What they are called.
            role: The role.
            table: The one table that they belong to; None for any.
            pin: What they sign in by; empty for an invitation alone.
            who: Who gives the role.
            event: The one event that it holds for; None for all.

        Raises:
            NameInUse: Somebody is called so.
            RecordsError: it cannot be kept.
        """
        person = self.store.add(name, role, table, _HASHER.hash(pin) if pin else "", who, event)
        if person is None:
            raise NameInUse("person-name-taken", name=name)
        return person

    def change(
        self, id: str, role: Role, table: int | None, pin: str | None, who: str, event: int | None = None
    ) -> Person | None:
        """Gives somebody another role, table or PIN; None where there is nobody of the id.

        Args:
            id: Who.
            role: The role.
            table: The one table that they belong to; None for any.
            pin: What they sign in by; empty for an invitation alone, None for the PIN they have.
            who: Who says so.
            event: The one event that the role holds for; None for all.

        Raises:
            RecordsError: it cannot be kept.
        """
        return self.store.change(id, role, table, _HASHER.hash(pin) if pin else pin, who, event)

    def invite(self, person: str) -> str:
        """What an invitation of somebody carries: good for one device within `INVITED`.

        Raises:
            RecordsError: it cannot be kept.
        """
        carried = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + INVITED).isoformat(timespec="milliseconds")
        self.store.invite(person, digest(carried), until)
        return carried

    def accept(self, carried: str, device: str) -> SignedIn:
        """Lets the device in that brings an invitation, which is too long to be guessed: wrong PINs do not matter.

        Args:
            carried: What the invitation carries.
            device: What kind of device it says that it is.

        Raises:
            NotInvited: It was used, is over, or is none.
            RecordsError: it cannot be kept.
        """
        person = self.store.redeem(digest(carried))
        if person is None:
            raise NotInvited("invitation-over")
        return self.let_in(person, device)

    def enter(self, name: str, pin: str, who: str, device: str) -> SignedIn:
        """Lets the device in on which somebody types their name and PIN.

        Args:
            name: What they are called; capitals do not matter.
            pin: Their PIN; spaces in it do not matter.
            who: The address it came from.
            device: What kind of device it says that it is.

        Raises:
            WrongPin: Nobody has that name and PIN.
            TooManyPins: Too many wrong ones came from there; even the right one is refused.
            RecordsError: it cannot be kept.
        """
        with self._guesses.allowed(who):
            person = self.store.called(name)
            kept = person.pin if person and person.pin else _NOBODY
            try:
                _HASHER.verify(kept, "".join(pin.split()))
            except (VerificationError, InvalidHashError) as error:
                raise WrongPin("name-or-pin-wrong") from error
        return self.let_in(cast(Person, person), device)

    def caller(self, token: str) -> Caller | None:
        """Who brings a token; None where its device was signed out, or it is none."""
        found = self.store.by_token(digest(token))
        if found is None:
            return None
        device, person = found
        now = time.monotonic()
        if now - self._seen.get(device.id, -SEEN_AGAIN) >= SEEN_AGAIN:
            self._seen[device.id] = now
            with suppress(RecordsError):
                self.store.seen(device.id)
        return Caller(person.name, cast(Role, person.role), person.table, device.id, person.event)

    def let_in(self, person: Person, device: str) -> SignedIn:
        """Lets a device in for somebody who is there.

        Args:
            person: Who.
            device: What kind of device it says that it is.

        Raises:
            RecordsError: it cannot be kept.
        """
        token = secrets.token_urlsafe(32)
        self.store.let_in(person.id, digest(token), device)
        return SignedIn(token, person)
