"""The listeners of webhooks: each sends its news in order, one after another, until the receiver has taken them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from uuid import uuid4
from weakref import WeakKeyDictionary

from scoring.match.event_acts import Released
from scoring.match.records import Appealed
from webui.hall.desk import Hall
from webui.messages import Messages
from webui.records import listening, moments
from webui.records.bulletin import Recorded
from webui.records.listening import CallChanged, Happened, NotTakenError, RecordedInEvent
from webui.records.store import Storage
from webui.records.webhooks import Delivery, Webhook, WebhookStore
from webui.webhooks.messages import WebhookMessage, body, messages, trial
from webui.webhooks.sending import post

UNTAKEABLE: Final = (400, 413, 422)
"""Statuses that a receiver gives to a message that it will never take: it is passed over, and can be sent again."""

_halls: Final[WeakKeyDictionary[Storage, Hall]] = WeakKeyDictionary()


def listeners(storage: Storage) -> Iterator["WebhookListener"]:
    """Yield the listeners of the webhooks that are on."""
    for hook in WebhookStore(storage.database).all():
        if hook.on:
            yield WebhookListener(hook, hall_of(storage))


def hall_of(storage: Storage) -> Hall:
    """Return the events and tables of a storage, as all its webhooks read them."""
    return _halls.setdefault(storage, Hall(storage))


@dataclass(frozen=True)
class WebhookListener:
    """The listener of a webhook."""

    hook: Webhook
    hall: Hall = field(compare=False)

    @property
    def id(self) -> str:
        """The key of its position."""
        return self.hook.listener

    def wants(self, news: Happened) -> bool:
        """Return False for news of which the webhook gets no message."""
        topics = set(self.hook.topics)
        match news:
            case Recorded(entry):
                return bool(topics & {"record", "result"}) or ("appeal" in topics and _is_appeal(entry))
            case RecordedInEvent(entry=made):
                return "published" in topics and isinstance(made.act, Released)
            case CallChanged(state=state):
                return "call" in topics and (self.hook.form == "json" or state == "waiting")

    def hear(self, news: Happened) -> None:
        """Send the messages about news.

        Raises:
            NotTakenError: The receiver has not taken one of them.
        """
        for message in messages(self.hall, news, self.hook.topics, Messages.of(self.hook.lang)):
            answer, after = deliver(self.hall.records, self.hook, message, news)
            if not answer.taken and answer.status not in UNTAKEABLE:
                raise NotTakenError(answer.trouble, after)


def deliver(
    storage: Storage, hook: Webhook, message: WebhookMessage, news: Happened | None = None
) -> tuple[Delivery, float | None]:
    """Send a message once and keep the answer; return it, with the seconds for which the receiver asks to be left."""
    at = moments.now()
    reply = post(hook.address, hook.local, hook.secret, message.id, body(message, hook.form))
    source = _source(news) if news else ("", 0, 0, "")
    answer = Delivery(message.id, at, message.type, reply.status, reply.trouble, reply.ms, *source)
    WebhookStore(storage.database).answered(hook.id, answer)
    return answer, reply.after


def send_test(storage: Storage, hook: Webhook) -> Delivery:
    """Send a message that is about nothing."""
    return deliver(storage, hook, trial(str(uuid4()), moments.now(), Messages.of(hook.lang)))[0]


def again(storage: Storage, hook: Webhook, id: str) -> Delivery | None:
    """Send a listed message again, with its id; None if it is not listed, or its news are no longer there."""
    listed = next((each for each in hook.answers if each.id == id), None)
    if listed is None:
        return None
    if not listed.kind:
        return deliver(storage, hook, trial(id, moments.now(), Messages.of(hook.lang)))[0]
    news = listening.find(storage, listed.kind, listed.stream, listed.number, listed.call)
    if news is None:
        return None
    made = messages(hall_of(storage), news, (listed.topic,), Messages.of(hook.lang))  # type: ignore[arg-type]
    return next((deliver(storage, hook, each, news)[0] for each in made if each.id == id), None)


def _is_appeal(entry: object) -> bool:
    return isinstance(getattr(entry, "act", None), Appealed)


def _source(news: Happened) -> tuple[str, int, int, str]:
    match news:
        case Recorded(entry) if entry:
            return "table", entry.stream, entry.number, ""
        case RecordedInEvent(entry=made):
            return "event", made.stream, made.number, ""
        case CallChanged(call, state):
            return state, call.table, 0, call.id
    return "", 0, 0, ""
