"""The Flask application: its routes, its refusals, and the headers of its answers."""

import ipaddress
import socket
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Flask, Response, current_app, jsonify, render_template, request
from flask.json.provider import DefaultJSONProvider
from msgspec import Struct
from werkzeug.exceptions import (
    HTTPException,
    MethodNotAllowed,
    NotFound,
    RequestEntityTooLarge,
    UnsupportedMediaType,
)
from werkzeug.routing import IntegerConverter, Map

from scoring.match.records import LARGEST
from vision.networks.runtime import WeightsError
from webui.access.proxies import Forwarded
from webui.base.errors import WebError
from webui.http import bodies, compress, identity, openapi, request_log, roles, sse, statics, uploads
from webui.http.api import least_role
from webui.http.bodies import UPLOAD_LIMIT
from webui.http.context import language_choice, of_the_page, remember_language, the_words
from webui.http.errors import RequestError, details, help_page, retry_after, status_of
from webui.http.routes import access as entrance
from webui.http.routes import (
    calibration,
    clock,
    deals,
    display,
    equipment,
    exports,
    hall,
    hands,
    health,
    help,
    live,
    matches,
    metrics,
    pages,
    people,
    play,
    program,
    referee,
    rules,
    seating,
    setup,
    space,
    spoken,
    stream,
    tilesets,
    webhooks,
    year,
)
from webui.http.routes import https as secure
from webui.http.site import Site, show, site_of, the_site
from webui.messages import templates
from webui.messages.errors import web_error
from webui.serializers.encoding import plain

FORM_PARTS: Final = 8
"""Most parts of a form; the page sends one. More lets strangers send more."""

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every answer: a page loads nothing from other sites and cannot be framed by them."""


_ROUTES: Final = (
    calibration,
    clock,
    deals,
    display,
    entrance,
    equipment,
    exports,
    hall,
    hands,
    health,
    help,
    live,
    matches,
    openapi,
    pages,
    people,
    play,
    program,
    referee,
    rules,
    seating,
    secure,
    setup,
    space,
    spoken,
    sse,
    stream,
    tilesets,
    webhooks,
    year,
)
"""The modules of the application's routes."""


def create_app(site: Site) -> Flask:
    """Make the application of a site."""
    app = Flask("webui", static_folder=None)
    app.config.update(MAX_CONTENT_LENGTH=UPLOAD_LIMIT, MAX_FORM_PARTS=FORM_PARTS)
    app.json = JsonProvider(app)
    app.url_map.converters["int"] = _Number
    show(app, site)
    app.wsgi_app = Forwarded(app.wsgi_app, lambda: site_of(app).proxies)  # type: ignore[method-assign]
    templates.install(app.jinja_env, the_words)
    app.context_processor(language_choice)
    app.context_processor(of_the_page)
    app.context_processor(help.explained_at)
    app.context_processor(lambda: {"entrance": entrance.the_entrance(), "program": program.the_program()})
    for each in _ROUTES:
        app.register_blueprint(each.routes.blueprint)
    request_log.register(app)
    app.before_request(identity.warn_of_proxy)
    app.before_request(_refuse_strangers)
    app.before_request(secure.lead)
    app.before_request(roles.refuse)
    app.before_request(bodies.refuse)
    app.before_request(uploads.refuse)
    statics.register(app)
    compress.register(app)
    metrics.register(app)
    app.after_request(_add_headers)
    app.after_request(entrance.remember_device)
    app.after_request(remember_language)
    app.register_error_handler(WebError, _answer)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(OSError, _answer_full_disk)
    app.register_error_handler(WeightsError, _answer_unusable)
    app.register_error_handler(Exception, _answer_crash)
    return app


class JsonProvider(DefaultJSONProvider):
    """JSON in templates, and of answers that are not structs: keys in their order, with structs among them."""

    sort_keys = False

    @staticmethod
    def default(value: Any) -> Any:
        """Convert a value that JSON does not have."""
        return plain(value) if isinstance(value, Struct) else DefaultJSONProvider.default(value)


class _Number(IntegerConverter):
    """A number in an address, as large as databases have; larger numbers match no address."""

    def __init__(self, map: Map, *args: Any, **limits: Any) -> None:
        super().__init__(map, *args, **{"max": LARGEST, **limits})


def _refuse_strangers() -> None:
    """Refuse requests that another site caused the visitor's browser to send.

    Public data may be requested from another site, which cannot read the answer. Data that needs a role may not, such
    as a backup, which would be made in vain. A foreign host name means that the name was pointed at this computer (DNS
    rebinding); a foreign origin of a change means cross-site request forgery. Programs other than browsers send no
    origin.

    Raises:
        RequestError: 403: the request comes from another site.
    """
    host = urlsplit(f"//{request.host}").hostname or ""
    if not _is_own_name(host):
        raise RequestError(403, "foreign-name", host=host)
    open_to_all = request.endpoint is None or least_role(request.endpoint) == "spectator"
    if request.method in ("GET", "HEAD", "OPTIONS") and open_to_all and request.blueprint != "events":
        return  # a stream would hold a thread all the same
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign = site not in ("same-origin", "none") if site else origin is not None and origin != request.host_url[:-1]
    if foreign:
        raise RequestError(403, "foreign-site")


def _is_own_name(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        own, host = socket.gethostname().lower(), host.lower()
        return host in ("localhost", own, f"{own.split('.')[0]}.local") or host in the_site().names
    return True


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.endpoint not in ("static", "static_newest", "worker"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _answer(error: WebError) -> tuple[Any, int, dict[str, str]]:
    """Answer with an error: JSON for programs, a page for people."""
    said, fix = web_error(the_words(), error)
    status = status_of(error)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    if (seconds := retry_after(error)) is not None:
        headers["Retry-After"] = str(seconds)
    if request.path.startswith("/api/"):
        return jsonify(ok=False, error=said, fix=fix, kind=error.kind, **details(the_words(), error)), status, headers
    page = render_template("error.html", status=status, error=said, fix=fix, help=help_page(error))
    return page, status, headers


def _answer_http_error(error: HTTPException) -> Any:
    """Answer an error that Flask or Werkzeug raised."""
    if error.code is None or error.code < 400:
        return error
    path = request.path
    match error:
        case RequestEntityTooLarge() if (request.content_length or 0) <= (request.max_content_length or UPLOAD_LIMIT):
            return _answer(RequestError(413, "too-many-parts", most=FORM_PARTS))
        case RequestEntityTooLarge():
            limit = request.max_content_length or UPLOAD_LIMIT
            return _answer(RequestError(413, "too-large", size=bodies.size(limit)))
        case NotFound():
            return _answer(RequestError(404, "not-found", path=path))
        case MethodNotAllowed():
            methods = tuple(sorted(error.valid_methods or ["GET"]))
            return _answer(RequestError(405, "wrong-method", path=path, method=request.method, methods=methods))
        case UnsupportedMediaType():
            return _answer(RequestError(415, "not-sent-as-json", path=path))
    return _answer(RequestError(error.code, "http-error", name=error.name, path=path))


def _answer_full_disk(error: OSError) -> tuple[Any, int, dict[str, str]]:
    return _answer(RequestError(507, "no-room")) if bodies.is_full(error) else _answer_crash(error)


def _answer_unusable(error: WeightsError) -> tuple[Any, int, dict[str, str]]:
    current_app.logger.error("no picture can be read: %s", error)
    return _answer(RequestError(500, "reader-unusable", error))


def _answer_crash(error: Exception) -> tuple[Any, int, dict[str, str]]:
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
    return _answer(RequestError(500, "crashed"))
