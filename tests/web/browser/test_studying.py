"""Analysis, the editor, lessons and stored games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from tests.web.browser.conftest import SCREENS, Invite
from tests.web.room.test_stored import CRASH, crashed
from trivium.study.tutorials import tutorial

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
CHAINS_AND_A_LOOP = (
    "f7,d7,c3,b1,a4,g6,g7,e3,e7,c6,c5,d3,a3,g4,c1,f5,e4,c4,a2,e2,f3,g5"  # 8 edges are free
)


def in_sight(element: Locator) -> bool:
    """Whether all of an element is on the screen, and nothing covers its lower end."""
    expect(element).to_be_visible()
    seen: bool = element.evaluate(
        """element => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const inside = document.elementFromPoint((left + right) / 2, bottom - 3);
          return top >= 0 && bottom <= innerHeight && element.contains(inside);
        }"""
    )
    return seen


def whole(element: Locator) -> bool:
    """Whether nothing of an element is cut."""
    fits: bool = element.evaluate(
        """({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth <= clientWidth && scrollHeight <= clientHeight"""
    )
    return fits


def test_the_engine_is_followed_along_a_line(invite: Invite) -> None:
    person = invite()
    person.go("analyse/cachex?size=5&moves=a2,d4")
    lines = person.page.locator(".engine-line")
    expect(lines).to_have_count(3)
    expect(lines.first.locator(".engine-score")).to_contain_text("for")
    expect(person.page.locator(".eval-bar")).not_to_have_class(re.compile("none"))
    expect(person.page.locator(".marks .best")).to_have_count(3)
    expect(person.page.locator(".path")).to_have_count(2)
    person.picture("analyse-cachex")
    # Read and clicked at once: the engine may change its mind in between.
    read_and_click = "move => { const text = move.textContent; move.click(); return text; }"
    text = lines.first.locator(".move").first.evaluate(read_and_click)
    expect(person.moves.last).to_have_text(text)


def test_variations_are_tried_and_left_again(invite: Invite) -> None:
    person = invite()
    person.go("analyse/hexifence?size=2&moves=a1,b1,a2")
    current = person.page.locator(".move[aria-current]")
    expect(current).to_have_text("a2")
    person.page.locator("body").press("ArrowLeft")
    expect(current).to_have_text("b1")
    person.place("g7").click()
    expect(current).to_contain_text("g7")
    expect(person.page.locator(".variation .move")).to_have_text(["g7"])
    person.page.locator("body").press("ArrowUp")
    expect(current).to_have_text("a2")
    person.page.locator("body").press("Home")
    expect(person.page.locator(".standing .fence:not(.leave)")).to_have_count(0)
    person.page.locator(".variation .move").click()
    person.button("Make this the main line").click()
    expect(person.page.locator(".move-row .move")).to_have_text(["a1", "b1", "g7"])
    person.button("Delete from here").click()
    expect(person.moves).to_have_text(["a1", "b1", "a2"])


def test_every_edge_of_a_solved_position_has_its_value(invite: Invite) -> None:
    person = invite()
    person.go(f"analyse/hexifence?size=2&moves={CHAINS_AND_A_LOOP}")
    expect(person.page.locator(".engine-state")).to_have_text("Solved")
    expect(person.page.locator(".marks .pill")).to_have_count(8)
    expect(person.page.locator(".marks .pill.good")).not_to_have_count(0)
    for kind in ("chain", "loop", "junction"):
        expect(person.page.locator(f".tints .tint.{kind}")).not_to_have_count(0)
    expect(person.page.locator(".engine-score.proven").first).to_contain_text("proven")
    person.picture("analyse-hexifence")


def test_what_only_simulated_games_say_is_marked_as_an_estimate(invite: Invite) -> None:
    person = invite()
    person.go("analyse/hexifence?size=4&moves=a1")
    scores = person.page.locator(".engine-score")
    expect(scores).to_have_text([re.compile(r"wins \d+% \(estimate\)")] * 3)
    expect(person.page.locator(".engine-score.proven")).to_have_count(0)
    expect(person.page.locator(".engine-state")).to_contain_text("simulated games")
    expect(person.page.locator(".bar-words")).to_have_text(re.compile(r"^\d+%$"))
    person.picture("analyse-estimates")


def test_values_of_a_solved_board_of_cachex_can_be_switched_off(invite: Invite) -> None:
    person = invite()
    person.go("analyse/cachex?size=4&moves=b2,c3")
    expect(person.page.locator(".marks .pill")).to_have_count(14)
    person.page.get_by_role("switch", name="Values").uncheck(force=True)
    expect(person.page.locator(".marks .pill")).to_have_count(0)
    expect(person.page.locator(".marks .best")).to_have_count(3)
    person.go("analyse/cachex?size=9")
    expect(person.page.locator(".marks .best")).to_have_count(3)
    expect(person.page.get_by_role("switch", name="Values")).to_have_count(0)


def test_a_move_without_a_place_can_be_tried_in_the_analysis(invite: Invite) -> None:
    person = invite()
    person.go("analyse/cachex?size=5&moves=b4")
    person.button("Steal the stone").click()
    expect(person.moves).to_have_text(["b4", "steal"])
    expect(person.page.locator(".standing .stone.blue")).to_have_count(1)
    expect(person.button("Steal the stone")).to_have_count(0)
    person.picture("analyse-steal")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("german", [False, True])
def test_who_waits_for_machine_code_can_read_how_far_it_is(
    invite: Invite, screen: str, german: bool
) -> None:
    person = invite(screen)
    told: dict[str, object] = {"depth": 12, "nodes": 123_456, "lines": [], "values": []}
    told |= {"type": "analysis", "score": None, "solved": False, "ahead": 0, "compiled": 123}

    news: dict[str, object] = {}

    def serve(socket: WebSocketRoute) -> None:
        def answer(text: str | bytes) -> None:
            wish = json.loads(text)
            if wish["type"] == "analyse":
                socket.send(json.dumps({**told, **news, "ref": wish["ref"]}))

        socket.on_message(answer)

    person.page.route_web_socket(re.compile("/api/analysis"), serve)
    if german:
        person.page.add_init_script(
            "localStorage.setItem('trivium.preference.language', JSON.stringify('de'))"
        )
    state = person.page.locator(".engine-state")
    for phase, ready, words in (
        ("searching", {"done": 2, "total": 3}, "66 %"),
        ("compiling", None, "123"),
        ("searching", None, "123 k"),
    ):
        news |= {"phase": phase, "getting_ready": ready}
        person.go("analyse/cachex?size=5")
        person.page.reload()
        expect(state).to_contain_text(words)
        assert whole(state), words
        person.picture(f"getting-ready-{screen}")


def test_threatened_pieces_and_moves_are_drawn(invite: Invite) -> None:
    person = invite("phone", dark=True)
    person.go("")
    text = (EXAMPLES / "watch-your-back.txt").read_text()
    person.page.evaluate(
        "text => location.hash = '#/analyse/watch-your-back?' + new URLSearchParams({start: text})",
        text,
    )
    expect(person.page.locator(".marks .arrow").first).to_be_visible()
    expect(person.page.locator(".standing .stone.white")).to_have_count(8)
    person.picture("analyse-watch-your-back")


def test_a_game_is_reviewed_from_the_first_to_the_last_move(invite: Invite) -> None:
    person = invite()
    person.go("analyse/hexifence?size=1&moves=b1,a1,a2,c2,b3")
    person.button("Review the whole game").click()
    expect(person.page.locator(".reviewer .faults")).to_be_visible()
    expect(person.page.locator(".reviewer progress")).to_be_hidden()
    expect(person.page.locator(".graph-drawing")).to_be_visible()
    expect(person.page.locator(".graph-line")).to_be_attached()
    person.picture("review")


def test_one_blunder_is_no_blunders(invite: Invite) -> None:
    person = invite()
    (step,) = (step for step in tutorial("hexifence").steps if step.title == "Leave two")
    person.go(f"analyse/hexifence?{urlencode({'start': step.position, 'moves': 'c2,e2'})}")
    person.button("Review the whole game").click()
    expect(person.page.locator(".faults td.blunder").first).to_have_text("1 blunder")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_tools_of_a_reviewed_game_stay_in_sight(invite: Invite, screen: str) -> None:
    person = invite(screen)
    person.go(f"analyse/hexifence?size=2&moves={CHAINS_AND_A_LOOP},c2")
    person.button("Review the whole game").click()
    expect(person.page.locator(".reviewer .faults")).to_be_visible()
    expect(person.page.locator(".reviewer progress")).to_have_count(0)
    person.page.locator(".move.blunder").first.click()
    expect(person.page.locator(".remark-box .button")).to_be_visible()
    for name in ("To the end", "Share and save"):
        tool = person.button(name)
        if screen == "phone":  # there the whole page scrolls
            tool.scroll_into_view_if_needed()
        assert in_sight(tool), name
    person.picture(f"review-{screen}")


def test_a_proven_win_fits_on_the_bar(invite: Invite) -> None:
    person = invite()
    moves = "c1,a3,c2,b3,c3,d2,c4,e2"  # Red completes a path with the next stone
    person.go(f"analyse/cachex?size=5&moves={moves}")
    words = person.page.locator(".bar-words")
    expect(words).to_have_text("won")
    assert words.evaluate("words => words.scrollWidth <= words.clientWidth")
    person.picture("analyse-won")


@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_a_position_is_set_up_and_analysed(invite: Invite, screen: str) -> None:
    person = invite(screen)
    person.go("edit/cachex?size=5")
    person.place("b2").click()
    person.choose("Put on the board", "Blue")
    person.place("c3").click()
    person.place("d4").click()
    expect(person.page.locator(".standing .stone.blue")).to_have_count(2)
    person.choose("Put on the board", "Take away")
    person.place("d4").click()
    expect(person.page.locator(".standing .stone.blue:not(.leave)")).to_have_count(1)
    expect(person.page.locator(".notice")).to_contain_text("Red to move")
    person.choose("To move", "Blue")
    expect(person.page.locator(".notice")).to_contain_text("Blue to move")
    person.picture(f"editor-{screen}")
    person.button("Analyse").click()
    expect(person.page.locator(".standing .stone")).to_have_count(2)
    expect(person.page.locator(".engine-line").first).to_be_visible()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("%", "There is nothing at this address."),
        ("analyse/hexifence?size=99", "Hexifence has no size 99"),
        ("analyse/cachex?start=nonsense", "this is no JSON"),
    ],
)
def test_an_address_of_nothing_is_told_so(invite: Invite, address: str, words: str) -> None:
    person = invite()
    person.go(address)
    expect(person.page.locator(".problem-page")).to_contain_text(words)
    person.complaints.clear()  # the browser notes the refusal


def test_an_impossible_board_is_explained(invite: Invite) -> None:
    person = invite()
    person.go("edit/watch-your-back")
    person.choose("To move", "Black")
    person.choose("Put on the board", "Black")
    person.place("d1").click()
    expect(person.page.locator(".notice.problem")).to_contain_text("Black has 1 piece on")
    expect(person.button("Play from here")).to_be_hidden()
    person.complaints.clear()  # the browser notes the refusal


def test_a_pasted_position_is_opened_and_a_mistake_is_named(invite: Invite) -> None:
    person = invite()
    person.go("analyse")
    person.button("Open a position or a game").click()
    dialog = person.page.get_by_role("dialog")
    text = (EXAMPLES / "hexifence.txt").read_text()
    dialog.get_by_role("textbox").fill(text.replace("+", "?", 1))
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(dialog.get_by_role("alert")).to_contain_text(re.compile("line 2"))
    dialog.get_by_role("textbox").fill(text)
    dialog.get_by_role("button", name="Open", exact=True).click()
    expect(person.page.locator(".captured")).to_have_count(3)
    person.complaints.clear()  # the browser notes the refusal


def test_a_line_is_saved_opened_again_and_shared(invite: Invite, tmp_path: Path) -> None:
    person = invite()
    person.go("analyse/hexifence?size=2&moves=a1,b1,a2")
    expect(person.moves).to_have_count(3)
    person.button("Share and save").click()
    with person.page.expect_download() as caught:
        person.button("Download the game").click()
    file = tmp_path / "game.json"
    caught.value.save_as(file)
    assert json.loads(file.read_text())["moves"] == ["a1", "b1", "a2"]
    link = person.page.get_by_label("A link to this line").input_value()
    other = invite()
    other.page.goto(link)
    expect(other.moves).to_have_text(["a1", "b1", "a2"])
    other.button("Open a position or a game").click()
    other.page.locator("dialog input[type=file]").set_input_files(file)
    expect(other.page.get_by_role("dialog")).to_be_hidden()
    expect(other.moves).to_have_text(["a1", "b1", "a2"])


def test_a_finished_game_is_found_among_the_stored_ones(invite: Invite) -> None:
    person = invite()
    wishes = {"Who plays?": "Friend, same screen", "Board size": "1"}
    person.begin("hexifence", **wishes)
    for number, name in enumerate(("a1", "b1", "a2", "c2", "b3", "c3"), 1):
        person.place(name).click()
        expect(person.moves).to_have_count(number)
    expect(person.notice).to_contain_text("Red wins")
    person.go("games")
    person.page.get_by_role("link", name="Hexifence 1").first.click()
    expect(person.moves).to_have_count(6)
    person.go("games")
    expect(person.page.locator(".stored tbody tr").first).to_be_visible()
    person.picture("stored")
    person.page.evaluate(
        "localStorage.setItem('trivium.preference.language', JSON.stringify('de'))"
    )
    person.page.reload()
    reason = person.page.locator(".stored tbody tr .reason").first
    expect(reason).to_have_text("nach Feldern")


def test_a_lesson_is_followed(invite: Invite) -> None:
    person = invite()
    person.go("learn/hexifence/1")
    person.place("g7").click()
    expect(person.page.locator(".notice.wrong")).to_be_visible()
    person.place("c2").click()
    expect(person.page.locator(".notice.right")).to_be_visible()
    person.picture("lesson")
    expect(person.page.get_by_role("link", name="Skip", exact=True)).to_have_count(0)
    person.page.get_by_role("link", name="Next", exact=True).click()
    expect(person.page).to_have_url(re.compile("learn/hexifence/2"))


def test_a_game_that_ended_by_a_crash_tells_so_with_the_whole_traceback(invite: Invite) -> None:
    person = invite()
    answer = person.page.request.post(
        f"{person.server.address}/api/records", data={"text": json.dumps(crashed()), "store": True}
    )
    assert answer.json()["stored"] == 1
    person.go("games?game=hexifence&player=ada")
    row = person.page.locator(".stored tbody tr").first
    expect(row).to_contain_text("Red")
    expect(row).to_contain_text("crash: it ended with exit code 1; its last words: …")
    expect(row).not_to_contain_text("IndexError")
    person.picture("stored-crash")
    row.get_by_role("link", name="All of the reason").click()
    ended = person.page.locator(".names")
    expect(ended).to_contain_text("Red wins (crash: it ended with exit code 1")
    ended.get_by_text("All of the reason").click()
    expect(ended.locator("pre")).to_have_text(CRASH)
    person.button("To the end").click()
    expect(person.page.locator(".notice.turn")).to_contain_text("Red wins (crash")
    person.picture("crash")
    person.button("Back").click()
    expect(person.page.locator(".notice.turn")).to_have_text("Red to move")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_task_and_what_is_said_to_it_are_in_sight(invite: Invite, screen: str) -> None:
    person = invite(screen)
    for lesson, wrong, right in (
        ("cachex/4", "a1", None),
        ("hexifence/8", "c2", "e2"),
        ("watch-your-back/9", None, None),
    ):
        person.go(f"learn/{lesson}")
        expect(person.page.locator(".board")).to_be_visible()
        assert in_sight(person.page.locator(".notice.goal"))
        if wrong:
            person.place(wrong).click()
            assert in_sight(person.page.locator(".notice.wrong"))
        if right:
            person.place(right).click()
            assert in_sight(person.page.locator(".notice.right"))
            assert in_sight(person.page.get_by_role("link", name="Next", exact=True))
    person.picture(f"lesson-{screen}")


def test_a_lesson_asks_to_point_at_a_place(invite: Invite) -> None:
    person = invite("phone")
    person.go("learn/cachex/1")
    person.place("e5").click()
    expect(person.page.locator(".notice.wrong")).to_be_visible()
    person.place("c4").click()
    expect(person.page.locator(".notice.right")).to_be_visible()
