"""``trivium play``: a person against an agent in the terminal."""

from __future__ import annotations

import difflib
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import (
    FileArgument,
    GameArgument,
    SizeOption,
    compile_notice,
    load_position,
    write_text,
)
from trivium.cli.terminal import make_console, say
from trivium.errors import TriviumError
from trivium.foreign_text import printable

if TYPE_CHECKING:
    from trivium.agents.agent import Agent, Choice, Forfeit
    from trivium.games.position import Position
    from trivium.search.limits import Limit
    from trivium.study.hints import Hint
    from trivium.study.judging import Judge

COMMANDS = {
    "moves": "list all legal moves",
    "undo": "take your last move back, and the answer to it",
    "hint": "what to look for; a second time, what the champion would play, and why",
    "board": "show the board again",
    "save FILE": "write the game to a file; 'trivium play GAME FILE' goes on with it",
    "resign": "give the game up",
    "help": "this list",
    "quit": "stop",
}
"""What can be typed besides moves."""


def play(
    game: GameArgument,
    file: FileArgument = None,
    size: SizeOption = None,
    side: Annotated[
        str | None,
        typer.Option("--as", help="Your colour, such as blue; by default you move first."),
    ] = None,
    agent: Annotated[
        str,
        typer.Option(
            help="Your opponent, like level3 ('trivium agents' lists them), or one of your own: "
            "gtp:./my-engine."
        ),
    ] = "champion",
    time: Annotated[float, typer.Option(min=0.01, help="Its seconds for each move.")] = 1.0,
    seed: Annotated[
        int | None, typer.Option(help="Seed of the agent, to get the same game again.")
    ] = None,
) -> None:
    """Play against an agent. FILE is a saved game or a board to start from."""
    with compile_notice():
        from trivium.arena.players import make_companion
        from trivium.search.limits import Limit

        position = load_position(game, size, file)
        side = position.colours[0] if side is None else side.lower()
        if side not in position.colours:
            raise TriviumError(f"There is no side '{side}'; it is {' or '.join(position.colours)}.")
        seed = secrets.randbelow(2**32) if seed is None else seed
        player = make_companion(agent, position.game, seed)
        player.prepare(position)
        try:
            Session(position, side, player, Limit(seconds=time)).run()
        finally:
            player.finish(position)


def _ask(prompt: str) -> str | None:
    """Return what the person types, or None at the end of input."""
    try:
        return input(prompt).strip()
    except EOFError:
        say()
        return None


def _thoughts(choice: Choice) -> str:
    """Return why a move was chosen, and what the search thinks of it unless that is said."""
    if choice.report is None or choice.report.score.exact:
        return choice.reason
    return f"{choice.reason}, {choice.report.score}"


class Session:
    """One game between a person and an agent."""

    def __init__(self, position: Position, side: str, agent: Agent, limit: Limit) -> None:
        self.position = position
        self.side = side
        self.agent = agent
        self.limit = limit
        self.console = make_console()
        self.going_on = True
        self._hinted: tuple[int, Hint] | None = None
        """The last hint, and after how many moves it was asked for."""
        self._helpers: tuple[Agent, Judge] | None = None
        """Who gives hints."""
        self.commands: dict[str, Callable[[str], None]] = {
            "undo": lambda _: self._undo(),
            "hint": lambda _: self._hint(),
            "moves": lambda _: say(" ".join(map(str, self.position.legal_moves))),
            "board": lambda _: self._show(),
            "save": self._save,
            "resign": lambda _: self._resign(),
            "help": lambda _: self._help(),
            "quit": lambda _: self._quit(),
        }

    def run(self) -> None:
        """Play until the game is over or the person stops."""
        say(f"You are {self.side.capitalize()}, against {self.agent.name}. 'help' tells more.")
        self._show()
        while self.going_on:
            if self.position.is_over:
                self.going_on = self._after_the_end()
            elif self.position.turn == self.side:
                self._person_moves()
            else:
                self._agent_moves()

    def _person_moves(self) -> None:
        try:
            answer = _ask(f"{self.side.capitalize()}> ")
        except KeyboardInterrupt:
            say("\nThe game goes on; 'quit' leaves it, 'save FILE' keeps it.")
            return
        if answer is None:
            self._quit()
        elif answer:
            self._obey(answer)

    def _obey(self, answer: str) -> None:
        """Carry out a command or make a move; what goes wrong is said, and nothing is lost."""
        word, _, rest = answer.partition(" ")
        try:
            if word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            else:
                self.position.push(answer)
                self._show()
        except TriviumError as error:
            say(f"{error} ({self._advice(word.lower())})")

    def _advice(self, word: str) -> str:
        """Return what somebody might have meant who typed `word`, or where to look."""
        if place := re.fullmatch(r"[a-z]+(\d+)", word):
            texts = [str(move) for move in self.position.legal_moves]
            row = [text for text in texts if re.fullmatch(f"[a-z]+{place[1]}", text)]
            if row and word not in row:
                return f"Row {place[1]} has {' '.join(row)}."
        close = difflib.get_close_matches(word, self.commands, n=1)
        known = word in self.commands or not close
        return "'help' lists what you can type." if known else f"Did you mean '{close[0]}'?"

    def _agent_moves(self) -> None:
        from trivium.agents.agent import Forfeit

        try:
            choice = self._ask_agent()
        except KeyboardInterrupt:
            self._interrupted()
            return
        except Forfeit as fault:
            self._agent_failed(fault)
            return
        move = self.position.push(choice.move)
        say(f"{self.agent.name} plays {move}.")
        self._murmur(_thoughts(choice))
        self._show()

    def _ask_agent(self) -> Choice:
        with self.console.status(f"{self.agent.name} is thinking …"):
            return self.agent.choose(self.position, self.limit)

    def _interrupted(self) -> None:
        """After Ctrl-C while the agent thinks: let the person save, take back or leave."""
        answer = _ask("\nStopped: undo, save FILE, quit, or Enter to let it move? ")
        if answer is None:
            self._quit()
        elif answer:
            self._obey(answer)

    def _agent_failed(self, fault: Forfeit) -> None:
        """Tell that an agent of one's own has lost by its own fault; the person may take back."""
        say(f"{self.agent.name} has failed and would lose the game: {fault}")
        answer = _ask("undo, save FILE, quit, or Enter to ask it once more? ")
        if answer is None:
            self._quit()
        elif answer:
            self._obey(answer)

    def _murmur(self, words: str) -> None:
        for line in words.splitlines():
            self.console.print(printable(f"  {line}"), style="dim", soft_wrap=True)

    def _after_the_end(self) -> bool:
        """Let the person still take back, save or leave; return whether to go on."""
        answer = _ask("The game is over: undo, save FILE or quit? ")
        if answer is None or not answer:
            return False
        self._obey(answer)
        return self.going_on

    def _show(self) -> None:
        self.console.print(self.position.terminal(), soft_wrap=True)
        self.console.print(self.position.status(), soft_wrap=True)

    def _undo(self) -> None:
        """Take back up to and including the person's last move."""
        movers = self._movers()
        if self.side not in movers:
            raise TriviumError("You have no move to take back.")
        while movers.pop() != self.side:
            self.position.pop()
        self.position.pop()
        self._show()

    def _movers(self) -> list[str]:
        """Return who made each move so far; in Hexifence one may move several times."""
        position = self.position.origin()
        movers = []
        for move in self.position.moves:
            movers.append(position.turn)
            position.push(move)
        return movers

    def _hint(self) -> None:
        """Tell what to look for; if that was told already, the move and why."""
        if self.position.is_over:
            raise TriviumError("The game is over.")
        if self._hinted is not None and self._hinted[0] == len(self.position.moves):
            hint = self._hinted[1]
            say(f"The champion would play {hint.move}.")
            for why in hint.why:
                self._murmur(str(why))
            return
        hint = self._find_hint()
        self._hinted = len(self.position.moves), hint
        say(hint.idea)
        self._murmur("'hint' again tells the move")

    def _find_hint(self) -> Hint:
        from trivium.agents.catalogue import make_agent
        from trivium.study.hints import find_hint
        from trivium.study.judging import new_judge

        if self._helpers is None:
            self._helpers = make_agent("champion", self.position.game), new_judge(self.position)
        return find_hint(self.position, *self._helpers, self.limit)

    def _help(self) -> None:
        example = self.position.legal_moves[0] if self.position.legal_moves else "a1"
        say(f"Type a move by its column's letter and its row's number, such as {example}, or:")
        for command, purpose in COMMANDS.items():
            say(f"  {command:<12} {purpose}")

    def _resign(self) -> None:
        if self.position.is_over:
            raise TriviumError("The game is over: there is nothing to resign.")
        self.going_on = False
        say(f"You resign; {self.agent.name} wins.")

    def _save(self, name: str) -> None:
        from trivium.games.record import write_record

        if not name:
            raise TriviumError("Say where to: save FILE.")
        write_text(Path(name), write_record(self.position))
        say(f"Saved to {name}.")

    def _quit(self) -> None:
        self.going_on = False
        if not self.position.is_over:
            say("Goodbye.")
