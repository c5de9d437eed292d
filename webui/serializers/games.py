"""The fields that single games add to what is served, as structs to build upon."""

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType, defstruct

from webui.games.view import views

if TYPE_CHECKING:
    OfSheet = Struct
    OfHand = Struct
    OfMatch = Struct
else:
    _VIEWS = views().values()
    OfSheet = defstruct(
        "OfSheet",
        [(name, kind | UnsetType, UNSET) for view in _VIEWS for name, kind in view.sheet_fields.items()],
        frozen=True,
        kw_only=True,
    )
    OfHand = defstruct(
        "OfHand",
        [(name, *given) for view in _VIEWS for name, given in view.hand_fields.items()],
        frozen=True,
        kw_only=True,
    )
    OfMatch = defstruct(
        "OfMatch",
        [(name, *given) for view in _VIEWS for name, given in view.match_fields.items()],
        frozen=True,
        kw_only=True,
    )
