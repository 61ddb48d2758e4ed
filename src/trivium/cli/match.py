"""``trivium match``: two agents against each other, many times."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.agents.descriptions import PlayerDescription
from trivium.cli.agent_limits import (
    CourseOption,
    CpuOption,
    MemoryOption,
    PatienceOption,
    PonderOption,
    ProcessesOption,
    SandboxOption,
    WallClockOption,
    agent_limits,
)
from trivium.cli.arena import (
    ClusterOption,
    ConcurrencyOption,
    DatabaseOption,
    ReplaceOption,
    make_progress,
    make_workers,
    mind_changes,
    show_remarks,
)
from trivium.cli.common import GameArgument, JsonOption, SizeOption, compile_notice
from trivium.cli.terminal import remark, say
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.arena.clocks import TimeControl
    from trivium.arena.database.storage import Database
    from trivium.arena.ledger import Ledger
    from trivium.arena.match import Match, MatchResult, Pair
    from trivium.arena.openings import Openings

PlayerArgument = Annotated[
    str | None, typer.Argument(help="An agent, like level3; 'trivium agents' lists them.")
]
OwnName = Annotated[
    str | None, typer.Option(help="What tables and records call this agent, as in 'team 42'.")
]
OwnTime = Annotated[
    float | None, typer.Option(min=0.001, help="Seconds for each move of this agent alone.")
]
OwnClock = Annotated[
    str | None, typer.Option(help="Seconds for a game of this agent alone: 60 or 60+0.5.")
]


def match(
    game: GameArgument,
    a: PlayerArgument = None,
    b: PlayerArgument = None,
    a_option: Annotated[str | None, typer.Option("--a", help="The first agent.")] = None,
    b_option: Annotated[str | None, typer.Option("--b", help="The second agent.")] = None,
    a_name: OwnName = None,
    b_name: OwnName = None,
    games: Annotated[
        int, typer.Option(min=2, help="Games to play, in pairs; an odd number is one more.")
    ] = 20,
    size: SizeOption = None,
    time: Annotated[
        float | None,
        typer.Option(min=0.001, help="Seconds for each move; 0.1 if nothing else limits it."),
    ] = None,
    clock: Annotated[
        str | None, typer.Option(help="Seconds for a game, and an increment: 60 or 60+0.5.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            min=1, help="Positions looked at for each move: the same games on every machine."
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(min=1, help="Moves looked ahead, for each move.")
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(min=0, help="Seconds of overrun that are forgiven; 1 by default."),
    ] = None,
    a_time: OwnTime = None,
    a_clock: OwnClock = None,
    b_time: OwnTime = None,
    b_clock: OwnClock = None,
    openings: Annotated[
        str | None,
        typer.Option(
            help="balanced, random, none, or a file of moves or game records. Default: balanced, "
            "but none where an agent cannot be told of them."
        ),
    ] = None,
    opening: Annotated[int, typer.Option(min=0, help="Random moves to begin with.")] = 2,
    move_limit: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="A draw after so many moves of both; by default the rules alone end a game, and "
            "Watch Your Back! after 400 moves.",
        ),
    ] = None,
    solved: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="From so many free edges on, the exact value decides (Hexifence, Dots-and-Boxes).",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            help="Stop once it is clear which of two normalised Elo differences is right: 0,10."
        ),
    ] = None,
    alpha: Annotated[
        float, typer.Option(help="How often that may accept the higher one wrongly.")
    ] = 0.05,
    beta: Annotated[
        float, typer.Option(help="How often that may accept the lower one wrongly.")
    ] = 0.05,
    seed: Annotated[int, typer.Option(help="Seed of openings and agents.")] = 0,
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
    database: DatabaseOption = None,
    event: Annotated[
        str | None, typer.Option(help="Name of the match; one that exists is gone on with.")
    ] = None,
    replace: ReplaceOption = None,
    store: Annotated[bool, typer.Option(help="Keep the games in the database.")] = True,
    info: Annotated[
        bool, typer.Option(help="Also keep what the agents say about their moves.")
    ] = False,
    as_json: JsonOption = False,
    memory: MemoryOption = None,
    processes: ProcessesOption = None,
    cpu: CpuOption = None,
    course_limits: CourseOption = False,
    sandbox: SandboxOption = True,
    ponder: PonderOption = False,
    wall_clock: WallClockOption = False,
    patience: PatienceOption = None,
) -> None:
    """Play A against B in pairs of games with the colours exchanged."""
    with compile_notice():
        from trivium.arena.adjudication import Adjudication
        from trivium.arena.match import Match, check_match, play_match
        from trivium.arena.openings import start_position
        from trivium.arena.ratings.sprt import read_sprt
        from trivium.arena.referee import Terms
        from trivium.arena.rehearsal import check_all, rehearse
        from trivium.games.catalogue import find_game

        name = find_game(game).name
        first, first_name = _one(a, a_option, a_name, "A")
        second, second_name = _one(b, b_option, b_name, "B")
        clocks = _Clocks(time=time, clock=clock, nodes=nodes, depth=depth, margin=margin)
        board = start_position(name, size).size
        plan = Match(
            game=name,
            a=str(first),
            b=str(second),
            size=size,
            games=games,
            terms=Terms(
                control=clocks.of_both(),
                adjudication=Adjudication(move_limit, solved),
                keep_info=info,
                agents=agent_limits(
                    memory=memory,
                    processes=processes,
                    cpu=cpu,
                    course=course_limits,
                    sandbox=sandbox,
                    ponder=ponder,
                    wall_clock=wall_clock,
                    patience=patience,
                ),
            ),
            openings=_openings(openings or _usual_openings(first, second), opening, name, size),
            seed=seed,
            sprt=None if sprt is None else read_sprt(sprt, alpha, beta),
            event=event or _new_name(),
            own=(
                clocks.of_one(first, board, a_time, a_clock),
                clocks.of_one(second, board, b_time, b_clock),
            ),
            names=(first_name, second_name),
        )
        check_match(plan)
        if replace and (event is None or not store):
            raise TriviumError("--replace needs --event, the match whose games are played again.")
        with make_workers(concurrency, cluster) as workers:
            check_all(rehearse(plan.candidates(), workers))
            with _ledger(plan, store, database) as kept:
                mind_changes(plan.players, kept, replace)
                _play(plan, play_match(plan, workers, kept), as_json)


_NAMED = re.compile(r"(?P<agent>.+)[,:]name=(?P<name>[^,]+)")


def _one(
    argument: str | None, option: str | None, name: str | None, which: str
) -> tuple[PlayerDescription, str | None]:
    """Return an agent that was given in one of two ways, and its name if it has one of its own.

    The name is an option, or stands at the end of the description.
    """
    if argument is not None and option is not None:
        raise TriviumError(f"Agent {which} is given twice, as '{argument}' and as '{option}'.")
    chosen = argument if argument is not None else option
    if chosen is None:
        raise TriviumError("A match needs two agents: trivium match GAME A B, or --a A --b B.")
    named = _NAMED.fullmatch(chosen)
    if named is None:
        return PlayerDescription.read(chosen), name
    if name is not None:
        raise TriviumError(f"Agent {which} is named twice, '{named['name']}' and '{name}'.")
    return PlayerDescription.read(named["agent"]), named["name"].strip()


@dataclass(frozen=True, kw_only=True)
class _Clocks:
    """What the options say about the time of both agents; None where they say nothing."""

    time: float | None
    clock: str | None
    nodes: int | None
    depth: int | None
    margin: float | None

    @property
    def are_unsaid(self) -> bool:
        """Whether nothing limits a move."""
        return (self.time, self.clock, self.nodes, self.depth) == (None,) * 4

    def of_both(self) -> TimeControl:
        """Return the clock that both have who have none of their own."""
        from trivium.arena.clocks import DEFAULT_SECONDS, read_time_control

        return read_time_control(
            DEFAULT_SECONDS if self.are_unsaid else self.time,
            self.clock,
            nodes=self.nodes,
            depth=self.depth,
            margin=self._forgiven(),
        )

    def of_one(
        self, player: PlayerDescription, board: str, time: float | None, clock: str | None
    ) -> TimeControl | None:
        """Return the clock of one agent alone; None if it has that of both."""
        from trivium.arena.clocks import read_time_control
        from trivium.arena.players import usual_control

        if time is not None or clock is not None:
            return read_time_control(time, clock, margin=self._forgiven())
        return usual_control(player, board, self._forgiven()) if self.are_unsaid else None

    def _forgiven(self) -> float:
        from trivium.arena.clocks import DEFAULT_MARGIN

        return DEFAULT_MARGIN if self.margin is None else self.margin


def _usual_openings(*players: PlayerDescription) -> str:
    from trivium.arena.players import takes_openings

    for player in players:
        if not takes_openings(player):
            remark(
                f"trivium: games start from the beginning; {player} cannot be told of opening "
                "moves made in its name.",
            )
            return "none"
    return "balanced"


def _openings(kind: str, moves: int, game: str, size: str | None) -> Openings:
    from trivium.arena.openings import KINDS, Openings, read_openings

    if kind in KINDS:
        return Openings(kind, moves)
    return read_openings(Path(kind), game, size)


def _new_name() -> str:
    return f"match {datetime.now().isoformat(timespec='seconds')} {secrets.token_hex(3)}"


@contextlib.contextmanager
def _ledger(plan: Match, store: bool, address: str | None) -> Iterator[Ledger]:
    """Return where the games are kept: in the database under the match's name, or nowhere."""
    from trivium.arena.ledger import InMemory

    database = _database(address) if store else None
    if database is None:
        yield InMemory()
        return
    from trivium.arena.database.schedule import InDatabase

    with contextlib.closing(database):
        database.begin_event(plan.event, "match", plan.plan())
        yield InDatabase(database, plan.event)


def _database(address: str | None) -> Database | None:
    """Return the database for the games; none if it is the user's own and cannot be written.

    The match is played even then.
    """
    from trivium.arena.database.storage import Database

    try:
        return Database(address)
    except TriviumError as error:
        if address is not None:
            raise
        remark(f"trivium: the games are not kept. {error}")
        return None


def _play(plan: Match, playing: Iterator[Pair], as_json: bool) -> None:
    """Follow a match to its end, or to Ctrl-C, and tell the result."""
    from trivium.arena.interrupts import held_back
    from trivium.arena.match import MatchResult

    pairs: list[Pair] = []
    progress = make_progress()
    try:
        with held_back(), progress:
            task = progress.add_task("playing", total=plan.games)
            for pair in playing:
                pairs.append(pair)
                if not progress.disable:
                    standing = standing_line(MatchResult(plan, tuple(pairs)))
                    progress.update(task, completed=2 * len(pairs), description=standing)
    finally:
        if pairs:
            conclude(MatchResult(plan, tuple(pairs)), as_json)


def standing_line(result: MatchResult) -> str:
    """Say how it stands, in one line."""
    low, high = result.standing.elo_interval
    line = (
        f"+{result.wins} ={result.draws} -{result.losses}  "
        f"Elo {result.standing.elo:+.0f} [{low:+.0f}, {high:+.0f}]  "
        f"LOS {result.standing.superiority:.0%}"
    )
    if (test := result.match.sprt) is not None:
        lower, upper = test.bounds
        line += f"  LLR {test.ratio(result.standing.pairs):+.2f} ({lower:.2f}, {upper:.2f})"
    return line


def conclude(result: MatchResult, as_json: bool) -> None:
    """Print the result so far; it is also what an interrupted match leaves."""
    summary = result.summary()
    if as_json:
        say(json.dumps(summary))
        return
    low, high = result.standing.elo_interval
    names = summary["names"]
    say(
        f"{' against '.join(names)}: {result.wins} won, {result.draws} drawn, "
        f"{result.losses} lost of {summary['games']}"
    )
    say(
        f"Elo difference {result.standing.elo:+.0f}, 95 % between {low:+.0f} and {high:+.0f}; "
        f"likelihood of superiority {result.standing.superiority:.1%}"
    )
    say(f"pairs with 0, ½, 1, 1½, 2 points: {', '.join(map(str, result.standing.pairs))}")
    if result.match.sprt is not None:
        say(_test_result(result))
    a, b = ("of CPU time " if clock == "cpu" else "" for clock in result.clocks)
    say(
        f"seconds used {result.seconds[0]:.2f} {a}and {result.seconds[1]:.2f} {b}".rstrip()
        + f", slowest move {result.slowest[0]:.3f} and {result.slowest[1]:.3f}"
    )
    for side, name in enumerate(names):
        for fault, count in result.faults[side].items():
            say(f"{name} lost {count} by {fault}, the first time:")
            say(textwrap.indent(result.first_faults[side][fault], "  "))
    show_remarks(result.remarks)


def _test_result(result: MatchResult) -> str:
    test = result.match.sprt
    assert test is not None
    ratio = test.ratio(result.standing.pairs)
    answers = {
        "elo0": f"accepts {test.elo0:+g}, the lower one",
        "elo1": f"accepts {test.elo1:+g}, the higher one",
        None: "has no answer yet",
    }
    return (
        f"test of normalised Elo {test.elo0:+g} against {test.elo1:+g}: log-likelihood ratio "
        f"{ratio:.2f}, {answers[result.verdict]}"
    )
