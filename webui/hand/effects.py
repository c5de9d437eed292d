"""The effects of edits and the reasons why one is refused: kinds with parameters, for `webui.messages.hand`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from scoring.errors import About, Value
from webui.base.errors import WebError, check

EffectKind = Literal[
    "named",
    "marked-red",
    "marked-ordinary",
    "moved-to-hand",
    "moved-to-flowers",
    "moved-aside",
    "made-winning",
    "joined",
    "added",
    "added-as-winning",
    "meld-laid",
    "meld-added",
    "written",
    "meld-changed",
    "meld-split",
    "circumstances",
    "rules",
    "dealt",
    "confirmed",
    "answered",
]

EFFECTS: Final[Mapping[EffectKind, tuple[str, ...]]] = {
    "named": ("was", "tiles"),
    "marked-red": ("tiles",),
    "marked-ordinary": ("tiles",),
    "moved-to-hand": ("tiles",),
    "moved-to-flowers": ("tiles",),
    "moved-aside": ("tiles",),
    "made-winning": ("tiles",),
    "joined": ("tiles", "joined"),
    "added": ("tiles",),
    "added-as-winning": ("tiles",),
    "meld-laid": ("meld", "tiles", "source"),
    "meld-added": ("meld", "tiles", "source"),
    "written": ("tiles",),
    "meld-changed": ("meld", "tiles", "source"),
    "meld-split": ("meld", "tiles"),
    "circumstances": ("changed",),
    "rules": ("rules",),
    "dealt": ("hand",),
    "confirmed": (),
    "answered": ("question", "asked", "choice", "chosen"),
}
"""Effects of edits, and the parameters of each.

`tiles`, `was` and `joined` are codes, None for an unknown tile; `meld` is the kind of a meld, and `source` as in
`MeldState`; `changed` has pairs of a circumstance and its new value. An answer that confirms the hand has the kinds of
its question and choice, and the parameters of each as pairs.
"""

EditRefusalKind = Literal[
    "no-such-doubt",
    "no-such-number",
    "no-such-place",
    "not-a-five",
    "no-such-meld",
    "not-aside",
    "one-wins",
    "cannot-join",
    "already-there",
    "not-a-flower",
    "a-flower",
    "not-a-meld",
    "in-no-chow",
    "fifth-copy",
    "second-flower",
    "fifth-meld",
    "too-many-tiles",
    "unknown-rules",
    "no-answer",
    "not-read",
    "nothing-to-undo",
]

REFUSALS: Final[Mapping[EditRefusalKind, tuple[str, ...]]] = {
    "no-such-doubt": ("doubt", "known"),
    "no-such-number": ("number", "count"),
    "no-such-place": ("path",),
    "not-a-five": ("tiles",),
    "no-such-meld": ("number",),
    "not-aside": ("index",),
    "one-wins": ("count",),
    "cannot-join": ("tiles", "meld", "joined"),
    "already-there": ("tiles",),
    "not-a-flower": ("tiles",),
    "a-flower": ("tiles",),
    "not-a-meld": ("tiles", "meld"),
    "in-no-chow": ("face",),
    "fifth-copy": ("count", "face"),
    "second-flower": ("count", "face"),
    "fifth-meld": ("most",),
    "too-many-tiles": ("held", "size"),
    "unknown-rules": ("rules", "known"),
    "no-answer": ("answer", "question", "asked", "answers", "any_face"),
    "not-read": (),
    "nothing-to-undo": (),
}
"""Reasons why a change is refused, and the parameters of each; see `EFFECTS`.

`known` is the number of doubts, or the names of the rules; `number` counts from 1, of `count`; `index` is a tile of the
reading and `face` a code; `any_face` is 1 if any face is an answer, else 0.
"""


class EditRejectedError(WebError):
    """A change that is refused and leaves the hand unchanged; `REFUSALS` has the parameters of each kind."""

    kind: EditRefusalKind

    def __init__(self, kind: EditRefusalKind, **about: Value) -> None:
        check(kind, about, REFUSALS)
        super().__init__(kind, **about)


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a change of a hand; `EFFECTS` has the parameters of each kind."""

    kind: EffectKind
    about: About = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        check(self.kind, self.about, EFFECTS)
