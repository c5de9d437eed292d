"""Numbers and addresses beyond all bounds are refused or brought within them: they never end in a server error."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from vision.live.sources.finding import find_source
from vision.live.sources.source import UnknownSourceError

ROOT = Path(__file__).parents[4]
NUMBERS = (str(2**63), "9" * 20, "-" + "9" * 20, "9" * 5000, "1e308", "NaN")
PARAMETERS = ("event", "number", "match", "after", "before", "limit", "chair", "picture", "table")
GETS = (
    "/me",
    "/hall",
    "/api/tables/1/hands",
    "/api/tables/1/match",
    "/api/tables/1/matches",
    "/api/tables/1/records",
    "/t/1/match.json",
    "/t/1/sheet",
    "/t/1/hands/1",
    "/qr.svg",
)


@pytest.mark.parametrize("path", GETS)
def test_parameters_of_any_size_are_answered(client: FlaskClient, path: str) -> None:
    for n, parameter in enumerate(PARAMETERS):
        for number in NUMBERS[n % 2 :: 2]:
            answer = client.get(f"{path}?{parameter}={number}")
            assert answer.status_code in (200, 302, 404), (path, parameter, number[:30])
            answer.close()


@pytest.mark.parametrize("number", NUMBERS)
def test_numbers_in_addresses_of_any_size_are_answered(client: FlaskClient, number: str) -> None:
    for path in ("/t/{}", "/t/{}/hands", "/api/tables/{}/match", "/api/hall/events/{}", "/t/1/hands/{}", "/display/{}"):
        assert client.get(path.format(number)).status_code == 404


def test_every_parameter_that_is_a_number_is_read_by_the_one_function_that_bounds_it() -> None:
    for file in sorted((ROOT / "webui/http").rglob("*.py")):
        text = file.read_text()
        assert text.count("type=int") == (1 if file.name == "requests.py" else 0), file.name
        assert ", int)" not in "".join(line for line in text.splitlines() if "args" in line), file.name


def corners(value: Any) -> list[list[Any]]:
    return [[0, 0], [value, 0], [value, value], [0, value]]


@pytest.mark.parametrize("value", [1e308, -1e308, 10**400, 2**53, 1e6, float("inf"), float("nan")])
def test_a_part_of_a_photograph_lies_within_bounds(client: FlaskClient, photo: bytes, value: float) -> None:
    hand = client.post("/api/tables/1/hands", data=photo, content_type="image/jpeg").get_json()["hand"]["id"]
    body = json.dumps({"area": corners(value)})
    answer = client.post(f"/api/hands/{hand}/parts", data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["kind"] in ("json-number", "not-an-area")


@pytest.mark.parametrize("value", [1e308, -1e308, 1e6, float("inf"), float("nan")])
@pytest.mark.parametrize("key", ["corners", "depth", "side"])
def test_a_calibration_lies_within_bounds(client: FlaskClient, key: str, value: float) -> None:
    good = {"size": [1280, 480], "corners": [[0, 0], [900, 0], [900, 400], [0, 400]], "depth": 0.5, "side": 800.0}
    body = json.dumps(good | {key: corners(value) if key == "corners" else value})
    answer = client.put("/api/tables/1/calibration", data=body, content_type="application/json")
    assert 400 <= answer.status_code < 500


def paths(client: FlaskClient) -> Iterator[tuple[str, str]]:
    """Every change that the interface has, its parameters filled in."""
    for path, methods in client.get("/api/openapi.json").get_json()["paths"].items():
        for method in methods.keys() & {"post", "put", "patch"}:
            filled = path.replace("{number}", "1").replace("{table}", "1")
            yield method, "/".join("1" if part.startswith("{") else part for part in filled.split("/"))


@pytest.mark.parametrize("value", [2**53, -(2**63), 2**100])
def test_a_number_out_of_range_is_refused_in_every_body(client: FlaskClient, value: float) -> None:
    tried = 0
    for method, path in paths(client):
        if path.endswith("/stop"):
            continue
        answer = client.open(path, method=method, json={"anything": {"deep": [value]}})
        assert answer.status_code in (400, 403, 404, 405, 409, 413, 415, 422, 429), (method, path)
        tried += answer.status_code == 400 and answer.get_json()["kind"] == "json-number"
    assert tried > 20


@pytest.mark.parametrize("address", ["x" * 256, "/" + "x" * 5000, "/x" * 3000, "9" * 5000, "99999"])
def test_an_address_of_a_camera_that_no_system_has_is_refused(client: FlaskClient, address: str) -> None:
    with pytest.raises(UnknownSourceError):
        find_source(address)
    for path in ("/api/tables/1/camera", f"/api/tables/1/trial/{quote(address[:900])}.jpg"):
        answer = client.put(path, json={"address": address}) if "camera" in path else client.get(path)
        assert answer.status_code < 500, path
