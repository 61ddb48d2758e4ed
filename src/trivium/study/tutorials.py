"""The rules of each game as a short tutorial, and lessons in strategy: one idea a step, to be done.

A tutorial is a TOML file in ``lessons``; the lessons in strategy of a game are ``[[lessons]]`` of
one file in ``lessons/strategy``, each with a ``name`` for addresses, a ``title``, and a sentence
``about`` it. Each of the ``[[steps]]`` has a ``title``, a ``text``,
and a board in one of three ways: ``board``, a position as text; ``size`` and perhaps ``moves``,
those made from the start; or ``then``, the moves that lead on from the board of the step before.
``marked`` are cells that stand out on it.

Texts tell no directions: boards lie differently for each player and on narrow screens, and can be
turned. They name places, rows and the colours of sides, or speak of what is marked.

``task`` says what to do. What is right is listed in ``accept`` (moves; ``any`` stands for every
legal one) or in ``squares`` (places to point at, any of which will do). ``right`` and ``wrong``
are said in reply, ``hints`` say more about particular answers, and ``replies`` are the moves that
then follow on the board. A step without a task is only to be read.

Everything is checked when a tutorial is loaded: that positions exist and that moves are legal.

What lessons say in other languages is in folders such as ``lessons/said-in-de``: the same lessons
and steps in the same order, with nothing but their words.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any

from trivium.errors import BadText, IllegalMove, TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.saying import ENGLISH, OTHERS

__all__ = [
    "ANY",
    "RULES",
    "Feedback",
    "Step",
    "Tutorial",
    "find_lesson",
    "is_taught",
    "lessons",
    "strategy",
    "tutorial",
]

ANY = "any"
"""In ``accept``: every legal move is right."""

RULES = "rules"
"""The name of the lesson that teaches the rules."""

_FIELDS = {
    "title": str,
    "text": str,
    "board": str,
    "size": str,
    "moves": list,
    "then": list,
    "marked": list,
    "task": str,
    "accept": list,
    "squares": list,
    "right": str,
    "wrong": str,
    "hints": dict,
    "replies": list,
}
_BOARDS = ("board", "size", "then")
_WORDS = ("title", "text", "task", "right", "wrong")
"""The fields of a step that another language has to say as well, and `hints`."""
_FOLDER = resources.files("trivium.study") / "lessons"
_NAME = re.compile(r"[a-z]+(-[a-z]+)*")


@dataclass(frozen=True)
class Feedback:
    """What the tutorial says to an answer."""

    right: bool
    text: str
    position: str
    """The board as it is then: after a right move and the replies to it, else unchanged."""
    moves: tuple[str, ...] = ()
    """The moves made on the board, the answer first."""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Step:
    """One idea, with a board to try it on."""

    game: str
    title: str
    text: str
    """Paragraphs are separated by empty lines."""
    position: str
    marked: tuple[str, ...]
    """The cells that stand out on the board."""
    moves: tuple[str, ...]
    """The moves that are right."""
    squares: tuple[str, ...]
    """Or the places to point at, any of which is right."""
    task: str
    """Empty if there is nothing to do but read."""
    right: str
    wrong: str
    hints: Mapping[str, str]
    """What is said to particular answers instead."""
    replies: tuple[str, ...]

    def board(self) -> Position:
        """Return the position that the step shows."""
        return find_game(self.game).read(self.position)

    def answer(self, text: str) -> Feedback:
        """Return what to say to a move or a place; one that is none of the game's is an error."""
        if self.squares:
            return self._pointed_at(text.strip().lower())
        position = self.board()
        move = position.read_move(text)
        if str(move) not in self.moves:
            return Feedback(False, self.hints.get(str(move)) or self._mistake(text), self.position)
        made = [str(position.push(step)) for step in (str(move), *self.replies)]
        said = self.hints.get(str(move), self.right)
        return Feedback(True, said, position.to_text(), tuple(made))

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return asdict(self)

    def _pointed_at(self, square: str) -> Feedback:
        right = square in self.squares
        said = self.hints.get(square, self.right if right else self.wrong)
        return Feedback(right, said, self.position)

    def _mistake(self, text: str) -> str:
        """Say what is wrong with a move: that it is illegal, or else what the step says."""
        try:
            self.board().push(text)
        except IllegalMove as error:
            return str(error)
        return self.wrong


@dataclass(frozen=True)
class Tutorial:
    """A lesson: the rules of a game, or something to know about playing it well."""

    game: str
    title: str
    steps: tuple[Step, ...]
    name: str = RULES
    """What it is called in addresses."""
    about: str = ""
    """A sentence about it."""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return asdict(self)


@functools.cache
def tutorial(game: str) -> Tutorial:
    """Return the tutorial of a game: its rules."""
    name = find_game(game).name
    return read_tutorial(name, (_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


@functools.cache
def strategy(game: str) -> tuple[Tutorial, ...]:
    """Return the lessons in strategy of a game, in the order to take them; none if it has none."""
    name = find_game(game).name
    file = _FOLDER / "strategy" / f"{name}.toml"
    return read_strategy(name, file.read_text(encoding="utf-8")) if file.is_file() else ()


def is_taught(game: str) -> bool:
    """Return whether a game has a tutorial, without reading it."""
    return (_FOLDER / f"{game}.toml").is_file()


@functools.cache
def lessons(game: str, language: str = ENGLISH) -> tuple[Tutorial, ...]:
    """Return all lessons of a game, the rules first; in English if nobody has translated them."""
    name = find_game(game).name
    found = (tutorial(name), *strategy(name)) if is_taught(name) else ()
    file = _FOLDER / f"said-in-{language}" / f"{name}.toml"
    if language not in OTHERS or not file.is_file():
        return found
    return read_translation(found, file.read_text(encoding="utf-8"))


def find_lesson(game: str, name: str, language: str = ENGLISH) -> Tutorial:
    """Return the lesson of this name."""
    found = lessons(game, language)
    for lesson in found:
        if lesson.name == name:
            return lesson
    names = ", ".join(lesson.name for lesson in found)
    raise TriviumError(f"There is no lesson '{name}' of {game}; there are: {names or 'none'}.")


def read_tutorial(game: str, text: str) -> Tutorial:
    """Return the tutorial that a TOML text describes; a mistake is named with its step."""
    return _lesson(game, f"The tutorial of {game}", _read(game, text))


def read_strategy(game: str, text: str) -> tuple[Tutorial, ...]:
    """Return the lessons that a TOML text describes; a mistake is named with lesson and step."""
    found = []
    for fields in _read(game, text).get("lessons", []):
        name = fields.get("name")
        if not isinstance(name, str) or not _NAME.fullmatch(name) or name == RULES:
            raise BadText(f"A lesson of {game} needs a name in small letters, not {name!r}.")
        if not isinstance(fields.get("about"), str):
            raise BadText(f"The lesson {name} of {game} needs a sentence about it.")
        lesson = _lesson(game, f"The lesson {name} of {game}", fields)
        found.append(dataclasses.replace(lesson, name=name, about=fields["about"]))
    return tuple(found)


def read_translation(originals: Sequence[Tutorial], text: str) -> tuple[Tutorial, ...]:
    """Return lessons as a TOML text says them: these ones, in the same order."""
    game = originals[0].game
    said = _read(game, text).get("lessons", [])
    names, wanted = [fields.get("name") for fields in said], [one.name for one in originals]
    if names != wanted:
        raise BadText(f"The translated lessons of {game} are {names}, and not {wanted}.")
    return tuple(map(_translated, originals, said))


def _translated(lesson: Tutorial, said: dict[str, Any]) -> Tutorial:
    steps = said.get("steps", [])
    if len(steps) != len(lesson.steps) or not isinstance(said.get("title"), str):
        raise BadText(
            f"The translated lesson {lesson.name} of {lesson.game} needs a title and "
            f"{len(lesson.steps)} steps; it has {len(steps)}."
        )
    return dataclasses.replace(
        lesson,
        title=said["title"],
        about=said.get("about", ""),
        steps=tuple(map(_translated_step, lesson.steps, steps)),
    )


def _translated_step(step: Step, said: dict[str, Any]) -> Step:
    words = {name: said.get(name, "").strip() for name in _WORDS}
    hints = said.get("hints", {})
    missing = [name for name, found in words.items() if bool(found) != bool(getattr(step, name))]
    if missing or set(hints) != set(step.hints) or set(said) - {*_WORDS, "hints"}:
        raise BadText(
            f"The translated step '{words['title']}' of {step.game} has to say what "
            f"'{step.title}' says: its {', '.join([*_WORDS, 'hints'])}, where it has them."
        )
    return dataclasses.replace(step, **words, hints=hints)


def _read(game: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadText(f"The lessons of {game} are no TOML: {error}.") from None


def _lesson(game: str, where: str, content: dict[str, Any]) -> Tutorial:
    """Return what a table with a title and steps describes; `where` it is begins complaints."""
    steps: list[Step] = []
    position: Position | None = None
    for number, fields in enumerate(content.get("steps", []), 1):
        try:
            position = _position(game, fields, position)
            steps.append(_step(game, fields, position))
        except TriviumError as error:
            raise BadText(f"{where}, step {number}: {error}") from None
    if not steps or not isinstance(content.get("title"), str):
        raise BadText(f"{where} needs a title and steps.")
    return Tutorial(game, content["title"], tuple(steps))


def _position(game: str, fields: dict[str, Any], before: Position | None) -> Position:
    """Return the position that a step begins with."""
    for name, value in fields.items():
        if name not in _FIELDS or not isinstance(value, _FIELDS[name]):
            raise BadText(f"{name} = {value!r} is no field of a step, or of a wrong kind.")
    if sum(name in fields for name in _BOARDS) != 1:
        raise BadText(f"it needs a board in one of these ways: {', '.join(_BOARDS)}.")
    if "board" in fields:
        return find_game(game).read(fields["board"])
    if "then" in fields:
        if before is None:
            raise BadText("there is no step before it to go on from.")
        position, moves = before.copy(), fields["then"]
    else:
        position, moves = find_game(game).start(fields["size"]), fields.get("moves", [])
    for move in moves:
        position.push(move)
    return position


def _step(game: str, fields: dict[str, Any], position: Position) -> Step:
    """Return a step that shows `position`; checked on what its text alone says, as shown."""
    position = find_game(game).read(position.to_text())
    legal = [str(move) for move in position.legal_moves]
    accepted = tuple(legal if fields.get("accept") == [ANY] else fields.get("accept", []))
    step = Step(
        game=game,
        title=fields.get("title", ""),
        text=fields.get("text", "").strip(),
        position=position.to_text(),
        marked=tuple(fields.get("marked", [])),
        moves=accepted,
        squares=tuple(fields.get("squares", [])),
        task=fields.get("task", ""),
        right=fields.get("right", ""),
        wrong=fields.get("wrong", ""),
        hints=fields.get("hints", {}),
        replies=tuple(fields.get("replies", [])),
    )
    _check(step, position, legal)
    return step


def _check(step: Step, position: Position, legal: list[str]) -> None:
    """Raise `BadText` for whatever a learner would stumble over."""
    if not step.title or not step.text:
        raise BadText("it has no title or no text.")
    if bool(step.task) != bool(step.moves or step.squares) or (step.moves and step.squares):
        raise BadText("a task needs moves or squares that are right, and the other way round.")
    if step.task and not (step.right and step.wrong):
        raise BadText("a task needs something to say to a right and to a wrong answer.")
    for move in step.moves:
        if move not in legal:
            raise BadText(f"the move {move} is not legal there.")
        after = position.copy()
        for played in (move, *step.replies):
            after.push(played)
    for place in (*step.hints, *step.squares):
        position.read_move(place)
    cells = [cell.name for cell in position.layout().cells]
    for name in step.marked:
        if name not in cells:
            raise BadText(f"there is no cell {name} to be marked.")
