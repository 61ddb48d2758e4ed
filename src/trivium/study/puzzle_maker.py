"""Makes the puzzles: agents play, and positions with only one good move are proven and kept.

``python -m trivium.study.puzzle_maker [GAME]`` goes on until there are enough puzzles of each
board. Every puzzle is stored as soon as it is found, so the work can be stopped at any time; it
goes on with the next game. Everything depends on the number of the game alone.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from trivium.agents.catalogue import make_agent
from trivium.agents.expert import PuzzleSource
from trivium.agents.experts import expert_of
from trivium.agents.levels import LEVELS, level_name
from trivium.agents.proof import Proof, Prover
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES, find_game
from trivium.games.position import Position
from trivium.search.limits import Limit
from trivium.study.puzzles import BOOK, Puzzle, read_book, write_line

_FOLDER = Path(__file__).with_name(BOOK)
_OPENING = 2
"""Random moves that each game begins with."""
_LONGEST = 260
"""Moves after which a game is looked at, even if it is not over."""
_NODES = Limit(nodes=3_000)
_TRIES = 3
"""How often each level tries a puzzle; it has to find the move more often than not."""
_A_GAME = 2
"""Puzzles taken from one game at most."""
_APART = 3
"""Moves between two puzzles of one game at least."""
_THEME_SHARE = 0.3
"""Of the puzzles of a board, one theme has no more than this share."""


def make(game: str, source: PuzzleSource) -> Iterator[Puzzle]:
    """Yield new puzzles of a board, after storing them, until there are enough."""
    file = _FOLDER / f"{game}.jsonl"
    _FOLDER.mkdir(exist_ok=True)
    new_prover = expert_of(game).new_prover
    assert new_prover is not None, "puzzles are wanted, so somebody can prove them"
    prover = new_prover()
    have = [puzzle for puzzle in _stored(file) if puzzle.size == source.size]
    number = 1 + max((_game_number(puzzle) for puzzle in have), default=0)
    while len(have) < source.wanted:
        for position, proof in _found(game, source, number, prover, Counter(p.theme for p in have)):
            count = 1 + max((int(puzzle.id[-2:]) for puzzle in have), default=0)
            puzzle = _puzzle(source, position, proof, number, count)
            if puzzle.grade < source.easiest:
                continue
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


def _found(
    game: str, source: PuzzleSource, number: int, prover: Prover, themes: Counter[str]
) -> Iterator[tuple[Position, Proof]]:
    """Yield positions of one game with their proofs, not too many of the same kind."""
    played = play_game(game, source, number)
    board = played.origin()
    first = max(0, len(played.moves) - source.last)
    taken: list[int] = []
    for place, move in enumerate(played.moves):
        due = place >= first and place % source.every == number % source.every
        fresh = not taken or place - taken[-1] >= _APART
        if due and fresh and len(taken) < _A_GAME and len(board.legal_moves) >= source.fewest:
            proof = prover.prove(board)
            if proof is not None and themes[proof.theme] < _THEME_SHARE * source.wanted:
                themes[proof.theme] += 1
                taken.append(place)
                yield board.copy(), proof
        board.push(move)


def _puzzle(
    source: PuzzleSource, position: Position, proof: Proof, number: int, count: int
) -> Puzzle:
    names = source.players if number % 2 else source.players[::-1]

    def text(code: int) -> str:
        return str(position.move(code))

    return Puzzle(
        id=f"{position.game}-{source.size}-{count:02}",
        game=position.game,
        size=source.size,
        grade=grade(position, proof.move),
        theme=proof.theme,
        aim=proof.aim,
        start=position.origin().to_text(),
        moves=tuple(map(str, position.moves)),
        position=position.to_text(),
        turn=position.turn,
        solution=tuple(map(text, proof.line)),
        refutations={text(move): text(reply) for move, reply in proof.refutations.items()},
        proof=proof.text,
        source=f"Game {number} of the puzzle maker, {names[0]} against {names[1]}, "
        f"after move {len(position.moves)}.",
    )


def grade(position: Position, move: int) -> int:
    """Return the lowest level that finds a move more often than not; the highest if none does."""
    for level in LEVELS:
        tries = [
            make_agent(level_name(level), position.game, seed).choose(position, _NODES).move.code
            for seed in range(_TRIES)
        ]
        if 2 * tries.count(move) > _TRIES:
            return level
    return LEVELS[-1]


def _stored(file: Path) -> list[Puzzle]:
    return read_book(file.read_text(encoding="utf-8")) if file.exists() else []


def _game_number(puzzle: Puzzle) -> int:
    found = re.match(r"Game (\d+)", puzzle.source)
    return int(found[1]) if found else 0


def main() -> None:
    """Make the puzzles of the games named on the command line, or of all."""
    wanted = [find_game(name).name for name in sys.argv[1:]] or list(GAMES)
    for game in wanted:
        for source in expert_of(game).puzzles:
            for puzzle in make(game, source):
                print(f"{puzzle.id}: grade {puzzle.grade}, {puzzle.theme}. {puzzle.proof}")


if __name__ == "__main__":
    main()
