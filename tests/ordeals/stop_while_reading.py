"""Stops the page while it reads: `python -m tests.ordeals.stop_while_reading` stops it 30 times.

Every stop must end the process with exit status 0 within three seconds, with nothing on stderr.
"""

import json
import random
import shutil
import signal
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path

from tests.ordeals.served import SAMPLE, serving, upload
from tests.waiting import PATIENCE


def stop_while_reading(delay: float, uploads: int = 24, number: int = signal.SIGINT) -> tuple[int, float, str]:
    """Start the page with a camera, send photos, claim four wins, and stop it after a delay in seconds.

    Returns:
        The exit status, the seconds that stopping took, and stderr.
    """
    photo = SAMPLE.read_bytes()

    def send(address: str) -> None:
        with suppress(OSError, HTTPException):  # the server goes away under it
            upload(address, photo)

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        shutil.copy(SAMPLE, Path(folder) / "1.jpg")
        log = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "log.txt"
        process, address = stack.enter_context(serving("--camera", folder, log=log))
        senders = [threading.Thread(target=send, args=(address,)) for _ in range(uploads)]
        for sender in senders:
            sender.start()
        for chair in (1, 2, 3, 4):
            claim(address, chair)
        time.sleep(delay)
        began = time.monotonic()
        process.send_signal(number)
        process.communicate(timeout=2 * PATIENCE)
        took = time.monotonic() - began
        for sender in senders:
            sender.join()
        said = log.read_text()
    return process.returncode, took, said


def claim(address: str, chair: int) -> None:
    """Claim a win for a chair, as its button on the page does."""
    body = json.dumps({"do": "won", "chair": chair}).encode()
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(
        urllib.request.Request(f"{address}/api/tables/1/play", body, headers), timeout=PATIENCE
    ):
        pass


def main() -> None:
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    dice = random.Random(1)
    results = []
    for _ in range(times):
        status, took, said = stop_while_reading(dice.uniform(0.05, 1.5), number=dice.choice([2, 15]))
        results.append((status, took))
        print(f"status {status}, {took:.2f} s {said.strip()[-200:]}", flush=True)
    good = sum(status == 0 and took < 3 for status, took in results)
    print(f"{good} of {times} stops with status 0 within 3 s; the slowest took {max(t for _, t in results):.2f} s")
    sys.exit(good < times)


if __name__ == "__main__":
    main()
