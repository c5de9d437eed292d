"""Build what a package index takes: the program's source and its wheel.

    python -m webui.deploy.package              into dist
    python -m webui.deploy.package --out FOLDER

`home` under `[tool.tableside]` in `pyproject.toml` is the address of the public repository. A release fills it in; the
addresses that an index shows, and the links and pictures of README there, follow from it. While it is empty, packages
name no address, and README there has no links that lead nowhere.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from webui import source

URLS: Final[Mapping[str, str]] = {
    "Homepage": "{home}",
    "Source": "{home}",
    "Issues": "{home}/issues",
    "Changes": "{home}/blob/v{version}/CHANGELOG.md",
    "Security": "{home}/security/advisories/new",
}
"""The addresses that an index shows, as GitHub has them."""

INSTALL: Final = """
## Install

```sh
pipx install tableside && tableside try
```

Its packages (`scoring`, `vision`, `device`, `webui`, `models`) have general names, which another may use too: pipx
keeps Tableside in an environment of its own. `uvx tableside try` runs it without installing it.
"""
"""The part of README that stands on an index alone, before all others."""

_HOOKS: Final = """
import sys
from setuptools import build_meta
into = sys.argv[1]  # setuptools sets arguments of its own
build_meta.build_sdist(into)
build_meta.build_wheel(into)
"""

_LINK: Final = re.compile(r"(!?)\[([^\[\]]*)\]\(([^)\s]+)\)")
_ABSOLUTE: Final = r"\w+:|#"
_LINKS_ALONE: Final = re.compile(rf"^(?:\[[^\[\]]*\]\((?!{_ABSOLUTE})[^)]+\)(?: · )?)+$\n", re.MULTILINE)
_IMAGE: Final = re.compile(r'<img src="([^"]+)"[^>]*>')


def addresses(home: str, version: str) -> dict[str, str]:
    """Return the addresses that a package names, by their names: none while it has no home."""
    return {name: url.format(home=home, version=version) for name, url in URLS.items()} if home else {}


def for_index(text: str, home: str, version: str) -> str:
    """Return a document whose links and pictures work away from its repository.

    Args:
        text: Markdown whose links are relative to the project's folder.
        home: Address of the repository; without it, links leave their text, and pictures and lines of links go.
        version: The version, whose tag has the files.
    """

    def address(path: str, kind: str) -> str:
        return path if re.match(_ABSOLUTE, path) else f"{home}/{kind}/v{version}/{path}"

    def link(found: re.Match[str]) -> str:
        mark, label, path = found.groups()
        if re.match(_ABSOLUTE, path) or home:
            return f"{mark}[{label}]({address(path, 'raw' if mark else 'blob')})"
        return "" if mark else label

    def image(found: re.Match[str]) -> str:
        return found[0].replace(found[1], address(found[1], "raw")) if home else ""

    before, heading, after = text.partition("\n## ")
    whole = before + INSTALL + heading + re.sub(r"(?<=pip install )(')?\.(?=[ \[])", r"\1tableside", after)
    whole = whole.replace("tests/data/hand.jpg", "hand.jpg")  # a package has no tests
    kept = whole if home else _LINKS_ALONE.sub("", whole)
    return re.sub(r"\n{3,}", "\n\n", _IMAGE.sub(image, _LINK.sub(link, kept)))


def settings(project: str, home: str, version: str) -> str:
    """Return `pyproject.toml` with the addresses that a package names."""
    lines = "".join(f"{name} = {json.dumps(url)}\n" for name, url in addresses(home, version).items())
    return project + (f"\n[project.urls]\n{lines}" if lines else "")


def build(out: Path) -> list[Path]:
    """Build both packages into a folder; return their files.

    Raises:
        subprocess.CalledProcessError: setuptools refuses.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, made = Path(name) / "tableside", Path(name) / "made"
        for path, file in source.files().items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / path)
        text = (folder / "pyproject.toml").read_text("utf-8")
        project = tomllib.loads(text)
        home, version = project["tool"]["tableside"]["home"].rstrip("/"), project["project"]["version"]
        (folder / "pyproject.toml").write_text(settings(text, home, version), "utf-8")
        readme = folder / project["project"]["readme"]
        readme.write_text(for_index(readme.read_text("utf-8"), home, version), "utf-8")
        made.mkdir()
        subprocess.run([sys.executable, "-c", _HOOKS, str(made)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        out.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copy(each, out)) for each in sorted(made.iterdir())]


@click.command()
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=Path("dist"), show_default=True)
def main(out: Path) -> None:
    """Build the source and the wheel that a package index takes."""
    for each in build(out):
        click.echo(f"{each} ({each.stat().st_size / 1e6:.1f} MB)")


if __name__ == "__main__":
    main()
