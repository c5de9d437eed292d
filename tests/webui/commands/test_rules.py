"""The rules of clubs on the command line: offered, renamed, archived and deleted in a data folder."""

from pathlib import Path
from uuid import uuid4

import pytest
from click.testing import CliRunner, Result

from scoring.match.records import Seated
from scoring.rules import tournament
from tests.webui.journals import write_record
from webui.cli import main
from webui.records.store import Storage

TEXT = 'name = "corner"\ntitle = "轉角"\nbase = "hk"\nsource = "test"\n'


def run(*words: object) -> Result:
    return CliRunner().invoke(main, ["rules", *map(str, words)])


def test_rules_are_added_renamed_archived_and_deleted(tmp_path: Path) -> None:
    file, data = tmp_path / "corner.toml", ("--data", tmp_path / "data")
    file.write_text(TEXT, encoding="utf-8")
    checksum = tournament(TEXT).checksum
    assert run("add", file, *data).output == f"Offered: 轉角 (checksum {checksum})\n"
    assert run("rename", "corner", "Corner", *data).output == f"Offered: Corner (checksum {checksum})\n"
    assert run("list", *data).output == f"corner  {checksum}  Corner\n"
    refused = run("rename", "corner", "x" * 61, *data)
    assert (refused.exit_code, "1 to 60 characters" in refused.output) == (1, True)
    assert run("remove", "corner", *data).output == "Deleted.\n"
    assert run("list", *data).output == ""
    assert run("remove", "corner", *data).exit_code == 1

    run("add", file, *data)
    records = Storage.open(tmp_path / "data")
    write_record(records, 1, uuid4(), Seated(("Ann", "Bo", "Chen", "Dai"), "corner"))
    records.close()
    assert run("remove", "corner", *data).output == f"Archived: 轉角 (checksum {checksum})\n"
    assert run("list", *data, "--lang", "zh").output == f"corner  {checksum}  轉角（已归档）\n"
    assert run("add", file, *data).output == f"Offered: 轉角 (checksum {checksum})\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "add", "x.jpg"), "x.jpg is no file of rules: its name ends in .toml"),
        (("rules", "rename", "nosuch", "X"), "tableside rules list shows them"),
    ],
)
def test_a_command_says_what_to_do_in_commands(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "x.jpg").write_bytes(b"x")
    asked = [str(tmp_path / word) if word == "x.jpg" else word for word in words]
    data = [] if "x.jpg" in words else ["--data", str(tmp_path)]
    done = CliRunner().invoke(main, [*asked, *data])
    assert done.exit_code != 0
    assert said in done.output
    assert "page" not in done.output.replace("/rules", "")
