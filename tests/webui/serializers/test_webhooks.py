"""Webhooks as the page shows them: never the part of an address that may be a secret."""

import pytest

from webui.records.webhooks import Delivery, Webhook
from webui.serializers.webhooks import answer_json, webhook_json

AT = "2026-11-29T10:00:00+00:00"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://hall.example", "https://hall.example/"),
        ("https://hall.example/", "https://hall.example/"),
        ("https://hall.example:8443/hook/s3cret", "https://hall.example:8443/…"),
        ("https://hall.example/?token=s3cret", "https://hall.example/…"),
        ("https://user:s3cret@hall.example/x", "https://hall.example/…"),
    ],
)
def test_an_address_is_shown_to_its_host(address: str, shown: str) -> None:
    hook = Webhook("h1", 1, address, ("record",), "json", "en", False, True, "k3y", ())  # type: ignore[arg-type]
    found = webhook_json(hook, 2)
    assert (found.address, found.passed, found.on, found.local) == (shown, 2, True, False)
    assert "s3cret" not in repr(found)
    assert "k3y" not in repr(found)


def test_an_answer_of_two_hundred_takes_a_message() -> None:
    for status, taken in ((0, False), (199, False), (200, True), (299, True), (300, False), (500, False)):
        shown = answer_json(Delivery("m1", AT, "record", status, ms=12))
        assert (shown.id, shown.status, shown.ms, shown.taken) == ("m1", status, 12, taken)
