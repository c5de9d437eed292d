"""The fields that single games add to what is served, as structs to build upon."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, UnsetType, defstruct

from webui.games.view import views

if TYPE_CHECKING:
    OfSheet = Struct
    OfHand = Struct
    OfMatch = Struct
else:

    def _fields(some: Iterable[Mapping[str, tuple[Any, Any]]]) -> list[tuple[str, Any, Any]]:
        """Return the fields of all games; one that several have may have any value, and elsewhere this program's."""
        found: dict[str, tuple[Any, Any]] = {}
        for name, (kind, default) in (field for fields in some for field in fields.items()):
            known = found.setdefault(name, (kind, default))
            found[name] = (kind if known[0] == kind else Any, known[1])
        return [(name, *given) for name, given in found.items()]

    _VIEWS = sorted(views().values(), key=lambda view: not type(view).__module__.startswith("webui."))
    _SHEETS = ({name: (kind | UnsetType, UNSET) for name, kind in view.sheet_fields.items()} for view in _VIEWS)
    OfSheet = defstruct("OfSheet", _fields(_SHEETS), frozen=True, kw_only=True)
    OfHand = defstruct("OfHand", _fields(view.hand_fields for view in _VIEWS), frozen=True, kw_only=True)
    OfMatch = defstruct("OfMatch", _fields(view.match_fields for view in _VIEWS), frozen=True, kw_only=True)
