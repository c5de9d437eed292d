"""The files that pages load: scripts, styles, tiles.

They are read once, at the start. Their addresses contain a hash of all of them: a browser keeps them for good, and a
new version of the program has new addresses. The styles of a page are sent as one file, and so are all tiles, and all
scripts: ES modules, of which `npm run --prefix .ci bundle` makes the files in `static/built`. While those are not made
of the scripts as they stand, since somebody is at work on them, each module is sent unchanged.
"""

import hashlib
import json
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, abort, request, url_for

from webui.messages import Messages
from webui.messages.acts import forms_json
from webui.messages.languages import LANGUAGES, VARIANTS, Regional, tag_of, voice_of

FOLDER: Final = Path(__file__).parents[1] / "static"

FOREVER: Final = 365 * 24 * 3600
"""Seconds that a browser may keep a file whose address contains the hash: a year, the longest that browsers accept."""

_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""Media types by the ending of a file; Windows may have others, or none, which browsers refuse."""

JOINT: Final = "+"
"""Separator between the names of styles that are sent as one file."""

DARK: Final = "dark"
"""The styles with the colours for the dark, for devices that prefer it."""

ALWAYS_DARK: Final = "always-dark"
"""The name of the same styles for every device."""

SHARED: Final = ("tokens", DARK, "reset", "layout", "components")
"""The styles of every page, before its own; `tokens` names the layers in their order."""

WORKER: Final = "worker.js"
"""The service worker, which keeps pages on a device. Its address is above those of all pages, so that it may serve
them."""

TILES: Final = "tiles.svg"
"""The pictures of all tiles as one file; a fragment, such as `#1m`, shows one of them."""

KEPT: Final = (TILES, "icon-180.png", "icon-192.png", "icon-512.png", "icon.svg")
"""The files that a device keeps besides those that its pages name: scripts show them."""

BUNDLES: Final = ("lists", "ofrules", "ofpeople", "ofopen", "screens", "office", "app")
"""The scripts that run those that a page names, each sent as one file with all of them; the smallest first, as a page
takes the first that has all its scripts. More of them make a page lighter and the first visit to the next heavier."""

SENTENCES: Final = "sentences"
"""The module with the sentences and the voice of a language; the file itself is right for English."""

TAGS: Final = {tag_of(lang): lang for lang in (*LANGUAGES, *VARIANTS)}
"""The languages and their variants, as HTML names them."""

FORMS: Final = "forms"
"""The module with the sentences of acts in a language, by `webui.messages.acts`."""

_IMPORT: Final = re.compile(r'^import (?:\{[^}]*\} from )?"\./([\w/]+)\.js";$', re.MULTILINE)
_NAMED: Final = re.compile(r'import\("\./(\w+)\.js"\)')
_SOURCES: Final = re.compile(rb"// Tableside, .* of the sources (\w{16}),")
_DRAWING: Final = re.compile(r'(<svg [^>]*viewBox="0 0 (\d+) (\d+)"[^>]*>)(.*)</svg>\s*', re.DOTALL)
_MODULE: Final = re.compile(r"([\w-]+)/([\w/]+)\.js")


@dataclass(frozen=True, slots=True)
class File:
    """A file: its content, its type, and the hash of its content."""

    data: bytes
    kind: str
    hash: str


@cache
def files(folder: Path = FOLDER) -> dict[str, File]:
    """Return all files of a folder by their path in it, with slashes."""
    found = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        data = path.read_bytes()
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        found[path.relative_to(folder).as_posix()] = File(data, kind, hashlib.sha256(data).hexdigest()[:16])
    return found


@cache
def version(folder: Path = FOLDER) -> str:
    """Return a hash of the files of a folder and their names, 12 hexadecimal digits."""
    text = "\n".join(f"{name} {file.hash}" for name, file in files(folder).items())
    text += json.dumps([forms_json(Messages.of(lang)) for lang in LANGUAGES])  # games of other packages have their own
    return hashlib.sha256(text.encode()).hexdigest()[:12]


@cache
def imported(script: str) -> tuple[str, ...]:
    """Return the modules that a script imports, directly or not, in the order in which they run; the script is the
    last.

    Raises:
        KeyError: There is no such script.
    """
    named = _IMPORT.findall(files()[f"{script}.js"].data.decode())
    return tuple(dict.fromkeys([each for name in named for each in imported(name)] + [script]))


@cache
def built(bundle: str) -> File | None:
    """Return a bundle as it is sent, or None if it was made of other scripts than those that are here."""
    own = [name for folder in ("", "vendor/") for name in sorted(files()) if re.fullmatch(rf"{folder}[^/]+\.js", name)]
    hashed = hashlib.sha256(b"".join(files()[name].data for name in own)).hexdigest()[:16]
    file = files().get(f"built/{bundle}.js")
    told = _SOURCES.match(file.data) if file else None
    return file if told and told[1].decode() == hashed else None


@cache
def bundled(bundle: str) -> tuple[str, ...]:
    """Return the scripts that a bundle runs."""
    return tuple(_NAMED.findall(files()[f"{bundle}.js"].data.decode()))


def bundle_of(scripts: Sequence[str]) -> str:
    """Return the bundle that a page with these scripts loads."""
    return next(bundle for bundle in BUNDLES if {*scripts} <= {*bundled(bundle)})


def modules(scripts: Sequence[str]) -> tuple[str, ...]:
    """Return the modules that a page with these scripts loads, each once, in the order in which they run."""
    bundle = bundle_of(scripts)
    if built(bundle):
        return (SENTENCES, FORMS, bundle)
    return tuple(dict.fromkeys(each for script in (bundle, *scripts) for each in imported(script)))


@lru_cache(maxsize=512)
def _module(filename: str) -> File | None:
    """Return the module of an address with a language, such as `zh/page.js`, or None."""
    found = _MODULE.fullmatch(filename)
    lang = TAGS.get(found[1]) if found else None
    if not found or lang is None:
        return None
    if found[2] == SENTENCES:
        given: dict[str, Any] = {"sentences": sentences(lang), "voice": voice_of(lang)}
    elif found[2] == FORMS:
        given = {"forms": forms_json(Messages.of(lang))}
    elif found[2] in BUNDLES and (one := built(found[2])):
        return one
    else:
        return files().get(f"{found[2]}.js")
    lines = [f"export const {name} = {json.dumps(value, ensure_ascii=False)};\n" for name, value in given.items()]
    data = "".join(lines).encode()
    return File(data, _TYPES[".js"], hashlib.sha256(data).hexdigest()[:16])


def sentences(lang: str) -> dict[str, str]:
    """Return the sentences of scripts in a language or a variant by the English ones."""
    translations = Messages.of(lang).translations
    if isinstance(translations, Regional):
        usual = sentences(VARIANTS[lang].of)
        return {message: translations.said(said) for message, said in usual.items()}
    file = files().get(f"words.{tag_of(lang)}.json")
    return dict(json.loads(file.data)) if file else {}


@cache
def tiles() -> File:
    """Return the pictures of all tiles as one file, below one another."""
    views, drawings, head, top = "", "", "", 0
    for name, file in files().items():
        drawn = _DRAWING.fullmatch(file.data.decode()) if name.startswith("tiles/") and name.endswith(".svg") else None
        if drawn:
            head, width, height, inner = drawn.groups()
            views += f'<view id="{Path(name).stem}" viewBox="0 {top} {width} {height}"/>'
            drawings += f'<g transform="translate(0 {top})">{inner}</g>\n'
            top += int(height)
    data = f"{head}{views}\n{drawings}</svg>\n".encode()
    return File(data, _TYPES[".svg"], hashlib.sha256(data).hexdigest()[:16])


def tile_address(code: str | None) -> str:
    """Return the address of the picture of a tile; None is one whose face is not known."""
    return url_for("static", filename=TILES, _anchor=code or "back")


def styled(names: Sequence[str], *, dark: bool = False) -> str:
    """Return the name of one file with the styles of a page, as each file of its own delays the first paint.

    Args:
        names: The page's own style sheets, in order.
        dark: True if the page is dark on every device.
    """
    shared = [ALWAYS_DARK if dark and name == DARK else name for name in SHARED]
    return f"{JOINT.join([*shared, *names])}.css"


def _sheet(name: str) -> bytes | None:
    """Return the style sheet of a name, or None if there is none."""
    file = files().get(f"{DARK if name == ALWAYS_DARK else name}.css")
    if file and name == DARK:
        return b"@media (prefers-color-scheme: dark) {\n%b}\n" % file.data
    return file.data if file else None


@lru_cache(maxsize=128)
def _styles(filename: str) -> File | None:
    """Return the styles of a name from `styled`, or None if one of them is missing or named twice."""
    names = filename.removesuffix(".css").split(JOINT)
    parts = [_sheet(name) for name in names]
    if not filename.endswith(".css") or len(set(names)) < len(names):
        return None
    data = b"\n".join(part for part in parts if part)
    return File(data, _TYPES[".css"], hashlib.sha256(data).hexdigest()[:16]) if all(parts) else None


def register(app: Flask) -> None:
    """Serve the files: the endpoint `static` has the address with the hash, `static_newest` the one without."""
    hashed = f"/static/{version()}/<path:filename>"
    app.add_url_rule(hashed, "static", lambda filename: _answer(filename, for_good=True))
    app.add_url_rule("/static/<path:filename>", "static_newest", lambda filename: _answer(filename, for_good=False))
    app.add_url_rule(f"/{WORKER}", "worker", worker)
    app.context_processor(
        lambda: {"bundle_of": bundle_of, "modules": modules, "styled": styled, "tile_address": tile_address}
    )


def worker() -> Response:
    """Return the service worker, with the version of the files and the addresses of those that every device keeps."""
    kept = [url_for("static", filename=name) for name in KEPT]
    given = json.dumps({"version": version(), "files": kept})
    data = f"self.TABLESIDE = {given};\n".encode() + files()[WORKER].data
    return _sent(File(data, _TYPES[".js"], version()), for_good=False)


def _answer(filename: str, *, for_good: bool) -> Response:
    file = tiles() if filename == TILES else files().get(filename) or _module(filename) or _styles(filename)
    if file is None:
        abort(404)
    return _sent(file, for_good=for_good)


def _sent(file: File, *, for_good: bool) -> Response:
    response = Response(file.data, mimetype=file.kind)
    response.set_etag(file.hash)
    if for_good:
        response.cache_control.public = True
        response.cache_control.max_age = FOREVER
        response.cache_control.immutable = True
    else:
        response.cache_control.no_cache = True  # kept, but checked each time
    response.make_conditional(request)
    return response
