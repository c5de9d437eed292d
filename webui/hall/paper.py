"""The photo of the paper that a table wrote its totals on, kept as evidence."""

from vision.image import open_photo
from vision.metadata import strip_private
from webui.records.photos.photos import Photos


def keep_sheet(photos: Photos, data: bytes, keep_exif: bool = False) -> str:
    """Keep the photo of a paper; return the hash that `TableResult` names.

    Args:
        photos: The storage.
        data: Its bytes as sent.
        keep_exif: True to keep position, owner and serial numbers.

    Raises:
        vision.image.ImageError: It is no picture.
        webui.records.errors.RecordsError: It cannot be written.
    """
    open_photo(data)
    return photos.put(data if keep_exif else strip_private(data))
