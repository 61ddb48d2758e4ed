"""``trivium bench``: measurements, which live in the source checkout beside the tests.

What a benchmark can be told stands in the signature of its ``main``: parameters besides `as_json`
are options and arguments of the command, as Typer reads them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from inspect import Signature, signature
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from trivium.cli.common import JsonOption, compile_notice
from trivium.errors import TriviumError


def bench(
    context: typer.Context,
    what: Annotated[str, typer.Argument(help="A benchmark, like rules or first-minute.")],
    as_json: JsonOption = False,
) -> None:
    """Measure the engine; needs a checkout of the sources, where the benchmarks are.

    Some benchmarks have options of their own: trivium bench NAME --options lists them.
    """
    folder = _benchmarks()
    names = sorted(
        (path.parent if path.stem == "__init__" else path).stem.replace("_", "-")
        for path in (*folder.glob("*.py"), *folder.glob("*/__init__.py"))
        if "def main(" in path.read_text(encoding="utf-8")
    )
    name = what.replace("_", "-")
    if name not in names:
        raise TriviumError(f"There is no benchmark '{what}'; there are {', '.join(names)}.")
    sys.path.insert(0, str(folder.parent))
    with compile_notice():
        benchmark = typer.Typer(
            add_completion=False,
            rich_markup_mode=None,
            context_settings={"help_option_names": ["--options"]},
            pretty_exceptions_enable=False,
        )
        main = _load(name).main
        benchmark.command()(_with_form(main, as_json))
        benchmark(context.args, prog_name=f"trivium bench {name}", standalone_mode=False)


def _load(name: str) -> ModuleType:
    try:
        return import_module(f"benchmarks.{name.replace('-', '_')}")
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] in ("benchmarks", "trivium"):
            raise
        raise TriviumError(
            f"The benchmark '{name}' needs the package '{error.name}', which is not installed: "
            "it comes with ./test, or with pip install --editable '.[dev]' in the checkout."
        ) from error


def _with_form(main: Callable[..., None], as_json: bool) -> Callable[..., None]:
    """Return a benchmark's ``main`` with its first parameter given, and the others for Typer."""

    def measure(**options: Any) -> None:
        main(as_json, **options)

    _, *others = signature(main, eval_str=True).parameters.values()
    measure.__signature__ = Signature(others)  # type: ignore[attr-defined]
    measure.__annotations__ = {option.name: option.annotation for option in others}
    measure.__doc__ = main.__doc__
    return measure


def _benchmarks() -> Path:
    """Return the folder of the benchmarks: of the checkout this runs from, or is started in."""
    for checkout in (Path(__file__).parents[3], Path.cwd()):
        if (checkout / "benchmarks" / "__init__.py").exists():
            return checkout / "benchmarks"
    raise TriviumError("The benchmarks come with the sources; start this in a checkout of them.")
