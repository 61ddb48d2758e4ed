"""The options that choose among stored games, for every command that reads some."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

if TYPE_CHECKING:
    from trivium.arena.database.storage import Filter

OPTIONS: dict[str, Any] = {
    "game": Annotated[str | None, typer.Option(help="Only this game.")],
    "size": Annotated[str | None, typer.Option(help="Only this board size.")],
    "player": Annotated[str | None, typer.Option(help="Only games of this player.")],
    "event": Annotated[str | None, typer.Option(help="Only this match or tournament.")],
    "reason": Annotated[
        str | None, typer.Option(help="Only games whose end has this in its reason.")
    ],
    "since": Annotated[
        str | None, typer.Option(help="Only games from this day or moment on: 2026-03-01.")
    ],
    "until": Annotated[str | None, typer.Option(help="Only games before this moment.")],
}
"""The fields of a `Filter`, and their options."""


def filtered(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options to a command, which gets the filter that they mean as first argument."""
    _, *own = inspect.signature(command).parameters.values()
    written = SimpleNamespace(__annotations__={one.name: one.annotation for one in own})
    kinds = get_type_hints(written, command.__globals__, include_extras=True)

    def run(**values: Any) -> None:
        command(_filter(**{name: values.pop(name) for name in OPTIONS}), **values)

    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter(name, keyword, default=None, annotation=kind)
        for name, kind in OPTIONS.items()
    ] + [one.replace(kind=keyword, annotation=kinds[one.name]) for one in own]
    run.__doc__ = command.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = OPTIONS | kinds
    return run


def _filter(game: str | None, **others: Any) -> Filter:
    from trivium.arena.database.storage import Filter
    from trivium.games.catalogue import find_game

    return Filter(None if game is None else find_game(game).name, **others)
