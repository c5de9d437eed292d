"""`tableside match record`: adds an act to a file of records."""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn, cast, get_args

import click
from msgspec import structs

from scoring import NotationError, parse
from scoring.match.errors import Refusal, RefusedError
from scoring.match.false_wins import check_kind
from scoring.match.hanging import Hanging, complete_void, hanging, later_hands
from scoring.match.payers import answered, seat_of
from scoring.match.records import (
    Absence,
    Act,
    AppealDecided,
    Appealed,
    Approved,
    Claimed,
    Corrected,
    DeadHand,
    Decision,
    Disqualified,
    Drawn,
    FalseWin,
    FalseWinKind,
    Flow,
    Forfeited,
    Foul,
    LadderName,
    Late,
    Penalty,
    PlainAct,
    Result,
    Role,
    Substituted,
    Swapped,
    ThreeLeft,
    TimeUp,
    Void,
    Won,
    first_of,
)
from scoring.match.sheets import RecordedHand
from scoring.match.state import Hand, Match
from scoring.notes import Note, chow_givers
from webui.commands.match.files import alone, append, fail, now, read, refuse
from webui.commands.match.options import file_argument, role_option, who_option
from webui.commands.options import printable
from webui.games.record import Decorator
from webui.games.view import view_of_game, views
from webui.messages import Messages
from webui.messages import match as match_words
from webui.messages import scoring as wording
from webui.records.journal import entry_of, fold_entries
from webui.terminal.language import lang_option, of_game, said

NOBODY: Final = "nobody"
"""Value of `--payer` for no player, unless a player has this name."""

_MadeOf = Callable[[Match, Messages], Act]
"""Function that makes an act from the state of the match."""
_Made = Act | _MadeOf


@dataclass(frozen=True, slots=True)
class _Target:
    """The target of an act: a file of records, and the number of a corrected record with the reason."""

    file: Path
    of: int | None = None
    reason: str = ""
    force: bool = False


@click.group("record")
@file_argument
@click.pass_context
def record(ctx: click.Context, file: Path) -> None:
    """Record what happened in the match of FILE; nothing is written where the match does not allow it."""
    ctx.obj = _Target(file)


_force = click.option("--force", is_flag=True, help="Also where other records would count in another hand.")


@record.group("correct")
@click.argument("number", type=int)
@click.argument("reason")
@_force
@click.pass_context
def correct(ctx: click.Context, number: int, reason: str, force: bool) -> None:
    """Put another act in the place of record NUMBER."""
    ctx.obj = _Target(ctx.obj.file, number, reason, force)


def _add(target: _Target, made: _Made, who: str | None, role: Role, words: Messages, force: bool) -> None:
    """Add an act to the file, or end the command if the match refuses it."""
    kept = read(target.file, words)
    words = of_game(kept.match.rules.game.id)
    try:
        act = made(kept.match, words) if callable(made) else made
        if isinstance(act, Won):
            act = _counted(kept.match, act, target.of, words)
        elif isinstance(act, Claimed):
            act = Claimed(tuple([_counted(kept.match, claim, target.of, words) for claim in act.claims]))
        elif isinstance(act, FalseWin):
            check_kind(act.kind, kept.match.body)
    except RefusedError as error:
        fail(wording.refusal(words, Refusal(error.kind, error.about)))
    if target.of is not None:
        act = Corrected(target.of, cast("PlainAct", act), target.reason)
    force = force or target.force
    asks = isinstance(act, Void) and act.played is None and bool(later_hands(kept.match, act.of))
    if isinstance(act, Void) and force:
        act = complete_void(act, kept.match)
    added = now(act, who, role)
    number = kept.next

    def after(act: Act) -> Match:
        return fold_entries([*kept.entries, entry_of(number, structs.replace(added, act=act), "")], new=number)

    match = after(act)
    refuse(match, number, words)
    if isinstance(act, Corrected | Void) and not force:
        acts = {entry.number: entry.act for entry in kept.entries}
        root = first_of(act.of, acts.__getitem__)
        found = hanging(kept.match, match, root, acts[root])
        if asks:
            would = {
                played: hanging(kept.match, choice, root, acts[root])
                for played in (False, True)
                if number not in (choice := after(structs.replace(act, played=played))).refused
            }
            _ask(words, found, would)
        elif found and not (isinstance(act, Void) and act.played is not None):
            _show(words, found)
            about: dict[str, Any] = {"what": match_words.hanging(words, found)}
            fail(words("%(what)s. Nothing was recorded: undo those first, or add --force.", about))
    try:
        append(kept, added)
    except OSError as reason:
        about = {"file": printable(target.file), "reason": reason.strerror}
        fail(words("%(file)s cannot be written (%(reason)s): check the path and the disk.", about))
    points = words(", ").join(f"{player} {total}" for player, total in match.points.items())
    click.echo(words("Recorded as number %(number)d. %(points)s", {"number": number, "points": points}))
    for note in _notes(act):
        click.echo(words("Note") + words(": ") + wording.note(words, note), err=True)


def _ask(words: Messages, found: Sequence[Hanging], would: Mapping[bool, Sequence[Hanging]]) -> NoReturn:
    """End the command with what a void may say of its hand, and what each would change."""
    for played, changes in would.items():
        click.echo(f"{_PLAYED_FLAGS[played]}: {words(match_words.PLAYED[played])}", err=True)
        _show(words, changes)
    options = words(", ").join(_PLAYED_FLAGS[each] for each in would)
    about = {"what": match_words.hanging(words, found), "options": options}
    fail(words("%(what)s. Nothing was recorded: say what became of the hand (%(options)s).", about))


def _show(words: Messages, found: Sequence[Hanging]) -> None:
    for each in found:
        click.echo(f"  {match_words.effect(words, each)}", err=True)


def _notes(act: Act) -> tuple[Note, ...]:
    """Return the remarks on the hands of an act; they do not prevent its recording."""
    said = act.act if isinstance(act, Corrected) else act
    wins = said.claims if isinstance(said, Claimed) else (said,)
    hands = [win.hand for win in wins if isinstance(win, Won) and win.hand]
    return tuple([note for hand in hands for note in chow_givers(parse(hand).melds)])


def _meant(match: Match, of: int | None) -> Hand | None:
    """Return the hand of a record that is corrected, otherwise the hand in play; None if there is none."""
    return next((hand for hand in match.hands if of in hand.records), match.current)


def _counted(match: Match, act: Won, of: int | None, words: Messages) -> Won:
    """Return a win with the version of its preset, its payer, and the points of its hand if none are given.

    A hand without points gets 0, and the match reports the problem.

    Raises:
        RefusedError: The hand contradicts itself or the payer.
    """
    act = structs.replace(act, version=match.rules.version)
    hand = _meant(match, of)
    if hand is None:
        return structs.replace(act, points=max(0, act.points))
    nobody = act.payer == NOBODY and seat_of(match, hand, NOBODY) is None
    if nobody and match.body.discarder_pays:
        fail(words("Under these rules whoever discards the winning tile pays: name a player as the payer, or nothing"))
    act = answered(structs.replace(act, payer=None) if nobody else act, match, hand, nobody)
    if act.points >= 0:
        return act
    seat = seat_of(match, hand, act.winner)
    if seat is None:
        return structs.replace(act, points=0)
    try:
        counted = RecordedHand(act.hand, match.rules, seat, hand.round_wind, act.self_drawn)
        found, flowers = counted.totals(), counted.is_open()
        game = match.rules.game.id
        unsaid = view_of_game(game).of_text.unsaid(words, parse(act.hand, game=game), match.rules)
    except NotationError:
        found, flowers, unsaid = (), False, ""
    if unsaid:
        fail(unsaid)
    if flowers:
        fail(
            words(
                "It matters which flowers the winner has: add flowers=0 or their names to the hand, or give --points."
            )
        )
    if len(found) > 1:
        about = {"low": found[0], "high": found[-1]}
        fail(words("The hand has %(low)d or %(high)d points: add kong or no-kong to it, or give --points.", about))
    return structs.replace(act, points=found[0] if found else 0)


def _act(name: str, *options: Callable[[Any], Any], change: bool = False) -> Callable[[Callable[..., _Made]], Any]:
    """Make a subcommand of `record`, and of `correct` unless it is a change itself, from a function that makes the
    act."""

    def made(make: Callable[..., _Made]) -> Callable[..., _Made]:
        @functools.wraps(make)
        def run(
            target: _Target, who: str | None, role: Role, words: Messages, force: bool = False, **values: Any
        ) -> None:
            act = make(**values)
            with alone(target.file, words):
                _add(target, act, who, role, words, force)

        body: Any = run
        for option in reversed((*options, who_option, role_option, lang_option)):
            body = option(body)
        made = click.command(name)(click.pass_obj(body))
        record.add_command(made)
        if not change:
            correct.add_command(made)
        return make

    return made


def _spaced(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    return value and value.replace("-", " ")


def _of_games(command: str) -> list[Decorator]:
    """Return the options that games add to a command."""
    return [option for view in views().values() for option in view.record.options.get(command, ())]


_player = click.argument("player")
_reason = click.argument("reason")
_flow = functools.partial(click.option, "--flow", type=click.Choice(get_args(Flow)), show_default=True)


@_act(
    "won",
    click.option("--winner", required=True, metavar="PLAYER"),
    click.option(
        "--payer",
        metavar="PLAYER|nobody",
        help="Who is responsible for the tile.  [default: by the hand, else the discarder]",
    ),
    click.option(
        "--discarder",
        metavar="PLAYER",
        help="The discarder; not for a self-draw. [default: by the hand, else the payer]",
    ),
    click.option(
        "--points",
        type=click.IntRange(0),
        help="As the rules count a hand, flowers included, without what lies on the table.  [default: those of --hand]",
    ),
    *_of_games("won"),
    click.option("--hand", default="", help='The hand, as in tableside score: "[CCC,1]123m456p789sE E".'),
    click.option("--liable", metavar="PLAYER", help="Who is liable for melds fed to the winner, if the rules know it."),
)
def won(
    winner: str,
    payer: str | None,
    discarder: str | None,
    points: int | None,
    hand: str,
    liable: str | None,
    **of_games: Any,
) -> _MadeOf:
    """A hand is won."""
    act = Won(winner, -1 if points is None else points, payer, hand, discarder, liable=liable)
    target: _Target = click.get_current_context().obj
    return lambda match, words: _worth(match, act, target.of, of_games)


def _worth(match: Match, act: Won, of: int | None, given: Mapping[str, Any]) -> Won:
    """Return a win with the points that options of games give, where they give some.

    Raises:
        RefusedError: They do not fit the match.
    """
    for view in views().values():
        act = view.won_with(match, _meant(match, of), act, given)
    if act.points < 0 and not act.hand:
        raise click.UsageError(said("Give --points, --hand or both."))
    return act


@_act(
    "claimed",
    click.argument("discarder", metavar="DISCARDER"),
    click.option(
        "--claim",
        "claims",
        nargs=2,
        multiple=True,
        required=True,
        metavar="PLAYER POINTS|HAND",
        help="A win, once for each: the points with flowers, or the hand as in tableside score.",
    ),
)
def claimed(discarder: str, claims: tuple[tuple[str, str], ...]) -> Act:
    """Several players declare a win on DISCARDER's tile; the match decides whose win counts.

    \b
        tableside match record FILE claimed W --claim N 24 --claim S "[CCC,1]123m456p789sE E"
    """
    return Claimed(tuple([_claim(winner, worth, discarder) for winner, worth in claims]))


def _claim(winner: str, worth: str, discarder: str) -> Won:
    """Return one of several claims; the points of a hand are those of its sheet."""
    if worth.isascii() and worth.isdecimal() and len(worth) < 9:
        return Won(winner, int(worth), discarder=discarder)
    return Won(winner, -1, hand=worth, discarder=discarder)


@_act("drawn", *_of_games("drawn"))
def drawn(**of_games: Any) -> Act:
    """A hand ends without a winner."""
    return Drawn(**of_games)


for _view in views().values():
    for _name, _command in _view.record.commands.items():
        _act(_name, *_command.options)(_command.make)


@_act(
    "false-win",
    _player,
    click.argument(
        "kind", type=click.Choice([kind.replace(" ", "-") for kind in get_args(FalseWinKind)]), callback=_spaced
    ),
    click.option("--each", type=click.IntRange(0), help="Points to each other player. [default: the regulations']"),
    _flow(default="paid"),
)
def false_win(player: str, kind: FalseWinKind, each: int | None, flow: Flow) -> Act:
    """A false win."""
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
    """A foul that costs the next step of the regulations' ladder."""
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
    """A referee disqualifies a player."""
    return Disqualified(player, reason)


@_act("forfeit", _player, _reason)
def forfeit(player: str, reason: str) -> Act:
    """A no-show, or a player who left the match."""
    return Forfeited(player, reason)


@_act("substitute", _player, click.argument("substitute"), _reason)
def substitute(player: str, substitute: str, reason: str) -> Act:
    """A substitute for a player."""
    return Substituted(player, substitute, reason)


@_act(
    "three-left",
    _reason,
    click.option("--absent", type=click.Choice(get_args(Absence)), help="How hands are settled."),
)
def three_left(reason: str, absent: Absence | None) -> Act:
    """The others play on without a player who is out."""
    return ThreeLeft(absent, reason)


@_act("swap", click.argument("one"), click.argument("other"), click.argument("since", type=int), _reason)
def swap(one: str, other: str, since: int, reason: str) -> Act:
    """Two players in each other's seats since hand SINCE."""
    return Swapped((one, other), since, reason)


@_act("approve", click.argument("hand", type=int))
def approve(hand: int) -> Act:
    """The referee approves a hand."""
    return Approved(hand)


@_act("appeal", click.argument("hand", type=int), _player, _reason)
def appeal(hand: int, player: str, reason: str) -> _MadeOf:
    """PLAYER appeals about HAND; match show has the number that decide wants."""
    return lambda match, words: Appealed(_record_of(match, hand, words), player, reason)


def _record_of(match: Match, hand: int, words: Messages) -> int:
    """Return the record that ended a hand, or the last one of the hand in play; end the command if there is none."""
    found = next((each for each in match.hands if each.number == hand and each.records), None)
    if found:
        return found.ended or max(found.records)
    played = sum(each.ended is not None for each in match.hands)
    return fail(wording.refusal(words, Refusal("hand-not-played", {"hand": hand, "played": played})))


@_act(
    "decide",
    click.argument("appeal", type=int),
    click.argument("decision", type=click.Choice(get_args(Decision))),
    _reason,
)
def decide(appeal: int, decision: Decision, reason: str) -> Act:
    """A referee decides the appeal of record APPEAL; what an upheld one changes is corrected apart."""
    return AppealDecided(appeal, decision, reason)


@_act(
    "time-up",
    click.option(
        "--in-play/--cut-short", default=True, show_default=True, help="Finish the current hand, or cancel it."
    ),
)
def time_up(in_play: bool) -> Act:
    """The time is over."""
    return TimeUp(in_play)


@_act(
    "result",
    click.argument("totals", nargs=-1, required=True, type=int),
    click.option("--left", type=int, default=0, help="Points that still lie on the table, such as sticks."),
    click.option("--penalties", type=int, nargs=4, help="Points deducted from each, in the same order."),
)
def result(totals: tuple[int, ...], left: int, penalties: tuple[int, ...] | None) -> Act:
    """The final TOTALS of a table that wrote on paper, in the order of the seats; negative ones after --."""
    return Result(totals, left, penalties or ())


_PLAYED_FLAGS: Final = {False: "--never-played", True: "--taken-back"}
"""Options by which a void says whether its hand was played."""


@_act(
    "void",
    click.argument("number", type=int),
    _reason,
    _force,
    click.option("--taken-back", "played", flag_value="yes", help="The hand was played: later hands stay."),
    click.option("--never-played", "played", flag_value="no", help="It never was: later hands move up."),
    change=True,
)
def void(number: int, reason: str, played: str | None) -> Act:
    """Undo record NUMBER."""
    return Void(number, reason, None if played is None else played == "yes")
