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
from trivium.cli.terminal import make_console
from trivium.errors import TriviumError


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
        console = make_console()
        console.print(position.terminal(features), soft_wrap=True)
        console.print(position.status(), soft_wrap=True)
