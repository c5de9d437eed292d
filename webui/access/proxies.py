"""The address that a request comes from."""

from collections.abc import Mapping
from typing import Any


def client_address(environ: Mapping[str, Any]) -> str:
    """Return the IP address that limits per address count a request for; empty if unknown.

    Args:
        environ: The WSGI environment of the request.
    """
    return str(environ.get("REMOTE_ADDR") or "")
