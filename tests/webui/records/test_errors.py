"""Errors of the storage."""

import errno
from pathlib import Path

import pytest

from webui.records.errors import RecordsError, WriteConflictError, of_system, translate_os_errors


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, "no-space"),
        (errno.EDQUOT, "no-space"),
        (errno.EFBIG, "no-space"),
        (errno.EROFS, "read-only"),
        (errno.EACCES, "read-only"),
        (errno.EPERM, "read-only"),
        (errno.EIO, "disk-failed"),
        (errno.ENOENT, "folder-unusable"),
    ],
)
def test_an_error_of_the_system_says_what_is_in_the_way(number: int, kind: str) -> None:
    error = of_system(OSError(number, "why"), Path("data"))
    assert (error.kind, error.about["folder"]) == (kind, "data")
    assert error.about.get("reason") == ("why" if kind == "folder-unusable" else None)
    with pytest.raises(RecordsError, match=kind), translate_os_errors(Path("data")):
        raise OSError(number, "why")


def test_a_conflict_is_an_error_of_the_storage() -> None:
    assert WriteConflictError().kind == "overtaken"
    assert isinstance(WriteConflictError(), RecordsError)
