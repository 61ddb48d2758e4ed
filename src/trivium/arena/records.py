"""Records of played games: one JSON object a game, one line a game in a file.

A record begins with what every saved game has (`trivium.games.record`): game, rules version,
size, start, moves, winner and reason. The arena adds:

=========== ==============================================================================
opening     how many of the moves were made before the players took over
players     for each, first the one who begins: colour, name, agent with its parameters, seed,
            a control of their own, if they had one, the clock "cpu", if it was one of CPU time,
            their version (see `versions`), the memory of an external agent, and the end of its
            error output, if there is any
control     the clocks, as far as there were any; see `TimeControl`
clock       the seconds for each move after the opening
seconds     the time that each player has used in all
slowest     the longest that each has taken for one move
fault       the kind of failure that the game was lost by, or null
event       the match or tournament, with round and key of the game in it
began       when, in UTC
remarks     about external agents, if there are any: without a sandbox, say
info        what the agents said about their moves, if that was wanted
=========== ==============================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Self

from trivium.agents.agent import FAULTS
from trivium.arena.clocks import TimeControl
from trivium.arena.referee import PlayedGame
from trivium.errors import BadText, TriviumError
from trivium.foreign_text import check_name, printable
from trivium.games.position import Position
from trivium.games.record import SavedGame, parse_record

__all__ = [
    "Record",
    "RecordedPlayer",
    "make_record",
    "read_line",
    "read_lines",
    "write_line",
]

LONGEST_LINE: Final = 10_000_000
_MOST_SECONDS = 1e9
AGREEMENT = "agreement"
"""Why a game of two persons is drawn who have agreed on it."""
VERDICTS = ("move limit", "solved", AGREEMENT)
"""Reasons that the referee, or both players, give before a game is over by its rules."""


@dataclass(frozen=True)
class RecordedPlayer:
    """Who played one of the colours."""

    colour: str
    name: str
    agent: str = ""
    """The agent with its parameters; empty if the record does not tell."""
    control: dict[str, Any] | None = None
    """Their own agreement on time, if it was not that of both."""
    seed: int | None = None
    clock: str | None = None
    """What their seconds are: ``cpu`` for CPU time; None for those of the wall clock."""
    version: str | None = None
    """What tells the agent from what it was before and became later, if that is known."""
    memory: int | None = None
    """The megabytes that an external agent has used at most, beyond those of its start."""
    output: str | None = None
    """The end of what they have written to standard error; None if there was nothing."""
    rest: dict[str, Any] = field(default_factory=dict)
    """What else a file tells of them."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return what `as_json` was made of."""
        rest = dict(data)
        return cls(
            colour=rest.pop("colour"),
            name=rest.pop("name"),
            agent=rest.pop("agent"),
            control=_take(rest, "control", dict),
            seed=_take(rest, "seed", int),
            clock=_take(rest, "clock", str),
            version=_take(rest, "version", str),
            memory=_take(rest, "memory", int),
            output=_take(rest, "output", str),
            rest=rest,
        )

    def as_json(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        own = _told(
            colour=self.colour,
            name=self.name,
            agent=self.agent,
            control=self.control,
            seed=self.seed,
            clock=self.clock,
            version=self.version,
            memory=self.memory,
            output=self.output,
        )
        return own | self.rest


@dataclass(frozen=True, kw_only=True)
class Record(SavedGame):
    """A game that was played, with what is told in the table above."""

    reason: str = ""
    """The rule or the fault that ended it; empty while it goes on."""
    opening: int = 0
    players: tuple[RecordedPlayer, RecordedPlayer]
    control: dict[str, Any] | None = None
    clock: tuple[float, ...] = ()
    seconds: tuple[float, float] = (0.0, 0.0)
    slowest: tuple[float, float] = (0.0, 0.0)
    fault: str | None = None
    event: str = ""
    round: int = 0
    key: str = ""
    began: str = ""
    remarks: tuple[str, ...] = ()
    info: tuple[Any, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """Return what `as_json` was made of. Nothing is checked: see `read_line` for that.

        What a record may lack is left out, and what is not of its kind stays as it is.
        """
        saved = vars(SavedGame.from_json(data))
        rest: dict[str, Any] = saved["rest"]
        first, second = rest.pop("players")
        told = {name: rest.pop(name) for name in _PLAIN if name in rest}
        told |= {name: tuple(rest.pop(name)) for name in _LISTS if name in rest}
        told |= {name: rest.pop(name) or "" for name in _TEXTS if name in rest}
        return cls(
            **saved | {"reason": saved["reason"] or ""},
            **told,
            players=(RecordedPlayer.from_json(first), RecordedPlayer.from_json(second)),
            control=_take(rest, "control", dict),
            remarks=tuple(_take(rest, "remarks", list) or ()),
            info=tuple(_take(rest, "info", list) or ()),
        )

    def as_json(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return super().as_json() | _told(
            reason=self.reason or None,
            opening=self.opening,
            players=[player.as_json() for player in self.players],
            control=self.control,
            clock=list(self.clock),
            seconds=list(self.seconds),
            slowest=list(self.slowest),
            fault=self.fault,
            event=self.event,
            round=self.round,
            key=self.key,
            began=self.began,
            remarks=list(self.remarks) or None,
            info=list(self.info) or None,
        )

    @property
    def is_finished(self) -> bool:
        """Whether the game has ended; only then is there something to store."""
        return bool(self.reason)

    @property
    def points(self) -> tuple[float, float]:
        """The points of the first and of the second player."""
        if self.winner is None:
            return 0.5, 0.5
        return (1.0, 0.0) if self.winner == self.players[0].colour else (0.0, 1.0)

    @property
    def failed(self) -> RecordedPlayer | None:
        """Who has lost by a failure; None if nobody has."""
        if self.fault is None:
            return None
        return next(player for player in self.players if player.colour != self.winner)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the first and of the second player."""
        first, second = self.players
        return first.name, second.name

    @property
    def ending(self) -> str:
        """The kind of failure that the game was lost by, or else the reason that ended it."""
        return self.fault or self.reason

    @property
    def headline(self) -> str:
        """The first line of the reason; that of a crash has many, its last words."""
        return self.reason.splitlines()[0].removesuffix("; its last words:")

    @property
    def named_remarks(self) -> list[str]:
        """The first lines of what is remarked about the players, with their names."""
        by_colour = {player.colour: player.name for player in self.players}
        found = []
        for text in self.remarks:
            colour, _, words = text.partition("\n")[0].partition(": ")
            found.append(f"{by_colour.get(colour, colour)}: {words}")
        return found


_PLAIN = ("opening", "fault", "round")
_LISTS = ("clock", "seconds", "slowest")
_TEXTS = ("event", "key", "began")
_OPTIONAL = ("control", "seed", "clock", "version", "memory", "output", "remarks", "info")
"""What a record does not mention where there is none."""


def _told(**facts: Any) -> dict[str, Any]:
    """Return what a record tells: optional facts only if there are any."""
    return {name: fact for name, fact in facts.items() if fact is not None or name not in _OPTIONAL}


def _take(data: dict[str, Any], name: str, kind: type) -> Any:
    """Take an optional fact out of a JSON object; what we would not write so stays there."""
    value = data.get(name)
    return data.pop(name) if isinstance(value, kind) and value != [] else None


def make_record(
    position: Position,
    game: PlayedGame,
    players: tuple[RecordedPlayer, RecordedPlayer],
    control: TimeControl,
    began: datetime,
    *,
    event: str = "",
    round: int = 0,
    key: str = "",
) -> Record:
    """Return the record of a finished game; `position` is the one at its end."""
    return Record(
        game=position.game,
        size=position.size,
        start=position.origin().to_text(),
        moves=game.moves,
        winner=game.outcome.winner,
        reason=game.outcome.reason,
        move_limit=position.move_limit,
        opening=game.opening,
        players=(_as_played(players[0], game, 0), _as_played(players[1], game, 1)),
        control=control.as_dict(),
        clock=tuple(_rounded(seconds) for seconds in game.clock),
        seconds=(_rounded(game.seconds[0]), _rounded(game.seconds[1])),
        slowest=(_rounded(game.slowest[0]), _rounded(game.slowest[1])),
        fault=game.fault,
        event=event,
        round=round,
        key=key,
        began=began.isoformat(timespec="milliseconds"),
        remarks=game.remarks,
        info=game.info,
    )


def _as_played(player: RecordedPlayer, game: PlayedGame, place: int) -> RecordedPlayer:
    """Return a player with what only the game could tell."""
    clock = "cpu" if game.by_cpu[place] else None
    output = printable(game.outputs[place]) or None
    return replace(player, clock=clock, memory=game.memory[place], output=output)


def _rounded(seconds: float) -> float:
    return round(seconds, 5)


def write_line(record: SavedGame) -> str:
    """Return a record as one line of text, without its end."""
    return json.dumps(record.as_json(), ensure_ascii=False, separators=(",", ":"))


def read_line(text: str) -> Record:
    """Return the record that a line holds, after checking all of it; raises `BadText`.

    The moves are played again: they have to be legal, and the result has to be theirs.
    """
    if len(text) > LONGEST_LINE:
        raise BadText("the line is too long for a game.")
    saved = parse_record(text)
    try:
        position = saved.replay()
    except TriviumError as error:
        raise BadText(str(error)) from None
    data = saved.as_json() | {"size": position.size}
    if "players" not in data:
        data["players"] = [RecordedPlayer(c, c).as_json() for c in position.colours]
    _check_fields(data, position)
    _check_result(saved, position)
    record = _made_harmless(Record.from_json(data))
    _check_letters(record)
    return record


def _made_harmless(record: Record) -> Record:
    """Return a record with what agents have said as we would have kept it."""
    first, second = (
        player if player.output is None else replace(player, output=printable(player.output))
        for player in record.players
    )
    remarks = tuple(map(printable, record.remarks))
    return replace(
        record, players=(first, second), reason=printable(record.reason), remarks=remarks
    )


def read_lines(lines: Iterable[str]) -> Iterator[tuple[int, Record | BadText]]:
    """Yield the number of every line that is not empty with its record, or what is wrong."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield number, read_line(line)
            except BadText as problem:
                yield number, problem


def _check_fields(data: dict[str, Any], position: Position) -> None:
    """Check what a record tells beyond the moves and the result; it may lack most of it."""
    _check_players(data["players"], position.colours)
    for name in ("seconds", "slowest"):
        if name in data and (not _is_seconds(data[name]) or len(data[name]) != 2):
            raise BadText(f'"{name}" must be two numbers of seconds.')
    if not _is_seconds(data.get("clock", [])):
        raise BadText('"clock" must be a list of seconds.')
    for name in ("event", "key", "began"):
        if not isinstance(data.get(name), str | None):
            raise BadText(f'"{name}" must be a text.')
    _check_date(data.get("began") or "")
    if data.get("fault") not in (None, *FAULTS):
        raise BadText(f'"fault" must be null or one of {", ".join(FAULTS)}.')
    for name, most in (("opening", len(data["moves"])), ("round", 10**9)):
        number = data.get(name, 0)
        if type(number) is not int or not 0 <= number <= most:
            raise BadText(f'"{name}" must be a whole number from 0 to {most}.')
    remarks = data.get("remarks", [])
    if not isinstance(remarks, list) or not all(isinstance(text, str) for text in remarks):
        raise BadText('"remarks" must be a list of texts.')


def _check_players(players: object, colours: tuple[str, str]) -> None:
    if not isinstance(players, list) or len(players) != 2:
        raise BadText('"players" must be a list of two.')
    for player, colour in zip(players, colours, strict=True):
        if not isinstance(player, dict) or player.get("colour") != colour:
            raise BadText(f'"players" must have the colours {" and ".join(colours)}.')
        for name in ("name", "agent"):
            if not isinstance(player.get(name), str):
                raise BadText(f'"{name}" of the player {colour} is missing or no text.')


def _is_seconds(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(item, int | float) and not isinstance(item, bool) and 0 <= item < _MOST_SECONDS
        for item in value
    )


def _check_date(began: str) -> None:
    try:
        datetime.fromisoformat(began or "2026-01-01")
    except ValueError:
        raise BadText(f"\"began\" must be a moment like 2026-03-01T18:30, not '{began}'.") from None


def _check_letters(record: Record) -> None:
    """Refuse names that are more than can be seen, and halves of letters anywhere."""
    try:
        for player in record.players:
            check_name(player.name, f"the name of {player.colour}")
            if player.agent:
                check_name(player.agent, f"the agent of {player.colour}")
        for name, text in (("event", record.event), ("key", record.key)):
            if text:
                check_name(text, f'"{name}"')
        write_line(record).encode()
    except UnicodeEncodeError as error:
        raise BadText(f"there is half a letter in it: {error.object[error.start]!r}.") from None
    except TriviumError as error:
        raise BadText(str(error)) from None


def _check_result(saved: SavedGame, position: Position) -> None:
    """Check the result against the moves, as far as the rules decided it."""
    winner, reason = saved.winner, saved.reason
    if winner is not None and winner not in position.colours:
        raise BadText(f"the winner {winner!r} is none of {' and '.join(position.colours)}.")
    if not isinstance(reason, str) or not reason.strip():
        raise BadText('the game has no result: its "reason" is missing.')
    outcome = position.outcome()
    if outcome is not None and (outcome.winner, outcome.reason) != (winner, reason):
        raise BadText(f"the moves end in {outcome}, the record says {winner or 'draw'} ({reason}).")
    by_referee = reason in VERDICTS or reason.partition(":")[0] in FAULTS
    if outcome is None and not by_referee:
        raise BadText(f"the game is not over after the moves, though the record says {reason}.")
    if reason == AGREEMENT and winner is not None:
        raise BadText(f"who agrees on a draw has not won, though the record says {winner}.")
