"""``trivium show``: a board in the terminal, or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import (
    FileArgument,
    GameArgument,
    SizeOption,
    compile_notice,
    load_position,
    write_text,
)
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.games.position import Position


def show(
    game: GameArgument,
    file: FileArgument = None,
    size: SizeOption = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write the picture to this file instead.")
    ] = None,
    features: Annotated[
        bool, typer.Option("--features", help="Mark chains, loops and junctions.")
    ] = False,
) -> None:
    """Show a board: the start position, or the one in FILE."""
    from rich.console import Console

    with compile_notice():
        position = load_position(game, size, file)
        marks = _marks(position) if features else {}
        if svg is not None:
            write_text(svg, position.svg(**marks))
            return
        console = Console(highlight=False)
        console.print(position.terminal(**marks), soft_wrap=True)
        console.print(position.status(), soft_wrap=True)


def _marks(position: Position) -> dict[str, bool]:
    """Return what to tell a drawing that marks features, or raise if the game has none."""
    from trivium.games.hexifence.position import FencesPosition

    if not isinstance(position, FencesPosition):
        raise TriviumError(
            f"--features marks chains, loops and junctions, which {position.game} does not have."
        )
    return {"features": True}
