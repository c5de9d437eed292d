"""The sender of a request; `routes/test_access.py` has what each may do."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from flask import Flask

from tests.webui.callers import OWN
from webui.access.roles import LONGEST_NAME
from webui.http.identity import OWN as OWN_HEADER
from webui.http.identity import WHO, bearer, by_own_token, caller, from_here, looks_local, of_hall, signed
from webui.table.table import Table

HERE = {"REMOTE_ADDR": "127.0.0.1"}
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.9"}


@pytest.mark.parametrize(("given", "author"), [(" Bo ", "Bo"), ("", "Zoë"), (None, "Zoë"), (7, "Zoë")])
def test_a_record_has_the_name_that_is_given_or_that_of_the_sender(
    application: Callable[..., Flask], table: Table, given: object, author: str
) -> None:
    with application(table).test_request_context(headers={WHO: quote("  Zoë ")}, environ_base=HERE):
        assert (signed(given), caller().who) == (author, "Zoë")
        assert len(signed("x" * 2 * LONGEST_NAME)) == LONGEST_NAME


def test_another_computer_watches_until_it_has_the_token_of_this_one(
    application: Callable[..., Flask], table: Table
) -> None:
    app = application(table, own=OWN)
    with app.test_request_context(environ_base=ELSEWHERE):
        assert (looks_local(), from_here(), by_own_token(), caller().role) == (False, False, False, "spectator")
    for headers in ({OWN_HEADER: OWN.text}, {"Authorization": f"Bearer {OWN.text}"}):
        with app.test_request_context(headers=headers, environ_base=ELSEWHERE):
            assert (looks_local(), from_here(), by_own_token(), caller().role) == (False, True, True, "chief")
            assert bearer() in ("", OWN.text)
            assert not of_hall()
