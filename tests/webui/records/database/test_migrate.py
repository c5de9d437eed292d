"""The migrations of a database."""

from webui.records.database.migrate import MIGRATIONS, is_known, newest


def test_versions_are_in_a_row_without_a_fork() -> None:
    files = sorted(file.stem for file in (MIGRATIONS / "versions").glob("v*.py"))
    numbers = [int(name[1:5]) for name in files]
    assert numbers == sorted({*numbers})
    assert is_known(newest())
    assert not is_known("9999")
    assert int(newest()) == numbers[-1]
