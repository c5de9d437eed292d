"""The language of the command line: that of `--lang`, otherwise that of the shell."""

import copy
import gettext
import inspect
import logging
import os
import platform
import sys
import unicodedata
from collections import UserDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import partial
from importlib import import_module
from importlib.metadata import version
from time import perf_counter
from types import ModuleType
from typing import Any, Final, cast

import click

from webui.messages import N_, Messages, unstopped
from webui.messages.click import VALUES
from webui.messages.languages import FOLDER, LANGUAGES, VARIANTS, shell_language, shell_tags, tag_of, variant_for
from webui.terminal.output import OutputError, escaped_output

_spoken: ContextVar[str | None] = ContextVar("spoken", default=None)
_shell: ContextVar[Sequence[str]] = ContextVar("shell", default=())
"""The languages of the shell while a command runs, which names its own to click."""

_VERBOSE: Final = "--verbose"

_LANGUAGE: Final = "LANGUAGE"
"""The variable from which gettext, and therefore click, takes the language."""

_WIDE: Final = "\0"
"""Filler after a wide character while click breaks lines, so that its two columns count."""

_AS_IS: Final = "\b\n"

_log = logging.getLogger(__name__)

gettext.bindtextdomain("messages", str(FOLDER))  # our catalogues contain click's own sentences too


def spoken() -> Messages:
    """Return the sentences in the language of the command line."""
    return Messages.of(_spoken.get() or shell_language())


def said(message: str, about: Mapping[str, Any] | None = None) -> str:
    """Return a sentence in that language, with its parameters filled in, as in `Messages`."""
    return spoken()(message, about)


def of_game(game: str) -> Messages:
    """Return the sentences as the tables of a game say them, as `said` does from now on, until the command ends.

    Readers of a region with words of its own keep those of all commands.

    Args:
        game: The id of the game.
    """
    usual = spoken().lang
    found = variant_for(usual, _shell.get() or shell_tags(), game)
    found = found if found in VARIANTS and game in VARIANTS[found].games else usual
    if Messages.of(found) is not spoken():
        _spoken.set(found)
    return Messages.of(found)


@contextmanager
def speaking(lang: str) -> Iterator[None]:
    """Use a language, a key of `webui.messages.languages.LANGUAGES`, for output and for click."""
    token, before = _spoken.set(lang), os.environ.get(_LANGUAGE)
    of_shell = _shell.set(_shell.get() or shell_tags())
    os.environ[_LANGUAGE] = lang
    try:
        yield
    finally:
        _spoken.reset(token)
        _shell.reset(of_shell)
        if before is None:
            os.environ.pop(_LANGUAGE, None)
        else:
            os.environ[_LANGUAGE] = before


def _chosen(ctx: click.Context, param: click.Parameter, tag: str) -> Messages:
    lang = tag.replace("-", "_")
    if _spoken.get() is None:
        ctx.with_resource(speaking(lang))  # the command was called alone, not through the main group
    _spoken.set(lang)  # the group resets it
    return spoken()


def _lang(name: str = "lang", **settings: Any) -> click.Option:
    return click.Option(
        ["--lang", name],
        type=click.Choice([*map(tag_of, LANGUAGES)]),
        default=lambda: spoken().tag,
        callback=_chosen,
        is_eager=True,
        help=N_("Language of the text; without it, that of the shell (LANG)."),
        **settings,
    )


def lang_option(command: Any) -> Any:
    """Add `--lang` to a command, which gets `words` in that language. All other commands have it automatically."""
    if isinstance(command, click.Command):
        command.params.append(_lang("words"))
    else:
        command.__click_params__ = [*getattr(command, "__click_params__", []), _lang("words")]
    return command


def named(args: Sequence[str]) -> str | None:
    """Return the language that arguments name with `--lang`, or None.

    It is needed before arguments are parsed, for `--help` and for usage errors.
    """
    own = _before_dashes(args)
    for at, arg in enumerate(own):
        value = own[at + 1] if arg == "--lang" and at + 1 < len(own) else arg.removeprefix("--lang=")
        if arg.startswith("--lang") and value.replace("-", "_") in LANGUAGES:
            return value.replace("-", "_")
    return None


def _before_dashes(args: Sequence[str]) -> Sequence[str]:
    return args[: args.index("--")] if "--" in args else args


def _verbose() -> click.Option:
    return click.Option(
        [_VERBOSE],
        is_flag=True,
        expose_value=False,  # the main group has looked for it, so that it counts for what is parsed, too
        help=N_("Also write to standard error each step, and the traceback of an error."),
    )


LIBRARY: Final = N_("A library of the system is missing (%(reason)s): tableside doctor names its package")


@contextmanager
def libraries() -> Iterator[None]:
    """Say in words that a library of the system is missing which an import needs."""
    try:
        yield
    except ImportError as error:
        if ".so" not in str(error):
            raise
        raise click.ClickException(said(LIBRARY, {"reason": str(error)})) from error


class Parts(UserDict[str, click.Command]):
    """The commands of a group, each imported only when it is called or listed."""

    def __init__(
        self, modules: Mapping[str, str], change: Callable[[click.Command], click.Command] = lambda command: command
    ) -> None:
        """Name the commands.

        Args:
            modules: The module of each command.
            change: Applied to each imported command.
        """
        super().__init__()
        self.data = dict(modules)  # type: ignore[arg-type] # the place of each command
        self._change: Final = change

    def __getitem__(self, name: str) -> click.Command:
        with libraries():
            module = import_module(str(self.data[name]))
        return self._change(next(each for each in _commands(module) if each.name == name))

    def changed(self, change: Callable[[click.Command], click.Command]) -> "Parts":
        """Return them with a change that is applied to each imported one."""
        return Parts(cast(Mapping[str, str], self.data), change)


def _commands(module: ModuleType) -> Iterator[click.Command]:
    """Yield the commands of a module, also those in its lists."""
    for each in vars(module).values():
        yield from (part for part in (each if isinstance(each, list) else [each]) if isinstance(part, click.Command))


def in_words(command: click.Command, words: Messages) -> click.Command:
    """Return a copy of a command with its help in a language and with `--lang`, also in its subcommands."""
    said = copy.copy(command)
    said.context_class = Context
    said.help = _translated(command.help, words)
    said.short_help = _translated(command.short_help, words)
    said.epilog = _translated(command.epilog, words)
    said.params = [_parameter(param, words) for param in command.params]
    if not any("--lang" in param.opts for param in said.params):
        said.params.append(_parameter(_lang(expose_value=False), words))
    said.params.append(_parameter(_verbose(), words))
    if isinstance(said, click.Group):
        parts = said.commands
        said.commands = (
            parts.changed(partial(in_words, words=words))
            if isinstance(parts, Parts)
            else {name: in_words(part, words) for name, part in parts.items()}
        )
    return said


def _parameter(param: click.Parameter, words: Messages) -> click.Parameter:
    said = copy.copy(param)
    if param.type.name in VALUES:
        said.type = copy.copy(param.type)
        said.type.name = words(VALUES[param.type.name])
    if isinstance(said, click.Option):
        said.help = _translated(said.help, words)
    if isinstance(said, FilledOption) and said.help:
        said.help %= said.about(words)
    return said


class FilledOption(click.Option):
    """An option whose help has parameters."""

    def __init__(self, *args: Any, about: Callable[[Messages], Mapping[str, Any]], **settings: Any) -> None:
        """Prepare the option.

        Args:
            args: As of any option.
            about: Returns the parameters in a language.
            settings: As of any option.
        """
        super().__init__(*args, **settings)
        self.about: Final = about


def _translated(text: str | None, words: Messages) -> str | None:
    return text and "\n\n".join(mark + words(part) for mark, part in _parts(text))


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of a help text, each after the mark that keeps click from wrapping its lines, or ""."""
    for part in inspect.cleandoc(text).split("\n\n"):
        yield (_AS_IS, part.removeprefix(_AS_IS)) if part.startswith(_AS_IS) else ("", " ".join(part.split()))


def help_texts(command: click.Command) -> Iterator[tuple[str, str]]:
    """Yield the paragraphs of all help of a command and its subcommands, each with its module."""
    module = inspect.unwrap(command.callback).__module__ if command.callback else __name__
    texts = [command.help, command.short_help, command.epilog]
    texts += [param.help for param in command.params if isinstance(param, click.Option)]
    yield from ((module, part) for text in texts if text for _, part in _parts(text))
    if isinstance(command, click.Group):
        for part in command.commands.values():
            yield from help_texts(part)


class Formatter(click.HelpFormatter):
    """Formats help with two columns for each Chinese character."""

    def write_text(self, text: str) -> None:
        super().write_text(_spread(text))

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{heading}{said(N_(':'))}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **settings: Any) -> None:
        super().write_dl([(_spread(first), _spread(second)) for first, second in rows], *args, **settings)

    def getvalue(self) -> str:
        return super().getvalue().replace(_WIDE, "")


def _spread(text: str) -> str:
    return "".join(char + _WIDE if unicodedata.east_asian_width(char) in "WF" else char for char in text)


class Context(click.Context):
    """The context of a command whose help is formatted by `Formatter`."""

    formatter_class = Formatter


class SpokenGroup(click.Group):
    """The main group: its help and its errors are in the language of the arguments or the shell."""

    context_class = Context

    def invoke(self, ctx: click.Context) -> Any:
        with _unstopped():
            return super().invoke(ctx)

    def main(self, args: Sequence[str] | None = None, *more: Any, **settings: Any) -> Any:
        given = sys.argv[1:] if args is None else list(args)
        verbose = _VERBOSE in _before_dashes(given) or bool(os.environ.get("TABLESIDE_VERBOSE"))
        with speaking(named(given) or shell_language()):
            try:
                if sys.stdout is None and os.name == "posix":  # a file that is opened next would take its place
                    raise OutputError(said("Standard output is closed, and nothing was done: send it into a file"))
                with escaped_output(_full), _told() if verbose else nullcontext():
                    return super().main(args, *more, **settings)
            except OutputError as error:
                if not settings.get("standalone_mode", True):
                    raise
                error.show()
                sys.exit(error.exit_code)

    def make_context(self, info_name: str | None, args: list[str], *more: Any, **settings: Any) -> click.Context:
        said = copy.copy(self)
        said.help = _translated(self.help, spoken())
        said.params = [_parameter(param, spoken()) for param in (*self.params, _lang(expose_value=False), _verbose())]
        with _unstopped():
            return super(SpokenGroup, said).make_context(info_name, args, *more, **settings)


def _full(error: OSError) -> OutputError:
    """Return the error where standard output does not take what is written."""
    about = {"reason": error.strerror or str(error)}
    return OutputError(said("Standard output takes nothing more (%(reason)s): make room, or send it elsewhere", about))


@contextmanager
def _told() -> Iterator[None]:
    """Tell each step of a command, from the versions to its time."""
    from webui.base.logs import verbosely  # commands that tell nothing start faster without these

    began = perf_counter()
    with verbosely():
        facts = {"python": platform.python_version(), "system": platform.platform()}
        _log.debug("tableside %s", version("tableside"), extra=facts)
        try:
            yield
        finally:
            _log.debug("ended", extra={"ms": round(1000 * (perf_counter() - began))})


@contextmanager
def _unstopped() -> Iterator[None]:
    """Let all errors end alike: click's own have a full stop, and others none."""
    try:
        yield
    except click.ClickException as error:
        _log.debug("the error in words", exc_info=True)
        message = error.format_message()
        error.format_message = lambda: unstopped(message)  # type: ignore[method-assign]
        raise
