"""Pictures as a phone sends them, for tests that hand a picture to a table."""

from vision.image import Picture
from webui.hand.pictures import taken


def as_jpeg(picture: Picture) -> bytes:
    """Return a picture as the bytes of a photo, to be taken in as `HandIntake.from_upload` takes what people send."""
    return taken(picture).data
