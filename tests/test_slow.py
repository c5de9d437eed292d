"""The seconds that a run of tests keeps, and the tables that `tests.slow` makes of them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.long import long_but
from tests.slow import COLLECTION, REST, Took, by_file, kept, main, table

pytest_plugins = ["pytester"]

TOOK = {
    COLLECTION: Took(0, 9),
    REST: Took(0, 0.25),
    "tests/a.py::test_one": Took(1, 0.5),
    "tests/a.py::test_two": Took(2, 0.25),
    "tests/b.py::test_waits[of 3::4]": Took(2.5, 0),
}


@pytest.mark.parametrize("processes", long_but(["-n0"], ["-n0", "-n2"]))
def test_a_run_keeps_what_each_test_took(pytester: pytest.Pytester, processes: str) -> None:
    pytester.makeini(f"[pytest]\npythonpath = {Path(__file__).parents[1]}")
    pytester.makeconftest(
        "from tests.slow import Keeper\ndef pytest_configure(config): config.pluginmanager.register(Keeper(config))\n"
    )
    pytester.makepyfile(
        test_it="""
        import subprocess
        import sys
        import time

        import pytest

        WORKS = "end = time.process_time() + 0.25\\nwhile time.process_time() < end:\\n    pass"
        ANSWERS = f"import os, sys, time\\nfor line in sys.stdin:\\n    exec({WORKS!r})\\n    print('done', flush=True)"
        FORKS = f"import os, time\\nif os.fork():\\n    os._exit(os.wait()[1])\\n{WORKS}"

        @pytest.fixture(scope="session")
        def server():
            with subprocess.Popen([sys.executable, "-c", ANSWERS], stdin=-1, stdout=-1, text=True) as server:
                yield server

        def test_works():
            exec(WORKS)

        def test_starts(server):
            pass

        def test_rests():
            pass

        def test_asks(server):
            print("do", file=server.stdin, flush=True)
            assert server.stdout.readline() == "done\\n"

        def test_runs():
            subprocess.run([sys.executable, "-c", FORKS], check=True)

        def test_fails():
            0 / 0
        """
    )
    done = pytester.runpytest_subprocess(processes, "-p", "no:schemathesis")
    done.assert_outcomes(passed=5, failed=1)
    took = kept(pytester.path)
    worked = {name.partition("::test_")[2] or name: each.processor for name, each in took.items()}
    assert worked.keys() == {COLLECTION, REST, "works", "starts", "rests", "asks", "runs", "fails"}
    assert took["test_it.py::test_works"].clock >= 0.2
    # processor times of other processes are kept in hundredths
    assert min(worked[name] for name in ("works", "asks", "runs")) >= 0.2 > worked["rests"]
    assert worked[COLLECTION] > 0.1
    assert worked[REST] >= 0


def test_files_add_up() -> None:
    assert by_file(TOOK) == {
        COLLECTION: (1, TOOK[COLLECTION]),
        REST: (1, TOOK[REST]),
        "tests/a.py": (2, Took(3, 0.75)),
        "tests/b.py": (1, Took(2.5, 0)),
    }


def test_the_slowest_come_first_and_all_is_counted() -> None:
    files, tests = "\n".join(table(TOOK, 2, 1)).split("\n\n")
    assert [line.split() for line in files.splitlines()[1:]] == [
        ["5.5", "10.0", "3", "all"],
        ["0.0", "9.0", COLLECTION],
        ["3.0", "0.8", "2", "tests/a.py"],
    ]
    assert [line.split() for line in tests.splitlines()[1:]] == [["2.50", "0.00", "tests/b.py::test_waits[of", "3::4]"]]


def test_without_a_run_it_says_what_to_do(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, [str(tmp_path)])
    assert done.exit_code == 2
    assert "run pytest there first" in done.stderr
