"""Rule books as tables that people can read and print, and examples of clubs' own files."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from flask import Response, render_template, request, url_for

from scoring.errors import RulingError
from scoring.games.game import RuleBook
from scoring.rules import BOOKS, DEFAULT, rule_book, tournament
from scoring.sheet import PatternName
from scoring.tournament import LONGEST_TITLE
from webui.base.text import decode
from webui.games.view import RulesForm, chosen_answers, view_of_game
from webui.help.manual import FOLDER
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import speak_of, the_table, the_tables, the_words
from webui.http.errors import RequestError
from webui.messages import N_, Messages
from webui.messages import scoring as wording
from webui.messages.game import sentence
from webui.records.presets import admit_kept, expect_title, offer, remove, rename
from webui.serializers.presets import archived, grouped, presets_json
from webui.table.equipment import rules_of_a_new_match, unchoose

routes = Routes("rules", __name__)

FILE_LIMIT: Final = 64 * 1024
"""Most bytes of a club's file. The longest example has 3 KB; more lets strangers send more."""

_FIRST_LINES: Final = """name = "our-club"
title = "Our club"
base = "%s"
source = "our club"
"""
"""The lines that every file has, to start from."""


@routes.page("/rules")
def books() -> str:
    """List the rule books by game, and offer a club to make its own: `?base=` is the preset whose answers it changes,
    by default that of the next match at the table, `?file=` the rules or the example whose text it changes."""
    words, file = the_words(), request.args.get("file", "")
    base = request.args.get("base") or rule_book(rules_of_a_new_match(the_table())).base
    games = grouped(presets_json(the_tables().records, words, hands=True))
    changed = BOOKS.get(file) or examples().get(file)
    forms = _forms(words, base)
    form = next((form for form in forms if form.base == base), forms[0] if forms else None)
    return render_template(
        "rules.html",
        book=None,
        games=games,
        which=_which(words),
        archived=archived(),
        examples=examples(),
        form=form,
        bases=[(form.title, form.bases) for form in forms],
        text=(changed and changed.text) or _FIRST_LINES % (form.base if form else DEFAULT),
        changed=bool(changed and changed.text),
    )


def _which(words: Messages) -> list[tuple[str, list[tuple[str, str]], list[tuple[str, str]]]]:
    """Return each game that names them with its rule books for tournaments and for home, by name and title."""
    every = [view_of_game(game) for game in BOOKS.games]
    return [
        (
            words(view.name),
            [(name, wording.rules(words, BOOKS[name])) for name in view.suggested.tournament],
            [(name, wording.rules(words, BOOKS[name])) for name in view.suggested.home],
        )
        for view in every
        if view.suggested.tournament or view.suggested.home
    ]


def _forms(words: Messages, base: str) -> list[RulesForm]:
    """Return the forms of the games that have one, from the answers of a preset in that of its game."""
    return [form for game in BOOKS.games if (form := view_of_game(game).form(words, base))]


@routes.post("/api/rules", role="referee", gives={201: shapes.RulesKept}, file="file", largest=FILE_LIMIT)
def keep() -> tuple[shapes.RulesKept, int]:
    """Store a club's own rules, a TOML file sent as `file` in a form; from then on tables and matches may choose them.

    422 with what to change if they cannot be used; 409 if matches were begun under other rules of their name.
    """
    sent = request.files.get("file")
    if sent is None:
        raise RequestError(400, "no-rules-file")
    words = the_words()
    try:
        book = tournament(decode(sent.read()))
    except RulingError as error:
        raise RequestError(422, "rules-unusable", reason=wording.error(words, error)) from error
    except UnicodeDecodeError as error:
        reason = words(N_("it is not text in UTF-8 or UTF-16. Save it so."))
        raise RequestError(422, "rules-unusable", reason=reason) from error
    expect_title(book.title)
    tables = the_tables()
    offer(tables.records, book)
    tables.follow_rules()
    return _kept(book), 201


def _kept(book: RuleBook) -> shapes.RulesKept:
    address = url_for("rules.book", name=book.name)
    return shapes.RulesKept(ok=True, name=book.name, title=book.title, address=address, checksum=book.checksum)


@routes.put("/api/rules/<name>/title", role="referee", gives=shapes.RulesKept, body=posted.Titled)
def call(name: str, body: posted.Titled) -> shapes.RulesKept:
    """Give a club's own rules another name for people; their text and its checksum stay."""
    tables = the_tables()
    rename(tables.records, name, body.title)
    tables.follow_rules()
    return _kept(_found(name))


@routes.delete("/api/rules/<name>", role="referee", gives=shapes.RulesRemoved)
def take_away(name: str) -> shapes.RulesRemoved:
    """Stop offering a club's own rules: matches, events and hands that use them stay as they are; otherwise the rules
    are deleted."""
    tables, found = the_tables(), _found(name)
    deleted = remove(tables.records, name)
    unchoose(tables.records.values, name, found.base)
    tables.follow_rules()
    return shapes.RulesRemoved(ok=True, name=name, archived=not deleted)


@cache
def examples() -> Mapping[str, RuleBook]:
    """Return the examples of clubs' own rules, by the names of their files."""
    files = sorted((FOLDER / "rules").glob("*.toml"))
    return {file.stem: tournament(file.read_text(encoding="utf-8")) for file in files}


@routes.page("/rules/examples/<name>")
def example(name: str) -> str:
    """Show an example of a club's own rules."""
    return _table(_example(name), name)


@routes.page("/rules/examples/<name>.toml")
def example_file(name: str) -> Response:
    """Return the file of an example, to start a club's own from."""
    return _download(_example(name), name)


def _download(found: RuleBook, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return Response(found.text, mimetype="application/toml", headers=headers)


def _example(name: str) -> RuleBook:
    found = examples().get(name)
    if found is None:
        raise RequestError(404, "not-found", path=f"/rules/examples/{name[:60]}")
    return found


@routes.page("/rules/<name>")
def book(name: str) -> str:
    """Show the patterns, the minimum and the decisions of a rule book."""
    return _table(_found(name))


@routes.page("/rules/<name>.toml")
def file(name: str) -> Response:
    """Return the file of a club's own rules."""
    found = _found(name)
    if not found.text:
        raise RequestError(404, "not-found", path=f"/rules/{name[:60]}.toml")
    return _download(found, name)


def _found(name: str) -> RuleBook:
    admit_kept(the_tables().records)  # another server of the hall may have stored or renamed them
    found = BOOKS.get(name)
    if found is None:
        raise RequestError(404, "not-found", path=f"/rules/{name[:60]}")
    return found


def _table(found: RuleBook, example: str = "") -> str:
    """Show a rule book; an example, named by its file, is not in force."""
    speak_of(lambda: found.game.id)
    words, view = the_words(), view_of_game(found.game.id)
    least, most = view.bounds(words, found)

    def named(name: PatternName) -> str:
        return wording.pattern(words, name.name, name.zh)

    return render_template(
        "rules.html",
        book=found,
        example=example,
        title=wording.rules(words, found),
        longest=LONGEST_TITLE,
        listing=found.listing,
        column=words(sentence(view.words, "column")),
        opened=words(sentence(view.words, "opened")),
        least=least,
        most=most,
        switches=chosen_answers(view, words, found),
        answers=wording.answers(words, found),
        named=named,
        named_twice=any(each.ja != named(each.name) for each in found.listing.opened),
    )
