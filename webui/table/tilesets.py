"""The sets of tiles at hand: which there are, which one is read by, and those being learnt."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from scoring.tiles import FACES
from vision import TileReader
from vision.evidence import Evidence
from vision.image import Picture
from vision.networks.rectify import rectified
from vision.reading import Reading
from vision.tilesets.labelling import ASK_BELOW, Cluster, Samples, collect, label, learn
from vision.tilesets.prototypes import Prototypes, SetError, forget, load, names_in, place_of, save
from webui.errors import WebError
from webui.table.pictures import NothingSeen, jpeg
from webui.words import Words
from webui.words.errors import vision_error

DRAFTS: Final = 3
"""So many sets can be learnt at a time; the oldest is dropped for a new one."""

MOST_PHOTOS: Final = 8
PREVIEW: Final = (96, 128)
"""Width and height in pixels of the pictures of single tiles."""


class TooMany(WebError):
    """More photographs than one set is learnt from: keep the set, or begin another."""


class NoSuchTile(WebError):
    """A tile is named that the draft has not: load the draft again."""


class NameTaken(WebError):
    """A set of that name is kept already: give another name, or replace it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A set being learnt: its tiles as shown, and what a person said of them so far.

    Attributes:
        said: Index of a tile to its face, an index into `FACES`, or None for a tile not to be kept.
        previews: A JPEG a tile.
    """

    id: str
    tiles: Samples
    said: Mapping[int, int | None] = field(default_factory=dict)
    previews: tuple[bytes, ...] = field(default=(), repr=False)

    def named(self) -> list[Cluster]:
        """The tiles in groups that look alike, each with its name."""
        return label(self.tiles, self.said)

    def to_dict(self) -> dict[str, Any]:
        """The draft as the page gets it."""
        named = self.named()
        have = {group.face for group in named}
        return {
            "id": self.id,
            "photos": int(self.tiles.photos.max(initial=-1)) + 1,
            "tiles": [
                {"photo": int(photo), "row": int(row), "place": int(place), "said": n in self.said}
                for n, (photo, (row, place)) in enumerate(zip(self.tiles.photos, self.tiles.rows, strict=True))
            ],
            "groups": [
                {
                    "tiles": list(group.tiles),
                    "tile": None if group.face is None else FACES[group.face],
                    "sure": group.sure >= ASK_BELOW,
                    "others": [FACES[face] for face in group.others],
                }
                for group in named
            ],
            "missing": [code for face, code in enumerate(FACES) if face not in have],
        }


class Shelf:
    """Reads by the set chosen from a folder of them, or by none; safe to use from many threads."""

    def __init__(self, reader: TileReader, folder: Path, chosen: str | None = None) -> None:
        """Prepares the reader.

        Args:
            folder: Where sets are kept; need not exist yet.
            chosen: Name of the set to read by.

        Raises:
            vision.tilesets.prototypes.SetError: that set cannot be used.
        """
        self.folder: Final = folder
        self._reader = reader
        self._learning = threading.Lock()
        self._lock = threading.Lock()
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._chosen: tuple[str | None, Prototypes | None] = (None, None)
        self.choose(chosen)

    def read(self, image: Picture, *, weigh: Callable[[Evidence], Reading] | None = None) -> Reading:
        """As `TileReader.read`, by the set chosen."""
        return self._reader.read(image, weigh=weigh, tileset=self._chosen[1])

    def look(self, picture: Picture, quarters: int = 0) -> Evidence:
        """As `TileReader.look`, by the set chosen."""
        return self._reader.look(picture, quarters, tileset=self._chosen[1])

    @property
    def chosen(self) -> str | None:
        """Name of the set that is read by."""
        return self._chosen[0]

    def choose(self, name: str | None) -> None:
        """Reads by another set from now on; None for any tiles.

        Raises:
            vision.tilesets.prototypes.SetError: the set cannot be used.
        """
        opened = None if name is None else Prototypes.of(load(self.folder, name), self._reader.classifier)
        self._chosen = (name, opened)

    def show(self, picture: Picture, draft_id: str = "") -> Draft | None:
        """Takes a photograph of a set to be learnt: a new one, or further tiles of the draft of that id.

        Returns:
            The draft; None when there is none of that id any more.

        Raises:
            webui.table.pictures.NothingSeen: the picture shows no tiles.
            TooMany: the draft has `MOST_PHOTOS` photographs already.
        """
        with self._learning:
            draft = self.draft(draft_id)
            if draft_id and draft is None:
                return None
            if draft and int(draft.tiles.photos.max()) + 1 >= MOST_PHOTOS:
                raise TooMany("draft-full", most=MOST_PHOTOS)
            tiles = collect(self._reader, [picture])
            if not len(tiles):
                raise NothingSeen("no-tiles-seen")
            views = rectified(picture, tiles.quads.astype(np.float32), PREVIEW, 0.12)
            previews = tuple(jpeg(view, max(PREVIEW)) for view in views)
            if draft is None:
                return self._put(Draft(secrets.token_hex(5), tiles, {}, previews))
            return self._put(replace(draft, tiles=draft.tiles.and_(tiles), previews=draft.previews + previews))

    def draft(self, draft_id: str) -> Draft | None:
        """The draft of that id."""
        with self._lock:
            return self._drafts.get(draft_id)

    def say(self, draft_id: str, said: Mapping[int, int | None]) -> Draft | None:
        """Puts what a person said of a draft's tiles in place of what was said before.

        Raises:
            NoSuchTile: a tile is named that the draft has not.
        """
        with self._learning:
            draft = self.draft(draft_id)
            if draft is None:
                return None
            if any(not 0 <= tile < len(draft.tiles) for tile in said):
                raise NoSuchTile("no-such-tile", tile=max(said), count=len(draft.tiles))
            return self._put(replace(draft, said=dict(said)))

    def keep(self, draft: Draft, name: str, anew: bool = False) -> None:
        """Keeps a draft as a set and reads by it from now on.

        Args:
            anew: Whether it may take the place of a set of that name.

        Raises:
            NameTaken: there is one, and it may not.
            vision.tilesets.prototypes.SetError: it cannot be kept.
        """
        if place_of(self.folder, name).exists() and not anew:
            raise NameTaken("name-taken", name=name)
        save(learn(draft.tiles, draft.named()), self.folder, name)
        with self._lock:
            self._drafts.pop(draft.id, None)
        self.choose(name)

    def forget(self, name: str) -> None:
        """Removes a set; what was read by it is read by none.

        Raises:
            vision.tilesets.prototypes.SetError: there is none of that name, or it cannot be removed.
        """
        forget(self.folder, name)
        if self.chosen == name:
            self.choose(None)

    def to_dict(self) -> dict[str, Any]:
        """The sets as the page gets them; one that cannot be opened says why."""
        return {"chosen": self.chosen, "sets": [self._about(name) for name in names_in(self.folder)]}

    def _about(self, name: str) -> dict[str, Any]:
        try:
            tileset = load(self.folder, name)
        except SetError as error:
            return {"name": name, "trouble": vision_error(Words.of("en"), error)}
        return {"name": name, "kinds": len(tileset.kinds), "tiles": len(tileset.faces)}

    def _put(self, draft: Draft) -> Draft:
        with self._lock:
            self._drafts[draft.id] = draft
            self._drafts.move_to_end(draft.id)
            while len(self._drafts) > DRAFTS:
                self._drafts.popitem(last=False)
        return draft
