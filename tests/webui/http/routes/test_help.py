"""The manual as pages."""

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_every_page_of_the_manual_is_shown_in_the_language_of_the_reader(client: FlaskClient, lang: str) -> None:
    page = client.get("/help", headers={"Accept-Language": lang})
    assert page.status_code == 200


@pytest.mark.parametrize(
    "path", ["/help/nothing", "/help/pictures/nothing.svg", "/help/pictures/../../app.py", "/help/licences/nothing.txt"]
)
def test_what_is_no_page_is_not_found(client: FlaskClient, path: str) -> None:
    assert client.get(path).status_code == 404
