"""``trivium examples``: the boards and files that the manual's commands are shown with."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

import typer

from trivium.cli.terminal import say
from trivium.errors import TriviumError
from trivium.words import how_many


def examples(
    folder: Annotated[
        Path, typer.Argument(help="Where to put them; the manual's commands look here.")
    ] = Path("docs/examples"),
) -> None:
    """Write the files of the manual's examples, as a checkout has them."""
    from trivium.web.manual import examples as carried

    source = carried()
    if folder.exists():
        raise TriviumError(f"{folder} is there already; name another folder.")
    try:
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    except OSError as error:
        raise TriviumError(f"{folder} cannot be written: {error.strerror or error}.") from None
    written = sum(path.is_file() for path in folder.rglob("*"))
    say(f"{folder} holds {how_many(written, 'file')} of the manual's examples.")
