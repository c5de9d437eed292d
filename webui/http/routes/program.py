"""Stopping the program from its page, and allowing phones, after a double click.

Plain forms, so that the last page of an ending program needs no script and no further request.
"""

from flask import current_app, render_template, request

from webui.http.api import Routes
from webui.http.errors import RequestError
from webui.http.routes.access import from_here
from webui.program import Program

routes = Routes("program", __name__)


def the_program() -> Program | None:
    """Return the program if this page may end it: it was opened with the page, and on this computer."""
    program: Program | None = current_app.extensions["program"]
    return program if from_here() else None


def _program() -> Program:
    program = the_program()
    if program is None:
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
    return render_template("ending.html", again=True)
