"""The camera, table box and rules of a table as chosen on the page: stored, and changed while the table runs."""

import logging
import platform
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET, UnsetType

from device.keypad import SCHEME, pads
from device.link import Link
from device.ports import ANY_BOX, drivers, ports, search
from scoring.rules import BOOKS, offered
from vision.live.camera import Camera
from vision.live.sources.controls import ControlName, Controls
from vision.live.sources.finding import find_cameras
from vision.live.sources.source import SourceError
from webui.records.errors import RecordsError
from webui.records.values import ValueStore
from webui.rig.camera_preview import CameraPreview
from webui.rig.rig import Rig, calibration_file
from webui.rig.sources import WRITING, check_box, check_camera
from webui.table.table import Table

CAMERA: Final = "camera"
BOX: Final = "box"
PRESET: Final = "rules"
CHOSEN_AFTER: Final = "rules-after"
"""The key of the number of the match after which the rules of a table were chosen; 0 before the first."""

HERE: Final = platform.node()
"""The name of this computer; equipment connected to another computer of the same database is not looked for here."""

_log = logging.getLogger(__name__)


def is_chosen(values: ValueStore, table: int, what: str) -> bool:
    """Return True if a camera, box or rules were chosen on the page, or that there is none."""
    return _kept(values, table, what) is not None


def _kept(values: ValueStore, table: int, what: str) -> Any:
    kept = values.get(table, what)
    if isinstance(kept, dict) and values.shared and kept.get("computer", HERE) != HERE:
        return None
    return kept


def kept_address(values: ValueStore, table: int, what: str) -> str | None:
    """Return the address of the camera or box chosen on the page, or None.

    Args:
        values: The store of the choices.
        table: The table's number.
        what: `CAMERA` or `BOX`.
    """
    kept = _kept(values, table, what)
    address = str(kept["address"]) if isinstance(kept, dict) and kept.get("address") else None
    if address and what == BOX and address.lower().startswith(WRITING):
        _log.warning("the box of table %d is not opened: its address writes files", table)
        return None
    return address


def kept_camera(values: ValueStore, table: int) -> Camera | None:
    """Return the camera chosen on the page, or None if there is none or it is gone."""
    address = kept_address(values, table, CAMERA)
    if address is None:
        return None
    try:
        return Camera(address)
    except SourceError as error:
        _log.warning("%s", error)
        return None


def kept_rules(values: ValueStore, table: int) -> str | None:
    """Return the rules chosen on the page, or None if there are none of that name.

    Of archived rules it is the book that they change.
    """
    kept = values.get(table, PRESET)
    return offered(kept) if kept in BOOKS else None


def rig_of(data: Path | None, address: str) -> Rig:
    """Return the rig of a camera with its stored calibration.

    Args:
        data: The data folder, or None if nothing is stored.
        address: The camera's address.
    """
    return Rig(calibration_file(data, address) if data else None)


def link_to(address: str, log: Path | None) -> Link:
    """Return the link to a table box.

    Args:
        address: Its port, or `ANY_BOX`.
        log: File that it writes to.

    Raises:
        device.errors.LogError: The log's folder cannot be made.
    """
    return Link(search(None if address == ANY_BOX else address, drivers()), log=log)


def equip(table: Table) -> None:
    """Give a table other than the server's own the camera and the box chosen for it on this computer.

    Raises:
        WeightsError: The network for dice is missing or unusable.
    """
    camera, box = kept_camera(table.records.values, table.number), kept_address(table.records.values, table.number, BOX)
    if camera:
        table.equipment.use_camera(camera, rig_of(table.records.folder, camera.address))
    if box:
        table.equipment.use_box(link_to(box, table.session.log))


def expect_camera(table: Table, address: str, here: bool) -> None:
    """Refuse a camera that this page may not choose; the present choice is allowed.

    Args:
        table: The table.
        address: The address of the camera.
        here: True on a page of this computer.

    Raises:
        SourceRefusedError: It may not be chosen.
    """
    used = [table.equipment.feed.camera.address] if table.equipment.feed else []
    before = [kept for kept in (*used, kept_address(table.records.values, table.number, CAMERA)) if kept]
    check_camera(address, [*before, *(each.source for each in find_cameras())], here)


def expect_box(table: Table, address: str, here: bool) -> None:
    """Refuse a box that this page may not choose; see `expect_camera` for the arguments.

    Raises:
        SourceRefusedError: It may not be chosen.
    """
    before = kept_address(table.records.values, table.number, BOX)
    check_box(
        address,
        {ANY_BOX, SCHEME, before or ANY_BOX, *(port.address for port in ports()), *(pad.address for pad in pads())},
        here,
    )


def choose_camera(table: Table, address: str | None, trial: CameraPreview) -> None:
    """Use a camera from now on, and after every start that names none.

    Args:
        table: The table.
        address: The address of the camera, or None for none.
        trial: The preview, which may have that camera open already.

    Raises:
        SourceError: `address` names nothing that can be opened.
        RecordsError: It cannot be stored; the old camera stays.
    """
    used = table.equipment.feed.camera if table.equipment.feed else None
    if address is not None and not (used and used.address == address):
        Camera(address)  # raises for an invalid address
    table.records.values.keep(table.number, CAMERA, {"address": address, "computer": HERE})
    if used and used.address == address:
        trial.end()
        return
    camera = None if address is None else trial.take(address) or Camera(address)
    trial.end()
    table.equipment.use_camera(camera, None if address is None else rig_of(table.records.folder, address))


def set_controls(
    table: Table,
    fixed: bool | UnsetType,
    values: Mapping[ControlName, int],
    size: tuple[int, int] | UnsetType | None,
) -> None:
    """Fix settings of the table's camera from now on, and whenever it opens.

    Args:
        table: The table; without a camera whose settings can be reached, nothing is done.
        fixed: True for its present values, False to let it make them itself; unset, what is fixed stays.
        values: Values to fix besides.
        size: The size of its pictures, or None for the usual one; unset, it stays.

    Raises:
        OSError: They cannot be stored; the old ones stay.
    """
    if table.equipment.feed is None or (panel := table.equipment.feed.camera.panel) is None:
        return

    def changed(before: Controls) -> Controls:
        kept = before if fixed is UNSET else panel.present() if fixed else Controls()
        return Controls({**kept.fixed, **values}, before.size if size is UNSET else size)

    table.equipment.rig.keep_controls(changed, table.equipment.feed.camera)


def choose_box(table: Table, address: str | None) -> None:
    """Use a table box from now on, and after every start that names none.

    Args:
        table: The table.
        address: Its port, or `ANY_BOX`, or None for no box.

    Raises:
        device.errors.LogError: The log of the line cannot be written.
        RecordsError: It cannot be stored; the old box stays.
    """
    link = None if address is None else link_to(address, table.session.log)
    table.records.values.keep(table.number, BOX, {"address": address, "computer": HERE})
    table.equipment.use_box(link)


def choose_rules(table: Table, name: str) -> None:
    """Score hands by these rules from now on, and after every start that names none.

    Args:
        table: The table.
        name: A key of `scoring.BOOKS`.

    Raises:
        RecordsError: It cannot be stored; the old rules stay.
    """
    current = table.matches.current
    table.records.values.keep(table.number, CHOSEN_AFTER, current.number if current else 0)
    table.records.values.keep(table.number, PRESET, name)
    table.use_rules(name)


def unchoose(values: ValueStore, name: str, base: str) -> None:
    """Give tables that had chosen these rules the book that they change, except tables that a device has."""
    for table, chosen in values.all(PRESET).items():
        if chosen == name:
            with suppress(RecordsError):
                values.keep(table, PRESET, base)


def rules_of_a_new_match(table: Table) -> str:
    """Return the rules that a new match begins with: those of the last one, unless others were chosen for the table
    since."""
    current = table.matches.current
    if current is None or table.records.values.get(table.number, CHOSEN_AFTER) == current.number:
        return table.rules
    last = current.match.rules.name
    return offered(last if last in BOOKS else table.rules)
