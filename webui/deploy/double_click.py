"""Entry point of the built program: the page in the browser for a double click, else the command line.

`webui.deploy.desktop` builds it.
"""

import os
import sys
import tempfile
import traceback
import webbrowser
from html import escape
from multiprocessing import freeze_support
from pathlib import Path

import click

from webui.cli import main
from webui.terminal.language import said, spoken

DOUBLE_CLICKED = ("serve", "--open")
"""Arguments for a double click."""

_PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Tableside</title>
<body style="font: 1.1rem/1.5 system-ui, sans-serif; max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem">
<h1 style="font-size: 1.5rem">{title}</h1><p style="white-space: pre-wrap">{says}</p></body></html>"""


def run() -> int:
    """Run the command line; without arguments the page, whose errors also appear in the browser."""
    _own_libraries_only()
    clicked = len(sys.argv) == 1
    if not clicked:
        main(prog_name="tableside")
    try:
        main(list(DOUBLE_CLICKED), prog_name="tableside", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        _show(error.format_message())
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 0
    except Exception:
        _show(traceback.format_exc())
        raise
    return 0


def _show(says: str) -> None:
    """Show the reason why the page does not start, since a double click has no terminal."""
    page = _PAGE.format(lang=spoken().tag, title=escape(said("Tableside cannot start")), says=escape(says))
    handle, name = tempfile.mkstemp(".html", "tableside-")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(page)
    webbrowser.open(Path(name).as_uri())


def _own_libraries_only() -> None:
    """Let started programs, such as the browser, find the system's libraries instead of bundled ones."""
    if getattr(sys, "frozen", False) and sys.platform == "linux":
        before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
        os.environ.pop("LD_LIBRARY_PATH", None)
        if before:
            os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    freeze_support()
    sys.exit(run())
