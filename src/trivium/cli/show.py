"""``trivium show``: a board in the terminal, or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from trivium.cli.common import (
    FileArgument,
    GameArgument,
    SizeOption,
    compile_notice,
    load_position,
    write_text,
)


def show(
    game: GameArgument,
    file: FileArgument = None,
    size: SizeOption = None,
    svg: Annotated[
        Path | None, typer.Option(help="Write the picture to this file instead.")
    ] = None,
) -> None:
    """Show a board: the start position, or the one in FILE."""
    from rich.console import Console

    with compile_notice():
        position = load_position(game, size, file)
        if svg is not None:
            write_text(svg, position.svg())
            return
        console = Console(highlight=False)
        console.print(position.terminal(), soft_wrap=True)
        console.print(position.status(), soft_wrap=True)
