"""`tableside match`: a match kept in a file of records, one JSON object a line, which is only ever added to."""

import contextlib
import csv
import functools
import io
import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Never, cast, get_args

import click
from uuid_utils import uuid7

from scoring import RULES, NotationError
from scoring.match.bodies import BODIES, body_of
from scoring.match.effects import MOST_HANDS
from scoring.match.errors import RecordError
from scoring.match.match import fold
from scoring.match.ranking import table_points
from scoring.match.records import (
    Absence,
    Act,
    Approved,
    Corrected,
    DeadHand,
    Disqualified,
    Drawn,
    Entry,
    FalseWin,
    FalseWinKind,
    Flow,
    Forfeited,
    Foul,
    LadderName,
    Late,
    Penalty,
    Record,
    Role,
    Seated,
    Substituted,
    Swapped,
    ThreeLeft,
    TimeUp,
    Void,
    Won,
    record_from_dict,
    record_to_dict,
)
from scoring.match.sheets import totals
from scoring.match.state import Hand, Match
from scoring.tiles import WINDS
from webui.commands.options import lang_option, printable
from webui.words import Words
from webui.words import scoring as wording

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class _File:
    """What a file of records holds.

    Attributes:
        path: The file.
        records: Its records, in order; the first is number 1.
        whole: Bytes up to the end of the last record.
        broken: What follows them and is no record: a line that a crash cut short.
        match: The state that the records fold into.
    """

    path: Path
    records: list[Record]
    whole: int
    broken: bytes
    match: Match


def _fail(message: str) -> Never:
    click.echo(message, err=True)
    sys.exit(1)


def _read(path: Path, words: Words) -> _File:
    """Reads a file of records and names a broken last line; ends the command where the file is no such file."""
    name = printable(path)
    try:
        with path.open("rb") as opened:
            lines = opened.readlines()
    except OSError as reason:
        _fail(words("%(file)s cannot be read (%(reason)s): check the path.", {"file": name, "reason": reason.strerror}))
    records = []
    broken = b""
    for at, line in enumerate(lines, 1):
        try:
            records.append(record_from_dict(json.loads(line)))
        except (UnicodeDecodeError, json.JSONDecodeError, RecordError):
            about = {"file": name, "line": at}
            if at < len(lines) or line.endswith(b"\n"):
                _fail(words("%(file)s, line %(line)d is no record: restore the file from a copy.", about))
            broken = line
            click.echo(
                words("%(file)s, line %(line)d was cut short and does not count: record it again.", about), err=True
            )
    if not records:
        _fail(words("%(file)s holds no match: begin one with tableside match new.", {"file": name}))
    return _File(path, records, sum(map(len, lines)) - len(broken), broken, fold(records))


def _line(record: Record) -> bytes:
    return json.dumps({"id": str(uuid7()), **record_to_dict(record)}, ensure_ascii=False).encode() + b"\n"


def _write(path: Path, data: bytes, mode: str) -> None:
    """Writes data and returns once the disk has it."""
    with path.open(mode) as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())


def _append(kept: _File, record: Record) -> None:
    """Adds a record; a broken last line moves into a file beside it, whose name ends in `.broken`."""
    if kept.broken:
        _write(kept.path.with_name(f"{kept.path.name}.broken"), kept.broken + b"\n", "ab")
        os.truncate(kept.path, kept.whole)
    data = kept.path.read_bytes()
    _write(kept.path, (b"" if data.endswith(b"\n") else b"\n") + _line(record), "ab")


def _now(act: Act, who: str | None, role: Role) -> Record:
    return Record(act, who or role, datetime.now(UTC).isoformat(timespec="seconds"), role)


who_option = click.option("--who", metavar="NAME", help="Who records it.  [default: the role]")
role_option = click.option(
    "--role", type=click.Choice(get_args(Role)), default="table", show_default=True, help="In what role they record it."
)
file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))


@click.group("match", short_help="Keep a match in a file of records.")
def command() -> None:
    """Keep a match in a file of records, one JSON object a line.

    Records are only ever added; corrections and voids are records too. A command says that something is recorded when
    the disk has it. Players are named by seat wind in the hand in play (E, S, W, N) or by name.

    \b
        tableside match new final.jsonl --players Ann,Bo,Chen,Dai
        tableside match record final.jsonl won --winner S --payer W --points 24
        tableside match show final.jsonl
    """


@command.command("new")
@file_argument
@click.option("--players", required=True, metavar="A,B,C,D", help="Names: East, South, West, North of the first hand.")
@click.option("--rules", type=click.Choice(list(RULES)), default="mcr", show_default=True, help="Rules in force.")
@click.option("--body", type=click.Choice(list(BODIES)), help="The body it is played by.  [default: the rules' own]")
@click.option("--hands", type=click.IntRange(1, MOST_HANDS), help="Hands of the match.  [default: the body's]")
@who_option
@role_option
@lang_option
def new(
    file: Path,
    players: str,
    rules: str,
    body: str | None,
    hands: int | None,
    who: str | None,
    role: Role,
    lang: str,
) -> None:
    """Begin a match in a new file."""
    words = Words.of(lang)
    names = tuple(name.strip() for name in players.split(","))
    if len(names) != 4:
        raise click.BadParameter("Give four names with commas between them.", param_hint="--players")
    own = next(key for key, known in BODIES.items() if known == body_of(RULES[rules].base))
    record = _now(Seated(names, rules, body or own, hands), who, role)
    _refuse(fold([record]), 1, words)
    about = {"file": printable(file)}
    try:
        _write(file, _line(record), "xb")
    except FileExistsError:
        _fail(words("%(file)s exists already: give the new match a file of its own.", about))
    except OSError as reason:
        about["reason"] = str(reason.strerror)
        _fail(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))
    click.echo(words("The match is recorded in %(file)s.", about))


def _refuse(match: Match, number: int, words: Words) -> None:
    """Ends the command where the match refuses a record."""
    if number in match.refused:
        _fail(wording.refusal(words, match.refused[number]))


@dataclass(frozen=True, slots=True)
class _Target:
    """Where an act goes: a file of records, and the number and reason of what it corrects."""

    file: Path
    of: int | None = None
    reason: str = ""


@command.group("record")
@file_argument
@click.pass_context
def record(ctx: click.Context, file: Path) -> None:
    """Record what happened in the match of FILE; nothing is written where the match does not allow it."""
    ctx.obj = _Target(file)


@record.group("correct")
@click.argument("number", type=int)
@click.argument("reason")
@click.pass_context
def correct(ctx: click.Context, number: int, reason: str) -> None:
    """Put another act in the place of record NUMBER."""
    ctx.obj = _Target(ctx.obj.file, number, reason)


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Makes other commands that add to the file wait meanwhile, where the system has `flock`."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # reading the file names what is wrong with it
            opened = held.enter_context(path.open("rb"))
            if fcntl:
                fcntl.flock(opened, fcntl.LOCK_EX)
        yield


def _add(target: _Target, act: Act, who: str | None, role: Role, words: Words) -> None:
    """Adds an act to the file, or ends the command where the match refuses it."""
    kept = _read(target.file, words)
    if isinstance(act, Won):
        act = _counted(kept.match, act, target.of, words)
    if target.of is not None:
        act = Corrected(target.of, cast("Entry", act), target.reason)
    added = _now(act, who, role)
    match = fold([*kept.records, added])
    number = len(kept.records) + 1
    _refuse(match, number, words)
    try:
        _append(kept, added)
    except OSError as reason:
        about = {"file": printable(target.file), "reason": reason.strerror}
        _fail(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))
    points = ", ".join(f"{player} {total}" for player, total in match.points.items())
    click.echo(words("Recorded as number %(number)d. %(points)s", {"number": number, "points": points}))


def _counted(match: Match, act: Won, of: int | None, words: Words) -> Won:
    """A win with the version of its preset, and with the points of its hand where none are given.

    Where the hand has none, 0 stands for them, and the match says what is wrong.
    """
    act = replace(act, version=match.rules.version)
    if act.points >= 0:
        return act
    hand = next((hand for hand in match.hands if of in hand.records), match.current)
    if hand is None:
        return replace(act, points=0)
    played_for = {substitute: player for player, substitute in match.substitutes.items()}
    seats = {player: wind for wind, player in hand.seats.items()}
    seat = seats.get(played_for.get(act.winner, act.winner), act.winner)
    if seat not in WINDS:
        return replace(act, points=0)
    try:
        found = totals(act.hand, match.rules, seat, hand.round_wind, act.self_drawn)
    except NotationError:
        found = ()
    if len(found) > 1:
        about = {"low": found[0], "high": found[-1]}
        _fail(words("The hand has %(low)d or %(high)d points: add kong or no-kong to it, or give --points.", about))
    return replace(act, points=found[0] if found else 0)


def _act(name: str, *options: Callable[[Any], Any], change: bool = False) -> Callable[[Callable[..., Act]], Any]:
    """Makes a subcommand of `record`, and of `correct` unless it is a change itself, from what makes the act."""

    def made(make: Callable[..., Act]) -> Callable[..., Act]:
        @functools.wraps(make)
        def run(target: _Target, who: str | None, role: Role, lang: str, **values: Any) -> None:
            act = make(**values)
            with _alone(target.file):
                _add(target, act, who, role, Words.of(lang))

        body: Any = run
        for option in reversed((*options, who_option, role_option, lang_option)):
            body = option(body)
        made = click.command(name)(click.pass_obj(body))
        record.add_command(made)
        if not change:
            correct.add_command(made)
        return make

    return made


def _spaced(ctx: click.Context, param: click.Parameter, value: str) -> str:
    return value.replace("-", " ")


_player = click.argument("player")
_reason = click.argument("reason")
_flow = functools.partial(click.option, "--flow", type=click.Choice(get_args(Flow)), show_default=True)


@_act(
    "won",
    click.option("--winner", required=True, metavar="PLAYER"),
    click.option("--payer", metavar="PLAYER", help="Discarder or responsible player.  [default: all pay]"),
    click.option("--discarder", metavar="PLAYER", help="Who gave the tile, where it is not the payer."),
    click.option("--points", type=click.IntRange(0), help="Flowers included.  [default: those of --hand]"),
    click.option("--hand", default="", help='The hand, as in tableside score: "[CCC,1]123m456p789sE E".'),
)
def won(winner: str, payer: str | None, discarder: str | None, points: int | None, hand: str) -> Act:
    """A hand is won."""
    if points is None and not hand:
        raise click.UsageError("Give --points, --hand or both.")
    return Won(winner, -1 if points is None else points, payer, hand, discarder)


@_act("drawn")
def drawn() -> Act:
    """A hand ends without a winner."""
    return Drawn()


@_act(
    "false-win",
    _player,
    click.argument(
        "kind", type=click.Choice([kind.replace(" ", "-") for kind in get_args(FalseWinKind)]), callback=_spaced
    ),
    click.option("--each", type=click.IntRange(0), help="Points to each other player.  [default: the body's]"),
    _flow(default="paid"),
)
def false_win(player: str, kind: FalseWinKind, each: int | None, flow: Flow) -> Act:
    """A player declares a hand that does not win."""
    return FalseWin(player, kind, each, flow)


@_act("penalty", _player, click.argument("amount", type=click.IntRange(0)), _reason, _flow(default="deducted"))
def penalty(player: str, amount: int, reason: str, flow: Flow) -> Act:
    """A referee's penalty of AMOUNT points; 0 is a warning."""
    return Penalty(player, amount, reason, flow)


@_act(
    "foul",
    _player,
    _reason,
    click.option("--ladder", type=click.Choice(get_args(LadderName)), default="match", show_default=True),
)
def foul(player: str, reason: str, ladder: LadderName) -> Act:
    """A foul that costs what the body's ladder says next."""
    return Foul(player, reason, ladder)


@_act("late", _player, click.argument("minutes", type=click.IntRange(0)))
def late(player: str, minutes: int) -> Act:
    """A player comes late."""
    return Late(player, minutes)


@_act("dead-hand", _player, _reason)
def dead_hand(player: str, reason: str) -> Act:
    """A player's hand is dead."""
    return DeadHand(player, reason)


@_act("disqualify", _player, _reason)
def disqualify(player: str, reason: str) -> Act:
    """A referee takes a player out of the match."""
    return Disqualified(player, reason)


@_act("forfeit", _player, _reason)
def forfeit(player: str, reason: str) -> Act:
    """A player does not come, or leaves."""
    return Forfeited(player, reason)


@_act("substitute", _player, click.argument("substitute"), _reason)
def substitute(player: str, substitute: str, reason: str) -> Act:
    """Somebody else plays on for a player."""
    return Substituted(player, substitute, reason)


@_act(
    "three-left",
    _reason,
    click.option("--absent", type=click.Choice(get_args(Absence)), help="How hands are settled."),
)
def three_left(reason: str, absent: Absence | None) -> Act:
    """The other three play on without a player who is out."""
    return ThreeLeft(absent, reason)


@_act("swap", click.argument("one"), click.argument("other"), click.argument("since", type=int), _reason)
def swap(one: str, other: str, since: int, reason: str) -> Act:
    """Two players sat the wrong way round since hand SINCE."""
    return Swapped((one, other), since, reason)


@_act("approve", click.argument("hand", type=int))
def approve(hand: int) -> Act:
    """The referee approves a hand."""
    return Approved(hand)


@_act(
    "time-up",
    click.option("--in-play/--cut-short", default=True, show_default=True, help="Whether the hand in play counts."),
)
def time_up(in_play: bool) -> Act:
    """The time is over."""
    return TimeUp(in_play)


@_act("void", click.argument("number", type=int), _reason, change=True)
def void(number: int, reason: str) -> Act:
    """Take record NUMBER back."""
    return Void(number, reason)


def _rows(match: Match) -> list[tuple[Hand, dict[str, int]]]:
    """Every hand with the points of the players after it."""
    running = dict.fromkeys(match.players, match.body.start)
    rows = []
    for hand in match.hands:
        running = {name: total + hand.points[name] - hand.deducted[name] for name, total in running.items()}
        rows.append((hand, running))
    return rows


def _sheet_json(match: Match, words: Words) -> dict[str, Any]:
    return {
        "rules": match.rules.name,
        "body": match.body.name,
        "players": list(match.players),
        "over": match.over,
        "hands": [
            {
                "number": hand.number,
                "round": hand.round_wind,
                "seats": hand.seats,
                "points": hand.points,
                "deducted": hand.deducted,
                "marks": hand.marks,
                "totals": running,
                "approved": hand.approved is not None,
                "records": hand.records,
            }
            for hand, running in _rows(match)
        ],
        "totals": match.points,
        "table_points": _table_points(match),
        "penalties": [
            {
                "record": fine.record,
                "hand": fine.hand,
                "player": fine.player,
                "amount": fine.amount,
                "flow": fine.flow,
                "kind": fine.kind,
                "about": dict(fine.about),
                "why": wording.fine(words, fine),
            }
            for fine in match.fines
        ],
    }


def _table_points(match: Match) -> dict[str, float]:
    """Table points of a match that is over, where its body has them."""
    if not match.over or not match.body.table_points:
        return {}
    return {player: float(points) for player, points in table_points(match.points).items()}


def _columns(text: str) -> int:
    """Columns of a terminal that a text takes; a Chinese character takes two."""
    return sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in text)


def _sheet(match: Match, words: Words) -> str:
    """The hand sheet: a line a hand with each player's sign, points and total, then totals and penalties."""
    rows: list[Sequence[str]] = [(words("Hand"), *match.players)]
    for hand, running in _rows(match):
        cells = [
            f"{hand.marks.get(name, '')} {hand.points[name] - hand.deducted[name]:+d} ={total}".lstrip()
            for name, total in running.items()
        ]
        rows.append((f"{hand.number} {hand.round_wind}{' ✔' if hand.approved is not None else ''}", *cells))
    rows.append((words("Total"), *(str(total) for total in match.points.values())))
    if points := _table_points(match):
        rows.append((words("Table points"), *(f"{points[name]:g}" for name in match.players)))
    widths = [max(map(_columns, cells)) for cells in zip(*rows, strict=True)]
    out = [
        "  ".join(" " * (width - _columns(cell)) + cell for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    if match.fines:
        out.append(words("Penalties") + ":")
    for fine in match.fines:
        about: Mapping[str, Any] = {
            "record": fine.record,
            "hand": fine.hand,
            "player": fine.player,
            "amount": fine.amount,
            "why": wording.fine(words, fine),
        }
        out.append("  " + words("record %(record)d, hand %(hand)d, %(player)s: %(amount)d points (%(why)s)", about))
    return "\n".join(out)


def _csv(match: Match) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    heads = [f"{name} {what}" for name in match.players for what in ("sign", "points", "deducted", "total")]
    table.writerow(["hand", "round", *heads])
    for hand, running in _rows(match):
        cells: list[str | int] = []
        for name, total in running.items():
            cells += [hand.marks.get(name, ""), hand.points[name], hand.deducted[name], total]
        table.writerow([hand.number, hand.round_wind, *cells])
    return out.getvalue()


@command.command("show")
@file_argument
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@lang_option
def show(file: Path, as_json: bool, lang: str) -> None:
    """Print the hand sheet: players and hands, running totals, table points, penalties.

    Signs are those of the rule book's sheet: ▲ dealer, — discarder, + self-drawn, ○ drawn hand, ✓ false win, ✗ warning;
    ✔ is an approved hand.
    """
    words = Words.of(lang)
    match = _read(file, words).match
    click.echo(json.dumps(_sheet_json(match, words), ensure_ascii=False) if as_json else _sheet(match, words))
    for number, refusal in match.refused.items():
        about = {"number": number, "why": wording.refusal(words, refusal)}
        click.echo(words("Record %(number)d does not count: %(why)s", about), err=True)


@command.command("export")
@file_argument
@click.option("--to", "form", type=click.Choice(["csv", "json"]), default="csv", show_default=True)
@lang_option
def export(file: Path, form: str, lang: str) -> None:
    """Write the sheet for a spreadsheet or another program to standard output."""
    words = Words.of(lang)
    match = _read(file, words).match
    out = _csv(match) if form == "csv" else json.dumps(_sheet_json(match, words), ensure_ascii=False) + "\n"
    click.echo(out, nl=False)
