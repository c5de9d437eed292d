"""Setting a table up: its page, its progress, and the check of the camera's picture."""

from dataclasses import replace
from urllib.parse import urljoin

from flask import render_template, request, url_for
from msgspec import UNSET

from scoring.rules import BOOKS
from vision.live.sources.finding import camera_kinds
from vision.table.check import check
from webui.http import posted, shapes
from webui.http.api import Routes
from webui.http.context import CHOICE, is_elsewhere, table_of, table_or_own, the_words
from webui.http.errors import RequestError
from webui.http.identity import from_here
from webui.http.site import the_site
from webui.messages import follow as follow_words
from webui.messages.languages import LANGUAGES, tag_of
from webui.serializers.presets import grouped, presets_json
from webui.serializers.setup import SetUp, check_json, setup_json
from webui.table.equipment import choose_rules
from webui.table.follow.late import OFFERED, Delay, choose_delay, delay_of
from webui.table.steps import SCREEN, invites, say_done, was_led
from webui.table.table import Table
from webui.table.table_name import LONGEST, is_name, name_of, name_table, page_at

routes = Routes("setup", __name__)


@routes.page("/setup", "/t/<int:table>/setup")
def page(table: int | None = None) -> str:
    """Return the page for setting a table up, step by step; for one that a device has, the address of that device's
    page."""
    at, words = table_or_own(table), the_words()
    if from_here() and invites(at):
        was_led(at)
    if is_elsewhere(at):
        found = page_at(at.records.values, at.number)
        there = found and replace(found, address=urljoin(found.address, url_for("setup.page", table=at.number)))
        return render_template("setup_elsewhere.html", setup_page=there)
    the_site().expect_photo()
    presets = presets_json(at.records, words)
    return render_template(
        "setup.html",
        table=at.number,
        longest=LONGEST,
        live=at.equipment.feed is not None,
        delays=[(delay, follow_words.delay(words, delay)) for delay in _delays(at)],
        setup=_state(at),
        camera_examples=" ".join(kind.example for kind in camera_kinds() if kind.example),
        tilesets=the_site().tilesets,
        presets=grouped(presets),
        unlisted=at.rules not in {preset[0] for preset in presets},
    )


@routes.get("/api/tables/<int:number>/setup", gives=shapes.SetUpAnswer)
def state(number: int) -> shapes.SetUpAnswer:
    """Return the progress of a table's set-up, and its equipment."""
    return set_up(table_of(number))


@routes.put("/api/tables/<int:number>/setup", role="referee", gives=shapes.SetUpAnswer, body=posted.SetUpSaid)
def say(number: int, body: posted.SetUpSaid) -> shapes.SetUpAnswer:
    """Change settings of a table: `{"done": step}`, `{"rules": preset}`, `{"screen": language or null}`,
    `{"watches": true or false}`, `{"follows": true or false}`, `{"stream": seconds or "deal"}`, or several."""
    table = table_of(number)
    if body.rules is not UNSET and (body.rules not in BOOKS or BOOKS[body.rules].archived):
        raise RequestError(422, "not-rules", got=f"{body.rules!r:.40}")
    if body.screen and body.screen not in [*map(tag_of, LANGUAGES)]:
        raise RequestError(422, "not-a-language", got=f"{body.screen!r:.40}")
    if body.follows is True and table.equipment.rig.calibration is None:
        raise RequestError(409, "not-calibrated")
    if body.screen is not UNSET:
        table.records.values.keep(table.number, SCREEN, body.screen)
    if body.rules is not UNSET:
        choose_rules(table, body.rules)
    if body.watches is not UNSET:
        table.equipment.let_watch(body.watches)
    if body.follows is not UNSET:
        table.equipment.let_follow(body.follows)
    if body.stream is not UNSET:
        choose_delay(table.records.values, table.number, body.stream)
    if body.done is not UNSET:
        say_done(table, body.done)
    return set_up(table)


@routes.get("/api/tables/<int:table>/setup/check", gives=shapes.Checked)
def checked(table: int) -> shapes.Checked:
    """Check the newest look of a table's camera: grade and remedy of each aspect, and what is wrong with the
    following of the play by it."""
    at = table_or_own(table)
    if at.equipment.feed is None:
        raise RequestError(404, "no-camera")
    look = at.equipment.feed.newest
    if look is None:
        raise RequestError(409, "camera-opening")
    found = check(look.picture, look.sight.evidence if look.sight else None, at.equipment.rig.calibration)
    height, width = look.picture.shape[:2]
    words, following = the_words(), at.equipment.following
    return shapes.Checked(
        ok=True,
        number=look.number,
        size=(width, height),
        checks=[check_json(each, words) for each in found],
        slow=follow_words.hindered(words, following.slow, following.misplaced),
    )


@routes.put("/api/tables/<int:number>/name", role="referee", gives=shapes.TableName, body=posted.TableNamed)
def name(number: int, body: posted.TableNamed) -> shapes.TableName:
    """Name a table, such as `{"name": "Window"}`; an empty name removes it."""
    table = table_of(number)
    if not is_name(body.name):
        raise RequestError(400, "not-a-table-name", got=f"{body.name!r:.60}", most=LONGEST)
    name_table(table, body.name)
    return shapes.TableName(ok=True, name=name_of(table))


def _delays(table: Table) -> list[Delay]:
    """Return the delays of a stream that the page offers, the present one among them."""
    present = delay_of(table.records.values, table.number)
    return [*sorted({*OFFERED, *([] if present == "deal" else [present])}), "deal"]


def set_up(table: Table) -> shapes.SetUpAnswer:
    """Return the progress of a table's set-up."""
    return shapes.granted(shapes.SetUpAnswer, _state(table))


def _state(table: Table) -> SetUp:
    language = bool({CHOICE} & {*request.args, *request.cookies})
    return setup_json(table, the_site().tilesets, language, the_words())
