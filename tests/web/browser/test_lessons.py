"""Lessons in strategy on the page, on every screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import SCREENS, Invite
from tests.web.browser.test_studying import in_sight
from trivium.games.catalogue import GAMES
from trivium.study.tutorials import strategy


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_lesson_is_read_beside_its_board(
    invite: Invite, game: str, screen: str
) -> None:
    person = invite(screen, dark=screen == "landscape")
    for lesson in strategy(game):
        for number, step in enumerate(lesson.steps):
            person.go(f"learn/{game}/{lesson.name}/{number}")
            expect(person.page.get_by_role("heading", level=1)).to_have_text(step.title)
            expect(person.page.locator(".board")).to_be_visible()
            if step.task:
                assert in_sight(person.page.locator(".notice.goal"))
            person.picture(f"strategy-{game}-{lesson.name}-{number}-{screen}")


def test_one_lesson_leads_to_the_next_and_is_ticked_off(invite: Invite) -> None:
    person = invite()
    person.go("learn")
    expect(person.page.get_by_role("heading", name="Play well: Cachex")).to_be_visible()
    person.page.get_by_role("link", name="Build with bridges").click()
    person.place("a1").click()
    expect(person.page.locator(".notice.wrong")).to_contain_text("c3")
    for answer, stones in (("c3", 6), ("c2", 8)):
        expect(person.place(answer)).to_have_class(re.compile("open"))
        person.place(answer).click()
        expect(person.page.locator(".notice.right")).to_be_visible()
        expect(person.page.locator(".standing .stone:not(.leave)")).to_have_count(stones)
        person.page.get_by_role("link", name=re.compile("^Next")).click()
    expect(person.page).to_have_url(re.compile("learn/cachex/break-through"))
    person.go("learn")
    expect(person.page.locator(".puzzle.solved")).to_have_text(re.compile("Build with bridges"))
    person.picture("learn-after")
