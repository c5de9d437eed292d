"""Webhooks: the page, and the JSON interface by which a tournament director has other programs told the news."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import render_template

from webui.access.roles import Caller
from webui.base.turns import give_way
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import the_tables, the_words
from webui.http.errors import RequestError
from webui.http.identity import caller, viewer
from webui.messages.languages import LANGUAGES
from webui.records import listening
from webui.records.errors import RecordsError
from webui.records.store import Storage
from webui.records.webhooks import CHATS, Webhook, WebhookStore
from webui.serializers.webhooks import KEPT_DAYS, KEPT_NEWS, WebhookShown, answer_json, webhook_json
from webui.webhooks.listener import again, send_test
from webui.webhooks.sending import checked, look_up, shown_secret

routes = Routes("webhooks", __name__)


@routes.page("/webhooks")
def page() -> str:
    """Return the page of webhooks."""
    drawn_now = _about(None)
    with suppress(RecordsError):  # the page says so
        drawn_now = _drawn(viewer())
    return render_template("webhooks.html", **drawn_now)


@routes.page("/webhooks/drawn")
def drawn() -> str:
    """Return what the page shows to the sender: the webhooks, to a director of everything."""
    return render_template("webhooks_drawn.html", **_drawn(caller()))


def _drawn(me: Caller) -> dict[str, Any]:
    """Return what the page shows to somebody."""
    return _about(_listed() if me.role == "chief" and me.event is None else None)


def _about(hooks: list[WebhookShown] | None) -> dict[str, Any]:
    languages = {tag: language.name for tag, language in LANGUAGES.items()}
    return {"hooks": hooks, "offered": languages, "chats": CHATS, "days": KEPT_DAYS, "most": KEPT_NEWS}


@routes.get("/api/webhooks", role="chief", gives=shapes.Webhooks)
def listed() -> shapes.Webhooks:
    """Return the webhooks with their last answers, the oldest first."""
    return shapes.Webhooks(ok=True, webhooks=_listed())


@routes.post("/api/webhooks", role="chief", gives={201: shapes.WebhookAdded}, body=posted.PostedWebhook)
def add(body: posted.PostedWebhook) -> tuple[shapes.WebhookAdded, int]:
    """Add a webhook: `{"address": "https://…", "topics": ["result", "published"]}`; the answer has its secret, once.

    `form` is "json", or "discord" or "slack" for a sentence in the language `lang`. `local` lets it lead to this
    computer and its network. It gets what happens from now on.
    """
    lang = _language(body.lang) if body.lang is not None else the_words().tag
    _check(body.address, body.local)
    made = _store().add(body.address, list(dict.fromkeys(body.topics)), body.form, lang, body.local)
    return _with_secret(made), 201


@routes.put("/api/webhooks/<hook_id>", role="chief", gives=shapes.Webhooks, body=posted.ChangedWebhook)
def change(hook_id: str, body: posted.ChangedWebhook) -> shapes.Webhooks:
    """Change a webhook: fields that are left out stay. What happens while `on` is false reaches it later."""
    hook, given = _hook(hook_id), {name: getattr(body, name) for name in body.__struct_fields__}
    made = replace(hook, **{name: value for name, value in given.items() if value is not None})
    _language(made.lang)
    if (made.address, made.local) != (hook.address, hook.local):
        _check(made.address, made.local)
    _store().change(replace(made, topics=tuple(dict.fromkeys(made.topics))))
    return listed()


@routes.delete("/api/webhooks/<hook_id>", role="chief", gives=shapes.Webhooks)
def remove(hook_id: str) -> shapes.Webhooks:
    """Remove a webhook, and what waits for it."""
    _store().remove(_hook(hook_id).id)
    return listed()


@routes.post("/api/webhooks/<hook_id>/secret", role="chief", gives=shapes.WebhookAdded)
def renew(hook_id: str) -> shapes.WebhookAdded:
    """Give a webhook a new secret; the answer has it, once."""
    return _with_secret(_store().renew(_hook(hook_id)))


@routes.post("/api/webhooks/<hook_id>/test", role="chief", gives=shapes.WebhookTried)
def test(hook_id: str) -> shapes.WebhookTried:
    """Send a message that is about nothing, and return the answer of the receiver."""
    hook = _hook(hook_id)
    give_way()
    answer = send_test(_storage(), hook)
    return shapes.WebhookTried(ok=True, answer=answer_json(answer), webhooks=_listed())


@routes.post("/api/webhooks/<hook_id>/answers/<message_id>", role="chief", gives=shapes.WebhookTried)
def send_again(hook_id: str, message_id: str) -> shapes.WebhookTried:
    """Send a listed message again, with the same id, and return the answer of the receiver."""
    hook = _hook(hook_id)
    give_way()
    answer = again(_storage(), hook, message_id)
    if answer is None:
        raise RequestError(404, "no-such-message")
    return shapes.WebhookTried(ok=True, answer=answer_json(answer), webhooks=_listed())


def _storage() -> Storage:
    """Return the storage of the tables.

    Raises:
        RequestError: 409: this is a table's device, whose hall has the webhooks.
    """
    tables = the_tables()
    if tables.own.outbox:
        raise RequestError(409, "webhooks-in-hall")
    return tables.records


def _store() -> WebhookStore:
    return WebhookStore(_storage().database)


def _hook(id: str) -> Webhook:
    found = _store().get(id)
    if found is None:
        raise RequestError(404, "no-such-webhook")
    return found


def _check(address: str, local: bool) -> None:
    """Expect an address that can be asked; it is looked up again at each message."""
    parts = checked(address)
    give_way()
    look_up(parts, local)


def _language(tag: str) -> str:
    if tag not in LANGUAGES:
        raise RequestError(422, "not-a-language", got=f"{tag!r:.40}")
    return tag


def _listed() -> list[WebhookShown]:
    storage = the_tables().records
    hooks = WebhookStore(storage.database).all()
    return [webhook_json(hook, listening.position(storage, hook.listener).passed) for hook in hooks]


def _with_secret(hook: Webhook) -> shapes.WebhookAdded:
    return shapes.WebhookAdded(ok=True, id=hook.id, secret=shown_secret(hook.secret), webhooks=_listed())
