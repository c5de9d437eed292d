"""The drawn camera of `tableside try`, and what is told of its films."""

import socket
from contextlib import closing
from urllib.parse import urlsplit

import cv2
import numpy as np

from tests.waiting import PATIENCE, until
from webui.commands.tryout import CLIPS
from webui.commands.tryout.camera import Projector, ShippedFilm, pictures

GREY = np.full((120, 160, 3), 128, np.uint8)


def test_a_picture_arrives_as_jpeg_with_the_noise_of_a_sensor() -> None:
    with closing(Projector()) as camera:
        camera.show(GREY)  # to nobody
        at = urlsplit(camera.address)
        assert at.hostname
        assert at.port
        with socket.create_connection((at.hostname, at.port), PATIENCE) as line:
            until(lambda: camera.watched)
            camera.show(GREY)
            data = b""
            while not data.endswith(b"\xff\xd9"):
                data += line.recv(4096)
        seen = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert seen.shape == GREY.shape
    assert abs(float(seen.mean()) - 128) < 2
    assert 0.5 < float(seen.std()) < 6


def test_the_pictures_of_a_film_are_turned() -> None:
    clip = CLIPS["mcr"]
    at, first = next(pictures(clip))
    _, turned = next(pictures(clip, 1))
    assert at == 0
    assert (first.shape[1], first.shape[0]) == ShippedFilm.about(clip).size
    assert np.array_equal(np.rot90(first), turned)
