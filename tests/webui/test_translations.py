"""The sentences people read: every one is in the catalogues, and these are up to date and sound."""

import ast
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import opencc
import pytest
from babel.messages import Catalog

from scoring.games.riichi.yaku import YAKU
from scoring.games.sanma.yaku import YAKU as OF_THREE
from scoring.rules import BOOKS
from tests import uses
from tests.rows import row_by_row
from webui.messages import Messages
from webui.messages.languages import LANGUAGES as DESCRIBED
from webui.translations.catalogues import (
    MADE,
    MANUAL,
    ROOT,
    WRITTEN,
    converted,
    converted_manual,
    extracted,
    is_translated,
    mended,
    of_scripts,
    read,
    read_compiled,
    script_words,
)

CHINESE = "zh"
TRADITIONAL = "zh_Hant"
LANGUAGES = (*WRITTEN, *MADE)

README = ROOT.parent / "README.zh.md"

FORGOTTEN = "run `python -m webui.translations` and commit what it writes"


def sentences(catalog: Catalog) -> dict[object, object]:
    """The sentences of a catalogue with their translations, each behind its context, if any."""
    return {
        f"{_text(message.context)}\x04{message.id}" if message.context else _forms(message.id): (
            _forms(message.string or "")
        )
        for message in catalog
        if message.id
    }


def _text(context: str | bytes) -> str:
    """A context as text, which .mo files have as bytes."""
    return context.decode() if isinstance(context, bytes) else context


def _forms(sentence: str | Sequence[str]) -> str | tuple[str, ...]:
    """A sentence, or its forms for one and for many as a tuple, which .mo files have as a list."""
    return sentence if isinstance(sentence, str) else tuple(sentence)


said = cache(extracted)
"""The sentences of code, templates and scripts, gathered once."""


@cache
def kept(lang: str) -> dict[object, object]:
    """The sentences of a language with their translations, as they are kept."""
    return sentences(read(lang))


def placeholders(sentence: str) -> set[str]:
    """Parameters of a sentence: `%(name)s` of Python, `{name}` of scripts."""
    return set(re.findall(r"%\(\w+\)|\{\w+\}", sentence))


@row_by_row("lang", WRITTEN)
def test_every_sentence_of_code_templates_and_scripts_is_in_the_catalogue(lang: str) -> None:
    assert kept(lang).keys() == sentences(said()).keys(), FORGOTTEN
    blocks = [
        block
        for path in (ROOT / "templates").glob("*.html")
        for block in re.findall(r"{% trans[^%]*%}(.*?){% endtrans %}", path.read_text(), re.DOTALL)
    ]
    ids = [str(message.id) for message in said()]
    assert blocks
    assert [block for block in blocks if not any(each.startswith(block[:24]) for each in ids)] == []


def test_sentences_within_f_strings_are_in_the_catalogue() -> None:
    """Babel reads no expressions of f-strings before Python 3.12: each of their sentences stands elsewhere too."""
    ids = {message.id for message in said()}
    found = {
        call.args[0].value
        for file in ROOT.rglob("*.py")
        for text in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("words", "_")
        if call.args and isinstance(call.args[0], ast.Constant)
    }
    assert ", " in found
    assert found <= ids


@pytest.mark.parametrize("lang", MADE)
def test_traditional_characters_are_what_opencc_makes_of_the_simplified_ones(lang: str) -> None:
    assert kept(lang) == sentences(converted(read(MADE[lang].source), lang)), FORGOTTEN


@pytest.mark.parametrize("lang", MADE)
def test_the_manual_in_traditional_characters_is_what_opencc_makes_of_it(lang: str) -> None:
    kept = {file.name: file.read_text(encoding="utf-8") for file in (MANUAL / lang).glob("*.md")}
    assert kept == converted_manual(lang), FORGOTTEN


def test_a_sentence_in_several_places_was_read_in_each_and_has_one_meaning() -> None:
    """One msgid has one translation: a second meaning would be a false sentence in another language."""
    assert uses.unread() == [], "read them, and write their meanings: python -m tests.uses"
    assert uses.kept().keys() == uses.found().keys(), "run `python -m tests.uses`"


CONVERSIONS = {
    # One simplified character, several traditional ones.
    "没有待确认的一盘，以哪一场为准": "沒有待確認的一盤，以哪一場為準",
    "指明了第3张牌": "指明了第3張牌",
    "并发送较短的名单": "並傳送較短的名單",
    "请松开按钮；余4张，其余不计": "請鬆開按鈕；餘4張，其餘不計",
    "赛后再发白板、发牌，里面有几张": "賽後再發白板、發牌，裡面有幾張",
    "只有一只，已占用，制作记分表": "只有一隻，已佔用，製作記分表",
    "复制后恢复，重复": "複製後還原，重複",
    "要回避的选手": "要迴避的選手",
    # Mahjong.
    "庄家杠上开花，闲家地和，错和": "莊家槓上開花，閒家地和，錯和",
    "听牌、荒牌、清幺九、单钓将": "聽牌、荒牌、清么九、單釣將",
    # What programs and devices are called.
    "摄像头和桌边盒": "攝影機和桌邊盒",
    "打印出记分表，打开打印的文件": "列印出記分表，開啟列印的檔案",
    "扫描二维码": "掃描QR碼",
    "检查其权限": "檢查其權限",
    "小写字母和连字符": "小寫字母和連字號",
    "电子表格和工作簿": "試算表和活頁簿",
    "登录、退出登录": "登入、登出",
    "识别照片": "辨識照片",
    "查看结果，查找选手": "查看結果，尋找選手",
    "稍后再发送，已发送": "稍後再傳送，已傳送",
    "通过网络校时": "透過網路校時",
    "软件包": "套件",
    "协议和噪声": "協定和雜訊",
    "终端": "終端機",
    "只读文件系统": "唯讀檔案系統",
    "丢失": "遺失",
    "撤销": "復原",
    "更换数字密码": "更換PIN碼",
    "信任证书": "信任憑證",
    "显示此帮助": "顯示此說明",
    "当前地址": "目前位址",
    "录入手牌": "輸入手牌",
    "退出码为1": "結束碼為1",
    "牌桌摄像装置": "牌桌攝影裝置",
    "空格键": "空白鍵",
    "宽640像素，牌桌边长70厘米": "寬640像素，牌桌邊長70公分",
    "串口和其他端口": "序列埠和其他連接埠",
    "这台电脑，国内平台": "這台電腦，國內平台",
    "公布成绩，宣布和牌": "公布成績，宣布和牌",
    "请点“和牌张”": "請點「和牌張」",
}
"""Simplified words of the sentences, and how readers in Taiwan and Hong Kong write them."""


def test_traditional_sentences_are_those_of_their_readers() -> None:
    catalog = Catalog(CHINESE)
    for simplified in CONVERSIONS:
        catalog.add(f"In English: {simplified}", simplified)
    assert [*sentences(converted(catalog, TRADITIONAL)).values()] == [*CONVERSIONS.values()]


@pytest.mark.parametrize("lang", MADE)
def test_every_exception_mends_a_sentence(lang: str) -> None:
    way = MADE[lang]
    pages = [file.read_text(encoding="utf-8") for file in (MANUAL / way.source).glob("*.md")]
    sentences_of_all = ["".join(string) for string in kept(way.source).values()]  # type: ignore[arg-type]
    made = opencc.OpenCC(way.conversion).convert("\n".join([*sentences_of_all, *pages]))
    idle = [
        wrong
        for wrong in way.exceptions
        if mended(made, way.exceptions)
        == mended(made, {each: right for each, right in way.exceptions.items() if each != wrong})
    ]
    assert not idle
    assert [message for message in way.sentences if message not in kept(lang)] == []


READ = """
一併 合併 備註 分鐘 附註 複合 複製 關係 繪製 彙總 迴避 簽發 簽名
儘快 秒鐘 每週 請鬆 日誌 日曆 時鐘 颳風 製作 註明 重複 一週 裏寶
"""
"""Words with a character that is not the usual one for its simplified one, as somebody read them in their sentences.

OpenCC also finds such words across the end of one and the beginning of another, where they say something else.
"""


def test_somebody_read_each_word_with_an_unusual_traditional_character() -> None:
    usual, simplified = opencc.OpenCC("s2tw").convert, opencc.OpenCC("t2s").convert
    texts = ["".join(string) for string in kept(TRADITIONAL).values()]  # type: ignore[arg-type]
    text = "\n".join([*texts, *converted_manual(TRADITIONAL).values()])
    chinese = sorted({sign for sign in text if sign >= "\u3400"})
    unusual = "".join(sign for sign in chinese if sign != (plain := simplified(sign)) and usual(plain) != sign)
    for word in READ.split():
        assert word in text, word
        text = text.replace(word, "")
    assert re.findall(f".{{0,4}}[{unusual}].{{0,4}}", text) == []


def chinese() -> list[str]:
    """Every simplified sentence, in all its forms."""
    return ["\n".join(string) if isinstance(string, tuple) else str(string) for string in kept(CHINESE).values()]


OTHER_NAMES = {
    "标定": "校准",
    "号牌桌": "号桌",
    "赛事台": "记录台",
    "PIN": "数字密码",
    "收入": "接收",
    "封印": "校验码",
    "死牌": "陪打",
    "回应": "应答",
    "响应": "应答",
    "文本": "文字",
    "目录": "文件夹",
    "后缀": "扩展名",
    "玩家": "选手",
    "点炮": "点和",
    "放铳": "点和",
    "诈和": "错和",
    "流局": "荒牌",
    "胡牌": "和牌方式",
    "碰碰胡": "碰碰和",
    "组织的规定": "赛制",
}
"""Words for what has another name in these sentences, with that name."""

OF_RIICHI = "流局满贯"
"""The name of a hand of riichi, which has one of those words."""

OF_GAMES = {
    "流局": (
        *[f"games/{game}/" for game in ("riichi", "sanma", "hongkong", "zungjung", "sichuan", "taiwan")],
        "match/acts.py",
    ),
    "诈和": ("games/taiwan/",),
    "胡牌": ("games/taiwan/",),
    "碰碰胡": ("games/taiwan/",),
    "目录": ("help.html",),
}
"""Words that are right in the sentences of some games, with parts of the paths of their files."""

OF_RULES = ("rules.md",)
"""The pages of the manual on the games, each of which is in its own words."""


def test_one_thing_has_one_name_in_chinese() -> None:
    assert [
        f"{name}, not {other}: {message.string}"
        for other, name in OTHER_NAMES.items()
        for message in read(CHINESE)
        if message.id
        and other in str(message.string).replace(OF_RIICHI, "")
        and not any(part in file for file, _ in message.locations for part in OF_GAMES.get(other, ()))
    ] == []


def prose(file: Path) -> str:
    """Return a page of the manual without its code."""
    return re.sub(r"^```.*?^```|`[^`]*`|\]\([^)]*\)", "`", file.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


def test_one_thing_has_one_name_in_the_manual_too() -> None:
    told = {file.name: prose(file) for file in [*(MANUAL / CHINESE).glob("*.md"), README]}
    found = [
        f"{name}, not {other}: {page}"
        for page, text in told.items()
        for other, name in OTHER_NAMES.items()
        if other in text.replace(OF_RIICHI, "") and not (other in OF_GAMES and page in OF_RULES)
    ]
    assert found == []


def test_chinese_sentences_have_the_punctuation_of_chinese() -> None:
    han = "[\u3400-\u9fff]"
    half = re.compile(rf"{han}[,;!?]|[,;!?]{han}|{han}[.:](?!\w)|{han}\(|\){han}")
    spaced = re.compile(rf"{han} [\w`%{{/-]|[\w`}})%] {han}")
    assert [each for each in chinese() if half.search(each)] == []
    assert [each for each in chinese() if "  " not in each and " · " not in each and spaced.search(each)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_compiled_catalogue_has_what_is_translated(lang: str) -> None:
    translated = {id: string for id, string in kept(lang).items() if string and all(string)}
    assert sentences(read_compiled(lang)) == translated, FORGOTTEN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_scripts_get_the_sentences_they_use(lang: str) -> None:
    assert json.loads(script_words(lang).read_text(encoding="utf-8")) == of_scripts(read(lang)), FORGOTTEN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_translation_has_the_parameters_of_its_sentence(lang: str) -> None:
    broken = {
        id: string
        for id, string in kept(lang).items()
        if isinstance(id, str) and isinstance(string, str) and string and placeholders(id) != placeholders(string)
    }
    assert not broken
    assert not [error for _, errors in read(lang).check() for error in errors]


def test_chinese_is_complete() -> None:
    """Another language may lack sentences, which are English then."""
    assert [message.id for message in read(CHINESE) if message.id and not is_translated(message)] == []


def test_a_table_of_riichi_speaks_japanese_alone() -> None:
    """The sentences of its game and of tiles, hands and records; others may be English."""
    whole = re.compile(
        r"webui/(games/riichi/(?!commands)|messages/(tiles|acts|match|offers|game)\.py|templates/(start|sheet|display)\.html)"
    )
    found = [message for message in read("ja") if any(whole.search(str(file)) for file, _ in message.locations)]
    assert len(found) > 300
    assert [message.id for message in found if not is_translated(message)] == []


def test_names_of_patterns_are_those_of_rule_books() -> None:
    listings = [book.listing for book in BOOKS.built_in.values()]
    patterns = [row.name for each in listings for row in (*each.patterns, *each.opened)]
    names = {row.name for row in patterns}
    names |= {yaku.spoken for yaku in (*YAKU.values(), *OF_THREE.values())}  # some are for houses alone
    for each in DESCRIBED.values():
        with_chinese = {f"{row.name} {row.zh}" for row in patterns}  # where two books share an English name
        known = names | with_chinese | {"Kong", "Blessing of Man", "Flower", "Wind Triplet"}
        assert set(each.names) <= known, "the names of no pattern"
    assert names <= set(DESCRIBED["ja"].names)


def test_a_sentence_is_said_in_its_language() -> None:
    for lang in LANGUAGES:
        for english, string in kept(lang).items():
            if isinstance(english, str) and string and "\x04" not in english:
                assert Messages.of(lang)(english) == string
    assert Messages.of("en")("%(n)d tiles", {"n": 3}) == "3 tiles"
    assert Messages.of("en").plural("%(n)d tile", "%(n)d tiles", 1) == "1 tile"
    assert Messages.of("zh_Hant").tag == "zh-Hant"
