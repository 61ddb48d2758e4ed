"""A league on the page, from nothing to the marks: a tutor, three students, one on the wire."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.league.bots import CRASHING, HONEST, LOOPING, zipped
from tests.web.browser.conftest import Invite, Person, Server
from tests.web.browser.test_accessibility import AXE, violations
from trivium.web.room.league_hall import server_secret

WIDEST = """Math.max(document.documentElement.scrollWidth,
    ...[...document.querySelectorAll(".sheet")].map((one) => one.getBoundingClientRect().right))"""
"""How far what there is on a page reaches to the right; a script."""
PATIENT = 120_000
"""Milliseconds: trials and games take a while on a busy machine."""


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("school")
    before = os.environ.get("TRIVIUM_DATA_DIR")
    os.environ["TRIVIUM_DATA_DIR"] = str(folder)
    running = Server(folder)
    yield running
    running.kill()
    if before is None:
        del os.environ["TRIVIUM_DATA_DIR"]
    else:
        os.environ["TRIVIUM_DATA_DIR"] = before


def sign_in(person: Person, token: str) -> None:
    person.go("league")
    person.page.get_by_label("Your token").first.fill(token)
    person.button("Sign in").click()
    expect(person.page.locator(".tabs")).to_be_visible()


def hand_in(person: Person, folder: Path, code: str) -> None:
    archive = folder / "bot.zip"
    archive.write_bytes(zipped(team=code))
    person.page.get_by_label("Archive to hand in").set_input_files(archive)
    expect(person.page.locator(".own-version").first).to_be_visible()


def test_a_class_from_nothing_to_its_marks(invite: Invite, school: Server, tmp_path: Path) -> None:
    tutor = invite(server=school)
    tutor.go("league")
    page = tutor.page
    page.get_by_text("Make a league").click()
    page.get_by_label("Name of the league").fill("spring")
    page.get_by_role("combobox", name="Game").select_option("cachex")
    page.get_by_label("Sizes").fill("3")
    page.get_by_label("Seconds a game").fill("10")  # nobody is late on a busy machine
    page.get_by_label("Reference levels").fill("1, 3")
    page.get_by_label("Deadline (UTC)").fill("2999-05-28T18:00")
    page.get_by_label("Server's secret").fill(server_secret())
    tutor.button("Make it").click()
    tutor.button("Go on").click()
    expect(page.get_by_text("open until May 28, 2999")).to_be_visible()
    page.get_by_label("New members").last.fill('ann\nbob\ncid\n<b>dan</b>\n"Dee, Eve",spectator\n')
    tutor.button("Add members").click()
    tokens = dict(csv.reader(page.get_by_label("Name and token").input_value().splitlines()))
    assert list(tokens) == ["ann", "bob", "cid", "<b>dan</b>", "Dee, Eve"]
    page.keyboard.press("Escape")
    page.mouse.click(5, 5)
    expect(page.get_by_label("Name and token")).to_be_visible()  # they are not told again
    tutor.button("Close").click()
    expect(page.locator("td", has_text="<b>dan</b>").first).to_be_visible()
    guest = invite(server=school)
    guest.go("league/spring/cross")
    expect(guest.page.locator("main")).to_contain_text("No games yet: hand in a bot")
    expect(guest.page.locator(".sheet")).to_be_hidden()

    wire = subprocess.Popen(
        [sys.executable, "-m", "trivium", "connect", school.address, "random"],
        env=os.environ | {"TRIVIUM_TOKEN": tokens["<b>dan</b>"]},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        students = {name: invite(server=school) for name in ("ann", "bob", "cid")}
        for name, code in (("ann", HONEST), ("bob", CRASHING), ("cid", LOOPING)):
            sign_in(students[name], tokens[name])
            hand_in(students[name], tmp_path, code)
        report = students["bob"].page.locator(".own-version pre")
        expect(report).to_contain_text("a secret of mine", timeout=PATIENT)
        expect(report).to_contain_text("Traceback")
        students["bob"].picture("league-owner")
        keeps_nobody_out(students["bob"])

        ann = students["ann"]
        expect(ann.page.locator(".own-version.passed")).to_be_visible(timeout=PATIENT)
        ann.go("league/spring")
        rows = ann.page.locator(".league-table tbody tr")
        mine, wired = rows.filter(has_text="ann"), rows.filter(has_text="<b>dan</b>")
        expect(mine.locator("td").nth(3)).to_have_text(re.compile("[1-9]"), timeout=PATIENT)
        expect(wired.locator("td").nth(3)).to_have_text(re.compile("[1-9]"), timeout=PATIENT)
        ann.picture("league-table")
        ann.go("league/spring/bot/bob")
        expect(ann.page.locator("td", has_text="failed").first).to_be_visible()
        assert "secret" not in ann.page.content()
        expect(students["cid"].page.locator(".own-version pre")).to_contain_text(
            "time", timeout=PATIENT
        )

        ann.go("league/spring/bot/ann")
        ann.page.locator("td a").first.click()
        expect(ann.page.locator(".board")).to_be_visible()
        hand_in_again(students["bob"], tmp_path)
    finally:
        wire.kill()
        wire.wait()

    ann.go("league/spring")
    tutor.go("league/spring/desk")
    check_that_nobody_is_disturbed(tutor)
    keeps_nobody_out(tutor)
    tutor.button("Freeze").click()
    page.get_by_role("dialog").get_by_role("button", name="Freeze").click()
    tutor.button("Begin the final").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("2 bots take part: ann v1, bob v2.")
    asked.get_by_role("button", name="Begin").click()
    expect(tutor.button("Begin the final")).to_be_hidden()
    final = ann.page.get_by_role("link", name="Final", exact=True)
    expect(final).to_be_visible(timeout=PATIENT)  # by itself: she has been looking at the table
    tutor.go("league/spring/final")
    expect(page.get_by_text("2 of 2 games")).to_be_visible(timeout=PATIENT)
    tutor.picture("league-final")
    tutor.go("league/spring/desk")
    with page.expect_download() as waiting:
        tutor.button("Marks (CSV)").click()
    marks = Path(waiting.value.path()).read_text()
    assert re.search(r"^1,(ann|bob),", marks, re.MULTILINE)
    assert "score against level1" in marks
    check_on_a_phone(invite("phone", server=school, dark=True), tokens["ann"])


def hand_in_again(bob: Person, folder: Path) -> None:
    """A second version that works takes the place of the one that crashes."""
    hand_in(bob, folder, HONEST)
    expect(bob.page.locator(".own-version.passed")).to_be_visible(timeout=PATIENT)


def check_that_nobody_is_disturbed(tutor: Person) -> None:
    """What is drawn anew every few seconds keeps the focus, and what is open."""
    tutor.page.get_by_text("Who did what when").click()
    held = tutor.button("Revoke: ann")
    held.focus()
    for _ in range(2):
        with tutor.page.expect_response(lambda answer: answer.url.endswith("/api/league/desk")):
            pass
    expect(held).to_be_focused()
    expect(tutor.page.locator("details[data-key=log]")).to_have_attribute("open", "")


def keeps_nobody_out(person: Person) -> None:
    """As axe-core sees it, which is there where `npm ci` has been run."""
    assert not AXE.exists() or violations(person) == []


def check_on_a_phone(person: Person, token: str) -> None:
    """Nothing is wider than a phone, but for tables that can be moved."""
    sign_in(person, token)
    for part in ("", "/cross", "/wall", "/final", "/bot/ann", "/enter", "/mine"):
        person.go(f"league/spring{part}")
        if part == "/mine":
            person.page.locator(".found details summary").last.click()
            expect(person.page.locator(".found td a").last).to_be_visible()
        assert person.page.evaluate(WIDEST) <= 390, part
        keeps_nobody_out(person)
        person.picture(f"league-phone{part.replace('/', '-')}")
