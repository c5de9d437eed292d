"""The program's own buttons: only the computer itself has them, and only where a window started it."""

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("path", ["/stop", "/phones"])
def test_a_server_that_nobody_started_by_a_window_is_not_stopped_by_its_page(client: FlaskClient, path: str) -> None:
    assert client.post(path).status_code in (403, 404)
    assert client.get(path).status_code == 405
    assert client.get("/api/health").status_code == 200
