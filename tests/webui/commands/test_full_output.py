"""Standard output that takes nothing: a full disk behind it, or closed; each command says so in one line and fails."""

import subprocess
import sys
from pathlib import Path

import pytest

from webui.cli import COMMANDS

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")

TRIED = [
    *([name, "--help"] for name in COMMANDS),
    ["--help"],
    ["--version"],
    ["score", "123m456p789sEEEC C"],
    ["score", "--json", "123m456p789sEEEC C"],
    ["match", "new", "FILE", "--players", "Ann,Bo,Chen,Dai"],
    ["hall", "init", "--rigs", "2"],
]
RUN = """
import io, os, sys
from webui.cli import main
errors = 0
def tried(arguments):
    if sys.argv[1] == "closed":
        sys.stdout = None
    else:
        sys.stdout = open("/dev/full", "w")
    sys.stderr = io.StringIO()
    try:
        main(arguments)
    except SystemExit as end:
        code = end.code
    said, sys.stderr = sys.stderr.getvalue(), sys.__stderr__
    print(repr((code, said.splitlines())), file=sys.__stderr__)
for arguments in eval(sys.argv[2]):
    tried(arguments)
"""


@pytest.mark.parametrize(
    ("way", "says"),
    [
        ("full", "Error: Standard output takes nothing more (No space left on device)"),
        ("closed", "Error: Standard output is closed, and nothing was done"),
    ],
)
def test_every_command_says_in_one_line_that_its_output_went_nowhere(way: str, says: str, tmp_path: Path) -> None:
    asked = [[str(tmp_path / "match.jsonl") if each == "FILE" else each for each in line] for line in TRIED]
    command = [sys.executable, "-c", RUN, way, repr(asked)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    answers = [eval(line) for line in done.stderr.splitlines()]
    assert len(answers) == len(TRIED)
    for arguments, (code, said) in zip(asked, answers, strict=True):
        assert (code, len(said)) == (1, 1), (arguments, said)
        assert said[0].startswith(says), (arguments, said)
    assert (tmp_path / "match.jsonl").exists() is (way == "full")


@pytest.mark.parametrize("redirection", ["> /dev/full", ">&-"])
def test_nothing_more_is_said_at_the_end_of_the_process(redirection: str) -> None:
    command = f"{sys.executable} -c 'from webui.cli import main; main()' score 123m456p789sEEEC\\ C {redirection}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1), done.stderr


def test_it_is_said_in_the_language_of_the_command_line() -> None:
    command = f"{sys.executable} -c 'from webui.cli import main; main()' rules --help --lang zh > /dev/full"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stderr.startswith("错误：标准输出写不进去了"), done.stderr
