"""Webhooks in a database."""

import pytest

from webui.records.store import Storage
from webui.records.webhooks import ANSWERS_KEPT, MOST_WEBHOOKS, Delivery, WebhookError, WebhookStore

AT = "2026-11-29T10:00:00+00:00"


@pytest.fixture
def store() -> WebhookStore:
    return WebhookStore(Storage.open(None).database)


def test_each_webhook_is_changed_and_removed_alone(store: WebhookStore) -> None:
    one, two = (store.add(f"https://{name}.example", ["record"], "json", "en", False) for name in ("a", "b"))
    assert [each.number for each in store.all()] == [1, 2]
    renewed = store.renew(one)
    assert renewed.secret != one.secret
    assert store.get(one.id) == renewed
    assert store.get(two.id) == two
    assert [store.remove(one.id), store.remove(one.id)] == [True, False]
    assert store.all() == [two]


def test_the_last_answers_are_kept_with_their_own_webhook(store: WebhookStore) -> None:
    one, two = (store.add(f"https://{name}.example", ["record"], "json", "en", False) for name in ("a", "b"))
    for n in range(ANSWERS_KEPT + 3):
        store.answered(one.id, Delivery(str(n), AT, "record", 200))
    kept = store.get(one.id)
    assert kept is not None
    assert [answer.id for answer in kept.answers] == [str(n) for n in range(ANSWERS_KEPT + 2, 2, -1)]
    assert store.get(two.id).answers == ()  # type: ignore[union-attr]


def test_another_failure_of_a_message_takes_the_place_of_the_one_before(store: WebhookStore) -> None:
    hook = store.add("https://a.example", ["record"], "json", "en", False)
    for message, trouble in (("m1", "silent"), ("m1", "refused"), ("m2", "silent"), ("m2", "")):
        store.answered(hook.id, Delivery(message, AT, "record", 0 if trouble else 200, trouble))
    answers = store.get(hook.id).answers  # type: ignore[union-attr]
    assert [(answer.id, answer.trouble) for answer in answers] == [("m2", ""), ("m2", "silent"), ("m1", "refused")]


def test_there_are_no_more_than_the_most(store: WebhookStore) -> None:
    for n in range(MOST_WEBHOOKS):
        store.add(f"https://h{n}.example", ["record"], "json", "en", False)
    with pytest.raises(WebhookError, match="webhooks-many"):
        store.add("https://more.example", ["record"], "json", "en", False)
