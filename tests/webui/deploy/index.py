"""The package index of uv, which reads no settings of pip: a computer that asks a mirror has none without its own."""

import subprocess
from pathlib import Path

import pytest


def expect_index(uv: Path) -> Path:
    """Return the program, or skip the test where it reaches no index."""
    asked = subprocess.run([uv, "pip", "compile", "-"], input="click", capture_output=True, text=True, timeout=240)
    if asked.returncode:
        pytest.skip(f"uv reaches no package index: {asked.stderr.strip()}")
    return uv
