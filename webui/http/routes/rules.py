"""Rule books as tables that people can read and print."""

from flask import render_template

from scoring.hongkong.presets import DEFAULTS
from scoring.listing import patterns, prices
from scoring.rules import RULES
from webui.http.api import Routes
from webui.http.context import the_words
from webui.http.errors import RequestError
from webui.messages import scoring as wording
from webui.serializers.presets import grouped, presets_json

routes = Routes("rules", __name__)


@routes.page("/rules")
def books() -> str:
    """List the rule books by game."""
    return render_template("rules.html", book=None, games=grouped(presets_json(the_words())))


@routes.page("/rules/<name>")
def book(name: str) -> str:
    """Show the patterns, the minimum and the decisions of a rule book."""
    found, words = RULES.get(name), the_words()
    if found is None:
        raise RequestError(404, "not-found", path=f"/rules/{name[:60]}")
    house = found.house
    switches = [
        (switch, wording.question(words, switch), answer, answer != DEFAULTS[switch])
        for switch, answer in (house.answers.items() if house else ())
    ]
    return render_template(
        "rules.html",
        book=found,
        title=wording.rules(words, found),
        patterns=patterns(found),
        prices=prices(found),
        limit=house.limit if house else None,
        switches=switches,
        answers=wording.answers(words, found),
        named=lambda name: wording.pattern(words, name.name, name.zh),
        counted=lambda points: wording.points(words, points, found.name),
    )
