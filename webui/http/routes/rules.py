"""Rule books as tables that people can read and print, and examples of clubs' own files."""

from collections.abc import Mapping
from functools import cache

from flask import Response, render_template

from scoring.hongkong.presets import DEFAULTS
from scoring.listing import patterns, prices
from scoring.listing import yaku as yaku_of
from scoring.riichi.yaku import YAKU
from scoring.rules import BOOKS, RuleBook, tournament
from webui.help.manual import FOLDER
from webui.http.api import Routes
from webui.http.context import the_words
from webui.http.errors import RequestError
from webui.messages import scoring as wording
from webui.serializers.presets import grouped, presets_json

routes = Routes("rules", __name__)


@routes.page("/rules")
def books() -> str:
    """List the rule books by game."""
    words = the_words()
    games = grouped(presets_json(words, hands=True))
    return render_template("rules.html", book=None, games=games, examples=examples())


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
    headers = {"Content-Disposition": f'attachment; filename="{name}.toml"'}
    return Response(_example(name).text, mimetype="application/toml", headers=headers)


def _example(name: str) -> RuleBook:
    found = examples().get(name)
    if found is None:
        raise RequestError(404, "not-found", path=f"/rules/examples/{name[:60]}")
    return found


@routes.page("/rules/<name>")
def book(name: str) -> str:
    """Show the patterns, the minimum and the decisions of a rule book."""
    found = BOOKS.get(name)
    if found is None:
        raise RequestError(404, "not-found", path=f"/rules/{name[:60]}")
    return _table(found)


def _table(found: RuleBook, example: str = "") -> str:
    """Show a rule book; an example, named by its file, can be downloaded."""
    words, house = the_words(), found.house
    switches = [
        (switch, wording.question(words, switch), answer, answer != DEFAULTS[switch])
        for switch, answer in (house.answers.items() if house else ())
    ]
    return render_template(
        "rules.html",
        book=found,
        example=example,
        title=wording.rules(words, found),
        patterns=patterns(found),
        prices=prices(found),
        limit=house.limit if house else None,
        switches=switches,
        answers=wording.answers(words, found),
        yaku=[(YAKU[each], han) for each, *han in yaku_of(found)],
        name_of=lambda english, chinese: wording.pattern(words, english, chinese),
        named=lambda name: wording.pattern(words, name.name, name.zh),
        counted=lambda points: wording.points(words, points, found.base),
    )
