"""Cachex boards as text: the JSON of the rule page's path-finding exercise.

``{"n": 3, "board": [["r", 0, 1], ["b", 2, 2]]}``, and, where it is not the number of stones
(captures!), ``"turns"``: the number of turns played. It tells who is to move, and whether the
steal is possible. Further keys, such as the exercise's ``start`` and ``goal``, are passed over.
"""

from __future__ import annotations

import json
from typing import Any

from trivium.errors import BadText
from trivium.games.cachex.geometry import LARGEST, SMALLEST
from trivium.games.cachex.rules import TURN_LIMIT

COLOURS = ("red", "blue")

Cell = tuple[int, int]


def write_board(size: int, stones: dict[Cell, int], turns: int) -> str:
    """Return the text of a board; `stones` gives the player at each (r, q) that has one."""
    rows = [json.dumps([COLOURS[player][0], r, q]) for (r, q), player in sorted(stones.items())]
    board = "[\n    " + ",\n    ".join(rows) + "\n  ]" if rows else "[]"
    told = turns != _read_turns({}, list(stones.values()))
    extra = f',\n  "turns": {turns}' if told else ""
    return f'{{\n  "n": {size},\n  "board": {board}{extra}\n}}\n'


def read_board(text: str) -> tuple[int, dict[Cell, int], int]:
    """Return the size, the player at each (r, q) that has a stone, and the turns played."""
    data = read_object(text)
    size = whole_number(data, "n", SMALLEST, LARGEST)
    entries = data.get("board", [])
    if not isinstance(entries, list):
        raise BadText('"board" must be a list of stones such as ["r", 0, 1].')
    stones: dict[Cell, int] = {}
    for number, entry in enumerate(entries, 1):
        player, cell = _read_stone(entry, number, size)
        if cell in stones:
            raise BadText(f'Stone {number} of "board": there is already a stone on {cell}.')
        stones[cell] = player
    return size, stones, _read_turns(data, list(stones.values()))


def _read_turns(data: dict[str, Any], players: list[int]) -> int:
    """Return the turns played: as told, or else the fewest that can have led to such stones."""
    if "turns" not in data:
        return 2 if players == [1] else len(players)  # a lone blue stone has been stolen
    turns = whole_number(data, "turns", len(players), TURN_LIMIT)
    if turns == 1 and players != [0]:
        raise BadText('After one turn ("turns": 1) the board holds one stone, a red one.')
    if turns > 0 and not players:
        raise BadText(f'After {turns} turns ("turns": {turns}) the board cannot be empty.')
    return turns


def read_object(text: str) -> dict[str, Any]:
    """Return the JSON object in `text`."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadText(
            f"line {error.lineno}, column {error.colno}: this is no JSON ({error.msg}); "
            'a Cachex board looks like {"n": 3, "board": [["r", 0, 1]]}.'
        ) from None
    except RecursionError:
        raise BadText("The JSON is nested too deeply to be a Cachex board.") from None
    if not isinstance(data, dict):
        raise BadText('A Cachex board is a JSON object like {"n": 3, "board": [["r", 0, 1]]}.')
    return data


def whole_number(data: dict[str, Any], key: str, least: int, most: int) -> int:
    """Return the value of `key`, which must be a whole number in the given range."""
    value = data.get(key)
    if type(value) is not int or not least <= value <= most:
        shown = "is missing" if key not in data else f"is {json.dumps(value)}"
        raise BadText(f'"{key}" {shown}; it must be a whole number from {least} to {most}.')
    return value


def read_cell(value: Any, what: str, size: int) -> Cell:
    """Return the cell that a JSON list [r, q] means; `what` names it in a complaint."""
    if not (
        isinstance(value, list)
        and len(value) == 2
        and all(type(part) is int and 0 <= part < size for part in value)
    ):
        raise BadText(
            f"{what} is {json.dumps(value)}; it must be [r, q] with numbers from 0 to {size - 1}."
        )
    return (value[0], value[1])


def _read_stone(entry: Any, number: int, size: int) -> tuple[int, Cell]:
    what = f'Stone {number} of "board"'
    if not isinstance(entry, list) or len(entry) != 3:
        raise BadText(f'{what} is {json.dumps(entry)}; it must look like ["r", 0, 1].')
    if entry[0] not in ("r", "b"):
        raise BadText(f'{what} has colour {json.dumps(entry[0])}; it must be "r" or "b".')
    return "rb".index(entry[0]), read_cell(
        entry[1:], f"The place of {what[0].lower()}{what[1:]}", size
    )
