"""A process of its own that opens one picture, so that the memory that takes is bounded and given back.

It is started by `vision.image`, gets the file on standard input, and answers a line of JSON and the pixels.
"""

import json
import sys
from contextlib import suppress

from vision.image import MAX_PROCESS_MEMORY, ImageError, opened_here


def main() -> None:
    """Open the picture on standard input; what cannot be opened is answered by the kind of its error."""
    _limit_memory()
    out = sys.stdout.buffer
    try:
        photo = opened_here(sys.stdin.buffer.read())
    except ImageError as error:
        out.write(json.dumps({"error": type(error).__name__, "kind": error.kind, "about": dict(error.about)}).encode())
        out.write(b"\n")
        return
    out.write(json.dumps({"shape": photo.pixels.shape, "size": photo.size}).encode() + b"\n")
    out.write(photo.pixels.data)


def _limit_memory() -> None:
    """Let the system refuse this process more memory than it may have, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_PROCESS_MEMORY, MAX_PROCESS_MEMORY))


if __name__ == "__main__":
    main()
