"""Sentences and times in templates, for pages and for documents."""

from collections.abc import Callable

from jinja2 import Environment

from webui.messages import Messages, dates


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
    environment.filters["local_time"] = lambda iso, how="both": dates.moment(words(), iso, how)
