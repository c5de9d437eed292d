"""The cost of a camera that nobody looks at: processor seconds a second of `serve --camera`.

    python -m tests.bench.bench_camera --root . --root ../other      two versions at the same time, on the same pictures

A stream of 1080p and of 4K pictures, 25 a second, comes from a process of its own, which is not counted; threads and
children of the server are. With `--codec mpeg4` the stream has to be decoded whole; the last line then says what OpenCV
takes to decode it and do nothing else.
"""

import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Literal

import click
import cv2
import numpy as np
import psutil

from models.data.dataset import sources
from models.render.ended import random_end
from vision.image import Picture

RATE = 25
SIZES = ((1920, 1080), (3840, 2160))
NUMBER = 10
"""Pictures that are sent again and again."""

Codec = Literal["jpeg", "mpeg4"]


def pictures(width: int, height: int) -> list[Picture]:
    """Return pictures of a table at the end of a hand, each with a sensor's noise of its own."""
    rng = np.random.default_rng(1)
    still = random_end(rng, sources(None), (width, height)).scene.image
    noise = [rng.normal(0, 2, still.shape).astype(np.int8) for _ in range(NUMBER)]
    return [cv2.add(still, each, dtype=cv2.CV_8U).astype(np.uint8) for each in noise]


def encoded(codec: Codec, size: tuple[int, int]) -> list[bytes]:
    """Return the bytes to send, one a picture; those of a stream that is decoded whole are only equal parts of it."""
    if codec == "jpeg":
        head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%b\r\n"
        data = [
            cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for picture in pictures(*size)
        ]
        return [head % (len(each), each) for each in data]
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "clip.ts"
        writer = cv2.VideoWriter(str(clip), cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
        shown = pictures(*size)
        for n in range(20 * RATE):
            writer.write(shown[n % NUMBER])
        writer.release()
        whole = clip.read_bytes()
    part = -(-len(whole) // (20 * RATE))
    return [whole[at : at + part] for at in range(0, len(whole), part)]


def send(codec: Codec, size: tuple[int, int], port: Any) -> None:
    """Serve the stream, and tell its port."""
    parts = encoded(codec, size)

    class Stream(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            kind = "multipart/x-mixed-replace; boundary=frame" if codec == "jpeg" else "video/mp2t"
            self.send_header("Content-Type", kind)
            self.end_headers()
            due = time.monotonic()
            try:
                while True:
                    for part in parts:
                        self.wfile.write(part)
                        due += 1 / RATE
                        time.sleep(max(0.0, due - time.monotonic()))
            except OSError:
                return

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    server.daemon_threads = True
    port.put(server.server_port)
    server.serve_forever()


@contextmanager
def stream(codec: Codec, size: tuple[int, int]) -> Iterator[str]:
    """Serve a stream from another process; give its address."""
    apart = get_context("spawn")
    port = apart.Queue()
    process = apart.Process(target=send, args=(codec, size, port), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{port.get(timeout=300)}/"
    finally:
        process.terminate()
        process.join()


@contextmanager
def served(root: Path, camera: str) -> Iterator[psutil.Process]:
    """Run the server of a checkout with a camera until it is live."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = ["-c", "from webui.cli import main; main()", "serve", "--memory", "--port", str(port), "--camera", camera]
    with subprocess.Popen([sys.executable, *command], cwd=root, stdout=subprocess.DEVNULL) as process:
        try:
            while '"live"' not in answer(f"http://127.0.0.1:{port}/api/health"):
                if process.poll() is not None:
                    raise click.ClickException(f"{root}: the server does not run")
                time.sleep(0.5)
            yield psutil.Process(process.pid)
        finally:
            process.terminate()


def answer(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return re.sub(r"\s", "", response.read().decode())
    except OSError:
        return ""


def spent(process: psutil.Process) -> float:
    """Return the processor seconds of a process, its threads and its children so far."""
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))


def cost(root: Path, camera: str, seconds: float, found: dict[Path, float]) -> None:
    with served(root, camera) as process:
        time.sleep(5)  # what starting leaves behind
        before, began = spent(process), time.monotonic()
        time.sleep(seconds)
        found[root] = (spent(process) - before) / (time.monotonic() - began)


def decoding(camera: str, seconds: float) -> float:
    """Return the processor seconds a second that OpenCV takes to decode a stream."""
    capture = cv2.VideoCapture(camera, cv2.CAP_FFMPEG)
    for _ in range(RATE):
        capture.grab()
    before, began = time.process_time(), time.monotonic()
    while time.monotonic() - began < seconds:
        capture.grab()
    took = (time.process_time() - before) / (time.monotonic() - began)
    capture.release()
    return took


@click.command()
@click.option("--root", "roots", multiple=True, default=(".",), type=click.Path(path_type=Path), help="A checkout.")
@click.option("--codec", default="jpeg", type=click.Choice(["jpeg", "mpeg4"]))
@click.option("--seconds", default=30.0)
def main(roots: tuple[Path, ...], codec: Codec, seconds: float) -> None:
    """Measure servers whose camera nobody looks at."""
    for size in SIZES:
        with stream(codec, size) as address:
            found: dict[Path, float] = {}
            threads = [threading.Thread(target=cost, args=(root, address, seconds, found)) for root in roots]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            for root in roots:
                click.echo(f"{size[0]} x {size[1]}  {codec}  {root}: {found[root]:.1%} of a core")
            if codec != "jpeg":
                click.echo(
                    f"{size[0]} x {size[1]}  {codec}  decoding alone: {decoding(address, seconds):.1%} of a core"
                )


if __name__ == "__main__":
    main()
