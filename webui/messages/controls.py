"""Sentences of the settings of a camera: the name of each, and what fixing it does."""

from collections.abc import Mapping
from typing import Final

from vision.live.sources.controls import ControlName
from webui.messages import N_

TITLES: Final[Mapping[ControlName, str]] = {
    "focus": N_("Focus"),
    "exposure": N_("Exposure"),
    "gain": N_("Gain"),
    "white_balance": N_("White balance"),
    "mains": N_("Mains frequency"),
}
"""Names of the settings."""

EFFECTS: Final[Mapping[ControlName, str]] = {
    "focus": N_("Fixed on the tiles, it is not lost when an arm passes."),
    "exposure": N_("Longer is brighter, but blurs tiles that move."),
    "gain": N_("More is brighter, but grainy."),
    "white_balance": N_("Fixed, colours stay the same whatever lies on the table."),
    "mains": N_(
        "That of the lamps, against flicker: 50 Hz in Europe and mainland China, 60 Hz in Taiwan and North America."
    ),
}
"""The effect of each setting, and of fixing it."""
