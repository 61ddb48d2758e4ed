"""The board of a notebook, clicked at in a real browser and answered by the real widget."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget")
sync_api = pytest.importorskip("playwright.sync_api")

from trivium import Cachex, Hexifence, WatchYourBack  # noqa: E402
from trivium.errors import TriviumError  # noqa: E402
from trivium.notebook import Board  # noqa: E402
from trivium.notebook.bundle import bundled  # noqa: E402

TRAITS = ("sheet", "plan", "scene", "status", "layers", "ply", "plies", "busy")
ARTEFACTS = Path(__file__).parents[1] / "web" / "browser" / "artefacts"

PAGE = """<!doctype html><meta charset="utf-8"><body style="margin:0;background:Canvas">
<div id="cell"></div><script type="module">
const code = await window.code();
const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
const widget = (await import(url)).default;
const values = await window.values();
const heard = {};
const model = {
  get: (name) => values[name],
  on: (event, act) => { (heard[event] ??= []).push(act); },
  send: async (wish) => {
    const { now, told } = await window.wish(wish);
    change(now);
    for (const message of told) for (const act of heard["msg:custom"] ?? []) act(message);
  },
};
function change(now) {
  const text = JSON.stringify;
  const changed = Object.keys(now).filter((name) => text(now[name]) !== text(values[name]));
  Object.assign(values, now);
  for (const name of changed) for (const act of heard[`change:${name}`] ?? []) act();
}
widget.render({ model, el: document.getElementById("cell") });
document.body.dataset.ready = "yes";
</script>"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


def shown(browser: Any, board: Board, dark: bool = False) -> Any:
    """Show a board in a page, as a notebook would."""
    page = browser.new_page(
        viewport={"width": 640, "height": 700}, color_scheme="dark" if dark else "light"
    )
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    answers: list[object] = []
    board.send = answers.append

    def values() -> dict[str, Any]:
        return {name: getattr(board, name) for name in TRAITS}

    def wish(told: dict[str, Any]) -> dict[str, Any]:
        answers.clear()
        board._heard(None, told)
        heard: dict[str, Any] = json.loads(json.dumps({"now": values(), "told": answers}))
        return heard

    page.expose_function("code", lambda: board._esm)
    page.expose_function("values", lambda: json.loads(json.dumps(values())))
    page.expose_function("wish", wish)
    page.set_content(PAGE)
    page.wait_for_selector("body[data-ready=yes]", timeout=20_000)
    assert not problems, problems
    return page


SLIDER = "document.querySelector('#cell').shadowRoot.querySelector('input')"


def wait_for(page: Any, moves: int) -> None:
    """Wait until the slider knows of so many moves."""
    page.wait_for_function(f"{SLIDER}.max === '{moves}'")


def test_a_click_makes_a_move_and_a_button_takes_it_back(browser: Any) -> None:
    board = Board("hexifence", "2", values=True)
    page = shown(browser, board)
    assert page.locator("svg.board").count() == 1
    assert page.locator(".marks text").count() == 30
    page.locator("svg.board .targets > *").nth(3).click(force=True)
    wait_for(page, 1)
    assert len(board.position.moves) == 1
    page.get_by_role("button", name="Let agent move").click()
    wait_for(page, 2)
    page.get_by_role("button", name="Take back").click()
    wait_for(page, 1)
    assert len(board.position.moves) == 1
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / "notebook-hexifence.png")
    page.close()


@pytest.mark.parametrize("dark", [False, True])
def test_every_game_is_drawn(browser: Any, dark: bool) -> None:
    for game, size in (("cachex", "5"), ("watch-your-back", "8"), ("dots-and-boxes", "3x3")):
        board = Board(game, size, best=True, seconds=0.05)
        page = shown(browser, board, dark)
        box = page.locator("svg.board").bounding_box()
        assert box and box["width"] > 200 and box["height"] > 150
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"notebook-{game}-{'dark' if dark else 'light'}.png")
        page.close()


def test_moves_without_a_place_have_a_button(browser: Any) -> None:
    position = Cachex(5)
    position.push("b4")
    board = Board(position)
    page = shown(browser, board)
    page.locator(".specials button").click()
    wait_for(page, 2)
    assert str(board.position.moves[-1]) == "steal"
    page.close()


def test_the_slider_goes_through_a_game_and_a_new_move_forgets_the_rest() -> None:
    position = Hexifence(2)
    for move in ("a1", "b1", "c1"):
        position.push(move)
    board = Board(position)
    assert (board.ply, board.plies) == (3, 3)
    board.go(1)
    assert (board.ply, board.plies) == (1, 3) and len(position.moves) == 3
    board.push("d1")
    assert [str(move) for move in board.position.moves] == ["a1", "d1"]
    assert board.plies == 2


def test_what_is_not_possible_is_told_below_the_board() -> None:
    board = Board("hexifence", "2")
    for wish in ({"do": "move", "code": 999}, {"do": "back"}, {"do": "nonsense"}, {}):
        board._heard(None, wish)
    assert "no move to take back" in board.status
    with pytest.raises(TriviumError, match="no layer 'clouds'"):
        board.show_layer("clouds")


def test_two_agents_play_to_the_end() -> None:
    board = Board("dots-and-boxes", "1x2", agents=("random", "random"))
    board.watch(3)
    assert len(board.position.moves) == 3
    board.watch()
    assert board.position.is_over and not board.busy


def test_agents_play_on_until_they_are_stopped(browser: Any) -> None:
    board = Board("hexifence", "5", agents=("random", "random"))
    page = shown(browser, board)
    page.get_by_role("button", name="Agents play on").click()
    page.wait_for_function(f"{SLIDER}.max >= 3")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Agents play on").wait_for()
    page.wait_for_timeout(100)
    stopped = len(board.position.moves)
    page.wait_for_timeout(300)
    assert 3 <= len(board.position.moves) == stopped and not board.position.is_over
    page.close()


def test_agents_play_on_to_the_end(browser: Any) -> None:
    board = Board("dots-and-boxes", "1x2", agents=("random", "random"))
    page = shown(browser, board)
    page.get_by_role("button", name="Agents play on").click()
    wait_for(page, 7)
    assert board.position.is_over
    assert page.get_by_role("button", name="Agents play on").is_disabled()
    page.close()


def test_a_slider_that_is_drawn_along_asks_for_no_place_that_it_has_passed(browser: Any) -> None:
    position = Hexifence(2)
    for move in position.legal_moves:
        position.push(move)
    board = Board(position)
    page = shown(browser, board)
    asked: list[int] = []
    go = board.go

    def noted(ply: int) -> None:
        asked.append(ply)
        go(ply)

    board.go = noted  # type: ignore[method-assign]
    page.evaluate(
        f"for (let ply = 29; ply >= 4; ply--) {{ {SLIDER}.value = ply;"
        f" {SLIDER}.dispatchEvent(new Event('input')); }}"
    )
    page.wait_for_function(f"{SLIDER}.value === '4' && !{SLIDER}.disabled")
    page.wait_for_timeout(200)
    assert asked == [29, 4] and len(board.position.moves) == 4
    page.close()


def test_the_board_follows_the_theme_of_the_notebook(browser: Any) -> None:
    page = shown(browser, Board("cachex", "4"))
    scheme = "getComputedStyle(document.querySelector('#cell')).colorScheme"
    for light, wanted in (("false", "dark"), ("true", "light")):
        page.evaluate(f"document.body.dataset.jpThemeLight = '{light}'")
        page.wait_for_function(f"{scheme} === '{wanted}'")
    page.close()


def test_an_agent_that_fails_ends_the_play_and_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Player:\n    def __init__(self, colour, n): 1 / 0\n")
    board = Board("cachex", "4", agents=f"cachex-py:{tmp_path}#bot")
    board.watch()
    assert "ZeroDivisionError" in board.status and not board.busy and not board.position.moves


def test_no_trait_is_called_as_what_all_widgets_have() -> None:
    # The widget manager takes these for widgets of their own.
    assert not {"style", "layout", "tooltip"} & set(TRAITS)
    assert set(TRAITS) < set(Board.class_trait_names(sync=True))
    assert "style" not in Board.class_trait_names(sync=True)


def test_where_scripts_may_not_run_there_is_a_picture() -> None:
    bundle = Board(WatchYourBack())._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["image/svg+xml"].startswith("<svg")


def test_the_script_holds_all_boards_and_no_import() -> None:
    script = bundled("dom.js", "boards/fences.js", "boards/squares.js")
    assert "class FencesBoard extends Board" in script
    assert not any(line.startswith(("import ", "export ")) for line in script.splitlines())
