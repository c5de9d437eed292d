"""The glossary of words for people: one concept has one word, and other wordings of it are found in no sentence."""

import re
from functools import cache

import pytest

from webui.translations.catalogues import read

ENGLISH = {
    r"photographs?\b(?! a\b)": "photo; take a photo",
    r"sets? of tiles": "tile set",
    r"\bset was (laid|shown)|claimed (chow|pung|kong|set)|added set": "meld; chow, pung, exposed kong",
    r"\bchairs?\b": "seat",
    r"\b(throws?|threw|thrown)\b": "roll",
    r"(put|puts|those put) away": "delete",
    r"[Bb]rought back|[Bb]ring back|bring it back": "restore",
    r"(take|takes|taken|took) (it |them |that record |a penalty )?back|Take record": "undo",
    r"\bbundles?\b": "match file",
    r"\b[Ss]eal\b": "checksum",
    r"[Cc]ount it\b": "record",
    r"Counted (with|without|as hand)": "Tap if it applies; Also counted; Hand … recorded",
    r"by a person|Settled by": "edited; checked by hand",
    r"(may|may not) be declared|to declare\b|Too few points": "enough points; below the minimum",
    r"[Ll]eft out\b, and why|Counts in any case": "not counted; certain so far",
    r"(hand|hands) in play": "current hand",
    r"short of waiting|[Ww]aits for": "from ready; ready for",
    r"Drawn hand": "draw",
    r"\b(who|Who) gave\b|[Gg]iven by": "discarder; discarded by",
    r"player (before|after|opposite)\b|from (before|after|opposite)\b": "on the left, across, on the right",
    r"\b(east|south|west|north) wind\b|\bof (characters|dots|bamboo)\b": "East, Red Dragon, 3 Dots",
    r"as it was laid|laid hand": "hand",
    r"wrong way round|each other.s place\b": "in each other's seats",
    r"goes there|I go there|Nobody calls": "on the way; no calls",
    r"\bfines?\b": "penalty",
    r"What does it cost|What was wrong|Who declared it\?": "penalty; kind of false win",
    r"\bforfeits\b": "no-show or left",
    r"Has won|Win by hand|Agreed points": "won (photo); enter tiles; enter points only",
    r"Cannot tell|Something else…": "not sure; none of these",
    r"Photographs and space|Keep a copy|Say what that frees": "storage; download a backup; preview",
    r"Hand sheet|hand sheet": "match sheet",
    r"Chief of the event|runs the event\b(?!, gives)": "tournament director",
    r"Data of the event|data of the event": "event details",
    r"[Rr]eleased?\b|Hold back": "publish; unpublish",
    r"did not follow|what was ordered": "rejected",
    r"Never mind|Forget it|Drop it": "cancel; discard",
    r"Tableside does not answer": "no connection",
    r"Everything holds|does not hold:": "file verified; failed verification",
    r"[Tt]ake(n)? it over\b|[Tt]aken over\b": "import; take over is for a table",
    r"[Gg]roup unclear|[Cc]ount wrong|[Tt]wo faces close|[Ww]hose hand:": "a sentence that asks",
    r"weak finds": "unclear shapes",
    r"\bdoubts?\b": "question",
    r"\b[Bb]od(y|ies)\b": "regulations",
    r"Give somebody a role|Take the role away": "add a person; remove",
    r"[Ll]et phones in": "allow phones",
    r"whatever you do|[Ll]ooking why": "your photo is saved; checking why",
    r"[Ll]earnt\b": "learned",
    r"Last tile of the wall|Last discard of the hand|By robbing a kong": "the name of the fan in the rule book",
}
"""Wordings that the glossary forbids, as patterns, and its own word."""

CHINESE = {
    "弃牌": "打出的牌",
    "牌河": "牌池",
    "桌边盒": "牌桌控制盒",
    "信号盒": "牌桌控制盒",
    "核准": "裁判确认",
    "处罚": "判罚",
    "核对码": "校验码",
    "记录员": "记分员",
    "身份": "角色",
    "抹去": "删除姓名",
    "收起": "删除",
    "相公": "多张、少张",
    "弃权": "缺席或退场",
    "商定": "直接录分",
    "^我去$": "我这就过去",
    "算了": "取消",
    "照办": "没有执行",
    "没有应答。": "连接已断开",
    "国内平台": "网络对局",
    "四副一对": "四组面子和一对将",
    "一副牌(?!具)": "一组牌；副露；牌具",
    "怎样和": "和牌方式",
    "哪张？": "和牌张",
    "未计：|已计：": "如有请点选；已加计",
    "组合不明|张数不对：牌最多": "请核对；请指明哪几组是杠",
    "差一张听牌|差两张": "一上听；两上听及以上",
    "和错牌": "所和非听张",
    "(?<!数字)(?<!该)(?<!不带)(?<!或带)密码(?!，而|来自|和名称|。)": "数字密码",
    "这一盘": "本盘",
    "号位(?!置)": "号座位",
    "(?<!比赛)档案包": "比赛档案包",
}
"""The same in simplified Chinese."""

TRADITIONAL = {
    "當前": "目前",
    "(?<!網)地址": "位址",
    "錄入": "輸入",
    "退出碼": "結束碼",
    "數字密碼": "PIN碼",
    "二維碼": "QR碼",
    "撤銷": "復原",
    "簽到": "報到",
    "識別(?<!辨識)": "辨識",
    "恢復(?!後)": "還原",
    "(?<!一個)(?<!比賽)檔案包": "比賽檔案包",
}
"""The same in traditional Chinese, where OpenCC alone would write them."""

FREE = re.compile(
    r"%\(\w+\)[-.\d]*[a-z]|\{\w+\}|press SEAT(.|\n)*|chair=|taken back|`[^`]*`|--[a-z-]+|"
    r"\b(match bundle|BUNDLE)\b|^    .*$|house's pattern",
    re.MULTILINE,
)
"""Names of commands and options, and examples: others use them, so they stay."""


@cache
def _english() -> list[str]:
    """The English sentences without names that others use; that a catalogue has them all is a test of translations."""
    forms = [(each.id,) if isinstance(each.id, str) else each.id for each in read("zh") if each.id]
    return [FREE.sub("", form) for each in forms for form in each]


@cache
def _chinese(lang: str) -> list[str]:
    """The same in a Chinese language."""
    kept = [message.string for message in read(lang) if message.id]
    return [FREE.sub("", form) for each in kept for form in ((each,) if isinstance(each, str) else each)]


@pytest.mark.parametrize(("wording", "right"), ENGLISH.items(), ids=ENGLISH.values())
def test_no_english_sentence_has_another_word(wording: str, right: str) -> None:
    assert [sentence for sentence in _english() if re.search(wording, sentence)] == [], right


@pytest.mark.parametrize(
    ("lang", "wording", "right"),
    [
        (lang, *each)
        for lang, table in zip(("zh", "zh_Hant"), (CHINESE, TRADITIONAL), strict=True)
        for each in table.items()
    ],
)
def test_no_chinese_sentence_has_another_word(lang: str, wording: str, right: str) -> None:
    assert [sentence for sentence in _chinese(lang) if re.search(wording, sentence)] == [], right
