"""Build a folder that starts Tableside by a double click, for people who do not use a terminal.

    python -m webui.deploy.desktop              into dist/Tableside
    python -m webui.deploy.desktop --zip        and dist/Tableside-linux-x86_64.zip beside it

It needs the extra `desktop` (PyInstaller), and builds for the operating system and the processor that it runs on; the
folder includes Python. The command line is in it too: `Tableside read photo.jpg`.
"""

import os
import platform
import shutil
import stat
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import click
import msgspec

from webui import source
from webui.help import notices
from webui.messages import N_, Messages
from webui.messages.languages import LANGUAGES, ORIGINAL, VARIANTS, voice_of

NAME: Final = "Tableside"

ROOT: Final = Path(__file__).parents[2]
"""The project's folder."""

PROGRAM: Final = Path(__file__).with_name("double_click.py")
"""The script to run."""

DATA: Final = {
    "models": ("*.onnx", "*.csv", "*.json", "*.md", "render/deals/*.toml"),
    "device": ("*.md", "*.svg"),
    "device/firmware": ("*.md", "*.svg"),
    "webui/deploy": ("*.md",),
    "webui/help": ("*/*.md", "*.svg", "*.webp", "rules/*.toml", "pictures/*/*.webp"),
    "webui/commands/hall": ("*.sql",),
    "webui/commands/tryout": ("*.json", "*.mp4"),
    "webui/records/database": ("*.sql",),
    "webui/templates": ("*",),
    "webui/static": ("**/*",),
    "webui/translations": ("**/*.mo", "*/*.toml"),
    "webui/records/migrations": ("**/*.py", "*.mako"),
}
"""Files that no import names, by their folder: networks, the manual with its documents, films, the page, its sentences,
the SQL of a hall, and the migrations, which Alembic reads as files."""

UNUSED: Final = (
    "torch", "torchvision", "ultralytics", "onnx", "onnxruntime", "onnxslim", "fontTools", "matplotlib", "scipy",
    "pandas", "tkinter", "pytest", "hypothesis", "playwright", "mypy", "IPython", "weasyprint", "psycopg",
    "procrastinate", "schemathesis", "openvino.tools", "openvino.torch", "PyQt5", "PySide6", "setuptools", "pip",
    "_tkinter", "opencc", "babel", "yaml", "PyInstaller", "webui.translations.catalogues",
    "webui.deploy.desktop",
)  # fmt: skip
"""Modules that libraries import if installed, and that this program never uses."""

WITHOUT: Final = (
    "libopenvino_intel_gpu_plugin", "libopenvino_intel_npu_plugin", "libopenvino_pytorch_frontend",
    "libopenvino_tensorflow_frontend", "libopenvino_tensorflow_lite_frontend", "libopenvino_paddle_frontend",
    "libopenvino_jax_frontend", "libopenvino_gguf_frontend", "libopenvino_auto_plugin", "libopenvino_hetero_plugin",
    "libopenvino_auto_batch_plugin", "openvino_intel_gpu_plugin", "openvino_intel_npu_plugin",
    "openvino_pytorch_frontend", "openvino_tensorflow_frontend", "openvino_paddle_frontend",
)  # fmt: skip
"""Libraries of OpenVINO for devices other than the processor and files other than ONNX, 70 MB in all on Linux."""

LOADED: Final = ("libopenvino_onnx_frontend*", "libtbbmalloc*", "libtbbbind*", "libhwloc*")
"""Libraries of OpenVINO that are loaded only at run time: the reader of ONNX files, and the distribution of work over
processors."""

_COMMENT: Final = N_("Tableside reads a winning mahjong hand from a photo, scores it and says why.")

_COMMENTS: Final = "".join(
    f"Comment{'' if lang == ORIGINAL else f'[{voice_of(lang)}]'.replace('-', '_')}={Messages.of(lang)(_COMMENT)}\n"
    for lang in (*LANGUAGES, *(name for name, variant in VARIANTS.items() if variant.regions))
)

ENTRY: Final = rf"""[Desktop Entry]
Type=Application
Version=1.4
Name=Tableside
{_COMMENTS}Exec=sh -c "exec \\"\\$(dirname \\"\\$1\\")/Tableside\\"" sh %k
Icon=applications-games
Terminal=false
Categories=Game;BoardGame;
StartupNotify=false
"""
"""Desktop entry that starts the program beside it (freedesktop.org Desktop Entry Specification, `%k`)."""

_NOTES: Final = (
    N_("Double-click Tableside: its page opens in your browser. “Stop Tableside” stands at the foot of the page."),
    N_("Everything is kept in your own user folder, not in this one: this one may be replaced by a newer version."),
)

NOTE: Final = "\n\n".join("\n".join(map(Messages.of(lang), _NOTES)) for lang in LANGUAGES) + "\n"
"""The note beside the program, in every language."""


def arguments(out: Path, work: Path) -> list[str]:
    """Return the arguments of PyInstaller.

    Args:
        out: Folder for the result.
        work: Folder for intermediate files.
    """
    loaded = [f"--add-binary={file}{os.pathsep}openvino/libs" for file in loaded_at_run()]
    data = [f"--add-data={file}{os.pathsep}{file.parent.relative_to(ROOT)}" for file in data_files()]
    made = [f"--add-data={file}{os.pathsep}{folder}" for file, folder in made_files(work).items()]
    return [
        str(PROGRAM),
        f"--name={NAME}",
        "--onedir",
        "--noconfirm",
        "--clean",
        "--noupx",
        "--log-level=WARN",
        *(["--windowed", f"--icon={ROOT / 'webui/static/icon-512.png'}"] if sys.platform != "linux" else []),
        f"--paths={ROOT}",
        f"--distpath={out}",
        f"--workpath={work}",
        f"--specpath={work}",
        "--copy-metadata=tableside",
        "--copy-metadata=mahjong",
        *(f"--collect-submodules={package}" for package in ("scoring", "vision", "device", "webui")),
        "--collect-binaries=openvino",
        "--hidden-import=models",
        "--hidden-import=logging.config",
        "--hidden-import=sqlalchemy.dialects.sqlite",
        *(f"--exclude-module={module}" for module in UNUSED),
        *data,
        *made,
        *loaded,
    ]


def data_files() -> list[Path]:
    """Return the files of `DATA`.

    Raises:
        FileNotFoundError: A folder has none; the built program would not start.
    """
    found = []
    for folder, patterns in DATA.items():
        files = sorted(file for pattern in patterns for file in (ROOT / folder).glob(pattern) if file.is_file())
        if not files:
            raise FileNotFoundError(ROOT / folder)
        found += [file for file in files if "__pycache__" not in file.parts]
    return found


def made_files(work: Path) -> dict[Path, str]:
    """Write the generated files of an installed program: its source, and the notices of its libraries.

    Args:
        work: The folder to write to.

    Returns:
        The files, each with its folder in the program.
    """
    work.mkdir(parents=True, exist_ok=True)
    zipped_source, told = work / source.PACKED.name, work / notices.PACKED.name
    with zipped_source.open("wb") as file:
        file.writelines(source.chunks())
    told.write_bytes(msgspec.json.encode(notices.collected()))
    return {zipped_source: "webui", told: "webui/help"}


def loaded_at_run() -> list[Path]:
    """Return the libraries that OpenVINO opens by name at run time, which PyInstaller misses.

    Raises:
        FileNotFoundError: OpenVINO is not installed.
    """
    spec = find_spec("openvino")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("openvino")
    libs = Path(spec.origin).parent / "libs"
    return sorted(file for pattern in LOADED for file in libs.glob(pattern))


def built(out: Path, work: Path) -> Path:
    """Build the folder, and return its path."""
    from PyInstaller.__main__ import run

    run(arguments(out, work))
    folder = out / NAME
    for file in folder.rglob("*"):
        if file.name.startswith(WITHOUT):
            file.unlink()
    (folder / "READ ME 请读.txt").write_text(NOTE, encoding="utf-8")
    (folder / "LICENSE.txt").write_bytes(source.files()["LICENSE"].read_bytes())
    (folder / "THIRD-PARTY NOTICES.txt").write_text(notices.as_text(notices.collected()), encoding="utf-8")
    if sys.platform == "linux":
        entry = folder / "Tableside.desktop"
        entry.write_text(ENTRY, encoding="utf-8")
        entry.chmod(entry.stat().st_mode | stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    return folder


def size_of(folder: Path) -> int:
    """Return the bytes of all files of a folder."""
    return sum(file.lstat().st_size for file in folder.rglob("*") if not file.is_symlink())


def zipped(folder: Path) -> Path:
    """Return a zip of the folder beside it, with the right to run its programs."""
    name = f"{folder.name}-{sys.platform}-{platform.machine().lower()}.zip"
    made = folder.parent / name
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for file in sorted(each for each in folder.rglob("*") if each.is_file()):
            archive.write(file, file.relative_to(folder.parent))  # links are stored as the files they point to
    return made


@click.command()
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=Path("dist"), show_default=True,
    help="Folder that gets the built folder.",
)  # fmt: skip
@click.option("--zip", "packs", is_flag=True, help="Also pack the folder into one file.")
def main(out: Path, packs: bool) -> None:
    """Build the folder that starts Tableside by a double click."""
    work = out / "work"
    folder = built(out.resolve(), work.resolve())
    shutil.rmtree(work, ignore_errors=True)
    click.echo(f"{folder}: {size_of(folder) / 2**20:.0f} MB")
    if packs:
        made = zipped(folder)
        click.echo(f"{made}: {made.stat().st_size / 2**20:.0f} MB")


if __name__ == "__main__":
    main()
