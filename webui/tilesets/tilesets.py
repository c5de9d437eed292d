"""Tile sets: the stored ones, the one in use for reading, and drafts."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from vision import TileReader
from vision.evidence import Evidence
from vision.image import Picture
from vision.networks.rectify import rectified
from vision.quads import Array, Quads
from vision.reading import Reading
from vision.tilesets.files import SetError, forget, is_kept, kept_names, load, save
from vision.tilesets.labelling import collect, learn
from vision.tilesets.prototypes import Prototypes, TileSet, joined
from vision.tta import ViewWatch
from webui.base.errors import WebError
from webui.base.metrics import count_reading
from webui.hand.hand import NothingSeenError
from webui.hand.pictures import Decode, jpeg
from webui.hand.reading_queue import note
from webui.records.errors import translate_os_errors
from webui.tilesets import drafts as drafts_files
from webui.tilesets.drafts import Draft
from webui.tilesets.learned_tiles import LearnedTiles

MOST_DRAFTS: Final = 3
"""Drafts at a time; the oldest is dropped for a new one. More takes disk space; fewer drops the draft of another
person."""

MOST_PHOTOS: Final = 8
"""Photos of one draft. More makes naming slow and takes memory; fewer may not show every tile."""

MOST_LEARNT: Final = 24
"""Learned hands in use besides the set, the latest ones. More takes memory and computing; fewer forgets designs that
occur rarely."""

PREVIEW: Final = (96, 128)
"""Width and height in pixels of the pictures of single tiles. More takes longer to load; less is hard to recognise."""

_MARGIN: Final = 0.12
"""Margin of a preview around its tile, in widths of the tile. More makes the tile small; less cuts off inexact
corners."""


class TooManyTileSetsError(WebError):
    """More photos than one draft may have: store the set, or begin another."""


class NoSuchTileError(WebError):
    """The draft has no tile of this number: load the draft again."""


class NameTakenError(WebError):
    """A stored set has this name: choose another name, or replace it."""


class TileSets:
    """The tile sets stored in a folder, and a reader by the chosen one; safe to use from many threads."""

    def __init__(
        self,
        reader: TileReader,
        folder: Path,
        chosen: str | None = None,
        drafts: Path | None = None,
        remember: Callable[[str | None], None] = lambda name: None,
        learnt: LearnedTiles | None = None,
        prepare: Callable[[], object] = lambda: None,
    ) -> None:
        """Choose the set to read by.

        Args:
            reader: The reader of pictures.
            folder: Folder of the sets; it need not exist.
            chosen: Name of the set to read by, or None to read any tiles.
            drafts: Folder of drafts, or None to keep them only while the program runs.
            remember: Receives the name of each set chosen later.
            learnt: Tiles learned from approved hands, or None to keep them in memory.
            prepare: Makes the reader ready, once, when a photo is expected.

        Raises:
            vision.tilesets.files.SetError: That set cannot be used.
        """
        self.folder: Final = folder
        self._reader = reader
        self._learning = threading.Lock()
        self._lock = threading.Lock()
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._chosen: tuple[str | None, Prototypes | None] = (None, None)
        self._parts: OrderedDict[tuple[str, str], Prototypes] = OrderedDict()
        """The prototypes of learned hands, which are slow to compute, by set and hand."""
        self._kept_drafts = drafts
        self._remember = remember
        self._prepare: Final = prepare
        self._prepared = False
        self.learnt: Final = learnt or LearnedTiles()
        """Tiles learned from approved hands, by set."""
        for draft in drafts_files.load_all(drafts) if drafts else ():
            self._drafts[draft.id] = draft
        self._open(chosen)

    def expect_photo(self) -> None:
        """Make the reader ready, beside other work: somebody has a page open that takes photos."""
        with self._lock:
            first, self._prepared = not self._prepared, True
        if first:
            threading.Thread(target=self._prepare, name="networks").start()  # a program that ends waits for it

    def read(
        self, image: Picture, *, decode: Decode | None = None, watch: ViewWatch | None = None, sets: int = 4
    ) -> Reading:
        """Read a picture as `TileReader.read` does, by the chosen set."""
        reading = self._reader.read(image, decode=decode, tileset=self._chosen[1], watch=watch, sets=sets)
        count_reading(reading.ms)
        note(reading, "server")
        return reading

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        """Detect tiles as `TileReader.detect` does, by the chosen set."""
        return self._reader.detect(picture, quarters, tileset=self._chosen[1])

    def detect_part(self, picture: Picture, share: float) -> Evidence:
        """Detect tiles in a part of a picture, which has a share of its longer side, by the chosen set."""
        return self._reader.detect(picture, share=share, tileset=self._chosen[1])

    def name(self, picture: Picture, quads: Quads) -> Array:
        """Name the tiles at quads (N, 4, 2) of a picture by the chosen set: (N, 43) probabilities."""
        names, tileset = self._reader.name(picture, quads), self._chosen[1]
        return (names if tileset is None else tileset.named(names)).faces.astype(np.float64)

    @property
    def plain(self) -> bool:
        """True if it reads any tiles, without a set."""
        return self._chosen[1] is None

    @property
    def chosen(self) -> str | None:
        """Name of the set in use for reading, or None for any tiles."""
        return self._chosen[0]

    def choose(self, name: str | None) -> None:
        """Read by another set from now on.

        Args:
            name: Its name, or None to read any tiles.

        Raises:
            vision.tilesets.files.SetError: The set cannot be used.
        """
        self._open(name)
        self._remember(name)

    def _open(self, name: str | None) -> None:
        if name is None:
            self._chosen = (None, None)
            return
        parts = [Prototypes.of(load(self.folder, name), self._reader.classifier)]
        parts += [part for hand in self.learnt.hands(name)[-MOST_LEARNT:] if (part := self._prototypes(name, hand))]
        self._chosen = (name, Prototypes.joined(parts))

    def _prototypes(self, name: str, hand: str) -> Prototypes | None:
        """Return the prototypes of a learned hand's tiles, or None if they are unreadable."""
        if (name, hand) not in self._parts:
            tiles = self.learnt.tiles(name, hand)
            if tiles is None:
                return None
            self._parts[name, hand] = Prototypes.of(tiles, self._reader.classifier)
            while len(self._parts) > 2 * MOST_LEARNT:
                self._parts.popitem(last=False)
        return self._parts[name, hand]

    def learn(self, hand: str, tiles: TileSet) -> None:
        """Add the tiles of an approved hand to the set in use.

        Args:
            hand: Id of the hand.
            tiles: Its tiles.

        Raises:
            vision.tilesets.files.SetError: They cannot be stored.
        """
        with self._learning:
            self.learnt.add(self.chosen, hand, tiles)
            self._open(self.chosen)

    def unlearn(self, hand: str) -> None:
        """Remove the tiles of a hand from the set in use.

        Raises:
            vision.tilesets.files.SetError: They cannot be removed.
        """
        with self._learning:
            self.learnt.remove(self.chosen, hand)
            self._open(self.chosen)

    def keep_learnt(self, name: str) -> None:
        """Make a set of the tiles learned while none was chosen, and read by it from now on.

        Args:
            name: Its name.

        Raises:
            NameTakenError: A set has this name.
            vision.tilesets.files.SetError: It cannot be stored, or nothing was learned.
        """
        with self._learning:
            if is_kept(self.folder, name):
                raise NameTakenError("name-taken", name=name)
            found = {hand: tiles for hand in self.learnt.hands(None) if (tiles := self.learnt.tiles(None, hand))}
            save(_one_of_each(joined(*found.values()) if found else TileSet.empty()), self.folder, name)
            for hand, tiles in found.items():
                self.learnt.add(name, hand, tiles)
                self.learnt.remove(None, hand)
        self.choose(name)

    def add(self, picture: Picture, draft_id: str = "") -> Draft | None:
        """Add a photo to a draft.

        Args:
            picture: A photo of some of its tiles.
            draft_id: The draft, or empty to begin a new one.

        Returns:
            The draft, or None if it no longer exists.

        Raises:
            webui.hand.hand.NothingSeenError: The picture shows no tiles.
            TooManyTileSetsError: The draft already has `MOST_PHOTOS` photos.
        """
        with self._learning:
            draft = self.draft(draft_id)
            if draft_id and draft is None:
                return None
            if draft and int(draft.tiles.photos.max()) + 1 >= MOST_PHOTOS:
                raise TooManyTileSetsError("draft-full", most=MOST_PHOTOS)
            tiles = collect(self._reader, [picture])
            if not len(tiles):
                raise NothingSeenError("no-tiles-seen")
            views = rectified(picture, tiles.quads.astype(np.float32), PREVIEW, _MARGIN)
            previews = tuple(jpeg(view, max(PREVIEW)) for view in views)
            if draft is None:
                return self.put(Draft(secrets.token_hex(5), tiles, {}, previews))
            return self.put(replace(draft, tiles=draft.tiles.with_(tiles), previews=draft.previews + previews))

    def draft(self, draft_id: str) -> Draft | None:
        """Return the draft with this id, or None if it no longer exists."""
        with self._lock:
            return self._drafts.get(draft_id)

    def say(self, draft_id: str, said: Mapping[int, int | None]) -> Draft | None:
        """Replace the names that a person gave to a draft's tiles.

        Args:
            draft_id: Id of the draft.
            said: All given names, as in `Draft.said`.

        Returns:
            The draft, or None if it no longer exists.

        Raises:
            NoSuchTileError: The draft has no tile of that number.
        """
        with self._learning:
            draft = self.draft(draft_id)
            if draft is None:
                return None
            if any(not 0 <= tile < len(draft.tiles) for tile in said):
                raise NoSuchTileError("no-such-tile", tile=max(said), count=len(draft.tiles))
            return self.put(replace(draft, said=dict(said)))

    def keep(self, draft: Draft, name: str, anew: bool = False) -> None:
        """Store a draft as a set, and read by it from now on.

        Args:
            draft: The draft.
            name: Its name.
            anew: True to replace a set of that name.

        Raises:
            NameTakenError: A set has this name, and may not be replaced.
            vision.tilesets.files.SetError: It cannot be stored.
        """
        with self._learning:
            if is_kept(self.folder, name) and not anew:
                raise NameTakenError("name-taken", name=name)
            save(learn(draft.tiles, draft.named()), self.folder, name)
        with self._lock:
            self._drafts.pop(draft.id, None)
            self._drop(draft.id)
        self.choose(name)

    def forget(self, name: str) -> None:
        """Delete a set; if it was in use, any tiles are read from now on.

        Raises:
            vision.tilesets.files.SetError: No set has this name, or it cannot be removed.
        """
        forget(self.folder, name)
        for hand in self.learnt.hands(name):
            self.learnt.remove(name, hand)
        if self.chosen == name:
            self.choose(None)

    def listed(self) -> Iterator[tuple[str, TileSet | SetError]]:
        """Yield the stored sets by name, or the error for one that cannot be opened."""
        for name in kept_names(self.folder):
            try:
                yield name, load(self.folder, name)
            except SetError as error:
                yield name, error

    def put(self, draft: Draft) -> Draft:
        """Store a draft in place of the one with its id; the newest few drafts stay."""
        with self._lock:
            if self._kept_drafts:
                with translate_os_errors(self._kept_drafts):
                    drafts_files.save(draft, self._kept_drafts)
            self._drafts[draft.id] = draft
            self._drafts.move_to_end(draft.id)
            while len(self._drafts) > MOST_DRAFTS:
                self._drop(self._drafts.popitem(last=False)[0])
        return draft

    def _drop(self, draft_id: str) -> None:
        if self._kept_drafts:
            with translate_os_errors(self._kept_drafts):
                drafts_files.remove(draft_id, self._kept_drafts)


def _one_of_each(tileset: TileSet) -> TileSet:
    """Return the first crop of each face."""
    _, first = np.unique(tileset.faces, return_index=True)
    kept = np.zeros(len(tileset.faces), bool)
    kept[first] = True
    return tileset.only(kept)
