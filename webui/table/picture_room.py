"""The reading of pictures that the tables of a server share: its reader, its queue, and what comes of them."""

from functools import partial
from typing import Final

from vision.evidence import Evidence
from vision.image import Picture
from vision.table.check import Check
from webui.hand.once import Once
from webui.hand.pictures import FollowReader, Reader, RemoteReader, Thumbnails
from webui.hand.reading_queue import ReadingQueue
from webui.records.photos.photos import Photos


class PictureRoom:
    """The reader of pictures of a server, with the queue before it; safe to use from many threads.

    Attributes:
        reader: The reader.
        queue: The queue in which all pictures are opened and read, one after another.
        photos: The photos as taken.
        shown: The photos in their displayed form.
        unread: Readings of photos without a hand, by their SHA-256.
        elsewhere: Has photos read by other processes; None without any.
        keep_exif: True if photos are stored with position, owner and serial numbers.
    """

    def __init__(
        self, reader: Reader, photos: Photos, elsewhere: RemoteReader | None = None, keep_exif: bool = False
    ) -> None:
        """Prepare for a reader and the storage of photos; see the attributes."""
        self.reader: Final = reader
        self.queue: Final = ReadingQueue()
        self.photos: Final = photos
        self.shown: Final = Thumbnails(photos)
        self.unread: Final = Once[str, tuple[Evidence, tuple[Check, ...]]]()
        self.elsewhere: Final = elsewhere
        self.keep_exif: Final = keep_exif

    @property
    def follower(self) -> FollowReader | None:
        """The reader, if it can follow the play, or None."""
        return self.reader if isinstance(self.reader, FollowReader) else None

    def see(self, picture: Picture) -> Evidence:
        """Return the evidence of a picture; only for tasks that `queue` runs."""
        return self.reader.detect(picture)

    def detect(self, picture: Picture, quarters: int = 0) -> Evidence:
        """Queue a picture, and return its evidence, with the picture turned by a number of quarters.

        Raises:
            QueueStoppedError: The program ends.
        """
        return self.queue.run(partial(self.reader.detect, picture, quarters))
