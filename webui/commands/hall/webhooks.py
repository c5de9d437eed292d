"""`tableside hall webhooks`: addresses of other programs that get the news, as the page /webhooks has them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from webui.base.text import visible
from webui.commands.data import storage_options
from webui.commands.hall.events import opened
from webui.messages import Messages
from webui.records import listening
from webui.records.store import Storage
from webui.records.webhooks import FORMS, TOPICS, Webhook, WebhookStore, WebhookTopic
from webui.serializers.encoding import plain
from webui.serializers.webhooks import webhook_json
from webui.terminal.language import said
from webui.webhooks.sending import checked, look_up, shown_secret

_number = click.argument("number", type=click.IntRange(1))


@click.group("webhooks", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@storage_options
@click.pass_context
def webhooks(ctx: click.Context, as_json: bool, data: Path, db: str | None, words: Messages) -> None:
    """List the webhooks: addresses of other programs, or chats, that get a message when something happens.

    \b
        tableside hall webhooks add https://example.org/hook --on result --on published
        tableside hall webhooks test 1
    """
    if ctx.invoked_subcommand is not None:
        return
    with opened(data, db) as hall:
        for hook in WebhookStore(hall.records.database).all():
            shown = webhook_json(hook, listening.position(hall.records, hook.listener).passed)
            if as_json:
                click.echo(json.dumps(plain(shown), ensure_ascii=False))
                continue
            state = [shown.form, shown.lang, ",".join(shown.topics), *([] if shown.on else [words("paused")])]
            click.echo(f"{shown.number:4}  {visible(shown.address)}  {' '.join(state)}")
            for each in shown.answers[:3]:
                click.echo(
                    f"      {each.at[:19]}  {each.type}  {each.status or ''} {each.trouble}".rstrip() + f"  {each.id}"
                )


@webhooks.command("add")
@click.argument("address")
@click.option("--on", "topics", multiple=True, required=True, type=click.Choice(TOPICS), help="Topic of its messages.")
@click.option("--form", type=click.Choice(FORMS), default="json", show_default=True, help="Form of its messages.")
@click.option("--local", is_flag=True, help="It may lead to this computer and its network.")
@storage_options
def add(
    address: str, topics: tuple[WebhookTopic, ...], form: Any, local: bool, data: Path, db: str | None, words: Messages
) -> None:
    """Add a webhook, and print its secret, which is not shown again; sentences are in the language of --lang."""
    with opened(data, db, new=True) as hall:
        look_up(checked(address), local)
        made = WebhookStore(hall.records.database).add(address, tuple(dict.fromkeys(topics)), form, words.tag, local)
        click.echo(words("Webhook %(number)d is added", {"number": made.number}))
        click.echo(words("Its secret, shown this once: %(secret)s", {"secret": shown_secret(made.secret)}))


@webhooks.command("remove")
@_number
@storage_options
def remove(number: int, data: Path, db: str | None, words: Messages) -> None:
    """Remove webhook NUMBER, and its messages that are not sent yet."""
    with opened(data, db) as hall:
        WebhookStore(hall.records.database).remove(_hook(hall.records, number).id)
        click.echo(words("Webhook %(number)d is removed", {"number": number}))


@webhooks.command("pause")
@_number
@click.option("--undo", is_flag=True, help="Go on: it gets what happened meanwhile.")
@storage_options
def pause(number: int, undo: bool, data: Path, db: str | None, words: Messages) -> None:
    """Pause webhook NUMBER: what happens meanwhile waits."""
    with opened(data, db) as hall:
        WebhookStore(hall.records.database).change(replace(_hook(hall.records, number), on=undo))
        about = {"number": number}
        click.echo(words("Webhook %(number)d goes on", about) if undo else words("Webhook %(number)d is paused", about))


@webhooks.command("secret")
@_number
@storage_options
def secret(number: int, data: Path, db: str | None, words: Messages) -> None:
    """Give webhook NUMBER a new secret, and print it once."""
    with opened(data, db) as hall:
        made = WebhookStore(hall.records.database).renew(_hook(hall.records, number))
        click.echo(words("Its secret, shown this once: %(secret)s", {"secret": shown_secret(made.secret)}))


@webhooks.command("test")
@_number
@click.option("--again", "message", metavar="ID", help="Send the listed message with this id again.")
@storage_options
def test(number: int, message: str | None, data: Path, db: str | None, words: Messages) -> None:
    """Send a test to webhook NUMBER, and print the answer."""
    from webui.webhooks.listener import again, send_test  # a message may show anything that happens at a table

    with opened(data, db) as hall:
        hook = _hook(hall.records, number)
        answer = again(hall.records, hook, message) if message else send_test(hall.records, hook)
        if answer is None:
            raise click.ClickException(words("That message cannot be made again"))
        if not answer.taken:
            about = {"status": answer.status, "trouble": answer.trouble}
            raise click.ClickException(words("The receiver has not taken it (%(status)d %(trouble)s)", about))
        click.echo(words("The receiver has taken it"))


def _hook(storage: Storage, number: int) -> Webhook:
    """Return the webhook of a number.

    Raises:
        click.ClickException: There is none.
    """
    found = next((each for each in WebhookStore(storage.database).all() if each.number == number), None)
    if found is None:
        raise click.ClickException(said("There is no webhook %(number)d: the list has them.", {"number": number}))
    return found
