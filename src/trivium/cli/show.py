"""``trivium show``: a board in the terminal, or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import (
    FileArgument,
    SizeOption,
    compile_notice,
    complete_game,
    load_position,
    read_text,
    replayed,
    write_text,
)
from trivium.cli.terminal import make_console
from trivium.errors import TriviumError
from trivium.kernel.doing_without import do_without_compiler

if TYPE_CHECKING:
    from trivium.games.position import Position


def show(
    game: Annotated[
        str | None,
        typer.Argument(
            help="The game; with --animate, the file to write.", autocompletion=complete_game
        ),
    ] = None,
    file: FileArgument = None,
    size: SizeOption = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write the picture to this file instead.")
    ] = None,
    png: Annotated[Path | None, typer.Option(help="Write it as PNG to this file instead.")] = None,
    animate: Annotated[
        Path | None,
        typer.Option(
            help="Make a moving picture of the game in this file: --animate game.json OUT.svg|gif."
        ),
    ] = None,
    features: Annotated[
        bool, typer.Option("--features", help="Mark chains, loops and junctions.")
    ] = False,
) -> None:
    """Show a board: the start position, or the one in FILE."""
    do_without_compiler()
    if animate is not None:
        with compile_notice():
            _animate(replayed(read_text(str(animate)), str(animate)), game)
        return
    if game is None:
        raise TriviumError("Say which game to show, like 'trivium show cachex'.")

    with compile_notice():
        position = load_position(game, size, file)
        if features and not position.marks_features:
            raise TriviumError(
                "--features marks chains, loops and junctions, "
                f"which {position.game} does not have."
            )
        if svg is not None:
            write_text(svg, position.svg(features))
            return
        if png is not None:
            _write_bytes(png, position.png())
            return
        console = make_console()
        console.print(position.terminal(features), soft_wrap=True)
        console.print(position.status(), soft_wrap=True)


def _animate(position: Position, out: str | None) -> None:
    """Write the moving picture of a game to a file whose name says what kind it is."""
    from trivium.games.animation import animated_svg, gif_of

    path = Path(out or "")
    if path.suffix not in (".svg", ".gif"):
        raise TriviumError("Say where to: trivium show --animate game.json OUT.svg, or OUT.gif.")
    if path.suffix == ".svg":
        write_text(path, animated_svg(position))
    else:
        _write_bytes(path, gif_of(position))


def _write_bytes(path: Path, content: bytes) -> None:
    from trivium.files import write_whole

    try:
        write_whole(path, content)
    except OSError as error:
        raise TriviumError(f"{path} cannot be written: {error.strerror}.") from None
