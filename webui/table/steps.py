"""The steps of setting up a table, and their completion."""

from typing import Any, Final, Literal, get_args

from webui.table.equipment import BOX, CAMERA, is_chosen
from webui.table.table import Table
from webui.table.table_name import name_of
from webui.tilesets.tilesets import TileSets

Step = Literal["language", "name", "rules", "camera", "corners", "tileset", "box"]
"""The steps of setting up a table, in the order for a newcomer."""

STEPS: Final[tuple[Step, ...]] = get_args(Step)

KEY: Final = "setup"
SCREEN: Final = "screen-language"
"""The key of the language of the table's screen, as HTML names it."""


def steps(table: Table, tilesets: TileSets | None, language: bool) -> dict[Step, bool]:
    """Return the steps of this table, with True for completed ones.

    Args:
        table: The table.
        tilesets: The tile sets, or None if none are stored.
        language: True if somebody chose the language of the page.
    """
    said = set(_kept(table).get("done", ()))
    found: dict[Step, bool] = {
        "language": language,
        "name": bool(name_of(table)),
        "rules": "rules" in table.given or is_chosen(table.records.values, table.number, "rules"),
        "camera": table.equipment.feed is not None or is_chosen(table.records.values, table.number, CAMERA),
    }
    if table.equipment.feed:
        found["corners"] = table.equipment.rig.calibration is not None
    if tilesets:
        found["tileset"] = tilesets.chosen is not None
    found["box"] = table.session.box is not None or is_chosen(table.records.values, table.number, BOX)
    return {step: done or step in said for step, done in found.items()}


def say_done(table: Table, step: Step) -> None:
    """Mark a step as completed with the present settings.

    Raises:
        RecordsError: It cannot be stored.
    """
    kept = _kept(table)
    done = [each for each in STEPS if each == step or each in kept.get("done", ())]
    table.records.values.keep(table.number, KEY, {**kept, "done": done})


def invites(table: Table) -> bool:
    """Return True if nobody has opened the set-up of this table yet, and its storage is permanent."""
    return table.records.folder is not None and not table.given and "led" not in _kept(table)


def was_led(table: Table) -> None:
    """Mark that somebody opened the set-up, which the page of the table then no longer offers.

    Raises:
        RecordsError: It cannot be stored.
    """
    table.records.values.keep(table.number, KEY, {**_kept(table), "led": True})


def screen_language(table: Table) -> str | None:
    """Return the language of the table's screen, or None for that of its browser."""
    kept = table.records.values.get(table.number, SCREEN)
    return kept if isinstance(kept, str) else None


def _kept(table: Table) -> dict[str, Any]:
    kept = table.records.values.get(table.number, KEY)
    return kept if isinstance(kept, dict) else {}
