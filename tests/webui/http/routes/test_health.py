"""The health of a server, for those who watch over it."""

from flask.testing import FlaskClient


def test_a_server_that_can_record_is_well(client: FlaskClient) -> None:
    answer = client.get("/api/health")
    assert (answer.status_code, answer.get_json()["ok"]) == (200, True)
    assert client.get("/api/v1/health").get_json().keys() == answer.get_json().keys()
