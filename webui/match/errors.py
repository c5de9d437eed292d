"""Reasons for which a table takes no act."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from scoring.errors import MissingLibraryError, Value
from scoring.match.errors import Refusal
from scoring.rules import BOOKS, DEFAULT
from webui.base.errors import WebError

if TYPE_CHECKING:  # a command that refuses its arguments needs no records
    from scoring.match.hanging import Hanging
    from scoring.match.records import Act


class ActRejectedError(WebError):
    """The match cannot follow an act, and nothing was recorded: correct the act, or an earlier record.

    Attributes:
        refusal: The reason.
    """

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.kind, **refusal.about)
        self.refusal: Final = refusal


class CommandRejectedError(WebError):
    """The device that has a table did not follow a command.

    Attributes:
        cause: The reason.
    """

    def __init__(self, kind: str, cause: WebError, **about: Value) -> None:
        super().__init__(kind, **about)
        self.cause = cause


def expect_library(rules: str) -> None:
    """Refuse to begin what is played under rules whose hands no library here can score; unknown rules need none.

    Raises:
        ActRejectedError: `missing-library`, `other-library`: the library is missing, or another version is there.
    """
    try:
        if rules in BOOKS:
            BOOKS[rules].game.library.expect()
    except MissingLibraryError as error:
        raise ActRejectedError(Refusal(error.kind, error.about)) from error


class StaleHandError(WebError):
    """An act refers to a hand that is no longer current, since another act was recorded first; nothing was recorded."""


class RoundRunningError(WebError):
    """A match would begin over the round of an event that is being played at the table; nothing was recorded."""


class DependentActsError(WebError):
    """A change that would make other records count in another hand or pay differently; nothing was recorded yet.

    Attributes:
        hanging: Those records.
        acts: The acts that count in their place, by their numbers.
        rules: The rules of their match.
        choices: For a void that does not say whether its hand was played, those records by what it may say.
    """

    hanging: "tuple[Hanging, ...]" = ()
    acts: "Mapping[int, Act]" = MappingProxyType({})
    rules: str = DEFAULT
    choices: "Mapping[bool, tuple[Hanging, ...]]" = MappingProxyType({})
