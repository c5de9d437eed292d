"""The setup of a table as plain JSON: its steps, its camera and box, and the check of a picture."""

from msgspec import Struct

from scoring.rules import BOOKS
from vision.live.sources.controls import ControlName, ControlSetting
from vision.table.check import Aspect, Check, Grade
from webui.messages import Messages
from webui.messages import check as wording
from webui.messages import scoring as rules_wording
from webui.messages.controls import EFFECTS, TITLES
from webui.messages.errors import camera
from webui.messages.languages import LANGUAGES, tag_of
from webui.serializers.tables import BoxLine, box_json
from webui.table.equipment import BOX, CAMERA, is_chosen, kept_address
from webui.table.follow.late import Delay, delay_of
from webui.table.steps import Step, screen_language, steps
from webui.table.table import Table
from webui.table.table_name import name_of
from webui.tilesets.tilesets import TileSets


class CheckedAspect(Struct, frozen=True):
    """One aspect of a picture: its quality, and what to change."""

    aspect: Aspect
    value: float
    grade: Grade
    title: str
    says: str
    grade_says: str
    fix: str


def check_json(each: Check, words: Messages) -> CheckedAspect:
    """Return one aspect of a picture: its quality, and what to change."""
    return CheckedAspect(
        aspect=each.aspect,
        value=round(each.value, 3),
        grade=each.grade,
        title=wording.aspect(words, each),
        says=wording.value(words, each),
        grade_says=wording.grade(words, each),
        fix=wording.fix(words, each),
    )


class CameraSetting(Struct, frozen=True):
    """A setting of a camera: its present value in the driver's units, its range, and if it is fixed."""

    name: ControlName
    title: str
    says: str
    value: int
    least: int
    most: int
    step: int
    fixed: bool


def setting_json(each: ControlSetting, fixed: bool, words: Messages) -> CameraSetting:
    """Return a setting of a camera."""
    return CameraSetting(
        name=each.name,
        title=words(TITLES[each.name]),
        says=words(EFFECTS[each.name]),
        value=each.value,
        least=each.least,
        most=each.most,
        step=each.step,
        fixed=fixed,
    )


class SetUpStep(Struct, frozen=True):
    """A step of the setup of a table, and if it is done."""

    step: Step
    done: bool


class SetUpCamera(Struct, frozen=True):
    """The camera of a table: if it was named when the server was started, none is wanted, the chosen one is missing,
    its table top is known, and it looks on its own while a match is played, or follows the play; `stream` is the
    delay of its stream."""

    name: str | None
    given: bool
    none: bool
    missing: bool
    calibrated: bool
    watches: bool
    follows: bool
    stream: Delay


class SetUpBox(Struct, frozen=True):
    """The box of a table: its address, if it was named when the server was started, if none is wanted, and its
    connection."""

    address: str | None
    given: bool
    none: bool
    line: BoxLine | None


class SetUp(Struct, frozen=True):
    """The setup of a table: its steps in order, and its equipment."""

    steps: list[SetUpStep]
    name: str
    rules: str
    rules_says: str
    screen: str | None
    camera: SetUpCamera
    box: SetUpBox
    tileset: str | None
    languages: dict[str, str]


def setup_json(table: Table, tilesets: TileSets | None, language: bool, words: Messages) -> SetUp:
    """Return the setup of a table; a password in an address is hidden.

    Args:
        table: The table.
        tilesets: The sets of tiles, or None if there are none.
        language: True if a person chose the language of the page.
        words: The language of the sentences.
    """
    feed, records, number = table.equipment.feed, table.records, table.number
    chosen = kept_address(records.values, number, CAMERA)
    return SetUp(
        steps=[SetUpStep(step, done) for step, done in steps(table, tilesets, language).items()],
        name=name_of(table),
        rules=table.rules,
        rules_says=rules_wording.rules(words, BOOKS[table.rules]),
        screen=screen_language(table),
        camera=SetUpCamera(
            name=camera(words, feed.camera.name) if feed else None,
            given="camera" in table.given,
            none=feed is None and is_chosen(records.values, number, CAMERA) and chosen is None,
            missing=feed is None and chosen is not None,
            calibrated=table.equipment.rig.calibration is not None,
            watches=table.equipment.watcher.on,
            follows=table.equipment.following.on,
            stream=delay_of(records.values, number),
        ),
        box=SetUpBox(
            address=kept_address(records.values, number, BOX) if table.session.box else None,
            given="box" in table.given,
            none=table.session.box is None and is_chosen(records.values, number, BOX),
            line=box_json(table.session, words),
        ),
        tileset=tilesets.chosen if tilesets else None,
        languages={tag_of(lang): each.name for lang, each in LANGUAGES.items()},
    )
