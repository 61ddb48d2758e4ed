"""An agent as an engine of the Go Text Protocol, in the dialect of Hex, for every game.

`Engine.answer` takes one line and returns the text of its answer, so that the engine can be
tested and driven without a process; `serve` is the loop around it. See docs/gtp.md.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import TextIO

from trivium.agents.agent import Agent, Forfeit
from trivium.arena.external.gtp import SWAPS
from trivium.bridges.clock import Clock
from trivium.errors import BadSize, TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.search.limits import Limit

__all__ = [
    "Engine",
    "Refusal",
    "serve",
]

LONGEST_LINE = 100_000
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"(\d{1,9})(?:\s+|$)")
_LINES_SHOWN = 3


class Refusal(Exception):
    """A command that fails; the text is its answer."""


class Engine:
    """A game in progress, an agent, and the commands of the protocol."""

    def __init__(self, game: str, size: str | None, make: Callable[[], Agent], seconds: float):
        self.game = game
        self.seconds = seconds
        self.going_on = True
        self._make = make
        self._sit_down(GAMES[game].start(size))
        self.clocks = [Clock(), Clock()]
        self.commands: dict[str, Callable[[str], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: f"Trivium {self.agent.name}",
            "version": lambda _: version("trivium"),
            "known_command": self._known_command,
            "list_commands": lambda _: "\n".join(sorted(self.commands)),
            "quit": self._quit,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "showboard": self._showboard,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "all_legal_moves": lambda _: " ".join(map(str, self.position.legal_moves)),
            "final_score": self._final_score,
            "hexgui-analyze_commands": lambda _: _ANALYSES,
            "gogui-analyze_commands": lambda _: _ANALYSES,
            "trivium-analyze": self._analyze,
            "trivium-game": lambda _: f"{self.game} {self.position.size}",
            "trivium-turn": lambda _: self.position.turn,
            "trivium-outcome": lambda _: str(self.position.outcome() or "none"),
            "trivium-setup": self._setup,
            "trivium-text": lambda _: self.position.to_text().replace("\n", "\\n"),
        }

    def _start(self, position: Position) -> None:
        """Begin a game with a fresh agent."""
        self.agent.finish(self.position)
        self._sit_down(position)

    def _sit_down(self, position: Position) -> None:
        self.position = position
        self.agent = self._make()
        self.agent.prepare(position)

    def answer(self, line: str) -> str | None:
        """Return the answer to a line, without the empty line after it; None if it needs none."""
        words = _CONTROL.sub("", line).partition("#")[0].replace("\t", " ").strip()
        if not words:
            return None
        number = _NUMBER.match(words)
        words = words[number.end() :] if number else words
        mark = number[1] if number else ""
        try:
            text = self._obey(words)
        except (Refusal, TriviumError) as error:
            return f"?{mark} {_without_gaps(str(error))}"
        return f"={mark} {_without_gaps(text)}".rstrip()

    def _obey(self, words: str) -> str:
        name, _, arguments = words.partition(" ")
        if not name:
            raise Refusal("a command is missing after the number")
        if name not in self.commands:
            raise Refusal("unknown command")
        return self.commands[name](arguments)

    def _known_command(self, arguments: str) -> str:
        (name,) = _expect(arguments, 1, "known_command NAME")
        return "true" if name in self.commands else "false"

    def _quit(self, _: str) -> str:
        self.going_on = False
        self.agent.finish(self.position)
        return ""

    def _boardsize(self, arguments: str) -> str:
        numbers = arguments.split()
        if not numbers:
            raise Refusal("boardsize needs a size")
        square = len(numbers) == 2 and numbers[0] == numbers[1]
        if square and GAMES[self.game].default_size.isdecimal():
            numbers = numbers[:1]  # the Hex dialect names width and height
        try:
            self._start(GAMES[self.game].start("x".join(numbers)))
        except BadSize as error:
            raise Refusal(f"unacceptable size ({error})") from None
        return ""

    def _clear_board(self, _: str) -> str:
        self._start(GAMES[self.game].start(self.position.size))
        return ""

    def _play(self, arguments: str) -> str:
        colour, text = _expect(arguments, 2, "play COLOUR MOVE")
        self._check_turn(colour)
        try:
            self.position.push("steal" if text.lower() in SWAPS else text)
        except TriviumError as error:
            raise Refusal(f"illegal move ({error})") from None
        return ""

    def _genmove(self, arguments: str) -> str:
        (colour,) = _expect(arguments, 1, "genmove COLOUR")
        self._check_turn(colour)
        clock = self.clocks[self.position.mover]
        began = time.monotonic()
        move = self._choose(clock.limit(self.position, self.seconds))
        clock.spend(time.monotonic() - began)
        self.position.push(move)
        return move

    def _reg_genmove(self, arguments: str) -> str:
        (colour,) = _expect(arguments, 1, "reg_genmove COLOUR")
        self._check_turn(colour)
        return self._choose(Limit(seconds=self.seconds))

    def _choose(self, limit: Limit) -> str:
        if self.position.is_over:
            raise Refusal(f"the game is over ({self.position.outcome()})")
        try:
            return str(self.agent.choose(self.position, limit).move)
        except Forfeit as fault:
            raise Refusal(f"{self.agent.name} has failed ({fault})") from None

    def _check_turn(self, text: str) -> None:
        colour = self._colour(text)
        if colour != self.position.mover and not self.position.is_over:
            raise Refusal(f"it is {self.position.turn}'s turn")

    def _colour(self, text: str) -> int:
        """Return the player that a colour means: its name, first letter, or Go's colours."""
        word = text.lower()
        for player, colour in enumerate(self.position.colours):
            if word in (colour, colour[0]):
                return player
        if word in ("black", "white", "w"):
            return 0 if word == "black" else 1
        raise Refusal(f"'{text}' is no colour; they are {' and '.join(self.position.colours)}")

    def _undo(self, _: str) -> str:
        if not self.position.moves:
            raise Refusal("cannot undo")
        self.position.pop()
        return ""

    def _showboard(self, _: str) -> str:
        return f"\n{self.position.terminal().plain}\n{self.position.status()}"

    def _time_settings(self, arguments: str) -> str:
        main, period, moves = _numbers(arguments, 3, "time_settings MAIN PERIOD MOVES")
        unlimited = period > 0 and moves == 0
        self.clocks = [
            Clock() if unlimited else Clock(main, period, int(moves)) for _ in self.position.colours
        ]
        return ""

    def _time_left(self, arguments: str) -> str:
        form = "time_left COLOUR SECONDS MOVES"
        colour, *rest = _expect(arguments, 3, form)
        player = self._colour(colour)
        seconds, moves = _numbers(" ".join(rest), 2, form)
        self.clocks[player] = Clock(None, seconds, int(moves)) if moves else Clock(seconds)
        return ""

    def _final_score(self, _: str) -> str:
        outcome = self.position.outcome()
        if outcome is None:
            raise Refusal("cannot score: the game is not over")
        if outcome.winner is None:
            return "0"
        cells = getattr(self.position, "cells", None)
        margin = "" if cells is None else abs(cells["blue"] - cells["red"])
        return f"{outcome.winner}+{margin}"

    def _analyze(self, arguments: str) -> str:
        """Tell the best moves: move, score, depth and variation, a line each."""
        if self.position.is_over:
            raise Refusal(f"the game is over ({self.position.outcome()})")
        seconds = _numbers(arguments, 1, "trivium-analyze SECONDS")[0] if arguments else None
        limit = Limit(seconds=self.seconds if seconds is None else max(seconds, 0.001))
        lines = []
        for report in self.agent.analyse(self.position, limit, _LINES_SHOWN):
            variation = " ".join(str(self.position.move(code)) for code in report.line)
            lines.append(f"{report.score}, depth {report.depth}: {variation}")
        if not lines:
            raise Refusal(f"{self.agent.name} does not search")
        return "\n".join(lines)

    def _setup(self, arguments: str) -> str:
        self._start(GAMES[self.game].read(arguments.replace("\\n", "\n")))
        return ""


_ANALYSES = "\n".join(
    (
        "string/Legal moves/all_legal_moves",
        "string/Best moves/trivium-analyze",
        "string/Outcome/trivium-outcome",
        "string/Final score/final_score",
        "string/Board as text/trivium-text",
    )
)
"""The commands that a graphical controller may offer in its analysis menu."""


def _expect(arguments: str, count: int, form: str) -> list[str]:
    words = arguments.split()
    if len(words) != count:
        raise Refusal(f"write it like: {form}")
    return words


def _numbers(arguments: str, count: int, form: str) -> list[float]:
    try:
        values = [float(text) for text in _expect(arguments, count, form)]
    except ValueError:
        raise Refusal(f"write it like: {form}, with numbers") from None
    if not all(0 <= value < 1e9 for value in values):
        raise Refusal("numbers go from 0 to 1e9")
    return values


def _without_gaps(text: str) -> str:
    """Return a text without empty lines, which end an answer."""
    return "\n".join(line.rstrip() or " " for line in text.splitlines())


def serve(engine: Engine, commands: TextIO, output: TextIO) -> None:
    """Answer lines until they end or one says quit."""
    while engine.going_on and (line := commands.readline(LONGEST_LINE)):
        if len(line) == LONGEST_LINE and not line.endswith("\n"):
            answer: str | None = "? the line is too long"
            while line and not line.endswith("\n"):
                line = commands.readline(LONGEST_LINE)
        else:
            answer = engine.answer(line)
        if answer is not None:
            output.write(f"{answer}\n\n")
            output.flush()
