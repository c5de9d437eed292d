"""Headings of lists of results, in the languages of those who write them."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, Literal, get_args

from webui.hall.headings import fold

ResultColumn = Literal["day", "round", "table", "seat", "player", "points", "penalty", "left"]
"""The use of a column: `points` are the totals of one player, or of the seats one after the other, as `player` and
`penalty`; `left` are points that lie on the table at the end."""

RESULT_COLUMNS: Final[tuple[ResultColumn, ...]] = get_args(ResultColumn)

HEADINGS: Final[Mapping[ResultColumn, str]] = {
    "day": "date|day|played on|datum|tag|spieltag|fecha|día|jour|data|giorno|dato|dag|päivä|дата|день"
    "|日期|日|比赛日期|比賽日期|日付|開催日|対局日|날짜",
    "round": "round|round no|session|game|game no|hanchan|match|runde|spiel|durchgang|ronda|partida|ronde|partie|manche"
    "|tour|turno|partita|omgång|kierros|раунд|тур|игра|轮|轮次|第几轮|局|局次|场|场次|輪|輪次|場|場次|回|回戦|ラウンド"
    "|試合|半荘|대국|라운드",
    "table": "table|table no|board|tisch|tischnummer|mesa|tavolo|tafel|bord|pöytä|stół|стол|桌|牌桌|桌号|桌次|桌號|台"
    "|台号|台號|卓|卓番|卓番号|卓no|테이블",
    "seat": "seat|wind|place at the table|sitz|platz am tisch|asiento|siège|vent|座|座位|座次|方位|门风|門風|席|家"
    "|自風|자리",
    "player": "player|name|player name|full name|spieler|spielerin|jugador|joueur|joueuse|giocatore|speler|spelare"
    "|spiller|pelaaja|gracz|игрок|имя|选手|选手姓名|姓名|名字|選手|選手姓名|対局者|プレイヤー|プレーヤー|氏名|名前|選手名|이름|선수",
    "points": "points|point|pts|score|scores|total|totals|result|final points|final score|game points|raw score|punkte"
    "|ergebnis|puntos|puntuación|marque|punti|punteggio|punten|poäng|pisteet|punkty|очки|счёт|счет|分|得分|分数|分數|总分|合计|合計"
    "|總分|成绩|成績|终局分|点|点数|得点|持ち点|素点|最終持ち点|スコア|점수",
    "penalty": "penalty|penalties|fine|chombo|chombo points|strafe|strafpunkte|pénalité|penalización|penalità|штраф"
    "|罚分|罰分|扣分|罚点|罰点|減点|判罚|判罰|ペナルティ|チョンボ|벌점",
    "left": "left|left over|leftover|left on the table|remaining|sticks|rest|übrig|restant|resto|остаток"
    "|剩余|剩餘|桌上剩余|桌上剩餘|留在桌上|供托|供託|余り|残り|卓上の残り",
}
"""Usual headings by the use of the column."""

_PLACES: Final[Mapping[str, int]] = {
    **dict.fromkeys(("e", "east", "ost", "est", "東", "东", "1", "a", "i"), 0),
    **dict.fromkeys(("s", "south", "süd", "sud", "sur", "南", "2", "b", "ii"), 1),
    **dict.fromkeys(("w", "west", "ouest", "oeste", "ovest", "西", "3", "c", "iii"), 2),
    **dict.fromkeys(("n", "north", "nord", "norte", "北", "4", "d", "iv"), 3),
}
"""Words and signs for a seat of a table."""


@cache
def _known() -> dict[str, ResultColumn]:
    return {fold(heading): use for use, headings in HEADINGS.items() for heading in headings.split("|")}


@cache
def _places() -> dict[str, int]:
    return {fold(name): place for name, place in _PLACES.items()}


def place_of(text: str) -> int | None:
    """Return the seat that a cell names, from 0 for East, or None."""
    return _places().get(re.sub("[家風风位]$", "", fold(text)))


def use_of(heading: str) -> tuple[ResultColumn | None, int | None]:
    """Return the use of a column by its heading, and the seat that it names; None for either that it does not tell.

    `East`, `P1`, `Player 1` and `南家得点` name a seat.
    """
    folded = fold(re.sub(r"[(（\[].*?[)）\]]", " ", heading)) or fold(heading)
    if use := _known().get(folded):
        return use, None
    if (place := place_of(folded)) is not None:
        return None, place
    if short := re.fullmatch(r"pl? ?([1-4])(?: (.*))?", folded):
        return _known().get(short[2]), place_of(short[1])
    words = re.sub(r"(\d)", r" \1 ", folded).split()
    for at in {0, len(words) - 1} if len(words) > 1 else ():
        rest = " ".join(words[:at] + words[at + 1 :])
        if (place := place_of(words[at])) is not None and (use := _known().get(rest)):
            return use, place
    if found := re.fullmatch("([東东南西北])家?(.+)", folded):
        return _known().get(found[2].strip()), place_of(found[1])
    if found := re.fullmatch("第?([0-9一二三四])?(轮|輪|局|回戦|桌|卓)", folded):
        return _known().get(found[2]), None
    return None, None


def known_headings(row: Sequence[str]) -> int:
    """Return the number of cells that are headings of a list of results."""
    return sum(use_of(cell) != (None, None) for cell in row if not re.fullmatch(r"[\d\W]*|[A-Da-d]", cell))
