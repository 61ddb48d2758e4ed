"""A game as a moving picture, and positions as pictures made of dots."""

from __future__ import annotations

import io
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack
from trivium.cli.main import run
from trivium.games.animation import animated_svg, frames_of, gif_of
from trivium.games.record import write_record


def played(position: Position, moves: int) -> Position:
    for _ in range(moves):
        position.push(position.legal_moves[-1])
    return position


@pytest.mark.parametrize("start", [DotsAndBoxes(2, 2), Cachex(4), WatchYourBack()])
def test_each_position_is_shown_once_and_the_time_is_divided_among_them(start: Position) -> None:
    picture = animated_svg(played(start, 5))
    root = ElementTree.fromstring(picture)
    space = "{http://www.w3.org/2000/svg}"
    moving = list(root.iter(f"{space}animate"))
    assert len(moving) == 6
    assert picture.count("<style>") == 1
    for one in moving:
        times = [float(time) for time in one.attrib["keyTimes"].split(";")]
        assert times == sorted(set(times)) and times[0] == 0 and times[-1] < 1
        assert one.attrib["values"].split(";").count("1") == 1


@pytest.mark.parametrize(
    "start", [Hexifence(1), Hexifence(2), DotsAndBoxes(1, 1), DotsAndBoxes(3, 3), Cachex(3)]
)
def test_all_pictures_of_a_game_are_of_one_size(start: Position) -> None:
    # A film of them, and who learns from pixels, needs that.
    game = start.copy()
    while not game.is_over:
        game.push(game.legal_moves[0])
    roots = {frame.partition(">")[0] for frame in frames_of(game)}
    assert len(roots) == 1
    assert game.is_over and roots == {start.svg().partition(">")[0]}


def test_where_nothing_moves_the_end_of_the_game_is_shown() -> None:
    pictures = pytest.importorskip("trivium.games.pictures")
    pytest.importorskip("resvg_py")
    game = played(DotsAndBoxes(2, 2), 5)
    assert (pictures.pixels_of(animated_svg(game)) == pictures.pixels_of(game.svg())).all()


def test_a_gif_has_a_picture_for_each_position() -> None:
    image_module = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    image = image_module.open(io.BytesIO(gif_of(played(DotsAndBoxes(2, 2), 4), width=120)))
    assert image.n_frames == 5 and image.size[0] == 120


def test_commands_write_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("resvg_py")
    record = tmp_path / "game.json"
    record.write_text(write_record(played(DotsAndBoxes(1, 2), 3)))
    for name, begins in (("out.svg", b"<svg"), ("out.gif", b"GIF8")):
        assert run(["show", "--animate", str(record), str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins)
    assert run(["show", "cachex", "--size", "5", "--png", str(tmp_path / "board.png")]) == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    assert run(["show", "--animate", str(record), "out.bmp"]) == 2
    assert "OUT.svg, or OUT.gif" in capsys.readouterr().err
    assert run(["show"]) == 2
