"""`tableside score`: hands as text in, score sheets out."""

import contextlib
import errno
import io
import json
import multiprocessing
import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from inspect import cleandoc
from itertools import islice, repeat
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO

import click

from scoring import NotationError, ScoreSheet
from scoring.changes import NearMiss
from scoring.circumstances import AssumedScore, ScoreRange, assumption
from scoring.distance import Distance
from scoring.explain import Explanation, explanation, idle
from scoring.findings import UNUSABLE, HandFault
from scoring.liability import Responsible, liable
from scoring.notation import LONGEST, compact, format_win, read_text
from scoring.notes import Note, chow_givers, without_effect
from scoring.rules import BOOKS, game_of, plays_red, rule_book
from scoring.sheet import ExcludedPattern, Line
from scoring.waits import Wait, by_luck
from webui.base.text import stream_encoding
from webui.commands.options import printable, rules_option
from webui.games.verdict import verdict_line
from webui.messages import N_, Messages, unstopped
from webui.messages import scoring as wording
from webui.messages.game import GameMessages, in_game
from webui.serializers.encoding import plain
from webui.serializers.scoring import assumption_json, explanation_json, note_json
from webui.terminal.language import lang_option, of_game, said

ENGLISH: Final = Messages.of("en")

_BATCH: Final = 64
"""Hands that a process gets at a time. More delay the first lines of output; fewer cost more transfers."""

_WAITING: Final = 4
"""Batches for each process that are read ahead, in work or waiting to be printed. More take more memory; fewer leave
processes idle."""

_SHOWN_CHANGES: Final = 8
"""Most changes that are listed; the others are counted. More push the score off the screen."""


def _sets(sets: Iterable[Iterable[str]]) -> str:
    return " ".join(compact(tuple(tiles)) for tiles in sets)


def _name(pattern: Line | ExcludedPattern, words: Messages) -> str:
    if isinstance(pattern, Line) and pattern.ja:
        name = wording.pattern(words, pattern.name, pattern.zh)
        return f"{pattern.ja} {name}" if name != pattern.ja else name
    name = wording.pattern(words, pattern.name, pattern.zh)
    return f"{name} {pattern.zh}" if name == pattern.name else name


def text(assumption: AssumedScore, words: Messages = ENGLISH, explain: bool = False, notes: Iterable[Note] = ()) -> str:
    """Return the sheet of a hand as lines that a referee can read aloud, with the assumptions that matter.

    Args:
        assumption: The sheet and the assumptions.
        words: The language.
        explain: True to show also the patterns left out and why, the waits, and possible improvements.
        notes: Remarks on the text of the hand.
    """
    sheet = assumption.sheet
    out = [format_win(assumption.win), f"  [{sheet.rules}] {verdict_line(words, sheet)}"]
    if taken := wording.taken(words, assumption):
        out.append(f"  {taken}")
    return "\n".join(out + _body(sheet, words, explain, notes))


def assessed(scored: ScoreRange, words: Messages = ENGLISH) -> str:
    """Return the score of a hand as lines; with open circumstances, a range of points and the certain patterns."""
    sheet = scored.shared
    verdict = wording.spread(words, scored) if scored.open else verdict_line(words, sheet)
    out = [format_win(scored.win), f"  [{sheet.rules}] {verdict}"]
    if without := wording.without(words, scored):
        out.append(f"  {without}")
    if scored.open and sheet.lines:
        out.append("  " + words("Certain so far") + words(":"))
    return "\n".join(out + _body(sheet, words, explain=False, notes=chow_givers(sheet.win.melds)))


def _body(sheet: ScoreSheet, words: Messages, explain: bool, notes: Iterable[Note] = ()) -> list[str]:
    out = []
    for line in sheet.lines:
        times = f" ×{line.count}" if line.count > 1 else ""
        out.append(f"  {line.points:>4}  {_name(line, words)}{times}  {_sets(line.sets)}".rstrip())
    game = in_game(words, sheet.rules)
    out += [f"  {line}" for line in game.game.details(words, sheet)]
    note = words("Note") + words(": ")
    out += [f"  {note}{wording.finding(words, finding)}" for finding in sheet.findings]
    out += [f"  {note}{wording.note(words, remark)}" for remark in notes]
    out += [f"  {wording.ruling(game, effect)}" for effect in sheet.rulings]
    if house := wording.switches(words, sheet):
        out.append(f"  {house}")
    if sheet.payments:
        paid = words(", ").join(
            f"{wording.wind(words, seat)} {wording.amount(points)}" for seat, points in sheet.payments.items()
        )
        out.append("  " + words("Gains and losses") + words(": ") + paid)
    if payer := liable(sheet, rule_book(sheet.rules).score):
        out.append(_responsible(payer, words))
    if explain:
        out += _left_out(sheet, words)
    if explain or (not sheet.wins and sheet.faults in (HandFault(0), HandFault.NO_WINNING_TILE)):
        out += _further(sheet, explanation(sheet), words, explain)
    return out


def _left_out(sheet: ScoreSheet, words: Messages) -> list[str]:
    out = ["  " + words("Read as") + words(": ") + _sets(sheet.arrangement)] if sheet.arrangement else []
    for tie in sheet.ties:
        names = words(", ").join(map(wording.pattern, repeat(words), tie.patterns, tie.patterns_zh))
        same = f"{_sets(tie.arrangement)} {words('(%(what)s)', {'what': names})}"
        out.append("  " + words("Worth the same read as") + words(": ") + same)
    if sheet.left_out:
        out.append("  " + words("Not counted") + words(":"))
    for left in sheet.left_out:
        why = words("(%(what)s)", {"what": wording.left_out(in_game(words, sheet.rules), left)})
        out.append(f"        {_name(left, words)}  {_sets(left.sets)}  {why}")
    return out


def _further(sheet: ScoreSheet, explained: Explanation, words: Messages, explain: bool) -> list[str]:
    out = []
    if explained.waits and (explain or not explained.distance):
        heading = N_("Ready for (values without the luck of this win)") if by_luck(sheet.win) else N_("Ready for")
        out.append("  " + words(heading) + words(":"))
        out += [f"        {_wait(wait, in_game(words, sheet.rules))}" for wait in explained.waits]
    payer = explained.responsible
    if payer and payer.kind != "liable":  # it stands below the payments
        out.append(_responsible(payer, words))
    if explained.changes == ():
        out.append("  " + words("No single change is enough."))
    elif explained.changes:
        out.append("  " + words("Would be enough") + words(":"))
        out += [f"        {_change(change, words)}" for change in explained.changes[:_SHOWN_CHANGES]]
        more = len(explained.changes) - _SHOWN_CHANGES
        if more > 0:
            out.append("        " + words("and %(more)d more exchanges of a tile", {"more": more}))
    if explained.distance:
        out += [f"  {line}" for line in _distance(explained.distance, words)]
    return out


def _responsible(payer: Responsible, words: Messages) -> str:
    seat = wording.wind(words, payer.seat) if payer.seat else "–"
    return "  " + words("Responsible: %(seat)s (%(why)s)", {"seat": seat, "why": wording.responsible(words, payer)})


def _wait(wait: Wait, words: GameMessages) -> str:
    drawn, claimed = (
        str(sheet.total) if sheet.legal else words.kind("below", {"total": sheet.total})
        for sheet in (wait.self_drawn, wait.discarded)
    )
    return words(
        "%(tile)s: %(left)d left, %(drawn)s self-drawn, %(claimed)s on a discard",
        {"tile": wait.tile, "left": wait.left, "drawn": drawn, "claimed": claimed},
    )


def _change(change: NearMiss, words: Messages) -> str:
    what = wording.change(words, change, tiles=compact)
    return words(
        "%(change)s: %(points)s",
        {"change": what, "points": in_game(words, change.sheet.rules).points(change.sheet.total)},
    )


def _distance(far: Distance, words: Messages) -> Iterator[str]:
    shape, missing = wording.shape(words, far.shape), compact(far.missing)
    if far.wrong:
        yield words(
            "%(tiles)d to exchange for %(shape)s: out %(wrong)s, in %(missing)s",
            {"tiles": far.tiles, "shape": shape, "wrong": compact(far.wrong), "missing": missing},
        )
    else:
        yield words("With %(missing)s: %(shape)s", {"missing": missing, "shape": shape})
    if far.exchanges:
        pairs = [words("%(into)s for %(out)s", {"into": into, "out": out}) for out, into in far.exchanges]
        yield words("One exchange wins: %(exchanges)s", {"exchanges": words(", ").join(pairs)})


def _lines(stream: TextIO) -> Iterator[str]:
    """Yield the lines of a stream, holding one at a time, each cut a little beyond `LONGEST`."""
    while line := stream.readline(LONGEST + 1):
        yield line
        while not line.endswith("\n") and (line := stream.readline(LONGEST + 1)):
            pass


def _opened(file: str) -> TextIO:
    """Open a file of hands, or standard input for `-`, in UTF-8 or UTF-16; other bytes are read as U+FFFD.

    Raises:
        OSError: It cannot be read.
    """
    if file != "-":
        with Path(file).open("rb") as opened:
            encoding = stream_encoding(opened.read(_START))
        return Path(file).open(encoding=encoding, errors="replace")
    if sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding=stream_encoding(_start(sys.stdin.buffer)), errors="replace")
    return sys.stdin


_START: Final = 64
"""First bytes that tell UTF-16 without a mark. More waits longer for what another program writes; fewer may end in the
first comment."""


def _start(stream: BinaryIO) -> bytes:
    """Return the first bytes of standard input, which are read again afterwards."""
    if isinstance(stream, io.BufferedReader):
        return stream.peek(_START)[:_START]
    return b""


def _hands(hands: Sequence[str], streams: Iterable[TextIO], words: Messages) -> Iterator[tuple[str, str]]:
    """Yield all hands with the name of their place: arguments, then lines of files."""
    for at, hand in enumerate(hands, 1):
        yield words("hand %(number)d", {"number": at}), hand.encode(errors="surrogatepass").decode(errors="replace")
    for stream in streams:
        name = printable(getattr(stream, "name", "<stdin>"))
        for at, line in enumerate(_lines(stream), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield f"{name}:{at}", line.strip()


def _unread(hand: str, rules: str, error: NotationError, message: str) -> dict[str, Any]:
    """Return the JSON of a text that is no hand, in place of a sheet."""
    return {
        "hand": hand,
        "rules": rules,
        "wins": False,
        "legal": False,
        "total": 0,
        "minimum": rule_book(rules).minimum,
        "patterns": [],
        "left_out": [],
        "problems": [
            {
                "problem": "NOTATION",
                "message": message,
                "kind": error.kind,
                "about": error.about,
            }
        ],
    }


@dataclass(frozen=True, slots=True)
class _Shown:
    """The rules and the form of the output."""

    rules: str
    as_json: bool
    tag: str
    explain: bool


_Place = tuple[str, str]
"""The name of a hand's place and its text."""
_Output = tuple[str, list[str]]
"""The output of a hand, and its errors if it is unusable."""


def _of_file(hand: str, words: Messages) -> str:
    """Return the error for the name of a file in place of a hand, or "" for other texts."""
    if not re.fullmatch(r"\S*[./\\]\S+", hand):
        return ""
    if Path(hand).is_file():
        return words("this is a file: read its hands with --file %(file)s", {"file": hand})
    return words("there is no such file: check the path") if re.search(r"\.[a-z]{2,4}$", hand) else ""


def _scored(place: str, hand: str, shown: _Shown) -> _Output:
    """Score a hand; a text that is no hand has no output except as JSON."""
    rules, words = shown.rules, Messages.of(shown.tag.replace("-", "_"))
    try:
        read = read_text(hand, red=game_of(rules).shapes.red_fives, game=game_of(rules).id)
    except NotationError as error:
        message = _of_file(hand, words) or wording.error(words, error)
        said = f"{place}{words(': ')}{message}"
        return json.dumps(_unread(hand, rules, error, message), ensure_ascii=False) if shown.as_json else "", [said]
    win = read.win
    if win.self_draw is None and read.drawn is not None:
        win = replace(win, self_draw=read.drawn)  # 妙手回春 is not taken as a discard
    scored = assumption(win, rules)
    sheet = scored.sheet
    ignored = without_effect(read.words, rules)
    known = {note.about["word"] for note in ignored}
    useless = [note for note in idle(sheet.win, rules) if str(note.about["word"]).partition("=")[0] not in known]
    notes = (*read.notes, *ignored, *useless)
    if read.win.red and not plays_red(rules):
        notes = (*notes, Note("red-five", {"tiles": read.win.red}))
    none = read.win.flowers is None and not sheet.win.flowers
    if rule_book(rules).flowers and none and sheet.wins and "flowers" not in scored.open:
        notes = (*notes, Note("flowers-as-none"))  # it changes no total, but a line may depend on it
    if shown.as_json:
        data = plain(assumption_json(scored, words))
        if notes:
            data["notes"] = plain([note_json(note, words) for note in notes])
        if shown.explain:
            data |= plain(explanation_json(explanation(sheet), words))
        out = json.dumps(data, ensure_ascii=False)
    else:
        out = text(scored, words, shown.explain, notes)
    unusable = sheet.faults & UNUSABLE & ~HandFault.NO_WINNING_TILE
    return out, [f"{place}{words(': ')}{wording.finding(words, finding)}" for finding in sheet.findings if unusable]


def _batch(places: list[_Place], shown: _Shown) -> list[_Output]:
    return [_scored(place, hand, shown) for place, hand in places]


def _scored_by(jobs: int, places: Iterator[_Place], shown: _Shown) -> Iterator[_Output]:
    """Score hands in several processes, in order, reading ahead only a little.

    The processes are forks, which have the loaded rule books; on systems without forks there is only one process.
    """
    if jobs == 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield from (_scored(place, hand, shown) for place, hand in places)
        return
    waiting: deque[Future[list[_Output]]] = deque()
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork")) as pool:
        while batch := list(islice(places, _BATCH)):
            waiting.append(pool.submit(_batch, batch, shown))
            if len(waiting) > _WAITING * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


@click.command("score", short_help="Score hands given in notation.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="FILE",
    help="Read hands from a file, one a line; - is standard input.",
)
@rules_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand.")
@lang_option
@click.option("--explain", is_flag=True, help="Also the fan not counted and why, waits, and what would be enough.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes that score at the same time.",
)
def command(
    hands: tuple[str, ...], files: tuple[str, ...], rules: str, as_json: bool, words: Messages, explain: bool, jobs: int
) -> None:
    """Score hands: as arguments, from files, or one a line on standard input.

    A hand is its tiles with the winning tile last, melds in brackets, then how it was won:

    \b
        tableside score "[CCC,1]123m456p789sE E self-draw seat=S"
        tableside score 1112345678999m        (13 tiles: what it waits for)

    Tiles are 1m-9m characters, 1p-9p dots, 1s-9s bamboo, E S W N winds, C F P dragons. [123m,1]
    was discarded by the player on the left, 2 across, 3 on the right; four tiles without a digit are a concealed kong.
    Words: self-draw discard last-tile kong no-kong last-of-kind heaven earth round=E seat=S flowers=2 from=W
    discards=S3p,W5m. Without them the hand is taken as won on a discard, seat East, round East, and named where that
    matters.

    Read as well: 11z 0p, m123, 123M, full-width digits, tsumo, zimo, seat=South, Chinese names and Unicode tiles,
    Botzone's W1B2T3F1J1, and GB-Mahjong's tail |EE1000|fah, with which a chow's digit says which tile was claimed.

    Exit status 1 when a hand could not be used; the others are still scored.
    """
    words = of_game(game_of(rules).id)
    if "-" in hands:
        hands, files = tuple(hand for hand in hands if hand != "-"), (*files, "-")
    if not hands and not files and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError(said('No hand given. Try: tableside score "123m456p789sEEECC C"'))
    failed = False
    with contextlib.ExitStack() as opened:
        streams: list[TextIO] = []
        for file in files or ([] if hands else ["-"]):
            try:
                streams.append(_opened(file))
            except OSError as reason:
                failed = True
                name = said("standard input") if file == "-" else printable(file)
                why = {"reason": reason.strerror}
                click.echo(
                    f"{name}: " + said("cannot be read (%(reason)s): check the path and its permissions", why), err=True
                )
            else:
                if file != "-":
                    opened.enter_context(streams[-1])
        if not hands and not streams:
            raise click.ClickException(said("No hand can be read."))
        for out, errors in _scored_by(jobs, _hands(hands, streams, words), _Shown(rules, as_json, words.tag, explain)):
            if out:
                click.echo(out)
            for error in errors:
                failed = True
                click.echo(unstopped(error), err=True)
    sys.exit(1 if failed else 0)


command.help = "\n\n".join([cleandoc(command.help or ""), *[game.help for game in BOOKS.games.values() if game.help]])
