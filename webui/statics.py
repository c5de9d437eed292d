"""The files that pages load: scripts, styles, tiles.

They are read once, at the start, and have an address that holds a hash of them all: a browser keeps them for good, and
a new version of the program has others. Scripts and styles name each other relative to themselves, so that each gets
the others of its own version.
"""

import hashlib
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, request

FOLDER: Final = Path(__file__).parent / "static"

FOREVER: Final = 365 * 24 * 3600
"""Seconds that a browser may keep a file whose address holds the hash: a year, which browsers take for good."""

_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Types by the ending of a file; Windows may know others, or none, which browsers refuse."""

JOINT: Final = "+"
"""What joins the names of styles that are sent as one file."""

_IMPORT: Final = re.compile(r'^(?:import|export)\b[^;]*?from "\./([\w.-]+)"|^import "\./([\w.-]+)"', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class File:
    """A file: its content, its type, and the hash of its content."""

    data: bytes
    kind: str
    hash: str


@cache
def files(folder: Path = FOLDER) -> dict[str, File]:
    """All files of a folder, by their path in it with slashes."""
    found = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        data = path.read_bytes()
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        found[path.relative_to(folder).as_posix()] = File(data, kind, hashlib.sha256(data).hexdigest()[:16])
    return found


@cache
def version(folder: Path = FOLDER) -> str:
    """A hash of all files of a folder and of their names, 12 hexadecimal digits."""
    text = "\n".join(f"{name} {file.hash}" for name, file in files(folder).items())
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def imported(script: str, folder: Path = FOLDER) -> tuple[str, ...]:
    """The scripts that a script imports, and those that these import, the nearest first; itself not among them."""
    found, todo = [script], [script]
    while todo:
        file = files(folder).get(todo.pop(0))
        for names in _IMPORT.findall(file.data.decode() if file else ""):
            name = next(filter(None, names))
            if name not in found:
                found.append(name)
                todo.append(name)
    return tuple(found[1:])


def preloaded(*scripts: str | None) -> list[str]:
    """The scripts that a page is to load beside its own, so that none waits until another that imports it is read."""
    own = [script for script in scripts if script]
    return list(dict.fromkeys(name for script in own for name in imported(script) if name not in own))


def styled(names: Sequence[str]) -> str:
    """The name of one file with the styles of all these, in this order: each file of its own delays the first paint."""
    return f"{JOINT.join(names)}.css"


@lru_cache(maxsize=128)
def _joined(filename: str) -> File | None:
    """The styles that a name by `styled` is of; None where one of them is not there, or named twice."""
    names = filename.removesuffix(".css").split(JOINT)
    parts = [files().get(f"{name}.css") for name in names]
    if not filename.endswith(".css") or len(set(names)) < len(names):
        return None
    data = b"\n".join(part.data for part in parts if part)
    return File(data, _TYPES[".css"], hashlib.sha256(data).hexdigest()[:16]) if all(parts) else None


def register(app: Flask) -> None:
    """Serves the files: the endpoint `static` has the address that holds the hash, `static_newest` the one without."""
    hashed = f"/static/{version()}/<path:filename>"
    app.add_url_rule(hashed, "static", lambda filename: _answer(filename, for_good=True))
    app.add_url_rule("/static/<path:filename>", "static_newest", lambda filename: _answer(filename, for_good=False))
    app.context_processor(lambda: {"preloaded": preloaded, "styled": styled})


def _answer(filename: str, *, for_good: bool) -> Response:
    file = _joined(filename) if JOINT in filename else files().get(filename)
    if file is None:
        abort(404)
    response = Response(file.data, mimetype=file.kind)
    response.set_etag(file.hash)
    if for_good:
        response.cache_control.public = True
        response.cache_control.max_age = FOREVER
        response.cache_control.immutable = True
    else:
        response.cache_control.no_cache = True  # kept, but asked for again
    response.make_conditional(request)
    return response
