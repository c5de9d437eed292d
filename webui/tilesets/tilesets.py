"""Sets of tiles: those kept, the one that pictures are read by, and those being learnt."""

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
from vision.reading import Reading
from vision.tilesets.files import SetError, forget, is_kept, kept_names, load, save
from vision.tilesets.labelling import collect, learn
from vision.tilesets.prototypes import Prototypes, TileSet, joined
from webui.errors import WebError
from webui.hand.pictures import Decode, NothingSeenError, jpeg
from webui.hand.reading_queue import note
from webui.metrics import count_reading
from webui.records.errors import translate_os_errors
from webui.tilesets import drafts as drafts_files
from webui.tilesets.drafts import Draft
from webui.tilesets.learned_tiles import LearnedTiles

MOST_DRAFTS: Final = 3
"""Sets being learnt at a time; the oldest is dropped for a new one. Not measured."""

MOST_PHOTOS: Final = 8
"""Photographs that one set is learnt from. Not measured."""

MOST_LEARNT: Final = 24
"""Hands that pictures are read by besides the set that was shown: those learnt from last. Not measured."""

PREVIEW: Final = (96, 128)
"""Width and height in pixels of the pictures of single tiles. Not measured."""

_MARGIN: Final = 0.12
"""What a preview shows around its tile, in widths of the tile. Not measured."""


class TooManyTileSetsError(WebError):
    """More photographs than one set is learnt from: keep the set, or begin another."""


class NoSuchTileError(WebError):
    """A tile is named that the draft has not: load the draft again."""


class NameTakenError(WebError):
    """A set of that name is kept already: give another name, or replace it."""


class TileSets:
    """The sets of tiles kept in a folder, and a reader by the one chosen; safe to use from many threads."""

    def __init__(
        self,
        reader: TileReader,
        folder: Path,
        chosen: str | None = None,
        drafts: Path | None = None,
        remember: Callable[[str | None], None] = lambda name: None,
        learnt: LearnedTiles | None = None,
    ) -> None:
        """Chooses the set to read by.

        Args:
            reader: What reads pictures.
            folder: Where sets are kept; need not exist yet.
            chosen: Name of the set to read by; None to read any tiles.
            drafts: Where sets being learnt are kept; None keeps them only while the program runs.
            remember: Takes the name of each set that is chosen later.
            learnt: What approved hands teach of each set; None to keep it in memory.

        Raises:
            vision.tilesets.files.SetError: that set cannot be used.
        """
        self.folder: Final = folder
        self._reader = reader
        self._learning = threading.Lock()
        self._lock = threading.Lock()
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._chosen: tuple[str | None, Prototypes | None] = (None, None)
        self._parts: OrderedDict[tuple[str, str], Prototypes] = OrderedDict()
        """The prototypes of hands that sets learnt from, which take a while to compute, by set and hand."""
        self._kept_drafts = drafts
        self._remember = remember
        self.learnt: Final = learnt or LearnedTiles()
        """What approved hands taught of each set."""
        for draft in drafts_files.load_all(drafts) if drafts else ():
            self._drafts[draft.id] = draft
        self._open(chosen)

    def read(self, image: Picture, *, decode: Decode | None = None) -> Reading:
        """As `TileReader.read`, by the set chosen."""
        reading = self._reader.read(image, decode=decode, tileset=self._chosen[1])
        count_reading(reading.ms)
        note(reading, "server")
        return reading

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        """As `TileReader.detect`, by the set chosen."""
        return self._reader.detect(picture, quarters, tileset=self._chosen[1])

    @property
    def plain(self) -> bool:
        """Whether it reads any tiles, by no set."""
        return self._chosen[1] is None

    @property
    def chosen(self) -> str | None:
        """Name of the set that pictures are read by; None while they are read as any tiles."""
        return self._chosen[0]

    def choose(self, name: str | None) -> None:
        """Reads by another set from now on.

        Args:
            name: Its name; None to read any tiles.

        Raises:
            vision.tilesets.files.SetError: the set cannot be used.
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
        """The prototypes of the tiles of a hand that a set learnt from; None where they cannot be read."""
        if (name, hand) not in self._parts:
            tiles = self.learnt.tiles(name, hand)
            if tiles is None:
                return None
            self._parts[name, hand] = Prototypes.of(tiles, self._reader.classifier)
            while len(self._parts) > 2 * MOST_LEARNT:
                self._parts.popitem(last=False)
        return self._parts[name, hand]

    def learn(self, hand: str, tiles: TileSet) -> None:
        """Adds the tiles of an approved hand to the set that pictures are read by.

        Args:
            hand: Id of the hand.
            tiles: Its tiles.

        Raises:
            vision.tilesets.files.SetError: they cannot be kept.
        """
        with self._learning:
            self.learnt.add(self.chosen, hand, tiles)
            self._open(self.chosen)

    def unlearn(self, hand: str) -> None:
        """Takes the tiles of a hand out of the set that pictures are read by.

        Raises:
            vision.tilesets.files.SetError: they cannot be removed.
        """
        with self._learning:
            self.learnt.remove(self.chosen, hand)
            self._open(self.chosen)

    def keep_learnt(self, name: str) -> None:
        """Makes a set of what was learnt while none was chosen, and reads by it from now on.

        Args:
            name: What it is called.

        Raises:
            NameTakenError: there is one of that name.
            vision.tilesets.files.SetError: it cannot be kept, or nothing was learnt.
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
        """Adds a photograph to a set being learnt.

        Args:
            picture: A photograph of some of its tiles.
            draft_id: The draft that they are added to; empty to begin a new one.

        Returns:
            The draft; None when there is none of that id any more.

        Raises:
            webui.hand.pictures.NothingSeenError: the picture shows no tiles.
            TooManyTileSetsError: the draft has `MOST_PHOTOS` photographs already.
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
        """The draft of that id, None when there is none or none any more."""
        with self._lock:
            return self._drafts.get(draft_id)

    def say(self, draft_id: str, said: Mapping[int, int | None]) -> Draft | None:
        """Replaces the names that a person gave a draft's tiles.

        Args:
            draft_id: Which draft.
            said: All names given, as `Draft.said`.

        Returns:
            The draft; None when there is none of that id any more.

        Raises:
            NoSuchTileError: a tile is named that the draft has not.
        """
        with self._learning:
            draft = self.draft(draft_id)
            if draft is None:
                return None
            if any(not 0 <= tile < len(draft.tiles) for tile in said):
                raise NoSuchTileError("no-such-tile", tile=max(said), count=len(draft.tiles))
            return self.put(replace(draft, said=dict(said)))

    def keep(self, draft: Draft, name: str, anew: bool = False) -> None:
        """Keeps a draft as a set and reads by it from now on.

        Args:
            draft: The set as it was learnt.
            name: What it is called.
            anew: Whether it may replace a set of that name.

        Raises:
            NameTakenError: there is one, and it may not.
            vision.tilesets.files.SetError: it cannot be kept.
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
        """Removes a set; pictures that were read by it are read as any tiles.

        Raises:
            vision.tilesets.files.SetError: there is none of that name, or it cannot be removed.
        """
        forget(self.folder, name)
        for hand in self.learnt.hands(name):
            self.learnt.remove(name, hand)
        if self.chosen == name:
            self.choose(None)

    def listed(self) -> Iterator[tuple[str, TileSet | SetError]]:
        """The sets kept, by name; for one that cannot be opened, why."""
        for name in kept_names(self.folder):
            try:
                yield name, load(self.folder, name)
            except SetError as error:
                yield name, error

    def put(self, draft: Draft) -> Draft:
        """Keeps a draft in place of the one of its id, the newest few of all."""
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
    """The first crop of each face."""
    _, first = np.unique(tileset.faces, return_index=True)
    kept = np.zeros(len(tileset.faces), bool)
    kept[first] = True
    return tileset.only(kept)
