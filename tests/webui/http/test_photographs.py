"""Photos reduced for phones: to a width, or only the part with the hand."""

import numpy as np
import pytest
from flask.testing import FlaskClient

from tests.webui.shots import as_jpeg
from vision.image import open_image
from webui.hand.pictures import WIDTHS
from webui.table.table import Table

PICTURE = np.zeros((480, 1280, 3), np.uint8)
PICTURE[100:300, 320:640] = 255


def shown(client: FlaskClient, table: Table, query: str) -> tuple[int, np.ndarray, str]:
    """Return the number of bytes, the pixels and the type of the photo of a new hand."""
    hand = table.intake.from_upload(lambda: as_jpeg(PICTURE))
    answer = client.get(f"/hands/{hand.id}/photo.jpg{query}")
    assert answer.status_code == 200
    return len(answer.data), open_image(answer.data), answer.content_type


def test_a_photo_is_reduced_to_a_width(client: FlaskClient, table: Table) -> None:
    whole, pixels, kind = shown(client, table, "")
    assert (pixels.shape[:2], kind) == ((480, 1280), "image/jpeg")
    size, pixels, kind = shown(client, table, f"?width={WIDTHS[0]}")
    assert (pixels.shape[:2], kind) == ((240, 640), "image/webp")
    assert size < whole


def test_a_part_of_a_photo_is_the_pixels_of_that_part(client: FlaskClient, table: Table) -> None:
    _, pixels, _ = shown(client, table, "?width=640&area=320,100,640,300")
    assert pixels.shape[:2] == (200, 320)
    assert pixels.mean() > 250
    _, pixels, _ = shown(client, table, "?width=640&area=-50,-50,320,100")
    assert pixels.shape[:2] == (100, 320)
    assert pixels.mean() < 5


def test_a_noisy_photo_loads_as_fast_as_another(client: FlaskClient, table: Table) -> None:
    """At the usual quality this one would weigh 310 KB."""
    noise = np.random.default_rng(3).normal(110, 20, (960, 1280, 3)).clip(0, 255).astype(np.uint8)
    hand = table.intake.from_upload(lambda: as_jpeg(noise))
    data = client.get(f"/hands/{hand.id}/photo.jpg?width=1280").data
    assert len(data) <= 180_000
    assert open_image(data).shape[:2] == (960, 1280)


@pytest.mark.parametrize("query", ["?width=641", "?width=abc", "?area=0,0,10,10"])
def test_another_width_gives_the_photo_as_it_is(client: FlaskClient, table: Table, query: str) -> None:
    _, pixels, _ = shown(client, table, query)
    assert pixels.shape[:2] == (480, 1280)


@pytest.mark.parametrize("area", ["a,b,c,d", "10,10", "640,300,320,100", "5000,0,6000,10", "1,2,3,4,5"])
def test_an_area_outside_the_photo_gives_all_of_it(client: FlaskClient, table: Table, area: str) -> None:
    _, pixels, _ = shown(client, table, f"?width=640&area={area}")
    assert pixels.shape[:2] == (240, 640)


def test_each_part_has_a_tag_of_its_own(client: FlaskClient, table: Table) -> None:
    address = f"/hands/{table.intake.from_upload(lambda: as_jpeg(PICTURE)).id}/photo.jpg"
    queries = ("", "?width=640", "?width=1280", "?width=640&area=0,0,640,480")
    tags = {client.get(address + query).headers["ETag"] for query in queries}
    assert len(tags) == 4
