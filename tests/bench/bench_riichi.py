"""Reads and scores declared riichi hands in photographs: `python -m tests.bench.bench_riichi PHOTOS`.

Without PHOTOS it times random hands: the library alone, its arguments made beforehand, and what is here around it.

PHOTOS is the folder with `tables-dev` and `tables-train`. Each hand counts as the reader gives it, without an answer,
and is scored with the words below. The values were worked out by hand from the tiles in the photographs. The hands were
chosen among those that the reader got right, so their number says nothing about reading; `bench_vision` does.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple
from unittest.mock import patch

from mahjong.hand_calculating.hand import HandCalculator

from scoring import parse
from scoring.circumstances import assess
from scoring.games.riichi.library import estimate
from scoring.games.riichi.presets import PRESETS
from scoring.notation import format_win
from scoring.rules import plays_red, rule_book
from tests.scoring.games.riichi.test_yaku import random_win
from vision import TileReader
from vision.image import open_photo
from vision.reader import read_photo


class Declared(NamedTuple):
    """A photographed hand, how it was won, and its value.

    Attributes:
        photo: Path below the folder.
        hand: Its tiles, the winning tile last.
        words: How it was won, as far as the photograph does not show it.
        han: Han, 13 for a yakuman.
        points: Points without counters.
        yaku: Its yaku.
    """

    photo: str
    hand: str
    words: str
    han: int
    points: int
    yaku: str


# fmt: off
HANDS: Final = (
    Declared("tables-dev/syado_riichi/test10.jpg", "34567m678p55678s 8m", "ron riichi ura=0", 5, 8000,
             "Riichi, Pinfu, Tanyao, Sanshoku Doujun"),
    Declared("tables-dev/syado_riichi/p_20190528_111855.jpg", "456m445566p4568s 8s", "ron no-riichi", 4, 8000,
             "Tanyao, Iipeiko, Sanshoku Doujun"),
    Declared("tables-dev/syado_riichi/test19.jpg", "123456789m55pPP 5p", "ron no-riichi", 2, 2600, "Ittsu"),
    Declared("tables-dev/syado_riichi/test15.jpg", "345sEEESSSWWWN N", "ron no-riichi", 13, 32000, "Shousuushii"),
    Declared("tables-train/wiki_riichi/Coppro_678_Sanbaiman.jpg", "67888m66778p678s 8p", "ron no-riichi", 5, 8000,
             "Pinfu, Tanyao, Iipeiko, Sanshoku Doujun"),
    Declared("tables-train/wiki_riichi/Coppro_ryanpeikou.jpg", "78899m667788sCC 7m", "ron no-riichi", 3, 5200,
             "Ryanpeikou"),
    Declared("tables-train/wiki_riichi/Junchan_sanshoku_baiman.jpg", "123m12378p11123s 9p", "ron no-riichi", 6, 12000,
             "Pinfu, Sanshoku Doujun, Junchan"),
    Declared("tables-train/wiki_riichi/Kokushi_real.jpg", "19m19p19sESWNFPP C", "ron no-riichi", 13, 32000,
             "Kokushi Musou"),
    Declared("tables-train/wiki_riichi/Real_suuankou.jpg", "888p5557799sFFF 9s", "tsumo no-riichi", 13, 32000,
             "Suu Ankou"),
    Declared("tables-train/wiki_riichi/WRC_First_Yakuman.jpg", "1m19p199sESWNCFP 9m", "ron no-riichi", 13, 32000,
             "Kokushi Musou"),
    Declared("tables-train/wiki_riichi/Paarenchan_Tenpai.jpg", "12345m22456p234s 3m", "ron no-riichi", 1, 1000,
             "Pinfu"),
    Declared("tables-train/tables/nyriokun_mahjong.jpg", "123456m23456pNN 1p", "tsumo riichi ura=0", 3, 2700,
             "Menzen Tsumo, Riichi, Pinfu"),
)
# fmt: on
"""Hands of the rules of 2016, won by South in the East round, without dora."""
RULES: Final = "riichi-ema"
SAID: Final = "seat=S round=E dora=0"


class Scored(NamedTuple):
    """A hand as read and scored.

    Attributes:
        hand: Hand text without words, or None.
        doubts: Number of open questions.
        han: Han of its sheet.
        points: Points of its sheet.
        yaku: Names of its yaku.
        read_s: Seconds of reading.
        score_ms: Milliseconds of scoring.
    """

    hand: str | None
    doubts: int
    han: int
    points: int
    yaku: str
    read_s: float
    score_ms: float


def scored(reader: TileReader, photos: Path, declared: Declared) -> Scored:
    """Read a photograph and score its hand."""
    started = time.perf_counter()
    reading = read_photo(reader.read, open_photo(photos / declared.photo))
    read = time.perf_counter()
    if reading.hand is None:
        return Scored(None, len(reading.doubts), 0, 0, "", read - started, 0)
    win = parse(f"{reading.hand} {declared.words} {SAID}", plays_red(RULES), "riichi")
    sheet = assess(win, RULES).shared
    han = sheet.extra.han if sheet.extra else 0
    took = 1000 * (time.perf_counter() - read)
    yaku = ", ".join(str(line.id) for line in sheet.lines)
    return Scored(reading.hand, len(reading.doubts), han, sheet.total, yaku, read - started, took)


def is_right(declared: Declared, found: Scored) -> bool:
    """Return True if the hand has its tiles and its value."""
    same = found.hand is not None and format_win(parse(found.hand)) == format_win(parse(declared.hand))
    return same and (found.han, found.points, found.yaku) == (declared.han, declared.points, declared.yaku)


def speed(count: int = 1_500, rounds: int = 7) -> None:
    """Print the processor time of a hand in microseconds, the least of some rounds."""
    luck, book = random.Random(50), rule_book(RULES)
    wins = [random_win(luck) for _ in range(count)]
    estimated = partial(estimate, preset=PRESETS[RULES])
    with patch.object(HandCalculator, "estimate_hand_value", wraps=HandCalculator.estimate_hand_value) as library:
        for win in wins:
            estimated(win)
        made = [(call.args, call.kwargs) for call in library.mock_calls]
    rows: dict[str, list[Callable[[], object]]] = {
        "the library alone": [partial(HandCalculator.estimate_hand_value, *args, **named) for args, named in made],
        "through scoring.games.riichi.library": [partial(estimated, win) for win in wins],
        "totals of a hand": [partial(book.worth, win) for win in wins],
        "sheet of a hand": [partial(book.score, win) for win in wins],
    }
    least = dict.fromkeys(rows, float("inf"))
    for _ in range(rounds):
        for name, each in rows.items():
            began = time.process_time()
            for call in each:
                call()
            least[name] = min(least[name], 1e6 * (time.process_time() - began) / count)
    for name, taken in least.items():
        print(f"{name:<40}{taken:7.1f} us a hand")


def main() -> None:
    """Print each hand with what was read, and the number that are right."""
    if len(sys.argv) < 2:
        speed()
        return
    reader, photos = TileReader(), Path(sys.argv[1])
    right = 0
    for declared in HANDS:
        found = scored(reader, photos, declared)
        verdict = "right" if is_right(declared, found) else "WRONG"
        right += verdict == "right"
        print(
            f"{verdict}  {declared.photo.rsplit('/', 1)[1]:<30} {found.hand}  "
            f"{found.han} han {found.points}  {found.yaku}  questions {found.doubts}  "
            f"read {found.read_s:.1f} s  score {found.score_ms:.1f} ms"
        )
    print(f"{right} of {len(HANDS)} right")


if __name__ == "__main__":
    main()
