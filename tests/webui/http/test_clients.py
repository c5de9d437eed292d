"""Clients that generators make of the description of the JSON interface, and matches of every book played with them."""

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import pytest

from scoring.rules import BOOKS
from tests.books import PLAYED
from webui.http.openapi import description
from webui.table.table import Table

pytestmark = pytest.mark.long

MODULES: Final = Path(__file__).parents[3] / ".ci" / "node_modules"

POINTS: Final = {"riichi": 1500, "sanma": 1500, "hk": 3, "sichuan": 2}
"""Points of a win that the book of a game takes without the hand; others take 40."""

PLAYERS: Final = ("Ann", "Bo", "Chen", "Dai")


def ending(game: str) -> dict[str, Any]:
    """The act after which a hand of a game is drawn."""
    if game == "sichuan":
        return {"type": "WallOut"}
    return {"type": "Drawn", "tenpai": []} if game in ("riichi", "sanma") else {"type": "Drawn"}


def players(book: str) -> list[str]:
    """Those who play a match of a book."""
    return [*PLAYERS[: BOOKS[book].play.players]]


def acts(book: str) -> list[dict[str, Any]]:
    """A short match of a book: a win, a drawn hand, and the end."""
    game = BOOKS[book].game.id
    return [
        {"type": "Seated", "players": players(book), "rules": book},
        {"type": "Won", "winner": "E", "points": POINTS.get(game, 40), "payer": "S"},
        ending(game),
        {"type": "TimeUp", "in_play": False},
    ]


@pytest.fixture
def described(table: Table, serve: Callable[[Table], str], server: Any, tmp_path: Path) -> tuple[str, Path]:
    """The address of a server, and a file with its description."""
    address, file = serve(table), tmp_path / "api.json"
    file.write_text(json.dumps(description(server[0])))
    return address, file


def test_a_generated_python_client_plays_every_book(
    described: tuple[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address, file = described
    config = tmp_path / "config.yml"
    pictures = ("application/zip", "image/jpeg", "image/png")
    config.write_text(
        json.dumps({"content_type_overrides": dict.fromkeys(pictures, "application/octet-stream"), "post_hooks": []})
    )
    made = tmp_path / "tableside_client"
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    told = subprocess.run(
        [*program, "--path", file, "--output-path", made, "--config", config, "--fail-on-warning"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    monkeypatch.syspath_prepend(tmp_path)
    client = importlib.import_module("tableside_client.client").Client(base_url=address)
    models = importlib.import_module("tableside_client.models")
    record, read = (
        importlib.import_module(f"tableside_client.api.matches.matches_{name}") for name in ("record", "match")
    )
    with client:
        for book in PLAYED:
            for act in acts(book):
                posted = models.PostedRecord.from_dict({"id": str(uuid4()), "act": act, "anyway": True})
                answer = record.sync(1, client=client, body=posted)
                assert isinstance(answer, models.RecordedAnswer), (book, act, answer)
            match = read.sync(1, client=client)
            assert isinstance(match, models.MatchState)
            assert (match.rules, match.over, match.players) == (book, True, players(book))


PLAY: Final = """
import createClient from "openapi-fetch";
import type {components, paths} from "./api.d.ts";

type Act = components["schemas"]["PostedRecord"]["act"];
const [address, matches] = [process.argv[2]!, JSON.parse(process.argv[3]!) as [string, Act[]][]];
const client = createClient<paths>({baseUrl: address});
const path = {number: 1};
for (const [book, acts] of matches) {
    for (const act of acts) {
        const body = {id: crypto.randomUUID(), act, anyway: true};
        const {error} = await client.POST("/api/v1/tables/{number}/records", {params: {path}, body});
        if (error) throw new Error(`${book}: ${act.type}: ${error.error}`);
    }
    const {data} = await client.GET("/api/v1/tables/{number}/match", {params: {path}});
    if (data?.rules !== book || !data.over) throw new Error(`${book} is not over`);
    console.log(book);
}
"""
"""A program in TypeScript that plays matches at an address, and prints their books; the body has no default."""


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
@pytest.mark.skipif(not (MODULES / "openapi-typescript").exists(), reason="npm ci --prefix .ci was not run")
def test_a_generated_typescript_client_plays_every_book(described: tuple[str, Path], tmp_path: Path) -> None:
    address, file = described
    (tmp_path / "node_modules").symlink_to(MODULES)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "play.ts").write_text(PLAY)

    def run(*words: Any) -> str:
        told = subprocess.run(
            ["node", *words], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False
        )
        assert told.returncode == 0, told.stdout + told.stderr
        return told.stdout

    run(MODULES / "openapi-typescript" / "bin" / "cli.js", file, "-o", "api.d.ts")
    strict = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--skipLibCheck")
    form = ("--module", "nodenext", "--target", "es2022", "--types", "node", "--lib", "es2023,dom")
    run(MODULES / "typescript" / "bin" / "tsc", *strict, *form, "play.ts")
    played = run("play.js", address, json.dumps([(book, acts(book)) for book in PLAYED]))
    assert played.split() == PLAYED
