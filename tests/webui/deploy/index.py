"""The package index that the long tests ask: without one they are skipped and say so, with one they pass or fail.

pip and uv find it each by settings of its own: a computer may have one for pip alone.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

_LONGEST_S = 60
"""Longest time that an index takes to answer. More lets a computer without network wait; less skips a slow one."""


def expect_index(uv: Path) -> Path:
    """Return the program, or skip the test where it reaches no index."""
    _skip_without_answer("uv", [uv, "pip", "compile", "--no-cache", "-"], "click")
    return uv


def install(folder: Path, *packages: str) -> Path:
    """Make an environment with packages; return its folder of programs, or skip the test where pip reaches no index."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    programs = folder / "bin"
    command: list[str | Path] = [programs / "pip", "install", "--quiet", "--retries", "1", *packages]
    done = subprocess.run(command, capture_output=True, text=True, timeout=400)
    if done.returncode:
        asked: list[str | Path] = [
            programs / "pip",
            "download",
            "--no-cache-dir",
            "--no-deps",
            "--retries",
            "0",
            "--dest",
            folder,
        ]
        _skip_without_answer("pip", [*asked, "click"])
        pytest.fail(done.stderr)
    return programs


def _skip_without_answer(program: str, command: Sequence[str | Path], given: str = "") -> None:
    """Skip the test if a command that asks for a package that every index has fails, or does not end."""
    settings = os.environ | {"UV_HTTP_RETRIES": "1", "UV_HTTP_TIMEOUT": "20", "PIP_DEFAULT_TIMEOUT": "20"}
    try:
        asked = subprocess.run(
            command, input=given, env=settings, capture_output=True, text=True, timeout=_LONGEST_S, check=False
        )
        why = asked.stderr.strip() if asked.returncode else ""
    except subprocess.TimeoutExpired:
        why = f"no answer within {_LONGEST_S} seconds"
    if why:
        pytest.skip(f"{program} reaches no package index: {why}")
