"""Blunders: how often agents of Hexifence and Dots-and-Boxes throw a won position away.

``trivium bench blunders [--json]`` lets two agents play each other at a given CPU time a move, and
then has the solver value every position of the games that is within its reach. A win is thrown
away where the player to move wins before the move and does not after it. What comes of that is
shown by the number of safe edges left: near the end everybody sees everything.

Games are played in pairs, with the same random opening and colours swapped. With ``--games-file``
each one is kept as a line of a file, and those that are there already are not played again.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import numpy as np
import typer

from benchmarks.cpu_clock import cpu_clock
from benchmarks.progress import Steps
from trivium.agents.catalogue import make_agent
from trivium.arena.openings import random_opening, start_position
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import safe_edges
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.solver import Solver, compile_first

OPENING_MOVES = 2
STEP = 4
"""Numbers of safe edges are put together by so many."""


@dataclass(frozen=True)
class Terms:
    """How the games are played and valued."""

    game: str
    size: str
    agents: tuple[str, str]
    seconds: float
    """CPU time for a move."""
    most_safe: int
    """Positions with at most so many safe edges are valued."""
    patience: float
    """Seconds of CPU time after which the solver gives a position up, and those before it."""
    seed: int


@dataclass(frozen=True)
class Choice:
    """One move of a game, with what the solver says of it."""

    agent: str
    move: str
    safe: int
    before: int | None = None
    """The margin that the player who moves can reach, None if it is not known."""
    after: int | None = None
    """The margin that is left to him after the move."""

    @property
    def was_won(self) -> bool:
        """Whether the player to move could win."""
        return self.before is not None and self.before > 0

    @property
    def threw_it_away(self) -> bool:
        """Whether he can win no more."""
        return self.was_won and self.after is not None and self.after <= 0


@dataclass(frozen=True)
class Row:
    """What an agent did with so many safe edges left."""

    agent: str
    from_safe: int
    to_safe: int
    positions: int
    won: int
    thrown_away: int
    error: float
    """Standard error of the share of won positions thrown away."""
    margin_lost: float
    """Cells lost by a move, on average over all positions."""


def play(terms: Terms, number: int) -> list[Choice]:
    """Play one game."""
    start = start_position(terms.game, terms.size)
    position = random_opening(start, OPENING_MOVES, terms.seed, number // 2)
    names = terms.agents if number % 2 == 0 else terms.agents[::-1]
    players = [
        make_agent(name, terms.game, seed=terms.seed + 2 * number + place)
        for place, name in enumerate(names)
    ]
    colours = position.colours
    choices = []
    with cpu_clock():
        while not position.is_over:
            place = colours.index(position.turn)
            safe = len(safe_edges(cast(FencesPosition, position).kernel))
            chosen = players[place].choose(position, Limit(seconds=terms.seconds))
            choices.append(Choice(names[place], str(chosen.move), safe))
            position.push(chosen.move)
    return choices


def value(terms: Terms, number: int, choices: list[Choice], solver: Solver) -> list[Choice]:
    """Value the moves of a game, from its end on, as far as the solver reaches."""
    start = start_position(terms.game, terms.size)
    position = cast(FencesPosition, random_opening(start, OPENING_MOVES, terms.seed, number // 2))
    for choice in choices:
        position.push(choice.move)
    after: int | None = position.cells[position.turn] - sum(
        cells for colour, cells in position.cells.items() if colour != position.turn
    )
    valued = []
    for choice in reversed(choices):
        next_turn = position.turn
        position.pop()
        if after is None or choice.safe > terms.most_safe:
            after = None
        else:
            with cpu_clock():
                found = solver.solve(position.kernel, Limit(seconds=terms.patience))
            left = after if position.turn == next_turn else -after
            after = found.low if found.exact else None
            if after is not None:
                choice = Choice(choice.agent, choice.move, choice.safe, after, left)
        valued.append(choice)
    return valued[::-1]


def rows(games: Iterable[list[Choice]], most_safe: int) -> Iterator[Row]:
    """Yield what each agent did, by the number of safe edges left."""
    choices = [choice for game in games for choice in game if choice.before is not None]
    for agent in sorted({choice.agent for choice in choices}):
        for first in range(0, most_safe + 1, STEP):
            here = [
                choice
                for choice in choices
                if choice.agent == agent and first <= choice.safe < first + STEP
            ]
            if here:
                yield _row(agent, first, here)


def _row(agent: str, first: int, choices: list[Choice]) -> Row:
    won = sum(choice.was_won for choice in choices)
    thrown = sum(choice.threw_it_away for choice in choices)
    share = (thrown + 1) / (won + 2)  # so that none of a few is no certainty
    lost = [cast(int, choice.before) - cast(int, choice.after) for choice in choices]
    return Row(
        agent,
        first,
        first + STEP - 1,
        len(choices),
        won,
        thrown,
        round(math.sqrt(share * (1 - share) / (won + 2)), 4),
        round(float(np.mean(lost)), 3),
    )


def stored(path: Path | None, terms: Terms) -> dict[int, list[Choice]]:
    """Return the games of a file that were played on the same terms."""
    if path is None or not path.exists():
        return {}
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        record: dict[str, Any] = json.loads(line)
        if record["terms"] == json.loads(json.dumps(asdict(terms))):
            found[record["number"]] = [Choice(**choice) for choice in record["choices"]]
    return found


def main(
    as_json: bool,
    game: Annotated[str, typer.Option(help="hexifence or dots-and-boxes.")] = "hexifence",
    size: Annotated[str, typer.Option(help="The size of the board.")] = "3",
    agents: Annotated[
        tuple[str, str], typer.Option(help="Who plays, as elsewhere: champion, stages …")
    ] = ("champion", "champion"),
    seconds: Annotated[float, typer.Option(min=0.001, help="CPU time a move.")] = 0.02,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 20,
    most_safe: Annotated[
        int, typer.Option(min=0, help="Value positions with up to so many safe edges.")
    ] = 26,
    patience: Annotated[
        float, typer.Option(min=0.01, help="CPU seconds after which a value is given up.")
    ] = 60.0,
    memory: Annotated[int, typer.Option(min=1, help="Megabytes for the values.")] = 512,
    seed: Annotated[int, typer.Option(help="For openings and agents.")] = 2026,
    games_file: Annotated[
        Path | None, typer.Option(help="Keep the games here, and go on from those.")
    ] = None,
) -> None:
    """Let agents play, and count the won positions that they throw away."""
    terms = Terms(game, size, agents, seconds, most_safe, patience, seed)
    done = stored(games_file, terms)
    missing = [number for number in range(games) if number not in done]
    board = cast(FencesPosition, start_position(game, size)).board
    compile_first()

    def show(complete: bool) -> None:
        table = list(rows(done.values(), most_safe))
        for row in table:
            print(_text(row))
        if as_json:
            facts = {"benchmark": "blunders", "complete": complete, "games": len(done)}
            print(json.dumps(facts | asdict(terms) | {"rows": [asdict(row) for row in table]}))

    with Steps(2 * len(missing), show) as steps:
        for number in missing:
            steps.begin(f"plays game {number + 1}")
            choices = play(terms, number)
            steps.begin(f"values game {number + 1}")
            done[number] = value(terms, number, choices, Solver(board, memory))
            if games_file is not None:
                record = {
                    "terms": asdict(terms),
                    "number": number,
                    "choices": [asdict(choice) for choice in done[number]],
                }
                with games_file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(record) + "\n")


def _text(row: Row) -> str:
    share = row.thrown_away / row.won if row.won else 0.0
    return (
        f"{row.agent:<12} {row.from_safe:>2} to {row.to_safe:>2} safe edges: {row.positions:>4} "
        f"positions, {row.won:>4} won, {row.thrown_away:>3} thrown away "
        f"({share:.1%} ± {row.error:.1%}), {row.margin_lost:.2f} cells a move"
    )
