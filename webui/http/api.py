"""Declarations of routes: address, least role, body and answer.

A declaration serves to check requests (`webui.http.roles`, before a body is read), to convert bodies, and to describe
the JSON interface (`webui.http.openapi`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Final, TypeVar

import msgspec
from flask import Blueprint, Response
from flask.typing import ResponseReturnValue
from msgspec import Struct

from webui.http.errors import RequestError, RequestErrorKind
from webui.http.requests import json_body
from webui.records.rights import Role
from webui.serializers.encoding import encoded

API: Final = "/api/"
"""Beginning of the addresses of the JSON interface, as the pages use it."""

STABLE: Final = "/api/v1/"
"""Beginning of the same addresses for other programs; an answer that would break them gets another one beside it."""

JSON_LIMIT: Final = 64 * 1024
"""Most bytes of a JSON body; the longest edit of a hand is below 1 KB. More lets strangers send more."""

_View = TypeVar("_View", bound=Callable[..., Any])
"""A function that answers a request with a struct, a struct and a status, or any value that Flask accepts."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The declaration of a route: body, answer, and least role.

    Attributes:
        role: The least role.
        gives: The type of the JSON answer, or its media types if it is not JSON, by status.
        takes: The type of the JSON body, or None for none.
        file: The field of a form with a file; empty for none.
        empty: True if the body is optional.
        query: The JSON types of the query's parameters.
        headers: Relevant headers.
        largest: Most bytes of a body that is not JSON.
        largest_json: Most bytes of a JSON body.
    """

    role: Role
    gives: Mapping[int, Any] = field(default_factory=dict)
    takes: Any = None
    file: str = ""
    empty: bool = False
    query: Mapping[str, str] = field(default_factory=dict)
    headers: tuple[str, ...] = ()
    largest: int = JSON_LIMIT
    largest_json: int = JSON_LIMIT


DECLARED: Final[dict[str, Declaration]] = {
    "static": Declaration("spectator"),
    "static_newest": Declaration("spectator"),
    "worker": Declaration("spectator"),
}
"""The declaration of every route, by its endpoint. A route without one is only for tournament directors."""


def least_role(endpoint: str | None) -> Role:
    """Return the least role for a route."""
    declared = DECLARED.get(endpoint or "")
    return declared.role if declared else "chief"


class Routes:
    """The routes of one subject.

    Attributes:
        blueprint: Their Flask blueprint.
    """

    def __init__(self, name: str, module: str) -> None:
        """Begin without routes.

        Args:
            name: Name of the blueprint, the beginning of each route's endpoint.
            module: The module's `__name__`.
        """
        self.blueprint: Final = Blueprint(name, module)

    def page(self, *rules: str, role: Role = "spectator", method: str = "GET") -> Callable[[_View], _View]:
        """Declare a page or file for people, at one or more addresses.

        Args:
            rules: The addresses.
            role: The least role.
            method: The HTTP method.
        """

        def declare(view: _View) -> _View:
            self._add(view, method, rules, Declaration(role))
            return view

        return declare

    def get(self, rule: str, *, role: Role = "spectator", gives: Any, **more: Any) -> Callable[[_View], _View]:
        """Declare a route that only reads; see `Declaration` for further arguments."""
        return self._api("GET", rule, role, gives, **more)

    def post(self, rule: str, *, role: Role, gives: Any, **more: Any) -> Callable[[_View], _View]:
        """Declare a route that acts; `body` and `refusal` as in `_api`."""
        return self._api("POST", rule, role, gives, **more)

    def put(self, rule: str, *, role: Role, gives: Any, **more: Any) -> Callable[[_View], _View]:
        """Declare a route that replaces something."""
        return self._api("PUT", rule, role, gives, **more)

    def delete(self, rule: str, *, role: Role, gives: Any, **more: Any) -> Callable[[_View], _View]:
        """Declare a route that deletes something."""
        return self._api("DELETE", rule, role, gives, **more)

    def _api(
        self,
        method: str,
        rule: str,
        role: Role,
        gives: Any,
        body: Any = None,
        refusal: RequestErrorKind = "body-invalid",
        **more: Any,
    ) -> Callable[[_View], _View]:
        """Declare a route of the JSON interface.

        Args:
            method: The HTTP method.
            rule: The address.
            role: The least role.
            gives: The type of the answer with status 200, or types by status.
            body: The type of the JSON body, which the view gets as `body`; None to leave the body to the view.
            refusal: The kind of the error, with status 400, for an invalid body.
            more: Further attributes of `Declaration`.
        """
        answers = gives if isinstance(gives, dict) else {200: gives}

        def declare(view: _View) -> _View:
            @wraps(view)
            def answer(**path: Any) -> ResponseReturnValue:
                if body is not None:
                    path["body"] = converted(body, refusal)
                return to_response(view(**path))

            self._add(answer, method, (rule,), Declaration(role, answers, **{"takes": body, **more}))
            return view

        return declare

    def _add(self, view: Callable[..., Any], method: str, rules: tuple[str, ...], declared: Declaration) -> None:
        DECLARED[f"{self.blueprint.name}.{view.__name__}"] = declared
        for rule in rules:
            for address in (rule, rule.replace(API, STABLE, 1)) if rule.startswith(API) else (rule,):
                self.blueprint.add_url_rule(address, view.__name__, view, methods=[method])


def converted(body: Any, refusal: RequestErrorKind) -> Any:
    """Convert the JSON body of the request to a type.

    Raises:
        RequestError: 400: it is invalid.
    """
    try:
        return msgspec.convert(json_body(), body)
    except msgspec.ValidationError as error:
        raise RequestError(400, refusal, reason=str(error)) from error


def to_response(answer: Any) -> ResponseReturnValue:
    """Convert the answer of a view for Flask: a struct becomes JSON."""
    match answer:
        case Struct():
            return _json(answer, 200)
        case (Struct() as value, int(status)):
            return _json(value, status)
    return answer  # type: ignore[no-any-return]


def _json(value: Struct, status: int) -> Response:
    return Response(encoded(value), status, mimetype="application/json")
