"""The rule of `tests.waiting`, as far as it can be read from the tests."""

import ast
from collections.abc import Iterator
from itertools import chain, pairwise

import pytest

from tests.structure import ROOT
from tests.waiting import until

DOES = {"click", "tap", "press", "dispatch_event"}
LEAVES = {"goto", "reload", "go_back", "close"}


def test_what_is_not_there_yet_is_waited_for() -> None:
    seen: list[int] = []

    def last() -> bool:
        try:
            return seen[-1] == 2
        finally:
            seen.append(len(seen))

    until(last)
    with pytest.raises(KeyError):
        until(lambda: {}["none"], seconds=0)
    with pytest.raises(AttributeError):
        until(lambda: seen.none)  # type: ignore[attr-defined]


def called(statement: ast.stmt, names: set[str]) -> ast.Call | None:
    """Return the call that is a whole statement, if it calls one of these methods."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    return call if isinstance(call, ast.Call) and getattr(call.func, "attr", "") in names else None


def root(call: ast.Call) -> str:
    """Return the name of the page, or of what stands for it, whose method is called."""
    return next(node.id for node in ast.walk(call.func) if isinstance(node, ast.Name))


def in_their_order(statement: ast.stmt, last: bool) -> ast.stmt:
    """Return the statement of a loop that runs last, or first; any other statement itself."""
    while isinstance(statement, ast.For):
        statement = statement.body[-1 if last else 0]
    return statement


def is_apart(statement: ast.stmt, page: str) -> bool:
    """Return True if a statement only names something, without asking the page."""
    named = (node.id for node in ast.walk(statement) if isinstance(node, ast.Name))
    return isinstance(statement, ast.Assign) and page not in named


def too_soon(source: str) -> Iterator[int]:
    """Yield the lines that leave a page, or assert, right after an element with a key was clicked."""
    for block in (body for node in ast.walk(ast.parse(source)) if isinstance(body := getattr(node, "body", 0), list)):
        for before, after in pairwise(block):
            click = called(in_their_order(before, last=True), DOES)
            if click is None or not any(word in ast.unparse(click) for word in ("data-key", "submit")):
                continue
            rest = block[block.index(after) :]
            then = in_their_order(next((each for each in rest if not is_apart(each, root(click))), after), last=False)
            leaves = called(then, LEAVES)
            if isinstance(then, ast.Assert) or (leaves and root(leaves) == root(click)):
                yield then.lineno


@pytest.mark.parametrize(
    ("rest", "lines"),
    [
        ("page.reload()", [2]),
        ("assert table.records", [2]),
        ("answer = 3\npage.goto(address)", [3]),
        ("for path in paths:\n    page.goto(path)", [3]),
        ("expect(page.locator('[data-key=take-back]')).to_be_visible()\npage.reload()", []),
        ("until(lambda: table.records)\nassert table.records", []),
        ("name = page.input_value('[name=name]')\nassert name", []),
        ("phone.goto(address)", []),
    ],
)
def test_what_is_too_soon_is_found(rest: str, lines: list[int]) -> None:
    assert list(too_soon(f"page.click('[data-key=count-it]')\n{rest}")) == lines
    looped = f"for part in parts:\n    page.locator(f'#{{part}} [type=submit]').click()\n{rest}"
    assert list(too_soon(looped)) == [line + 1 for line in lines]


def test_no_test_leaves_or_asserts_right_after_it_entered_something() -> None:
    paths = chain((ROOT / "tests").rglob("test_*.py"), (ROOT / "tests").rglob("conftest.py"))
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in paths
        if "data-key" in (source := path.read_text("utf-8"))
        for line in too_soon(source)
    ]
    assert found == [], "wait for what shows that it was kept: tests.waiting"
