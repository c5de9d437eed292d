"""Notices of third parties: the libraries that the program stands on, and pieces that its files hold.

They are made from the metadata of the installed distributions. A program that was built without that metadata, such as
the desktop folder, has them in a file.
"""

import re
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import msgspec
from packaging.requirements import Requirement

STATIC: Final = Path(__file__).parents[1] / "static"

PACKED: Final = Path(__file__).with_name("notices.json")
"""The notices of a program that was built without the metadata of its libraries."""

EXTRAS: Final = ("hall", "mdns", "riichi")
"""The extras of the running program; `test`, `train` and `desktop` are for those who build it."""

_NOTICE: Final = re.compile(r"(?:.*[-_.])?(?:licen[cs]e|copying|notice|authors|third.?party)", re.IGNORECASE)
"""Begins the name of a file with the text of a licence."""

_CODE: Final = (".py", ".pyc", ".pyi", ".so", ".json", ".css", ".js")


class LicenceNotice(msgspec.Struct, frozen=True):
    """The licence notice of a library or a part.

    Attributes:
        name: Its name.
        version: Its version; "" for a part without one.
        licence: Name of the licence that its makers give; "" if they give none.
        texts: The texts of its licences, one after another; "" if it has none.
    """

    name: str
    version: str
    licence: str
    texts: str


def notices() -> tuple[LicenceNotice, ...]:
    """Return all notices, by name: those that were packed, else those of the installed distributions."""
    if PACKED.is_file():
        return msgspec.json.decode(PACKED.read_bytes(), type=tuple[LicenceNotice, ...])
    return collected()


@cache
def collected() -> tuple[LicenceNotice, ...]:
    """Return the notices of Python, of the distributions that the program needs, and of vendored files, by name."""
    found = [*_of_python(), *map(_of_distribution, _needed()), *_of_files()]
    return tuple(sorted(found, key=lambda notice: notice.name.lower()))


def as_text(found: tuple[LicenceNotice, ...]) -> str:
    """Return notices as one text for a file."""
    rule = "=" * 78
    parts = [f"{rule}\n{each.name} {each.version}\n{each.licence}\n{rule}\n\n{each.texts.strip()}\n" for each in found]
    return "\n".join(parts)


def _needed() -> Iterator[Distribution]:
    """Yield the installed distributions that the program needs, directly or not, without the program."""
    seen: set[tuple[str, str]] = set()
    yielded: set[str] = set()
    waiting = [("tableside", extra) for extra in ("", *EXTRAS)]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            found = distribution(name)
        except PackageNotFoundError:  # an extra that is not installed, or a need of another system
            continue
        if name != "tableside" and name not in yielded:
            yielded.add(name)
            yield found
        for line in found.requires or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                own = re.sub(r"[-_.]+", "-", need.name).lower()
                waiting += [(own, more) for more in ("", *need.extras)]


def _of_distribution(found: Distribution) -> LicenceNotice:
    told = found.metadata
    classified = [each.rpartition(" :: ")[2] for each in told.get_all("Classifier") or () if each.startswith("License")]
    expressions = told.get_all("License-Expression") or [", ".join(classified), *(told.get_all("License") or ())]
    named = next((each for each in expressions if each), "")
    texts = []
    for file in found.files or ():
        if _NOTICE.match(file.name) and file.suffix.lower() not in _CODE:
            located = Path(str(file.locate()))
            if located.is_file():
                texts.append(f"{file.name}\n\n{located.read_text(encoding='utf-8', errors='replace').strip()}")
    return LicenceNotice(told["Name"], found.version, named.strip().partition("\n")[0][:80], "\n\n".join(texts))


def _of_files() -> Iterator[LicenceNotice]:
    """Yield the notices that lie beside vendored files of the page."""
    for file in sorted(STATIC.rglob("*")):
        if file.is_file() and _NOTICE.match(file.name) and file.suffix.lower() not in _CODE:
            name = f"webui/static/{file.relative_to(STATIC).as_posix()}"
            yield LicenceNotice(name, "", "", file.read_text(encoding="utf-8"))


def _of_python() -> Iterator[LicenceNotice]:
    texts = ""
    for folder in (sysconfig.get_path("stdlib"), sysconfig.get_path("data")):
        file = Path(folder) / "LICENSE.txt"
        if file.is_file():
            texts = file.read_text(encoding="utf-8", errors="replace")
            break
    yield LicenceNotice("Python", ".".join(map(str, sys.version_info[:3])), "PSF-2.0", texts)
