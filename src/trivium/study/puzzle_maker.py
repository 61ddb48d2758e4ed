"""Makes the puzzles: agents play, and positions with only one good move are proven and kept.

``trivium puzzles make [GAME]`` goes on until there are enough puzzles of each board. Every puzzle
is stored as soon as it is found, so the work can be stopped at any time; it goes on with the next
game. Everything depends on the number of the game alone.

After a right move the best reply is made, and if then again only one move is right, it has to be
found as well. What anybody would play at the end of that is not asked for, unless it is what the
puzzle is about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trivium.agents.catalogue import make_agent
from trivium.agents.expert import PuzzleSource
from trivium.agents.experts import expert_of
from trivium.agents.proof import SHOWN, Proof, Prover
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.kernel.verbs import key
from trivium.search.limits import Limit
from trivium.study.puzzles import BOOK, Puzzle, read_book, write_line

FOLDER = Path(__file__).with_name(BOOK)
"""The book that comes along."""
_OPENING = 2
"""Random moves that each game begins with."""
_LONGEST = 260
"""Moves after which a game is looked at, even if it is not over."""
_NODES = Limit(nodes=3_000)
_A_GAME = 3
"""Puzzles taken from one game at most."""
_APART = 3
"""Moves between two puzzles of one game at least."""
_THEME_SHARE = 0.5
"""Of the puzzles of a board, one main theme has no more than this share."""
_SINGLE, _OBVIOUS = "single", "obvious"
_MOST_ASKED = 4
"""Moves that have to be found in one puzzle at most."""
_A_CHOICE = 3
"""With fewer legal moves than this, there is nothing more to be found."""
_HISTORY, _KEPT = 80, 2
"""Of a game longer than this only the last moves are kept, and the board before them."""


def make(game: str, source: PuzzleSource, folder: Path = FOLDER) -> Iterator[Puzzle]:
    """Yield new puzzles of a board, after storing them, until there are enough."""
    file = folder / f"{game}.jsonl"
    folder.mkdir(parents=True, exist_ok=True)
    new_prover = expert_of(game).new_prover
    assert new_prover is not None, "puzzles are wanted, so somebody can prove them"
    prover = new_prover()
    have = [puzzle for puzzle in _stored(game, file) if puzzle.size == source.size]
    shelf = _Shelf(source)
    for puzzle in have:
        shelf.put(puzzle.board(), puzzle.themes[0], puzzle.asked, puzzle.solution[0])
    number = 1 + max(map(_game_number, have), default=0)
    while len(have) < source.wanted:
        for riddle in _riddles(game, source, number, prover, shelf):
            count = 1 + max((int(puzzle.id[-3:]) for puzzle in have), default=0)
            puzzle = _puzzle(source, riddle, number, count)
            have.append(puzzle)
            with file.open("a", encoding="utf-8") as lines:
                lines.write(write_line(puzzle))
            yield puzzle
            if len(have) >= source.wanted:
                return
        number += 1


def play_game(game: str, source: PuzzleSource, number: int) -> Position:
    """Return the game of this number; who begins changes from game to game."""
    position = GAMES[game].start(source.size)
    dice = RandomAgent(number)
    names = source.players if number % 2 else source.players[::-1]
    players = [make_agent(name, game, number) for name in names]
    while not position.is_over and len(position.moves) < _LONGEST:
        mover = dice if len(position.moves) < _OPENING else players[position.mover]
        position.push(mover.choose(position, _NODES).move)
    return position


def is_obvious(position: Position, move: str) -> bool:
    """Return whether a move is what anybody would play who looks only at the board as it is."""
    glance = make_agent("hasty:depth=1,error=0", position.game, seed=1)
    return str(glance.choose(position).move) == move


class _Shelf:
    """What there is of a board already, and what there is enough of."""

    def __init__(self, source: PuzzleSource) -> None:
        self._boards: set[int] = set()
        self._most_of_theme = _THEME_SHARE * source.wanted
        self._themes: Counter[str] = Counter()
        shares = {_SINGLE: source.single, _OBVIOUS: source.obvious}
        self._most = {kind: share * source.wanted for kind, share in shares.items()}
        self._kinds: Counter[str] = Counter()

    def wants(self, position: Position, theme: str) -> bool:
        """Return whether a puzzle of this theme is wanted, and none of this position is there."""
        if self._themes[theme] >= self._most_of_theme:
            return False
        return int(key(position.kernel)) not in self._boards

    def put(self, position: Position, theme: str, asked: int, move: str) -> bool:
        """Add a puzzle by its first move; False if there are enough that are as easy or short."""
        kinds = [_SINGLE] if asked == 1 else []
        if asked == 1 and is_obvious(position, move):
            kinds.append(_OBVIOUS)
        if any(self._kinds[kind] >= self._most[kind] for kind in kinds):
            return False
        self._kinds.update(kinds)
        self._boards.add(int(key(position.kernel)))
        self._themes[theme] += 1
        return True


@dataclass(frozen=True)
class _Riddle:
    """A position, and the proof of each move that is to be found from there on."""

    position: Position
    proofs: list[Proof]
    line: list[int]


def _riddles(
    game: str, source: PuzzleSource, number: int, prover: Prover, shelf: _Shelf
) -> Iterator[_Riddle]:
    """Yield riddles from one game, not too many of the same kind."""
    played = play_game(game, source, number)
    board = played.origin()
    first = max(0, len(played.moves) - source.last)
    taken: list[int] = []
    for place, move in enumerate(played.moves):
        due = place >= first and place % source.every == number % source.every
        fresh = not taken or place - taken[-1] >= _APART
        if due and fresh and len(taken) < _A_GAME and len(board.legal_moves) >= source.fewest:
            proof = prover.prove(board)
            if proof is not None and shelf.wants(board, proof.themes[0]):
                riddle = _followed(board.copy(), proof, prover)
                text = str(board.move(proof.move))
                if shelf.put(board, proof.themes[0], len(riddle.proofs), text):
                    taken.append(place)
                    yield riddle
        board.push(move)


def _followed(position: Position, proof: Proof, prover: Prover) -> _Riddle:
    """Follow the best line from a position for as long as one move alone is right."""
    board = position.copy()
    proofs, line = [proof], list(proof.line)
    made, asked = 0, 1
    while len(proofs) < _MOST_ASKED and not proofs[-1].settled:
        board.push(board.move(line[made]))
        made += 1
        while made < len(line) and not board.is_over and board.turn != position.turn:
            board.push(board.move(line[made]))
            made += 1
        if board.is_over or board.turn != position.turn or len(board.legal_moves) < _A_CHOICE:
            break
        further = prover.prove(board)
        if further is None or further.aim != proof.aim:
            break
        proofs.append(further)
        line = [*line[:made], *further.line]
        if further.settled or not is_obvious(board, str(board.move(further.move))):
            asked = len(proofs)
    return _Riddle(position, proofs[:asked], line[: max(SHOWN, made + 2)])


def _puzzle(source: PuzzleSource, riddle: _Riddle, number: int, count: int) -> Puzzle:
    names = source.players if number % 2 else source.players[::-1]
    position, first = riddle.position, riddle.proofs[0]
    start, moves = _history(position)

    def text(code: int) -> str:
        return str(position.move(code))

    return Puzzle(
        id=f"{position.game}-{source.size}-{count:03}",
        game=position.game,
        size=source.size,
        themes=first.themes,
        aim=first.aim,
        start=start,
        moves=moves,
        turn=position.turn,
        asked=len(riddle.proofs),
        solution=tuple(map(text, riddle.line)),
        refutations=tuple(
            {text(move): text(reply) for move, reply in proof.refutations.items()}
            for proof in riddle.proofs
        ),
        proof=first.text,
        source=f"Game {number} of the puzzle maker, {names[0]} against {names[1]}, "
        f"after move {len(position.moves)}.",
    )


def _history(position: Position) -> tuple[str, tuple[str, ...]]:
    """Return the board that a puzzle's moves begin with, empty for a new game, and the moves."""
    moves = tuple(map(str, position.moves))
    if len(moves) <= _HISTORY:
        return "", moves
    board = position.copy()
    for _ in range(_KEPT):
        board.pop()
    return board.to_text(), moves[-_KEPT:]


def _stored(game: str, file: Path) -> list[Puzzle]:
    return read_book(game, file.read_text(encoding="utf-8")) if file.exists() else []


def _game_number(puzzle: Puzzle) -> int:
    found = re.match(r"Game (\d+)", puzzle.source)
    return int(found[1]) if found else 0
