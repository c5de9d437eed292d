"""Extraction of sentences from code, templates and scripts into gettext catalogues (GNU gettext manual, chapters 3-11).

This module needs Babel and OpenCC and is for development and tests only; the program reads the compiled files.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import opencc
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from scoring import games
from webui.cli import COMMANDS, command_of, main
from webui.commands.language import help_texts

ROOT: Final = Path(__file__).parents[1]
"""The package whose sentences are extracted."""

GAMES: Final = Path(games.__file__).parent
"""The folder of the games, whose rules have texts for people too."""

FOLDER: Final = Path(__file__).parent
STATIC: Final = ROOT / "static"
MANUAL: Final = ROOT / "help"

TRANSLATED: Final = "zh"
"""The language that translators write."""

CONVERTED: Final = "zh_Hant"
"""The language that OpenCC makes from `TRANSLATED`."""

LANGUAGES: Final = (TRANSLATED, CONVERTED)

CONVERSION: Final = "s2twp"
"""OpenCC's conversion from simplified to traditional characters, with the vocabulary of Taiwan."""

EXCEPTIONS: Final = {
    # Wrong characters.
    "明瞭": "明了",
    "併發送": "並發送",
    "回避": "迴避",
    "裡寶牌": "裏寶牌",
    # Vocabulary that is missing, or unusual for readers in Taiwan and Hong Kong.
    "攝像頭": "攝影機",
    "打印": "列印",
    "二維碼": "QR碼",
    "許可權": "權限",
    "連字元": "連字號",
    "電子表格": "試算表",
    "工作簿": "活頁簿",
    "退出登入": "登出",
    "識別": "辨識",
    "檢視": "查看",
    "查詢": "尋找",
    "發送": "傳送",
    "通過網路": "透過網路",
    "軟體包": "套件",
    "協議": "協定",
    "噪聲": "雜訊",
    "終端": "終端機",
    "只讀檔案": "唯讀檔案",
    "丟失": "遺失",
    "數字密碼": "PIN碼",
    "證書": "憑證",
    "幫助": "說明",
    "地址": "位址",
    "錄入": "輸入",
    "當前": "目前",
    "退出碼": "結束碼",
    "攝像裝置": "攝影裝置",
    "顯示屏": "螢幕",
    "撤銷": "復原",
    "校驗碼": "檢查碼",
    "空格鍵": "空白鍵",
    "恢復": "還原",
    "簽到": "報到",
    "連線已斷開": "連線中斷",
    "連線手機": "連接手機",
    "連線自動麻將桌": "連接自動麻將桌",
    "畫素": "像素",
    "釐米": "公分",
    "埠": "連接埠",
    "序列連接埠": "序列埠",
    # Common forms, for which OpenCC has those of dictionaries.
    "臺": "台",
    "佈": "布",
    # Quotation marks.
    "“": "「",
    "”": "」",
}
"""Errors that `CONVERSION` leaves in these sentences, each with its correction, in the order of replacing.

Found by reading every sentence beside its conversion. `幺` becomes `么`, as in the traditional names of patterns.
"""

OVERRIDES: Final[Mapping[str, Mapping[str, str]]] = {
    "Table {table} has had no connection for {minutes} min. It does this once it is back.": {"還原": "恢復"},
    "Your change is sent when it is back": {"還原": "恢復"},
    "No connection. What is shown is as of {time}; what you enter is kept and sent when it is back.": {"還原": "恢復"},
}
"""Corrections of single sentences by their English ones, after `EXCEPTIONS`: one simplified word has two traditional
ones, such as 恢复, which is 還原 for data and 恢復 for a connection."""

TEMPLATES: Final = [
    ("static/vendor/**", "ignore"),
    ("templates/**.html", "jinja2"),
    ("static/**.js", "javascript"),
]
CODE: Final = [("translations/**", "ignore"), ("**.py", "python")]
"""Extractor of each kind of file, by Babel's patterns; the first match counts."""

SENTENCE: Final[dict[str, Any]] = {"_": None, "gettext": None, "pgettext": ((1, "c"), 2)}
"""The functions of templates and scripts whose literal argument is a sentence; `{% trans %}` calls `gettext`.

`pgettext` has a context first, for an English word that has two meanings.
"""

KEYWORDS: Final[dict[str, Any]] = {
    "N_": None,
    "words": None,
    "said": None,
    "plural": (1, 2),
    "ngettext": (1, 2),
    "in_context": ((1, "c"), 2),
}
"""The functions of Python; `plural` and `ngettext` have a sentence for one and one for many."""


def extracted(root: Path = ROOT) -> Catalog:
    """Return all sentences of the package, in the order of their files and of the alphabet.

    Line numbers are left out, so that catalogues change only when sentences do.
    """
    options = {"templates/**.html": {"extensions": "jinja2.ext.i18n", "silent": "false"}}
    found = {
        (file, message, context)
        for methods, keywords in ((TEMPLATES, SENTENCE), (CODE, KEYWORDS))
        for file, _, message, _, context in extract_from_dir(root, methods, options, keywords=keywords)
        if message
    }
    if root == ROOT:
        found |= {(file, text, None) for file, text in helped()}
        of_games = extract_from_dir(GAMES, CODE, keywords={"N_": None})
        found |= {(f"../scoring/games/{file}", message, context) for file, _, message, _, context in of_games}
    template = Catalog()
    for file, message, context in sorted(found, key=str):
        template.add(message, locations=[(_place(file), None)], context=context)  # type: ignore[list-item]
    return template


def _place(file: str) -> str:
    """Return the path of a file from the folder of the project, by its path from the package."""
    return file.removeprefix("../") if file.startswith("../") else f"webui/{file}"


def helped() -> Iterator[tuple[str, str]]:
    """Yield the help of every command, each with its file."""
    for command in (main, *map(command_of, COMMANDS)):
        for module, text in help_texts(command):
            yield f"{module.removeprefix(f'{ROOT.name}.').replace('.', '/')}.py", text


def read(lang: str) -> Catalog:
    """Return the catalogue of a language from its .po file."""
    with _file(lang, ".po").open("rb") as file:
        return read_po(file, locale=lang)


def updated(catalog: Catalog, template: Catalog) -> Catalog:
    """Return the catalogue with the sentences of `template`: their translations stay, all others are dropped."""
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def converted(catalog: Catalog) -> Catalog:
    """Return the catalogue of `CONVERTED`, by OpenCC from the one of `TRANSLATED`."""
    convert = opencc.OpenCC(CONVERSION).convert
    made = Catalog(
        CONVERTED,
        header_comment=f"# Made from {TRANSLATED} by OpenCC ({CONVERSION}): edit that file instead.",
        project=catalog.project,
        version=catalog.version,
        msgid_bugs_address=catalog.msgid_bugs_address,
        creation_date=catalog.creation_date,
        revision_date=catalog.revision_date,
        last_translator=catalog.last_translator,
        language_team=catalog.language_team,
        fuzzy=False,
    )
    for message in catalog:
        if message.id:
            forms = [overridden(message.id, mended(convert(form))) for form in _forms(message)]
            string = tuple(forms) if message.pluralizable else forms[0]
            made.add(message.id, string, message.locations, message.flags, context=message.context)
    return made


def mended(text: str, exceptions: Mapping[str, str] = EXCEPTIONS) -> str:
    """Return a sentence converted by OpenCC, corrected by `exceptions`."""
    for wrong, right in exceptions.items():
        text = text.replace(wrong, right)
    return text


def overridden(message: object, text: str) -> str:
    """Return a converted sentence, corrected by the overrides of its English one."""
    return mended(text, OVERRIDES.get(message, {})) if isinstance(message, str) else text


def of_scripts(messages: Iterable[Message]) -> dict[str, str]:
    """Return the translated sentences that scripts use, by their English ones behind a context and `\\x04`, if any."""
    return {
        f"{message.context}\x04{message.id}" if message.context else str(message.id): str(message.string)
        for message in messages
        if message.id and message.string and any(file.endswith(".js") for file, _ in message.locations)
    }


def update() -> None:
    """Write every file that is made from the sentences and their translations."""
    translated = updated(read(TRANSLATED), extracted())
    for lang, catalog in ((TRANSLATED, translated), (CONVERTED, converted(translated))):
        _file(lang, ".po").parent.mkdir(parents=True, exist_ok=True)
        with _file(lang, ".po").open("wb") as file:
            write_po(file, catalog, width=120, ignore_obsolete=True, include_lineno=False)
        with _file(lang, ".mo").open("wb") as file:
            write_mo(file, catalog)
        text = json.dumps(of_scripts(catalog), ensure_ascii=False, indent=1, sort_keys=True)
        script_words(lang).write_text(text + "\n", encoding="utf-8")
    folder = MANUAL / CONVERTED
    folder.mkdir(exist_ok=True)
    made = converted_manual()
    for page in folder.glob("*.md"):
        if page.name not in made:
            page.unlink()
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")


def converted_manual() -> dict[str, str]:
    """Return the pages of the manual in `CONVERTED` by their file names, by OpenCC from those in `TRANSLATED`.

    They show the pictures of pages in `CONVERTED`.
    """
    convert = opencc.OpenCC(CONVERSION).convert
    pages = sorted((MANUAL / TRANSLATED).glob("*.md"))
    made = {page.name: mended(convert(page.read_text(encoding="utf-8"))) for page in pages}
    return {name: text.replace(f"pictures/{TRANSLATED}/", f"pictures/{CONVERTED}/") for name, text in made.items()}


def script_words(lang: str) -> Path:
    """Return the file from which scripts read their sentences in a language."""
    return STATIC / f"words.{lang.replace('_', '-')}.json"


def read_compiled(lang: str) -> Catalog:
    """Return the catalogue of a language in the program's compiled form."""
    with _file(lang, ".mo").open("rb") as file:
        return read_mo(file)


def _file(lang: str, suffix: str) -> Path:
    return (FOLDER / lang / "LC_MESSAGES" / "messages").with_suffix(suffix)


def _forms(message: Message) -> list[str]:
    """Return the translations of a message, one for each plural form; empty if there is none."""
    strings = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return [str(form or "") for form in strings]
