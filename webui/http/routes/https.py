"""The server's own HTTPS: the authority as a file, and redirection from HTTP."""

from typing import Final

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue

from webui.access.proxies import by_proxy, client_address, is_loopback
from webui.http.api import Routes
from webui.http.errors import RequestError
from webui.http.site import the_site

routes = Routes("https", __name__)

OVER_HTTP: Final = frozenset({"https.authority", "health.health"})
"""Routes that answer by HTTP too: the file that a phone needs before it trusts HTTPS, and the health check."""


def lead() -> ResponseReturnValue | None:
    """Redirect a request by HTTP to HTTPS, or refuse it if it would change something; this computer may use HTTP.

    Raises:
        RequestError: 403: its contents were sent unencrypted.
    """
    if the_site().https is None or request.is_secure or request.endpoint in OVER_HTTP:
        return None
    if by_proxy(request.environ) or is_loopback(client_address(request.environ)):
        return None
    if request.method not in ("GET", "HEAD"):
        raise RequestError(403, "https-needed")
    return redirect(request.url.replace("http://", "https://", 1))


@routes.page("/tableside.crt")
def authority() -> Response:
    """Return the certificate of the authority for phones to trust."""
    https = the_site().https
    if https is None or https.authority is None:
        raise RequestError(404, "not-found", path=request.path)
    return Response(https.authority, mimetype="application/x-x509-ca-cert")
