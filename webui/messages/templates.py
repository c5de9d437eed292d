"""Sentences and times in templates, for pages and for documents."""

from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal

from jinja2 import Environment

from webui.messages import Messages

_FORMATS: Final = {"day": "%Y-%m-%d", "time": "%H:%M", "both": "%Y-%m-%d %H:%M"}


def local_time(iso: str, how: Literal["day", "time", "both"] = "both") -> str:
    """Return a time (ISO 8601) by this computer's clock: day, time or both. Other text is returned unchanged."""
    try:
        return f"{datetime.fromisoformat(iso).astimezone():{_FORMATS[how]}}"
    except (ValueError, OverflowError):
        return iso


def install(environment: Environment, words: Callable[[], Messages]) -> None:
    """Give an environment `_`, in the language of a page, and the filter `local_time`.

    Args:
        environment: The environment.
        words: Returns the sentences of the page's language.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda said: words()(said),
        lambda one, many, n: words().translations.ngettext(one, many, n),
        newstyle=True,
    )
    environment.filters["local_time"] = local_time
