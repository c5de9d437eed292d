"""Sentences of click that people meet, for the catalogues, since click translates them by gettext."""

from collections.abc import Mapping
from typing import Final

from webui.messages import N_, plural

SENTENCES: Final[tuple[str | tuple[str, str], ...]] = (
    # Help
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Positional arguments"),
    N_("default: {default}"),
    N_("env var: {var}"),
    N_("required"),
    N_("(dynamic)"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("%(prog)s, version %(version)s"),
    # Wrong usage
    N_("Aborted!"),
    N_("Error: {message}"),
    N_("Error: invalid input"),
    N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing command."),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Missing parameter: {param_name}"),
    N_("Missing {param_type}"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("Argument {name!r} takes {nargs} values."),
    N_("Option {name!r} does not take a value."),
    plural("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    plural("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    plural("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    plural("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    # Values
    N_("Choose from:\n\t{choices}"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("unknown error"),
    N_("Could not open file {filename!r}: {message}"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value!r} is not a valid boolean. Recognized values: {states}"),
    N_("{value} is not in the range {range}."),
    plural("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
"""The sentences of click 8.5 without those for authors of commands."""

VALUES: Final[Mapping[str, str]] = {
    "text": N_("text"),
    "filename": N_("filename"),
    "integer": N_("whole number"),
    "integer range": N_("whole number"),
    "float": N_("number"),
    "float range": N_("number"),
}
"""Names for values of options, by those of click, which it does not translate."""
