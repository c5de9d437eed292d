"""People with roles: signing in on a device by an invitation or a PIN, and recognition of devices.

The secret of an invitation or a device is random, and only its hash is stored: reading the database or a backup gives
no access, every server of a hall knows every device, and a signed-out device is out at once.
"""

import base64
import secrets
import time
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, cast

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError

from webui.access.pin import Guesses, WrongPinError, digest
from webui.access.roles import Caller
from webui.base.errors import WebError
from webui.records.errors import RecordsError
from webui.records.people import PeopleStore, Person
from webui.records.rights import Role

INVITED: Final = timedelta(days=2)
"""Validity of an invitation: to the end of a weekend's tournament. Longer leaves a lost one usable; shorter expires
before the first game."""

SEEN_AGAIN: Final = 60.0
"""Seconds after which a device's last request is stored again. More shows older times; less writes more often."""

SHORTEST_PIN: Final = 6
"""Fewest digits of a person's own PIN, as for that of a run."""

LONGEST_PIN: Final = 12
"""Most digits of a person's own PIN. More are hard to type; fewer would refuse long PINs."""

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
"""Argon2id with 19 MiB and two passes, the least that OWASP advises."""

_NOBODY: Final = _HASHER.hash(secrets.token_urlsafe())
"""Compared with the PIN of an unknown name, so that it takes as long as for a known one."""


class NotInvitedError(WebError):
    """The invitation was used, has expired, or is unknown: ask for another."""


class NameInUseError(WebError):
    """A person with a role has this name: choose another name."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """An admitted device: its token and its person."""

    token: str
    person: Person


class People:
    """The people of a server, safe to use from many threads."""

    def __init__(self, store: PeopleStore, guesses: Guesses) -> None:
        """Use this store, and this counter of wrong PINs."""
        self.store: Final = store
        self._guesses: Final = guesses
        self._seen: dict[str, float] = {}

    def add(self, name: str, role: Role, table: int | None, pin: str, who: str, event: int | None = None) -> Person:
        """Give a role to a new person.

        Args:
            name: Their name.
            role: The role.
            table: Their one table, or None for any.
            pin: Their PIN; empty for an invitation alone.
            who: Name of the author.
            event: The one event of the role, or None for all.

        Raises:
            NameInUseError: The name is in use.
            RecordsError: It cannot be stored.
        """
        person = self.store.add(name, role, table, _HASHER.hash(pin) if pin else "", who, event)
        if person is None:
            raise NameInUseError("person-name-taken", name=name)
        return person

    def change(
        self, id: str, role: Role, table: int | None, pin: str | None, who: str, event: int | None = None
    ) -> Person | None:
        """Give a person another role, table or PIN. Return None if no person has this id.

        Args:
            id: Id of the person.
            role: The role.
            table: Their one table, or None for any.
            pin: Their PIN; empty for an invitation alone, None for their present PIN.
            who: Name of the author.
            event: The one event of the role, or None for all.

        Raises:
            RecordsError: It cannot be stored.
        """
        return self.store.change(id, role, table, _HASHER.hash(pin) if pin else pin, who, event)

    def invite(self, person: str) -> str:
        """Return the secret of an invitation, good for one device within `INVITED`.

        Raises:
            RecordsError: It cannot be stored.
        """
        carried = secrets.token_urlsafe(24)
        until = (datetime.now(UTC) + INVITED).isoformat(timespec="milliseconds")
        self.store.invite(person, digest(carried), until)
        return carried

    def accept(self, carried: str, device: str) -> SignedIn:
        """Admit a device by an invitation, which is too long to be guessed: wrong PINs do not count.

        Args:
            carried: The secret of the invitation.
            device: Kind of device, as the device reports it.

        Raises:
            NotInvitedError: It was used, has expired, or is unknown.
            RecordsError: It cannot be stored.
        """
        person = self.store.redeem(digest(carried))
        if person is None:
            raise NotInvitedError("invitation-over")
        return self.let_in(person, device)

    def enter(self, name: str, pin: str, who: str, device: str, known: str = "") -> SignedIn:
        """Admit a device by a person's name and PIN.

        Args:
            name: Their name, in any case.
            pin: Their PIN, spaces ignored.
            who: Address of the request.
            device: Kind of device, as the device reports it.
            known: Id of the device if it was signed in before.

        Raises:
            WrongPinError: Nobody has that name and PIN.
            TooManyPinsError: Too many wrong ones came from there; even the right one is refused.
            RecordsError: It cannot be stored.
        """
        with self._guesses.allowed(who, name, known):
            person = self.store.called(name)
            made = _like(person.pin if person and person.pin else _NOBODY, "".join(pin.split()))
            if not (person and person.pin and self.store.has_pin(person, made)):
                raise WrongPinError("name-or-pin-wrong")
        return self.let_in(person, device)

    def caller(self, token: str, reading: AbstractContextManager[None] | None = None) -> Caller | None:
        """Return the owner of a token, or None if its device was signed out, or it is unknown.

        Args:
            token: The token.
            reading: The transaction in which the owner is read with what else the request reads; None for one alone.
        """
        with reading or nullcontext():
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
        """Admit a device for an existing person.

        Args:
            person: The person.
            device: Kind of device, as the device reports it.

        Raises:
            RecordsError: It cannot be stored.
        """
        token = secrets.token_urlsafe(32)
        self.store.let_in(person.id, digest(token), device)
        return SignedIn(token, person)


def _like(kept: str, pin: str) -> str:
    """Return the hash of a PIN with the salt and the parameters of another hash; empty if that one is none."""
    try:
        made_so = extract_parameters(kept)
    except InvalidHashError:
        return ""
    salt = kept.split("$")[-2]
    return PasswordHasher.from_parameters(made_so).hash(pin, salt=base64.b64decode(salt + "=" * (-len(salt) % 4)))
