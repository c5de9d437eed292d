"""Webhooks in a database: addresses of other programs, what each of them gets, and its last answers."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import msgspec
from sqlalchemy import delete, func, insert, select, update
from uuid_utils import uuid7

from webui.base.errors import WebError
from webui.records import listening
from webui.records.database.database import Database
from webui.records.database.schema import webhooks
from webui.records.values import read_or

MOST_WEBHOOKS: Final = 10
"""Webhooks of a hall: each takes a thread and a connection. Fewer would not do for a chat of each language."""

ANSWERS_KEPT: Final = 20
"""Answers of a webhook that are listed. More fills the page; fewer loses the first of a long failure."""

LONGEST_ADDRESS: Final = 2000
"""Characters of an address; longer ones fail on the way (RFC 9110, 4.1, asks for 8000 at least)."""

WebhookTopic = Literal["record", "result", "call", "appeal", "published"]
"""A topic that a webhook may ask for: any record of a table, the end of a match, a call for a referee, an appeal, the
published results of a round."""

TOPICS: Final[tuple[WebhookTopic, ...]] = ("record", "result", "call", "appeal", "published")

WebhookForm = Literal["json", "discord", "slack"]
"""The form of messages: all data as JSON, or a sentence as these chats take it."""

CHATS: Final = {"discord": "Discord", "slack": "Slack"}
"""The names of the chats."""

FORMS: Final[tuple[WebhookForm, ...]] = ("json", "discord", "slack")


class WebhookError(WebError):
    """A webhook that cannot be kept or asked.

    Attributes:
        kind: The fault, with its parameters:
            `webhook-address`: the address is not one of the web;
            `webhook-unknown` (`host`): no address is known for its host;
            `webhook-local` (`host`): it leads to this computer or its network, which the webhook may not reach;
            `webhooks-many` (`most`): there are too many.
    """


@dataclass(frozen=True, slots=True)
class Delivery:
    """An attempt to deliver a message; it has no text of the receiver, which may repeat names.

    Attributes:
        id: Id of the message.
        at: Time of the attempt (ISO 8601, UTC).
        topic: Its topic, or "test".
        status: Status of the answer; 0 if there was none.
        trouble: The reason of a failure: "refused", "redirected", "silent", "local", "unknown", or empty.
        ms: Milliseconds that it took.
        kind: Source of the news, as `listening.find` takes it; empty for a test.
        stream: Number of its table or event.
        number: Number of its record.
        call: Id of its call.
    """

    id: str
    at: str
    topic: str
    status: int
    trouble: str = ""
    ms: int = 0
    kind: str = ""
    stream: int = 0
    number: int = 0
    call: str = ""

    @property
    def taken(self) -> bool:
        """True if the receiver has it."""
        return 200 <= self.status < 300


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address of another program.

    Attributes:
        id: Its id in addresses of the interface.
        number: Its number for people, from 1.
        address: The address that gets messages; it may hold a secret.
        topics: The topics that it gets.
        form: The form of the messages.
        lang: The language of their sentences.
        local: True if it may lead to this computer and its network.
        on: False while it waits; news of that time reach it later.
        secret: The key of the signatures.
        answers: The last attempts, the newest first.
    """

    id: str
    number: int
    address: str
    topics: tuple[WebhookTopic, ...]
    form: WebhookForm
    lang: str
    local: bool
    on: bool
    secret: str
    answers: tuple[Delivery, ...] = field(default=(), compare=False)

    @property
    def listener(self) -> str:
        """The id of its listener."""
        return f"webhook {self.id}"


class WebhookStore:
    """The webhooks of a database, safe to use from many threads and processes."""

    def __init__(self, database: Database) -> None:
        """Keep webhooks in this database."""
        self._database: Final = database

    def all(self) -> list[Webhook]:
        """Return all webhooks, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(webhooks).order_by(webhooks.c.number)).all()
        return [_webhook(row) for row in rows]

    def get(self, id: str) -> Webhook | None:
        """Return the webhook with this id, or None."""
        return next((each for each in self.all() if each.id == id), None)

    def add(self, address: str, topics: Sequence[WebhookTopic], form: WebhookForm, lang: str, local: bool) -> Webhook:
        """Add a webhook, which gets what happens from now on.

        Raises:
            WebhookError: There are too many.
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            self._database.take_turn(connection, 0)
            count, last = connection.execute(select(func.count(), func.max(webhooks.c.number))).one()
            if count >= MOST_WEBHOOKS:
                raise WebhookError("webhooks-many", most=MOST_WEBHOOKS)
            made = Webhook(
                str(uuid7()), (last or 0) + 1, address, tuple(topics), form, lang, local, True, secrets.token_hex(24)
            )
            row = {"id": made.id, "number": made.number, "about": _about(made), "secret": made.secret, "answers": "[]"}
            connection.execute(insert(webhooks).values(row))
            listening.begin(connection, made.listener)
        return made

    def change(self, hook: Webhook) -> None:
        """Store changes of a webhook; a new secret too.

        Raises:
            RecordsError: They cannot be stored.
        """
        with self._database.writing() as connection:
            self._database.take_turn(connection, 0)
            mine = webhooks.c.id == hook.id
            connection.execute(update(webhooks).where(mine).values(about=_about(hook), secret=hook.secret))

    def renew(self, hook: Webhook) -> Webhook:
        """Give a webhook a new secret; signatures by the old one end at once."""
        made = replace(hook, secret=secrets.token_hex(24))
        self.change(made)
        return made

    def remove(self, id: str) -> bool:
        """Remove a webhook and all that waits for it; return False if there is none with this id.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            self._database.take_turn(connection, 0)
            listening.forget(connection, f"webhook {id}")
            return bool(connection.execute(delete(webhooks).where(webhooks.c.id == id)).rowcount)

    def answered(self, id: str, answer: Delivery) -> None:
        """Add an attempt to the list of a webhook; one that fails like the one before takes its place.

        Raises:
            RecordsError: It cannot be stored.
        """
        with self._database.writing() as connection:
            mine = webhooks.c.id == id
            kept = connection.execute(select(webhooks.c.answers).where(mine).with_for_update()).scalar()
            if kept is None:
                return
            before = _answers(kept)
            if before and not answer.taken and before[0].id == answer.id and not before[0].taken:
                before = before[1:]
            now = msgspec.json.encode((answer, *before)[:ANSWERS_KEPT]).decode()
            connection.execute(update(webhooks).where(mine).values(answers=now))


class _About(msgspec.Struct):
    address: str = ""
    topics: tuple[WebhookTopic, ...] = ()
    form: WebhookForm = "json"
    lang: str = "en"
    local: bool = False
    on: bool = True


def _about(hook: Webhook) -> str:
    named = {name: getattr(hook, name) for name in _About.__struct_fields__}
    return msgspec.json.encode(_About(**named)).decode()


def _webhook(row: Any) -> Webhook:
    about = read_or(_About(on=False), lambda text: msgspec.json.decode(text, type=_About), row.about)
    named = {name: getattr(about, name) for name in _About.__struct_fields__}
    return Webhook(id=row.id, number=row.number, secret=row.secret, answers=_answers(row.answers), **named)


def _answers(kept: str) -> tuple[Delivery, ...]:
    return read_or((), lambda text: msgspec.json.decode(text, type=tuple[Delivery, ...]), kept)
