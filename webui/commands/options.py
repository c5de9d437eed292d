"""Options of several commands."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.shell_completion import CompletionItem

from scoring import RulingError
from scoring.errors import MissingLibraryError
from scoring.rules import BOOKS, DEFAULT, admit, tournament
from scoring.tournament import LONGEST_TITLE, is_title
from webui.base.text import decode
from webui.messages import Messages, unstopped
from webui.messages.errors import command_error, vision_error
from webui.messages.scoring import error as scoring_error
from webui.records.errors import RecordsError
from webui.terminal.language import said, spoken

if TYPE_CHECKING:
    from vision import TileReader
    from vision.tilesets.files import SetError
    from vision.tilesets.prototypes import Prototypes
    from webui.base.logs import LogForm
    from webui.mqtt.broker import Broker

sets_option = click.option(
    "--sets",
    type=click.Path(file_okay=False, path_type=Path),
    envvar="TABLESIDE_SETS",
    show_envvar=True,
    help="Folder of tile sets, if it is not the folder sets in --data.",
)
set_option = click.option("--set", "set_name", metavar="NAME", help="Read by this tile set (tableside tileset).")


def _own_models(ctx: click.Context, _option: click.Parameter, value: Path | None) -> None:
    """Set the folder of own networks for this process and those that it starts, as long as the command runs."""
    if value is None:
        return
    from vision.networks.own import MODELS

    former = os.environ.get(MODELS)

    def restore() -> None:
        os.environ.pop(MODELS, None) if former is None else os.environ.update({MODELS: former})

    ctx.call_on_close(restore)
    os.environ[MODELS] = str(value.absolute())


models_option = click.option(
    "--models",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="TABLESIDE_MODELS",
    show_envvar=True,
    expose_value=False,
    callback=_own_models,
    help="Folder of own networks (tableside models); what is missing there comes from the program.",
)


def _postgres_address(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Return the address of a PostgreSQL database, before its driver is needed."""
    if value and not re.match(r"postgres(ql)?(\+psycopg)?:", value):
        raise click.ClickException(command_error(spoken(), RecordsError("database-address")))
    return value


db_option = click.option(
    "--db",
    metavar="URL",
    envvar="TABLESIDE_DB",
    show_envvar=True,
    callback=_postgres_address,
    help="A hall's database, postgresql+psycopg://USER@HOST/NAME: it keeps records and photos for any number of "
    "servers, in place of --data. The password comes from ~/.pgpass or PGPASSWORD, or stands in the address in "
    "TABLESIDE_DB.",
)


def mqtt_option(help: str) -> Callable[[Any], Any]:
    """Return the option of a broker, with this help."""
    return click.option(
        "--mqtt",
        "broker",
        metavar="URL",
        envvar="TABLESIDE_MQTT",
        show_envvar=True,
        callback=_broker,
        help=help,
    )


def _broker(ctx: click.Context, param: click.Parameter, value: str | None) -> "Broker | None":
    """Return the broker of `--mqtt`."""
    if not value:
        return None
    from webui.mqtt.broker import Broker, BrokerError

    try:
        broker = Broker.of(value)
        broker.client()
    except BrokerError as error:
        raise click.BadParameter(
            said(
                "That is no address of an MQTT broker: give mqtt://HOST, or mqtts://USER:PASSWORD@HOST/TOPIC, where a "
                "password has its special signs as in addresses of the web."
            )
        ) from error
    except ImportError as error:
        raise click.ClickException(
            said("What speaks to an MQTT broker is not installed: pip install 'tableside[mqtt]'.")
        ) from error
    return broker


_LOG_FORMS: Final["tuple[LogForm, ...]"] = ("text", "json")
"""The values of `LogForm`, whose module loads what keeps logs."""

log_option = click.option(
    "--log",
    "form",
    type=click.Choice(_LOG_FORMS),
    help="Write every event on stderr: text for people, json for programs. Without it, only what is wrong.",
)


def unreadable(file: str | Path, error: OSError) -> click.ClickException:
    """Return the error of a file that cannot be read: exit status 1, since the command line itself is right."""
    about = {"file": printable(file), "reason": str(error.strerror)}
    return click.ClickException(said("%(file)s cannot be read (%(reason)s): check the path.", about))


def unwritable(words: Messages, file: str | Path, error: OSError) -> click.ClickException:
    """Return the error of a file that cannot be written, in a language."""
    about = {"file": printable(file), "reason": str(error.strerror)}
    return click.ClickException(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))


class InputFile(click.Path):
    """The path of a file that a command reads."""

    def __init__(self) -> None:
        """Take a file, and no folder, as a `Path`."""
        super().__init__(dir_okay=False, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path; end the command if there is no such file."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        try:
            path.stat()
        except OSError as error:
            raise unreadable(path, error) from error
        return path


class InputText(click.File):
    """A text file that a command reads; - is standard input."""

    def __init__(self) -> None:
        """Read UTF-8."""
        super().__init__(encoding="utf-8")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the opened file; end the command if it cannot be read."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            if not isinstance(error.__context__, OSError):
                raise
            raise unreadable(value, error.__context__) from error


def chosen_rules(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """Return the name of a preset, or of the rules in a tournament's TOML file, which it loads.

    Some rules need a library of an extra.
    """
    if not value.endswith(".toml"):
        if value not in BOOKS and (Path(value).suffix or Path(value).is_file()):
            raise click.BadParameter(
                said(
                    "%(file)s is no file of rules: its name ends in .toml, as /rules shows it",
                    {"file": printable(Path(value))},
                )
            )
        chosen: str = click.Choice([*BOOKS]).convert(value, param, ctx)
        expect_library(ctx, param, chosen)
        return chosen
    try:
        book = tournament(decode(Path(value).read_bytes()))
    except RulingError as error:
        raise click.BadParameter(f"{value}: {scoring_error(spoken(), error)}") from error
    except UnicodeDecodeError as error:
        raise click.BadParameter(
            said("%(file)s is not text in UTF-8 or UTF-16: save it so.", {"file": value})
        ) from error
    except OSError as error:
        raise unreadable(value, error) from error
    if not is_title(book.title):
        wrong = RecordsError("not-a-title", got=f"{book.title:.40}", most=LONGEST_TITLE)
        raise click.BadParameter(f"{value}: {command_error(spoken(), wrong)}")
    admit(book)
    expect_library(ctx, param, book.name)
    return book.name


def names_of_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the presets that a shell offers to complete a name, or files where none begins so."""
    names = [CompletionItem(name) for name in BOOKS if name.startswith(incomplete)]
    return names or [CompletionItem(incomplete, type="file")]


def expect_library(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the name of rules, or refuse those whose hands no library here can score."""
    if value is not None:
        try:
            BOOKS[value].game.library.expect()
        except MissingLibraryError as error:
            raise click.BadParameter(scoring_error(spoken(), error)) from error
    return value


def rules_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--rules`, whose help names the rules of all games; a command without it loads no game."""
    named = "; ".join(f"{book.name} ({book.title})" for book in BOOKS.values())
    needed = [game.library.says for game in BOOKS.games.values() if game.library.says]
    return click.option(
        "--rules",
        callback=chosen_rules,
        shell_complete=names_of_rules,
        default=DEFAULT,
        metavar="NAME|FILE.toml",
        show_default=True,
        help=" ".join([f"Rules in force: {named};", "or the TOML file of a tournament's own.", *needed]),
    )(command)


def sets_folder(data: Path, sets: Path | None) -> Path:
    """Return the folder of sets of tiles: that of `--sets`, otherwise the one in `--data`."""
    return sets or data / "sets"


def opened_set(reader: "TileReader", sets: Path, name: str | None) -> "Prototypes | None":
    """Return the set of that name for the reader, or None without a name; exit with an error if it is unusable."""
    if name is None:
        return None
    from vision.tilesets.files import SetError, load
    from vision.tilesets.prototypes import Prototypes

    try:
        return Prototypes.of(load(sets, name), reader.classifier)
    except SetError as error:
        raise click.BadParameter(set_error(error, sets), param_hint="--set") from error


def printable(path: str | Path) -> str:
    r"""Return a path for people and JSON: bytes that are not UTF-8 are escaped, as in `caf\\xe9.jpg`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def set_error(error: "SetError", folder: Path) -> str:
    """Return the problem of a set with its folder, which the error does not name."""
    return f"{folder}: {vision_error(spoken(), error)}"


def complain(path: Path, what: str) -> None:
    """Print a problem of a file on stderr."""
    click.echo(f"{printable(path)}: {unstopped(what)}", err=True)
