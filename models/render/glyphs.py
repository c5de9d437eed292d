"""Sources of ink: the system's fonts and, if available, pictures of drawn and photographed tiles."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Pixels = NDArray[np.uint8]

FONT_FOLDERS: Final = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
"""Folders of installed fonts on Linux, macOS and Windows."""

NEEDED: Final = "一二三四五六七八九南西北中"
"""Characters that a font must have to be used for tiles."""

_MASK_PX: Final = 192
"""Pixels per em at which glyphs are rasterised. More takes longer to draw; less blurs large characters."""

_BRUSHED: Final = re.compile(
    "kai(?!sei)|kouzan|mouhitsu|soseki|yuji|gungseo|klee|iansui|tegomin|cang|mashan|ma-shan|zhi-mang"
)
"""Parts of the names of fonts that imitate a brush or pen."""

_UNREADABLE: Final = ("Mono", "Ext-B", "Thin", "-Plus", "Sousyo")
"""Parts of the names of fonts that are too thin, too cursive, or lack characters."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font: a file, and its index within a collection."""

    path: str
    index: int = 0

    @property
    def brushed(self) -> bool:
        """True if its characters imitate a brush or pen, as those of most tiles do; judged by its name."""
        return _BRUSHED.search(self.path.lower()) is not None


_MISLABELLED: Final = ("133.jpg,",)
"""Wrong lines of the labels of `crops`: this 8p is labelled 8m."""


@dataclass(frozen=True, slots=True)
class FaceSources:
    """The fonts and pictures that faces can be drawn from.

    Attributes:
        chinese: Fonts that have the characters of tiles.
        latin: Fonts for indices such as `3` or `E`.
        artwork: Folders with one picture per face (`5p.png` or `5p.svg`) on a transparent ground.
        crops: (face code, file) of photographed tiles, upright and filling their pictures.
    """

    chinese: tuple[Font, ...]
    latin: tuple[Font, ...]
    artwork: tuple[Path, ...] = ()
    crops: tuple[tuple[str, Path], ...] = ()

    @classmethod
    def find(cls, photos: Path | None = None, crops: bool = True) -> "FaceSources":
        """Find the sources on this machine.

        Args:
            photos: Folder that holds `art/` and `crops/`, or None for fonts alone.
            crops: True to use the photographed tiles; False holds them out for measurement.

        Raises:
            FileNotFoundError: No font with the characters of a tile is installed.
        """
        chinese, latin = system_fonts()
        if not chinese:
            raise FileNotFoundError(
                f"no font that can write {NEEDED} was found under {', '.join(map(str, FONT_FOLDERS))}: "
                "install one, e.g. the Debian package fonts-arphic-ukai or fonts-noto-cjk"
            )
        if photos is None:
            return cls(chinese, latin)
        art = tuple(sorted(p for p in photos.glob("art/*") if p.is_dir()))
        table = photos / "crops" / "labels.csv"
        lines = table.read_text().splitlines()[1:] if crops and table.exists() else []
        rows = [line.split(",") for line in lines if not line.startswith(_MISLABELLED)]
        return cls(chinese, latin, art, tuple((code, table.parent / "images" / name) for name, code in rows))


@lru_cache(maxsize=1)
def system_fonts() -> tuple[tuple[Font, ...], tuple[Font, ...]]:
    """Return all fonts that have the characters of tiles, and all that have those of indices, sorted by path."""
    chinese, latin = [], []
    files = [f for folder in FONT_FOLDERS if folder.is_dir() for f in sorted(folder.rglob("*.[to]t[fc]"))]
    for file in files:
        if any(name in file.name for name in _UNREADABLE):
            continue
        font = Font(str(file))
        if writes(font, NEEDED):
            chinese.append(font)
        elif writes(font, "123456789ESWNCFPB"):
            latin.append(font)
    return tuple(chinese), tuple(latin or chinese)


@lru_cache(maxsize=256)
def _open(font: Font, px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font.path, px, index=font.index)


@lru_cache(maxsize=4096)
def writes(font: Font, text: str) -> bool:
    """Return True if a font has a glyph for every character of `text`; False for a broken font."""
    try:
        face = _open(font, 32)
        missing = bytes(face.getmask("\U0010fffd"))
        shapes = [bytes(face.getmask(ch)) for ch in text]
    except OSError:
        return False
    return all(any(s) and s != missing for s in shapes) and len(set(shapes)) == len(set(text))


@lru_cache(maxsize=2048)
def glyph(font: Font, character: str) -> Pixels:
    """Return a character or word as ink coverage (h, w), 0-255, cropped to the ink, at about 192 pixels per em."""
    face = _open(font, _MASK_PX)
    picture = Image.new("L", (_MASK_PX * (1 + len(character)), _MASK_PX * 2))
    ImageDraw.Draw(picture).text((_MASK_PX // 2, _MASK_PX // 2), character, fill=255, font=face)
    box = picture.getbbox()
    if box is None:
        raise ValueError(f"{font.path} draws nothing for {character!r}: choose a font for which writes() holds")
    return np.asarray(picture.crop(box), dtype=np.uint8)


@lru_cache(maxsize=256)
def artwork(folder: Path, code: str) -> Pixels | None:
    """Return the picture of face `code` in `folder` as (h, w, 4) BGRA, or None if there is none."""
    png, svg = folder / f"{code}.png", folder / f"{code}.svg"
    if png.exists():
        picture = cv2.imread(str(png), cv2.IMREAD_UNCHANGED)
        if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
            return None
        return cv2.resize(
            picture, None, fx=480 / len(picture), fy=480 / len(picture), interpolation=cv2.INTER_AREA
        ).astype(np.uint8)
    if svg.exists():
        import resvg_py  # installed by the train extra

        drawn = resvg_py.svg_to_bytes(svg_path=str(svg), height=480)
        return np.asarray(cv2.imdecode(np.frombuffer(bytes(drawn), np.uint8), cv2.IMREAD_UNCHANGED), dtype=np.uint8)
    return None


@lru_cache(maxsize=1024)
def extracted_ink(file: Path) -> tuple[Pixels, tuple[int, int, int]]:
    """Return the ink of a photographed tile, separated from its body.

    Alpha is a pixel's distance from the body's colour; the ink has the colour that, mixed with the body's by alpha,
    gives the pixel.

    Returns:
        (h, w, 4) BGRA ink and the body's BGR colour.
    """
    picture = cv2.imread(str(file))
    if picture is None:
        raise ValueError(f"{file} is no picture: remove its row from labels.csv")
    h, w = picture.shape[:2]
    inner = picture[int(h * 0.05) : int(h * 0.95), int(w * 0.06) : int(w * 0.94)].astype(np.float32)
    bright = inner.sum(axis=2)
    body = np.median(inner[bright >= np.quantile(bright, 0.5)], axis=0)
    far = np.linalg.norm(inner - body, axis=2)
    ys, xs = np.mgrid[0 : len(inner), 0 : inner.shape[1]]
    rim = np.minimum(np.minimum(xs, xs[:, ::-1]), np.minimum(ys, ys[::-1]))
    alpha = (np.clip((far - 18) / 70, 0, 1) * np.clip(rim / (0.03 * h) - 0.3, 0, 1))[..., None]
    ink = np.clip(body + (inner - body) / np.maximum(alpha, 0.15), 0, 255)
    layer = np.dstack([ink, alpha * 255]).astype(np.uint8)
    margin = ((0, int(h * 0.05)), (0, int(w * 0.06)))
    layer = np.pad(layer, ((margin[0][1],) * 2, (margin[1][1],) * 2, (0, 0)))
    b, g, r = (int(v) for v in body)
    return layer, (b, g, r)


def has_crops(sources: FaceSources, codes: Sequence[str]) -> bool:
    """Return True if there are photographed tiles of all of `codes`."""
    return set(codes) <= {code for code, _ in sources.crops}
