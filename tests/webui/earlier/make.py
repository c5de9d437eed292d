"""Keep a little of everything with the program of now, for later versions to open.

`python -m tests.webui.earlier.make tests/data/earlier/0.1.0` runs once for a release, and its files stay as they are.
Everything is entered by HTTP and by the command line, so that this program outlives changes of names in the code. Needs
PostgreSQL's programs.
"""

import gzip
import json
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
import zipfile
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

from procrastinate import App, SyncPsycopgConnector

from tests.ordeals.served import SAMPLE, serving
from tests.waiting import until
from webui.commands.hall.local_postgres import LocalPostgres
from webui.records.database.postgres import parameters

CLUB = """\
name = "club"
title = "Club of the fixture"
base = "mcr-wmo"
source = "the members"
minimum = 6

[switches]
S15 = "suit tiles"
"""
"""A club's own rules, which the first match is played by."""

RENDERED = "[CCC,1]123m456p789sE E"
FOUR = ("Ann", "Bo", "Chen", "Dai")
MATCHES = (1, 2, 3, 4)
"""Tables of the hall: an event at 1 and 2, a finished and a running match at 3, Zung Jung at 4."""

RIG = 5
"""Number of the table that a rig records."""


class Server:
    """A running server, asked as another program asks it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""

    def ask(self, method: str, path: str, body: Any = None, kind: str = "application/json") -> Any:
        """Return the JSON of the answer; end the program if the request is refused."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        headers = {"Origin": self.address} | ({} if data is None else {"Content-Type": kind})
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path} {body!r:.300}: {error.code} {error.read()[:500]!r}") from error

    def act(self, table: int, act: str, /, **what: Any) -> int:
        """Record an act of a match; return its number."""
        body = {"id": str(uuid4()), "act": {"type": act, **what}, "who": "Ref"}
        return int(self.ask("POST", f"/api/tables/{table}/records", body)["number"])

    def event(self, number: int, act: str, /, **what: Any) -> None:
        """Record an act of an event."""
        body = {"id": str(uuid4()), "act": {"type": act, **what}, "who": "Desk"}
        self.ask("POST", f"/api/hall/events/{number}/records", body)

    def text(self, table: int, hand: str) -> str:
        """Lay a hand given as text; return its id."""
        return str(self.ask("POST", f"/api/tables/{table}/hands", {"text": hand})["hand"]["id"])

    def photo(self, table: int, picture: bytes) -> str:
        """Lay a photographed hand; return its id."""
        return str(self.ask("POST", f"/api/tables/{table}/hands", picture, "image/jpeg")["hand"]["id"])

    def change(self, hand: str, **change: Any) -> None:
        """Change a hand."""
        version = self.ask("GET", f"/api/hands/{hand}")["hand"]["version"]
        self.ask("POST", f"/api/hands/{hand}/changes", {"version": version, "change": change})


def play_event(server: Server) -> None:
    """Run an event at tables 1 and 2: the first round is over and released, the second is played."""
    opened = {"type": "Opened", "name": "Autumn", "rules": "mcr-wmo", "body": "ema", "rounds": 2, "hands": 2}
    number = int(server.ask("POST", "/api/hall/events", {"id": str(uuid4()), "act": opened})["event"])
    names = ("Ana", "Ben", "Cia", "Dov", "Eli", "Fay", "Gus", "Hao", "Sub")
    entered = [
        {"number": n, "name": name, "team": "" if n == 9 else f"Team {n % 2}"} for n, name in enumerate(names, 1)
    ]
    entered[-1]["substitute"] = True
    server.event(number, "Entered", people=entered)
    for player in range(1, 9):
        server.event(number, "CheckedIn", player=player)
    server.ask("POST", f"/api/hall/events/{number}/draw", {"id": str(uuid4()), "since": 1, "seed": 3})
    server.event(number, "StoodIn", player=8, by=9, rounds=[2], credited="player", reason="ill")
    server.event(number, "Started", round=1)
    for table in (1, 2):
        server.act(table, "Won", winner="E", points=8 + table, payer="N")
        server.act(table, "Won", winner="W", points=11)
    server.event(number, "Released", round=1)
    server.event(number, "Started", round=2)
    server.ask("POST", f"/api/hall/events/{number}/clocks", {"round": 2, "do": "start"})
    server.event(number, "Extended", round=2, table=1, minutes=5, reason="a dispute")
    server.act(2, "Won", winner="S", points=20, payer="E")


def play_finished(server: Server, photo: bytes) -> None:
    """Play a match to its end at table 3, with an act of almost every type."""
    server.act(3, "Seated", players=FOUR, rules="club", hands=8)
    laid = server.photo(3, photo)
    server.change(laid, do="rules", rules="mcr-1998")
    server.change(laid, do="undo")
    server.act(3, "Won", winner="E", laid=laid, discarder="S")
    server.act(3, "Approved", hand=1)
    server.act(3, "FalseWin", seat="S", kind="under the minimum")
    server.act(3, "Drawn")
    server.act(3, "Penalty", player="Chen", amount=10, reason="calls out of turn")
    server.act(3, "Foul", seat="N", reason="looks at the wall")
    server.act(3, "DeadHand", seat="N", reason="fifteen tiles")
    won = server.act(3, "Won", winner="S", payer="W", hand="[CCC,1]123m456p789sE E seat=S from=W", points=17)
    recounted = {"type": "Won", "winner": "S", "payer": "W", "points": 24}
    server.act(3, "Corrected", of=won, act=recounted, reason="recounted")
    penalty = server.act(3, "Penalty", player="Ann", amount=20, reason="a mistake", flow="paid")
    server.act(3, "Void", of=penalty, reason="it was nobody")
    drawn = server.act(3, "Drawn")
    server.act(3, "Corrected", of=drawn, act={"type": "Won", "winner": "W", "points": 8}, reason="it was won")
    claims = [{"type": "Won", "winner": seat, "points": 10, "payer": "N"} for seat in "ES"]

    server.act(3, "Claimed", claims=claims)
    server.act(3, "Substituted", seat="Bo", substitute="Eve", reason="a train")
    server.act(3, "Renamed", seat="Chen", name="Cheng", reason="a typing error")
    server.act(3, "Won", winner="Ann", points=16, payer="Dai")
    server.act(3, "Late", seat="Dai", minutes=3)
    server.ask("DELETE", f"/api/hands/{server.text(3, '22446688m11335p 5p')}")
    server.act(3, "Forfeited", seat="Dai", reason="went home")
    server.act(3, "ThreeLeft", absent="pays-nothing", reason="the last hand")
    server.act(3, "Drawn")
    server.act(3, "TimeUp", in_play=False)


def play_running(server: Server, photo: bytes) -> None:
    """Begin a match at table 3, with a name taken out, the clock running, dice thrown and a hand not recorded yet."""
    server.act(3, "Seated", players=("Ann", "Zoë", "陈大文", "Müller"), rules="mcr", body="ema")
    server.ask("POST", "/api/tables/3/clock", {"do": "start"})
    laid = server.text(3, "[EEE,3][PPP,1][FFF,2]789p9s 9s seat=N from=E")
    server.act(3, "Won", winner="N", laid=laid, discarder="E")
    server.act(3, "Erased", seat="Zoë", name="Player 2", reason="she asked for it")
    server.ask("POST", "/api/tables/3/play", {"do": "throw", "throw": 1, "dice": [3, 4], "chair": 1})
    server.photo(3, photo)


def play_zungjung(server: Server) -> None:
    """Begin a match by Zung Jung at table 4, with a hand of 100 points that names the discarder and no payer."""
    server.act(4, "Seated", players=("Kai", "Lin", "Mo", "Nia"), rules="zungjung")
    laid = server.text(4, "[FFF,1][PPP,1]CC34789s 5s seat=S from=E")
    server.change(laid, do="rules", rules="zungjung")
    server.act(4, "Won", winner="S", laid=laid, discarder="E")
    server.act(4, "Drawn")


def give_roles(server: Server) -> None:
    """Call a referee, note something of a player, and give roles; signs the server's caller in as the chief."""
    server.ask("POST", "/api/tables/3/calls", {"reason": "a dispute", "chair": 2})
    server.ask("POST", "/api/notes", {"player": "Ann", "text": "slow", "table": 3})
    server.ask("POST", "/api/people", {"name": "Chief", "role": "chief", "pin": "428571"})
    server.token = server.ask("POST", "/api/access", {"name": "Chief", "pin": "428571"})["token"]
    server.ask("POST", "/api/people", {"name": "Rita", "role": "referee", "pin": "271828"})
    added = server.ask("POST", "/api/people", {"name": "Board", "role": "table", "table": 2})
    board = next(each for each in added["people"] if each["name"] == "Board")
    server.ask("POST", f"/api/people/{board['id']}/invitation")


def facts(match: dict[str, Any]) -> dict[str, Any]:
    """Return what of a match no later version may change."""
    named = ("number", "players", "over", "rules", "body", "points", "deducted", "refused", "out", "substitutes")
    of_hand = ("number", "seats", "outcome", "winner", "points", "totals", "dead", "records", "approved")
    hands = [{name: hand[name] for name in of_hand} for hand in match["hands"]]
    return {name: match[name] for name in named} | {"hands": hands}


def standings(event: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what of an event's ranking no later version may change."""
    return [{name: row[name] for name in ("place", "name", "exact", "points")} for row in event["standings"]]


def shown(server: Server, tables: tuple[int, ...]) -> dict[str, Any]:
    """Return what later versions must still have: the records with their hashes, and what the matches came to."""
    kept: dict[str, Any] = {}
    for table in tables:
        path = f"/api/tables/{table}"
        listed = server.ask("GET", f"{path}/matches")["matches"]
        kept[str(table)] = {
            "records": server.ask("GET", f"{path}/records")["records"],
            "matches": [facts(server.ask("GET", f"{path}/match?number={each['number']}")) for each in listed],
            "hands": [each["id"] for each in server.ask("GET", f"{path}/hands")["hands"]],
        }
    return kept


def play_all(server: Server, photos: tuple[bytes, bytes]) -> dict[str, Any]:
    """Keep a little of everything on a server of four tables; return what `shown` gives."""
    play_event(server)
    play_finished(server, photos[0])
    play_running(server, photos[1])
    play_zungjung(server)
    give_roles(server)
    return shown(server, MATCHES) | {"standings": standings(server.ask("GET", "/api/hall/events/1/shown"))}


def run(*command: str | Path, **options: Any) -> bytes:
    """Return what a command prints; end the program if it fails."""
    done = subprocess.run([*map(str, command)], capture_output=True, check=False, **options)
    if done.returncode:
        raise SystemExit(f"{command}: {done.returncode}\n{done.stdout.decode()}\n{done.stderr.decode()}")
    return done.stdout


def tableside(*arguments: str | Path) -> bytes:
    """Run a command of the program."""
    return run(sys.executable, "-m", "webui", *arguments)


def pack(folder: Path, file: Path) -> None:
    """Put a data folder into a zip."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".lock":
                archive.write(path, path.relative_to(folder))


def make_folder(out: Path, room: Path, photos: tuple[bytes, bytes], rules: Path) -> None:
    """A data folder, its backup, a bundle of the finished match."""
    data = room / "data"
    tableside("tileset", "learn", SAMPLE, "--name", "Home", "--yes", "--data", data)
    with serving("--data", str(data), "--tables", "4", "--rules", str(rules)) as (_, address):
        server = Server(address)
        kept = play_all(server, photos)
        finished = min(each["number"] for each in server.ask("GET", "/api/tables/3/matches")["matches"])
        with urllib.request.urlopen(f"{address}/t/3/match.zip?number={finished}", timeout=60) as answer:
            (out / "bundle.zip").write_bytes(answer.read())
    (out / "folder.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    tableside("backup", out / "backup.zip", "--data", data)
    pack(data, out / "folder.zip")


def make_hall(out: Path, room: Path, photos: tuple[bytes, bytes], rules: Path) -> None:
    """A dump of a hall's PostgreSQL with photographs in its queue, and a rig's folder with what it has not sent."""
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        cluster = LocalPostgres(Path(folder), lasting=False)
        cluster.start()
        try:
            _make_hall(out, room, photos, rules, cluster)
        finally:
            cluster.stop()


def _make_hall(out: Path, room: Path, photos: tuple[bytes, bytes], rules: Path, cluster: LocalPostgres) -> None:
    db = cluster.address
    hall = ("--db", db, "--data", str(room / "hall"), "--tables", "5", "--rules", str(rules))
    rig = ("--db", db, "--data", str(room / "rig"), "--table", str(RIG))
    with serving(*hall) as (_, address):
        server = Server(address)
        kept = play_all(server, photos)
        with serving(*rig) as (_, there):
            device = Server(there)
            device.act(RIG, "Seated", players=("Pia", "Quy", "Ros", "Sam"))
            device.act(RIG, "Won", winner="W", laid=device.photo(RIG, photos[0]))
            until(lambda: len(server.ask("GET", f"/api/tables/{RIG}/records")["records"]) == 2)
            kept |= shown(server, (RIG,))
    with serving(*rig) as (process, there):
        device = Server(there)
        cluster.stop(at_once=True)
        device.act(RIG, "Drawn")
        device.act(RIG, "Won", winner="N", laid=device.photo(RIG, photos[1]), discarder="E")
        device.text(RIG, "123m123p123s7899s 9s")
        kept["rig"] = shown(device, (RIG,))[str(RIG)]
        process.send_signal(signal.SIGKILL)
        process.wait()
        cluster.start()
    app = App(connector=SyncPsycopgConnector(kwargs=parameters(db)))
    with app.open():
        for photo in (sha256(each).hexdigest() for each in photos):
            app.configure_task("read", queue="read", lock=photo, queueing_lock=photo).defer(photo=photo)
    (out / "hall.json").write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    pack(room / "rig", out / "rig.zip")
    dumper = shutil.which("pg_dump") or max(Path("/usr/lib/postgresql").glob("*/bin/pg_dump"))
    host = db.split("host=")[1]
    dump = run(dumper, "-h", host, "-U", "tableside", "--inserts", "--no-owner", "-x", "postgres")
    lines = (line for line in dump.decode().splitlines() if not line.startswith("\\"))  # psql's own commands
    with gzip.GzipFile(out / "hall.sql.gz", "wb", mtime=0) as file:
        file.write("\n".join(lines).encode())


def make_match_file(out: Path, rules: Path) -> None:
    """A match file by the club's own rules."""
    file = out / "match.jsonl"
    tableside("match", "new", file, "--players", ",".join(FOUR), "--rules", rules)
    hand = "[CCC,1]123m456p789sE E"
    for act in (
        ("won", "--winner", "S", "--payer", "W", "--hand", hand),
        ("penalty", "Chen", "10", "calls out of turn", "--role", "referee"),
        ("correct", "2", "counted anew", "won", "--winner", "S", "--payer", "W", "--points", "24"),
        ("drawn",),
    ):
        tableside("match", "record", file, *act)
    (out / "match.json").write_bytes(tableside("match", "show", file, "--json"))


def main() -> None:
    out = Path(sys.argv[1]).resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        rules = room / "club.toml"
        rules.write_text(CLUB, encoding="utf-8")
        picture = room / "rendered.jpg"
        run(sys.executable, "-m", "models.render", RENDERED, "--out", picture, "--seed", "2")
        photos = SAMPLE.read_bytes(), picture.read_bytes()
        make_folder(out, room, photos, rules)
        make_hall(out, room, photos, rules)
        make_match_file(out, rules)


if __name__ == "__main__":
    main()
