"""The file of `tableside doctor --bundle`: what helps to find a fault, without photos, names or secrets."""

import json
import os
import platform
import re
import zipfile
from collections.abc import Sequence
from importlib.metadata import distributions
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from webui.base.logs import KEPT

_SECRET: Final = re.compile(r'://[^\s"]*@|(?<=[?&])([^\s"=&]+=)[^\s"&]+')
"""The name and password in an address, up to the last @ since a password may hold one; and what its query gives."""

_HIDDEN: Final = re.compile("PIN|TOKEN|PASSWORD|SECRET|KEY")
"""Variables whose values nobody else may see."""


def packed(checks: Sequence[dict[str, Any]], data: Path) -> bytes:
    """Return a ZIP file of the results of the checks, versions, settings of the environment, and the last log.

    The home folder is written as ~, and no address has its user or password.

    Args:
        checks: The results as JSON, in the language of whoever asks.
        data: The data folder, which has the log.
    """
    made = BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in (
            ("doctor.json", _lines(checks)),
            ("versions.json", _lines(_versions())),
            ("settings.json", _lines(_settings())),
            *((each.name, each.read_text("utf-8", "replace")) for each in _logs(data)),
        ):
            file.writestr(name, _open_to_all(content))
    return made.getvalue()


def _lines(values: Any) -> str:
    return json.dumps(values, ensure_ascii=False, indent=1)


def _open_to_all(text: str) -> str:
    home = str(Path.home())
    named = (json.dumps(home)[1:-1], home)  # in JSON the separators of Windows are doubled
    for each in named if home != "/" else ():
        text = text.replace(each, "~")
    return _SECRET.sub(lambda found: f"{found[1]}…" if found[1] else "://…@", text)


def _versions() -> dict[str, Any]:
    packages = {each.name: each.version for each in distributions()}
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "packages": dict(sorted(packages.items(), key=lambda each: each[0].lower())),
    }


def _settings() -> dict[str, str]:
    """Return the variables of the environment that Tableside takes; a secret one only as being set."""
    return {
        name: "…" if _HIDDEN.search(name) else value
        for name, value in sorted(os.environ.items())
        if name.startswith("TABLESIDE_")
    }


def _logs(data: Path) -> list[Path]:
    return [each for each in (data / KEPT, data / f"{KEPT}.1") if each.is_file()]
