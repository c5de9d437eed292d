"""The style sheets: each in its layer, the widths that pages part at, and components that are styled in one place."""

import re
from functools import cache
from pathlib import Path

import webui
from tests.rows import row_by_row
from tests.writing import COMMENT
from webui.http.statics import SHARED

STATIC = Path(str(webui.__file__)).parent / "static"
PRINTED = {"eventpapers", "eventsheets"}
"""Sheets of documents of their own, which no page loads."""

SHEETS = sorted(file.stem for file in STATIC.glob("*.css") if file.stem not in PRINTED)
LAYERS = ("reset", "tokens", "layout", "components", "page")
OTHER_LAYERS = {"dark": "tokens"}
WIDTHS = {"max-width: 380px", "max-width: 640px", "max-width: 900px"}
"""Widths at which pages change, as layout.css says; a part that depends on its own width asks its container."""

COMPONENTS = {
    "alert",
    "button",
    "card",
    "check",
    "chips",
    "dialog-head",
    "field",
    "fields",
    "naming",
    "notice",
    "options",
    "pill",
    "send",
}
"""Classes that components.css styles; pages change them by custom properties, or by where they put them."""

DATASET = re.compile(r"\bdataset\.(\w+)")
"""Data attributes as scripts set them: `dataset.someName` is `data-some-name`."""

LOOKS = re.compile(r"\b(?:background|border|border-radius|border-color|color|font-size|font-weight|padding)\s*:")


def text(sheet: str) -> str:
    """A sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", (STATIC / f"{sheet}.css").read_text(encoding="utf-8"), flags=re.DOTALL)


def outside(sheet: str) -> list[str]:
    """Return the text outside all blocks of a sheet: the heads of its blocks, and statements."""
    found, depth = "", 0
    for part in re.findall(r"[{}]|[^{}]+", text(sheet)):
        depth += {"{": 1, "}": -1}.get(part, 0)
        found += part if depth == 0 and part not in "{}" else "\n" if part in "{}" else ""
    return [line.strip() for line in re.split(r"[\n;]", found) if line.strip()]


def test_the_layers_are_named_in_their_order_first() -> None:
    assert SHARED[0] == "tokens"
    assert outside("tokens")[0] == f"@layer {', '.join(LAYERS)}"


def test_every_sheet_lies_in_its_layer() -> None:
    """Rules without a layer would win over all others."""
    for sheet in SHEETS:
        layer = sheet if sheet in LAYERS else OTHER_LAYERS.get(sheet, "page")
        assert {*outside(sheet)} - {f"@layer {layer}", "@page", f"@layer {', '.join(LAYERS)}"} == set(), sheet


def test_pages_part_at_three_widths() -> None:
    queries = " ".join(re.findall(r"@media[^{]*", " ".join(map(text, SHEETS))))
    assert {*re.findall(r"(?:min|max)-width: [\d.]+\w+", queries)} == WIDTHS


def test_a_component_looks_alike_on_every_page() -> None:
    """A page moves a component, or gives it a variant of its own name; it does not paint the component itself."""
    name = re.compile(rf"(?<![\w-])\.(?:{'|'.join(COMPONENTS)})(?![\w-])[^\s>+~]*$")
    painted = [
        (sheet, selector.strip())
        for sheet in SHEETS
        if sheet not in SHARED
        for head, body in re.findall(
            r"([^{};]+)\{([^{}]*)\}", re.sub(r"@media print \{.*", "", text(sheet), flags=re.DOTALL)
        )
        for selector in head.split(",\n")
        if LOOKS.search(body) and name.search(selector.strip())
    ]
    assert painted == []


@cache
def named_by_pages() -> set[str]:
    """Words by which a class, an id or an attribute can be named: those of scripts, templates, manual and exports."""
    root = STATIC.parent
    scripts = " ".join(COMMENT.sub("", file.read_text("utf-8")) for file in STATIC.glob("*.js"))
    others = (file for pattern in ("templates/*.html", "help/*.py", "exports/*.py") for file in root.glob(pattern))
    data = {re.sub("[A-Z]", lambda letter: f"-{letter[0].lower()}", name) for name in DATASET.findall(scripts)}
    words = re.findall(r"[\w-]+", " ".join([scripts, *(file.read_text("utf-8") for file in others)]))
    blocks = re.findall(r"^```(\w+)", " ".join(file.read_text("utf-8") for file in root.glob("help/en/*.md")), re.M)
    return {*words, *blocks, *(f"data-{name}" for name in data)}


@row_by_row("sheet", [*SHEETS, *sorted(PRINTED)])
def test_a_sheet_styles_only_what_pages_have(sheet: str) -> None:
    """A rule about a class, an id or an attribute that no page has any more is dead."""
    heads = " ".join(re.findall(r"([^{};]+)\{", text(sheet)))
    styled = {*re.findall(r"[.#]([A-Za-z][\w-]*)", heads), *re.findall(r"\[(data-[\w-]+)", heads)}
    known = named_by_pages()
    made = tuple(word for word in known if word.endswith("-"))  # the rest of the name is put in, such as a wind
    assert {name for name in styled - known if not name.startswith(made)} == set()


def test_texts_have_the_sizes_of_one_scale() -> None:
    scale = {*re.findall(r"--\w+: ([\d.]+rem);", (STATIC / "tokens.css").read_text("utf-8"))}
    assert len(scale) == 8
    sizes = {
        (file.name, size)
        for file in STATIC.glob("*.css")
        if file.stem not in PRINTED
        for size in re.findall(r"font-size: ([\d.]+rem)", file.read_text("utf-8"))
    }
    assert {size for _, size in sizes} <= {"1rem", "2rem"}, sizes
