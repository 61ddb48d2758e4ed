"""``trivium puzzles``: find the only good move in positions from real games."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import JsonOption, compile_notice, complete_game
from trivium.cli.terminal import make_console, say
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.games.position import Position
    from trivium.study.puzzles import Puzzle

app = typer.Typer(help="Puzzles from real games: find the only good move.", no_args_is_help=True)

IdArgument = Annotated[str, typer.Argument(help="A puzzle, such as hexifence-2-007.")]


@app.command("list")
def list_puzzles(
    game: Annotated[
        str | None,
        typer.Argument(help="Only the puzzles of this game.", autocompletion=complete_game),
    ] = None,
    theme: Annotated[str | None, typer.Option(help="Only those of this theme.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the puzzles, the easiest of each game first."""
    from trivium.agents.catalogue import unknown
    from trivium.study.puzzles import puzzles

    found = puzzles(game, theme)
    if not found and theme is not None:
        known = sorted({known for puzzle in puzzles(game) for known in puzzle.tags})
        where = f" among the puzzles of {game}" if game else ""
        raise TriviumError(unknown("theme", theme, known, where))
    if as_json:
        rows = [
            {
                "id": puzzle.id,
                "rating": puzzle.difficulty.rating,
                "themes": puzzle.tags,
                "turn": puzzle.turn,
                "task": str(puzzle.task),
            }
            for puzzle in found
        ]
        say(json.dumps(rows))
        return
    for puzzle in found:
        say(f"{puzzle.id:<24} {puzzle.difficulty.rating:>5}  {', '.join(puzzle.tags)}")


@app.command("show")
def show(id: IdArgument, as_json: JsonOption = False) -> None:
    """Show a puzzle, without its solution."""
    from trivium.study.puzzles import find_puzzle

    puzzle = find_puzzle(id)
    if as_json:
        say(json.dumps(puzzle.as_dict()))
        return
    with compile_notice():
        _show(puzzle)


def _show(puzzle: Puzzle) -> None:
    _draw(puzzle.board())
    say(f"{puzzle.task} (rated {puzzle.difficulty.rating})")
    say(f"Answer with 'trivium puzzles answer {puzzle.id} MOVE'.")


def _draw(position: Position) -> None:
    make_console().print(position.terminal(), soft_wrap=True)


@app.command("answer")
def answer(
    id: IdArgument,
    moves: Annotated[
        list[str], typer.Argument(metavar="MOVE", help="Your move; then all of yours so far.")
    ],
    as_json: JsonOption = False,
) -> None:
    """Check an answer: right or wrong, and how the opponent replies."""
    with compile_notice():
        from trivium.study.puzzles import check, find_puzzle, played

        puzzle = find_puzzle(id)
        found = check(puzzle, moves)
    if as_json:
        say(json.dumps(asdict(found) | {"text": str(found.text)}))
        return
    if not found.done:
        with compile_notice():
            board = played(puzzle, moves[:-1])
            for made in (moves[-1], *found.reply):
                board.push(made)
            _draw(board)
    say(str(found.text))
    if found.done:
        if going_on := (*found.reply, *found.line):
            say(f"It goes on with {' '.join(going_on)}.")
        say(f"{puzzle.proof} {puzzle.source}")
    elif found.right:
        reply = f"{board.movers()[-1]} answers {' '.join(found.reply)}. " if found.reply else ""
        again = " ".join(moves)
        say(f"{reply}Go on with 'trivium puzzles answer {puzzle.id} {again} MOVE'.")


GamesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="GAME", help="Only of these games.")
]
FolderOption = Annotated[
    Path | None, typer.Option("--folder", help="Another book than the one that comes along.")
]


@app.command("make")
def make(games: GamesArgument = None, folder: FolderOption = None) -> None:
    """Look for puzzles in games of agents until the book is full; goes on where it stopped."""
    from trivium.agents.experts import expert_of
    from trivium.study.puzzle_maker import FOLDER
    from trivium.study.puzzle_maker import make as make_puzzles

    for game in _named(games):
        for source in expert_of(game).puzzles:
            for puzzle in make_puzzles(game, source, folder or FOLDER):
                say(f"{puzzle.id}: {', '.join(puzzle.tags)}. {puzzle.proof}")


@app.command("rate")
def rate(games: GamesArgument = None, folder: FolderOption = None) -> None:
    """Let the levels solve the puzzles, which rates them; goes on where it stopped."""
    from trivium.study.puzzle_maker import FOLDER
    from trivium.study.puzzle_ratings import rate as rate_puzzles

    for game in _named(games):
        for id, found in rate_puzzles(game, folder or FOLDER):
            say(f"{id}: {found.rating} ± {found.deviation}")


def _named(games: list[str] | None) -> list[str]:
    """Return the games that are named, or all that have puzzles."""
    from trivium.agents.experts import expert_of
    from trivium.games.catalogue import GAMES, find_game

    if games:
        return [find_game(name).name for name in games]
    return [name for name in GAMES if expert_of(name).puzzles]
