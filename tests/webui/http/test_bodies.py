"""Limits of what a request may send."""

import errno

import pytest

from webui.http.bodies import BUNDLE_LIMIT, EVENT_LIMIT, LIST_LIMIT, NO_SPACE, UPLOAD_LIMIT, Admitted, is_full, size


@pytest.mark.parametrize(
    ("limit", "says"),
    [
        (UPLOAD_LIMIT, "100 MB"),
        (BUNDLE_LIMIT, "110 MB"),
        (LIST_LIMIT, "4 MB"),
        (EVENT_LIMIT, "512 KB"),
        (2**20, "1 MB"),
        (2**20 - 1, "1023 KB"),
    ],
)
def test_a_limit_is_said_in_megabytes_from_one_on(limit: int, says: str) -> None:
    assert size(limit) == says


def test_a_disk_is_full_by_its_error_or_without_a_folder_for_files() -> None:
    assert all(is_full(OSError(number, "why")) for number in NO_SPACE)
    assert is_full(FileNotFoundError(errno.ENOENT, "No usable temporary directory found"))
    assert not is_full(OSError(errno.ENOENT, "No such file"))
    assert (Admitted("a", 5).client, Admitted("a", 5).most) == ("a", 5)
