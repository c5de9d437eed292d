"""Webhooks as plain JSON, without the secrets in their addresses."""

from urllib.parse import urlsplit

from msgspec import Struct

from webui.records.listening import KEPT, MOST
from webui.records.webhooks import Delivery, Webhook, WebhookForm, WebhookTopic


class WebhookAnswer(Struct, frozen=True):
    """An attempt to deliver a message: `status` is 0 without an answer, and `trouble` says why it was not taken.

    It is "refused", "redirected", "silent" (no answer), "local" (an address of this computer or its network), "unknown"
    (no such host), or empty. `type` is the topic, or "test"; `id` is that of the message.
    """

    id: str
    at: str
    type: str
    status: int
    trouble: str
    ms: int
    taken: bool


class WebhookShown(Struct, frozen=True):
    """A webhook: `address` ends with its host, since what follows may be a secret.

    `passed` counts news that it did not get, since they were too old or too many. `answers` are the last attempts, the
    newest first.
    """

    id: str
    number: int
    address: str
    topics: list[WebhookTopic]
    form: WebhookForm
    lang: str
    local: bool
    on: bool
    passed: int
    answers: list[WebhookAnswer]


KEPT_DAYS: int = KEPT.days
"""Days for which news wait for a webhook."""

KEPT_NEWS: int = MOST
"""News that wait for a webhook at most."""


def webhook_json(hook: Webhook, passed: int) -> WebhookShown:
    """Return a webhook, and the number of news that were passed over."""
    parts = urlsplit(hook.address)
    port = f":{parts.port}" if parts.port else ""
    return WebhookShown(
        id=hook.id,
        number=hook.number,
        address=f"{parts.scheme}://{parts.hostname}{port}/{'…' if len(parts.path) > 1 or parts.query else ''}",
        topics=list(hook.topics),
        form=hook.form,
        lang=hook.lang,
        local=hook.local,
        on=hook.on,
        passed=passed,
        answers=[answer_json(each) for each in hook.answers],
    )


def answer_json(answer: Delivery) -> WebhookAnswer:
    """Return an attempt to deliver a message."""
    return WebhookAnswer(answer.id, answer.at, answer.topic, answer.status, answer.trouble, answer.ms, answer.taken)
