"""The contents of requests: JSON objects and photos."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import Any, Final, TypeVar
from uuid import UUID

from flask import request
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.exceptions import BadRequest

from scoring.match.records import LARGEST
from vision.image import ImageError
from webui.hand.hand import NothingSeenError
from webui.http.errors import RequestError

RAW: Final = ("application/octet-stream", "")
"""Media types, besides those of pictures, of a photo that is the body of a request; it may have none."""

NESTING: Final = 16
"""Most levels of lists and objects in a JSON body; the change of a hand has 4."""

Other = TypeVar("Other", int, None)


def whole(
    name: str,
    other: Other,
    least: int = 0,
    most: int = LARGEST,
    given: MultiDict[str, str] | None = None,
) -> int | Other:
    """Return the whole number in a parameter of the address, or of a form, limited to a range.

    Databases store no number above `LARGEST`, and no parameter needs one.

    Args:
        name: The parameter.
        other: Result if the parameter is missing or no whole number.
        least: Lower bound.
        most: Upper bound.
        given: The parameters; None for those of the address.
    """
    found = (request.args if given is None else given).get(name, type=int)
    return other if found is None else min(max(found, least), most)


def json_body() -> dict[str, Any]:
    """Return the JSON object of the request; its strings are valid Unicode, and its whole numbers at most `LARGEST`.

    Raises:
        RequestError: 400, there is none, or it is nested too deep, or has invalid text or numbers.
    """
    try:
        body = request.get_json()
    except BadRequest as error:
        raise RequestError(400, "not-json") from error
    except RecursionError as error:
        raise RequestError(400, "json-too-deep", most=NESTING) from error
    if not isinstance(body, dict):
        raise RequestError(400, "not-an-object", type=type(body).__name__)
    _check(body, 1)
    return body


def _check(value: Any, level: int) -> None:
    """Refuse nesting deeper than `NESTING`, whole numbers out of range, and lone surrogates, which may be escaped."""
    if isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise RequestError(400, "json-number", most=LARGEST)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise RequestError(400, "json-not-unicode") from error
    elif isinstance(value, dict | list):
        if level > NESTING:
            raise RequestError(400, "json-too-deep", most=NESTING)
        for each in value:
            _check(each, level + 1)
        for each in value.values() if isinstance(value, dict) else ():
            _check(each, level + 1)


def sent_id() -> str:
    """Return the id (UUID) of the request, "" without one; a request that is sent again with its id is done once.

    Raises:
        RequestError: 400, it is no UUID.
    """
    given = request.headers.get("Idempotency-Key", "")
    try:
        return str(UUID(given)) if given else ""
    except ValueError as error:
        raise RequestError(400, "not-a-key", got=f"{given!r:.60}") from error


class SentPhoto:
    """A photo of a request: of its form, or its body."""

    def __init__(self, number: int = 0) -> None:
        """Use the photo at this place in the form, from 0; the form is parsed when the photo is read."""
        self._number: Final = number

    @property
    def name(self) -> str:
        """Name of its file, as errors show it."""
        found = [] if _is_photo() else list(request.files.values())
        file = _files()[self._number] if len(found) > self._number else None
        return ((file and file.filename) or "photo")[-60:]

    def read(self) -> bytes:
        """Return its bytes.

        Raises:
            RequestError: 400, there is none.
        """
        return request.get_data() if _is_photo() else bytes(_files()[self._number].read())

    def hold(self) -> Callable[[], bytes]:
        """Copy it to a file that outlasts the request; return a function that returns its bytes, once.

        Raises:
            RequestError: 400, there is none.
        """
        held = TemporaryFile()  # noqa: SIM115 - it is read when the request has ended
        copyfileobj(request.stream if _is_photo() else _files()[self._number].stream, held)

        def read() -> bytes:
            with held:
                held.seek(0)
                return held.read()

        return read

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Give an error from reading the photo the name of its file.

        Raises:
            RequestError: 422, the photo cannot be opened, or shows no tiles.
        """
        try:
            yield
        except (ImageError, NothingSeenError) as error:
            raise RequestError(422, "photo-unreadable", error, name=self.name) from error


def sent_photos() -> Iterator[SentPhoto]:
    """Yield the photos of a request, those of the field `photo` first.

    The form is parsed when the first one is read, so that large uploads are parsed one after another.
    """
    yield SentPhoto()
    if not _is_photo():
        yield from map(SentPhoto, range(1, len(_files())))


def _is_photo() -> bool:
    """Return True if the body of the request is a photo."""
    return bool(request.content_length) and (request.mimetype in RAW or request.mimetype.startswith("image/"))


def _files() -> list[FileStorage]:
    """Return the files of the form, those of the field `photo` first.

    Raises:
        RequestError: 400, that field has none.
    """
    every = list(request.files.items(multi=True))
    photos = [file for name, file in every if name == "photo"]
    if not photos:
        raise RequestError(400, "no-photo")
    return photos + [file for name, file in every if name != "photo"]


@contextmanager
def sent_photo() -> Iterator[Callable[[], bytes]]:
    """Yield a function that returns the bytes of the only photo of a request; its errors get the name of the file.

    Raises:
        RequestError: 400, there is no photo; 422, it cannot be opened, or shows no tiles.
    """
    photo = SentPhoto()
    with photo.naming():
        yield photo.read
