"""``trivium puzzles``: find the only good move in positions from real games."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import JsonOption, compile_notice
from trivium.cli.terminal import make_console, say

if TYPE_CHECKING:
    from trivium.games.position import Position
    from trivium.study.puzzles import Puzzle

app = typer.Typer(help="Puzzles from real games: find the only good move.", no_args_is_help=True)

IdArgument = Annotated[str, typer.Argument(help="A puzzle, such as hexifence-2-07.")]


@app.command("list")
def list_puzzles(
    game: Annotated[str | None, typer.Argument(help="Only the puzzles of this game.")] = None,
    theme: Annotated[str | None, typer.Option(help="Only those of this theme.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the puzzles, the easiest of each game first."""
    from trivium.study.puzzles import puzzles

    found = puzzles(game, theme)
    if as_json:
        fields = ("id", "title", "game", "size", "grade", "theme", "turn", "task")
        rows = [{name: puzzle.as_dict()[name] for name in fields} for puzzle in found]
        say(json.dumps(rows))
        return
    for puzzle in found:
        say(f"{puzzle.id:<24} grade {puzzle.grade}  {puzzle.title}")


@app.command("show")
def show(id: IdArgument, as_json: JsonOption = False) -> None:
    """Show a puzzle, without its solution."""
    from trivium.study.puzzles import find_puzzle

    puzzle = find_puzzle(id)
    if as_json:
        hidden = ("solution", "refutations", "proof")
        shown = {name: value for name, value in puzzle.as_dict().items() if name not in hidden}
        say(json.dumps(shown))
        return
    with compile_notice():
        _show(puzzle)


def _show(puzzle: Puzzle) -> None:
    _draw(puzzle.board())
    say(f"{puzzle.task} (grade {puzzle.grade})")
    say(f"Answer with 'trivium puzzles answer {puzzle.id} MOVE'.")


def _draw(position: Position) -> None:
    make_console().print(position.terminal(), soft_wrap=True)


@app.command("answer")
def answer(
    id: IdArgument,
    move: Annotated[str, typer.Argument(help="Your move.")],
    as_json: JsonOption = False,
) -> None:
    """Check an answer: right or wrong, and how the opponent replies."""
    with compile_notice():
        from trivium.study.puzzles import check, find_puzzle

        puzzle = find_puzzle(id)
        found = check(puzzle, move)
    if as_json:
        say(json.dumps(found.as_dict()))
        return
    if not found.right:
        board = puzzle.board()
        for made in (move, *found.line):
            board.push(made)
        _draw(board)
    say(found.text)
    if found.right:
        if found.line:
            say(f"It goes on with {' '.join(found.line)}.")
        say(f"{puzzle.proof} {puzzle.source}")
