"""``trivium bench``: measurements, which live in the source checkout beside the tests."""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Annotated

import typer

from trivium.cli.common import JsonOption, compile_notice
from trivium.errors import TriviumError


def bench(
    what: Annotated[str, typer.Argument(help="A benchmark, like rules or arena.")],
    game: Annotated[
        str | None, typer.Argument(help="Only this game, where the benchmark can choose.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure the engine; needs a checkout of the sources, where the benchmarks are."""
    folder = _benchmarks()
    names = sorted(path.stem for path in folder.glob("*.py") if "def main" in path.read_text())
    if what not in names:
        raise TriviumError(f"There is no benchmark '{what}'; there are {', '.join(names)}.")
    sys.path.insert(0, str(folder.parent))
    with compile_notice():
        main = import_module(f"benchmarks.{what}").main
        if game is None:
            main(as_json)
        elif "game" in signature(main).parameters:
            main(as_json, game)
        else:
            raise TriviumError(f"The benchmark {what} is for all games; leave out '{game}'.")


def _benchmarks() -> Path:
    """Return the folder of the benchmarks: of the checkout this runs from, or is started in."""
    for checkout in (Path(__file__).parents[3], Path.cwd()):
        if (checkout / "benchmarks" / "__init__.py").exists():
            return checkout / "benchmarks"
    raise TriviumError("The benchmarks come with the sources; start this in a checkout of them.")
