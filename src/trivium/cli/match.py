"""``trivium match``: two agents against each other, many times."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import GameArgument, JsonOption, SizeOption, compile_notice

if TYPE_CHECKING:
    from trivium.arena.match import MatchResult, Pair

Player = Annotated[str, typer.Argument(help="An agent, like champion or stages:timeout=2.")]


def match(
    game: GameArgument,
    a: Player,
    b: Player,
    games: Annotated[int, typer.Option(min=2, help="Games to play, in pairs.")] = 20,
    size: SizeOption = None,
    time: Annotated[float, typer.Option(min=0.001, help="Seconds for each move.")] = 0.1,
    opening: Annotated[int, typer.Option(min=0, help="Random moves to begin with.")] = 2,
    seed: Annotated[int, typer.Option(help="Seed of openings and agents.")] = 0,
    concurrency: Annotated[int, typer.Option(min=1, help="Games at the same time.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Play A against B in pairs of games with the colours exchanged."""
    with compile_notice():
        from trivium.arena.match import Match, MatchResult, play_match
        from trivium.games.catalogue import find_game
        from trivium.search.limits import Limit

        plan = Match(find_game(game).name, a, b, size, games, Limit(seconds=time), opening, seed)
        pairs: list[Pair] = []
        try:
            for pair in play_match(plan, concurrency):
                pairs.append(pair)
                _tell(MatchResult(plan, tuple(pairs)), games)
        finally:
            if pairs:
                _conclude(MatchResult(plan, tuple(pairs)), as_json)


def _tell(result: MatchResult, planned: int) -> None:
    """Show how it stands, on one line of a terminal."""
    if sys.stderr.isatty():
        played = 2 * len(result.pairs)
        low, high = result.standing.elo_interval
        print(
            f"\r{played}/{planned} games: +{result.wins} ={result.draws} -{result.losses}, "
            f"Elo {result.standing.elo:+.0f} [{low:+.0f}, {high:+.0f}] ",
            end="",
            file=sys.stderr,
        )


def _conclude(result: MatchResult, as_json: bool) -> None:
    """Print the result so far; it is also what an interrupted match leaves."""
    if sys.stderr.isatty():
        print(file=sys.stderr)
    summary = result.summary()
    if as_json:
        print(json.dumps(summary))
        return
    low, high = result.standing.elo_interval
    print(
        f"{result.match.a} against {result.match.b}: {result.wins} won, {result.draws} drawn, "
        f"{result.losses} lost of {summary['games']}"
    )
    print(
        f"Elo difference {result.standing.elo:+.0f}, 95 % between {low:+.0f} and {high:+.0f}; "
        f"likelihood of superiority {result.standing.superiority:.1%}"
    )
    print(
        "seconds used {} and {}, slowest move {} and {}".format(
            *summary["seconds"],
            *summary["slowest_move"],  # type: ignore[misc]
        )
    )
