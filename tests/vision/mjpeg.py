"""A network camera whose faults a test decides."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

import cv2
import numpy as np

from vision.image import Picture


def noise(seed: int) -> Picture:
    return np.random.default_rng(seed).integers(0, 255, (32, 32, 3), np.uint8)


class Line:
    """An MJPEG server over HTTP on this computer, which sends pictures of noise until a test injects a fault.

    Attributes:
        fault: Its present fault.
        scale: Rows and columns of pixels that each grain of noise fills; a picture has 32 x 32 grains.
        seed: Number of the picture that is sent; a frozen server sends the same picture to all.
        opened: Number of requests for its pictures.
        address: Its address, without the scheme.
    """

    def __init__(self) -> None:
        self.fault: Literal["", "hangs up", "falls silent", "freezes"] = ""
        self.scale = (4, 4)
        line = self

        class Stream(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                line.opened += 1
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                silent = False
                while line.fault != "hangs up":
                    line.seed += line.fault != "freezes"
                    silent |= line.fault == "falls silent"
                    data = cv2.imencode(".jpg", np.kron(noise(line.seed), np.ones((*line.scale, 1), np.uint8)))[
                        1
                    ].tobytes()
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
                    try:
                        if not silent:
                            self.wfile.write(head.encode() + data + b"\r\n")
                            self.wfile.flush()
                    except OSError:
                        return
                    time.sleep(0.03)

            def log_message(self, *args: object) -> None:
                pass

        self.opened = 0
        self.seed = 1
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"127.0.0.1:{self._server.server_port}/live"

    def close(self) -> None:
        self.fault = "hangs up"
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
