"""`tableside read`: the hand in each photo, its score, and the questions about it."""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import click
import numpy as np

from scoring import NotationError, parse
from scoring.circumstances import ScoreRange, assess
from scoring.match.missing import kept_book
from scoring.notation import compact, format_win
from scoring.rules import game_of, plays_red, rule_book
from vision import ImageError, Reading, TileReader, WeightsError
from vision.hand.candidates import hand_within, laid_together
from vision.hand.counting import Remark
from vision.image import Photo, is_leftover, open_photo, pictures_in
from vision.quad import Quad
from vision.quads import contains
from vision.reader import read_part, read_photo
from vision.reading import Side
from vision.tilesets.prototypes import Prototypes
from webui.base.errors import WebError
from webui.commands import annotating
from webui.commands.batch import ReadResult, by_processes, by_workers
from webui.commands.data import data_option
from webui.commands.options import (
    complain,
    db_option,
    models_option,
    opened_set,
    printable,
    rules_option,
    set_option,
    sets_folder,
    sets_option,
)
from webui.commands.progress import Stop, Tally, shown, stoppable
from webui.commands.score import assessed
from webui.hand.effects import EditRejectedError
from webui.hand.questions import Question, answerable, answered, by_weight, open_doubts, question, questions
from webui.hand.remarks import remarks_on
from webui.hand.state import HandState, Slot, from_reading, in_order, outcome, places, to_win
from webui.hand.unread import unread
from webui.messages import N_, Messages, unstopped
from webui.messages import hand as hand_words
from webui.messages.errors import vision_error, web_error
from webui.messages.scoring import error as scoring_error
from webui.messages.unread import why as why_no_hand
from webui.messages.vision import GROUPS, says_no_hand
from webui.messages.vision import doubt as doubt_words
from webui.messages.vision import remark as remark_words
from webui.serializers.encoding import plain
from webui.serializers.hands import question_json
from webui.serializers.readings import area_json, doubt_json, reading_json, remark_json, size_remarks
from webui.serializers.scoring import assessment_json
from webui.terminal.language import of_game, said, spoken

STDIN: Final = Path("-")
"""The name of standard input in place of a photo."""


@dataclass(frozen=True, slots=True)
class Read:
    """The reading of a picture, and the hand with the answers given so far.

    Attributes:
        order: The reading's doubts, the most important first; their numbers are the places here, from 1.
        answers: The answers by doubt.
        hand: Hand text, or None while the tiles make no hand.
        problem: The reason why they make none.
    """

    path: Path
    reading: Reading
    laid: HandState
    order: tuple[int, ...]
    answers: dict[int, str]

    @property
    def open(self) -> list[int]:
        still = set(open_doubts(self.reading, self.laid))
        return [n for n in self.order if n in still]

    @property
    def hand(self) -> str | None:
        if self.answers:
            return outcome(self.laid).text
        red = kept_book(self.laid.rules).red and any(tile.red for tile in self.reading.tiles)
        return format_win(to_win(self.laid)) if red and self.reading.hand else self.reading.hand

    @property
    def problem(self) -> str:
        found = outcome(self.laid).unfinished if self.answers else None
        if found:
            return hand_words.unfinished(spoken(), found)
        why = unread(self.reading, self.laid.whole)
        if why and why.kind == "other-size":
            return why_no_hand(spoken(), why)[0]
        says = [doubt_words(spoken(), doubt) for doubt in self.reading.doubts]
        doubts = said("; ").join(says)
        none = any(map(says_no_hand, self.reading.doubts))
        return doubts if none else said("no hand found: %(doubts)s", {"doubts": doubts})

    @property
    def remarks(self) -> tuple[Remark, ...]:
        return remarks_on(self.reading, self.laid)

    @property
    def questions(self) -> list[tuple[int, Question]]:
        """The open questions, each once, by the number of the first doubt that it covers."""
        asked = answerable(questions(self.reading, self.laid, self.open), self.laid)
        return [(self.order.index(each.number) + 1, each) for each in asked]

    def question(self, doubt: int) -> Question:
        return question(self.reading, self.laid, doubt)

    def answer(self, number: int, word: str) -> "Read":
        """Return the reading with one question answered.

        Raises:
            EditRejectedError: There is no such question or answer.
        """
        if not 0 < number <= len(self.order):
            raise EditRejectedError("no-such-number", number=number, count=len(self.order))
        doubt = self.order[number - 1]
        laid, _ = answered(self.reading, self.laid, doubt, word)
        return replace(self, laid=laid, answers=self.answers | {doubt: word})


def _region(_context: click.Context, _option: click.Parameter, value: str | None) -> Quad | None:
    """Return the corners of the region in a text such as `600,0,800,400`."""
    if value is None:
        return None
    numbers = re.fullmatch(r"(\d{1,6}),(\d{1,6}),([1-9]\d{0,5}),([1-9]\d{0,5})", value)
    if numbers is None:
        expected = said(
            "expected x,y,width,height in pixels, such as 600,0,800,400, got %(text)s", {"text": repr(value)}
        )
        raise click.BadParameter(expected)
    x, y, width, height = map(float, numbers.groups())
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


@click.command("read")
@click.argument("images", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="IMAGE...")
@rules_option
@click.option("--words", default="", help='How the hand was won, such as "self-draw seat=S" [default: open].')
@click.option("--json", "as_json", is_flag=True, help="One JSON object per photo.")
@click.option(
    "--settle",
    "settled",
    multiple=True,
    metavar="N=ANSWER",
    help="Answer the question of that number, such as 1=6m; repeatable.",
)
@click.option(
    "--region",
    callback=_region,
    metavar="X,Y,W,H",
    help="Read only this area of the photo, in pixels from its top left.",
)
@click.option(
    "--hand",
    "hand",
    type=click.IntRange(1),
    default=1,
    metavar="N",
    help="Read the second, third or fourth hand, if the photo shows several.",
)
@click.option("--ask", is_flag=True, help="Ask the open questions in turn.")
@click.option(
    "--annotate",
    type=click.Path(path_type=Path),
    help="Write each photo with its tiles marked: into this folder, or for one photo to this file.",
)
@click.option(
    "--force", is_flag=True, help="Let --annotate replace files that exist; the photos read stay as they are."
)
@click.option(
    "-j", "--jobs", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that read the photos."
)
@click.option("--queue", is_flag=True, help="Have the workers of the hall read the photos (--db, tableside worker).")
@data_option
@db_option
@models_option
@set_option
@sets_option
def command(
    images: tuple[Path, ...],
    rules: str,
    words: str,
    as_json: bool,
    settled: tuple[str, ...],
    region: Quad | None,
    hand: int,
    ask: bool,
    annotate: Path | None,
    force: bool,
    jobs: int,
    queue: bool,
    data: Path,
    db: str | None,
    set_name: str | None,
    sets: Path | None,
) -> None:
    """Read the hand in each photo and score it.

    A folder stands for the pictures in it, - for one photo on standard input. What is doubtful is listed as numbered
    questions with their answers, the one that matters most first: answer with --settle or --ask. The exit code is 1
    when a picture could not be read or shows no hand, or when an answer does not fit; the others are read all the same.
    Ctrl+C ends the work after the picture that is being read. Of several pictures a summary follows on stderr.
    """
    of_game(rule_book(rules).game.id)
    _check_words(words, rules)

    def fail(path: Path, kind: str, message: str, about: Mapping[str, Any] | None = None) -> None:
        """Print the problem of a picture that gives no reading: on stderr, and as JSON in place of the reading."""
        complain(path, message)
        if as_json:
            failed = {"image": printable(path), "rules": rules, "hand": None, "score": None}
            click.echo(json.dumps({**failed, "problems": [_problem(kind, message, about)]}, ensure_ascii=False))

    answers = [_numbered(given) for given in settled]
    paths: list[Path] = []
    failed = False
    left_over = set(filter(is_leftover, images))
    for given in images if len(left_over) == len(images) else [each for each in images if each not in left_over]:
        try:
            found = _pictures(given)
        except OSError as error:
            why = {"reason": error.strerror}
            unreadable = said("cannot be read (%(reason)s): check the path and its permissions", why)
            fail(given, "folder-unreadable", unreadable, why)
            failed = True
            continue
        if not found:
            fail(given, "folder-empty", said("the folder holds no photo (JPEG, PNG, WebP, HEIC or AVIF)"))
            failed = True
        paths += found
    if STDIN in paths and (len(paths) > 1 or queue):
        alone = said("- reads one photo from standard input: give it alone")
        raise click.BadParameter(alone, param_hint="IMAGE")
    if answers and len(paths) != 1:
        several = said("give one photo with it, not %(count)d", {"count": len(paths)})
        raise click.BadParameter(several, param_hint="--settle")
    if region and len(paths) > 1:
        several = said("give one photo with it, not %(count)d", {"count": len(paths)})
        raise click.BadParameter(several, param_hint="--region")
    if hand > 1 and len(paths) > 1:
        several = said("give one photo with it, not %(count)d", {"count": len(paths)})
        raise click.BadParameter(several, param_hint="--hand")
    if region and hand > 1:
        both = said("name the region of that hand alone")
        raise click.BadParameter(both, param_hint="--hand")
    if queue and (not db or set_name or region or hand > 1):
        wrong = said("it needs --db, and reads whole photos by no tile set")
        raise click.BadParameter(wrong, param_hint="--queue")

    play = rule_book(rules).play

    @cache
    def reader() -> tuple[TileReader, Prototypes | None]:
        made = _reader()
        return made, opened_set(made, sets_folder(data, sets), set_name)

    def read_here(path: Path) -> ReadResult:
        start = perf_counter()
        photo = open_photo(sys.stdin.buffer.read() if path == STDIN else path)
        decode = 1000 * (perf_counter() - start)
        return ReadResult(_reading(reader()[0], photo, region, hand, reader()[1], play.sets), decode, photo=photo)

    marked = {} if annotate is None else annotating.places(paths, annotate)
    tally = Tally(len(paths))
    with stoppable() as stop, ExitStack() as stack:
        outcomes: Iterator[ReadResult] | None = None
        if queue and db:
            outcomes = stack.enter_context(by_workers(paths, db))
        elif jobs > 1 and len(paths) > 1:
            reader()  # reports a problem of the networks or the set once
            outcomes = stack.enter_context(by_processes(paths, jobs, sets_folder(data, sets), set_name, play.sets))
        for path in paths:
            if stop.wanted:
                break
            try:
                with shown(tally.read + 1, tally.count):
                    outcome = next(outcomes) if outcomes else read_here(path)
                if outcome.error:
                    raise outcome.error
                assert outcome.reading
                reading = outcome.reading
            except NotThereError as error:
                fail(path, "no-such-hand", str(error))
                tally.add("unusable")
                continue
            except ImageError as error:
                fail(path, error.kind, vision_error(spoken(), error), error.about)
                tally.add("unusable")
                continue
            if not reading.tiles:
                fail(path, "no-tiles-seen", ": ".join(web_error(spoken(), WebError("no-tiles-seen"))))
                tally.add("unusable")
                continue
            seen = from_reading(reading, rules)
            read = Read(path, reading, seen, by_weight(reading, seen), {})
            for number, word in answers:
                try:
                    read = read.answer(number, word)
                except EditRejectedError as error:
                    complain(path, _refused(error))
                    failed = True
            read = _asked(read, stop) if ask else read
            start = perf_counter()
            try:
                score = _assessed(read.hand, words, rules) if read.hand else None
            except NotationError as error:  # the options exclude flowers, but there are some
                fail(path, error.kind, scoring_error(spoken(), error), error.about)
                tally.add("unusable")
                continue
            ms = {**reading.ms, "decode": outcome.decode, "score": 1000 * (perf_counter() - start)}
            if as_json:
                click.echo(json.dumps(_as_dict(read, score, rules, ms), ensure_ascii=False))
            else:
                click.echo(_as_text(read, score))
            if score is None:
                complain(path, read.problem)
            tally.add("unusable" if score is None else "questions" if read.open else "sure")
            if path in marked:
                photo = open_photo(path) if outcome.photo is None else outcome.photo
                pointed = {n for remark in read.remarks for n in remark.tiles}
                drawn = reading if photo.opened == photo.size else reading.in_frame(photo.opened)
                failed |= not annotating.annotate(marked[path], photo.pixels, drawn, pointed, paths, force)
    if len(paths) > 1:
        click.echo(tally.summary(), err=True)
    sys.exit(1 if failed or tally.unusable or not tally.complete else 0)


def _reader() -> TileReader:
    try:
        return TileReader()
    except WeightsError as error:
        raise click.ClickException(vision_error(spoken(), error)) from error


class NotThereError(Exception):
    """The requested hand is not in the picture; the message is for people."""


def _reading(
    reader: TileReader, photo: Photo, region: Quad | None, hand: int, tileset: Prototypes | None, sets: int
) -> Reading:
    """Return the reading of one hand of a picture, or of a part of the picture.

    Raises:
        ImageError: The part lies outside the picture.
        NotThereError: The picture has fewer hands.
    """

    read = partial(reader.read, tileset=tileset, sets=sets)
    if region is not None:
        return read_part(read, photo, region)
    reading = read_photo(read, photo)
    if hand == 1:
        return reading
    if hand - 1 > len(reading.others):
        count = len(reading.others) + (reading.hand is not None)
        raise NotThereError(said("--hand %(number)d: hands in the photo: %(count)d", {"number": hand, "count": count}))
    return read_photo(read, photo, decode=partial(hand_within, reading.others[hand - 2]))


def region_of(area: Quad, size: tuple[int, int]) -> list[int]:
    """Return the region (x, y, width, height) for `--region` of an area in a picture of (width, height)."""
    low = np.maximum(np.floor(np.min(area, axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(np.max(area, axis=0)), size).astype(int)
    return [*low.tolist(), *(high - low).tolist()]


def _assessed(hand: str, words: str, rules: str) -> ScoreRange:
    """Return the score of a hand that was read, with the words for how it was won.

    Raises:
        NotationError: The words contradict the hand.
    """
    return assess(parse(f"{hand} {words}", plays_red(rules), game_of(rules).id), rules)


def _check_words(words: str, rules: str) -> None:
    try:
        win = parse(words, game=game_of(rules).id)
    except NotationError as error:
        raise click.BadParameter(scoring_error(spoken(), error), param_hint="--words") from error
    if win.tiles or win.flowers:
        seen = said("tiles and flowers are read from the photo: leave them out")
        raise click.BadParameter(seen, param_hint="--words")


def _numbered(given: str) -> tuple[int, str]:
    number, _, word = given.partition("=")
    if not number.strip().isdecimal() or not word.strip():
        raise click.BadParameter(
            said("expected a question's number and the answer, such as 1=6m, got %(given)r", {"given": given}),
            param_hint="--settle",
        )
    return int(number), word


def _asked(read: Read, stop: Stop) -> Read:
    """Ask each open question; an empty answer leaves it open, Ctrl+C all that remain."""
    left: set[int] = set()
    while asked := next((each for each in read.questions if each[0] not in left), None):
        number, _ = asked
        while number in dict(read.questions):
            click.echo(f"{printable(read.path)}: {_question(read, number, dict(read.questions)[number])}", err=True)
            try:
                prompt = "  " + said("answer (empty to leave it open)")
                with stop.asking():
                    word = click.prompt(prompt, default="", show_default=False, err=True)
            except click.Abort:
                return read
            if not word.strip():
                left.add(number)
                break
            try:
                read = read.answer(number, word)
            except EditRejectedError as error:
                click.echo(f"  {_refused(error)}", err=True)
    return read


def _question(read: Read, number: int, asked: Question) -> str:
    words = spoken()
    tiles = " " + _aside(_where(read.reading, asked.seen[0]), words) if len(asked.seen) == 1 else ""
    answers = [
        c.answer if c.kind == "face" else f"{c.answer} {_aside(hand_words.choice(words, c), words)}"
        for c in asked.choices
    ]
    answers += [words("any other tile") if answers else words("a tile, such as 5m")] if asked.any_face else []
    ask = hand_words.question(words, asked)
    why = words("; ").join(dict.fromkeys(doubt_words(words, doubt) for doubt in (asked.doubt, *asked.also.values())))
    return f"{number}. {ask}{tiles} {why}\n     {number}=… {', '.join(answers)}"


def _aside(what: str, words: Messages) -> str:
    return words("(%(what)s)", {"what": what})


def _refused(error: EditRejectedError) -> str:
    why, fix = hand_words.refusal(spoken(), error)
    return said("%(error)s. %(fix)s.", {"error": why, "fix": fix})


def _where(reading: Reading, tile: int) -> str:
    """Return the place of a tile as people count, in the order of the tiles."""
    words, group = spoken(), reading.groups[reading.tiles[tile].group]
    if group.kind == "winning":
        return words("the winning tile")
    about = {"number": group.tiles.index(tile) + 1, "count": len(group.tiles), "group": words(GROUPS[group.kind])}
    return words("tile %(number)d of %(count)d, %(group)s", about)


def _pictures(path: Path) -> list[Path]:
    """Return the path itself, or the pictures of a folder.

    Raises:
        OSError: The folder cannot be read.
    """
    if not path.is_dir():
        return [path]
    return pictures_in(path)


def _as_dict(read: Read, score: ScoreRange | None, rules: str, ms: dict[str, float]) -> dict[str, object]:
    reading = read.reading
    number = {doubt: n for n, doubt in enumerate(read.order, 1)}
    doubts = [
        {
            **plain(doubt_json(doubt, spoken())),
            "n": number[n],
            "settled": n not in read.open,
            "answer": read.answers.get(n),
            **{
                key: value
                for key, value in plain(question_json(read.question(n), spoken())).items()
                if key in ("ask", "choices", "any_face")
            },
        }
        for n, doubt in enumerate(reading.doubts)
    ]
    candidates = [
        {"area": area_json(area), "region": region_of(area, reading.size)}
        for area in laid_together(reading, read.laid.whole)
    ]
    sized = size_remarks(reading, spoken(), read.laid.whole) if read.open else []
    remarks = plain([*sized, *[remark_json(remark, spoken()) for remark in read.remarks]])
    return {
        "image": printable(read.path),
        "rules": rules,
        **plain(reading_json(reading, spoken())),
        "hand": None if score is None else format_win(score.win),
        "settled_by": "" if read.open or not read.hand else "person" if read.answers else "camera",
        "doubts": doubts,
        **({"candidates": candidates} if candidates else {}),
        **({"remarks": remarks} if remarks else {}),
        **(
            {"problems": [{"kind": "no-hand", "message": unstopped(read.problem), "about": {}}]}
            if score is None
            else {}
        ),
        "score": None if score is None else plain(assessment_json(score, spoken())),
        "ms": {stage: round(took, 1) for stage, took in ms.items()},
    }


def _problem(kind: str, message: str, about: Mapping[str, Any] | None = None) -> dict[str, object]:
    return {"kind": kind, "message": unstopped(message), "about": dict(about or {})}


def _as_text(read: Read, score: ScoreRange | None) -> str:
    words, name = spoken(), printable(read.path)
    head = f"{name}: {words('no hand') if score is None else assessed(score, words)}"
    asked = [f"  {_question(read, n, each)}" for n, each in read.questions]
    if read.answers and not asked:
        asked = ["  " + words("All questions are answered.")]
    return "\n".join([head, *_groups(read), *_others(read), *_candidates(read), *_remarks(read), *asked])


def _candidates(read: Read) -> list[str]:
    """Return the places of possible hands in a picture without a readable one, and how to read each."""
    words = spoken()
    lines = []
    for area in laid_together(read.reading, read.laid.whole):
        inside = contains(np.array([area]), np.array([tile.quad for tile in read.reading.tiles]))[0]
        about = {"count": int(inside.sum()), "region": ",".join(map(str, region_of(area, read.reading.size)))}
        lines.append("  " + words("%(count)d tiles lie together: --region %(region)s reads them alone", about))
    return lines


def _remarks(read: Read) -> list[str]:
    """Return the remarks on the visible faces as one set of tiles, with their places in the picture."""
    words = spoken()
    sized = size_remarks(read.reading, words, read.laid.whole) if read.open else []
    lines = [f"  {remark.says}" for remark in sized]
    for remark in read.remarks:
        middles = (np.mean(read.reading.tiles[n].quad, axis=0).round().astype(int) for n in remark.tiles)
        at = " ".join(f"{x},{y}" for x, y in middles)
        lines.append("  " + words("%(remark)s (at %(places)s)", {"remark": remark_words(words, remark), "places": at}))
    return lines


def _others(read: Read) -> list[str]:
    """Return the notice that the picture has other hands, and how to read them."""
    count = len(read.reading.others)
    if not count:
        return []
    words = spoken()
    return ["  " + words("other hands in the photo: %(count)d; --hand 2 reads the next", {"count": count})]


_PONDS: Final[dict[Side | None, str]] = {
    "near": N_("discards, near side"),
    "right": N_("discards, right side"),
    "far": N_("discards, far side"),
    "left": N_("discards, left side"),
    None: N_("discards"),
}
"""Names of the ponds of a whole table, by the side of the picture; their tiles stand in the order of discard."""


def _groups(read: Read) -> list[str]:
    """Return the groups of the hand, one line each, and the tiles that lie aside."""
    laid = read.laid
    mine = {slot.seen for slot in places(laid).values()}
    words = spoken()
    discarded = {n for pond in read.reading.ponds for n in pond.tiles}
    aside = tuple(Slot(t.tile, n) for n, t in enumerate(read.reading.tiles) if n not in mine | discarded)
    groups = {
        words("concealed"): laid.concealed,
        words("winning tile"): (laid.winning,) if laid.winning else (),
        words("flowers"): laid.flowers,
    }
    red = " ".join(f"0{str(tile.tile)[1]}" for tile in read.reading.tiles if tile.red)
    lines = [hand_words.meld(words, meld) for meld in laid.melds]
    ponds = sorted(read.reading.ponds, key=lambda pond: list(_PONDS).index(pond.side))
    in_turn = [tuple(read.reading.tiles[n].tile or "?" for n in pond.tiles if n not in mine) for pond in ponds]
    return [
        f"  {line}"
        for line in [
            *lines,
            *(name + words(": ") + _tiles(slots) for name, slots in groups.items() if slots),
            *(words(_PONDS[p.side]) + words(": ") + compact(tiles) for p, tiles in zip(ponds, in_turn, strict=True)),
            *([words("not in the hand") + words(": ") + _tiles(aside)] if aside else []),
            *([words("red fives: %(tiles)s", {"tiles": red})] if red else []),
        ]
    ]


def _tiles(slots: tuple[Slot, ...]) -> str:
    unread = sum(slot.tile is None for slot in slots)
    return compact(in_order(slots)) + "?" * unread
