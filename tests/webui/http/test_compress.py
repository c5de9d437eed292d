"""Answers that are compressed for those who take it."""

import gzip

import pytest
from flask import Flask, Response

from webui.http.compress import LEAST, register


def answer(length: int, kind: str = "text/html", accept: str = "gzip", status: int = 200, etag: str = "") -> Response:
    app = Flask(__name__)
    register(app)

    @app.get("/")
    def page() -> Response:
        made = Response("a" * length, status, content_type=kind)
        if etag:
            made.set_etag(etag)
        return made

    return app.test_client().get("/", headers={"Accept-Encoding": accept})


@pytest.mark.parametrize(
    ("length", "kind", "accept", "status", "packed"),
    [
        (LEAST - 1, "text/html", "gzip", 200, False),
        (LEAST, "text/html", "gzip", 200, True),
        (LEAST, "application/json", "gzip", 200, True),
        (LEAST, "image/jpeg", "gzip", 200, False),
        (LEAST, "text/event-stream", "gzip", 200, False),
        (LEAST, "text/html", "identity", 200, False),
        (LEAST, "text/html", "gzip;q=0", 200, False),
        (LEAST, "text/html", "gzip", 404, False),
    ],
)
def test_text_is_compressed_from_its_least_length_on(
    length: int, kind: str, accept: str, status: int, packed: bool
) -> None:
    made = answer(length, kind, accept, status)
    assert (made.headers.get("Content-Encoding") == "gzip") is packed
    assert (gzip.decompress(made.data) if packed else made.data) == b"a" * length


def test_the_same_content_in_other_bytes_has_a_weak_tag() -> None:
    assert answer(LEAST, etag="x").get_etag() == ("x", True)
    assert answer(LEAST - 1, etag="x").get_etag() == ("x", False)
