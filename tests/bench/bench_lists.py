"""Reads lists of players in old encodings and prints what is certain, asked and wrong.

Run it as `python -m tests.bench.bench_lists`. A row is lists of 3, 5, 10 and all names of a language in one encoding.
"""

import argparse
import random
import time
from collections import Counter

from webui.hall.encodings import decodings
from webui.hall.entries import from_file

NAMES = {
    "gb18030": ("姓名,国家", "CHN", "王伟 李娜 张敏 刘洋 陈静 杨军 赵磊 黄勇 周艳 吴杰 徐娟 孙涛 马超 朱霞 欧阳修"),
    "big5": ("姓名,國家", "TPE", "陳大文 林志玲 黃美惠 張學友 李國華 王建民 吳淑芬 劉德華 蔡英文 楊丞琳 許瑋甯 鄭文燦"),
    "cp932": ("氏名,国籍", "JPN", "佐藤健 鈴木一郎 高橋陽一 田中太郎 伊藤美咲 渡辺謙 山本太郎 中村俊輔 藤田ニコル"),
    "euc_jp": ("氏名,国籍", "JPN", "佐藤健 鈴木一郎 高橋陽一 田中太郎 伊藤美咲 渡辺謙 山本太郎 中村俊輔 藤田ニコル"),
    "euc_kr": ("이름,국가", "KOR", "김민수 이영희 박지성 최민식 정우성 강호동 조용필 윤여정 장동건 임재범 한석규"),
    "cp1252": ("Nachname,Land", "GER", "Müller Schäfer Größ Weiß König Schröder Böhm Jäger Lefèvre Åström Muñoz"),
    "mac_roman": ("Nachname,Land", "GER", "Müller Schäfer Größ Weiß König Schröder Böhm Jäger Lefèvre Åström Muñoz"),
    "cp1250": ("Příjmení,Země", "CZE", "Dvořák Novák Černý Říha Kučera Němec Veselý Růžička Šťastný Horáček"),
    "cp1251": ("Фамилия,Страна", "RUS", "Иванов Петрова Сидоров Кузнецов Попова Смирнов Васильев Соколова"),
    "cp1253": ("Επώνυμο,Χώρα", "GRE", "Παπαδόπουλος Νικολάου Ιωάννου Δημητρίου Γεωργίου Βασιλείου"),
    "cp1254": ("Soyadı,Ülke", "TUR", "Yılmaz Şahin Çelik Öztürk Koç Yıldız Doğan Kılıç Güneş"),
}
"""Headings, country and names, by encoding."""


def main() -> None:
    """Print the table, then the time for a list of 400."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lists", type=int, default=40, help="lists of each encoding, with headings and without")
    options = parser.parse_args()
    chance = random.Random(1)
    print(f"{'encoding':10}{'headings':>9}{'certain':>8}{'asked':>6}{'wrong':>6}")
    for encoding, (headings, country, names) in NAMES.items():
        known = names.split()
        for head in (headings, ""):
            told: Counter[str] = Counter()
            for _ in range(options.lists):
                chosen = chance.sample(known, min(chance.choice([3, 5, 10, len(known)]), len(known)))
                lines = [*([head] if head else []), *(f"{name},{country}" for name in chosen)]
                text = "\r\n".join(lines)
                found = [each.text for each in decodings(text.encode(encoding))]
                told["wrong" if text not in found else "asked" if len(found) > 1 else "certain"] += 1
            print(f"{encoding:10}{'yes' if head else 'no':>9}{told['certain']:8}{told['asked']:6}{told['wrong']:6}")
    for encoding in ("utf-8", "big5"):
        rows = "\r\n".join(f"{name}{number},TPE" for number in range(34) for name in NAMES["big5"][2].split())
        started = time.perf_counter()
        people = from_file(f"姓名,國家\r\n{rows}".encode(encoding)).people
        print(f"{len(people)} people in {encoding}: {1000 * (time.perf_counter() - started):.0f} ms")


if __name__ == "__main__":
    main()
