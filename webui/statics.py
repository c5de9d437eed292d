"""The files that pages load: scripts, styles, tiles.

They are read once, at the start, and have an address that holds a hash of them all: a browser keeps them for good, and
a new version of the program has others. The scripts of a page are sent as one file, and so are its styles: each file
more is a request more, and a script that imports others waits for them.
"""

import hashlib
import json
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
"""What joins the names of scripts or styles that are sent as one file."""

SENTENCES: Final = "sentences"
"""The script with the sentences of the page's language: none as it stands here, which is right for English."""

_IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|(?:async )?function) (\w+))", re.MULTILINE)
_JOINED: Final = re.compile(r"([\w+]+)\.(en|zh|zh-Hant)\.js")


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
def imported(script: str) -> tuple[str, ...]:
    """The scripts that a script imports, and those that these import, in the order that they run in; itself the last.

    Raises:
        KeyError: There is no such script.
    """
    named = [name for _, name in _IMPORT.findall(files()[f"{script}.js"].data.decode())]
    return tuple(dict.fromkeys([each for name in named for each in imported(name)] + [script]))


def scripted(scripts: Sequence[str], lang: str) -> str:
    """The name of one file with these scripts and all that they import, with their sentences in a language.

    Args:
        scripts: Names of scripts, without their ending.
        lang: The language as HTML names it.
    """
    return f"{JOINT.join(scripts)}.{lang}.js"


@lru_cache(maxsize=128)
def _scripts(filename: str) -> File | None:
    """The scripts that a name by `scripted` is of; None where one of them is not there.

    Each script becomes a function that gives what it exports. It exports constants, functions and classes only: what
    it gives is what they are at its end.
    """
    found = _JOINED.fullmatch(filename)
    names = found[1].split(JOINT) if found else []
    if not found or any(f"{name}.js" not in files() for name in names):
        return None
    joined = dict.fromkeys(each for name in names for each in imported(name))
    texts = {name: files()[f"{name}.js"].data.decode() for name in joined}
    if SENTENCES in texts:
        said = sentences(found[2], "".join(texts.values()))
        texts[SENTENCES] = f"export const sentences = {json.dumps(said, ensure_ascii=False)};\n"
    data = "".join(_as_function(name, text) for name, text in texts.items()).encode()
    return File(data, _TYPES[".js"], hashlib.sha256(data).hexdigest()[:16])


def _as_function(name: str, text: str) -> str:
    def taken(line: re.Match[str]) -> str:
        return f"const {{{line[1].replace(' as ', ': ')}}} = ${line[2]};\n" if line[1] else ""

    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(taken, text))
    return f"// {name}.js\nconst ${name} = (() => {{\n{body}return {{ {exports} }};\n}})();\n"


def sentences(lang: str, text: str) -> dict[str, str]:
    """The sentences of a language that scripts use, by the English ones; one that cannot be in `text` is left out."""
    file = files().get(f"words.{lang}.json")
    every: dict[str, str] = json.loads(file.data) if file else {}
    return {english: said for english, said in every.items() if english in text or '"' in english or "\\" in english}


def styled(names: Sequence[str]) -> str:
    """The name of one file with the styles of all these, in this order: each file of its own delays the first paint."""
    return f"{JOINT.join(names)}.css"


@lru_cache(maxsize=128)
def _styles(filename: str) -> File | None:
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
    app.context_processor(lambda: {"scripted": scripted, "styled": styled})


def _answer(filename: str, *, for_good: bool) -> Response:
    file = files().get(filename) or _scripts(filename) or _styles(filename)
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
