"""Makes the pictures of the manual: `python -m tests.guide`.

The program runs as people start it, in each of its languages; a real browser takes the pictures, on a phone or a
computer, and the hands in them are rendered. They lie in `webui/help/pictures`, and the manual shows them.

The same command makes the pictures of README anew. With `--states FOLDER` it also takes pictures of all states of all
pages, in each language, on a phone and a computer, in light and dark, to look at:

    python -m tests.guide --states /tmp/pages --lang zh hand referee
"""

import io
import json
import tempfile
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import click
from msgspec.structs import replace
from PIL import Image, ImageDraw, ImageFilter
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from scoring.follow.events import Claim, Discard
from scoring.notation import expand
from tests import pictures
from tests.browser import states
from tests.browser.pages import CHROMIUM, CHROMIUM_ARGS
from tests.ordeals.served import SAMPLE, serving
from tests.pictures import LOCALES, PATIENCE, play, post, webp_of
from tests.vision.follow.film import Film, Lying
from tests.webui.filmed import PUNG, STEP
from webui.help.manual import PICTURES
from webui.match.matches import Matches
from webui.records.store import Storage
from webui.table.follow.journal import Begun, FollowJournal
from webui.table.follow.late import choose_delay

DATA: Final = "data"
"""The folder of what a server keeps, in the folder of its scene."""

MOST: Final = 3_000_000
"""Bytes of all pictures together, so that a clone and an installed program stay small."""


@dataclass(frozen=True)
class Device:
    """A phone or a screen of which a picture is taken.

    Attributes:
        size: The window in points, width and height.
        scale: Pixels a point.
    """

    size: tuple[int, int]
    scale: float

    @property
    def options(self) -> dict[str, Any]:
        """The options of the browser's context."""
        width, height = self.size
        return {
            "viewport": {"width": width, "height": height},
            "device_scale_factor": self.scale,
            "has_touch": width < 600,
            "is_mobile": width < 600,
        }


PHONE: Final = Device((390, 844), 1.25)
COMPUTER: Final = Device((1280, 800), 0.8)
SCREEN: Final = Device((1280, 720), 0.8)
STREAM: Final = Device((1920, 1080), 0.5)
SHEET: Final = Device((1000, 1240), 0.8)
DESK: Final = Device((1280, 520), 0.8)


@dataclass(frozen=True)
class People:
    """Names and sentences in the pictures of a language.

    Attributes:
        players: The four players of the match.
        entrants: The players of the event, a multiple of four.
        event: Name of the event.
        call: Reason of a call to the referee.
        appeal: Matter of an appeal.
    """

    players: tuple[str, str, str, str]
    entrants: tuple[str, ...]
    event: str
    call: str
    appeal: str


PEOPLE: Final = {
    "en": People(
        ("Ann", "Bo", "Chen", "Dai"),
        ("Ann", "Bo", "Chen", "Dai", "Eva", "Fu", "Gao", "Hugo", "Ida", "Jin", "Kai", "Lin"),
        "Spring Cup",
        "Wrong pung",
        "The tile was dropped, not discarded",
    ),
    "zh": People(
        ("小安", "小博", "小陈", "小戴"),
        ("小安", "小博", "小陈", "小戴", "小娃", "小傅", "小高", "小胡", "小艾", "小金", "小凯", "小林"),
        "春季杯",
        "错碰",
        "这张牌是掉落的，不是打出的",
    ),
    "zh_Hant": People(
        ("小安", "小博", "小陳", "小戴"),
        ("小安", "小博", "小陳", "小戴", "小娃", "小傅", "小高", "小胡", "小艾", "小金", "小凱", "小林"),
        "春季盃",
        "錯碰",
        "這張牌是掉落的，不是打出的",
    ),
    "ja": People(
        ("安藤", "尾藤", "千葉", "大門"),
        ("安藤", "尾藤", "千葉", "大門", "江口", "福田", "後藤", "本田", "飯田", "神保", "加藤", "林"),
        "春季杯",
        "誤ポン",
        "牌は落ちたもので、打牌ではありません",
    ),
}


@dataclass
class Scene:
    """The program that is shown, and what is in it.

    Attributes:
        address: Address of the program.
        people: Names and sentences of its language.
        folder: A folder for files.
        hand: Address of the page of the hand that was photographed last.
    """

    address: str
    people: People
    folder: Path
    hand: str = ""

    def record(self, act: dict[str, Any], table: int = 1) -> int:
        """Record an act of a table's match; return the number of the record."""
        said = post(self.address, f"/api/tables/{table}/records", {"id": str(uuid4()), "act": act})
        return int(said["number"])


Lead = Callable[[Page, Scene], None]
"""Leads a page to what a picture shows."""

Shot = tuple[str, Device, Lead]
"""A picture: its name, its device, and the steps that lead there."""


def see(where: Locator) -> None:
    """Wait until an element is in sight."""
    expect(where).to_be_visible(timeout=PATIENCE)


def glared(folder: Path) -> Path:
    """Return the rendered hand with a lamp's reflection on its 6 of bamboo, of which the reader is not sure."""
    hand = json.loads(SAMPLE.with_suffix(".json").read_text("utf-8"))
    quad = next(each["quad"] for each in hand["tiles"] if each["tile"] == "6s")
    left, right = min(x for x, _ in quad), max(x for x, _ in quad)
    top, bottom = min(y for _, y in quad), max(y for _, y in quad)
    with Image.open(SAMPLE) as photo:
        mask = Image.new("L", photo.size, 0)
        ImageDraw.Draw(mask).ellipse((left - 15, top, right + 15, (top + bottom) / 2), fill=255)
        lamp = Image.new("RGB", photo.size, "white")
        made = Image.composite(lamp, photo.convert("RGB"), mask.filter(ImageFilter.GaussianBlur(6)))
    file = folder / "glare.png"
    made.save(file)
    return file


def photograph(page: Page, field: str, file: Path = SAMPLE) -> None:
    """Take the photo of a hand, and wait for its page."""
    page.set_input_files(field, file)
    page.wait_for_url("**/hands/*", timeout=PATIENCE)
    see(page.locator("#verdict"))


def begin(page: Page, scene: Scene) -> None:
    page.goto(scene.address)
    see(page.locator("[data-key=new-match]"))


def unsure(page: Page, scene: Scene) -> None:
    if scene.hand:
        page.goto(scene.hand)
    else:
        begin(page, scene)
        photograph(page, "#drop input:not([capture])", glared(scene.folder))
        scene.hand = page.url
    see(page.locator(".question").first)


def fixing(page: Page, scene: Scene) -> None:
    unsure(page, scene)
    page.click("#mat .slot:has(img[src$='#6s'])")
    see(page.locator("#palette [data-face='6s']").first)


def scored(page: Page, scene: Scene) -> None:
    begin(page, scene)
    photograph(page, "#drop input:not([capture])")
    page.click("#strip label:has([data-key='say-self-draw-true'])")
    see(page.locator("#verdict[data-kind=good]"))
    expect(page.locator(".marks g")).not_to_have_count(0, timeout=PATIENCE)


def entering(page: Page, scene: Scene) -> None:
    begin(page, scene)
    page.click("[data-blank]")
    page.wait_for_url("**/hands/*", timeout=PATIENCE)
    page.locator("#palette label:has(input[value='pung'])").click()
    for tile in ("C", "2m", "3m", "4m", "6p", "7p"):
        page.click(f"#palette [data-face='{tile}']")
    expect(page.locator("#palette .so-far img")).to_have_count(8, timeout=PATIENCE)


def beginning(page: Page, scene: Scene) -> None:
    begin(page, scene)
    page.click("[data-key=new-match]")
    for n, name in enumerate(scene.people.players):
        page.fill(f"[data-key=player{n}]", name)


def rules(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/rules/mcr-wmo")
    see(page.locator("main table").first)


def running(page: Page, scene: Scene) -> None:
    page.goto(scene.address)
    see(page.locator(".last-hands a").first)


def recording(page: Page, scene: Scene) -> None:
    running(page, scene)
    photograph(page, "[data-key=won-S]")
    scene.hand = page.url
    page.locator("label:has([data-key=giver-W])").click()
    see(page.locator("[data-key=count-it]:enabled"))


def record_it(scene: Scene) -> None:
    """Record the hand that was photographed, approve those before it, call the referee, and appeal."""
    for hand in range(1, len(pictures.HANDS) + 1):
        scene.record({"type": "Approved", "hand": hand})
    hand = scene.hand.rpartition("/")[2]
    won = scene.record({"type": "Won", "winner": "S", "payer": "W", "laid": hand})
    scene.record({"type": "Appealed", "of": won, "seat": "N", "reason": scene.people.appeal})
    post(scene.address, "/api/tables/1/calls", {"reason": scene.people.call, "chair": 2})


def answer_calls(scene: Scene) -> None:
    """Finish all calls."""
    with urllib.request.urlopen(f"{scene.address}/api/referee") as answer:
        waiting = json.load(answer)["calls"]
    for call in waiting:
        post(scene.address, f"/api/calls/{call['id']}/done", {})


def calls(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/referee")
    see(page.locator("#calls .call"))
    see(page.locator("#waiting .laid-tiles"))


def approving(page: Page, scene: Scene) -> None:
    calls(page, scene)
    page.locator("#waiting .waiting:has(.laid)").evaluate("card => scrollTo(0, card.offsetTop - 12)")


def closer(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/t/1/hands/{len(pictures.HANDS) + 1}")
    see(page.locator("[data-key^=decide-]"))
    see(page.locator(".laid-hand img").first)


def deciding(page: Page, scene: Scene) -> None:
    closer(page, scene)
    page.click("[data-key^=decide-]")
    see(page.locator("#form-dialog [name=reason]"))


def fining(page: Page, scene: Scene) -> None:
    running(page, scene)
    page.click("[data-key=penalty]")
    page.locator(f"#form-dialog label:has([data-key='player-{scene.people.players[2]}'])").click()


def sheet(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/t/1/sheet")
    see(page.locator("main table").first)


def display(page: Page, scene: Scene) -> None:
    pictures.display(page, scene.address)


PONDS: Final = ("1mC9pW4s", "N9sE1s7m", "9mF2sP6p", "S1p8m3p")
"""The discards of seats 1 to 4 in the picture of a stream, in order of play."""


def follow_play(scene: Scene) -> None:
    """Play a match whose next hand was followed; its stream is not delayed."""
    match_played(scene)
    ponds = [expand(text) for text in PONDS]
    thrown = [(seat, pond[n]) for n in range(5) for seat, pond in enumerate(ponds, 1) if n < len(pond)]
    pung = Claim(t=2, seat=2, kind="pung", tile="E", tiles=("E",) * 3, source=1, sure=True)
    discards = [Discard(t=3, seat=seat, tile=tile, sure=True) for seat, tile in thrown]
    events = [Discard(t=1, seat=1, tile="E", sure=True), pung, *discards]
    with closing(Storage.open(scene.folder / DATA, alone=False)) as records:
        hand = Matches(records.journal, 1, "mcr").deal()
        assert hand
        journal, at = FollowJournal(records.followed, 1), datetime.now(UTC) - timedelta(minutes=1)
        deal = journal.begin(Begun(hand=hand, style="chinese", east=1), at)
        journal.append(deal, at, [(replace(event, number=n), None) for n, event in enumerate(events, 1)])
        choose_delay(records.values, 1, 0)


def seen_by_camera() -> bytes:
    """Return the table of `follow_play` as a camera sees it, a JPEG of 16:9."""
    film = Film()
    for seat, pond in enumerate(PONDS):
        for n, tile in enumerate(expand(pond)):
            across, down = (n - 2) * STEP, 0.13
            x, y = ((across, down), (down, -across), (-across, -down), (-down, across))[seat]
            film.tiles.append(Lying(tile, 0.5 + x, 0.5 + y, seat + 1))
    film.tiles += PUNG
    film.resting = [(1, 0.6, 0.8)]
    film.wait(1)
    square = Image.fromarray(film.pictures[-1][:, :, ::-1])
    side = square.width
    whole = Image.new("RGB", (side * 16 // 9, side), (42, 40, 38))
    whole.paste(square, ((whole.width - side) // 4, 0))
    made = io.BytesIO()
    whole.resize((1920, 1080)).save(made, "JPEG", quality=90)
    return made.getvalue()


BEHIND: Final = """async (picture) => {
    const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0));
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([bytes], { type: "image/jpeg" }));
    await image.decode();
    document.documentElement.style.background = `url(${image.src}) 0 0 / cover`;
}"""
"""Script that lays a picture behind a page, as OBS does."""


def stream(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/stream/1")
    see(page.locator("#top image").first)
    page.evaluate(BEHIND, b64encode(seen_by_camera()).decode())


def camera(page: Page, scene: Scene) -> None:
    pictures.set_up(page, scene.address)


def calibration(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/calibrate")
    see(page.locator("#seen"))
    see(page.locator("#zones *").first)


def hold_event(scene: Scene) -> None:
    """Hold an event: its first round is published, its second one is played."""

    def send(path: str, **body: Any) -> Any:
        return post(scene.address, path, {"id": str(uuid4()), **body})

    def on_desk(**act: Any) -> None:
        send("/api/hall/events/1/records", act=act)

    entrants = scene.people.entrants
    send("/api/hall/events", act={"type": "Opened", "name": scene.people.event, "rounds": 3, "minutes": 60})
    on_desk(type="Entered", people=[{"number": n, "name": name} for n, name in enumerate(entrants, 1)])
    for number in range(1, len(entrants) + 1):
        on_desk(type="CheckedIn", player=number)
    send("/api/hall/events/1/draw", since=1, seed=3)
    on_desk(type="Started", round=1)
    for table in range(1, len(entrants) // 4 + 1):
        scene.record({"type": "Won", "winner": "ESW"[table - 1], "payer": "N", "points": 16 + 8 * table}, table)
        for _ in range(15):
            scene.record({"type": "Drawn"}, table)
    on_desk(type="Released", round=1)
    on_desk(type="Started", round=2)
    post(scene.address, "/api/hall/events/1/clocks", {"round": 2, "do": "start"})
    for table, (winner, points) in enumerate((("S", 24), ("E", 88), ("W", 12)), 1):
        scene.record({"type": "Won", "winner": winner, "payer": "N", "points": points}, table)


def seating(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/desk/1#seats")
    see(page.locator(".seating .seat").first)


def round_(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/desk/1#round")
    see(page.locator("[data-key=extend2]"))


def player(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/me")
    page.select_option("[data-key=who]", scene.people.entrants[1])
    see(page.locator("#ranking tbody tr").first)


def hall(page: Page, scene: Scene) -> None:
    page.goto(f"{scene.address}/hall")
    see(page.locator("#standings tbody tr").first)
    expect(page.locator("#clock")).to_contain_text(":", timeout=PATIENCE)


Stage = tuple[tuple[str, ...], tuple[tuple[Callable[[Scene], None] | None, tuple[Shot, ...]], ...]]
"""A server: its arguments, and steps, each an act with the pictures after it."""


def match_played(scene: Scene) -> None:
    play(scene.address, scene.people.players)


STAGES: Final[tuple[Stage, ...]] = (
    (
        ("--memory",),
        (
            (
                None,
                (
                    ("start", PHONE, begin),
                    ("question", PHONE, unsure),
                    ("fix", PHONE, fixing),
                    ("score", COMPUTER, scored),
                    ("enter", PHONE, entering),
                    ("rules", COMPUTER, rules),
                    ("new-match", PHONE, beginning),
                ),
            ),
            (match_played, (("running", PHONE, running), ("record", PHONE, recording))),
            (
                record_it,
                (
                    ("calls", PHONE, calls),
                    ("approve", PHONE, approving),
                ),
            ),
            (
                answer_calls,
                (
                    ("closer", SHEET, closer),
                    ("appeal", PHONE, deciding),
                    ("penalty", PHONE, fining),
                    ("sheet", COMPUTER, sheet),
                    ("display", SCREEN, display),
                ),
            ),
        ),
    ),
    (("--data",), ((follow_play, (("stream", STREAM, stream),)),)),
    (
        ("--memory", "--camera"),
        ((None, (("camera", COMPUTER, camera), ("calibration", COMPUTER, calibration))),),
    ),
    (
        ("--memory", "--tables", "3"),
        (
            (
                hold_event,
                (
                    ("seating", DESK, seating),
                    ("round", DESK, round_),
                    ("player", PHONE, player),
                    ("hall", SCREEN, hall),
                ),
            ),
        ),
    ),
)
"""The servers of the pictures, one after another."""

NAMES: Final = tuple(shot[0] for _, steps in STAGES for _, shots in steps for shot in shots)
"""The pictures of each language."""


def taken(browser: Browser, lang: str, scene: Scene, shot: Shot) -> bytes:
    """Take one picture as WebP; animations stand at their end."""
    _, device, lead = shot
    context = browser.new_context(
        service_workers="block",
        locale=LOCALES[lang],
        reduced_motion="reduce",
        color_scheme="light",
        **device.options,
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    lead(page, scene)
    made = webp_of(page)
    context.close()
    return made


@contextmanager
def staged(lang: str, arguments: tuple[str, ...]) -> Iterator[Scene]:
    """Run the program for the pictures of a language; a camera sees the rendered hand."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if arguments[-1] == "--camera":
            (folder / "camera").mkdir()
            (folder / "camera/hand.jpg").write_bytes(SAMPLE.read_bytes())
            arguments = (*arguments, str(folder / "camera"))
        if arguments[-1] == "--data":
            arguments = (*arguments, str(folder / DATA))
        with serving(*arguments) as (_, address):
            yield Scene(address, PEOPLE[lang], folder)


def make(browser: Browser, folder: Path, languages: tuple[str, ...], names: tuple[str, ...]) -> Iterator[Path]:
    """Make the pictures of some names in some languages, and yield their files.

    A server is started if it has one of them; what is before it on the same server is done too.
    """
    for lang, (arguments, all_steps) in product(languages, STAGES):
        wanted = [n for n, (_, shots) in enumerate(all_steps) if any(shot[0] in names for shot in shots)]
        if not wanted:
            continue
        steps = all_steps[: wanted[-1] + 1]
        with staged(lang, arguments) as scene:
            with closing(browser.new_page()) as page:
                page.goto(f"{scene.address}/setup")  # a first start leads there, once
            for prepare, shots in steps:
                if prepare:
                    prepare(scene)
                for shot in shots:
                    if shot[0] in names or shot[2] is recording:
                        picture = taken(browser, lang, scene, shot)
                        if shot[0] in names:
                            file = folder / lang / f"{shot[0]}.webp"
                            file.parent.mkdir(parents=True, exist_ok=True)
                            file.write_bytes(picture)
                            yield file


@click.command()
@click.argument("names", nargs=-1)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=PICTURES, show_default=True)
@click.option("--lang", multiple=True, type=click.Choice(list(LOCALES)), default=tuple(LOCALES), show_default=True)
@click.option("--readme/--no-readme", default=True, help="The pictures of README too.")
@click.option(
    "--states",
    "looked_at",
    type=click.Path(file_okay=False, path_type=Path),
    help="Take pictures of the states of all pages instead, in light and dark, into this folder.",
)
def main(names: tuple[str, ...], out: Path, lang: tuple[str, ...], readme: bool, looked_at: Path | None) -> None:
    """Make the pictures of NAMES, by default all; with --states, of the states whose names hold one of NAMES."""
    if looked_at:
        for each, device, dark in product(lang, (PHONE, COMPUTER), (False, True)):
            place = f"{each}-{device.size[0]}-{'dark' if dark else 'light'}"
            states.take(names, looked_at / place, LOCALES[each], device.size, dark)
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        for file in make(browser, out, lang, names or NAMES):
            click.echo(f"{file.parent.name}/{file.name}: {file.stat().st_size / 1000:.0f} KB")
        browser.close()
    if readme and not names:
        pictures.make(pictures.FOLDER)
    size = sum(file.stat().st_size for file in out.rglob("*.webp"))
    click.echo(f"{size / 1000:.0f} KB")
    raise SystemExit(size > MOST)


if __name__ == "__main__":
    main()
