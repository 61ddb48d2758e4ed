"""Entries that are loaded when somebody asks for them: who plays one game needs no other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module
from typing import TypeVar

Entry = TypeVar("Entry")


class Entries(MutableMapping[str, Entry]):
    """What the games have one of each, by the game's name.

    The entry of a game that comes along is in a module of its folder, in capitals: `CACHEX` for
    "cachex", `WATCH_YOUR_BACK` for "watch-your-back".
    """

    def __init__(self, module: str, games: Iterable[str]) -> None:
        """`module` has ``{}`` where the name of the folder goes."""
        self._module = module
        self._entries: dict[str, Entry | None] = dict.fromkeys(games)

    def __getitem__(self, game: str) -> Entry:
        entry = self._entries[game]
        if entry is None:
            folder = game.replace("-", "_")
            entry = getattr(import_module(self._module.format(folder)), folder.upper())
            self._entries[game] = entry
        return entry

    def __setitem__(self, game: str, entry: Entry) -> None:
        self._entries[game] = entry

    def __delitem__(self, game: str) -> None:
        del self._entries[game]

    def __contains__(self, game: object) -> bool:
        return game in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)
