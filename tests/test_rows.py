"""Tables of cases in one test: each row is run, and all that fail are named."""

import pytest

from tests.rows import row_by_row

pytest_plugins = ["pytester"]


def test_every_row_is_run_and_all_that_fail_are_named() -> None:
    ran = []

    @row_by_row(("one", "two"), [(1, 1), (2, 3), (4, 4), (5, 6)])
    def equal(one: int, two: int) -> None:
        ran.append(one)
        assert one == two

    with pytest.raises(ExceptionGroup, match="2 of 4 rows") as failed:
        equal()
    assert ran == [1, 2, 4, 5]
    assert [error.__notes__ for error in failed.value.exceptions] == [["row: 2-3"], ["row: 5-6"]]


def test_one_row_that_fails_is_told_as_a_test_that_fails() -> None:
    @row_by_row("number", [1, 0, 2], ids=["one", "nought", "two"])
    def is_true(number: int) -> None:
        assert number

    @row_by_row("number", [pytest.param(1, id="one"), pytest.param(0, id="nought")])
    def is_true_too(number: int) -> None:
        assert number

    for test in (is_true, is_true_too):
        with pytest.raises(AssertionError) as failed:
            test()
        assert failed.value.__notes__ == ["row: nought"]


def test_an_error_that_was_not_raised_fails_its_row_alone() -> None:
    @row_by_row("text", ["x", "1", "y"])
    def is_no_number(text: str) -> None:
        with pytest.raises(ValueError, match="invalid"):
            int(text)

    with pytest.raises(AssertionError, match="DID NOT RAISE") as failed:
        is_no_number()
    assert failed.value.__notes__ == ["row: '1'"]


def test_fixtures_are_given_to_every_row(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest
        from tests.rows import row_by_row

        @pytest.fixture
        def double():
            return lambda value: 2 * value

        @row_by_row("value", [1, 2, 3], ids=lambda value: f"<{value}>")
        def test_it(value, double):
            assert double(value) != 4
        """
    )
    done = pytester.inline_run("-p", "no:schemathesis")
    done.assertoutcome(failed=1)
    (failed,) = done.getfailures()
    assert "row: <2>" in str(failed.longrepr)
