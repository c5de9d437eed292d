"""Acts of an event as commands: what the desk records besides players, draws, rounds and results."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from functools import wraps
from pathlib import Path
from typing import Any, Final, cast, get_args

import click
from msgspec import structs
from uuid_utils.compat import uuid7

from scoring.match.course import all_bodies, find_course
from scoring.match.event import Event, in_seats
from scoring.match.event_acts import (
    Absent,
    Amended,
    CheckedIn,
    CreditedTo,
    Entered,
    EventAct,
    EventCorrected,
    EventEntry,
    EventVoid,
    Extended,
    Finished,
    HeldBack,
    LinedUp,
    Opened,
    Paid,
    PastRounds,
    Released,
    Reseated,
    SeatingDrawn,
    SeatingPublished,
    StageBegun,
    Started,
    StoodIn,
    TableMoved,
    TableResult,
    TableResults,
    Withdrawn,
)
from scoring.rules import BOOKS
from webui.commands.data import storage_options
from webui.commands.hall.events import event_argument, opened, player_number, who_option
from webui.commands.options import expect_library, printable, unreadable
from webui.hall.desk import Hall
from webui.messages import Messages
from webui.serializers.encoding import plain
from webui.serializers.hall import records_json
from webui.terminal.language import said, spoken

_PLAYED: Final = [name for name, book in BOOKS.items() if find_course(book.game)]
"""The rules that matches are played by."""

COMMAND_OF: Final[Mapping[type[Any], str]] = {
    Opened: "open",
    Entered: "players",
    Amended: "amend",
    Withdrawn: "withdraw",
    CheckedIn: "check-in",
    Paid: "pay",
    Absent: "absent",
    StoodIn: "stand-in",
    LinedUp: "line-up",
    SeatingDrawn: "draw",
    SeatingPublished: "publish",
    StageBegun: "stage",
    Reseated: "swap",
    TableMoved: "move",
    Started: "start",
    Extended: "extend",
    Finished: "finish",
    TableResult: "result",
    TableResults: "import",
    PastRounds: "import",
    Released: "release",
    HeldBack: "hold-back",
    EventCorrected: "change",
    EventVoid: "void",
}
"""The command under `tableside hall` that records each act."""

acts: Final[list[click.Command]] = []
"""The commands of this module."""

_CREDITED: Final = get_args(CreditedTo)

_Make = Callable[..., EventEntry]

_reason = click.option("--reason", default="", help="Why.")
_round = click.argument("round_", metavar="ROUND", type=click.IntRange(1))
_rounds = click.argument("rounds", metavar="ROUND...", type=click.IntRange(1), nargs=-1)
_table = click.argument("table", type=click.IntRange(1))


def hundredths(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Return an amount of money in hundredths."""
    if value is None:
        return None
    try:
        amount = Decimal(value.replace(",", ".")) * 100
        if amount != amount.to_integral_value() or abs(amount) > 10**12:
            raise InvalidOperation
    except InvalidOperation as error:
        raise click.BadParameter(said("%(value)r is no amount: write it as 35 or 35.50.", {"value": value})) from error
    return int(amount)


_CHANGE: Final = (
    click.option("--instead-of", "replaces", type=click.IntRange(1), help="Correct the record with this number."),
    click.option("--because", "why", default="", help="Why the record is corrected."),
)
"""Options that make an act the correction of an earlier one."""


def _act(name: str, *options: Callable[[Any], Any]) -> Callable[[_Make], _Make]:
    """Make a command that records an act, from a function that makes the act of the event and the options."""

    def made(make: _Make) -> _Make:
        @wraps(make)
        def run(
            event: int,
            replaces: int | None,
            why: str,
            who: str,
            data: Path,
            db: str | None,
            words: Messages,
            **values: Any,
        ) -> None:
            with opened(data, db) as hall:
                photo = values.pop("photo", None)
                act: EventAct = make(hall.get(event).event, **values)
                if photo:
                    act = structs.replace(act, sheet=_kept(hall, photo))
                if replaces is not None:
                    act = EventCorrected(replaces, cast("EventEntry", act), why)
                _record(hall, event, act, who, words)

        body: Any = run
        for option in reversed((event_argument, *options, *_CHANGE, who_option, storage_options)):
            body = option(body)
        acts.append(click.command(name)(body))
        return make

    return made


def _kept(hall: Hall, photo: Path) -> str:
    """Keep the photo of a paper; return its hash."""
    from vision.image import ImageError  # which loads OpenCV
    from webui.hall.paper import keep_sheet
    from webui.messages.errors import vision_error

    try:
        return keep_sheet(hall.records.photos, photo.read_bytes())
    except OSError as error:
        raise unreadable(photo, error) from error
    except ImageError as error:
        raise click.ClickException(f"{printable(photo)}: {vision_error(spoken(), error)}") from error


def _record(hall: Hall, event: int, act: EventAct, who: str, words: Messages) -> None:
    made, _ = hall.record(event, uuid7(), act, who, "desk")
    click.echo(words("Recorded as number %(number)d", {"number": made.number}))


_ABOUT: Final = (
    click.option(
        "--rules",
        type=click.Choice(_PLAYED),
        callback=expect_library,
        help="Rules of the hands.",
    ),
    click.option(
        "--body", type=click.Choice(list(all_bodies())), help="Regulations of the event.  [default: those of the rules]"
    ),
    click.option("--rounds", type=int, help="Number of rounds."),
    click.option("--hands", type=int, help="Hands of a match.  [default: those of the regulations]"),
    click.option("--minutes", type=int, help="Minutes of a round.  [default: those of the regulations]"),
    click.option("--place", help="Place of the event."),
    click.option("--begins", metavar="YYYY-MM-DD", help="First day."),
    click.option("--ends", metavar="YYYY-MM-DD", help="Last day."),
    click.option("--zone", metavar="AREA/CITY", help="Time zone of --times, such as Europe/Berlin."),
    click.option(
        "--times",
        metavar="YYYY-MM-DDTHH:MM,…",
        callback=lambda ctx, param, value: None if value is None else tuple(value.replace("，", ",").split(",")),
        help="Beginnings of the rounds, in their order, for the calendar; nothing between two commas if not known.",
    ),
    click.option("--fee", callback=hundredths, help="Entry fee of a player, such as 35 or 35.50."),
    click.option(
        "--bye",
        type=int,
        help="Points of a player for a round in which they sit out in turn: table points, or those by which the "
        "event ranks.",
    ),
    click.option("--currency", metavar="EUR", help="Currency of the fee."),
    click.option(
        "--weight",
        callback=hundredths,
        help="Weight of the event in the rating as in the European ranking, such as 2 or 1.5.  [default: 1]",
    ),
)
"""Options of the data of an event."""


def _about(command: Any) -> Any:
    for option in reversed(_ABOUT):
        command = option(command)
    return command


@click.command("open")
@click.argument("name")
@_about
@who_option
@storage_options
def open_event(name: str, who: str, data: Path, db: str | None, words: Messages, **about: Any) -> None:
    """Open an event called NAME, and print its number."""
    with opened(data, db, new=True) as hall:
        given = {key: value for key, value in about.items() if value is not None}
        kept, _ = hall.open(uuid7(), Opened(name, **given), who, "desk")
        click.echo(words("Event %(event)d is open: %(name)s", {"event": kept.number, "name": name}))


acts.append(open_event)


@click.command("change")
@event_argument
@click.option("--name", help="Name of the event.")
@_about
@_reason
@who_option
@storage_options
def change(event: int, reason: str, who: str, data: Path, db: str | None, words: Messages, **about: Any) -> None:
    """Correct the data of an event: name, rules, rounds, place, fee."""
    with opened(data, db) as hall:
        given = {key: value for key, value in about.items() if value is not None}
        act = structs.replace(hall.get(event).event.opened, **given)
        _record(hall, event, EventCorrected(1, act, reason), who, words)


acts.append(change)


@_act(
    "amend",
    click.argument("player"),
    *(click.option(f"--{name}", help="New value.") for name in ("name", "first", "last", "legal", "ema", "other")),
    *(click.option(f"--{name}", help="New value.") for name in ("country", "team", "club")),
    click.option("--substitute/--no-substitute", default=None, help="Only fills tables, and is not ranked."),
    click.option("--photos/--no-photos", default=None, help="Allows photos to be published."),
    click.option("--own-fee", callback=hundredths, help="Entry fee in place of that of the event."),
)
def amend(event: Event, player: str, **values: Any) -> EventEntry:
    """Correct the entry of PLAYER, by number or name."""
    number = player_number(event, player)
    if number not in event.entrants:
        return Withdrawn(number)  # refused by the event, which names the number
    given = {key: value for key, value in values.items() if value is not None}
    return Amended(replace(event.entrants[number].person, **given))


@_act("withdraw", click.argument("player"), _reason)
def withdraw(event: Event, player: str, reason: str) -> EventEntry:
    """Take PLAYER out of the draws to come; the results stay."""
    return Withdrawn(player_number(event, player), reason)


@_act("check-in", click.argument("player"), click.option("--undo", is_flag=True, help="Ticked by mistake."))
def check_in(event: Event, player: str, undo: bool) -> EventEntry:
    """Record that PLAYER has come."""
    return CheckedIn(player_number(event, player), not undo)


@_act("pay", click.argument("player"), click.argument("amount", callback=hundredths), _reason)
def pay(event: Event, player: str, amount: int, reason: str) -> EventEntry:
    """Record that PLAYER pays AMOUNT of the fee, such as 35.50; negative after -- if it is given back."""
    return Paid(player_number(event, player), amount, reason)


@_act("absent", click.argument("player"), _rounds, _reason)
def absent(event: Event, player: str, rounds: tuple[int, ...], reason: str) -> EventEntry:
    """Record the rounds that PLAYER misses; none if they play in all."""
    return Absent(player_number(event, player), rounds, reason)


@_act(
    "stand-in",
    click.argument("player"),
    click.argument("by"),
    _rounds,
    click.option(
        "--credited",
        type=click.Choice(_CREDITED),
        default="player",
        show_default=True,
        help="Owner of the points.",
    ),
    _reason,
)
def stand_in(
    event: Event, player: str, by: str, rounds: tuple[int, ...], credited: CreditedTo, reason: str
) -> EventEntry:
    """Seat BY in the place of PLAYER in these rounds; BY is the player again to end it."""
    return StoodIn(player_number(event, player), player_number(event, by), rounds, credited, reason)


@_act("swap", _round, click.argument("one"), click.argument("other"), _reason)
def swap(event: Event, round_: int, one: str, other: str, reason: str) -> EventEntry:
    """Let two players change places in ROUND; once it has begun, they sat so from its beginning."""
    return Reseated(round_, (player_number(event, one), player_number(event, other)), reason)


@click.command("move")
@event_argument
@_table
@click.argument("to", type=click.IntRange(1))
@click.option(
    "--since", type=click.IntRange(1), help="First round.  [default: the one that the table plays or plays next]"
)
@_reason
@who_option
@storage_options
def move(
    event: int,
    table: int,
    to: int,
    since: int | None,
    reason: str,
    who: str,
    data: Path,
    db: str | None,
    words: Messages,
) -> None:
    """Let the players of TABLE sit at table TO, as when its camera breaks; void the record to move them back.

    A match that has begun goes on at TO with all that is recorded; later draws seat there, too.

    \b
        tableside hall move 1 7 41 --reason "the camera broke"
    """
    with opened(data, db) as hall:
        first = since or hall.next_round_at(hall.get(event), table)
        _record(hall, event, TableMoved(first, table, to, reason), who, words)


acts.append(move)


@_act("extend", _round, _table, click.argument("minutes", type=int), _reason)
def extend(event: Event, round_: int, table: int, minutes: int, reason: str) -> EventEntry:
    """Give TABLE more MINUTES in ROUND; negative after -- to take some."""
    return Extended(round_, table, minutes, reason)


@_act("finish", _round, _table, click.argument("reason"))
def finish(event: Event, round_: int, table: int, reason: str) -> EventEntry:
    """End the match of TABLE in ROUND as it stands; the current hand does not count."""
    return Finished(round_, table, reason)


@_act(
    "result",
    _round,
    _table,
    click.argument("totals", nargs=-1, required=True, metavar="TOTAL|PLAYER=TOTAL..."),
    click.option("--left", type=int, default=0, help="Points that still lie on the table, such as sticks."),
    click.option("--penalties", type=int, nargs=4, help="Points deducted from each, in the same order."),
    click.option(
        "--photo", type=click.Path(dir_okay=False, path_type=Path), help="Photo of the paper, kept as evidence."
    ),
)
def result(
    event: Event, round_: int, table: int, totals: tuple[str, ...], left: int, penalties: tuple[int, ...] | None
) -> EventEntry:
    """Type the final TOTALS of a TABLE that wrote on paper in ROUND, in the order of the seats, or by player.

    \b
        tableside hall result 1 2 5 -- -12 30 8 -26
        tableside hall result 1 2 5 Ann=-12 Bo=30 Chen=8 Dai=-26
    """
    named = [total.rpartition("=") for total in totals]
    players = [player_number(event, name) for name, equals, _ in named if equals]
    if players and len(players) != len(totals):
        raise click.UsageError(said("Give a player with every total, or with none."))
    try:
        points = tuple([int(total) for _, _, total in named])
    except ValueError as error:
        raise click.UsageError(said("A total is a whole number, such as 30 or -12.")) from error
    return in_seats(event, TableResult(round_, table, points, tuple(players), left, penalties or ()))


@_act("publish", _round)
def publish(event: Event, round_: int) -> EventEntry:
    """Show the seating of ROUND to everybody, which was drawn with --held; `release` publishes results."""
    return SeatingPublished(round_)


@_act(
    "line-up",
    click.argument("team"),
    _rounds,
    click.option(
        "--player", "players", multiple=True, metavar="PLAYER", help="One of the team who plays; may be repeated."
    ),
)
def line_up(event: Event, team: str, rounds: tuple[int, ...], players: tuple[str, ...]) -> EventEntry:
    """Record who of TEAM plays in some rounds; without --player all of them do.

    In a drawn round they take the places of their team; otherwise they alone are drawn.
    """
    return LinedUp(team, rounds, tuple(player_number(event, each) for each in players))


@_act("hold-back", _round, _reason)
def hold_back(event: Event, round_: int, reason: str) -> EventEntry:
    """Take back the publication of the results of ROUND."""
    return HeldBack(round_, reason)


@click.command("void")
@event_argument
@click.argument("number", type=click.IntRange(1))
@_reason
@who_option
@storage_options
def void(event: int, number: int, reason: str, who: str, data: Path, db: str | None, words: Messages) -> None:
    """Undo record NUMBER of an event; `hall records` lists them."""
    with opened(data, db) as hall:
        _record(hall, event, EventVoid(number, reason), who, words)


acts.append(void)


@click.command("records")
@event_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
@storage_options
def records(event: int, as_json: bool, data: Path, db: str | None, words: Messages) -> None:
    """List the records of an event, the oldest first; those taken back stand in brackets."""
    with opened(data, db) as hall:
        for shown in records_json(hall.get(event), words):
            if as_json:
                click.echo(json.dumps(plain(shown), ensure_ascii=False))
                continue
            line = f"{shown.number:4}  {shown.when[:16]}  {shown.says}"
            click.echo(f"{line} [{shown.stands}]" if shown.stands is not True else line)


acts.append(records)
