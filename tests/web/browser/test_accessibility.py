"""Everybody can use the page: axe-core finds no violation, in either colours.

The views that an address leads to are gone through in `test_appearance`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser.conftest import Invite, Person, Screen

AXE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"

BOTH = pytest.mark.parametrize(
    ("screen", "dark"), [("desktop", False), ("phone", True)], ids=["light", "dark"]
)


def violations(person: Person) -> list[str]:
    """Return what axe-core has against the page as it is shown now."""
    if not AXE.exists():
        pytest.skip("axe-core comes with npm ci")
    page = person.page
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]
    return [f"{fault['id']}: {node['html'][:200]}" for fault in found for node in fault["nodes"]]


@BOTH
def test_a_game_its_end_and_the_dialogs_keep_nobody_out(
    invite: Invite, screen: Screen, dark: bool
) -> None:
    person = invite(screen, dark=dark)
    person.begin("cachex", **{"Opponent: level": "1", "Board size": "5"})
    person.wait_for_turn()
    assert violations(person) == []
    for opener, title in (("Settings", "Settings"), ("Share and save", "Share and save")):
        person.button(opener).click()
        person.page.get_by_role("dialog", name=title).wait_for()
        assert violations(person) == []
        person.page.keyboard.press("Escape")
    person.page.keyboard.press("?")
    person.page.get_by_role("dialog", name="Keys").wait_for()
    assert violations(person) == []
    person.page.keyboard.press("Escape")
    person.button("Resign").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    person.page.locator(".notice.result").wait_for()
    assert violations(person) == []
