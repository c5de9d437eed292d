"""The tiles on a table, one track each: where it lies, which face it shows by all looks so far, when it was seen."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.follow.seen import SeenTile
from scoring.tiles import FACES, FIRST_FLOWER
from vision.evidence import ALIKE, Evidence
from vision.follow.zones import Places, Strip, crosswise, facing, lies
from vision.quads import Array, sides

_SURE: Final = 0.9
"""Probability of a face above which a look has named it."""

_KEPT: Final = 0.02
"""Probability below which a look leaves a face out."""

_AGREED: Final = 0.95
"""Mean probability of a face below which looks at it do not agree. Measured: of 389 tiles of six clips one has less,
and of 59 in the same pictures with other colours and much noise 15, one of them wrong in all looks but the first."""

_FEW: Final = 3
"""Most looks that those count for: looks at the same tile err alike."""

_ALIKE: Final = frozenset(ALIKE)


@dataclass(slots=True, eq=False)
class Find:
    """A tile that one look has found.

    Attributes:
        quad: (4, 2) corners in pixels, from the glyph's top left if known.
        place: (2,) centre in units of the table.
        up: True if it shows its face.
        score: Probability that there is a tile.
        faces: (43,) probabilities of the faces, the last for "no known tile".
        upright: -1 to 1, confidence that the quad begins at the glyph's top left.
        whole: Probability that all of it is seen.
    """

    quad: Array
    place: Array
    up: bool
    score: float
    faces: Array
    upright: float
    whole: float


def finds(evidence: Evidence, places: Places, corner: tuple[int, int] = (0, 0)) -> list[Find]:
    """Return the finds of evidence from a part of a picture whose top left corner is given."""
    quads = evidence.quads + np.array(corner, np.float64)
    middles = places.of(quads.mean(axis=1)) if len(quads) else np.zeros((0, 2))
    return [
        Find(
            quads[n],
            middles[n],
            not evidence.backs[n],
            float(evidence.scores[n]),
            np.asarray(evidence.faces[n], np.float64),
            float(evidence.upright[n]),
            float(evidence.whole[n]),
        )
        for n in range(len(quads))
    ]


@dataclass(slots=True, eq=False)
class Track:
    """A tile that lies on the table.

    Attributes:
        number: Its number.
        quad: (4, 2) corners in pixels.
        place: (2,) centre in units of the table.
        up: True if it shows its face.
        since: Second at which it was first seen.
        seen: Second at which it was last looked at.
        score: Best probability that it is a tile.
        votes: (43,) sum of the probabilities of all looks.
        looks: Number of looks.
        heads: Sum of the confidences that it begins at the glyph's top left.
        turns: Number of looks that these are of.
        walled: Probability that it is part of a wall.
        below: The cells of its place and what lay there before it, or None if that was not seen.
    """

    number: int
    quad: Array
    place: Array
    up: bool
    since: float
    seen: float
    score: float = 0.0
    votes: Array = field(default_factory=lambda: np.zeros(len(FACES) + 1))
    looks: int = 0
    heads: float = 0.0
    turns: int = 0
    walled: float = 0.0
    below: tuple[NDArray[np.bool_], NDArray[np.uint8]] | None = None

    @property
    def faces(self) -> Array:
        """The probabilities (43,) of its faces by all looks."""
        return self.votes / max(1, self.looks)

    @property
    def face(self) -> int:
        """The most probable face."""
        return int(self.votes[:-1].argmax())

    @property
    def named(self) -> bool:
        """True if its face is clear."""
        return bool(self.up and self.looks and self.faces[self.face] >= _SURE)

    def add(self, find: Find, t: float, fresh: bool = False) -> None:
        """Add a look; `fresh` forgets those before, such as of a tile that was turned."""
        if fresh:
            self.votes, self.looks, self.heads, self.turns = np.zeros(len(FACES) + 1), 0, 0.0, 0
        self.quad, self.place, self.up, self.seen = find.quad, find.place, find.up, t
        self.score = max(self.score, find.score)
        if find.up:
            self.votes = self.votes + find.faces
            self.looks += 1
            self.heads += find.upright
            self.turns += 1

    def name(self, faces: Array, t: float) -> None:
        """Add another look at its face alone."""
        self.votes = self.votes + faces
        self.looks += 1
        self.seen = t

    def heads_to(self, places: Places) -> dict[int, float]:
        """Return the weights of the seats that read it upright."""
        corners = places.of(self.quad)
        up = (corners[0] + corners[1] - corners[2] - corners[3]) / 2
        alike = not self.up or FACES[self.face] in _ALIKE
        return facing(up, self.heads / max(1, self.turns), alike)

    def told(self, places: Places, row: Strip | None = None) -> SeenTile:
        """Return the tile as the decoder takes it, part of a row along a side or not."""
        faces, flower = self.faces, float(self.faces[FIRST_FLOWER:-1].sum())
        heads = self.heads_to(places)
        zones = lies(self.place, heads, flower if self.up else 0.0, self.walled, row)
        owner = max(zones, key=lambda each: each.weight).seat if zones else 0
        return SeenTile(
            track=self.number,
            x=round(float(self.place[0]), 4),
            y=round(float(self.place[1]), 4),
            faces={code: round(float(p), 4) for code, p in zip(FACES, faces, strict=False) if p >= _KEPT}
            if self.up
            else {},
            looks=max(1, self.looks if faces[self.face] >= _AGREED else min(self.looks, _FEW)),
            up=self.up,
            facing=heads,
            lies=zones,
            crosswise=round(crosswise(owner, heads), 3) if owner else 0.0,
            picture=tuple((round(float(x), 1), round(float(y), 1)) for x, y in self.quad),  # type: ignore[arg-type]
        )


def width(quads: Array) -> float:
    """Return the usual width of tiles at quads (N, 4, 2), in the unit of these."""
    lengths = sides(quads)
    return float(np.median((lengths[:, 0] + lengths[:, 2]) / 2))
