"""Every module of the program loads where the modules of POSIX are missing, as on Windows."""

import subprocess
import sys

import pytest

from webui.source import ROOT

LOAD = """
import importlib, pkgutil, sys, warnings
warnings.simplefilter("ignore")
import asyncio.unix_events, click, cv2, cv2_enumerate_cameras, filelock, flask, openvino, platformdirs, procrastinate
import multiprocessing.managers, psycopg, serial.tools.list_ports, sqlalchemy, tarfile, waitress, werkzeug.serving
import zeroconf
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
sys.platform = "win32"
for package in ("scoring", "vision", "device", "webui"):
    for each in pkgutil.walk_packages([package], f"{package}."):
        try:
            if not each.name.endswith(("__main__", "migrations.env")):
                importlib.import_module(each.name)
        except Exception as error:
            print(each.name, repr(error))
"""
"""A program that prints the modules that do not load. Libraries, which have parts for each system, load before."""


@pytest.mark.long
def test_no_module_needs_what_windows_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", LOAD], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
