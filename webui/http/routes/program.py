"""Stopping the program from its page, and allowing phones, after a double click.

Plain forms, so that the last page of an ending program needs no script and no further request.
"""

from flask import render_template, request

from webui.http.api import Routes
from webui.http.context import table_of
from webui.http.errors import RequestError
from webui.http.identity import by_own_token, from_here, looks_local
from webui.http.program import Program
from webui.http.site import the_site

routes = Routes("program", __name__)


def the_program() -> Program | None:
    """Return the program that was opened with the page, if this page may be on its computer, as its forms prove."""
    return the_site().program if looks_local() else None


def _program() -> Program:
    program = the_program()
    if program is None or not (from_here() or by_own_token(request.form.get("token", ""))):
        raise RequestError(404, "not-found", path=request.path)
    return program


@routes.page("/stop", method="POST")
def stop() -> str:
    """End the program, with a page that says so."""
    _program().stop()
    return render_template("ending.html", again=False)


@routes.page("/phones", method="POST")
def let_phones_in() -> str:
    """Restart the program, open to the network."""
    program = _program()
    if not program.can_let_phones_in:
        raise RequestError(404, "not-found", path=request.path)
    program.let_phones_in()
    if request.form.get("table", "").isdecimal():
        table_of(int(request.form["table"]))  # the page goes on there
    return render_template("ending.html", again=True)
