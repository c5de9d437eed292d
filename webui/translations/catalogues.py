"""Extraction of sentences from code, templates and scripts into gettext catalogues (GNU gettext manual, chapters 3-11).

This module needs Babel and OpenCC and is for development and tests only; the program reads the compiled files.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

import opencc
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from scoring import games
from vision.live.sources.finding import GROUP, is_own
from webui.cli import COMMANDS, command_of, main
from webui.messages.languages import FOLDER, LANGUAGES, ORIGINAL, Made, tag_of
from webui.terminal.language import help_texts

Occurrence = tuple[str, str | tuple[str, ...], str | None]
"""A place with a sentence: its file, the sentence, its context."""

ROOT: Final = Path(__file__).parents[1]
"""The package whose sentences are extracted."""

GAMES: Final = Path(games.__file__).parent
"""The folder of the games, whose rules have texts for people too."""

STATIC: Final = ROOT / "static"
MANUAL: Final = ROOT / "help"

WRITTEN: Final = tuple(lang for lang, each in LANGUAGES.items() if not each.made and lang != ORIGINAL)
"""The languages that translators write."""

MADE: Final[Mapping[str, Made]] = {lang: each.made for lang, each in LANGUAGES.items() if each.made}
"""The languages that OpenCC makes from written ones, with the way in which it does."""

TEMPLATES: Final = [
    ("static/vendor/**", "ignore"),
    ("static/built/**", "ignore"),
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
    found = {*occurrences(root)}
    if root == ROOT:
        found |= {(file, text, None) for file, text in (*helped(), *camera_texts())}
    template = Catalog()
    for file, message, context in sorted(found, key=str):
        template.add(message, locations=[(_place(file), None)], context=context)  # type: ignore[list-item]
    return template


@cache
def occurrences(root: Path) -> tuple[Occurrence, ...]:
    """Return each place of code, templates and scripts that has a sentence, as they are when it is first called."""
    return tuple(_occurrences(root))


def _occurrences(root: Path) -> Iterator[Occurrence]:
    options = {"templates/**.html": {"extensions": "jinja2.ext.i18n", "silent": "false"}}
    for methods, keywords in ((TEMPLATES, SENTENCE), (CODE, KEYWORDS)):
        for file, _, message, _, context in extract_from_dir(root, methods, options, keywords=keywords):
            if message:
                yield f"{ROOT.name}/{file}", message, context
    if root == ROOT:
        for file, _, message, _, context in extract_from_dir(GAMES, CODE, keywords={"N_": None}):
            yield f"../scoring/games/{file}", message, context


def _place(file: str) -> str:
    """Return the path of a file from the folder of the project, by its path from the package."""
    return file.removeprefix("../") if file.startswith("../") else f"webui/{file}"


def helped() -> Iterator[tuple[str, str]]:
    """Yield the help of every command, each with its file."""
    for command in (main, *map(command_of, COMMANDS)):
        for module, text in help_texts(command):
            yield f"{module.replace('.', '/')}.py", text


def camera_texts() -> Iterator[tuple[str, str]]:
    """Yield the words for each kind of camera of this program, each with its file."""
    for entry in entry_points(group=GROUP):
        if is_own(entry):
            yield f"{entry.module.replace('.', '/')}.py", entry.load().help


def read(lang: str) -> Catalog:
    """Return the catalogue of a language from its .po file; without one, a new one."""
    if not _file(lang, ".po").is_file():
        return Catalog(lang, project="Tableside", version="messages", fuzzy=False)
    with _file(lang, ".po").open("rb") as file:
        return read_po(file, locale=lang)


def updated(catalog: Catalog, template: Catalog) -> Catalog:
    """Return the catalogue with the sentences of `template`: their translations stay, all others are dropped."""
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    return catalog


def converted(catalog: Catalog, lang: str) -> Catalog:
    """Return the catalogue of a language that OpenCC makes, from that of the language it is made from."""
    way, convert = MADE[lang], opencc.OpenCC(MADE[lang].conversion).convert
    made = Catalog(
        lang,
        header_comment=f"# Made from {way.source} by OpenCC ({way.conversion}): edit that file instead.",
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
            own = way.sentences.get(message.id, {}) if isinstance(message.id, str) else {}
            forms = [mended(mended(convert(form), way.exceptions), own) for form in _forms(message)]
            string = tuple(forms) if message.pluralizable else forms[0]
            made.add(message.id, string, message.locations, message.flags, context=message.context)
    return made


def mended(text: str, exceptions: Mapping[str, str]) -> str:
    """Return a sentence converted by OpenCC, corrected by `exceptions`."""
    for wrong, right in exceptions.items():
        text = text.replace(wrong, right)
    return text


def of_scripts(messages: Iterable[Message]) -> dict[str, str]:
    """Return the translated sentences that scripts use, by their English ones behind a context and `\\x04`, if any."""
    return {
        f"{message.context}\x04{message.id}" if message.context else str(message.id): str(message.string)
        for message in messages
        if message.id and message.string and any(file.endswith(".js") for file, _ in message.locations)
    }


def update() -> None:
    """Write every file that is made from the sentences and their translations."""
    template = extracted()
    catalogs = {lang: updated(read(lang), template) for lang in WRITTEN}
    catalogs |= {lang: converted(catalogs[way.source], lang) for lang, way in MADE.items()}
    for lang, catalog in catalogs.items():
        _file(lang, ".po").parent.mkdir(parents=True, exist_ok=True)
        with _file(lang, ".po").open("wb") as file:
            write_po(file, catalog, width=120, ignore_obsolete=True, include_lineno=False)
        text = json.dumps(of_scripts(catalog), ensure_ascii=False, indent=1, sort_keys=True)
        script_words(lang).write_text(text + "\n", encoding="utf-8")
        for message in catalog:
            if message.id and not is_translated(message):
                message.string = ""  # else a plural form without a translation would be the English singular
        with _file(lang, ".mo").open("wb") as file:
            write_mo(file, catalog)
    for lang in MADE:
        folder = MANUAL / lang
        folder.mkdir(exist_ok=True)
        made = converted_manual(lang)
        for page in folder.glob("*.md"):
            if page.name not in made:
                page.unlink()
        for name, text in made.items():
            (folder / name).write_text(text, encoding="utf-8")


def converted_manual(lang: str) -> dict[str, str]:
    """Return the pages of the manual in a language that OpenCC makes, by their file names.

    They show the pictures of pages in that language.
    """
    way, convert = MADE[lang], opencc.OpenCC(MADE[lang].conversion).convert
    pages = sorted((MANUAL / way.source).glob("*.md"))
    made = {page.name: mended(convert(page.read_text(encoding="utf-8")), way.exceptions) for page in pages}
    return {name: text.replace(f"pictures/{way.source}/", f"pictures/{lang}/") for name, text in made.items()}


def script_words(lang: str) -> Path:
    """Return the file from which scripts read their sentences in a language."""
    return STATIC / f"words.{tag_of(lang)}.json"


def read_compiled(lang: str) -> Catalog:
    """Return the catalogue of a language in the program's compiled form."""
    with _file(lang, ".mo").open("rb") as file:
        return read_mo(file)


def _file(lang: str, suffix: str) -> Path:
    return (FOLDER / lang / "LC_MESSAGES" / "messages").with_suffix(suffix)


def is_translated(message: Message) -> bool:
    """Return True if a message is translated in all its forms."""
    return all(_forms(message))


def _forms(message: Message) -> list[str]:
    """Return the translations of a message, one for each plural form; empty if there is none."""
    strings = message.string if isinstance(message.string, list | tuple) else (message.string,)
    return [str(form or "") for form in strings]
