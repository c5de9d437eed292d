"""The source of the running program as one zip, offered to its users (AGPL-3.0, section 13).

It holds the program's own files and nothing that was put beside them: of an installed program those that its record of
installed files names, of a checkout those that `pyproject.toml` would install, and the other modules of its packages. A
link is not followed, wherever it leads.
"""

import atexit
import tempfile
import threading
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from io import RawIOBase
from pathlib import Path, PurePath
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
"""The folder that holds the packages."""

PACKAGES: Final = ("scoring", "vision", "device", "webui", "models")

PACKED: Final = Path(__file__).with_name("source.zip")
"""The zip of a program that was built without its source files, such as the desktop folder."""

BESIDE: Final = (
    *("pyproject.toml", "LICENSE", "README*.md"),
    *("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
)
"""Patterns of the files beside the packages, with a README for each language that has one; `share/tableside` and the
metadata of an installed program have some of them."""

COMPACT: Final = (".onnx", ".png", ".webp", ".mo")
"""Extensions of files that deflating hardly makes smaller, and that take half of its time."""

DATED: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every entry, the first that a zip can have: the same program gives the same bytes."""


def files() -> dict[str, Path]:
    """Return the source files by their path in the project's folder, in the order of the alphabet."""
    found = _of_checkout() if (ROOT / "pyproject.toml").is_file() else _of_installed()
    return {name: file for name, file in sorted(found.items()) if not _is_linked(file)}


def licence() -> str | None:
    """Return the text of the program's licence, or None if it was removed."""
    if PACKED.is_file():
        with zipfile.ZipFile(PACKED) as archive:
            return archive.read("tableside/LICENSE").decode()
    found = files().get("LICENSE")
    return found.read_text(encoding="utf-8") if found else None


def chunks() -> Iterator[bytes]:
    """Yield the zip of all source files in parts, none larger than the largest file."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w") as archive:
        for name, file in files().items():
            entry = zipfile.ZipInfo(f"tableside/{name}", DATED)
            entry.compress_type = zipfile.ZIP_STORED if file.suffix in COMPACT else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes())
            yield pipe.take()
    yield pipe.take()


def packed() -> Path:
    """Return the zip of all source files, made by the first call, and removed when the program ends.

    Raises:
        OSError: There is no room for it.
    """
    if PACKED.is_file():
        return PACKED
    with _packing:
        return _packed()


_packing: Final = threading.Lock()


@cache
def _packed() -> Path:
    out = tempfile.NamedTemporaryFile(prefix="tableside-source-", suffix=".zip")  # noqa: SIM115 - lasts as the program
    out.writelines(chunks())
    out.flush()
    atexit.register(out.close)
    return Path(out.name)


class _Pipe(RawIOBase):
    """A write-only stream; `take` removes and returns the bytes written."""

    def __init__(self) -> None:
        self._held = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        return len(data)

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        taken = bytes(self._held)
        self._held.clear()
        return taken


def _of_checkout() -> dict[str, Path]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    data: dict[str, list[str]] = settings["package-data"]
    made: dict[str, list[str]] = settings["exclude-package-data"]
    found = [file for pattern in BESIDE for file in ROOT.glob(pattern)]
    for package in PACKAGES:
        for pattern in ("**/*.py", "py.typed", *data.get(package, ())):
            found += (ROOT / package).glob(pattern)
        without = {file for pattern in made.get(package, ()) for file in (ROOT / package).glob(pattern)}
        found = [file for file in found if file not in without]
    named = {file.relative_to(ROOT): file for file in found if file.is_file()}
    return {path.as_posix(): file for path, file in named.items() if not any(map(_is_aside, path.parts))}


def _is_linked(file: Path) -> bool:
    """Return True if a file, or a folder between it and that of the packages, is a link."""
    inside = [each for each in file.parents if ROOT in each.parents]
    return any(each.is_symlink() for each in (file, *inside))


def _is_aside(part: str) -> bool:
    """Return True if a part of a path is hidden, or made by Python."""
    return part.startswith(".") or part == "__pycache__"


def _of_installed() -> dict[str, Path]:
    own = _distribution()
    found = {}
    for file in (own.files or ()) if own else ():
        path = Path(str(file))
        if path.suffix == ".pyc":
            continue
        if path.parts[0] in PACKAGES:
            found[path.as_posix()] = Path(str(file.locate()))
        elif any(map(PurePath(path.name).match, BESIDE)):
            found[path.name] = Path(str(file.locate()))
    return {name: file for name, file in found.items() if file.is_file()}


def _distribution() -> Distribution | None:
    try:
        return distribution("tableside")
    except PackageNotFoundError:
        return None
