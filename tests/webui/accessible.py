"""What axe-core finds wrong with a page for people who cannot see it well, or at all."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_AXE: Final = Axe()


def check(page: Page) -> None:
    """Checks the page as it stands by all rules of axe-core, those of good practice too, in light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = findings(page)
        assert not found, "\n".join([scheme, *found])


def findings(page: Page) -> list[str]:
    """One line for each element that breaks a rule: the rule, the element, why."""
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'].splitlines()[1].strip()}"
        for rule in _AXE.run(page).response["violations"]
        for node in rule["nodes"]
    ]
