"""What makes the page comfortable, on every screen, in both colours, by mouse, finger and keys."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, expect

from tests.web.browser.conftest import SOMEBODY_ELSES, Invite, Person, Screen

EVERYWHERE = pytest.mark.parametrize(
    ("screen", "dark"),
    [("desktop", False), ("desktop", True), ("landscape", True), ("phone", False)],
)
SAME_SCREEN = {"Who plays?": "Friend, same screen"}
PIECES = (
    "X - - - - - - X\n" + "- - - - - - - -\n" * 2 + "- - O O - - - -\n- - - - - - - -\n"
    "- - @ - @ - - -\n- - - - - - - -\nX - - - - - - X\n"
)
HEARD = """
  window.heard = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.heard += 1;
    return start.apply(this, when);
  };
"""


def wish(person: Person, **settings: str) -> None:
    """Let the browser remember settings, as JSON, before the page is opened."""
    for name, value in settings.items():
        person.page.add_init_script(f"localStorage.setItem('trivium.preference.{name}', '{value}')")


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the glass, which the browser sees as it would a real one."""

    def __init__(self, person: Person) -> None:
        self._page = person.page
        self._session = person.context.new_cdp_session(person.page)

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def glide(self, begin: Locator, end: Locator, rest: int = 0) -> None:
        """Go from one place to another, after a rest of some milliseconds."""
        (x1, y1), (x2, y2) = middle(begin), middle(end)
        self._touch("touchStart", (x1, y1))
        self._page.wait_for_timeout(rest)
        for share in (0.3, 0.7, 1.0) if begin is not end else ():
            self._touch("touchMove", (x1 + share * (x2 - x1), y1 + share * (y2 - y1)))
        self._touch("touchEnd")


@EVERYWHERE
def test_settings_are_chosen_by_keys_hold_at_once_and_stay(
    invite: Invite, screen: Screen, dark: bool
) -> None:
    person = invite(screen, dark=dark)
    person.go("analyse/hexifence?size=2&moves=a1,b1")
    page = person.page
    expect(page.locator(".labels .coordinate")).not_to_have_count(0)
    page.keyboard.press(",")
    dialog = page.get_by_role("dialog", name="Settings")
    for group, option, steps in (("Board", "Slate", 2), ("Coordinates", "On the board", 1)):
        box = dialog.get_by_role("group", name=group, exact=True)
        box.locator("input:checked").focus()
        for _ in range(steps):
            page.keyboard.press("ArrowRight")
        expect(box.get_by_role("radio", name=option)).to_be_checked()
    pieces = dialog.get_by_role("group", name="Pieces and lines")
    pieces.locator("input:checked").focus()
    page.keyboard.press("ArrowRight")
    dialog.get_by_role("switch", name="Animate moves").focus()
    page.keyboard.press("Space")
    person.picture(f"settings-{screen}-{'dark' if dark else 'light'}")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    for _ in range(2):
        root = page.locator("html")
        expect(root).to_have_attribute("data-board", "slate")
        expect(root).to_have_attribute("data-animation", "false")
        expect(page.locator(".labels .coordinate")).to_have_count(0)
        expect(page.locator(".inside .inner-name")).not_to_have_count(0)
        red = page.locator(".standing .fence.red .fence-line").first
        expect(red).not_to_have_css("stroke-dasharray", "none")  # a pattern, not a colour alone
        page.reload()


def test_another_language_is_chosen_in_the_settings(invite: Invite) -> None:
    person = invite()
    person.go("")
    person.button("Settings").click()
    person.page.get_by_label("Language").select_option("Deutsch")
    expect(person.page.locator(".places")).to_contain_text("Lektionen")
    person.page.keyboard.press("?")
    expect(person.page.get_by_role("dialog", name="Tasten")).to_contain_text("Pos1")


def test_a_dialog_closes_when_one_goes_back(invite: Invite) -> None:
    person = invite("phone")
    person.go("learn")
    person.go("puzzles")
    person.page.keyboard.press("?")
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    person.page.go_back()
    expect(dialog).to_have_count(0)
    expect(person.page.get_by_role("heading", level=1)).to_have_text("Lessons")


def test_sounds_are_off_until_they_are_turned_on(invite: Invite) -> None:
    person = invite()
    person.page.add_init_script(HEARD)
    person.begin("hexifence", **SAME_SCREEN, **{"Board size": "2"})
    person.place("a1").click()
    expect(person.moves).to_have_count(1)
    assert person.page.evaluate("heard") == 0
    person.button("Settings").click()
    person.page.get_by_role("switch", name="Sounds").check()
    person.button("Close").click()
    before = person.page.evaluate("heard")
    assert before > 0  # how it sounds is heard at once
    person.place("b1").click()
    expect(person.moves).to_have_count(2)
    assert person.page.evaluate("heard") > before


@EVERYWHERE
def test_circles_and_arrows_are_drawn_and_go_with_the_position(
    invite: Invite, screen: Screen, dark: bool
) -> None:
    person = invite(screen, dark=dark)
    person.go("analyse/cachex?size=5")
    person.page.get_by_role("switch", name="Engine").uncheck()
    rings, arrows = (person.page.locator(f".drawn .{kind}") for kind in ("ring", "arrow"))
    one, other = person.place("b2"), person.place("d4")
    expect(one).to_be_visible()
    if screen == "desktop":
        one.click(button="right")
        person.page.mouse.move(*middle(one))
        person.page.mouse.down(button="right")
        person.page.mouse.move(*middle(other))
        person.page.mouse.up(button="right")
    elif screen == "phone":
        finger = Finger(person)
        finger.glide(one, one, rest=600)
        finger.glide(one, other, rest=600)
    else:
        person.page.locator(".board").focus()
        for key in ("ArrowDown", "c", "a", "ArrowLeft", "a"):
            person.page.keyboard.press(key)
    expect(rings).to_have_count(1)
    expect(arrows).to_have_count(1)
    person.picture(f"drawn-{screen}-{'dark' if dark else 'light'}")
    expect(person.moves).to_have_count(0)
    person.page.get_by_label("Type a move").fill("a2")
    person.page.keyboard.press("Enter")
    expect(person.moves).to_have_count(1)
    expect(rings).to_have_count(0)


@pytest.mark.parametrize(("screen", "dark"), [("desktop", True), ("phone", False)])
def test_a_piece_is_dragged_to_its_target(invite: Invite, screen: Screen, dark: bool) -> None:
    person = invite(screen, dark=dark)
    person.go("")
    person.page.evaluate("query => location.hash = '#/analyse/' + query", of_pieces())
    origin, near, far = person.place("c4"), person.place("c5"), person.place("h8")
    expect(origin).to_be_visible()
    if screen == "desktop":
        for goal in (far, near):  # first where it cannot go
            person.page.mouse.move(*middle(origin))
            person.page.mouse.down()
            person.page.mouse.move(*middle(goal), steps=4)
            person.page.mouse.up()
    else:
        Finger(person).glide(origin, far)
        Finger(person).glide(origin, near)
    expect(person.moves).to_have_text(["c4-c5"])


def of_pieces() -> str:
    """Return the address of a position with pieces that can move."""
    return "watch-your-back?" + urlencode({"start": PIECES})


@EVERYWHERE
def test_a_move_waits_until_it_is_confirmed(invite: Invite, screen: Screen, dark: bool) -> None:
    person = invite(screen, dark=dark)
    wish(person, confirm='"always"')
    person.begin("cachex", **SAME_SCREEN, **{"Board size": "5"})
    person.place("b4").click()
    expect(person.notice).to_contain_text("Play b4?")
    person.place("c4").click()
    expect(person.notice).to_contain_text("Play c4?")
    expect(person.page.locator(".marks .held")).to_have_count(1)
    person.picture(f"confirm-{screen}-{'dark' if dark else 'light'}")
    person.button("Cancel").click()
    expect(person.page.locator(".marks .held")).to_have_count(0)
    person.page.locator(".board").focus()
    for key in ("ArrowDown", "Enter"):
        person.page.keyboard.press(key)
    expect(person.notice).to_contain_text("Play")
    expect(person.moves).to_have_count(0)
    person.button("Play it").focus()
    person.page.keyboard.press("Enter")
    expect(person.moves).to_have_count(1)


def test_a_premove_is_played_in_its_turn_if_it_is_still_possible(invite: Invite) -> None:
    host, guest = invite("landscape"), invite("phone", dark=True)
    clocked = {"Who plays?": "Friend, by link", "Board size": "5", "Clock": "5 min + 3 s"}
    host.begin("cachex", **clocked)
    guest.page.goto(host.page.get_by_label("Link for your friend").input_value())
    guest.place("a2").click()
    expect(guest.notice).to_contain_text("a2 will be played as soon as it is your turn")
    guest.picture("premove-phone-dark")
    expect(guest.moves).to_have_count(0)
    host.place("b4").click()
    expect(host.moves).to_have_text(["b4", "a2"])
    expect(guest.page.locator(".marks .held")).to_have_count(0)
    guest.place("c4").click()
    host.place("c4").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("c4 is not possible any more")
    expect(guest.moves).to_have_text(["b4", "a2", "c4"])
    guest.place("d4").click()
    expect(guest.moves).to_have_count(4)
    guest.place("e1").click()
    guest.button("Cancel").click()
    expect(guest.page.locator(".marks .held")).to_have_count(0)


@pytest.mark.parametrize(("screen", "dark"), [("phone", True), ("desktop", False)])
def test_a_game_is_shared_as_link_text_and_pictures(
    invite: Invite, screen: Screen, dark: bool, tmp_path: Path
) -> None:
    person = invite(screen, dark=dark)
    person.go("analyse/hexifence?size=1&moves=b1,a1,a2,c2,b3")
    person.button("Share and save").click()
    dialog = person.page.get_by_role("dialog", name="Share and save")
    expect(dialog.get_by_label("A link to this line")).to_have_value(re.compile("moves=b1"))
    expect(dialog.get_by_label("This position as text")).to_have_value(re.compile("^1\nR B -"))
    expect(dialog.get_by_label("To put it into another web page")).to_have_value(
        re.compile("^<iframe src=.*/embed#/hexifence")
    )
    person.picture(f"share-{screen}-{'dark' if dark else 'light'}")
    beginnings = {
        ("This position as a picture", "SVG"): b"<svg",
        ("This position as a picture", "PNG"): b"\x89PNG",
        ("The game as a moving picture", "SVG"): b"<svg",
        ("The game as a moving picture", "GIF"): b"GIF89a",
    }
    for (group, form), begins in beginnings.items():
        with person.page.expect_download() as coming:
            dialog.get_by_role("group", name=group).get_by_role("button", name=form).click()
        file = tmp_path / "file"
        coming.value.save_as(file)
        assert file.read_bytes().startswith(begins), (group, form)


def test_a_board_is_shown_in_a_frame_of_a_site_that_may_and_of_no_other(invite: Invite) -> None:
    person = invite("phone")
    board = f"{person.server.address}/embed#/cachex?size=5&moves=b4,c3,d2&at=2"

    def visit(site: str) -> None:
        body = f'<!doctype html><iframe src="{board}" width="360" height="420"></iframe>'
        html = {"body": body, "content_type": "text/html"}
        person.page.route(f"{site}/", lambda route: route.fulfill(**html))
        person.page.goto(f"{site}/")

    frame = person.page.frame_locator("iframe")
    visit(SOMEBODY_ELSES)
    expect(frame.locator(".standing .stone")).to_have_count(2)
    frame.get_by_role("button", name="Forward").click()
    expect(frame.locator(".standing .stone:not(.leave)")).to_have_count(3)
    person.picture("frame")
    assert person.complaints == []
    visit("http://rogue.example")
    expect(frame.locator("main")).to_have_count(0)
    assert "frame-ancestors" in person.complaints.pop()


def test_a_frame_shows_a_board_whatever_move_it_is_asked_for(invite: Invite) -> None:
    person = invite()
    person.page.goto(f"{person.server.address}/embed#/cachex?size=5&moves=b4,c3&at=last")
    expect(person.page.locator(".frame-words")).to_have_text("Red to move")


def test_a_game_in_a_frame_tells_how_it_ended_if_the_moves_do_not(invite: Invite) -> None:
    person = invite()
    person.begin("cachex", **{"Who plays?": "Friend, same screen", "Board size": "3"})
    person.place("a1").click()
    expect(person.moves).to_have_count(1)
    person.button("Resign").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(person.notice).to_contain_text("Red wins (resignation)")
    person.page.goto(person.page.url.replace("/#/", "/embed#/"))
    words = person.page.locator(".frame-words")
    expect(words).to_have_text("Red wins (resignation)")
    person.button("Back").click()
    expect(words).to_have_text("Red to move")


def test_the_page_opens_without_its_server_and_says_that_it_is_away(invite: Invite) -> None:
    person = invite("phone", keeps=True)
    person.go("")
    kept = "async () => (await navigator.serviceWorker.ready).active.state === 'activated'"
    person.page.wait_for_function(kept)
    person.context.set_offline(True)
    person.page.goto(f"{person.server.address}/#/puzzles")
    person.page.reload()
    heading = person.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("The server is away")
    expect(person.page.locator(".connection")).to_contain_text("The server is away")
    person.picture("away")
    person.context.set_offline(False)
    expect(heading).to_have_text("Puzzles")
    expect(person.page.locator(".connection")).to_be_hidden()
    person.complaints.clear()  # of what nobody answered


def test_the_page_can_be_installed(invite: Invite) -> None:
    person = invite()
    person.go("")
    session = person.context.new_cdp_session(person.page)
    assert session.send("Page.getAppManifest")["errors"] == []
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {fault["errorId"] for fault in faults} <= {"in-incognito"}  # as all tests are
