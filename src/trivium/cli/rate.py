"""``trivium rate``: the Elo of any agent on the scale of the levels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivium.cli.agent_limits import SandboxOption, agent_limits
from trivium.cli.arena import ConcurrencyOption, make_progress, make_workers
from trivium.cli.common import GameArgument, JsonOption, SizeOption, compile_notice, write_text
from trivium.cli.terminal import remark, say

if TYPE_CHECKING:
    from trivium.arena.rating_games import RatedAgent


def rate(
    game: GameArgument,
    agent: Annotated[
        str, typer.Argument(help="Any agent: stages:timeout=2, or one of yours like gtp:./engine.")
    ],
    size: SizeOption = None,
    error: Annotated[
        float,
        typer.Option(
            min=20,
            help="Stop when the 95 % interval reaches no further than so many Elo to each side.",
        ),
    ] = 120,
    games: Annotated[int, typer.Option(min=2, max=10_000, help="Play so many games at most.")] = 80,
    time: Annotated[float, typer.Option(min=0.001, help="The agent's seconds for a move.")] = 0.1,
    name: Annotated[str | None, typer.Option(help="What to call the agent.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of openings and agents.")] = 0,
    concurrency: ConcurrencyOption = 1,
    report: Annotated[
        Path | None, typer.Option(help="Write a page with the rating and the games to this file.")
    ] = None,
    sandbox: SandboxOption = True,
    as_json: JsonOption = False,
) -> None:
    """Place an agent among the levels in few games; Ctrl-C tells what is known so far."""
    rated: RatedAgent | None = None
    interrupted = False
    with compile_notice():
        from trivium.agents.descriptions import PlayerDescription
        from trivium.arena.clocks import TimeControl
        from trivium.arena.match import Match, check_match
        from trivium.arena.openings import Openings
        from trivium.arena.players import takes_openings
        from trivium.arena.rating_games import levels_of, rating_games, rating_page
        from trivium.arena.referee import Terms
        from trivium.arena.rehearsal import check_all, rehearse
        from trivium.games.catalogue import find_game

        entry = find_game(game)
        board = entry.start(size).size
        if board != entry.default_size:
            remark(
                f"trivium: the levels were measured on {entry.default_size}; on {board} the scale "
                "is another, so the rating is a rough one."
            )
        rungs = levels_of(entry.name)
        openings = Openings() if takes_openings(PlayerDescription.read(agent)) else Openings("none")
        plan = Match(
            game=entry.name,
            a=agent,
            b=next(iter(rungs)),
            size=board,
            terms=Terms(control=TimeControl(move=time), agents=agent_limits(sandbox=sandbox)),
            openings=openings,
            seed=seed,
            names=(name, None),
        )
        check_match(plan)
        with make_workers(concurrency, None) as workers:
            check_all(rehearse(plan.candidates(), workers))
            line = make_progress()
            task = line.add_task("", total=games)
            try:
                with line:
                    for rated in rating_games(plan, error, games, workers):
                        line.update(task, completed=rated.games, description=_sentence(rated))
            except KeyboardInterrupt:
                interrupted = True
    if rated is not None:
        _tell(rated, name or agent, as_json)
        if report is not None:
            write_text(report, rating_page(rated, name or agent))
    if interrupted:
        raise typer.Exit(130)


def _sentence(rated: RatedAgent) -> str:
    return f"{rated.placing.elo:+.0f} ± {rated.placing.error:.0f} Elo"


def _tell(rated: RatedAgent, name: str, as_json: bool) -> None:
    placing = rated.placing
    results: dict[str, Any] = {
        rung: {"elo": placing.rungs[rung], "wins": r.wins, "draws": r.draws, "losses": r.losses}
        for rung, r in rated.results().items()
    }
    if as_json:
        facts = {
            "agent": name,
            "game": rated.match.game,
            "size": rated.match.size,
            "elo": round(placing.elo),
            "error_95": round(placing.error),
            "games": rated.games,
            "faults": rated.faults(),
            "opponents": results,
        }
        say(json.dumps(facts))
        return
    for rung, row in results.items():
        score = f"{row['wins']}–{row['draws']}–{row['losses']}"
        say(f"  {rung:<8} {row['elo']:>6.0f}   won, drawn, lost {score}")
    beyond = " (it has won or lost everything, so this is hardly more than a bound)"
    say(
        f"{name}: {_sentence(rated)} on the scale of the levels, level 1 being 0, "
        f"after {rated.games} games{beyond if placing.beyond else ''}"
    )
    for kind, times in rated.faults().items():
        say(f"  {times} of them lost by its own fault: {kind}")
