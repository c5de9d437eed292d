"""`tableside score`: hands as text in, score sheets out."""

import io
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Final, TextIO, TypeVar

import click

from scoring import RULES, NotationError, ScoreSheet, parse, score
from scoring.explain import explanation
from scoring.hand import UNUSABLE, Problem
from scoring.notation import compact, format_win
from webui.views import sheet_json
from webui.words import Words

T = TypeVar("T")

LONGEST: Final = 2000
"""Characters a hand may have; no line of a stream is held beyond it."""

_WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "and": ", ",
        "points": "{total} points",
        "with flowers": "{total} points, {flowers} of them flowers",
        "legal": "may be declared",
        "short": "may not be declared: {short} short of {minimum}",
        "no win": "does not win",
        "cannot be scored": "cannot be scored",
        "waiting": "a hand that still lacks its winning tile",
        "limit listed": "limit: one pattern counts alone",
        "limit compound": "limit: the sum is capped",
        "left out": "Left out",
        "pays": "Payments",
        "responsible": "Responsible: {seat} ({why})",
        "read as": "Read as",
        "tie": "Worth the same read as",
        "waits": "Waits for",
        "wait": "{tile}: {left} left, {drawn} self-drawn, {claimed} claimed",
        "too few": "{total} (not enough)",
        "changes": "Would be enough",
        "change": "{what}: {total} points",
        "self-draw": "drawing the winning tile oneself",
        "last tile": "the last tile of the wall, or the discard after it",
        "replacement tile": "the replacement tile after a kong",
        "robbed kong": "robbing a kong",
        "last of kind": "the last of its kind, the others lying open",
        "winning tile": "winning on {0}",
        "unclaimed": "not claiming {tiles}",
        "exchange": "{1} in place of {0}",
        "more": "and {more} more exchanges of a tile",
        "far": "{tiles} to exchange for {shape}: out {wrong}, in {missing}",
        "exchanges": "One exchange wins: {exchanges}",
        "for": "{in_} for {out}",
        "four sets and a pair": "four sets and a pair",
        "seven pairs": "seven pairs",
        "thirteen orphans": "thirteen orphans",
        "a knitted straight": "a knitted straight",
        "honors and knitted tiles": "honors and knitted tiles",
        "problem": "Note",
        "non-repeat": "implied by {because}",
        "non-separation": "its sets are already combined in {because}",
        "non-identical": "one of its sets already counts in another {because}",
        "account-once": "its sets are already joined by {because}",
        "high-versus-low": "counts only in a reading worth no more; {because} was taken",
        "one of a series": "one pattern a series: {because} is higher",
        "listed limit": "{because} is a limit and counts alone",
        "freedom of count": "counts only in a reading worth no more; {because} was taken",
        "contradiction": "{because}",
    },
    "zh": {
        "and": "，",
        "points": "{total}分",
        "with flowers": "{total}分，其中花牌{flowers}分",
        "legal": "可以和牌",
        "short": "不能和牌：差{short}分到{minimum}分",
        "no win": "没有和牌",
        "cannot be scored": "无法计分",
        "waiting": "尚缺和牌张",
        "limit listed": "满贯：只计一项",
        "limit compound": "满贯：合计封顶",
        "left out": "不计",
        "pays": "支付",
        "responsible": "负责者：{seat}",
        "read as": "拆法",
        "tie": "同分的拆法",
        "waits": "听",
        "wait": "{tile}：余{left}张，自摸{drawn}分，点和{claimed}分",
        "too few": "{total}（不足）",
        "changes": "改一处即可和牌",
        "change": "{what}：{total}分",
        "self-draw": "改为自摸",
        "last tile": "海底的牌",
        "replacement tile": "杠后补牌",
        "robbed kong": "抢杠",
        "last of kind": "绝张",
        "winning tile": "改和{0}",
        "unclaimed": "不吃碰{tiles}",
        "exchange": "{0}换成{1}",
        "more": "另有{more}种换一张牌的办法",
        "far": "换{tiles}张可成（{shape}）：去{wrong}，进{missing}",
        "exchanges": "换一张即成：{exchanges}",
        "for": "{out}换{in_}",
        "four sets and a pair": "四副一对",
        "seven pairs": "七对",
        "thirteen orphans": "十三幺",
        "a knitted straight": "组合龙",
        "honors and knitted tiles": "全不靠",
        "problem": "注意",
        "non-repeat": "不重复：已含于{because}",
        "non-separation": "不拆移：已组成{because}",
        "non-identical": "不得相同：已用于{because}",
        "account-once": "套算一次：已与{because}相连",
        "high-versus-low": "就高不就低",
        "one of a series": "同类只计最高：{because}",
        "listed limit": "{because}为满贯，只计一项",
        "freedom of count": "自由计法：取分高的拆法",
        "contradiction": "{because}",
    },
}
_SHOWN_CHANGES: Final = 8


def _tiles(tiles: Iterable[str]) -> str:
    return compact(tuple(tiles))


def _sets(sets: Iterable[Iterable[str]]) -> str:
    return " ".join(_tiles(tiles) for tiles in sets)


def _name(names: tuple[str, str], lang: str) -> str:
    return names[1] if lang == "zh" else f"{names[0]} {names[1]}"


def _chosen(en: T, zh: T, lang: str) -> T:
    return zh if lang == "zh" else en


def _verdict(sheet: ScoreSheet, words: dict[str, str]) -> str:
    if sheet.problems == Problem.NO_WINNING_TILE:
        return words["waiting"]
    if not sheet.usable:
        return words["cannot be scored"]
    if not sheet.wins:
        return words["no win"]
    flowers = sheet.total - sheet.counted
    points = words["with flowers" if flowers else "points"].format(total=sheet.total, flowers=flowers)
    if not sheet.legal:
        return words["and"].join((points, words["short"].format(short=sheet.short_by, minimum=sheet.minimum)))
    limit = [words[f"limit {sheet.limit}"]] if sheet.limit else []
    return words["and"].join((points, words["legal"], *limit))


def text(sheet: ScoreSheet, lang: str = "en", explain: bool = False) -> str:
    """A sheet as lines a referee can read aloud: the verdict, every line with its tiles, what was left out and why."""
    words = _WORDS[lang]
    out = [f"{format_win(sheet.win)}", f"  [{sheet.rules}] {_verdict(sheet, words)}"]
    for line in sheet.lines:
        times = f" ×{line.count}" if line.count > 1 else ""
        out.append(f"  {line.points:>4}  {_name((line.name, line.zh), lang)}{times}  {_sets(line.sets)}".rstrip())
    out += [f"  {words['problem']}: {_chosen(finding.message, finding.zh, lang)}" for finding in sheet.findings]
    if sheet.payments:
        paid = ", ".join(f"{seat} {points:+d}" for seat, points in sheet.payments.items())
        out.append(f"  {words['pays']}: {paid}")
    if explain:
        out += _left_out(sheet, lang, words)
    if explain or (not sheet.wins and sheet.problems in (Problem(0), Problem.NO_WINNING_TILE)):
        out += _further(explanation(sheet), words, explain)
    return "\n".join(out)


def _left_out(sheet: ScoreSheet, lang: str, words: dict[str, str]) -> list[str]:
    out = [f"  {words['read as']}: {_sets(sheet.arrangement)}"] if sheet.arrangement else []
    out += [
        f"  {words['tie']}: {_sets(tie.arrangement)} ({', '.join(_chosen(tie.patterns, tie.patterns_zh, lang))})"
        for tie in sheet.ties
    ]
    if sheet.left_out:
        out.append(f"  {words['left out']}:")
    for left in sheet.left_out:
        why = words[left.principle].format(because=_chosen(left.because, left.because_zh, lang))
        out.append(f"        {_name((left.name, left.zh), lang)}  {_sets(left.sets)}  ({why})")
    return out


def _further(said: dict[str, Any], words: dict[str, str], explain: bool) -> list[str]:
    out = []
    if said.get("waits") and (explain or "distance" not in said):
        out.append(f"  {words['waits']}:")
        for wait in said["waits"]:
            drawn, claimed = (
                str(worth["total"]) if worth["legal"] else words["too few"].format(total=worth["total"])
                for worth in (wait["self_drawn"], wait["discarded"])
            )
            out.append(
                "        " + words["wait"].format(tile=wait["tile"], left=wait["left"], drawn=drawn, claimed=claimed)
            )
    if "responsible" in said:
        payer = said["responsible"]
        out.append("  " + words["responsible"].format(seat=payer["seat"] or "–", why=payer["why"]))
    if "changes" in said:
        out.append(f"  {words['changes']}:")
        for change in said["changes"][:_SHOWN_CHANGES]:
            what = words[change["kind"]].format(*change["tiles"], tiles=_tiles(change["tiles"]))
            out.append(f"        {words['change'].format(what=what, total=change['total'])}")
        if len(said["changes"]) > _SHOWN_CHANGES:
            out.append("        " + words["more"].format(more=len(said["changes"]) - _SHOWN_CHANGES))
    if "distance" in said:
        far = said["distance"]
        out.append(
            "  "
            + words["far"].format(
                tiles=far["tiles"],
                shape=words[far["shape"]],
                wrong=_tiles(far["wrong"]),
                missing=_tiles(far["missing"]),
            )
        )
        if far["exchanges"]:
            pairs = ", ".join(words["for"].format(out=out_, in_=in_) for out_, in_ in far["exchanges"])
            out.append("  " + words["exchanges"].format(exchanges=pairs))
    return out


def _lines(stream: TextIO) -> Iterator[str]:
    """The lines of a stream without holding more than one, each cut a little beyond `LONGEST`."""
    while line := stream.readline(LONGEST + 1):
        yield line
        while not line.endswith("\n") and (line := stream.readline(LONGEST + 1)):
            pass


def _hands(hands: tuple[str, ...], files: tuple[TextIO, ...]) -> Iterator[tuple[str, str]]:
    """Every hand with the name of its place: arguments, then files, or standard input when there is neither."""
    for at, hand in enumerate(hands, 1):
        yield f"hand {at}", hand
    streams: list[TextIO] = list(files)
    if not hands and not files:
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        streams.append(sys.stdin)
    for stream in streams:
        for at, line in enumerate(_lines(stream), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                yield f"{getattr(stream, 'name', '<stdin>')}:{at}", line.strip()


def _unread(hand: str, rules: str, message: str) -> dict[str, Any]:
    return {
        "hand": hand,
        "rules": rules,
        "wins": False,
        "legal": False,
        "total": 0,
        "minimum": RULES[rules].minimum,
        "patterns": [],
        "left_out": [],
        "problems": [{"problem": "NOTATION", "message": message}],
    }


@click.command("score", short_help="Score hands given as text.")
@click.argument("hands", nargs=-1, metavar="[HAND]...")
@click.option(
    "--file",
    "files",
    type=click.File("r", encoding="utf-8", errors="replace"),
    multiple=True,
    help="Read hands from a file, one a line; - is standard input.",
)
@click.option("--rules", type=click.Choice(list(RULES)), default="mcr", show_default=True, help="Rules in force.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a hand.")
@click.option("--lang", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language of the text.")
@click.option("--explain", is_flag=True, help="Also what was left out and why, waits, and what would be enough.")
def command(
    hands: tuple[str, ...], files: tuple[TextIO, ...], rules: str, as_json: bool, lang: str, explain: bool
) -> None:
    """Score hands: as arguments, from files, or one a line on standard input.

    A hand is its tiles with the winning tile last, melds in brackets, then how it was won:

    \b
        tableside score "[CCC,1]123m456p789sE E self-draw seat=S"
        tableside score 1112345678999m        (13 tiles: what it waits for)

    Tiles are 1m-9m characters, 1p-9p dots, 1s-9s bamboo, E S W N winds, C F P dragons. [123m,1] was given by the
    player before, 2 opposite, 3 the player after; four tiles without a digit are a concealed kong. Words: self-draw
    last-tile kong last-of-kind heaven earth round=E seat=S flowers=2 from=W discards=S3p,W5m.

    Exit status 1 when a hand could not be used; the others are still scored.
    """
    if not hands and not files and sys.stdin.isatty():
        raise click.UsageError('No hand given. Try: tableside score "123m456p789sEEECC C"')
    failed = False
    for place, hand in _hands(hands, files):
        try:
            if len(hand) > LONGEST:
                raise NotationError(f"{hand[:30]!r}… is longer than {LONGEST} characters: give one hand a line.")
            sheet = score(parse(hand), rules)
        except NotationError as error:
            failed = True
            click.echo(f"{place}: {error}", err=True)
            if as_json:
                click.echo(json.dumps(_unread(hand, rules, str(error)), ensure_ascii=False))
            continue
        if as_json:
            data = sheet_json(sheet, Words.of("en")) | (explanation(sheet) if explain else {})
            click.echo(json.dumps(data, ensure_ascii=False))
        else:
            click.echo(text(sheet, lang, explain))
        if sheet.problems & UNUSABLE & ~Problem.NO_WINNING_TILE:
            failed = True
            for finding in sheet.findings:
                click.echo(f"{place}: {finding.message}", err=True)
    sys.exit(1 if failed else 0)
